"""How it is said what keeps the referee from going on, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from yakume.engine import Face
from yakume.engine.names import name
from yakume.vision.referee.notices import (
    BegunUnseen,
    BesideZones,
    CapturedAstray,
    DealerInDoubt,
    EndInDoubt,
    EndUnseen,
    FieldGuessed,
    HandRests,
    Health,
    LaidOpen,
    LedByAnother,
    LeftLying,
    LiesTwice,
    NeverSeen,
    NoLongerCounts,
    NotAtRest,
    NotBooked,
    Notice,
    NotTurned,
    OddField,
    OtherLayout,
    StartTakenBack,
    ThreadLost,
    WithAnother,
)

from .refused import why_said
from .words import Words


def say_notice(notice: Notice, players: Sequence[str]) -> Words:
    """`notice` as the people at the table, whose names are `players`, are told."""
    match notice:
        case NotAtRest():
            return Words(
                "卓が15秒以上静まりません。手を少し引いてください",
                "The table has not come to rest for 15 seconds. Take your hands back for a moment",
            )
        case OddField(seen, dealt):
            return Words(
                f"場札が{seen}枚に見えます（{dealt}枚のはずです）。重なりや陰を直すか、場札を手で入れてください",
                f"{seen} cards are seen on the field, where {dealt} are dealt. Spread them, or enter the field by hand",
            )
        case BegunUnseen() | EndUnseen() | LeftLying() | StartTakenBack():
            return _say_not_begun(notice)
        case DealerInDoubt() | LedByAnother() | EndInDoubt() | FieldGuessed():
            return _say_doubt(notice, players)
        case BesideZones() | LaidOpen() | LiesTwice() | NotTurned() | NeverSeen():
            return _say_cards(notice)
        case HandRests(seat, shown):
            ja, en = ("公開した手札", "shown cards") if shown else ("取り札", "captured cards")
            return Words(
                f"{players[seat]}の{ja}の上に手などがあり、見えません。どけるまで手順だけで追います",
                f"A hand or something else lies on the {en} of {players[seat]}: they are not seen. "
                "Play alone is followed until it is taken away",
            )
        case WithAnother(seat, to):
            return Words(
                f"{players[seat]}の取り札が{players[to]}の所にあります。席を替わったなら札を戻すか、「局の終わり」で誰の取り札かを入れてください",
                f"What {players[seat]} had captured lies with {players[to]}. If they changed places, lay the cards "
                "back, or say whose they are with “End of deal”",
            )
        case CapturedAstray(seat, to, faces):
            cards = _named(faces)
            return Words(
                f"{players[seat]}が取った札が{players[to]}の所にあります：{cards.ja}。戻してください。このままなら局の終わりにお聞きします",
                f"Captured by {players[seat]}, lying with {players[to]}: {cards.en}. Lay them back; else it is asked "
                "about when the deal ends",
            )
        case OtherLayout(laid_out, seats):
            return Words(
                f"卓の形は{laid_out}人用です。{seats}人ではふつうの区画を使います。「卓を合わせる」で直せます",
                f"The table is laid out for {laid_out}: {seats} sit at the usual zones. Set them under “Fit the table”",
            )
        case NotBooked() | NoLongerCounts() | ThreadLost():
            return _say_unfollowed(notice, players)
    assert_never(notice)


def _say_not_begun(notice: BegunUnseen | EndUnseen | LeftLying | StartTakenBack) -> Words:
    """Why what lies on the table is of no deal that is booked."""
    match notice:
        case BegunUnseen(captured):
            return Words(
                f"途中の局のようです（取り札{captured}枚）。「宣言」で最初の場札を入れると、取り札で清算します",
                f"A deal began before I looked ({captured} captured cards). Enter its first field under “Declare”: "
                "it is settled by the captured cards",
            )
        case EndUnseen(captured):
            return Words(
                f"次の局がもう始まっていますが（取り札{captured}枚）、この局の終わりを見ていません。「局の終わり」で清算してください",
                f"The next deal is being played already ({captured} captured cards), and how this one ended was not "
                "seen. Settle it with “End of deal”",
            )
        case LeftLying(seen):
            return Words(
                f"場の{seen}枚は前の局の残りと見ています。次の局の場札なら「宣言」で入れてください",
                f"The {seen} cards on the field are taken for what the last deal left. If the next deal lies there, "
                "enter its first field under “Declare”",
            )
        case StartTakenBack():
            return Words(
                "卓にある局の始まりは取り消されています。続けるなら「やり直す」で戻すか、「宣言」で場札を入れてください",
                "The start of the deal on the table was taken back: nothing of it is booked. If it goes on, bring it "
                "back with “Redo”, or enter its field under “Declare”",
            )
    assert_never(notice)


def _say_unfollowed(notice: NotBooked | NoLongerCounts | ThreadLost, players: Sequence[str]) -> Words:
    """What is said of what people have to enter themselves."""
    if isinstance(notice, NotBooked):
        refusal = why_said(notice.message, players)
        return Words(
            f"見えたことを付けられません。{refusal.ja}「宣言」か履歴で直してください",
            f"What is seen cannot be booked. {refusal.en} Put it right under “Declare” or in the history",
        )
    if isinstance(notice, NoLongerCounts):
        refusal = why_said(notice.message, players)
        return Words(
            f"訂正のため、付けたもののうち{notice.count}件が数えられていません。{refusal.ja}履歴で直してください",
            f"Since something was put right, {notice.count} of what was booked does not count any more. {refusal.en} "
            "Put it right in the history",
        )
    return Words(
        "この局の打ち方を見失いました。取り札で清算します。ここにない手役や下げは「宣言」で入れてください",
        "The plays of this deal are not followed any more. It is settled by the captured cards. "
        "Enter a hand yaku or a call that is not listed under “Declare”",
    )


def _named(faces: Sequence[str]) -> Words:
    """What cards of these faces are called, one after the other."""
    names = [name(str(next(iter(Face(face).cards)))) for face in faces]
    return Words("、".join(each.ja for each in names), ", ".join(each.en for each in names))


def _say_cards(notice: BesideZones | LaidOpen | LiesTwice | NotTurned | NeverSeen) -> Words:
    """What is said of certain cards."""
    cards = _named(notice.faces)
    ja, en = cards.ja, cards.en
    match notice:
        case BesideZones():
            return Words(
                f"枠の外に札があります：{ja}。枠の中に置くか、枠を動かしてください",
                f"Cards lie beside the zones: {en}. Lay them in, or move the zones",
            )
        case LaidOpen():
            return Words(
                f"札が公開されましたが、誰の何の手役か分かりません：{ja}。手役なら「宣言」で入れてください",
                f"Cards were laid open, but which hand yaku that is, or whose, is not seen: {en}. Enter it under "
                "“Declare”",
            )
        case LiesTwice():
            return Words(
                f"もう取られた札が場にもあります：{ja}。読み違いなら押して直し、別の組の札なら取り除いてください",
                f"On the field, though all there are lie elsewhere: {en}. Tap it if it is misread; take it out if it "
                "is of another deck",
            )
        case NotTurned():
            return Words(
                f"最後の札がめくられていません：{ja}。山が尽きていたら札が足りません。48枚あるか数えてください",
                f"The last card is not turned: {en}. If the stock is empty the card is missing: the deck must have 48",
            )
        case NeverSeen(deals=1):
            return Words(
                f"この局で見えなかった札があります：{ja}。48枚あるか数えてください",
                f"Not seen in the last deal: {en}. Count the deck: it must have 48 cards",
            )
        case NeverSeen(deals=deals):
            return Words(
                f"{deals}局続けて見えない札があります：{ja}。48枚あるか数えてください",
                f"Not seen in {deals} deals: {en}. Count the deck: it must have 48 cards",
            )
    assert_never(notice)


def _say_doubt(notice: DealerInDoubt | LedByAnother | EndInDoubt | FieldGuessed, players: Sequence[str]) -> Words:
    """What is not sure yet, and what it hangs on."""
    if isinstance(notice, FieldGuessed):
        cards = "One card" if notice.count == 1 else f"{notice.count} cards"
        return Words(
            f"最初の場札のうち{notice.count}枚がまだ読めません。場の倍率は仮のものです。見えるように置くか、どの札かの問いに答えてください",
            f"{cards} of the first field could not be read yet: the rate is provisional. Lay the field so that it is "
            "seen, or answer which card it is",
        )
    if isinstance(notice, DealerInDoubt):
        return Words(
            "誰から出降りを言うかは前の局の終わり方で決まります。先にその問いに答えるか、"
            "履歴の「清算をやり直す…」で直してください",
            "Who bids first follows from how the last deal ended, which is still asked: answer that first, "
            "or “Settle it anew…” in the history",
        )
    if isinstance(notice, LedByAnother):
        seat, booked = players[notice.seat], players[notice.booked]
        return Words(
            f"{seat}から打ち始めたように見えますが、前の局の終わり方では{booked}からのはずです。"
            "違っていれば、席の親（胴）の印を押して前の局の終わりを直すか、抜けた局を履歴で入れてください",
            f"{seat} seems to have played first; by how the last deal ended {booked} does. If that end is wrong, tap "
            "the dealer's mark at the seat and put it right; if a deal is missing, put it in from the history",
        )
    numbers = [str(number) for number in notice.deals]
    several = len(numbers) > 1
    return Words(
        f"まだ確かでない局があります：第{'、'.join(numbers)}局。最後まで追えなかったか、答えていない問いがあります。"
        "問いがあれば答え、手役の付け落としがないか、最初の場札が合っているか履歴で確かめてください。それまで最後の順位と賞は仮のものです。"
        "合っていれば、このままで構いません",
        f"Not sure yet: deal{'s' * several} {', '.join(numbers)}, not followed to the end or still asked about. "
        "Answer what is asked, and see in the history "
        "whether a hand yaku is missing and the first field is right: until then the final standing, and what is paid "
        "for it, is provisional. If all is right, leave it so",
    )


_HEALTH = {
    Health.ON_THREAD: Words("打ち方を追えています", "following every play"),
    Health.DOUBTFUL: Words("打ち方があやふやです", "not sure of the plays"),
    Health.LOST: Words("打ち方を見失いました（取り札で清算）", "lost the plays (settling by the captures)"),
}


def say_health(health: Health) -> Words:
    """How well the running deal is followed."""
    return _HEALTH[health]

"""How questions and their answers are said, in both languages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from yakume.engine import BACK, DECK, Card, CardSet, Face, Ruleset
from yakume.engine.names import name
from yakume.vision.observation import NO_CARD
from yakume.vision.referee.answers import (
    AfterSage,
    Announced,
    Answer,
    Bidden,
    Called,
    CancelNow,
    CardIs,
    DealVoid,
    EndedSo,
    Fact,
    FedBy,
    HeldBy,
    LiesHidden,
    LieSo,
    PlayedSo,
    PutRight,
    ShownBy,
    ToPutIn,
)
from yakume.vision.referee.pairs import odd_months
from yakume.vision.referee.questions import (
    BidDue,
    BlankHeld,
    CancelSage,
    DoubtfulCard,
    FirstField,
    HiddenCapture,
    HowEnded,
    HowPlayed,
    OddPiles,
    Question,
    SetToCall,
    TableCleared,
    UnreadCard,
    UnseenDeal,
    WhichTeyaku,
    WhoFed,
    WhoFedTobikomi,
    WhoLeads,
    WhoShows,
)
from yakume.vision.zones import Place, Zone

from .words import Words

_NOT_FED = Words("いいえ（山札から、または免除）", "no (from the deck, or exempt)")
MOST_TOLD = 6
"""Half-turns that are told one by one where people said how they were made."""
_CALLED = {"agari": "ends the deal", "sage": "plays on"}


def say_question(question: Question, players: Sequence[str]) -> Words:
    """`question` as the people at the table are asked it; `players` by seat."""
    match question:
        case BlankHeld():
            return Words("白札は誰のところですか。", "Who holds the blank card?")
        case FirstField(cards=cards, booked=booked):
            gone, come = booked - cards, cards - booked
            if not gone:  # only its lights were told
                return Words(f"場札にはほかに{come}がありましたか。", f"Did {come} lie on the field at the start, too?")
            return Words(
                f"場札は{gone}ではなく{come}でしたか。",
                f"Did {come} lie on the field at the start, and not {gone}?",
            )
        case UnreadCard(known=known):
            return Words(
                f"最初の場札に読めない札があります（ほかは{known}）。光札なら場の倍率が変わります。どれですか。",
                f"A card of the first field cannot be read (the others: {known}). A bright card sets another rate: "
                "which one is it?",
            )
        case WhichTeyaku(seat=seat, shown=shown):
            return Words(
                f"{players[seat]}の手役は？（{shown}）",
                f"Which hand yaku does {players[seat]} show ({shown})?",
            )
        case WhoShows(shown=shown, told=told) if told is not None:
            who = players[told]
            return Words(
                f"{who}の手役と記録された札（{shown}）は、別の人の前にあります。誰の手役ですか。",
                f"The hand yaku told for {who} lies before somebody else ({shown}). Whose is it?",
            )
        case WhoShows(shown=shown):
            return Words(
                f"枠の外に公開された札は誰の何の手役ですか。（{shown}）",
                f"Whose cards lie open beside the zones, and which hand yaku is it ({shown})?",
            )
        case SetToCall(seat=seat, sets=sets):
            ja, en = _named(sets)
            return Words(f"{players[seat]}に{'・'.join(ja)}ができました。", f"{players[seat]} has {' and '.join(en)}.")
        case WhoFed():
            return _who_fed(question, players[question.seat])
        case WhoFedTobikomi():
            return _who_fed_tobikomi(question, players[question.seat])
        case HiddenCapture(seat=seat, seen=seen):
            ja, en = _named(seen)
            return Words(
                f"{players[seat]}の取り札に{'・'.join(ja)}が見えますが、取り札は月ごとに2枚か4枚のはずです。隠れている札は？",
                f"{', '.join(en)} is seen among the captures of {players[seat]}, but cards are captured by twos and "
                "fours of a month. Which one lies hidden?",
            )
        case OddPiles(piles=piles):
            return _odd(piles, players)
        case TableCleared(seen=count, void=void, at=next_at):
            whole = count == len(DECK)
            few_ja = f"{count}枚しか" if count else "1枚も"
            few_en = (
                "no captured cards were"
                if not count
                else f"only {count} captured card{'s were' if count > 1 else ' was'}"
            )
            cleared = "。" if whole else f"が、取り札は{few_ja}見えていません。"
            only = "." if whole else f", but {few_en} seen."
            void_ja = "答えるまで無効として付けてあり、次に配る人も仮のものです。" if void else ""
            void_en = (
                " It is booked as one that does not count until you say, and who deals next is provisional."
                if void
                else ""
            )
            # Where the next deal has begun, one of the answers leads to telling this one.
            none_ja = "どれも違えば「手で清算する」で、もう付いていれば履歴の「清算をやり直す…」で入れてください。"
            none_en = (
                " If none of these is right, “Settle by tap”, or “Settle it anew…” in the history once it is booked."
            )
            return Words(
                f"場が片付きました{cleared}どう終わりましたか。{void_ja}{'' if next_at else none_ja}",
                f"The table was cleared{only} How did the deal end?{void_en}{'' if next_at else none_en}",
            )
        case HowEnded(ways=0):
            return Words(
                "この局の清算は取り消されました。卓は終わったままに見えます。終わり方が違うなら「局の終わり」で清算してください。",
                "The end of this deal was taken back, and the table still looks as if it had ended so. If it ended "
                "otherwise, settle it with “End of deal”.",
            )
        case HowEnded(ways=1):
            return Words(
                "この局は終わりまで確かには追えませんでした。付けたとおりで合っていますか。",
                "This deal could not be followed surely to its end. Is it right as it was booked?",
            )
        case HowEnded():
            return Words(
                "この局の打ち方は、いくつかに読めました。どれでしたか。",
                "The plays of this deal can be read in several ways. Which was it?",
            )
        case BidDue(seat=seat):
            return Words(f"{players[seat]}は出ますか？", f"Will {players[seat]} play?")
        case CancelSage(seat=seat):
            return Words(f"{players[seat]}は下げています。", f"{players[seat]} plays on.")
        case DoubtfulCard(zone=zone, foreign=foreign):
            where = _place(zone, players)
            if foreign:
                return Words(
                    f"{where.ja}のこの札は？ 似た札はみな別の所にあります。別の組の札なら取り除いてください。",
                    f"Which card is this, {where.en}? All that it looks like lies elsewhere: take it out if it is of "
                    "another deck",
                )
            return Words(f"{where.ja}のこの札は？", f"Which card is this, {where.en}?")
        case UnseenDeal(missing=True):
            return Words(
                "この局の前に、見えないうちに終わった局があります。まだ付けていません。この局を配った人は仮のものです。",
                "A deal was played before this one while nobody watched. It is not booked yet, and who dealt this one "
                "is provisional.",
            )
        case UnseenDeal(seen=True):
            return Words(
                "前に付けた局のあと、もう一局打たれたようです。この局の前に、付けていない局がありますか。",
                "Another deal seems to have been played since the last one that is booked. "
                "Is there one before this that is not booked?",
            )
        case UnseenDeal():
            return Words(
                "しばらく卓が見えていませんでした。この局の前に、見えないうちに終わった局がありましたか。",
                "Nobody watched the table for a while. Was a deal played before this one meanwhile?",
            )
        case WhoLeads(seat=seat, booked=booked):
            return Words(
                f"{players[seat]}から打ち始めたように見えます。{players[booked]}ではなく{players[seat]}が最初の親（胴）でしたか。",
                f"{players[seat]} seems to have played first. Did {players[seat]} deal, and not {players[booked]}?",
            )
        case HowPlayed():
            return Words("この局の手順", "the half-turns of this deal")
    assert_never(question)


def say_earlier(dealer: int, ago: int, players: Sequence[str]) -> Words:
    """Which deal is asked about: the one that `dealer` dealt, `ago` before the running one."""
    if ago == 1:
        return Words("前の局：", "The deal before: ")
    return Words(f"{ago}局前（{players[dealer]}が配った局）：", f"{ago} deals ago ({players[dealer]} dealt): ")


def _who_fed(question: WhoFed, player: str) -> Words:
    sets_ja, sets_en = _named(question.sets)
    laid_ja, laid_en = _named(question.laid)
    if not question.laid:  # nobody saw which card it was
        laid_ja, laid_en = ["ほかの人の札"], ["another player's card"]
    return Words(
        f"{player}の{'・'.join(sets_ja)}は、手から場に出された{'・'.join(laid_ja)}で出来ましたか（法度）？",
        f"Was {player}'s {' and '.join(sets_en)} made with {' or '.join(laid_en)}, laid on the field from a hand "
        "(feeding penalty)?",
    )


def _who_fed_tobikomi(question: WhoFedTobikomi, player: str) -> Words:
    if question.after_sage:
        return Words(
            f"{player}の飛込みは、下げの前でしたか、後でしたか。",
            f"{player} captured all four of the month (tobikomi): before or after the play on (sage)?",
        )
    fourth = None if question.fourth is None else name(question.fourth)
    of_ja, of_en = ("", "") if fourth is None else (f"の{fourth.ja}", f", {fourth.en},")
    return Words(
        f"{player}の飛込み：四枚目{of_ja}は、ほかの人が手から場に出しましたか（法度）？",
        f"{player} captured all four of the month (tobikomi): did another player lay the fourth card{of_en} on the "
        "field from a hand (feeding penalty)?",
    )


def _odd(piles: Sequence[CardSet], players: Sequence[str]) -> Words:
    months = odd_months(piles)
    lying = [
        (player, " ".join(str(card) for month in months for card in pile.of_month(month)))
        for player, pile in zip(players, piles, strict=True)
    ]
    ja = "、".join(f"{player}に{cards}" for player, cards in lying if cards)
    en = ", ".join(f"{player} seems to have {cards}" for player, cards in lying if cards)
    return Words(
        f"取り札は月ごとに2枚か4枚のはずですが、{ja}と見えます。どこにありますか。",
        f"Cards are captured by twos and fours of a month, but {en}. Where do they lie?",
    )


def say_answer(question: Question, answer: Answer, players: Sequence[str], game: Ruleset) -> Words:
    """One answer to `question`, as it stands on its button; a call is called as in its `game`."""
    match answer:
        case HeldBy(seat):
            return Words(players[seat], players[seat])
        case PutRight(True) if isinstance(question, UnseenDeal):
            if question.at_once:
                return Words("はい、この局を一度取り消して先に付ける", "yes: take this deal back, tell that one first")
            return Words("あったが、入れなくてよい", "yes, but it need not be put in")
        case ToPutIn() if isinstance(question, TableCleared):
            return Words("取り札か点数で入れる…", "tell it by its piles or points…")
        case ToPutIn():
            return Words("あった。その局を入れる…", "yes: put that deal in…")
        case PutRight(False) if isinstance(question, UnreadCard):
            return Words("光札ではない", "no bright card")
        case PutRight(yes):
            return Words("はい、直す", "yes, put it right") if yes else Words("いいえ", "no")
        case Announced(parts):
            ja, en = _named(parts)
            return Words("".join(ja), " and ".join(en)) if parts else Words("手役ではない", "no hand yaku")
        case ShownBy(seat, parts):
            ja, en = _named(parts)
            return Words(f"{players[seat]}の{''.join(ja)}", f"{players[seat]}: {' and '.join(en)}")
        case Called(call):
            term = name(game.calls[call])
            return Words(term.ja, f"{_CALLED[call]} ({term.id})")
        case FedBy(seat):
            return _fed_by(question, None if seat is None else players[seat])
        case AfterSage():
            return Words("下げの後", "after it")
        case LiesHidden(card):
            return Words("見えたとおり", "none: they lie as they are seen") if card is None else _card(card)
        case LieSo(gained, call):
            piles = [(player, cards) for player, cards in zip(players, gained, strict=True) if cards]
            lie = (
                Words("見えたとおり", "they lie as they are seen")
                if not piles
                else Words(
                    "、".join(f"{cards} は{player}" for player, cards in piles),
                    ", ".join(f"{player} has {cards}" for player, cards in piles),
                )
            )
            if call is None:
                return lie
            term = name(game.calls[call])
            did = "ended the deal" if call == "agari" else "played on"
            return Words(f"{lie.ja}、{term.ja}", f"{lie.en} and {did} ({term.id})")
        case EndedSo() if isinstance(question, HowEnded) and question.ways == 0:
            return Words("もう一度そのとおり清算", "settle it so again")
        case EndedSo() if isinstance(question, HowEnded) and question.ways == 1:
            return Words("付けたとおり", "right as booked")
        case EndedSo(facts, fed):
            return _ended_so(facts, fed, players, game)
        case DealVoid():
            if isinstance(question, OddPiles):
                return Words("数が合わないので配り直し", "they do not add up: redeal")
            return Words("この局は無効", "the deal does not count")
        case Bidden(call):
            return Words(name(call).ja, name(call).en)
        case CancelNow():
            return Words(name("torikeshi").ja, name("torikeshi").en)
        case CardIs(said):
            if said is NO_CARD:
                return Words("この組の札ではない", "not a card of this deck")
            return Words("裏向きの札", "a card face down") if said == BACK else _card(said)
        case PlayedSo(turns) if len(turns) > MOST_TOLD:
            return Words(f"全{len(turns)}手", f"all {len(turns)} half-turns")
        case PlayedSo(turns, never):
            ja = [f"{each.at + 1}手目は{_card(each.card).ja}" for each in turns]
            en = [f"half-turn {each.at + 1} was {_card(each.card).en}" for each in turns]
            ja += [f"{each.at + 1}手目は{_card(each.card).ja}ではない" for each in never]
            en += [f"half-turn {each.at + 1} was not {_card(each.card).en}" for each in never]
            return Words("、".join(ja), ", ".join(en))
    assert_never(answer)


def _fed_by(question: Question, player: str | None) -> Words:
    if isinstance(question, WhoFedTobikomi):
        if question.after_sage:
            if player is None:
                return Words("下げの前", "before it")
            return Words(f"下げの前、{player}の法度", f"before it, and {player} fed it")
        return _NOT_FED if player is None else Words(f"{player}の法度", f"{player} fed it")
    return _NOT_FED if player is None else Words(f"{player}が手から出した", f"{player} laid it")


def _place(zone: Zone, players: Sequence[str]) -> Words:
    """Where a zone is."""
    if zone.seat is None:
        return Words("場", "on the field")
    player = players[zone.seat] if zone.seat < len(players) else str(zone.seat + 1)
    ja, en = ("取り札", "captures") if zone.place is Place.CAPTURES else ("公開札", "shown cards")
    return Words(f"{player}の{ja}", f"among the {en} of {player}")


def _card(card: Card | Face) -> Words:
    return Words(name(card).ja, name(card).en)


def _named(terms: Iterable[str | Card]) -> tuple[list[str], list[str]]:
    names = [name(term) for term in terms]
    return [each.ja for each in names], [each.en for each in names]


def _ended_so(facts: Sequence[Fact], fed: bool, players: Sequence[str], game: Ruleset) -> Words:
    """What sets one way in which a deal may have ended apart from the others."""
    said = [_fact(fact, players, game) for fact in facts]
    if fed and not any(fact.kind == "fed" for fact in facts):
        said.insert(0, Words("法度なし", "nobody fed it"))
    if not said:
        return Words("そのほか", "otherwise")
    return Words("、".join(each.ja for each in said), ", ".join(each.en for each in said))


def _fact(fact: Fact, players: Sequence[str], game: Ruleset) -> Words:
    player = players[fact.seat]
    by = "" if fact.by is None or fact.kind == "captured" else players[fact.by]
    match fact.kind:
        case "captured":
            card = name(str(next(iter(Face(fact.what).cards))))
            return Words(f"{card.ja}は{player}", f"{player} has {card.en}")
        case "fed":
            made = name(fact.what)
            return Words(f"{player}の{made.ja}は{by}の法度", f"{by} fed {player}'s {made.en}")
        case "tobikomi":
            ja, en = (f"（{by}の法度）", f", fed by {by}") if by else ("", "")
            return Words(f"{player}の飛込み{ja}", f"{player}'s tobikomi{en}")
        case "cancel":
            return Words(f"{player}が取消し", f"{player} cancels")
    made, term = name(fact.what), name(game.calls[fact.kind])
    return Words(f"{player}の{made.ja}：{term.ja}", f"{player}'s {made.en}: {term.id}")

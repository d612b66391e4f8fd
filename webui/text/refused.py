"""Why the engine refuses something, in both languages, by the English sentence that its error has.

Seats stand as ``{0}``, which a page fills with names, and cards as they are noted, which it tells by name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from yakume.engine.auction import Call
from yakume.engine.errors import Sentence
from yakume.engine.explain import sentences
from yakume.engine.names import NAMES

from .words import Words, said_of

BETTER = {
    "something of seat {seat} after the deal had ended": "{seat} has said something after the deal had ended. If it "
    "was said before, take back what ended the deal, and enter it again after this.",
    "{n} cards captured of at least {least} in a deal that was played out": "{n} cards are captured; once a deal is "
    "played out, they are {least} at least.",
    "{n} points counted of at least {least}": "These are {n} points; once a deal is played out, they are {least} at "
    "least.",
    "seat {seat} cannot say {word} now": "{seat} cannot say “{word}” now.",
    "{word} is not allowed": "“{word}” cannot be said now.",
    "no result before everybody has bid": "Not everybody has bid yet: finish that under “Declare”, then settle.",
    "not an amount from 1 to {most}: {mon}": "An amount is from 1 to {most}.",
    "not a reason of 1 to {most} characters: {reason!r}": "A reason has 1 to {most} characters.",
    "a reason cannot hold {char!r}: {reason!r}": "The reason holds characters that cannot be "
    "seen or printed. Delete it and type it again.",
    "seat {seat} cannot claim {yaku} showing {cards}": "{cards} do not show just {yaku}: one is missing or is "
    "another, or they make two hand yaku at once, both of which must be chosen.",
    "seat {seat} cannot claim {yaku} showing {cards}: they show {other}": "{cards} show {other}, not {yaku}.",
    "seat {seat} cannot claim nothing showing {cards}": "Choose the hand yaku that {cards} make.",
    "{card} matches {field}, and must capture": "{card} matches {field} on the field, and must capture.",
    "{card} cannot take '{cards}': nothing of its month lies there": "{card} cannot take {cards}: no card of its month "
    "lies on the field.",
    "{card} cannot take '{cards}' of {field}": "{card} cannot take {cards}: of its month {field} lie on the field.",
    "seat {seat} holds {n} cards of month {month}, {cards}: expected 0, 2 or 4": "{seat} holds an odd number of cards "
    "of month {month}: {cards}. Cards are captured by twos or fours.",
    "no みずてん in this game": "Nobody plays unseen (mizuten) in this match.",
    "no みずてん among three players": "Among three nobody plays unseen (mizuten).",
    "2 to 6 play 八十, not {n}": "2 to 6 play Hachijū, not {n}.",
    "4 to 6 play 八八, or 3, not {n}": "3 to 6 play Hachi-Hachi, not {n}.",
    "showing a hand against 法度 is not possible now": "No hand is to be shown against a feeding penalty now.",
    "calling {call} is not possible now": "No set is to be called now.",
    "cancelling a 下げ is not possible now": "Playing on cannot be cancelled now.",
    "a forced 下げ is not possible now": "Nobody is forced to play on now.",
    "seat {seat} cannot cancel a 下げ": "{seat} cannot cancel a play-on now.",
    "seat {seat} captured all of month {month}: say whether before or after the 下げ": "{seat} captured all of month "
    "{month}: say whether before or after the play-on.",
    "no 飛込み of seat {seat} with month {month}": "{seat} has no tobikomi with month {month}.",
    "the 飛込み of seat {seat} with month {month} is told twice": "The tobikomi of {seat} with month {month} is told "
    "twice.",
    "飛込み is not under 法度": "In this match feeding a tobikomi is not penalised.",
    "{yaku} of seat {seat} does not count after a 下げ": "{yaku} of {seat} does not count after a play-on.",
    "no set is under 法度": "In this match feeding a set is not penalised.",
    "{yaku} is not under 法度": "Feeding {yaku} is not penalised.",
    "seat {seat} has no 下げ to cancel": "{seat} has no play-on to cancel.",
    "players need a name each: {names}": "Every player needs a name, and no two the same.",
    "a match begins with match_started, not {what}": "No match has been started.",
}
"""Sentences that are said in other words to people."""

SAID = {
    # The match and its deals.
    "{n} players cannot play {game}: expected {seats}": "{n}人では遊べません（{seats}人）。",
    "players need a name each: {names}": "席の名前は、空にも同じにもできません。",
    "no seat {n} for the first dealer among {seats}": "最初の胴になる席がありません。",
    "bad value False for option 'capture_mandatory' in {game}: with three in play every card must end "
    "in a pile, and no rule says whose those left on the field are": (
        "三人で打つときは「合えば必ず取る」を外せません。場に残った札が誰のものか、決まりがないためです。"
    ),
    "a deal is still running, or the match is over": "前の局がまだ続いているか、対局が終わっています。",
    "seat {dealer} cannot deal, seat {other} does": "胴は{dealer}ではなく{other}です。",
    "{due} cards lie on the field, not {n}": "場札は{due}枚です。これは{n}枚です。",
    "the blank card is dealt with seven players and only then": (
        "白札は七人のときだけ、必ず誰かに入ります。誰に入ったか押してください。"
    ),
    "no seat {n} holds the blank card": "白札が入った席がありません。",
    "no みずてん in this game": "この対局に、みずてんはありません。",
    "no みずてん among three players": "三人のときは、みずてんはありません。",
    "{n} hands for {seats} players": "手札の数（{n}）と人数（{seats}）が合いません。",
    "seat {seat} is dealt {due} cards, not {n}": "{seat}に配るのは{due}枚です。これは{n}枚です。",
    "{cards} is dealt twice": "{cards}が二度配られています。",
    "the match has already begun": "対局はもう始まっています。",
    "a match begins with match_started, not {what}": "対局がまだ始まっていません。",
    "a log begins with match_started": "記録は対局の始まりからです。",
    "no event {n} to correct": "直そうとした記録はもうありません。",
    "a correction cannot stand in for event {n}": "訂正で訂正を置き換えることはできません。",
    "no deal begins at event {n}": "そこから始まる局はありません。",
    "what is put in is no whole deal": "入れるのは、配ってから終わるまでの一局です。",
    "the deal that is put in has not ended": "入れる局がまだ終わっていません。",
    "who deals follows from how the deal before ended": "誰が親かは、前の局の終わり方で決まります。",
    "at most {due} cards lie on the field, not {n}": "場札は{due}枚までです（{n}枚あります）。",
    "nobody knows the whole field that {card} is played to": "場札が全部は分からない局に、手は付けられません。",
    "no deal to void": "配り直す局がありません。",
    "the match is over already": "対局はもう終わっています。",
    "a deal is still running": "局がまだ続いています。先に局を終えてください。",
    "no deal was played yet": "まだ一局も終わっていません。",
    "seat {payer} cannot pay seat {payee}": "{payer}から{payee}へは払えません。",
    "not an amount from 1 to {most}: {mon}": "払う額は1から{most}までです。",
    "not a reason of 1 to {most} characters: {reason!r}": "理由は1字から{most}字までです。",
    "a reason cannot hold {char!r}: {reason!r}": (
        "理由に見えない制御文字が入っています。消して、もう一度入れてください。"
    ),
    "the match is over: take its end back to pay by hand": (
        "対局は終わっています。手で払うには、先に対局の終わりを戻してください。"
    ),
    # Bids.
    "nobody is asked to bid": "今は出降りを聞いていません。",
    "seat {seat} cannot speak before seat {speaker}": "先に{speaker}が言う番です。{seat}はその後です。",
    "seat {seat} cannot say {word} now": "{seat}は今「{word}」と言えません。",
    "{word} is not allowed": "今「{word}」とは言えません。",
    "2 to 6 play 八十, not {n}": "八十は2〜6人です（今は{n}人）。",
    "4 to 6 play 八八, or 3, not {n}": "八八は3〜6人です（今は{n}人）。",
    "no hand is to be shown now": "今は手を見せる時ではありません。",
    "seat {seat} is owed nothing for its hand": "{seat}は手に対してもらうものがありません。",
    "impossible hand {cards} of seat {seat}": "{cards}は{seat}の手ではありえません。",
    # Hand yaku.
    "announcing a hand yaku is not possible now": "今は手役を言えません。",
    "closing the announcements is not possible now": "今は手役の申告を終えられません。",
    "voiding a hand yaku is not possible now": "今は手役を取り消せません。",
    "seat {seat} is not in play": "{seat}はこの局を打っていません。",
    "seat {seat} has already announced": "{seat}はもう手役を言いました。",
    "seat {seat} cannot show {cards}": "{seat}は{cards}を見せられません。手にない札です。",
    "seat {seat} cannot claim nothing showing {cards}": "{cards}を見せるなら、手役を選んでください。",
    "seat {seat} cannot claim {yaku} showing {cards}": (
        "{cards}は{yaku}だけにはなりません。足りないか、違う札があります。二つの手役になる札なら、両方選びます。"
    ),
    "seat {seat} cannot claim {yaku} showing {cards}: they show {other}": "{cards}は{yaku}ではなく{other}です。",
    "seat {seat} has announced no hand yaku": "{seat}は手役を言っていません。",
    # Plays.
    "playing {card} is not possible now": "今は{card}を打てません。",
    "turning {card} is not possible now": "今は{card}をめくれません。",
    "seat {seat} cannot play, it is the turn of seat {other}": "{seat}の番ではありません。今は{other}の番です。",
    "{card} is not in the hand of seat {seat}": "{card}は{seat}の手にありません。",
    "seat {seat} cannot turn a card, seat {other} does": "めくるのは{seat}ではなく{other}です。",
    "{card} cannot be in the deck": "{card}は山札にあるはずがありません。",
    "{card} matches {field}, and must capture": "{card}は場の{field}と合うので、取らなければなりません。",
    "{card} cannot take '{cards}': nothing of its month lies there": (
        "場に{card}と合う札がないので、{cards}は取れません。"
    ),
    "{card} cannot take '{cards}' of {field}": "{card}で{cards}は取れません。場の同じ月は{field}です。",
    "the deal was over before {card} was played": "{card}を打つ前に局が終わっています。",
    "so played, the deal was not over": "この打ち方では局が終わりません。",
    "{card} cannot be played before half-turn {n}": "{card}はこの手の前には打てません。",
    # Sets, 下げ and 法度.
    "showing a hand against 法度 is not possible now": "今は法度に対して手を見せる時ではありません。",
    "seat {seat} fed nothing with {card}": "{seat}は{card}で何も出来させていません。",
    "'{cards}' was not the hand of seat {seat}": "その時の{seat}の手ではありません：{cards}。",
    "the hand '{cards}' of seat {seat} had another card": "{seat}の手（{cards}）には、ほかに打てる札がありました。",
    "calling {call} is not possible now": "今は上がりも下げも言えません。",
    "cancelling a 下げ is not possible now": "今は下げを取り消せません。",
    "a forced 下げ is not possible now": "今は下げになりません。",
    "the set of seat {seat} ends the deal": "{seat}の役で局は終わりです。続けては打てません。",
    "seat {seat} has completed no set to call": "{seat}に、言うべき新しい役はありません。",
    "seat {seat} cannot play on": "{seat}は下げて続けられません。",
    "seat {seat} cannot cancel a 下げ": "{seat}は今、下げを取り消せません。",
    "two turned cards change nothing for seat {seat}": "二枚めくっても、{seat}には何も変わりません。",
    # A deal that is told at its end, by its piles or by its points.
    "no deal to record a result for": "清算する局がありません。",
    "no result before everybody has bid": "出降りがまだ決まっていません。「宣言」で言い終えてから清算します。",
    "no deal to count points of": "点を数える局がありません。",
    "no deal to settle": "清算する局がありません。",
    "a hand yaku ends the deal before play": "手役で、打つ前に局が終わっています。",
    "something of seat {seat} after the deal had ended": (
        "{seat}のことが、局が終わった後に入っています。先に言ったのなら、局を終えた人の分を消して入れ直してください。"
    ),
    "{n} piles for {seats} seats": "取り札の山の数（{n}）と席の数（{seats}）が合いません。",
    "seat {seat} is not in play and captures nothing": "{seat}はこの局を打っていないので、取り札はありません。",
    "{cards} is in two piles": "{cards}が二人の取り札に入っています。",
    "seat {seat} had captured {cards}, which is not in the pile": (
        "{seat}が取った{cards}が、その取り札に入っていません。"
    ),
    "{n} cards captured of the {most} that two players see": (
        "取り札が{n}枚あります。二人なら{most}枚までしか出てきません。"
    ),
    "seat {seat} holds {n} cards of month {month}, {cards}: expected 0, 2 or 4": (
        "{seat}の取り札に{month}月が{n}枚あります（{cards}）。札は二枚か四枚ずつ取ります。"
    ),
    "seat {seat} captured all of month {month}: say whether before or after the 下げ": (
        "{seat}が{month}月を四枚とも取りました。下げの前か後かを言ってください。"
    ),
    "no 飛込み of seat {seat} with month {month}": "{seat}に{month}月の飛込みはありません。",
    "the 飛込み of seat {seat} with month {month} is told twice": "{seat}の{month}月の飛込みが二度入っています。",
    "飛込み is not under 法度": "この対局では、飛込みは法度になりません。",
    "seat {feeder} cannot have fed seat {maker}": "{feeder}が{maker}に出来させたはずがありません。",
    "seat {seat} is not in play and makes no set": "{seat}はこの局を打っていないので、役はありません。",
    "seat {seat} calls without a set": "{seat}には、言うべき役がありません。",
    "seat {seat} cannot play on beside seat {other}": "{other}が下げているので、{seat}は下げられません。",
    "{yaku} is no set that is called": "その役は、言って決める役ではありません。",
    "{yaku} of seat {seat} is told twice": "{seat}の{yaku}が二度入っています。",
    "the pile of seat {seat} holds {n} of the {due} cards of {yaku}": (
        "{seat}の取り札には、{yaku}の{due}枚のうち{n}枚しかありません。"
    ),
    "seat {seat} has no {yaku} worth {n}": "{seat}の{yaku}は{n}になりません。",
    "{yaku} of seat {seat} is not paid beside the other": "{seat}の{yaku}は、もう一つの役と一緒には払われません。",
    "{yaku} of seat {seat} is not paid beside {other}": "{seat}の{yaku}は、{other}と一緒には払われません。",
    "{yaku} of seat {seat} does not count after a 下げ": "{seat}の{yaku}は、下げの後では数えません。",
    "{yaku} is not played with": "この対局の取り決めに{yaku}はありません。",
    "no set is under 法度": "この対局に法度はありません。",
    "seat {feeder} fed no {yaku} to seat {seat}": "{feeder}が{seat}に出来させた役が合いません。",
    "{yaku} is not under 法度": "{yaku}は法度になりません。",
    "seat {seat} has no 下げ to cancel": "{seat}に取り消せる下げはありません。",
    "seat {seat} holds {yaku}, which was not called": "{seat}に{yaku}があります。上がりか下げかを言ってください。",
    "{n} cards captured of 48 in a deal that was played out": (
        "打ち切った局なのに、取り札が48枚のうち{n}枚しかありません。"
    ),
    "{n} cards captured of at least {least} in a deal that was played out": (
        "打ち切った局なら取り札は{least}枚以上ありますが、{n}枚しか入っていません。"
    ),
    "card points count for nothing": "この局では札の点は数えません。",
    "{n} points counted of at most {most}": "点の合計が{n}です。多くても{most}です。",
    "{n} points counted of at least {least}": "点の合計が{n}です。打ち切った局なら{least}以上あります。",
    "{n} points counted of the {due} of the deck": "点の合計が{n}です。札全部で{due}です。",
    "chaff is not counted in this game": "この対局ではカスの数は要りません。",
    "{n} chaff cards of seat {seat} are worth more than {points}": "{seat}のカス{n}枚だけで{points}点を超えます。",
    "{n} chaff cards of {most}": "カスが{n}枚になっています。全部で{most}枚です。",
    "seat {seat} is not paid for {yaku} at the end of a deal": "{seat}は、局の終わりにその役では支払いを受けません。",
    "{yaku} is for the third player alone": "{yaku}はビキだけの役です。",
    "{yaku} of seat {seat} beside {theirs} of seat {other}": "{seat}の{yaku}と{other}の{theirs}は両立しません。",
    "the card points decide who is paid, and were not counted": "札の点で誰に払うかが決まります。点を入れてください。",
    "{yaku} of seat {seat} alone is worth more than {n} points": "{seat}の{yaku}だけで{n}点を超えます。",
    "{n} counts for {seats} seats": "点の数（{n}）と席の数（{seats}）が合いません。",
    "seat {seat} cannot have {n}": "{seat}は{n}になりません。",
    "the sets at the end of the deal are paid by the cards": "局の終わりの役は札で決まります。札で清算してください。",
    "a set was completed, which is paid by the cards": "役が出来ているので、札で清算してください。",
    "whether the fourth card of month {month} was captured, only the cards tell": (
        "{month}月の四枚目を誰が取ったかは、札で清算しないと分かりません。"
    ),
    # One player's hand.
    "{card} is there more often than the deck has it": "{card}が、札にあるより多く入っています。",
    "{cards} lies on the field of this deal": "{cards}はこの局の場にあります。",
    "no deal is running": "今は局の途中ではありません。",
    "a hand has {due} cards, these are {n}": "手札は{due}枚までです。これは{n}枚です。",
    "no hand to judge before play": "手の良し悪しは、打ち始める前だけ見積もれます。",
    "no seat {n} among {seats}": "その席はこの対局にありません。",
    "seat {seat} cannot hold '{cards}'": "{seat}がこの手を持つことはありえません：{cards}。",
    "seat {seat} is not asked to bid": "今は{seat}の番ではありません。",
    "no hand of {n} fits into {left} cards": "残りの札から{n}枚の手は作れません。",
    "{cards} in two places: {one} and {other}": "{cards}が二か所にあります。",
    "too many of {card}: each card exists once, tap the one that is wrong": (
        "{card}が多すぎます。札は一枚ずつしかありません。違う札を押して直してください。"
    ),
}
"""The sentence as the code has it, and the same in Japanese."""

_CALLS = {Call.IN.value: "play", Call.DROP.value: "drop out", Call.DOUBLE.value: "double"}
_TERMS = {term.ja: term.en for term in NAMES.values()} | _CALLS
"""What stands in Japanese in English sentences, too."""

_SEAT = re.compile(r"\bseat \{(\w+)\}")

_SEATS = range(7)
"""As many sit at a table at most."""

_PLACE = re.compile(r"\{(\d)\}")


def why_not(message: str) -> Words | None:
    """Why something was refused; None of a sentence that is not one of the engine's, or not known here.

    >>> why_not(Sentence("seat {seat} cannot speak before seat {speaker}", seat=2, speaker=0))
    Words(ja='先に{0}が言う番です。{2}はその後です。', en='{2} cannot speak before {0}.')
    """
    if not isinstance(message, Sentence):
        return None
    inner = message.gaps.get("why")
    if isinstance(inner, Sentence):  # what was refused since something else was put right
        return why_not(inner)
    japanese = SAID.get(message.pattern)
    if japanese is None:
        return None
    seats = {gap: message.gaps[gap] for gap in _SEAT.findall(message.pattern)}
    named = {gap: f"{{{seat}}}" for gap, seat in seats.items() if seat in _SEATS}
    nobody = {gap: int(str(seat)) + 1 for gap, seat in seats.items() if seat not in _SEATS}
    gaps = {gap: str(value) for gap, value in message.gaps.items()} | named
    english = {gap: _TERMS.get(value, value) for gap, value in gaps.items()}
    english |= {gap: f"seat {seat}" for gap, seat in nobody.items()}
    gaps |= {gap: f"席{seat}" for gap, seat in nobody.items()}
    return Words(japanese.format(**gaps), _english(message.pattern).format(**english))


def why_said(message: str, players: Sequence[str]) -> Words:
    """Why something was refused, with the players' names; what is not known here as the engine says it.

    A seat where nobody sits is told by its number: a correction may have named any.
    """
    why = why_not(message) or Words(str(message), str(message))
    return said_of(lambda names: Words(_named(why.ja, names, "席"), _named(why.en, names, "seat ")), players)


def _named(said: str, names: Sequence[str], seat: str) -> str:
    """`said` with the name of who sits there for each seat in braces."""
    return _PLACE.sub(lambda at: names[int(at[1])] if int(at[1]) < len(names) else f"{seat}{int(at[1]) + 1}", said)


def _english(pattern: str) -> str:
    """The sentence for people: a seat is its player."""
    said = pattern.replace("seat {", "{")
    return BETTER.get(pattern, f"{said[0].upper()}{said[1:]}.")


def rule_says(rule: str) -> Words | None:
    """What the rule says, in a sentence; None for no rule, or one that the book does not have."""
    said = sentences().get(rule)
    return None if said is None else Words(said.ja, said.en)

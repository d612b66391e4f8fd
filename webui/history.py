"""The log as people read it: what each event was, what it changed, and what undo and redo would do next.

Undo and redo are corrections like any other (`Corrected`): undo puts nothing in the place of an event or of a
correction, redo corrects that away. So the log forgets nothing, and both survive a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from yakume.engine import Card, CardSet, EngineError, NotationError, Rank
from yakume.engine.ba import four_on_field
from yakume.engine.events import (
    BidMade,
    CardPlayed,
    CardTurned,
    Corrected,
    CorrectedTogether,
    Correction,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    Event,
    HandShown,
    HattoExempted,
    HousePayment,
    MatchEnded,
    MatchStarted,
    PointsCounted,
    QuestionAnswered,
    SageCancelled,
    SetsMade,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    Tobikomi,
    TwoTurned,
)
from yakume.engine.ledger import Entry
from yakume.engine.names import name
from yakume.engine.play import apply, corrections, effective, replay
from yakume.engine.state import Phase, State
from yakume.vision.referee.asking import read_answer
from yakume.vision.referee.questions import UnreadCard

from .preview import difference
from .text.dealing import AGAIN_FOR_FIELD, DRAWN
from .text.questions import say_answer, say_question
from .text.words import Words, said_of

_PLAIN: Mapping[type[Event], Words] = {
    TeyakuClosed: Words("手役はここまで", "no more hand yaku"),
    MatchEnded: Words("対局の終わり", "end of the match"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One event that counts."""

    seq: int
    """Its place in the log, from 0; what stands in for a corrected event has that event's place."""
    deal: int
    """Number of the deal it belongs to, from 1; 0 before the first."""
    event: Event
    what: Words
    change: tuple[int, ...]
    """What each seat gained or lost by it, in 文 (八十: 点)."""
    entries: tuple[Entry, ...] = ()
    """The payments that it brought."""
    rule: str = ""
    """The rule by which its card was taken or stayed; empty where no card was played."""
    refused: EngineError | None = None
    """Why it does not count any more since something before it was corrected; None if it counts."""


def steps(log: Sequence[Event]) -> tuple[Step, ...]:
    """Every event of `log` that counts, oldest first, with what it changed."""
    state: State | None = None
    found = []
    for seq, event in effective(tuple(log)):
        what = describe(state, event)
        deal = _deal_of(state, event)
        try:
            after = apply(state, event)
        except EngineError as error:
            nothing = () if state is None else (0,) * len(state.players)
            found.append(Step(seq, deal, event, what, nothing, refused=error))
            continue
        before = (0,) * len(after.players) if state is None else state.scores
        change = tuple(new - old for new, old in zip(after.scores, before, strict=True))
        paid, _ = difference(() if state is None else state.ledger, after.ledger)
        ended = state is not None and len(after.ends) > len(state.ends)
        if ended and not paid and not isinstance(event, DealVoided | TeyakuClosed):
            what = Words(f"{what.ja} {DRAWN.ja}", f"{what.en}. {DRAWN.en}")
        found.append(Step(seq, deal, event, what, change, paid, turn_rule(state, event)))
        state = after
    return tuple(found)


def turn_rule(state: State | None, event: Event) -> str:
    """The rule by which a played or turned card takes what it takes, or stays; empty for another event."""
    if not isinstance(event, CardPlayed | CardTurned) or state is None or state.deal is None:
        return ""
    return capture_rule(state.deal.field, event.card)


def capture_rule(field: CardSet, card: Card) -> str:
    """The rule that says what `card` takes from `field`, by how many cards of its month lie there."""
    return ("COM-CAP-01", "COM-CAP-02", "COM-CAP-03", "COM-CAP-04")[min(len(field.of_month(card.month)), 3)]


def undoable(log: Sequence[Event]) -> tuple[int, ...]:
    """Places in the log of what undo takes back, the newest first; none if nothing but the match's start is left.

    What was booked last goes first, whichever deal it is about: a correction of a deal long settled before the deal
    that runs. Corrections that were made as one, as of a deal's end and of the dealer that follows from it, go as one.
    """
    found = corrections(tuple(log))
    counting = {at for at, instead in found.values() if instead}
    for seq in reversed(range(1, len(log))):
        event = log[seq]
        if seq in counting or (seq not in found and not isinstance(event, Corrected)):
            places = [seq]
            while places[-1] - 1 in counting and _are_one(log, places[-1]):
                places.append(places[-1] - 1)
            return tuple(places)
    return ()


def _are_one(log: Sequence[Event], at: int) -> bool:
    """True if what stands at place `at` of the log was booked by one answer with the correction before it: what it
    corrects was refused after that, or follows from it; or it says no more than that correction does."""
    before, then = log[at - 1], log[at]
    if not isinstance(before, Corrected) or not before.events:
        return False
    if isinstance(then, QuestionAnswered):
        return _puts_right_what_was_said(log, at)
    if not isinstance(then, Corrected) or not then.events or before.seq >= then.seq:
        return False
    if then.seq == before.seq + 1 and all(isinstance(event, DealStarted) for event in then.events):
        return True  # an end, and the dealer that follows from it
    between = [event for seq, event in effective(tuple(log[: at - 1])) if before.seq < seq < then.seq]
    began = all(isinstance(event, DealStarted) for event in before.events)
    if began and _ends(then) and not any(isinstance(event, DealStarted) for event in between):
        return True  # how a deal began, and the end that follows from that
    return then.seq in {refused.seq for refused in replay(log[:at]).rejected}


def _ends(correction: Corrected) -> bool:
    return any(isinstance(event, DealResult | DealVoided) for event in correction.events)


def _puts_right_what_was_said(log: Sequence[Event], at: int) -> bool:
    """True if the answer at place `at` says that no light is among the cards of a first field that nobody could read,
    and the correction before it takes out one of which people had said that it is there."""
    before, given = log[at - 1], log[at]
    assert isinstance(before, Corrected) and isinstance(given, QuestionAnswered)
    with suppress(NotationError):  # what another version of yakume answered
        question, _ = read_answer(given)
        stood = dict(effective(tuple(log[: at - 1]))).get(before.seq)
        if isinstance(question, UnreadCard) and isinstance(stood, DealStarted):
            return any(card.rank is Rank.HIKARI for card in stood.field - question.known)
    return False


def redoable(log: Sequence[Event]) -> tuple[int, ...]:
    """Places in the log of the undo that redo takes back, the newest first: the last one that nothing was booked after;
    none without one."""
    taken_back: set[int] = set()
    for seq in reversed(range(len(log))):
        event = log[seq]
        if not isinstance(event, Corrected) or event.events:
            return ()
        target = log[event.seq]
        if isinstance(target, Corrected) and not target.events:
            taken_back.add(event.seq)
        elif seq not in taken_back:
            places = [seq]
            while _was_undone_with(log, places[-1]):
                places.append(places[-1] - 1)
            return tuple(places)
    return ()


def _was_undone_with(log: Sequence[Event], seq: int) -> bool:
    """True if the undo before the one at place `seq` of the log took back what was corrected as one with its own."""
    undo, before = log[seq], log[seq - 1]
    if not (isinstance(undo, Corrected) and isinstance(before, Corrected)) or before.events:
        return False
    return before.seq == undo.seq + 1 and _are_one(log, before.seq)


def undo_words(log: Sequence[Event]) -> Words | None:
    """What undo would take back, as short as a button wants it; None if there is nothing."""
    places = undoable(log)
    return _words_at(log, places[-1]) if places else None


def redo_words(log: Sequence[Event]) -> Words | None:
    """What redo would bring back, as short as a button wants it; None if there is nothing."""
    places = redoable(log)
    if not places:
        return None
    undone = log[places[0]]
    assert isinstance(undone, Corrected)
    return _words_at((*log, *map(Corrected, places)), undone.seq)


def _words_at(log: Sequence[Event], at: int) -> Words:
    """What stands at place `at` of the log: an event, or a correction with what it put in the place of another."""
    event = log[at]
    if isinstance(event, DealInserted):
        number = _deals_until(log, at)
        return Words(f"抜けた第{number}局", f"the missing deal {number}")
    if isinstance(event, CorrectedTogether):
        return _together(log, at, event)
    if not isinstance(event, Corrected):
        return _newest_at(log, at)
    found = _newest_at(log, event.seq)
    return Words(f"訂正（{found.ja}）", f"correction ({found.en})")


def _together(log: Sequence[Event], at: int, event: CorrectedTogether) -> Words:
    """Corrections that were made as one: a deal that was taken out, or what the first of them put right."""
    before = log[:at]
    removed = {part.seq for part in event.parts if not part.events}
    counting = [(seq, each) for seq, each in effective(tuple(before)) if isinstance(each, DealStarted)]
    out = next((seq for seq, _ in counting if seq in removed), None)
    if out is not None:
        number = _deals_until(before, out)
        if out == counting[-1][0] and replay(before).phase not in (Phase.READY, Phase.OVER):
            return Words(f"第{number}局の取り消し", f"deal {number}, taken back")
        return Words(f"なかった第{number}局", f"deal {number}, which was never played")
    first = event.parts[0]
    stood = dict(effective(tuple(before))).get(first.seq)
    then = first.events[0] if first.events else None
    if isinstance(stood, MatchStarted) and isinstance(then, MatchStarted) and then.players != stood.players:
        return Words("名前の変更", "names of the players")
    found = _newest_at(log if first.events else before, first.seq)
    return Words(f"訂正（{found.ja}）", f"correction ({found.en})")


def _deals_until(log: Sequence[Event], place: int) -> int:
    """Number of the deal that stands at a place."""
    state: State | None = None
    for seq, event in effective(tuple(log)):
        if seq == place:
            break
        try:
            state = apply(state, event)
        except EngineError:
            continue
    return state.played + 1 if state else 1


def _newest_at(log: Sequence[Event], at: int) -> Words:
    """The last step that stands at place `at` of the log, without its list of cards or counts if it has one."""
    state: State | None = None
    words: Words | None = None
    for seq, event in effective(tuple(log)):
        if seq == at:
            words = _title(state.played + 1, event) if state else None
            words = words or describe(state, event)
        try:
            state = apply(state, event)
        except EngineError:
            continue
    return words or Words("", "")


def _title(number: int, event: Event) -> Words | None:
    """What begins the words of an event that lists cards or counts; None of any other."""
    if isinstance(event, DealStarted):
        if event.partly and not event.field:
            return Words(f"第{number}局（場札なし）", f"deal {number}, its field left out")
        return Words(f"第{number}局の場札", f"field of deal {number}")
    if isinstance(event, PointsCounted):
        if event.points:
            return Words(f"第{number}局を札点で清算", f"deal {number} settled by points")
        return Words(f"第{number}局を役だけで清算", f"deal {number} settled by sets alone")
    return None


def _deal_of(state: State | None, event: Event) -> int:
    if state is None or isinstance(event, MatchStarted):
        return 0
    return state.played + 1


def describe(state: State | None, event: Event) -> Words:
    """What `event` is, said to the people at the table, with each language's names of the winds.

    Args:
        state: the match before the event, None before its start.
        event: one that counts.
    """
    if state is None:
        return _describe(None, event)
    return said_of(lambda players: _describe(replace(state, players=players), event), state.players)


def _describe(state: State | None, event: Event) -> Words:
    """The same with the players called as `state` has them."""
    if isinstance(event, MatchStarted):
        return _pair("対局の開始", "start of the match")
    if state is None:
        return _pair(event.wire, event.wire)
    number = state.played + 1
    if isinstance(event, DealStarted):
        ja, en = ("（みずてん）", " (dealt unseen, mizuten)") if event.mizuten else ("", "")
        title = _title(number, event) or Words("", "")
        if state.game.rules.redeal and four_on_field(event.field):
            ja, en = f"{ja} {AGAIN_FOR_FIELD.ja}", f"{en}. {AGAIN_FOR_FIELD.en}"
        field = (f" {_ja(event.field)}", f": {_en(event.field)}") if event.field else ("", "")
        return _pair(f"{title.ja}{field[0]}{ja}", f"{title.en}{field[1]}{en}")
    if isinstance(event, DealResult):
        return _result(state, event, number)
    if isinstance(event, DealVoided):
        return _pair(f"第{number}局は無効", f"deal {number} does not count")
    if isinstance(event, Correction | QuestionAnswered | HousePayment):
        return _beside_play(state, event)
    if isinstance(event, PointsCounted):
        # Who dropped out or sat out counts nothing.
        plays = (state.deal.order if state.deal else ()) or range(len(event.points))
        counts = [f"{_player(state, seat)} {event.points[seat]}" for seat in plays if event.points]
        told = [_happening(state, each) for each in event.happenings or ()]
        ja = "、".join((*(each.ja for each in told), *counts))
        en = ", ".join((*(each.en for each in told), *counts))
        title = _title(number, event) or Words("", "")
        return _pair(f"{title.ja}（{ja}）", f"{title.en} ({en})") if ja else title
    if isinstance(event, TeyakuClosed | MatchEnded):
        return _PLAIN[type(event)]
    player = _player(state, event.seat)
    if isinstance(event, DekiyakuCalled):
        term = name(state.game.calls[event.call])
        return _pair(f"{player}：{term.ja}", f"{player}: {term.en}")
    return _of_seat(player, event)


def _beside_play(state: State, event: Correction | QuestionAnswered | HousePayment) -> Words:
    """What is not of the game itself."""
    if isinstance(event, Correction):
        return _pair("訂正", "correction")
    if isinstance(event, QuestionAnswered):
        return _answered(state, event)
    payer, payee = _player(state, event.payer), _player(state, event.payee)
    return _pair(f"{payer}から{payee}へ「{event.reason}」", f"{payer} pays {payee}: {event.reason}")


def _answered(state: State, event: QuestionAnswered) -> Words:
    """An answer that books nothing by itself, with its question."""
    try:
        question, answer = read_answer(event)
        asked, said = say_question(question, state.players), say_answer(question, answer, state.players, state.game)
    except (EngineError, LookupError):  # of another version, or of another number of players
        return _pair("答え", "an answer")
    return _pair(f"答え「{said.ja}」（{asked.ja}）", f"answer “{said.en}” ({asked.en})")


def _of_seat(player: str, event: Event) -> Words:
    """An event of one player."""
    if isinstance(event, TeyakuShown):
        ja, en = zip(*((name(part).ja, name(part).en) for part in event.parts), strict=True)
        return _pair(f"{player}の{'と'.join(ja)}", f"{player}: {' and '.join(en)}")
    if isinstance(event, TeyakuVoided):
        return _pair(f"{player}の手役の取消し（誤り）", f"hand yaku of {player} taken back as wrong")
    if isinstance(event, BidMade):
        term = name(event.call)
        return _pair(f"{player}：{term.ja}", f"{player}: {term.en}")
    if isinstance(event, HandShown):
        return _pair(f"{player}が手札を見せる（追い込み代）", f"{player} shows the squeezed-out hand")
    if isinstance(event, CardPlayed):
        return _turn(player, event.card, event.takes, "手から", "plays")
    if isinstance(event, CardTurned):
        return _turn(player, event.card, event.takes, "山から", "turns")
    if isinstance(event, SageCancelled):
        return _pair(f"{player}：下げの取消し", f"{player} cancels the play-on")
    if isinstance(event, TwoTurned):
        return _pair(f"{player}：山札を2枚めくった", f"{player} turned two deck cards")
    assert isinstance(event, HattoExempted), event
    return _pair(f"{player}：法度の免除", f"{player} is excused from the feeding penalty")


def _turn(player: str, card: Card, takes: CardSet, ja: str, en: str) -> Words:
    taken = f"、{_ja(takes)}を取る" if takes else ""
    takes_en = f", takes {_en(takes)}" if takes else ""
    return _pair(f"{player}：{ja}{name(card).ja}{taken}", f"{player} {en} {name(card).en}{takes_en}")


def _result(state: State, event: DealResult, number: int) -> Words:
    said = [_happening(state, each) for each in event.happenings]
    ended = any(
        not (isinstance(each, Tobikomi) or (isinstance(each, SetsMade) and each.call == "sage"))
        for each in event.happenings
    )
    if not ended:
        said.append(_pair("最後まで", "played out"))
    return _pair(
        f"第{number}局の清算（{'、'.join(each.ja for each in said)}）",
        f"settlement of deal {number} ({', '.join(each.en for each in said)})",
    )


def _happening(state: State, happening: object) -> Words:
    if isinstance(happening, SetsMade):
        player, call = _player(state, happening.seat), name(state.game.calls[happening.call])
        ja, en = (
            zip(*((name(rule).ja, name(rule).en) for rule, _ in happening.sets), strict=True)
            if happening.sets
            else ((), ())
        )
        return _pair(f"{player}が{'・'.join(ja)}で{call.ja}", f"{player} {call.en}: {', '.join(en)}")
    if isinstance(happening, Tobikomi):
        return _pair(
            f"{_player(state, happening.seat)}の飛込み", f"fourth card of a three of {_player(state, happening.seat)}"
        )
    seat = getattr(happening, "seat", 0)
    return _pair(f"{_player(state, seat)}が下げを取消し", f"{_player(state, seat)} cancels the play-on")


def _player(state: State, seat: int) -> str:
    return state.players[seat] if 0 <= seat < len(state.players) else f"{seat + 1}"


def _ja(cards: CardSet) -> str:
    return "・".join(name(card).ja for card in cards)


def _en(cards: CardSet) -> str:
    # Names have commas of their own: "plum, chaff".
    return "; ".join(name(card).en for card in cards)


def _pair(ja: str, en: str) -> Words:
    return Words(ja, en)

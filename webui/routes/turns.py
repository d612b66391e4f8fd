"""A half-turn of a followed deal put right: what it could have been, and what the deal and the score would become."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Annotated

from fastapi import APIRouter, Path
from yakume.engine import Card
from yakume.engine.events import Corrected, DealStarted, Event, QuestionAnswered, from_json, to_json
from yakume.engine.names import name
from yakume.engine.play import effective
from yakume.engine.state import State
from yakume.vision.referee.answers import HalfTurn, PlayedSo
from yakume.vision.referee.asking import answered, read_answer
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.line import Play
from yakume.vision.referee.questions import HowPlayed

from ..declare import standing
from ..deps import DeskDep
from ..desk import Desk
from ..errors import ApiError
from ..half_turns import Line, Played, ended_so, faces_of, line_of, others, played, so_played, with_other_card
from ..history import describe
from ..preview import preview
from ..schemas import ChangedOut, TurnsOut, WordsOut
from ..session.next_dealer import with_next_dealer
from ..store import Conflict
from ..text.words import Words, called
from ..told import preview_out
from .instead import AskInstead, ChoiceInsteadOut, InsteadOut

router = APIRouter(prefix="/api/turns")

Number = Annotated[int, Path(ge=1, le=10_000)]
At = Annotated[int, Path(ge=0, le=200)]


@router.get("/{deal}/{at}")
def turn(desk: DeskDep, deal: Number, at: At) -> InsteadOut:
    """What half-turn `at` of deal `deal` could have been instead. Raises: ApiError 404 for none that decides."""
    match, how = _how(desk, deal, at)
    choices = []
    for play, line, said in others(how.base, how.plays, at):
        events = _booked(match, how, line, said)
        if events is not None:
            what = describe(how.base, play)
            choices.append(ChoiceInsteadOut(ja=what.ja, en=what.en, events=[to_json(each) for each in events]))
    card = str(how.plays[at].card)
    return InsteadOut(choices=choices, cards=[card], tally=None, points=None, follows=None, removable=False)


@router.post("/{deal}/{at}")
def ask(desk: DeskDep, deal: Number, at: At, command: AskInstead) -> TurnsOut:
    """What one of those, or another card, would change; nothing is booked.

    Raises: EngineError for what the rules do not allow, ApiError 404 where nothing stands.
    """
    if command.seq != desk.seq:
        raise Conflict(desk.match_id or "", command.seq, desk.seq)
    match, how = _how(desk, deal, at)
    if command.right is not None:
        line = line_of(how.base, with_other_card(how.plays, at, Card.parse(command.right)))
        events: Sequence[Event] = _events(match, how, line, (at,))
    else:
        events = [from_json(event) for event in command.events]
    events = with_next_dealer(match, events)
    told = preview_out(preview(match, events), [to_json(each) for each in events]).model_dump()
    if how.end is None:
        return TurnsOut(**told, turns=_running(desk, how, _said(events)))
    corrected = events[0] if events else None
    said = _said(corrected.events if isinstance(corrected, Corrected) else ())
    line = line_of(how.base, [said[at] for at in sorted(said)])
    return TurnsOut(**told, turns=_changed(how, how.plays, line.plays))


def _how(desk: Desk, deal: int, at: int) -> tuple[State, Played]:
    match = desk.match()
    how = played(match, deal, desk.followed(deal))
    if how is None or at >= len(how.plays) or not how.decides:
        raise ApiError(404, "no_such_turn", f"no half-turn {at} decides deal {deal}")
    return match, how


def _booked(match: State, how: Played, line: Line, said: tuple[int, ...]) -> tuple[Event, ...] | None:
    """What books `line`; None where the rules refuse it."""
    try:
        events = _events(match, how, line, said)
        preview(match, events)
    except ValueError:
        return None
    return events


def _events(match: State, how: Played, line: Line, said: tuple[int, ...]) -> tuple[Event, ...]:
    """What books that the half-turns `said` of `line` were made so. Raises: EngineError where the rules refuse it."""
    if how.end is None or how.result is None:
        log = deal_log(match)
        known = {**log.played, **{each.at: each for each in so_played(line.plays, said).turns}}
        return (answered(HowPlayed(log.deal), PlayedSo(tuple(known[at] for at in sorted(known)))),)
    told = so_played(line.plays, range(len(line.plays)))
    result = ended_so(how, line)
    return (Corrected(how.end, (answered(HowPlayed(_laid(match, how.end)), told), result)),)


def _laid(match: State, end: int) -> int:
    """How many deals were laid before the end at place `end` of the log."""
    return sum(isinstance(event, DealStarted) and seq < end for seq, event in effective(match.log))


def _said(events: Sequence[Event]) -> dict[int, HalfTurn]:
    for event in events:
        if isinstance(event, QuestionAnswered):
            answer = read_answer(event)[1]
            if isinstance(answer, PlayedSo):
                return {each.at: each for each in answer.turns}
    raise ApiError(422, "no_such_turn", "nothing is said of any half-turn")


def _running(desk: Desk, how: Played, said: dict[int, HalfTurn]) -> list[ChangedOut]:
    """What following the running deal anew would change."""
    thread = desk.followed_had(said)
    if thread is None or thread.best is None:
        raise ApiError(409, "not_followed", "no play is followed just now")
    changed = _changed(how, how.plays, thread.plays)
    if thread.is_lost:
        lost = Words("この先は追えなくなり、取り札で清算します。", "Then play is not followed on: the piles settle it.")
        changed.append(ChangedOut(was=None, now=_out(lost)))
    return changed


def _changed(how: Played, before: Sequence[Play], after: Sequence[Play]) -> list[ChangedOut]:
    """Half-turns that are others, and sets that are in no pile any more, or only now."""
    found = []
    for number, (was, now) in enumerate(zip_longest(before, after), start=1):
        if faces_of([was] if was else []) != faces_of([now] if now else []):
            found.append(ChangedOut(was=_turn(how.base, number, was), now=_turn(how.base, number, now)))
    if how.end is None:
        then, gone = _sets(how.base, after), _sets(how.base, before)
        found += [ChangedOut(was=_out(words), now=None) for key, words in gone.items() if key not in then]
        found += [ChangedOut(was=None, now=_out(words)) for key, words in then.items() if key not in gone]
    return found


def _turn(state: State, number: int, play: Play | None) -> WordsOut | None:
    if play is None:
        return None
    what = describe(state, play)
    return WordsOut(ja=f"{number}. {what.ja}", en=f"{number}. {what.en}")


def _sets(base: State, plays: Sequence[Play]) -> dict[tuple[int, str], Words]:
    """Sets in the piles after `plays`, by seat and rule."""
    piles = dict(enumerate(line_of(base, plays).piles))
    found = {}
    for seat, rows in standing(base, piles).items():
        for rule, _ in rows:
            ja, en = (called(base.players, english)[seat] for english in (False, True))
            found[seat, rule] = Words(f"{ja}：{name(rule).ja}", f"{en}: {name(rule).en}")
    return found


def _out(words: Words) -> WordsOut:
    return WordsOut(ja=words.ja, en=words.en)

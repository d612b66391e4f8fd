"""A half-turn of a followed deal put right, added or removed: what it could have been, and what the deal and the score
would become.

A settled deal must still end: what does not yet, as where one half-turn was removed and another not yet added, is a
draft that the next request goes on with. A running deal is followed anew with what was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field
from yakume.engine import Card, CardSet, EngineError, IllegalAction
from yakume.engine.events import Corrected, Event, QuestionAnswered, from_json, to_json
from yakume.engine.names import name
from yakume.engine.state import State
from yakume.vision.referee.answers import PlayedSo
from yakume.vision.referee.asking import answered, read_answer
from yakume.vision.referee.deal_log import deal_log, laid_before
from yakume.vision.referee.line import Play
from yakume.vision.referee.questions import HowPlayed

from ..added_turns import legal_at, read_draft, said_besides, spell_draft, with_more, without
from ..declare import standing
from ..deps import DeskDep
from ..desk import Desk
from ..errors import ApiError, refused
from ..half_turns import Line, Played, ended_so, faces_of, line_of, others, played, so_played, with_other_card
from ..history import describe
from ..preview import preview
from ..schemas import ChangedOut, TurnsOut, WordsOut
from ..session.next_dealer import with_next_dealer
from ..store import Conflict
from ..text.telling import NOT_YET
from ..text.words import Words, called
from ..told import preview_out, words_out
from .instead import AskInstead, ChoiceInsteadOut, InsteadOut

router = APIRouter(prefix="/api/turns")

Number = Annotated[int, Path(ge=1, le=10_000)]
At = Annotated[int, Path(ge=0, le=200)]


Draft = Annotated[str, Query(max_length=2_000)]
"""Half-turns of a deal as they were put right so far, where that is not booked yet; empty where nothing was."""


class LegalOut(ChoiceInsteadOut):
    """A half-turn that the rules allow."""

    card: str
    cards: list[str]
    """All that look like it and may have been it."""
    takes: list[str]


class TurnInsteadOut(InsteadOut):
    """What may be put right about one half-turn."""

    legal: list[LegalOut]
    """What may have been played before it without being seen."""


class AskTurn(AskInstead):
    """Ask what a half-turn put right would change; with nothing at all, that it never happened."""

    card: str | None = None
    """A card that nobody saw played before the half-turn, and what it took."""
    takes: list[str] = Field(default_factory=list, max_length=3)


@router.get("/{deal}/{at}")
def turn(desk: DeskDep, deal: Number, at: At, draft: Draft = "") -> TurnInsteadOut:
    """What half-turn `at` of deal `deal` could have been instead, and what before it; at the end, what after the last.

    Raises: ApiError 404 for none that decides.
    """
    match, how, plays = _how(desk, deal, at, draft)
    choices = []
    for play, line, said in others(how.base, plays, at) if at < len(plays) else ():
        events = _booked(match, how, line, said)
        if events is not None:
            what = describe(how.base, play)
            # Exchanged with one of the others: two turns of a player are told apart by their places alone.
            place = next((each + 1 for each in said if each != at), None)
            ja, en = ("", "") if place is None else (f"{place}手目に ", f"As half-turn {place}: ")
            told = [to_json(each) for each in events]
            choices.append(ChoiceInsteadOut(ja=ja + what.ja, en=en + what.en, events=told))
    legal = []
    for play, alike in legal_at(how.base, plays, at):
        what, takes = describe(how.base, play), [str(card) for card in play.takes]
        cards = [str(card) for card in alike]
        legal.append(LegalOut(ja=what.ja, en=what.en, events=[], card=str(play.card), cards=cards, takes=takes))
    cards = [str(play.card) for play in plays[at : at + 1]]
    return TurnInsteadOut(
        choices=choices, cards=cards, tally=None, points=None, follows=None, removable=at < len(plays), legal=legal
    )


@router.post("/{deal}/{at}")
def ask(desk: DeskDep, deal: Number, at: At, command: AskTurn, draft: Draft = "") -> TurnsOut:
    """What one of those, another card, one more before it or none would change; nothing is booked.

    What cannot be booked as it is, as where a half-turn is lacking now, says why, and is the draft to go on with.
    Raises: EngineError for what the rules do not allow, ApiError 404 where nothing stands.
    """
    if command.seq != desk.seq:
        raise Conflict(desk.match_id or "", command.seq, desk.seq)
    match, how, plays = _how(desk, deal, at, draft)
    if command.events:
        return _told(desk, match, how, [from_json(event) for event in command.events])
    if command.card is None and at == len(plays):
        raise ApiError(404, "no_such_turn", f"no half-turn {at} decides deal {deal}")
    if command.right is not None:
        line = line_of(how.base, with_other_card(plays, at, Card.parse(command.right)))
        return _told(desk, match, how, *_or_why(match, how, line, so_played(line.plays, (at,))))
    if command.card is not None:
        card, takes = Card.parse(command.card), CardSet.parse(" ".join(command.takes))
        offered = (play for play, _ in legal_at(how.base, plays, at))
        more = next((each for each in offered if (each.card, each.takes) == (card, takes)), None)
        if more is None:
            raise IllegalAction("{card} cannot be played before half-turn {n}", "COM-TURN-01", card=card, n=at + 1)
        line = line_of(how.base, with_more(plays, at, more))
        by = desk.looks() if at == len(plays) else 0
        said = PlayedSo((replace(so_played(line.plays, (at,)).turns[0], by=by),))
        return _told(desk, match, how, *_or_why(match, how, line, said, plays))
    line = line_of(how.base, without(plays, at))
    if at < len(line.plays):
        said = so_played(line.plays, (at,))  # the next one is in its place
    else:
        said = PlayedSo(never=(replace(so_played(plays, (at,)).turns[0], by=desk.looks()),))
    told = _told(desk, match, how, *_or_why(match, how, line, said, plays))
    if how.end is None and (still := _seen_still(desk, plays[at], events=told.events)) is not None:
        told.turns.append(still)
    return told


def _how(desk: Desk, deal: int, at: int, draft: str) -> tuple[State, Played, tuple[Play, ...]]:
    """The match, the deal as it stands, and its half-turns as the draft has them."""
    match = desk.match()
    how = played(match, deal, desk.followed(deal))
    if how is None or not how.decides:
        raise ApiError(404, "no_such_turn", f"no half-turn {at} decides deal {deal}")
    plays = how.plays if not draft else read_draft(how.base, draft)
    if at > len(plays):
        raise ApiError(404, "no_such_turn", f"no half-turn {at} decides deal {deal}")
    return match, how, plays


def _booked(match: State, how: Played, line: Line, said: tuple[int, ...]) -> tuple[Event, ...] | None:
    """What books `line`; None where the rules refuse it."""
    try:
        events = _events(match, how, line, so_played(line.plays, said))
        preview(match, events)
    except ValueError:
        return None
    return events


def _or_why(
    match: State, how: Played, line: Line, said: PlayedSo, was: Sequence[Play] = ()
) -> tuple[Sequence[Event], Line, EngineError | None]:
    """What books `line`, or why it cannot be booked as it is.

    Args:
        said: what people say of the running deal for it.
        was: the half-turns before, where some were added or removed.
    """
    try:
        return _events(match, how, line, said, was), line, None
    except EngineError as why:
        return (), line, why


def _events(match: State, how: Played, line: Line, said: PlayedSo, was: Sequence[Play] = ()) -> tuple[Event, ...]:
    """What books `line`, see `_or_why`. Raises: EngineError where the deal does not end so."""
    if how.end is None or how.result is None:
        log = deal_log(match)
        return (answered(HowPlayed(log.deal), said_besides(log.played, said, was, line.plays)),)
    told = so_played(line.plays, range(len(line.plays)))
    result = ended_so(how, line)
    return (Corrected(how.end, (answered(HowPlayed(laid_before(match.log, how.end)), told), result)),)


def _told(
    desk: Desk,
    match: State,
    how: Played,
    events: Sequence[Event],
    line: Line | None = None,
    why: EngineError | None = None,
) -> TurnsOut:
    """What `events` would change; nothing yet where `line` cannot be booked as it is."""
    booked = with_next_dealer(match, events)
    told = preview_out(preview(match, booked), [to_json(each) for each in booked]).model_dump()
    if how.end is None:
        return TurnsOut(
            **told, turns=_running(desk, how, _said(events)), draft="", unfinished=None, not_yet=words_out(NOT_YET)
        )
    if line is None:
        said = _said(events[0].events if events and isinstance(events[0], Corrected) else ())
        line = line_of(how.base, said.turns)
    unfinished = None if why is None else refused(why)
    turns = _changed(how, how.plays, line.plays)
    return TurnsOut(
        **told, turns=turns, draft=spell_draft(line.plays), unfinished=unfinished, not_yet=words_out(NOT_YET)
    )


def _said(events: Sequence[Event]) -> PlayedSo:
    for event in events:
        if isinstance(event, QuestionAnswered):
            answer = read_answer(event)[1]
            if isinstance(answer, PlayedSo):
                return answer
    raise ApiError(422, "no_such_turn", "nothing is said of any half-turn")


def _running(desk: Desk, how: Played, said: PlayedSo) -> list[ChangedOut]:
    """What following the running deal anew would change."""
    thread = desk.followed_had(said)
    if thread is None or thread.best is None:
        raise ApiError(409, "not_followed", "no play is followed just now")
    changed = _changed(how, how.plays, thread.plays)
    if thread.is_lost:
        lost = Words("この先は追えなくなり、取り札で清算します。", "Then play is not followed on: the piles settle it.")
        changed.append(ChangedOut(was=None, now=_out(lost)))
    return changed


def _seen_still(desk: Desk, removed: Play, events: Sequence[dict[str, Any]]) -> ChangedOut | None:
    """Where the card of a half-turn that never happened lies there all the same, so that it was made later."""
    thread = desk.followed_had(_said([from_json(event) for event in events]))
    plays = thread.plays if thread is not None else ()
    place = next((at for at, play in enumerate(plays, start=1) if play.card.face == removed.card.face), None)
    if place is None:
        return None
    card = name(removed.card)
    return ChangedOut(
        was=None,
        now=_out(
            Words(
                f"「{card.ja}」は卓に見えているので、{place}手目として追います。読み違いなら、その札を押して直してください。",
                f"“{card.en}” is seen on the table, so it is followed as half-turn {place}. "
                "If it is misread, tap the card and put it right.",
            )
        ),
    )


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

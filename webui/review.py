"""Matches looked at when they are over: their logs, figures of the people who played them, a deal move by move."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import accumulate

from yakume.engine import Card, CardSet, EngineError, Ruleset, from_json
from yakume.engine.events import CardPlayed, CardTurned, DealStarted, Event
from yakume.engine.ledger import Entry
from yakume.engine.play import apply, effective, replay
from yakume.engine.sheet import not_returned
from yakume.engine.sheet_text import Language
from yakume.engine.state import Phase, State
from yakume.vision.referee.line import Play

from .chart import Line, lines_svg
from .errors import ApiError
from .half_turns import is_said, played
from .history import capture_rule, describe, turn_rule
from .preview import difference
from .store import EventStore, Row
from .text.amounts import scored
from .text.words import Words

MOST_LINES = 7
"""So many players, those who were there most often, have a line in the chart over matches."""
MOST_MATCHES = 200
"""So many matches, the newest, are counted in the figures of players."""


def match_of(store: EventStore, match_id: str) -> tuple[State, list[Row]]:
    """A stored match and its log. Raises: ApiError if there is none; StoreTrouble, EngineError for a damaged one."""
    rows = store.load(match_id)
    if not rows:
        raise ApiError(404, "no_such_match", f"there is no match {match_id!r}")
    return replay([from_json(row.event) for row in rows]), rows


def day_of(at_ms: int) -> str:
    """The day of a moment, milliseconds since 1970, where yakume runs: ``2026-11-23``."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d")


# -- figures ----------------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """What one player has done in one game, over all matches."""

    matches: int = 0
    finished: int = 0
    won: int = 0
    """Matches that were finished with the highest score; a tie is everybody's."""
    deals: int = 0
    total: int = 0
    """What was won or lost, in 文 (八十: 点): the final score of a match that is over, else the points so far."""
    in_deals: int = 0
    """What the deals alone brought, unrounded."""
    best: int = 0
    """The most that was won in one deal."""
    yaku: Counter[str] = field(default_factory=Counter)
    """Rule id → how often it was paid for."""

    def __iadd__(self, other: Figures) -> Figures:
        for each in ("matches", "finished", "won", "deals", "total", "in_deals"):
            setattr(self, each, getattr(self, each) + getattr(other, each))
        self.best = max(self.best, other.best)
        self.yaku += other.yaku
        return self


@dataclass(frozen=True, slots=True)
class Counted:
    """What one match gave."""

    game: str
    begun_ms: int
    of: Mapping[str, Figures]
    """By player."""
    deals: int = 0
    """So many are settled."""
    begun: bool = False
    """Whether its first deal has begun."""
    over: bool = False
    players: tuple[str, ...] = ()
    """By seat, as they are called now."""
    final: tuple[int, ...] = ()
    """What every seat has, in 文 (八十: 点): the final score of a match that is over, else the points so far."""


@dataclass
class Statistics:
    """Figures by player and game; what a match gave is remembered as long as nothing is added to it."""

    _of: dict[tuple[str, int], Counted | None] = field(default_factory=dict)

    def listed(self, store: EventStore, *, deleted: bool) -> dict[str, Counted]:
        """Match id → what that match gave, of the newest `MOST_MATCHES`, the newest first; damaged ones are left out,
        and those that are deleted unless they are asked for."""
        found = {}
        for row in [row for row in store.matches() if deleted or row.deleted_ms is None][:MOST_MATCHES]:
            key = (row.match_id, row.events)
            if key not in self._of:
                self._of[key] = _counted(store, row.match_id, row.begun_ms)
            found[row.match_id] = self._of[key]
        return {match_id: each for match_id, each in found.items() if each is not None}

    def matches(self, store: EventStore) -> list[Counted]:
        """Those of `listed` that began, the oldest first: a table that was laid and left is no match, and the stakes
        that were put down before its first deal are no loss."""
        return [each for each in reversed(self.listed(store, deleted=False).values()) if each.begun]

    def of(self, store: EventStore) -> dict[tuple[str, str], Figures]:
        """(player, game) → figures; games are never added up, as they count in other units and for other stakes."""
        sums: dict[tuple[str, str], Figures] = {}
        for match in self.matches(store):
            for player, figures in match.of.items():
                sums[player, match.game] = sums.get((player, match.game), Figures())
                sums[player, match.game] += figures
        return sums


def months_svg(matches: Sequence[Counted], game: Ruleset, language: Language = "ja", *, narrow: bool = False) -> str:
    """The totals of those who played `game` most, match by match: who was not there keeps what they had.

    Args:
        narrow: arranged for a phone.

    Raises: ApiError if nobody played it.
    """
    of_game = [match for match in matches if match.game == game.id]
    often = Counter(player for match in of_game for player in match.of)
    if not often:
        raise ApiError(404, "no_such_match", f"there is no match of {game.id}")
    lines = []
    for player, _ in often.most_common(MOST_LINES):
        points = [0, *accumulate(match.of[player].total if player in match.of else 0 for match in of_game)]
        lines.append(Line(player, scored(game, points[-1], language), tuple(points)))
    days = [day_of(match.begun_ms) for match in of_game]
    span = days[0] if days[0] == days[-1] else f"{days[0]} – {days[-1]}"
    return lines_svg(game, lines, ["", *(day[5:].replace("-", "/") for day in days)], span, language, narrow=narrow)


def _counted(store: EventStore, match_id: str, begun_ms: int) -> Counted | None:
    rows, _ = store.good_rows(match_id)
    try:
        state = replay([from_json(row.event) for row in rows])
    except EngineError:
        return None
    game = state.game
    priced = {row.id for row in (*game.teyaku, *game.dekiyaku, *game.special)}
    paid = {(entry.deal, entry.payee, entry.rule) for entry in not_returned(game, state.ledger) if entry.rule in priced}
    result = state.result
    before: Sequence[int] = apply(None, from_json(rows[0].event)).scores
    final = result.mon if result else state.scores
    best = [0] * len(state.players)
    for end in state.ends:
        best = [max(most, now - was) for most, now, was in zip(best, end.scores, before, strict=True)]
        before = end.scores
    found: dict[str, Figures] = {}
    for seat, player in enumerate(state.players):
        over = result is not None and not result.void
        mine = Figures(
            matches=1,
            finished=int(over),
            won=int(result is not None and over and result.scores[seat] == max(result.scores)),
            deals=state.played,
            total=final[seat],
            in_deals=state.scores[seat],
            best=best[seat],
            yaku=Counter(rule for _, payee, rule in paid if payee == seat),
        )
        # Two people of one name at one table are one to those who look it up.
        found[player] = found.get(player, Figures())
        found[player] += mine
    return Counted(
        game.id, begun_ms, found, state.played, state.deal is not None, result is not None, state.players, tuple(final)
    )


# -- a deal again -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scene:
    """How the table lay after one event or half-turn of a deal."""

    what: Words
    seq: int | None
    """Number of the event in the log, from 1; None for a half-turn that was only followed."""
    field: CardSet
    captures: tuple[CardSet, ...]
    shown: tuple[CardSet, ...]
    scores: tuple[int, ...]
    card: Card | None = None
    """The card that was played or turned."""
    entries: tuple[Entry, ...] = ()
    """The payments that it brought."""
    rule: str = ""
    """The rule by which the card was taken or stayed."""
    turn: int | None = None
    """Place of a half-turn that was only followed among those of its deal, from 0."""


def scenes_of(log: Sequence[Event], number: int, followed: Sequence[Play] = ()) -> tuple[Scene, ...]:
    """Deal `number` (from 1) of a log, one scene after the other; of several that were void the last counts.

    Args:
        followed: its half-turns as the camera followed them, where the log does not have them.
    """
    state: State | None = None
    scenes: list[Scene] = []
    for seq, event in effective(tuple(log)):
        deal = state.played + 1 if state else 0
        what = describe(state, event)
        try:
            after = apply(state, event)
        except EngineError:
            continue
        if deal == number and state is not None:
            if isinstance(event, DealStarted):
                scenes = []
            told = isinstance(event, CardPlayed | CardTurned)
            ends = after.phase in (Phase.READY, Phase.OVER) and state.phase not in (Phase.READY, Phase.OVER)
            if ends and not told and followed and scenes and not any(scene.card for scene in scenes):
                scenes += _followed(state, scenes[-1], followed)
            if not is_said(event) and (scenes or isinstance(event, DealStarted)):
                scenes.append(_scene(state, event, after, what, seq + 1))
        state = after
    if followed and state is not None and state.played + 1 == number and scenes and not any(s.card for s in scenes):
        scenes += _followed(state, scenes[-1], followed)
    return tuple(scenes)


def half_turns_csv(match: State, followed: Mapping[int, Sequence[Play]], language: Language = "ja") -> str:
    """The half-turns of every deal for a spreadsheet, as RFC 4180, below an empty line; empty where there are none.

    Args:
        followed: by deal, those that the camera followed; where the log has them, or what people said of them, that
            counts.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    for deal in range(1, match.played + 2):
        how = played(match, deal, followed.get(deal, ()))
        scenes = scenes_of(match.log, deal, how.plays if how else followed.get(deal, ()))
        for number, scene in enumerate((each for each in scenes if each.card is not None), start=1):
            what = scene.what.ja if language == "ja" else scene.what.en
            # A name that begins like a formula would be run by a spreadsheet.
            writer.writerow([deal, number, f"'{what}" if what[0] in "=+-@\t\r" else what, scene.rule])
    heads = "局,手,札の動き,規則" if language == "ja" else "Deal,Half-turn,What was played,Rule"
    return f"\r\n{heads}\r\n{out.getvalue()}" if out.getvalue() else ""


def _scene(before: State, event: Event, after: State, what: Words, seq: int) -> Scene:
    deal = after.deal
    assert deal is not None
    card = event.card if isinstance(event, CardPlayed | CardTurned) else None
    paid, _ = difference(before.ledger, after.ledger)
    rule = turn_rule(before, event)
    return Scene(what, seq, deal.field, deal.piles, deal.exposed, after.scores, card, paid, rule)


def _followed(state: State, last: Scene, plays: Sequence[Play]) -> list[Scene]:
    """What the camera followed, played on from a scene."""
    field_, captures, shown = last.field, list(last.captures), list(last.shown)
    found = []
    for turn, play in enumerate(plays):
        card = CardSet([play.card])
        rule = capture_rule(field_, play.card)
        shown[play.seat] -= card
        if play.takes:
            captures[play.seat] |= play.takes | card
            field_ -= play.takes
        else:
            field_ |= card
        what, piles = describe(state, play), tuple(captures)
        found.append(Scene(what, None, field_, piles, tuple(shown), last.scores, play.card, rule=rule, turn=turn))
    return found

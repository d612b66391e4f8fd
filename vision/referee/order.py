"""When half-turns were made, and what it costs that they were made in another order than they were seen, or with a card
that came from elsewhere."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..observation import Span
from .covers import RESTS_MS
from .look import Look
from .position import GROUPS, Move, Position, count_of, each_bit, faces_in, put, without


class When(NamedTuple):
    """When a half-turn may have been made, and where its card came from."""

    from_ms: int
    to_ms: int
    open_ms: int = -1
    """When the table last lay open and still without the card, -1 where it did not."""
    by_hand: bool | None = None
    """True if its card was glimpsed on its way over the rim, false if on its way from the stock; None for neither."""
    late: bool = False
    """True if its card need not have been seen as soon as it lay there: it was seen as an arm went, or as it was pulled
    in, or what was believed to be it before may have been it all the same."""
    shown: bool = False
    """True if pictures of its place show when it was laid."""
    brief: bool = False
    """True if it was seen on the field only for a moment, before it was pulled in."""


GLIMPSE_MS = 200
"""A card that is seen was laid at most so long before: it was not there in the frame before."""

SAME_LOOK_MS = 100
"""Cards that come in sight within so long do so at once."""

PROMPT = 0.7
"""So likely is a card that an arm may have hidden seen as soon as it lies there. Counted on eight recorded tables: of
232 that may have lain under an arm for more than 0.2 s 167 came to lie there within 0.2 s of being seen."""

BRIEF = 0.35
"""The same of one that was pulled in a moment later: what is turned is often taken at once, and what was played lay
under the arm that takes both."""

AS_ARM_LEFT, AS_ARM_CAME = 0.66, 0.23
"""So likely is a card, where pictures show that an arm hid its place, laid just before the first that shows it, and
just after the last that does not. Counted on two recorded tables: of 109 that an arm hid for 0.4 s and more 72 and
25."""

NEIGHBOURS = 2
"""An arm goes where so many cards come in sight again at once."""

OTHER_ORDER = 3.0
"""What an order costs at most that was seen the other way round: glimpses may deceive."""

PLAINLY = 4.0
"""What it costs besides that the table lay open and still with the second, and without the first."""

REACHES_MS = 200
"""A hand that laid a card is no sooner at the stock."""

UNSEEN_DRAW = 0.05
"""So likely is it that nobody sees the hand that goes to the stock between the two cards of a turn, to that it is seen.
Counted on six recorded tables: in none of 324 turns; people may push the stock elsewhere, so this weighs more."""

FROM_ELSEWHERE = 2.5
"""What it costs that a card was played that was glimpsed on its way from the stock, or turned that was carried over the
rim, in nats. Counted on three recorded tables: 24 of 125 cards from a hand and none of 124 turned ones were glimpsed
beside all zones before, 33 of 124 turned ones and 1 of 125 from a hand on the line from the stock. People's hands
differ, so this weighs less."""


def when_made(
    move: Move,
    before: Position,
    after: Position,
    look: Look,
    open_ms: int,
    strangers: int = 0,
    begun_ms: int | None = None,
) -> When | None:
    """When the half-turn may have been made; None where its card was never seen.

    Args:
        open_ms: when the table last lay open and still.
        strangers: how many cards are read as its face that are none of it and came before it (`strangers`).
        begun_ms: when the turn had not begun yet; None where nobody knows.
    """
    if move.face is None:
        return None
    bit = after.known & ~before.known & GROUPS[move.face]
    if not strangers and (newest := _newest_of(move.face, before, after, look)):
        bit = newest
    came = look.came_ms.get(bit.bit_length() - 1) if bit else None
    if came is not None and strangers:
        in_turn = [look.came_ms[at] for at in each_bit(GROUPS[move.face] & ~before.known) if at in look.came_ms]
        in_turn += [look.again_ms[move.face]] if move.face in look.again_ms else []
        came = sorted(in_turn)[min(strangers, len(in_turn) - 1)]
    if came is None and bit and move.face in look.hints:
        came = look.hints[move.face][1]
    if came is None:
        return None
    # Which of two that look alike is which nobody sees: the one that was laid on the other came last.
    fellows = before.field & move.takes & GROUPS[move.face]
    came = max([came, *(look.came_ms[at] for at in each_bit(fellows) if at in look.came_ms)])
    # Where a hand hid the match before the card was seen on it, it may have lain there all the while.
    matches = [at.bit_length() - 1 for at in _tops(before.field, move.takes) if not at & GROUPS[move.face]]
    hidden = [look.left_ms[at] for at in matches if at in look.left_ms]
    hidden += [
        left
        for at, (left, back) in look.back_ms.items()
        if left < came <= back + SAME_LOOK_MS and (at in matches or back - came <= SAME_LOOK_MS)
    ]
    # Nor did the table lie open where its match was not in sight.
    opened_ms = open_ms
    open_ms = -1 if any(left < open_ms for left in hidden) else open_ms
    # Two that look alike and lie on each other are seen as one until they are pulled in.
    if move.takes & GROUPS[move.face]:
        hidden += [ms - GLIMPSE_MS for ms in look.arms_ms if ms <= came][-1:]
    brought = look.brought.get(move.face)
    on_its_way = brought is not None and brought.from_ms <= came <= brought.to_ms + GLIMPSE_MS
    # What is seen as the arm goes, with its match or its neighbours, tells no more.
    bared = [at for at, (left, back) in look.back_ms.items() if left < came and abs(back - came) <= SAME_LOOK_MS]
    late = len(bared) >= NEIGHBOURS or any(at in matches for at in bared) or bool(bit & look.aside)
    brief = not late and bool(bit & look.brief)
    from_ms = min([came, *hidden])
    # Pictures of its place tell more, where they do so of all that look alike.
    alike = list(each_bit(bit | fellows))
    shown = any(look.came_ms.get(at) == came for at in alike) and all(at in look.laid for at in alike)
    if shown:
        bare_ms, lies_ms = max(look.laid[at] for at in alike)
        came = lies_ms if came <= bare_ms else min(came, lies_ms)
        from_ms = max(from_ms, bare_ms) if from_ms < came else bare_ms
    when = When(from_ms, came, open_ms if open_ms < came else -1, late=late or brief, shown=shown, brief=brief)
    is_pulled_in = bool(bit & look.aside) and not shown
    over = _laid_over(move, look, when, max(opened_ms, begun_ms or -1)) if is_pulled_in else None
    if over is not None:
        return over
    if brought is None or not on_its_way:
        return when
    # What was glimpsed on its way did not lie there yet.
    return when._replace(to_ms=max(came, brought.to_ms), by_hand=brought.by_hand)


def _laid_over(move: Move, look: Look, when: When, before_ms: int) -> When | None:
    """The same of a card that pictures show on what it takes, since before it was read there; None where they do not.

    What was glimpsed on its way since then was another. What they show that lay there `before_ms` is none: as the table
    last lay open nobody saw it, or the turn had not begun."""
    told = (look.over[face] for face in faces_in(move.takes) if face in look.over)
    for bare_ms, lies_ms in sorted(told, reverse=True):
        if max(before_ms, when.to_ms - RESTS_MS) <= lies_ms <= when.to_ms:
            return When(max(bare_ms, before_ms), lies_ms, when.open_ms, shown=True)
    return None


def _newest_of(face: int, before: Position, after: Position, look: Look) -> int:
    """The bit by which the look knows the card of `face` that came to the field last; 0 where that tells nothing.

    Of captured ones that lie hidden in a stack it knows no more: with fewer seen than there must be, and more than lay
    on the field, it is the one that a half-turn brings."""
    seen = [at for at in each_bit(GROUPS[face]) if at in look.came_ms]
    captured = sum(count_of(pile, face) for pile in before.piles)
    in_sight = sum(count_of(zone, face) for zone in (*look.seen.captures, *look.seen.shown))
    hidden = min(captured - in_sight, count_of(after.known, face) - len(seen))
    if hidden <= 0 or len(seen) <= count_of(before.field, face):
        return 0
    return (1 << max(seen, key=look.came_ms.__getitem__)) & ~look.aside


def source_cost(when: When | None, *, by_hand: bool) -> float:
    """What it costs that the card of a half-turn came from a hand, or from the stock, in nats."""
    return FROM_ELSEWHERE if when is not None and when.by_hand not in (None, by_hand) else 0.0


def _tops(field_mask: int, takes: int) -> Iterator[int]:
    """The bits of the field that `takes` removes."""
    return (field_mask & ~without(field_mask, put(0, face)) for face in faces_in(takes))


def order_cost(last: When | None, now: When | None, drawn: Sequence[Span] = (), begun_ms: int | None = None) -> float:
    """What it costs that a half-turn was made `now` and the one before it at `last`, in nats: each may have been made
    at any moment of its time.

    Args:
        drawn: when hands were at the stock, if `now` is of a card from there.
        begun_ms: when the turn had not begun yet; None where nobody knows.
    """
    if last is None and now is None:
        return 0.0
    likely = 0.5 if last is None or now is None else _first(last, now)
    so = likely * max(_drawn_between(last, now, drawn, begun_ms), UNSEEN_DRAW)
    otherwise = (1 - likely) * max(_drawn_between(now, last, drawn, begun_ms), UNSEEN_DRAW)
    likely = so / max(so + otherwise, 1e-9)
    cost = min(-math.log(max(likely, 1e-9)), OTHER_ORDER)
    return cost + (PLAINLY if last is not None and now is not None and now.to_ms < last.open_ms else 0.0)


def _drawn_between(played: When | None, turned: When | None, drawn: Sequence[Span], begun_ms: int | None) -> bool:
    """True if a hand was at the stock, `drawn` in order, after one card was seen, or after it may have been laid where
    that tells no more, and before the other one was seen; of one that was never seen since the turn had not begun, and
    until now."""
    after_ms = begun_ms if played is None else (played.from_ms if played.late else played.to_ms) + REACHES_MS
    for from_ms, to_ms in reversed(drawn):
        if after_ms is not None and to_ms < after_ms:
            break
        if turned is None or from_ms < turned.to_ms - GLIMPSE_MS * (not turned.shown):
            return True
    return False


@lru_cache(4096)  # the same two are weighed in each hypothesis that holds them
def _first(one: When, other: When) -> float:
    """How likely it is that `one` was before `other`, each at any moment of its time, and likelier at its end."""
    return sum(share * part * _until(mine, theirs) for share, mine in _moments(one) for part, theirs in _moments(other))


def _moments(when: When) -> tuple[tuple[float, Span], ...]:
    """How likely a half-turn was made in which time."""
    from_ms, to_ms = when.from_ms, when.to_ms
    at_once = to_ms - GLIMPSE_MS, to_ms
    if when.shown and to_ms - from_ms > 2 * GLIMPSE_MS:
        as_arm_came = from_ms, from_ms + GLIMPSE_MS
        between = 1 - AS_ARM_LEFT - AS_ARM_CAME
        return (AS_ARM_LEFT, at_once), (AS_ARM_CAME, as_arm_came), (between, (from_ms, to_ms))
    if when.shown:
        return ((1.0, (min(from_ms, to_ms - 1), to_ms)),)
    if (when.late and not when.brief) or from_ms >= at_once[0]:
        return ((1.0, (min(from_ms, at_once[0]), to_ms)),)
    prompt = BRIEF if when.brief else PROMPT
    return (prompt, at_once), (1 - prompt, (from_ms, to_ms))


def _until(one: Span, other: Span) -> float:
    """How likely a moment of `one` is before a moment of `other`."""
    from_ms, to_ms = one
    start_ms, end_ms = other

    def until(t_ms: int) -> float:  # the integral of the share of `one` that lies before a moment, up to `t_ms`
        if t_ms >= to_ms:
            return t_ms - (from_ms + to_ms) / 2
        return (t_ms - from_ms) ** 2 / (2 * (to_ms - from_ms)) if t_ms > from_ms else 0.0

    return (until(end_ms) - until(start_ms)) / (end_ms - start_ms)

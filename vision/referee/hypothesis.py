"""One way in which a deal may have gone so far, with the half-turns that led to it and what they and the looks cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .emission import NO_DEBT, Debt
from .order import When
from .position import Move, Position

Chain = tuple["Chain", Move, When | None] | None
"""The half-turns of a hypothesis and when they may have been made, the last one outermost."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One way in which the deal may have gone, and what it costs."""

    position: Position
    cost: float = 0.0
    debt: Debt = NO_DEBT
    chain: Chain = None
    before: Position | None = None
    """The position before the last turn."""

    @property
    def steps(self) -> tuple[tuple[Move, When | None], ...]:
        """Its half-turns in order, and when they may have been made."""
        return tuple(reversed([*newest_first(self.chain)]))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its half-turns in order."""
        return tuple(move for move, _ in self.steps)


def newest_first(chain: Chain) -> Iterator[tuple[Move, When | None]]:
    """The half-turns of a chain from the last one on, and when they may have been made."""
    while chain is not None:
        chain, move, when = chain
        yield move, when


def since_seen(chain: Chain) -> list[tuple[Move, When | None]]:
    """The half-turns of a chain in order, from the last one on that was seen."""
    steps = []
    for step in newest_first(chain):
        steps.append(step)
        if step[1] is not None:
            break
    return steps[::-1]

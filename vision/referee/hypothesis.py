"""One way in which a deal may have gone so far, with the half-turns that led to it and what they and the looks cost."""

from __future__ import annotations

from dataclasses import dataclass

from .emission import NO_DEBT, Debt
from .order import When
from .position import Move, Position

TWO_TURNS = 4
"""Half-turns of this turn and the last."""

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
        steps, chain = [], self.chain
        while chain is not None:
            chain, move, when = chain
            steps.append((move, when))
        return tuple(reversed(steps))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Its half-turns in order."""
        return tuple(move for move, _ in self.steps)

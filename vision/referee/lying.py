"""What lies where, as masks of faces (see `position`)."""

from __future__ import annotations

from dataclasses import dataclass

from .position import each_face, put


@dataclass(frozen=True, slots=True)
class Lying:
    """Masks of faces (see `position`): what lies where."""

    field: int
    captures: tuple[int, ...]
    """By seat."""
    shown: tuple[int, ...]
    """In the zones of shown hands, by seat."""
    outside: int = 0
    """In no zone, or beside the stock."""

    @property
    def everything(self) -> int:
        """All of it."""
        total = 0
        for mask in (self.field, *self.captures, *self.shown, self.outside):
            total = _add(total, mask)
        return total


def _add(total: int, mask: int) -> int:
    both = total & mask
    total |= mask
    for face in each_face(both):
        total = put(total, face)
    return total

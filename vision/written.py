"""What people and other programs wrote, checked by pydantic: what is wrong with it, in one line."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Strict, ValidationError

Number = Annotated[float, Strict(), Field(allow_inf_nan=False)]
"""A number that is written as one."""
Text = Annotated[str, Strict()]
Count = Annotated[int, Strict()]

_LONGEST = 80
"""Of what was written, so many letters are told."""


def fault(error: ValidationError) -> str:
    """The first thing that is wrong, by the field it stands in."""
    first = error.errors()[0]
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "missing":
        return f"field {field!r} is missing"
    if first["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"unknown field {field!r}"
    found = repr(first["input"])
    if len(found) > _LONGEST:
        found = found[: _LONGEST - 1] + "…"
    why = first["msg"].removeprefix("Value error, ")
    return f"{field} = {found}: {why[:1].lower()}{why[1:]}" if field else why

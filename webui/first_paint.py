"""What a page brings along in its own HTML, so that it is readable soon on a slow line.

The scores stand there before any script does, and without one; the scripts are named at once instead of one by one.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from . import wire

PLACE = "<!-- scores -->"
"""Where they stand in the page; the page's script takes them out once it shows them itself."""

SCRIPT = re.compile(r'<script type="module" src="/static/([\w.]+)"></script>')
IMPORT = re.compile(r'^(?:import|\}|export)\b.*"\./([\w.]+)";$', re.MULTILINE)


@cache
def read_page(file: Path) -> str:
    """The page in `file`, with every script named that its own one imports: a browser finds them level by level."""
    page = file.read_text(encoding="utf-8")
    found: list[str] = []
    waiting = SCRIPT.findall(page)
    while waiting:
        name = waiting.pop()
        if name not in found and (file.parent / name).is_file():
            found.append(name)
            waiting += IMPORT.findall((file.parent / name).read_text(encoding="utf-8"))
    links = "".join(f'<link rel="modulepreload" href="/static/{name}">' for name in found)
    return page.replace("</head>", f"{links}</head>")


def with_scores(page: str, booked: wire.Told | None) -> str:
    """`page` with the scores of the match, if there is one; in Japanese, as names and signs need no translation."""
    if booked is None or booked["match"] is None:
        return page.replace(PLACE, "")
    game = booked["ruleset"]
    said = (
        f"<span><b>{escape(name)}</b> {_amount(score, game)}</span>"
        for name, score in zip(booked["players"], booked["scores"], strict=True)
    )
    return page.replace(PLACE, f'<p id="first-scores">{" ".join(said)}</p>')


def _amount(mon: int, game: wire.GameOfMatch) -> str:
    sign = "−" if mon < 0 else "+" if mon > 0 else ""
    if not game["in_kan"]:
        return f"{sign}{abs(mon)}{game['unit']}"
    kan, rest = divmod(abs(mon), 12)
    return sign + (f"{kan}貫" if kan else "") + (f"{rest}文" if rest or not kan else "")

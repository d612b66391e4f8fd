"""What a page brings along in its own HTML, so that it is readable soon on a slow line.

The scores stand there before any script does, and without one; what nothing is painted without, the styles and the
script that chooses the theme, is in it; the other scripts are named at once instead of one by one.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

from yakume.engine import find_ruleset

from . import wire
from .text.amounts import scored

PLACE = "<!-- scores -->"
"""Where they stand in the page; the page's script takes them out once it shows them itself."""

SCRIPT = re.compile(r'<script type="module" src="/static/([\w.]+)"></script>')
STATIC = Path(__file__).parent / "static"
THEME = (STATIC / "theme.js").read_text(encoding="utf-8")
THEME_LINK = '<script src="/static/theme.js"></script>'
THEME_HASH = b64encode(sha256(THEME.encode()).digest()).decode()
"""The one script that may stand in a page, for the content policy."""

STYLE = re.compile(r'<link rel="stylesheet" href="/static/([\w.]+)">')
IMPORT = re.compile(r'^(?:import|\}|export)\b.*"\./([\w.]+)";$', re.MULTILINE)


@cache
def read_page(file: Path) -> str:
    """The page in `file` with its styles and theme in it, every module named: a browser finds them level by level."""
    page = file.read_text(encoding="utf-8")
    found: list[str] = []
    waiting = SCRIPT.findall(page)
    while waiting:
        name = waiting.pop()
        if name not in found and (file.parent / name).is_file():
            found.append(name)
            waiting += IMPORT.findall((file.parent / name).read_text(encoding="utf-8"))
    links = "".join(f'<link rel="modulepreload" href="/static/{name}">' for name in found)
    page = page.replace("</head>", f"{links}</head>").replace(THEME_LINK, f"<script>{THEME}</script>")
    return STYLE.sub(lambda named: f"<style>\n{(file.parent / named[1]).read_text(encoding='utf-8')}</style>", page)


def with_scores(page: str, booked: wire.Told | None) -> str:
    """`page` with the scores of the match, if there is one; in Japanese, as names and signs need no translation."""
    if booked is None or booked["match"] is None:
        return page.replace(PLACE, "")
    game = find_ruleset(booked["ruleset"]["id"])
    result = booked["result"]
    scores = result["mon"] if result else booked["scores"]
    said = (
        f"<span><b>{escape(name)}</b> {scored(game, score, 'ja')}</span>"
        for name, score in zip(booked["players"], scores, strict=True)
    )
    return page.replace(PLACE, f'<p id="first-scores">{" ".join(said)}</p>')

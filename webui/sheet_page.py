"""The written sheet (記入式) as one page to print, complete in itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from yakume.engine.names import name
from yakume.engine.sheet import Sheet
from yakume.engine.sheet_text import HEADS, Language, sheet_lines, unit_heads

from .chart import scores_svg
from .text.words import called

TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"), autoescape=True, undefined=StrictUndefined
)


def to_html(sheet: Sheet, language: Language = "ja", day: str = "") -> str:
    """The sheet as HTML, with the day it was played and its chart (on a phone its own); struck rows are ``<s>``."""
    game = name(sheet.game.id)
    sheet = replace(sheet, players=called(sheet.players, english=language == "en"))
    return TEMPLATES.get_template("sheet.html").render(
        lang=language,
        title=f"{game.ja} 記入式" if language == "ja" else f"{game.en}: written sheet",
        heads=HEADS,
        players=sheet.players,
        units=unit_heads(sheet, language),
        lines=sheet_lines(sheet, language),
        day=day,
        charts=[scores_svg(sheet, day, language, narrow=narrow) for narrow in (False, True)] if sheet.deals else [],
    )

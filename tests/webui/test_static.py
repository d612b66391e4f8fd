"""What of the page can be checked without a browser: words, colours, and that nothing comes from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest
from page_walk import JAPANESE
from yakume.webui.store.trouble import Code
from yakume.webui.text.codes import CODES
from yakume.webui.text.refusals import REFUSALS

STATIC = Path(__file__).resolve().parents[2] / "webui" / "static"
SCRIPTS = sorted(STATIC.glob("*.js"))
STYLE = (STATIC / "style.css").read_text(encoding="utf-8")
THEMES_STYLE = (STATIC / "themes.css").read_text(encoding="utf-8")
WORDS = dict(
    re.findall(r'^  (\w+): \["([^\n]*)', "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS), re.MULTILINE)
)


def palettes() -> dict[str, dict[str, str]]:
    """The colours of each theme; a dark theme says only what differs from the light one."""
    found: dict[str, dict[str, str]] = {}
    for name, block in re.findall(r':root(?:\[data-theme="(\w+)"\])? \{([^}]*)\}', THEMES_STYLE):
        own = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", block))
        found[name or "light"] = found.get("light", {}) | own
    return found


LEAST = {"light": 4.5, "dark": 4.5, "contrast": 7.0}
"""Least contrast of text on its ground, by theme: WCAG 2 AA, and AAA where high contrast is asked for."""


def luminance(colour: str) -> float:
    """Relative luminance of #rgb or #rrggbb as WCAG 2 defines it, 0…1."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours as WCAG 2 defines it, 1…21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_known_contrast() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", LEAST)
def test_text_stands_out_from_its_ground_in_every_theme(theme: str) -> None:
    colours = palettes()[theme]
    grounds = {
        **dict.fromkeys(("ink-soft", "shu-dark", "ai", "kin"), ("washi", "washi-deep", "paper", "raised")),
        "ink": ("washi", "washi-deep", "paper", "raised", "shown"),
        "on-dark": ("sumi", "shu", "shu-deep", "ai-ground", "kin-ground", "matsu"),
        "on-zetsuba": ("zetsuba",),
        "gain-on-dark": ("sumi",),
        "loss-on-dark": ("sumi",),
    }
    low = [(ink, on, contrast(colours[ink], colours[on])) for ink, each in grounds.items() for on in each]
    assert [each for each in low if each[2] < LEAST[theme]] == []


def test_every_word_that_is_said_is_known_in_both_languages() -> None:
    said = {key for script in SCRIPTS for key in re.findall(r'\bsay\("(\w+)"', script.read_text(encoding="utf-8"))}
    assert len(said) > 40
    assert said <= WORDS.keys()
    states = ("off", "starting", "live", "frozen", "lost", "blind", "restarting", "ended")
    assert {f"camera_{state}" for state in states} <= WORDS.keys()


def test_every_word_that_is_known_is_said_somewhere() -> None:
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    made = tuple({each for each in re.findall(r"`(\w+_)\$\{", scripts) if each in {"error_", "bid_"} or len(each) > 4})
    times = Counter(re.findall(r"\w+", scripts))
    said = {key for key in WORDS if times[key] > 1}
    assert len(made) > 10
    assert {key for key in WORDS if key.removesuffix("_takes") not in said and not key.startswith(made)} == set()


def test_every_refusal_is_told_in_both_languages() -> None:
    codes = {"unreachable", "invalid_request", "internal_error", "conflict", "samples_unreadable", "samples_unwritable"}
    sources = [*(STATIC.parent).rglob("*.py"), *(STATIC.parents[1] / "engine").glob("errors.py")]
    sources += [STATIC.parents[1] / "vision" / name for name in ("picture.py", "headers.py")]
    for path in sources:
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:ApiError\(\d+|PictureError\(|error_response\(\d+), "(\w+)"', text))
        codes |= set(re.findall(r'PictureError\(\s*"(\w+)"', text))
        codes |= set(re.findall(r'^    code = "(\w+)"', text, re.MULTILINE))
    assert len(codes) > 30
    # What no page of ours sends or could show, and what only the command line reads.
    foreign = {"wrong_host", "wrong_origin", "no_certificate", "no_such_card", "engine_error", "missing", "unreadable"}
    codes |= {*get_args(Code), *REFUSALS}
    assert codes - foreign - {"unreachable"} <= CODES.keys()
    assert all(JAPANESE.search(words.ja) and not JAPANESE.search(words.en) for words in CODES.values())
    assert {"error_unreachable", "error_one_step", "error_other"} <= WORDS.keys()


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.*")), ids=lambda path: path.name)
def test_nothing_is_loaded_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
    assert not re.search(r"https?://|//[a-z]+\.[a-z]", text)


def test_those_who_want_no_motion_get_none() -> None:
    assert "@media (prefers-reduced-motion: reduce)" in STYLE
    assert 'matchMedia("(prefers-reduced-motion: reduce)")' in (STATIC / "dom.js").read_text(encoding="utf-8")


def test_no_dialog_looks_as_something_else_of_its_name_does() -> None:
    """A dialog has its kind as class: a bare rule for that class, meant for something else, would style it, too."""
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    kinds = set(re.findall(r'\{ kind: "([\w-]+)"', scripts))
    assert {"points", "declare", "tally"} <= kinds
    styles = "\n".join(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.css")))
    selectors = [
        each.strip() for heads in re.findall(r"([^{}]+)\{", styles) for each in re.split(r",(?![^()]*\))", heads)
    ]
    assert {each for each in selectors if re.fullmatch(r"\.([\w-]+)", each) and each[1:] in kinds} == set()

"""The project's own deck: whole, well formed, the same everywhere, and no two faces alike."""

from __future__ import annotations

import hashlib
import itertools
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from yakume.datasets import design
from yakume.engine import CARDS, Card

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_face_is_a_whole_svg_that_needs_nothing_else(card: Card) -> None:
    text = design.card_svg(card)
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 330 540"
    # No fonts, pictures, scripts or links: it looks the same wherever it is shown.
    assert {element.tag for element in root.iter()} <= {f"{SVG}{name}" for name in ("svg", "g", "path", "rect")}
    assert not re.search(r"href|url\(|nan|inf", text)


def test_the_back_is_a_svg_and_shows_no_face() -> None:
    assert ElementTree.fromstring(design.back_svg()).get("viewBox") == "0 0 330 540"
    back = design.render(None, 108).astype(int)
    assert min(np.abs(back - design.render(card, 108)).mean() for card in CARDS) > 50


FAST = ("bright", "kyoto")
STYLES = [pytest.param(s, id=n, marks=() if n in FAST else pytest.mark.slow) for n, s in design.STYLES.items()]


@pytest.mark.parametrize("style", STYLES)
def test_faces_differ_clearly_even_small_and_out_of_focus(style: design.Style) -> None:
    blurred = {card: cv2.GaussianBlur(design.render(card, 72, style), (0, 0), 1.5).astype(int) for card in CARDS}
    for a, b in itertools.combinations(CARDS, 2):
        difference = np.abs(blurred[a] - blurred[b]).mean()
        # Two prints of one card differ by less than 3 grey levels under such blur.
        assert difference > (15 if a.face != b.face else 10), f"{a} and {b} look alike"


def test_the_same_text_in_another_process() -> None:
    code = "from yakume.datasets import design; from yakume.engine import CARDS\n"
    code += "print(''.join(design.card_svg(card) for card in CARDS) + design.back_svg())"
    here = "".join(design.card_svg(card) for card in CARDS) + design.back_svg()
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    there = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    assert hashlib.sha256(there.strip().encode()).digest() == hashlib.sha256(here.encode()).digest()


def test_render_gives_the_shape_of_a_card_and_cannot_be_written_to() -> None:
    pixels = design.render(CARDS[0], 270)
    assert pixels.shape == (270, 165, 3)
    assert pixels.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        pixels[0, 0] = 0
    with pytest.raises(ValueError, match="height_px = 4000: expected 16 to 2160"):
        design.render(CARDS[0], 4000)


@pytest.mark.parametrize(("border", "brightest"), [("black", 40), ("none", 255)])
def test_the_edge_is_the_styles(border: design.Border, brightest: int) -> None:
    edge = design.render(Card.parse("5a"), 540, design.Style(border=border))[:, 2]
    assert brightest - 40 < edge.max() <= brightest


def test_a_red_border_is_red() -> None:
    blue, green, red = design.render(Card.parse("5a"), 540, design.Style(border="red"))[:, 2].mean(0)
    assert red > 2 * max(blue, green)


def test_months_are_printed_for_beginners_only() -> None:
    card = Card.parse("8h")
    plain, printed = (design.render(card, 540, design.Style(numbers=numbers)).astype(int) for numbers in (False, True))
    changed = np.abs(plain - printed).max(2) > 40
    assert changed[:90, :80].any()
    assert not changed[100:].any()


def test_poetry_ribbons_alone_carry_writing() -> None:
    def ink_on_ribbon(text: str) -> float:
        middle = design.render(Card.parse(text), 540)[120:360, 60:270].astype(int)
        red = (middle[..., 2] > 150) & (middle[..., 1] < 90)
        columns = red.sum(0)
        dark = middle.max(2) < 80
        return float(dark[:, columns > 60].mean())

    assert min(map(ink_on_ribbon, ("1t", "2t", "3t"))) > 2 * ink_on_ribbon("4t")


def test_a_written_deck_is_read_like_any_other(tmp_path: Path) -> None:
    from yakume.datasets.synth.sprites import load_deck

    design.write_deck(tmp_path / "own", height_px=180)
    assert len(list((tmp_path / "own").glob("*.png"))) == 49
    pictures = load_deck(tmp_path / "own").pictures
    shrunk = cv2.resize(pictures[Card.parse("12h")], (110, 180), interpolation=cv2.INTER_AREA)
    assert np.abs(shrunk.astype(int) - design.render(Card.parse("12h"), 180)).mean() < 6

"""`yakume enroll` as a person runs it; the finding and the learning are tested elsewhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from enrolling import found
from yakume.datasets.enroll import build
from yakume.datasets.enroll.sheet import Sheet
from yakume.engine import CARDS, Card
from yakume.models.decks import CARD, DeckCard
from yakume.webui.cli import main


class Learnt:
    """Stands in for `enroll`: remembers what was to be learnt, and keeps the deck's card."""

    def __init__(self) -> None:
        self.pictures: dict[Card, Any] = {}
        self.names: list[str] = []

    def __call__(self, name: str, pictures: dict[Card, Any], decks: Path, **_: Any) -> DeckCard:
        self.names.append(name)
        self.pictures = pictures
        (decks / name).mkdir(parents=True, exist_ok=True)
        card = DeckCard(name, "0" * 64, "1" * 64, 0, 3000, 250, 210, 248)
        (decks / name / CARD).write_text(card.to_toml(), encoding="utf-8")
        return card


@pytest.fixture
def learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Learnt:
    """A folder with a photo of the deck, ``deck.jpg``, in which all cards are found but one is not recognised."""
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("deck.jpg", np.full((60, 80, 3), 90, np.uint8))

    def add(sheet: Sheet, photo: Any, reader: Any) -> int:
        sheet.photos += 1
        sheet.found += [found(card, 0) for card in CARDS]
        return 48

    learnt = Learnt()
    monkeypatch.setattr(Sheet, "add", add)
    monkeypatch.setattr(build, "enroll", learnt)
    monkeypatch.setattr("yakume.models.reader.load_reader", lambda *args, **kwargs: None)
    return learnt


def test_a_deck_is_shown_confirmed_and_learnt(learnt: Learnt, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enroll", "deck.jpg", "--name", "mine", "--card", "8n=30", "--yes"]) == 0
    out = capsys.readouterr().out
    assert "48 cards found in 1 photo" in out
    assert "  8n = 30 " in out and "芒 (8 pampas grass)" in out
    assert "yakume-decks/mine: enrolled in" in out
    assert "248 of 250, before 210" in out
    assert learnt.names == ["mine"] and sorted(learnt.pictures) == list(CARDS)
    sheet = cv2.imread("mine.sheet.png")
    assert sheet is not None and sheet.shape[1] > 1000


def test_a_card_that_is_not_recognised_is_named(learnt: Learnt, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enroll", "deck.jpg", "--name", "mine", "--yes"]) == 2
    told = capsys.readouterr()
    assert "8n = missing" in told.out and "taken for no card: 30" in told.out
    assert told.err == (
        "yakume enroll: 1 of 48 cards were not found: 8n; add another photo, say which number is which, "
        "or go on with those that were found (--incomplete)\n"
    )
    assert learnt.names == []
    assert main(["enroll", "deck.jpg", "--name", "mine", "--yes", "--incomplete"]) == 0
    assert set(CARDS) - set(learnt.pictures) == {Card.parse("8n")}
    assert Path("mine.sheet.png").is_file()  # to see which number it has


def test_answers_may_come_from_a_file(learnt: Learnt, capsys: pytest.CaptureFixture[str]) -> None:
    Path("answers").write_text("8n=30\n\n1a=4\n1b=3\n", encoding="utf-8")
    assert main(["enroll", "deck.jpg", "--name", "mine", "--answers", "answers", "--yes", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["right"] == 248
    assert "1a = 4 " in told.err and "1b = 3 " in told.err


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("\n", 1), ("no\n", 1)])
def test_a_person_at_a_terminal_is_asked(
    learnt: Learnt, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], answer: str, code: int
) -> None:
    class Terminal:
        isatty = staticmethod(lambda: True)
        readline = staticmethod(lambda: answer)

    monkeypatch.setattr(sys, "stdin", Terminal())
    assert main(["enroll", "deck.jpg", "--name", "mine", "--card", "8n=30"]) == code
    assert "Are they right? [y/N]" in capsys.readouterr().err
    assert learnt.names == ["mine"] * (code == 0)


def test_without_a_terminal_the_person_is_sent_to_the_sheet(
    learnt: Learnt, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Pipe:
        isatty = staticmethod(lambda: False)

    monkeypatch.setattr(sys, "stdin", Pipe())
    assert main(["enroll", "deck.jpg", "--name", "mine", "--card", "8n=30", "--sheet", "look.png"]) == 2
    assert "look at look.png, then run this again with --yes" in capsys.readouterr().err
    assert Path("look.png").is_file() and learnt.names == []


def test_a_deck_is_listed_and_replaced_only_if_that_is_said(learnt: Learnt, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enroll", "--list"]) == 0
    assert capsys.readouterr().out == "no deck is enrolled in yakume-decks\n"
    words = ["enroll", "deck.jpg", "--name", "mine", "--card", "8n=30", "--yes"]
    assert main(words) == 0
    assert main(words) == 2
    assert "there is a deck 'mine' already" in capsys.readouterr().err
    assert main([*words, "--replace"]) == 0
    capsys.readouterr()
    assert main(["enroll", "--list", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["name"] == "mine" and "--again" in row["trouble"]  # its reader is not the shipped one


def test_a_deck_is_trained_again_from_its_pictures(learnt: Learnt, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enroll", "--name", "mine", "--again"]) == 2
    assert "no deck 'mine' in yakume-decks" in capsys.readouterr().err
    folder = Path("yakume-decks") / "mine"
    learnt("mine", {}, folder.parent)
    (folder / "cards").mkdir()
    for card in CARDS:
        picture = np.full((360, 220, 3), int(card), np.uint8)
        cv2.imwrite(str(folder / "cards" / f"{card // 4 + 1:02d}-{card % 4 + 1}.png"), picture)
    assert main(["enroll", "--name", "mine", "--again"]) == 0
    assert {card: int(picture[0, 0, 0]) for card, picture in learnt.pictures.items()} == {c: int(c) for c in CARDS}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "a deck needs a name"),
        (("--name", "mine"), "expected one or more photos"),
        (("--name", "a/b", "deck.jpg"), "a deck cannot be called 'a/b'"),
        (("--name", "mine", "--again", "deck.jpg"), "--again trains from the pictures kept"),
        (("--name", "mine", "none.jpg"), "cannot read none.jpg: no such file"),
        (("--name", "mine", "deck.jpg", "--card", "8n"), "cannot use '8n': expected CARD=NUMBER"),
        (("--name", "mine", "deck.jpg", "--card", "8n=49"), "there is no card number 49: 48 were found"),
        (("--name", "mine", "deck.jpg", "--answers", "none"), "none: no such file or directory"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    learnt: Learnt, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    assert main(["enroll", *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err and len(err.strip().splitlines()) == 1
    assert learnt.names == []


@pytest.mark.parametrize("command", [("read", "deck.jpg"), ("evaluate", "labels.json"), ("serve", "--no-browser")])
def test_a_deck_that_is_not_enrolled_is_refused_where_it_is_named(
    learnt: Learnt, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    Path("labels.json").write_text(
        json.dumps({"deck.jpg": {"width": 80, "height": 60, "cards": [], "ignore": [], "notes": ""}}), encoding="utf-8"
    )
    assert main([*command, "--deck", "theirs"]) == 2
    assert "no deck 'theirs' in yakume-decks" in capsys.readouterr().err

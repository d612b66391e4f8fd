"""Enrolling a deck on the page, in a real browser: photos in, a tap where it is wrong, a name, learnt."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from enrolling import Finder, Learner
from yakume.engine import CARDS
from yakume.models.decks import CARD, DeckCard
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

pytestmark = pytest.mark.browser


@dataclass
class Site:
    """A served page, its learner and where photos for it lie."""

    url: str
    learner: Learner
    photos: list[str]
    decks: Path


@pytest.fixture
def site(tmp_path: Path, serve: Any) -> Iterator[Site]:
    settings = Settings(
        source=None,
        database=f"sqlite:///{tmp_path / 'events.db'}",
        layout=tmp_path / "table.toml",
        samples=tmp_path / "samples",
        decks_folder=tmp_path / "decks",
    )
    photos = []
    for number in range(3):
        path = tmp_path / f"{number}.jpg"
        cv2.imwrite(str(path), np.full((60, 80, 3), 90, np.uint8))
        photos.append(str(path))
    learner = Learner()
    app = create_app(settings, reader=Finder(), learn=learner)  # type: ignore[arg-type]
    with serve(app) as served:
        yield Site(served.url, learner, photos, settings.decks_folder)


@pytest.mark.parametrize(("width", "lang"), [(390, "ja"), (1280, "en")])
def test_a_deck_is_photographed_corrected_named_and_learnt(browser: Any, site: Site, width: int, lang: str) -> None:
    looks = os.environ.get("YAKUME_SCREENSHOTS")
    page = browser.new_page(locale="ja-JP", viewport={"width": width, "height": 860})
    page.set_default_timeout(120_000)  # a loaded machine takes its time
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.add_init_script(f"localStorage.setItem('lang', '{lang}')")
    page.goto(site.url)
    # Nothing was set up here: the first steps open by themselves. This is about the deck alone.
    page.locator("dialog.wizard").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")

    def look(name: str) -> None:
        if looks:
            page.wait_for_timeout(300)
            page.screenshot(path=f"{looks}/enroll-{name}-{width}-{lang}.png")

    words = {
        "ja": ("札を覚えさせる", "覚えさせる", "を覚えました", "ディスクがいっぱいです。", "やめる"),
        "en": ("Enroll your deck", "Learn it", "is learnt", "The disk is full: make room", "Cancel"),
    }[lang]
    page.get_by_role("button", name=words[0], exact=True).click()
    dialog = page.locator("dialog.enroll")
    dialog.locator(".how").wait_for()
    look("empty")

    dialog.locator("#deck-file").set_input_files(site.photos[:1])
    dialog.locator("button.missing").nth(23).wait_for()
    assert dialog.locator(".laid button:not(.missing)").count() == 24
    assert "24" in dialog.locator("form button.seal").inner_text()  # it can go on with those alone
    look("half")

    dialog.locator("#deck-file").set_input_files(site.photos[1:2])
    dialog.locator(".rest button.doubtful").wait_for()
    assert dialog.locator("button.missing").count() == 1
    # The one that is missing is pointed out in a photo, though it is tapped before the picture is there.
    page.evaluate("""() => new MutationObserver((_, watch) => {
        const photo = document.querySelectorAll(".missing-card .photo")[1];
        if (photo) { watch.disconnect(); photo.click(); }
    }).observe(document.body, {childList: true, subtree: true})""")
    dialog.locator("button.missing").click()
    dialog.locator(".missing-card svg.fit .outline").wait_for()
    dialog.locator(".missing-card").get_by_role("button", name=words[4]).click()
    # By the keys its outline begins in the middle.
    dialog.locator("button.missing").click()
    dialog.locator(".missing-card .photo").nth(1).press("Enter")
    dialog.locator(".missing-card svg.fit .outline").wait_for()
    dialog.locator(".missing-card .seal").click()
    dialog.locator(".laid button.said").wait_for()
    assert dialog.locator("button.missing").count() == 0
    look("doubtful")

    dialog.locator(".rest button.doubtful").click()
    look("choice")
    dialog.locator(".choice img[src='/cards/8n.svg']").click()
    dialog.locator(".laid button.said").wait_for()
    assert dialog.locator("button.missing").count() == 0
    overflow = page.evaluate(
        "document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth"
    )
    assert overflow <= 0
    look("complete")

    dialog.locator("form input").fill("うちの札 1")
    dialog.get_by_role("button", name=words[1], exact=True).click()
    dialog.locator(".job progress").wait_for()
    site.learner.pipe.send({"share": 0.4})
    dialog.get_by_text("40 %").wait_for()
    look("learning")
    # Given up, nothing that was found or said is lost.
    dialog.locator(".job").get_by_role("button", name=words[4], exact=True).click()
    dialog.locator(".laid button.said").wait_for()
    assert dialog.locator(".job").is_hidden()
    dialog.get_by_role("button", name=words[1], exact=True).click()
    dialog.locator(".job progress").wait_for()
    # What was in the way is told in the language of the page; nothing that was found is lost.
    site.learner.pipe.send({"state": "failed", "message": "no room", "reason": "full"})
    dialog.get_by_text(words[3]).wait_for()
    assert dialog.locator(".job details").is_hidden()
    look("failed")
    dialog.get_by_role("button", name=words[1], exact=True).click()
    dialog.locator(".job progress").wait_for()
    card = DeckCard("うちの札 1", "0" * 64, "1" * 64, 0, 3000, 250, 210, 248)
    (site.decks / card.name).mkdir(parents=True)
    (site.decks / card.name / CARD).write_text(card.to_toml(), encoding="utf-8")
    site.learner.pipe.send({"state": "done", "checked": 250, "right": 248, "right_before": 210})
    dialog.get_by_text(words[2]).wait_for()
    assert "84.0" in dialog.locator(".job").inner_text() and "99.2" in dialog.locator(".job").inner_text()
    look("learnt")
    assert (site.learner.names, len(site.learner.cards)) == (["うちの札 1"] * 3, 48)
    # The deck of the test was trained on another reader: to use it is refused, in words.
    dialog.locator("select").select_option("うちの札 1")
    dialog.locator(".trouble > p", has_text="--again").first.wait_for()
    assert complaints == []
    page.close()


def test_what_is_no_photo_is_refused_in_words(browser: Any, site: Site, tmp_path: Path) -> None:
    page = browser.new_page(locale="ja-JP", viewport={"width": 1280, "height": 860})
    page.add_init_script("localStorage.setItem('lang', 'ja')")
    page.goto(site.url)
    # Nothing was set up here: the first steps open by themselves. This is about the deck alone.
    page.locator("dialog.wizard").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="札を覚えさせる", exact=True).click()
    no_photo = tmp_path / "no.jpg"
    no_photo.write_bytes(b"no photo")
    page.locator("#deck-file").set_input_files(str(no_photo))
    page.get_by_text("写真ではありません").wait_for()
    page.close()


def test_a_card_under_something_is_marked_and_learnt_as_it_is_only_if_that_is_said(browser: Any, site: Site) -> None:
    page = browser.new_page(locale="ja-JP", viewport={"width": 390, "height": 860})
    page.goto(site.url)
    page.locator("dialog.wizard").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    page.get_by_role("button", name="札を覚えさせる", exact=True).click()
    page.locator("dialog.enroll").wait_for()
    sure = {"photo": 0, "quad": [], "p": 1.0, "said": False, "doubtful": False, "covered": False}
    cards = [{**sure, "number": at, "card": card} for at, card in enumerate(("1h", "1t", "1a", "1b"), 1)]
    cards[1] |= {"doubtful": True, "covered": True}
    decks = {"decks": [], "in_use": None, "folder": "", "job": None, "photos": 1, "cards": cards}
    decks["missing"] = [str(card) for card in CARDS if card.month != 1]
    told = "decks => import('/static/store.js').then(({ update }) => update({ decks }))"
    page.evaluate(told, decks)
    page.get_by_text("何かが載っている札が1枚あります（「!」の札）。").wait_for()
    assert page.locator(".laid .covered").count() == page.locator(".laid .doubtful").count() == 1
    page.get_by_role("button", name="このまま覚えさせる（1枚は物が載ったまま）").wait_for()
    cards[1]["said"], cards[1]["doubtful"] = True, False
    page.evaluate(told, decks)
    page.get_by_role("button", name="見つかった4枚だけ覚えさせる").wait_for()
    assert page.locator(".laid .covered").count() == 0
    page.close()

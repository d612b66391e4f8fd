"""What the page is tested with: a camera that the test moves the cards of, and what people do again and again."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from observing import card_seen, observed
from playwright.sync_api import Error

DEALS = re.compile("^胴$")
"""What it says at the seat of who deals; at the next one it says 胴二."""

FIELD = "1h 2a 3a 4a 5a 6a"


def place(card: int) -> list[list[float]]:
    """Where the camera shows the card of that number, px."""
    x, y = 60 + 90 * (card % 12), 100 + 150 * (card // 12)
    return [[x, y], [x + 66, y], [x + 66, y + 108], [x, y + 108]]


@cache
def _cloth() -> bytes:
    """What every picture shows: an empty table."""
    return bytes(cv2.imencode(".jpg", np.full((720, 1280, 3), (60, 90, 60), np.uint8))[1])


@dataclass
class Camera:
    """Stands in for the vision worker; the test moves the cards."""

    watch: Any
    on_observation: Any
    on_status: Any
    meter: Any = None
    now_ms: int = 0
    frame: int = 0

    def start(self) -> None:
        from yakume.webui.worker import CameraStatus

        self.on_status(CameraStatus("live"))

    def stop(self) -> None:
        pass

    def picture(self, frame: int | None = None) -> tuple[int, bytes]:
        return self.frame, _cloth()

    def full_picture(self, frame: int) -> bytes | None:
        return self.picture(frame)[1]

    def ask_full(self, full: bool) -> None:
        pass

    def sees(self, **zones: str) -> None:
        """Let these cards lie still for four seconds: ``sees(field="1h 2a", seat0_captures="3t 3a")``."""
        from yakume.engine import Card

        cards = []
        for zone, codes in zones.items():
            for code in codes.split():
                card = Card.parse(code)
                cards.append(card_seen(1 + int(card), code, zone.replace("_", "."), p=0.98, quad=place(card)))
        for _ in range(20):
            self.now_ms, self.frame = self.now_ms + 200, self.frame + 1
            self.on_observation(observed(cards, self.now_ms, frame=self.frame))


@dataclass
class Site:
    """A served page and its camera."""

    url: str
    camera: Camera
    samples: Path
    layout: Path
    desk: Any


def chromium() -> str | None:
    """Where the browser is: Chromium's headless shell, the same without windows, of which a page costs half the
    processor time, else Chromium; None without either."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


@dataclass
class Driver:
    """Playwright, started: what speaks to browsers for us."""

    playwright: Any
    loop: asyncio.AbstractEventLoop

    @contextmanager
    def chromium(self, *more: str) -> Iterator[Any]:
        """A browser of its own, with these arguments more."""
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        arguments += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        with _marked(self.loop):
            browser = self.playwright.chromium.launch(executable_path=chromium(), args=[*arguments, *more])
            yield browser
            browser.close()


@contextmanager
def run_driver() -> Iterator[Driver]:
    """Playwright, to be started once a process: that costs five times what a browser does.

    Without Chromium the test is skipped, but not in CI.
    """
    if chromium() is None and "CI" not in os.environ:
        pytest.skip("Chromium is not installed")
    assert chromium() is not None, "CI must have Chromium"
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        with _marked(None):
            yield Driver(playwright, loop)


@contextmanager
def _marked(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    """Let `loop` count as the one that runs here.

    Playwright's does so from its start to its end. Other tests of the process run loops of their own: between browsers
    none may.
    """
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(before)


def on_screen(svg: Any, x: float, y: float) -> tuple[float, float]:
    """Where a point of the picture is on the screen."""
    where = svg.evaluate(
        "(svg, at) => { const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM()); return [p.x, p.y] }", [x, y]
    )
    return where[0], where[1]


def until(page: Any, expression: str, seconds: float = 15) -> None:
    """Wait until a script is true on the page, whose policy forbids playwright to wait there itself.

    What the script asks about may not be on the page yet: nothing is true of that.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            if page.evaluate(expression):
                return
            why = ""
        except Error as error:
            if "Cannot read properties of null" not in error.message:
                raise
            why = f" ({error.message})"
        assert time.monotonic() < end, f"not in {seconds} s: {expression}{why}"
        page.wait_for_timeout(50)


START = """async (match) => {
  const headers = { "Content-Type": "application/json" };
  const { seq } = await (await fetch("/api/state")).json();
  const answer = await fetch("/api/match", { method: "POST", headers, body: JSON.stringify({ seq, ...match }) });
  if (!answer.ok) throw new Error(await answer.text());
}"""
"""Starts a match as the page does, without its form."""


def start(page: Any, *names: str, ruleset: str = "sannin") -> None:
    """Start a match of these players, the first of whom deals; of the winds where there are none.

    Its form is `fill_start`'s: a match that is told to yakume costs a test half a second less.
    """
    winds = "東南" if ruleset in ("futari", "koikoi") else "東南西"
    players = [name[:24] for name in names] or [*winds]
    page.evaluate(START, {"ruleset": ruleset, "players": players, "dealer": 0, "options": {}})
    page.locator(".seat").first.wait_for()


def fill_start(page: Any, *names: str, ruleset: str = "sannin") -> None:
    """Start a match through the form."""
    page.get_by_role("button", name="対局を始める").click()
    page.locator("dialog [name=ruleset]").select_option(ruleset)
    page.locator("dialog .players input").first.wait_for()
    for box, name in zip(page.locator("dialog .players input").all(), names, strict=False):
        box.fill(name)
    page.locator("dialog .first-dealer select").select_option("0")
    page.get_by_role("button", name="始める", exact=True).click()
    page.locator("dialog").wait_for(state="detached")
    page.locator(".seat").first.wait_for()


def late(page: Any, path: str) -> Callable[[], None]:
    """Hold back answers of `path` until the function returned is called."""
    held: list[Any] = []
    page.route(path, lambda route: held.append(route))  # noqa: PLW0108 - playwright marks what it is given

    def answer() -> None:
        while held:
            with page.expect_response(path):
                held.pop().continue_()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    return answer

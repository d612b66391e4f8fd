"""Pictures of every view and dialog, to be looked at: four widths, both languages, by day and by night.

    python tests/page_shots.py FOLDER [--view TEXT] [--width PX]

Each view is one picture a width and a language, by day and beside it by night. The camera shows the own deck.
"""

from __future__ import annotations

import argparse
import io
import logging
import re
import tempfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from page_bench import Camera, Site, chromium, place
from page_walk import walk_everything
from playwright.sync_api import sync_playwright
from serving import serve_app
from yakume.datasets.design import render
from yakume.engine import CARDS
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

SIZES = ((390, 844), (820, 1180), (1440, 900), (1920, 1080))
THEMES = ("light", "dark")
CARD_PX = (66, 108)
SWITCH = {"ja": "日本語", "en": "English"}
"""What a button says that switches to a language."""


class PaintedCamera(Camera):
    """What lies on the table is drawn where the test says that it lies."""

    def sees(self, **zones: str) -> None:
        """As `Camera.sees`, with a picture of it."""
        image = np.full((720, 1280, 3), (60, 90, 60), np.uint8)
        for card in CARDS:
            if any(str(card) in codes.split() for codes in zones.values()):
                (x, y), *_ = np.array(place(int(card))).astype(int)
                image[y : y + CARD_PX[1], x : x + CARD_PX[0]] = cv2.resize(render(card, 216), CARD_PX)
        self._jpeg = bytes(cv2.imencode(".jpg", image)[1])
        super().sees(**zones)

    def picture(self, frame: int | None = None) -> tuple[int, bytes]:
        return self.frame, getattr(self, "_jpeg", super().picture()[1])


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--view", default="", help="only views with this in their name")
    parser.add_argument("--width", type=int, help="only this width, px")
    args = parser.parse_args()
    logging.disable(logging.WARNING)
    args.folder.mkdir(parents=True, exist_ok=True)
    sizes = [size for size in SIZES if args.width in (None, size[0])]
    cameras: list[PaintedCamera] = []

    def make_worker(*parts: Any) -> PaintedCamera:
        cameras.append(PaintedCamera(*parts))
        return cameras[-1]

    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        settings = Settings(
            source="0",
            database=f"sqlite:///{home}/events.db",
            layout=Path(home) / "table.toml",
            samples=Path(home) / "samples",
        )
        app = create_app(settings, make_worker=make_worker)  # type: ignore[arg-type]
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with serve_app(app) as served:
            context = browser.new_context(locale="ja-JP", viewport={"width": 1440, "height": 900})
            page = context.new_page()
            page.goto(served.url)
            page.get_by_role("button", name="対局を始める").wait_for()
            site = Site(served.url, cameras[0], settings.samples, settings.layout, app.state.desk)

            def walked(view: str) -> None:
                if args.view in view:
                    shoot(page, args.folder, view, sizes)

            walk_everything(page, site, walked, lambda: None)
        browser.close()


def shoot(page: Any, folder: Path, view: str, sizes: list[tuple[int, int]]) -> None:
    """One picture of the view a width and language."""
    for lang in ("ja", "en"):
        switch = page.locator("button", has_text=SWITCH[lang])
        if switch.count():
            switch.first.evaluate("button => button.click()")
        elif lang == "en":
            break
        for size in sizes:
            page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
            shots = []
            for theme in THEMES:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
                page.wait_for_timeout(150)
                encoded = np.frombuffer(io.BytesIO(page.screenshot()).getbuffer(), np.uint8)
                shots.append(cv2.imdecode(encoded, cv2.IMREAD_COLOR))
            name = re.sub(r"[^\w]+", "-", view).strip("-")
            cv2.imwrite(str(folder / f"{name}.{size[0]}.{lang}.png"), np.hstack(shots))
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("() => delete document.documentElement.dataset.theme")
    back = page.locator("button", has_text=SWITCH["ja"])
    if back.count():
        back.first.evaluate("button => button.click()")
        page.wait_for_timeout(200)


if __name__ == "__main__":
    main()

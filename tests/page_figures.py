"""How quick the page is: bytes, first paint, scores on a slow line, how soon twenty pages know, the first table.

    python tests/page_figures.py

A served application with a camera that sees nothing, Chromium on loopback; what a figure was measured on is printed.
For the first table the camera is the shipped clip, read by a real vision worker.
"""

from __future__ import annotations

import gzip
import json
import logging
import os
import socket
import statistics
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

from page_bench import Camera, chromium, on_screen
from serving import serve_app
from yakume.vision.layout import TableLayout
from yakume.webui.app import create_app
from yakume.webui.server import PageServer
from yakume.webui.settings import Settings, demo_settings

PAGES = 20
BOOKED = 30
SLOW_BYTES_S = 400_000 / 8
SLOW_LATENCY_MS = 100
STATIC = Path(__file__).resolve().parents[1] / "webui" / "static"


def main() -> None:
    """Print every figure."""
    logging.disable(logging.WARNING)
    print(f"processors: {os.cpu_count()}, load {os.getloadavg()[0]:.1f}")
    files = [path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in (".js", ".css")]
    packed = sum(len(gzip.compress(data, 6)) for data in files)
    whole = sum(map(len, files))
    print(f"scripts and styles: {len(files)} files, {whole / 1e3:.0f} KB, compressed {packed / 1e3:.0f} KB")
    with tempfile.TemporaryDirectory() as folder, socket.socket() as listener:
        settings = Settings(source="0", database=f"sqlite:///{folder}/events.db", layout=Path(folder) / "table.toml")
        listener.bind(("127.0.0.1", 0))
        server = PageServer(create_app(settings, make_worker=Camera), log_level="error")  # type: ignore[arg-type]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.02)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        try:
            post(url, "/api/match", seq=0, ruleset="sannin", players=["東", "南", "西"])
            told(url)
            painted(url)
        finally:
            server.should_exit = True
            thread.join()
    first_table()


def post(url: str, path: str, **body: Any) -> Any:
    """The answer to a command."""
    request = urllib.request.Request(
        url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def told(url: str) -> None:
    """From the command that books something to each of twenty pages that is told of it."""
    heard: list[dict[int, float]] = [{} for _ in range(PAGES)]
    streams = [urllib.request.urlopen(f"{url}/api/stream") for _ in range(PAGES)]

    def listen(at: int) -> None:
        with suppress(OSError, ValueError, AttributeError):
            for line in streams[at]:
                if line.startswith(b"id: "):
                    heard[at].setdefault(int(line[4:]), time.perf_counter())

    threads = [threading.Thread(target=listen, args=(at,), daemon=True) for at in range(PAGES)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    booked: dict[int, float] = {}
    seq = 1
    for number in range(BOOKED):
        field = "1h 2a 3a 4a 5a 6a" if number % 2 == 0 else ""
        event = {"type": "deal_started.v1", "dealer": 0, "field": field} if field else None
        begun = time.perf_counter()
        state = post(url, "/api/events", seq=seq, events=[event]) if event else post(url, "/api/undo", seq=seq)
        seq = state["seq"]
        booked[seq] = begun
        time.sleep(0.1)
    time.sleep(1)
    times = sorted((page[seq] - begun) * 1000 for page in heard for seq, begun in booked.items() if seq in page)
    missing = PAGES * BOOKED - len(times)
    p95 = times[int(0.95 * len(times))]
    print(
        f"command to page, {PAGES} streams, {BOOKED} commands: median {statistics.median(times):.0f} ms, "
        f"p95 {p95:.0f} ms, worst {times[-1]:.0f} ms, passed over {missing}"
    )


def painted(url: str) -> None:
    """First paint on loopback; scores on the table's page and on /scores at 400 kbit/s."""
    from playwright.sync_api import sync_playwright

    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page()
        firsts = []
        for _ in range(5):
            page.goto(url)
            page.locator(".seat").first.wait_for()
            firsts.append(page.evaluate(paint))
        print(f"first contentful paint on loopback, 5 times: {', '.join(f'{ms:.0f}' for ms in firsts)} ms")
        looks = (
            ("/", "#first-scores, .seat .score"),
            ("/", ".seat .score"),
            ("/scores", "#first-scores, .seats strong"),
        )
        for path, scores in looks:
            context = browser.new_context()
            page = context.new_page()
            line = context.new_cdp_session(page)
            line.send("Network.enable")
            slow = {"downloadThroughput": SLOW_BYTES_S, "uploadThroughput": SLOW_BYTES_S, "latency": SLOW_LATENCY_MS}
            line.send("Network.emulateNetworkConditions", {"offline": False, **slow})
            begun = time.perf_counter()
            page.goto(url + path, wait_until="commit")
            page.locator(scores).first.wait_for()
            print(f"at 400 kbit/s, {SLOW_LATENCY_MS} ms: {scores} of {path} after {time.perf_counter() - begun:.1f} s")
            context.close()
        browser.close()


class OneCamera:
    """Stands in for the cameras of a computer: there is one, and it shows the clip."""

    def __init__(self, clip: str) -> None:
        self.clip = clip

    def look(self, in_use: str | None, picture: bytes | None) -> list[dict[str, Any]]:
        gif = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
        return [{"source": self.clip, "name": "Camera", "picture": gif, "in_use": in_use == self.clip}]


def first_table() -> None:
    """From the start of the program on an empty folder to a watched table on a tablet, nothing read in between.

    The one camera is there, the names stay as they are proposed, the four corners are dragged.
    """
    from playwright.sync_api import sync_playwright

    demo = demo_settings()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        begun = time.perf_counter()
        taps: list[str] = []

        def note(what: str) -> None:
            taps.append(f"{what} {time.perf_counter() - begun:.1f}")

        own = Settings(database=f"sqlite:///{folder}/events.db", layout=Path(folder) / "table.toml", loop=True)
        app = create_app(own)
        app.state.cameras = OneCamera(demo.source or "")
        with serve_app(app) as served:
            print(f"first start: served after {time.perf_counter() - begun:.1f} s")
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            size = {"width": 1180, "height": 820}
            page = browser.new_context(viewport=size, has_touch=True, locale="en-GB").new_page()
            begun = time.perf_counter()
            page.goto(served.url)
            forward = page.locator("dialog .actions .next")
            forward.wait_for()
            counted = {"taps": 0, "drags": 0}

            def tap(target: Any) -> None:
                target.tap()
                counted["taps"] += 1

            tap(page.locator("dialog .choice", has=page.locator("[value=sannin]")))
            note("game chosen")
            page.locator("dialog :checked[value=sannin]").wait_for()
            for step, heading in (("game", "Seats"), ("seats", "Camera")):
                if step == "seats":
                    note("first dealer")
                    tap(page.locator("dialog [name=dealer]").first)
                note(step)
                tap(forward)
                page.locator("dialog .steps [aria-current]", has_text=heading).wait_for()
            tap(page.locator(".camera-choice").first)
            note("camera")
            page.locator(".now img[src]").wait_for(timeout=120_000)
            note("picture")
            tap(forward)
            svg = page.locator("dialog svg.table-fit")
            svg.wait_for()
            box = [float(each) for each in (svg.get_attribute("viewBox") or "").split()]
            for (x, y), (u, v) in zip(
                ((0, 0), (1, 0), (1, 1), (0, 1)), TableLayout.load(demo.layout).corners.tolist(), strict=True
            ):
                page.mouse.move(*on_screen(svg, x * (box[0] * 2 + box[2]), y * (box[1] * 2 + box[3])))
                page.mouse.down()
                page.mouse.move(*on_screen(svg, u * (box[0] * 2 + box[2]), v * (box[1] * 2 + box[3])), steps=4)
                page.mouse.up()
                counted["drags"] += 1
            note("four corners dragged")
            tap(forward)
            page.locator("dialog .summary").wait_for()
            note("deck")
            tap(page.locator("dialog .actions .seal").last)
            page.locator(".seat").first.wait_for()
            note("begun")
            page.locator(".seen").first.wait_for(timeout=60_000)
            note("cards outlined")
            browser.close()
        print(f"first start to a watched table on a tablet: {counted}; seconds: {', '.join(taps)}")


if __name__ == "__main__":
    main()

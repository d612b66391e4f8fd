"""A phone as the camera, end to end: Chromium's own false camera, the page, the route, and a real vision worker."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from page_bench import Driver
from yakume.webui.app import create_app
from yakume.webui.settings import Settings

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIDEWAYS = """
    window.turned = false;
    const video = HTMLVideoElement.prototype;
    const width = Object.getOwnPropertyDescriptor(video, "videoWidth").get;
    const height = Object.getOwnPropertyDescriptor(video, "videoHeight").get;
    Object.defineProperty(video, "videoWidth", { get() { return (window.turned ? height : width).call(this); } });
    Object.defineProperty(video, "videoHeight", { get() { return (window.turned ? width : height).call(this); } });
"""
"""Lets the test turn the phone: a browser then tells the video's sides the other way round."""


LOOKING = ".camera:is([data-state=live], [data-state=slow])"
"""What the table's page says while pictures come; slow where the computer has more to do than this."""


@pytest.fixture
def phones(driver: Driver) -> Iterator[Any]:
    """A browser that has a camera: a moving test picture."""
    with driver.chromium("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream") as browser:
        yield browser


def test_a_phone_is_the_camera_until_it_is_stopped(phones: Any, serve: Any, tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}", layout=tmp_path / "table.toml")
    with serve(create_app(settings)) as served:
        phone = phones.new_context(locale="ja-JP", viewport={"width": 390, "height": 844}).new_page()
        phone.add_init_script(SIDEWAYS)
        phone.goto(f"{served.url}camera")
        assert phone.evaluate("isSecureContext")
        phone.get_by_label("1秒の枚数").select_option("5")
        phone.get_by_role("button", name="カメラを始める").click()
        phone.get_by_text("卓に届いています").wait_for()
        phone.get_by_text("卓の側：").wait_for()
        table = phones.new_context(locale="ja-JP").new_page()
        table.goto(served.url)
        # The worker reads the phone's pictures: they are on the table's page.
        table.locator(LOOKING).wait_for(timeout=60_000)
        picture = table.evaluate(
            "async () => [...new Uint8Array(await (await fetch('/api/camera/frame.jpg')).arrayBuffer())]"
        )
        image = cv2.imdecode(np.array(picture, np.uint8), cv2.IMREAD_COLOR)
        assert image.shape[1] > image.shape[0] > 300 and image.std() > 20  # Chromium's picture has colours and a clock
        told = phone.evaluate("async () => (await fetch('/api/camera/phone')).json()")
        assert told["chosen"] and told["sending"] and told["frames"] > 0 and 0 < told["fps"] <= 6
        # The phone is turned: pictures of another shape, said on the phone, and the worker goes on.
        phone.evaluate("window.turned = true")
        phone.get_by_text("映像の向きが変わりました").wait_for()
        table.wait_for_function(
            "async () => { const blob = await (await fetch('/api/camera/frame.jpg')).blob(); "
            "const image = await createImageBitmap(blob); return image.height > image.width; }",
            polling=300,
        )
        # The net goes away and comes back.
        phone.context.set_offline(True)
        phone.get_by_text("届きません。つなぎ直しています").wait_for()
        table.locator(".camera[data-state=waiting]").wait_for()
        phone.context.set_offline(False)
        phone.get_by_text("卓に届いています").wait_for()
        table.locator(LOOKING).wait_for()
        # The browser takes the camera away while the phone sleeps; awake again, the page opens it anew.
        phone.evaluate("document.querySelector('video').srcObject.getVideoTracks()[0].stop()")
        phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        phone.get_by_text("卓に届いています").wait_for()
        # A second phone is told, and goes on when the first makes room.
        other = phones.new_context(locale="en-GB", viewport={"width": 390, "height": 844}).new_page()
        other.goto(f"{served.url}camera")
        other.get_by_role("button", name="Start the camera").click()
        other.get_by_text("Another phone is the camera now").wait_for()
        phone.get_by_role("button", name="止める").click()
        phone.get_by_text("止めました").wait_for()
        other.get_by_text("The pictures arrive at the table").wait_for()
        other.close()
        table.locator(".camera[data-state=waiting]").wait_for()
        table.get_by_text("スマホの映像を待っています").first.wait_for()
        # Where the camera cannot be had, the page says what to do.
        page = phones.new_context(locale="en-GB").new_page()
        page.add_init_script(
            "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', window.why); }"
        )
        page.goto(f"{served.url}camera")
        for why, words in (
            ("NotAllowedError", "The camera was not allowed"),
            ("NotFoundError", "No camera was found"),
            ("NotReadableError", "Another app is using the camera"),
        ):
            page.evaluate("why => { window.why = why }", why)
            page.get_by_role("button", name="Start the camera").click()
            page.get_by_text(words).wait_for()
        page.evaluate("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })")
        page.get_by_role("button", name="Start the camera").click()
        page.get_by_text("yakume serve --https").wait_for()

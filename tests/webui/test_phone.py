"""A phone as the camera: who may send, how much and how fast, and that the newest picture is what is looked at."""

from __future__ import annotations

import struct
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from yakume.webui import phone as phones
from yakume.webui.errors import ApiError
from yakume.webui.phone import LEAVES_S, MOST_A_SECOND, MOST_AT_A_TIME, Phone
from yakume.webui.settings import Settings
from yakume.webui.worker import CameraStatus

ONE, OTHER = "phone-one", "phone-other"


def jpeg(width: int = 64, height: int = 48) -> bytes:
    return bytes(cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8))[1])


def claiming(width: int, height: int) -> bytes:
    """A picture whose header names another size."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.fixture
def clock() -> list[float]:
    return [100.0]


@pytest.fixture
def phone(clock: list[float]) -> Any:
    phone = Phone(lambda: clock[0])
    yield phone
    phone.close()


def send(phone: Phone, who: str, data: bytes) -> None:
    with phone.turn(who):
        phone.take(who, data)


def code(act: Callable[[], Any]) -> str:
    with pytest.raises(ApiError) as caught:
        act()
    return caught.value.code


def test_the_newest_picture_lies_where_nobody_else_may_look(phone: Phone, clock: list[float]) -> None:
    assert phone.figures() == phones.PhoneFigures(0, 0.0, None, None)
    for width in (64, 80, 96):
        send(phone, ONE, jpeg(width))
        clock[0] += 0.25
    assert phone.file.read_bytes() == jpeg(96)
    assert phone.file.parent.stat().st_mode & 0o777 == 0o700
    assert phone.figures() == phones.PhoneFigures(3, 4.0, (96, 48), 250)
    # A folder that was tidied away is there again; one that cannot be written is told.
    for path in phone.file.parent.iterdir():
        path.unlink()
    phone.file.parent.rmdir()
    send(phone, ONE, jpeg())
    assert phone.file.exists()
    folder = phone.file.parent
    phone.close()
    assert not folder.exists() and phone.file.parent != folder
    phone.file.parent.rmdir()
    phone.file.parent.write_text("in the way")
    assert code(lambda: send(phone, ONE, jpeg())) == "no_room"
    phone.file.parent.unlink()


def test_one_phone_at_a_time_and_the_second_is_told(phone: Phone, clock: list[float]) -> None:
    send(phone, ONE, jpeg())
    assert code(lambda: send(phone, OTHER, jpeg())) == "phone_in_use"
    # The first one sleeps for a moment and goes on; then it sleeps for long, and another comes.
    clock[0] += LEAVES_S - 1
    assert code(lambda: send(phone, OTHER, jpeg())) == "phone_in_use"
    send(phone, ONE, jpeg())
    clock[0] += LEAVES_S + 1
    assert not phone.is_one()
    send(phone, OTHER, jpeg())
    assert code(lambda: send(phone, ONE, jpeg())) == "phone_in_use"
    # The one that is not the camera cannot end it; the one that is makes room at once.
    phone.leave(ONE)
    assert phone.is_one()
    phone.leave(OTHER)
    send(phone, ONE, jpeg())
    assert phone.figures().frames == 1

    # A picture that was on its way while another phone came is not taken.
    with phone.turn(ONE):
        phone.leave(ONE)
        send(phone, OTHER, jpeg(80))
        assert code(lambda: phone.take(ONE, jpeg())) == "phone_in_use"
    assert phone.file.read_bytes() == jpeg(80)


def test_no_more_are_taken_than_anybody_looks_at(phone: Phone, clock: list[float]) -> None:
    for _ in range(MOST_A_SECOND):
        send(phone, ONE, jpeg())
    assert code(lambda: send(phone, ONE, jpeg())) == "too_fast"
    clock[0] += 1.0
    with ExitStack() as sending:
        for _ in range(MOST_AT_A_TIME):
            sending.enter_context(phone.turn(ONE))
        assert code(lambda: send(phone, ONE, jpeg())) == "too_fast"
    send(phone, ONE, jpeg())


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "not_a_jpeg"),
        (b"GIF89a", "not_a_jpeg"),
        (bytes(cv2.imencode(".png", np.zeros((48, 64, 3), np.uint8))[1]), "not_a_jpeg"),
        (jpeg()[:20], "broken_image"),
        (claiming(4200, 3100), "image_too_large"),
        (claiming(65535, 65535), "image_too_large"),
        (claiming(0, 48), "image_too_large"),
    ],
    ids=["empty", "gif", "png", "cut", "13 megapixels", "4295 megapixels", "nothing"],
)
def test_what_is_no_camera_picture_changes_nothing(phone: Phone, data: bytes, expected: str) -> None:
    send(phone, ONE, jpeg())
    assert code(lambda: send(phone, ONE, data)) == expected
    assert phone.file.read_bytes() == jpeg() and phone.figures().frames == 1


# -- the routes -------------------------------------------------------------------------------------------------------


def test_the_first_picture_makes_the_phone_the_camera(
    settings: Settings, open_bench: Callable[..., Any], tmp_path: Path
) -> None:
    bare = Settings(database=settings.database, layout=settings.layout, samples=settings.samples)
    with open_bench(bare) as bench:
        told = bench.client.get("/api/camera/phone").json()
        assert (told["chosen"], told["sending"], told["camera"]) == (False, False, "off")
        assert bench.workers == []
        answer = bench.client.post("/api/camera/phone", params={"phone": ONE}, content=jpeg(640, 360))
        assert answer.status_code == 200, answer.text
        told = answer.json()
        assert (told["chosen"], told["sending"], told["frames"]) == (True, True, 1)
        assert (told["width"], told["height"]) == (640, 360)
        assert bench.worker.watch.source == "phone" and bench.worker.watch.inbox.read_bytes() == jpeg(640, 360)
        bench.worker.on_status(CameraStatus("waiting"))
        assert bench.newest("camera")["state"] == bench.client.get("/api/camera/phone").json()["camera"] == "waiting"
        # Laying the table out anew starts the worker again, on the same file.
        inbox = bench.worker.watch.inbox
        layout = bench.client.get("/api/layout").json()["layout"]
        layout["corners"] = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
        assert bench.client.post("/api/layout", json={"layout": layout}).status_code == 200
        assert len(bench.workers) == 2 and bench.worker.watch.inbox == inbox
        for params, data, expected in (
            ({"phone": OTHER}, jpeg(), (409, "phone_in_use")),
            ({"phone": "x"}, jpeg(), (422, "invalid_request")),
            ({"phone": "../../etc/passwd"}, jpeg(), (422, "invalid_request")),
            ({}, jpeg(), (422, "invalid_request")),
            ({"phone": ONE}, b"\xff\xd8\xff" + b"x" * phones.FRAME_BYTES, (413, "too_large")),
            ({"phone": ONE}, b"nothing", (415, "not_a_jpeg")),
        ):
            refused = bench.client.post("/api/camera/phone", params=params, content=data)
            assert (refused.status_code, refused.json()["error"]["code"]) == expected
        assert not bench.client.post("/api/camera/phone/stop", params={"phone": ONE}).json()["sending"]
        assert bench.client.post("/api/camera/phone", params={"phone": OTHER}, content=jpeg()).status_code == 200
    assert not inbox.parent.exists()


@pytest.mark.parametrize(
    ("source", "status"), [("phone", 200), ("0", 200), ("no such file", 422), ("x" * 300, 422), ("ftp://x", 422)]
)
def test_what_is_looked_at_may_be_the_phone(bench: Any, source: str, status: int) -> None:
    answer = bench.client.post("/api/cameras/use", json={"source": source})
    assert answer.status_code == status
    if status == 200:
        assert answer.json()["in_use"] == source and (bench.worker.watch.inbox is not None) == (source == "phone")


def test_another_camera_is_not_taken_over(bench: Any) -> None:
    refused = bench.client.post("/api/camera/phone", params={"phone": ONE}, content=jpeg())
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "another_camera")
    assert len(bench.workers) == 1

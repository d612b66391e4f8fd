"""Pictures are judged by their header first; what cannot be used is one clear sentence."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
import pytest
from yakume.vision.picture import MAX_PIXELS, PictureError, decode_picture, load_picture, picture_size, resized


def encoded(ending: str, width: int = 64, height: int = 48) -> bytes:
    image = np.random.default_rng(0).integers(0, 255, (height, width, 3)).astype(np.uint8)
    return cv2.imencode(ending, image)[1].tobytes()


def png_header(width: int, height: int) -> bytes:
    """A PNG whose header is valid and whose pixels are not there."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """`jpeg` with an EXIF block that says how the camera was held."""
    tiff = b"MM\x00\x2a\x00\x00\x00\x08\x00\x01" + struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0) + b"\x00" * 4
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_pictures_of_each_kind_are_read(ending) -> None:
    data = encoded(ending)
    assert picture_size(data) == (64, 48)
    assert decode_picture(data).shape == (48, 64, 3)


def test_lossless_and_extended_webp_tell_their_size() -> None:
    lossless = cv2.imencode(".webp", np.zeros((48, 64, 3), np.uint8), [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    assert picture_size(lossless) == (64, 48)
    extended = b"RIFF\x00\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00" + b"\x3f\x00\x00" + b"\x2f\x00\x00"
    assert picture_size(extended) == (64, 48)


def test_exif_orientation_is_applied() -> None:
    turned = with_orientation(encoded(".jpg"), 6)
    assert picture_size(turned) == (64, 48)
    assert decode_picture(turned).shape == (64, 48, 3)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty_image"),
        (b"these are not the bytes of a picture", "not_an_image"),
        (b"GIF89a" + bytes(40), "not_an_image"),
        (encoded(".png", 1, 1), "image_too_small"),
        (encoded(".jpg", 400, 23), "image_too_small"),
        (png_header(10_000, 10_000), "image_too_large"),
        (png_header(MAX_PIXELS, 100), "image_too_large"),
        (png_header(640, 480), "broken_image"),
        (encoded(".png")[:20], "broken_image"),
        (encoded(".jpg")[:3], "broken_image"),
        (encoded(".jpg")[:200], "broken_image"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8L", "broken_image"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8X", "broken_image"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_pictures_are_refused_with_a_code(data, code) -> None:
    with pytest.raises(PictureError) as caught:
        decode_picture(data)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


def test_a_hundred_megapixels_are_refused_before_decoding(monkeypatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *args: pytest.fail("was decoded"))
    with pytest.raises(PictureError, match="100 megapixels, more than 80"):
        decode_picture(png_header(10_000, 10_000))


def test_a_missing_file_a_folder_and_a_broken_file_are_named(tmp_path) -> None:
    with pytest.raises(PictureError, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="it is a folder"):
        load_picture(tmp_path)
    (tmp_path / "text.jpg").write_text("hello")
    with pytest.raises(PictureError, match=r"text\.jpg: not a JPEG, PNG or WebP picture"):
        load_picture(tmp_path / "text.jpg")
    (tmp_path / "good.jpg").write_bytes(encoded(".jpg"))
    assert load_picture(tmp_path / "good.jpg").shape == (48, 64, 3)


@pytest.mark.parametrize("size", [(200, 100), (130, 65), (33, 17), (400, 200), (500, 250)])
def test_a_shrunk_picture_is_averaged_and_its_middle_stays_where_it_is(size) -> None:
    image = np.zeros((200, 400, 3), np.uint8)
    image[:, ::2] = 255  # stripes finer than what is left
    image[90:110, 190:210] = (0, 0, 255)
    shrunk = resized(image, size)
    assert shrunk.shape == (size[1], size[0], 3)
    assert shrunk[size[1] // 2, size[0] // 2].tolist() == [0, 0, 255]
    if size[0] <= 200:
        assert abs(shrunk[: size[1] // 4].astype(int) - 127).max() < 2


def test_a_size_that_decoders_do_not_read_is_not_read_either() -> None:
    """After a marker without a length, what looked like a segment led to a size inside a comment."""
    image = bytes(cv2.imencode(".jpg", np.zeros((40, 50, 3), np.uint8))[1])
    false = b"\xff\xc0\x00\x11\x08\x00\x64\x00\x64" + bytes(10)
    comment = b"\xff\xfe" + (len(false) + 2).to_bytes(2, "big") + false
    crafted = image[:2] + b"\xff\xd0\x00\x06" + comment + image[2:]
    assert picture_size(crafted) == (50, 40)
    assert decode_picture(crafted).shape == (40, 50, 3)

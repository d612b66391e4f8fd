"""Cards that are none of the 48: bonus cards, playing cards, adverts in the deck's size, jumbled art.

A reader that has only seen hanafuda calls everything one of them. These pictures teach it to say "no card I know". They
share rim, inks and motifs with the deck they lie among: by those alone no bonus card is told from a card.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]
"""B, G, R."""

_INKS = ((40, 35, 205), (25, 22, 24), (245, 248, 250), (40, 215, 245), (190, 90, 30), (60, 140, 40), (230, 190, 120))
"""What cards are printed with: red, black, white, yellow, blue, green, sky."""


def foreign_picture(size_wh: tuple[int, int], art: list[Image], rng: np.random.Generator) -> Image:
    """A (H, W, 3) BGR picture of a card that belongs to no hanafuda deck.

    Args:
        art: pictures to borrow pieces of: cards of a deck, table textures.
    """
    kind = rng.random()
    if kind < 0.6:
        return _bonus(size_wh, art, rng)
    if kind < 0.74:
        return _playing_card(size_wh, rng)
    if kind < 0.88 and art:
        return _jumbled(size_wh, art[rng.integers(len(art))], rng)
    return _printed(size_wh, rng)


def _colour(rng: np.random.Generator, low: float = 0, high: float = 255) -> Colour:
    b, g, r = rng.uniform(low, high, 3).tolist()
    return b, g, r


def any_ink(rng: np.random.Generator) -> Colour:
    """Mostly one of those that cards are printed with."""
    if rng.random() < 0.3:
        return _colour(rng)
    b, g, r = np.clip(np.array(_INKS[rng.integers(len(_INKS))]) + rng.normal(0, 14, 3), 0, 255).tolist()
    return b, g, r


def _bonus(size_wh: tuple[int, int], art: list[Image], rng: np.random.Generator) -> Image:
    """Emblems, animals and borrowed motifs on bands or rays, with lettering above or below: what packs of cards add."""
    w, h = size_wh
    pixels = ground(size_wh, rng)
    centre = np.array([w, h]) * rng.uniform(0.3, 0.7, 2)
    borrowed = int(rng.integers(2, 5)) if art and rng.random() < 0.45 else 0
    # Of one motif alone who could say that it is not the card itself: there are several, or other things beside it.
    for _ in range(borrowed):
        motif(pixels, art[rng.integers(len(art))], rng)
    for _ in range(int(rng.integers(1, 4)) if borrowed else int(rng.integers(1, 6))):
        spot = np.clip(centre + rng.normal(0, (w / 5, h / 5)), 0, (w, h)).astype(int).tolist()
        THINGS[rng.integers(len(THINGS))](pixels, (spot[0], spot[1]), rng)
    for row in range(int(rng.integers(1, 4))):
        size = w * rng.choice([0.07, 0.11, 0.16, 0.22]) * rng.uniform(0.85, 1.15)
        left, top = w * rng.uniform(0.08, 0.3), h * (rng.choice([0.07, 0.45, 0.72]) + 0.07 * row)
        count = int(np.clip(0.85 * w / size / 1.15, 2, rng.integers(3, 9)))
        lettering(pixels, (int(left), int(top)), size, count, rng)
    return _framed(pixels, art, rng) if rng.random() < 0.7 else pixels


def ground(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """One colour, two that meet or run into each other, bands, or rays."""
    w, h = size_wh
    top, bottom = np.array(any_ink(rng)), np.array(any_ink(rng))
    if rng.random() < 0.35:  # paper, as most cards of a deck have it
        top = rng.uniform(225, 255, 3)
        bottom = top if rng.random() < 0.6 else bottom
    ramp = np.linspace(0, 1, h, dtype=np.float32)[:, None, None]
    kind = rng.random()
    if kind < 0.25:
        ramp = np.zeros_like(ramp)
    elif kind < 0.5:
        ramp = (ramp > rng.uniform(0.3, 0.7)).astype(np.float32)
    pixels = np.ascontiguousarray(np.broadcast_to(top * (1 - ramp) + bottom * ramp, (h, w, 3)), np.uint8)
    if rng.random() < 0.25:
        y = h * rng.uniform(0.05, 0.7)
        for _ in range(int(rng.integers(2, 6))):
            width = h * rng.uniform(0.02, 0.07)
            cv2.rectangle(pixels, (0, int(y)), (w, int(y + width)), any_ink(rng), -1)
            y += width * rng.uniform(1, 1.8)
    if rng.random() < 0.3:
        ray, middle = any_ink(rng), (int(w * rng.uniform(0.3, 0.7)), int(h * rng.uniform(0.3, 1.0)))
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / rng.integers(8, 24)):
            ends = [middle] + [
                (int(middle[0] + 2 * h * np.cos(angle + a)), int(middle[1] + 2 * h * np.sin(angle + a)))
                for a in (-0.08, 0.08)
            ]
            cv2.fillConvexPoly(pixels, np.array(ends), ray, cv2.LINE_AA)
    return pixels


def _framed(pixels: Image, art: list[Image], rng: np.random.Generator) -> Image:
    """`pixels` within a rim, often that of the deck it lies among."""
    h, w = pixels.shape[:2]
    rim = any_ink(rng)
    if art and rng.random() < 0.7:
        of_deck = art[rng.integers(len(art))]
        b, g, r = np.median(of_deck[of_deck.shape[0] // 4 : -(of_deck.shape[0] // 4), 2:6].reshape(-1, 3), axis=0)
        rim = float(b), float(g), float(r)
    inset = int(w * rng.uniform(0.03, 0.12))
    radius = int(w * rng.choice([0.0, 0.06, 0.12]))
    panel = np.zeros((h, w), np.uint8)
    cv2.rectangle(panel, (inset + radius, inset + radius), (w - inset - radius, h - inset - radius), 255, -1)
    if radius:
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
        panel[:] = cv2.dilate(panel, brush)
    framed = np.where(panel[..., None] > 0, pixels, np.array(rim)).astype(np.uint8)
    if rng.random() < 0.7:
        outline, _ = cv2.findContours(panel, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        cv2.drawContours(framed, outline, -1, _colour(rng, 0, 50), int(rng.integers(1, 5)), cv2.LINE_AA)
    return framed


def motif(pixels: Image, art: Image, rng: np.random.Generator) -> None:
    """A piece of a card, cut out along its drawing, recoloured, turned or mirrored, somewhere on `pixels`."""
    h, w = pixels.shape[:2]
    art = np.asarray(cv2.resize(art, (w, h), interpolation=cv2.INTER_AREA), np.uint8)
    pw, ph = int(w * rng.uniform(0.25, 0.6)), int(h * rng.uniform(0.18, 0.4))
    x, y = int(rng.integers(w - pw + 1)), int(rng.integers(h - ph + 1))
    piece = art[y : y + ph, x : x + pw]
    mask = np.zeros((ph, pw), np.uint8)
    cv2.ellipse(mask, (pw // 2, ph // 2), (pw // 2, ph // 2), 0, 0, 360, 255, -1)
    if rng.random() < 0.6:  # without the paper it was drawn on
        paper = np.median(piece[piece.sum(2) >= np.quantile(piece.sum(2), 0.7)], axis=0)
        mask[np.abs(piece.astype(np.float32) - paper).sum(2) < 60] = 0
    if rng.random() < 0.6:
        hsv = cv2.cvtColor(piece, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + int(rng.integers(20, 160))) % 180
        piece = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    if rng.random() < 0.5:
        piece, mask = piece[:, ::-1], mask[:, ::-1]
    turn = np.asarray(cv2.getRotationMatrix2D((pw / 2, ph / 2), rng.uniform(0, 360), rng.uniform(0.8, 1.6)), np.float64)
    turn[:, 2] += rng.uniform(0.15, 0.85, 2) * (w, h) - (pw / 2, ph / 2)
    drawn = cv2.warpAffine(np.dstack([piece, mask]), turn, (w, h))
    alpha = drawn[..., 3:].astype(np.float32) / 255
    pixels[:] = (pixels * (1 - alpha) + drawn[..., :3] * alpha).astype(np.uint8)


def _emblem(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """A ball, a star or a face: closed shapes with an outline and some inner lines."""
    radius = pixels.shape[1] * rng.uniform(0.12, 0.42)
    corners = int(rng.integers(3, 40))
    angles = np.sort(rng.uniform(0, 2 * np.pi, corners)) if corners < 8 else np.linspace(0, 2 * np.pi, corners)
    reach = radius * (rng.uniform(0.5, 1, corners) if corners < 16 else 1)
    outline = (np.array(centre) + np.stack([np.cos(angles), np.sin(angles)], 1) * np.c_[reach]).astype(np.int32)
    cv2.fillPoly(pixels, [outline], any_ink(rng), cv2.LINE_AA)
    cv2.polylines(pixels, [outline], True, _colour(rng, 0, 80), int(rng.integers(1, 5)), cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 9))):
        spot = np.array(centre) + rng.normal(0, radius / 3, 2)
        axes = tuple(int(v) for v in rng.uniform(0.05, 0.4, 2) * radius + 1)
        thickness = -1 if rng.random() < 0.5 else int(rng.integers(1, 4))
        where = tuple(spot.astype(int).tolist())
        cv2.ellipse(pixels, where, axes, rng.uniform(0, 180), 0, 360, any_ink(rng), thickness, cv2.LINE_AA)


def _globe(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """A disc with circles of latitude and longitude, or patches, as balls and planets are drawn."""
    radius = int(pixels.shape[1] * rng.uniform(0.15, 0.5))
    cv2.circle(pixels, centre, radius, any_ink(rng), -1, cv2.LINE_AA)
    line, thickness, tilt = any_ink(rng), int(rng.integers(1, 4)), rng.uniform(0, 180)
    for share in np.linspace(0.2, 0.8, int(rng.integers(0, 4))):
        for axes in ((radius, int(radius * share)), (int(radius * share), radius)):
            cv2.ellipse(pixels, centre, axes, tilt, 0, 360, line, thickness, cv2.LINE_AA)
    patch = any_ink(rng)
    for _ in range(int(rng.integers(0, 7))):
        angle, away = rng.uniform(0, 2 * np.pi), radius * rng.uniform(0, 0.7)
        spot = np.array(centre) + away * np.array([np.cos(angle), np.sin(angle)])
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(5, 12))))
        reach = 0.28 * radius * rng.uniform(0.4, 1, len(angles))
        land = spot + np.stack([np.cos(angles), np.sin(angles)], 1) * reach[:, None]
        cv2.fillPoly(pixels, [land.astype(np.int32)], patch, cv2.LINE_AA)
    cv2.circle(pixels, centre, radius, _colour(rng, 0, 60), int(rng.integers(1, 5)), cv2.LINE_AA)


def _animal(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """Something alive, alike on both sides: body, head, limbs or ears or wings, eyes."""
    size = pixels.shape[1] * rng.uniform(0.08, 0.22)
    coat, line = any_ink(rng), _colour(rng, 0, 60)
    stroke = max(1, int(size * rng.uniform(0.03, 0.1)))
    head = np.array(centre) - (0, size * rng.uniform(0.9, 1.5))
    parts = [
        (np.array(centre), (size * rng.uniform(0.6, 1), size), 0.0),
        (head, (size * rng.uniform(0.5, 0.8),) * 2, 0.0),
    ]
    for _ in range(int(rng.integers(1, 4))):
        at, away = (head, 0.6) if rng.random() < 0.5 else (np.array(centre), 0.8)
        side, up = size * away * rng.uniform(0.4, 1.3), size * rng.uniform(-1.2, 0.6)
        axes, angle = size * rng.uniform(0.15, 0.9, 2), rng.uniform(0, 180)
        parts = [(at + np.array([way * side, up]), tuple(axes.tolist()), way * angle) for way in (-1, 1)] + parts
    for spot, axes, angle in parts:
        where, reach = tuple(spot.astype(int).tolist()), (int(axes[0]) + 1, int(axes[1]) + 1)
        cv2.ellipse(pixels, where, reach, angle, 0, 360, coat, -1, cv2.LINE_AA)
        cv2.ellipse(pixels, where, reach, angle, 0, 360, line, stroke, cv2.LINE_AA)
    for way in (-1, 1):
        eye = tuple((head + np.array([way * size * 0.25, -size * 0.1])).astype(int).tolist())
        cv2.circle(pixels, eye, max(1, int(size * 0.1)), line, -1, cv2.LINE_AA)


def _figure(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """A drawing of no particular thing: wavy shapes over each other in a few inks, outlined, some of them hatched."""
    size, inks = pixels.shape[1] * rng.uniform(0.12, 0.4), [any_ink(rng) for _ in range(3)]
    line, stroke = _colour(rng, 0, 60), int(rng.integers(1, 4))
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    for _ in range(int(rng.integers(1, 7))):
        waves = rng.integers(1, 9, 4)[:, None]
        reach = 1 + (rng.normal(0, 0.22, (4, 1)) * np.sin(waves * angles + rng.uniform(0, 6.3, (4, 1)))).sum(0)
        flat, turn = rng.uniform(0.2, 1), rng.uniform(0, np.pi)
        shape = np.stack([np.cos(angles) * reach, np.sin(angles) * reach * flat], 1) * size * rng.uniform(0.25, 1)
        turned = shape @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        outline = (turned + centre + rng.normal(0, 0.5 * size, 2)).astype(np.int32)
        cv2.fillPoly(pixels, [outline], inks[rng.integers(3)], cv2.LINE_AA)
        if rng.random() < 0.3:
            middle = outline.mean(0).astype(np.int32)
            for end in outline[:: int(rng.integers(2, 6))]:
                start = (middle + 0.3 * (end - middle)).astype(int)
                cv2.line(pixels, start.tolist(), end.tolist(), line, 1, cv2.LINE_AA)
        if rng.random() < 0.8:
            cv2.polylines(pixels, [outline], True, line, stroke, cv2.LINE_AA)


def _cloud(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """Discs side by side, outlined together."""
    size = pixels.shape[1] * rng.uniform(0.05, 0.14)
    discs = [
        (tuple((np.array(centre) + rng.normal(0, (1.6 * size, 0.4 * size))).astype(int).tolist()), int(size) + 1)
        for _ in range(int(rng.integers(3, 8)))
    ]
    rim = int(rng.integers(1, 5))
    for colour, more in ((_colour(rng, 0, 80), rim), (any_ink(rng), 0)):
        for spot, radius in discs:
            cv2.circle(pixels, spot, radius + more, colour, -1, cv2.LINE_AA)


def _seal(pixels: Image, centre: tuple[int, int], rng: np.random.Generator) -> None:
    """A disc with one sign in it, as bright cards of some decks have too."""
    radius = pixels.shape[1] * rng.uniform(0.1, 0.25)
    cv2.circle(pixels, centre, int(radius), any_ink(rng), -1, cv2.LINE_AA)
    corner = (int(centre[0] - radius * 0.6), int(centre[1] - radius * 0.6))
    lettering(pixels, corner, radius * 1.2, 1, rng)


def lettering(pixels: Image, at: tuple[int, int], size: float, count: int, rng: np.random.Generator) -> None:
    """`count` signs of a script that nobody reads: a few strokes and rings in a square each, sometimes outlined."""
    ink, thickness = any_ink(rng), max(1, round(size * rng.uniform(0.08, 0.2)))
    outline, rim = any_ink(rng), thickness + max(2, round(size * 0.12))
    layers = ((outline, rim), (ink, thickness)) if rng.random() < 0.4 else ((ink, thickness),)
    for k in range(count):
        corner = np.array([at[0] + k * size * 1.15, at[1]])
        strokes = []
        for _ in range(int(rng.integers(2, 7))):
            start = corner + rng.uniform(0, size, 2)
            step = rng.uniform(0.3, 0.9) * size * np.eye(2)[rng.integers(2)]
            end = corner + np.clip(start + step - corner, 0, size)
            strokes.append((start.astype(int).tolist(), end.astype(int).tolist()))
        ring = (corner + size * rng.uniform(0.25, 0.75, 2)).astype(int).tolist() if rng.random() < 0.35 else None
        for colour, width in layers:
            for first, last in strokes:
                cv2.line(pixels, first, last, colour, width, cv2.LINE_AA)
            if ring:
                cv2.circle(pixels, ring, max(1, int(size * 0.2)), colour, width, cv2.LINE_AA)


def _playing_card(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """White with pips and an index in two corners."""
    w, h = size_wh
    pixels = np.full((h, w, 3), rng.uniform(200, 255), np.uint8)
    ink = (30, 25, 190) if rng.random() < 0.5 else (25, 22, 20)
    radius = w * rng.uniform(0.05, 0.11)
    columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    for x in np.linspace(0.28, 0.72, columns) if columns > 1 else (0.5,):
        for y in np.linspace(0.18, 0.82, rows) if rows > 1 else (0.5,):
            spot = np.array([x * w, y * h])
            pip = spot + radius * np.array([[0, -1.2], [1, 0], [0, 1.2], [-1, 0]])
            cv2.fillConvexPoly(pixels, pip.astype(np.int32), ink, cv2.LINE_AA)
    sign, scale = str(rng.choice(list("A23456789JQK"))), w / 220 * 1.3
    cv2.putText(pixels, sign, (int(w * 0.05), int(h * 0.12)), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 3, cv2.LINE_AA)
    pixels = np.ascontiguousarray(pixels[::-1, ::-1])
    cv2.putText(pixels, sign, (int(w * 0.05), int(h * 0.12)), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 3, cv2.LINE_AA)
    return pixels


def _jumbled(size_wh: tuple[int, int], art: Image, rng: np.random.Generator) -> Image:
    """Pieces of a picture in the wrong places: the colours of a deck without any of its motifs."""
    w, h = size_wh
    art = np.asarray(cv2.resize(art, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
    columns, rows = int(rng.integers(2, 4)), int(rng.integers(3, 6))
    pieces = [
        art[y * h // rows : (y + 1) * h // rows, x * w // columns : (x + 1) * w // columns]
        for y in range(rows)
        for x in range(columns)
    ]
    side = (w // columns, h // rows)
    turned = [cv2.flip(cv2.resize(pieces[k], side), int(rng.integers(-1, 2))) for k in rng.permutation(len(pieces))]
    lines = [np.hstack(turned[row * columns : (row + 1) * columns]) for row in range(rows)]
    return np.asarray(cv2.resize(np.vstack(lines), size_wh), np.uint8)


def _printed(size_wh: tuple[int, int], rng: np.random.Generator) -> Image:
    """A rule card or an advert: paper with lines of lettering and perhaps a frame."""
    w, h = size_wh
    pixels = np.full((h, w, 3), rng.uniform(170, 255, 3), np.uint8)
    if rng.random() < 0.5:
        inset = int(w * rng.uniform(0.04, 0.12))
        cv2.rectangle(pixels, (inset, inset), (w - inset, h - inset), _colour(rng), int(rng.integers(1, 6)))
    size = w * rng.uniform(0.05, 0.12)
    for y in np.arange(h * 0.1, h * rng.uniform(0.4, 0.9), size * 1.7):
        letters = int(rng.integers(2, int(0.8 * w / (size * 1.15) + 2)))
        lettering(pixels, (int(w * 0.12), int(y)), size, letters, rng)
    return pixels


THINGS = (_emblem, _emblem, _globe, _animal, _figure, _figure, _cloud, _seal)
"""What stands on bonus cards; each is drawn on a picture around a place."""

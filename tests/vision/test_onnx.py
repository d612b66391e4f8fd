"""What the models' tensors mean: letterbox, boxes, overlap, faces, and which way up."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from yakume.engine import FACES
from yakume.vision.boxes import (
    MAX_UNCUT_PX,
    TILE_PX,
    box_quads,
    is_cut,
    letterbox,
    probabilistic_iou,
    rotated_nms,
    tiles,
    tiles_within,
)
from yakume.vision.crops import CROP_MARGIN, upright_crop
from yakume.vision.detection import Detection
from yakume.vision.geometry import iou, make_quad, quad_long_side, turned
from yakume.vision.onnx import BLIND_PX, GOOD_PX, OnnxDetector, OnnxFaceReader, better_scale

PICTURE = np.zeros((300, 600, 3), np.uint8)


@pytest.mark.parametrize("end_to_end", [True, False])
def test_boxes_come_back_in_picture_pixels(networks, end_to_end) -> None:
    # 600 × 300 seen at half size is 300 × 150, on a canvas of 320 × 160: 10 px and 5 px of rim.
    box = [10 + 100, 5 + 50, 20, 40, 0.9, 0, 0.0]
    detector = OnnxDetector(networks.detector([box], end_to_end=end_to_end), (300, 150))
    (found,) = detector.detect_at(PICTURE, (0.5,))
    assert found.quad.tolist() == [[180, 60], [220, 60], [220, 140], [180, 140]]
    assert (found.score, found.is_back) == (pytest.approx(0.9), False)


@pytest.mark.parametrize("end_to_end", [True, False])
def test_weak_boxes_and_twins_are_dropped_and_backs_are_told(networks, end_to_end) -> None:
    boxes = [
        [100, 50, 20, 40, 0.5, 1, 0.3],
        [101, 50, 20, 40, 0.8, 0, 0.31],
        [200, 50, 20, 40, 0.7, 1, 0.0],
        [250, 50, 20, 40, 0.2, 0, 0.0],
        [290, 50, 20, 40, 0.05, 0, 0.0],
    ]
    detector = OnnxDetector(networks.detector(boxes, end_to_end=end_to_end), (300, 150))
    found = [(round(d.score, 1), d.is_back) for d in detector.detect_at(PICTURE, (0.5,))]
    assert found == [(0.8, False), (0.7, True), (0.2, False)]


def test_nothing_found_is_an_empty_list(networks) -> None:
    assert OnnxDetector(networks.detector([[0, 0, 1, 1, 0.0, 0, 0]]), (300, 300)).detect(PICTURE) == []


def test_a_reader_is_no_detector_and_a_detector_no_reader(networks) -> None:
    with pytest.raises(ValueError, match="is not a detector"):
        OnnxDetector(networks.reader(), (300, 300))
    with pytest.raises(ValueError, match="is not a face reader"):
        OnnxFaceReader(networks.detector([[0, 0, 1, 1, 1, 0, 0]]))


def test_letterbox_keeps_shape_and_fills_up_to_the_stride() -> None:
    image = np.full((50, 100, 3), (10, 20, 30), np.uint8)
    blob, offset = letterbox(image)
    assert blob.shape == (1, 3, 64, 128)
    assert offset == (14, 7)
    assert blob[0, :, 32, 64].tolist() == pytest.approx([30 / 255, 20 / 255, 10 / 255])
    assert blob[0, :, 0, 0].tolist() == pytest.approx([114 / 255] * 3)


@pytest.mark.parametrize(
    ("lengths", "scale", "expected"),
    [
        ([120, 140, 600], 0.5, None),
        ([50, 50, 360], 0.25, 1.0),
        ([200, 200, 900], 0.1, GOOD_PX / 200),
        ([10, 10], 1.0, None),
        ([10, 10], 1.5, 1.0),
        ([800, 1000], 0.5, GOOD_PX / 900),
        ([], 0.1, (BLIND_PX / 12e6) ** 0.5),
        ([], (BLIND_PX / 12e6) ** 0.5, None),
    ],
)
def test_cards_of_an_unusual_size_or_none_are_looked_at_again(lengths, scale, expected) -> None:
    better = better_scale(lengths, scale, 12_000_000)
    assert better == (expected if expected is None else pytest.approx(expected))


def test_a_small_picture_without_cards_is_not_enlarged() -> None:
    assert better_scale([], 1.2, 500_000) is None
    assert better_scale([], 0.5, 500_000) == 1.0


def test_a_better_look_replaces_the_first_and_looks_come_to_an_end(networks) -> None:
    # The network answers with the same 8 × 16 px box whatever it sees, so cards always look too small.
    detector = OnnxDetector(networks.detector([[64, 64, 8, 16, 0.9, 0, 0]]), (128, 128))
    scales = []
    look = detector._look
    detector._look = lambda image, scale, windows: scales.append(scale) or look(image, scale, windows)
    found = detector.detect(np.zeros((800, 800, 3), np.uint8))
    # 16 px at 0.16 are 100 px of the picture, at half of it 200: 150 px in the middle, which then get 60 px.
    assert scales[:2] == [0.16, 0.08]
    assert scales[2] == pytest.approx(GOOD_PX / 150)
    assert len(scales) == 6
    assert scales[4] <= 1
    assert min(quad_long_side(d.quad) for d in found) == pytest.approx(16 / scales[4], rel=0.01)


@pytest.mark.parametrize(
    ("first", "larger", "kept", "looks"),
    [
        (0.6, 0.8, 0.8, 2),
        (0.6, 0.5, 0.6, 2),
        (0.6, None, 0.6, 2),
        (None, 0.3, 0.3, 2),
        (0.7, 0.9, 0.7, 1),
    ],
)
def test_where_nothing_is_sure_the_picture_is_taken_as_large_as_can_be_and_the_surer_answer_counts(
    networks, monkeypatch, first, larger, kept, looks
) -> None:
    detector = OnnxDetector(networks.detector([[64, 64, 8, 16, 0.9, 0, 0]]), (128, 128))
    taken = []

    def answer(image, scales):
        taken.append(scales[0])
        score = first if scales[0] < 1 else larger
        long = 100 / scales[0]  # of a size that asks for no other look
        return (
            [Detection(make_quad([[0, 0], [long / 2, 0], [long / 2, long], [0, long]]), score, False)] if score else []
        )

    monkeypatch.setattr(detector, "detect_at", answer)
    found = detector.detect(np.zeros((400, 400, 3), np.uint8))
    assert [d.score for d in found] == [kept]
    assert taken == [128 / 400, 1.0][:looks]


@pytest.fixture
def watching(networks, monkeypatch):
    """A detector before a table of 400 × 400 px, the lengths (px) of the cards on it, and the scales looked at."""
    detector = OnnxDetector(networks.detector([[64, 64, 8, 16, 0.9, 0, 0]]), (128, 128))
    lengths, scales = [], []

    def answer(image, both):
        scales.append(both[0])
        return [
            Detection(make_quad([[0, 0], [long / 2, 0], [long / 2, long], [0, long]]), 0.9, False) for long in lengths
        ]

    monkeypatch.setattr(detector, "detect_at", answer)
    return detector, lengths, scales


TABLE, USUAL = np.zeros((400, 400, 3), np.uint8), 128 / 400


def test_the_next_picture_of_small_cards_begins_at_the_scale_that_suits_them(watching) -> None:
    detector, lengths, scales = watching
    lengths[:] = [100, 100, 100]  # 32 px at the usual scale
    _, scale = detector.detect_from(TABLE, None)
    assert scales == [USUAL, pytest.approx(0.6)]
    scales.clear()
    found, scale = detector.detect_from(TABLE, scale)
    assert scales == [pytest.approx(0.6)]
    assert len(found) == 3
    assert scale == pytest.approx(0.6)
    detector.detect(TABLE)  # a picture of its own knows nothing of others
    assert scales[1:] == [USUAL, pytest.approx(0.6)]


@pytest.mark.parametrize(
    ("long", "looks", "after"),
    [(200, [0.6], None), (65, [0.6, 60 / 65], 60 / 65), (90, [0.6], 60 / 90)],
)
def test_cards_of_another_size_get_another_scale(watching, long, looks, after) -> None:
    """200 px are well seen at the usual scale, too: it is not kept at a dearer one. 90 px can be seen at the one
    before, but not best."""
    detector, lengths, scales = watching
    lengths[:] = [long] * 3
    _, scale = detector.detect_from(TABLE, 0.6)
    assert scales == [pytest.approx(look) for look in looks]
    assert scale == (after and pytest.approx(after))


def test_the_scale_goes_by_what_is_known_of_the_cards_and_not_by_what_is_found(watching) -> None:
    """Motifs of a carpet, 300 px long, beside cards of 100 px."""
    detector, lengths, scales = watching
    lengths[:] = [300] * 5
    _, scale = detector.detect_from(TABLE, None, 100.0)
    assert scales == [USUAL, pytest.approx(0.6)]
    assert scale == pytest.approx(0.6)


def test_where_the_last_scale_shows_nothing_all_begins_as_usual(watching) -> None:
    detector, _, scales = watching
    found, scale = detector.detect_from(TABLE, 0.6)
    assert (found, scale) == ([], None)
    assert scales == [0.6, USUAL, 1.0]


def test_windows_of_a_picture_are_seen_alone_and_what_their_edges_cut_is_not_told(networks) -> None:
    picture = np.zeros((600, 1000, 3), np.uint8)
    detector = OnnxDetector(networks.detector([[64, 64, 8, 16, 0.9, 0, 0]]), (128, 128))

    def middles(found) -> list[list[int]]:
        return sorted(np.round(d.quad.mean(0)).astype(int).tolist() for d in found)

    # The network sees a card in the middle of 128 px each time: once at the scale, once at half of it.
    assert middles(detector.detect_within(picture, 1.0, [(300, 200, 420, 310)])) == [[364, 264], [428, 328]]
    assert detector.detect_within(picture, 1.0, []) == []
    at_the_left = OnnxDetector(networks.detector([[5, 64, 8, 16, 0.9, 0, 0]]), (128, 128))
    assert middles(at_the_left.detect_within(picture, 1.0, [(300, 200, 420, 310)])) == []
    assert middles(at_the_left.detect_within(picture, 1.0, [(0, 200, 120, 310)])) == [[5, 264], [10, 328]]


def test_a_large_window_is_cut_into_tiles_that_cover_it() -> None:
    assert tiles_within((300, 200, 420, 310), 1.0, (1000, 600)) == [(300, 200, 428, 328)]
    assert tiles_within((900, 500, 1000, 600), 0.5, (500, 300)) == [(372, 172, 500, 300)]
    cut = tiles_within((10, 20, 1500, 1100), 1.0, (1920, 1080))
    assert len(cut) == 6 and all(x1 - x0 == y1 - y0 == TILE_PX for x0, y0, x1, y1 in cut)
    assert (min(t[0] for t in cut), min(t[1] for t in cut)) == (10, 0)
    assert max(t[2] for t in cut) >= 1500 and max(t[3] for t in cut) == 1080


@pytest.mark.parametrize("size_wh", [(640, 384), (1000, 1000), (1001, 1000), (4000, 3000), (600, 5000)])
def test_tiles_cover_a_look_and_share_more_than_a_card(size_wh) -> None:
    width, height = size_wh
    cut = tiles(size_wh)
    assert (cut == [(0, 0, width, height)]) == (width * height <= MAX_UNCUT_PX)
    card = GOOD_PX * 1.5
    for x, y in np.random.default_rng(0).uniform((0, 0), (width - card, height - card), (200, 2)):
        assert any(x0 <= x and y0 <= y and x + card <= x1 and y + card <= y1 for x0, y0, x1, y1 in cut)
    assert all(x1 - x0 <= TILE_PX or len(cut) == 1 for x0, _, x1, _ in cut)


def test_a_box_at_the_edge_of_a_tile_is_left_to_the_neighbour_but_not_one_at_the_edge_of_the_picture() -> None:
    boxes = np.array([[20, 50, 33, 54, 0.0], [84, 50, 33, 54, 0.0], [50, 30, 54, 33, np.pi / 2]], np.float32)
    assert is_cut(boxes, (0, 0, 100, 100), (100, 100)).tolist() == [False, False, False]
    assert is_cut(boxes, (0, 0, 100, 100), (200, 100)).tolist() == [False, True, False]
    assert is_cut(boxes, (0, 2, 100, 100), (100, 100)).tolist() == [False, False, True]


def test_boxes_seen_in_tiles_lie_where_they_are_in_the_picture(networks) -> None:
    # A box at (300, 200) of every tile: 2000 × 600 px are four tiles beside each other.
    detector = OnnxDetector(networks.detector([[300, 200, 33, 54, 0.9, 0, 0]]), (128, 128))
    found = detector.detect_at(np.zeros((600, 2000, 3), np.uint8), (1.0,))
    left = [x0 for x0, *_ in tiles((2000, 600))]
    # 600 px high is filled up to 608, tiles are 768 px wide: no rim at their sides.
    assert sorted(tuple(d.quad.mean(0)) for d in found) == [(x + 300, 200 - 4) for x in left]


@pytest.mark.parametrize("shape", [(300, 600), (600, 300), (424, 424)])
def test_pictures_of_every_shape_get_as_many_pixels_and_a_quarter_of_them(networks, shape) -> None:
    detector = OnnxDetector(networks.detector([[64, 64, 30, 60, 0.9, 0, 0]]), (200, 100))
    found = detector.detect(np.zeros((*shape, 3), np.uint8))
    assert [quad_long_side(d.quad) for d in found] == pytest.approx([60 * 3, 60 * 6], rel=0.02)


def test_one_card_seen_at_two_scales_is_one_box(networks) -> None:
    # Twice the same box in picture px: 40 × 80 at (100, 100).
    detector = OnnxDetector(networks.detector([[100, 100, 40, 80, 0.9, 0, 0]]), (128, 128))
    assert len(detector.detect_at(np.zeros((192, 192, 3), np.uint8), (1.0, 1.0))) == 1


@pytest.mark.parametrize("angle", [-2.0, -0.4, 0.0, 0.7, 1.6, 3.0])
@pytest.mark.parametrize("size", [(33, 54), (54, 33)])
def test_box_corners_are_those_of_opencv_and_stand_upright(angle, size) -> None:
    box = np.array([[50, 60, *size, angle]], np.float32)
    quad = make_quad(box_quads(box)[0])
    expected = cv2.boxPoints(((50, 60), size, float(np.rad2deg(angle))))
    assert iou(quad, make_quad(cv2.convexHull(expected, clockwise=False)[:, 0])) > 0.999
    assert np.linalg.norm(quad[1] - quad[0]) == pytest.approx(33, abs=1e-3)


def test_probabilistic_overlap_is_one_for_twins_and_near_zero_apart() -> None:
    boxes = np.array([[0, 0, 33, 54, 0.3], [0, 0, 54, 33, 0.3 + np.pi / 2], [300.0, 0, 33, 54, 0.3]])
    overlap = np.array([probabilistic_iou(box[None], boxes) for box in boxes])
    assert overlap[0, 1] == pytest.approx(1, abs=1e-3)
    assert overlap[0, 2] < 1e-3
    assert np.allclose(overlap, overlap.T)


def test_neighbours_in_a_fan_are_kept() -> None:
    fan = np.array([[12 * k, 2 * k, 33, 54, 0.1 * k] for k in range(7)], np.float32)
    assert len(rotated_nms(fan, np.linspace(0.9, 0.6, 7), 0.7)) == 7


@pytest.mark.parametrize("seed", range(4))
def test_of_boxes_that_overlap_the_surest_stays_and_nothing_else_goes(seed: int) -> None:
    """Among 60 cards seen three times over, each a little off, by the definition: pair by pair, nothing left out."""
    rng = np.random.default_rng(seed)
    cards = np.concatenate([rng.uniform(0, 600, (60, 2)), rng.uniform(30, 90, (60, 2)), rng.uniform(-2, 2, (60, 1))], 1)
    boxes = (np.repeat(cards, 3, 0) + rng.normal(0, [5, 5, 7, 7, 0.1], (180, 5))).astype(np.float32)
    scores = rng.random(180)
    overlap = np.array([probabilistic_iou(box[None], boxes) for box in boxes.astype(np.float64)])
    expected: list[int] = []
    for box in np.argsort(-scores):
        if all(overlap[box, other] <= 0.7 for other in expected):
            expected.append(int(box))
    assert rotated_nms(boxes, scores, 0.7).tolist() == expected
    assert 60 < len(expected) < 180


def test_no_box_is_left_of_none() -> None:
    assert len(rotated_nms(np.zeros((0, 5), np.float32), np.zeros(0), 0.7)) == 0


def painted(colour: tuple[int, int, int], *, upside_down: bool) -> tuple[np.ndarray, np.ndarray]:
    """A card of one colour, brighter in its upper half, on grey; and its quad."""
    card = np.full((108, 66, 3), colour, np.uint8)
    card[54:] //= 2
    image = np.full((300, 300, 3), 114, np.uint8)
    image[80:188, 60:126] = card[::-1] if upside_down else card
    return image, make_quad([[60, 80], [126, 80], [126, 188], [60, 188]])


@pytest.mark.parametrize("upside_down", [False, True])
@pytest.mark.parametrize(("colour", "face"), [((0, 0, 255), "1h"), ((0, 255, 0), "8n"), ((255, 0, 0), "back")])
def test_faces_are_read_in_either_way_up(networks, colour, face, upside_down) -> None:
    reader = OnnxFaceReader(networks.reader())
    image, quad = painted(colour, upside_down=upside_down)
    probabilities, flips = reader.read(image, [quad, quad])
    assert probabilities.shape == (2, 37)
    assert probabilities.sum(1).tolist() == pytest.approx([1, 1])
    assert FACES[int(probabilities[0].argmax())] == face
    # A back has no top: its quad is left as it is.
    assert flips.tolist() == [upside_down and face != "back"] * 2


def test_crops_are_cut_to_the_size_the_reader_takes_whatever_size_they_come_in(networks) -> None:
    path = networks.reader(side=64)
    with pytest.raises(ValueError, match=r"does not take crops of 128 px"):
        OnnxFaceReader(path)
    reader = OnnxFaceReader(path, 64)
    image, quad = painted((0, 255, 0), upside_down=False)
    for probabilities, _ in (reader.read(image, [quad]), reader.read_crops(1, lambda _: upright_crop(image, quad))):
        assert FACES[int(probabilities[0].argmax())] == "8n"


def test_no_cards_are_read_as_no_rows(networks) -> None:
    probabilities, flips = OnnxFaceReader(networks.reader()).read(PICTURE, [])
    assert probabilities.shape == (0, 37)
    assert flips.shape == (0,)


def test_a_crop_shows_the_card_upright_with_a_rim() -> None:
    image = np.full((400, 400, 3), 50, np.uint8)
    quad = make_quad([[300, 100], [300, 166], [192, 166], [192, 100]])  # lies on its side, top to the right
    image[100:166, 192:300] = (0, 0, 200)
    image[100:166, 280:300] = (0, 200, 0)
    crop = upright_crop(image, quad)
    rim = round(128 * CROP_MARGIN)
    assert crop[rim // 2, 64].tolist() == [50, 50, 50]
    assert crop[rim + 6, 64].tolist() == [0, 200, 0]
    assert crop[100, 64].tolist() == [0, 0, 200]
    assert upright_crop(image, turned(quad, 2))[128 - rim - 6, 64].tolist() == [0, 200, 0]


@pytest.mark.parametrize("size", [150, 600, 1500])
def test_a_large_card_is_averaged_and_not_sampled(size) -> None:
    # Stripes finer than a crop pixel: averaged they are grey, sampled they would be bars.
    image = np.zeros((size + 40, size + 40, 3), np.uint8)
    image[20:-20, 20:-20] = (np.arange(size) % 2 * 255)[:, None, None] if size > 200 else 128
    quad = make_quad([[20, 20], [size + 20, 20], [size + 20, size + 20], [20, size + 20]]) - 0.5
    middle = upright_crop(image, quad)[40:88, 40:88].astype(int)
    assert quad_long_side(quad) == size
    assert abs(middle - 128).max() < 40


@pytest.mark.parametrize("size", [100, 700, 3000])
def test_the_rim_of_a_crop_shows_the_table_however_large_the_card_is(size) -> None:
    image = np.full((size * 2, size * 2, 3), 200, np.uint8)
    low, high = size // 2, size * 3 // 2
    image[low:high, low:high] = 0
    crop = upright_crop(image, make_quad([[low, low], [high, low], [high, high], [low, high]]))
    assert (crop[[0, -1]] == 200).all() and (crop[:, [0, -1]] == 200).all()
    assert (crop[12:-12, 12:-12] == 0).all()


def test_a_crop_outside_the_picture_is_grey() -> None:
    crop = upright_crop(
        np.zeros((100, 100, 3), np.uint8), make_quad([[900, 900], [1500, 900], [1500, 1800], [900, 1800]])
    )
    assert (crop == 114).all()


def test_doubtful_boxes_do_not_say_how_large_the_cards_are(networks, monkeypatch) -> None:
    detector = OnnxDetector(networks.detector([[64, 64, 8, 16, 0.9, 0, 0]]), (128, 128))
    card = make_quad([[0, 0], [50, 0], [50, 100], [0, 100]])  # 100 px at 0.64: of a size that asks for no other look
    speck = card / 20
    answer = [Detection(card, 0.9, False), *(Detection(speck + 9 * n, 0.2, False) for n in range(5))]
    looks = []
    monkeypatch.setattr(detector, "detect_at", lambda image, scales: looks.append(scales) or answer)
    assert detector.detect(np.zeros((200, 200, 3), np.uint8)) is answer
    assert len(looks) == 1


def test_a_nearer_look_that_finds_only_doubtful_boxes_does_not_replace_the_first(networks, monkeypatch) -> None:
    detector = OnnxDetector(networks.detector([[64, 64, 8, 16, 0.9, 0, 0]]), (128, 128))
    small = Detection(make_quad([[0, 0], [10, 0], [10, 20], [0, 20]]), 0.9, False)
    answers = iter([[small], [Detection(small.quad + 50, 0.2, False)], []])
    monkeypatch.setattr(detector, "detect_at", lambda image, scales: next(answers))
    (found,) = detector.detect(np.zeros((400, 400, 3), np.uint8))
    assert found is small

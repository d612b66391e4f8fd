"""Degraded pictures: as much worse as the row says, with the truth where it lies then."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.evaluation.degrade import DEGRADATIONS, Shot, degraded_sha256, evaluate_degraded, moved
from yakume.datasets.evaluation.labels import LabelledPicture, TrueCard
from yakume.datasets.evaluation.sets import LabelledSet
from yakume.engine import FACES, Face
from yakume.vision.detection import SeenCard
from yakume.vision.geometry import quad_long_side
from yakume.vision.read import PictureReading

QUAD = np.array([[200, 100], [267, 100], [267, 210], [200, 210]], np.float32)


def picture() -> np.ndarray:
    """A red card on grey."""
    image = np.full((400, 600, 3), 120, np.uint8)
    image[100:210, 200:267] = (20, 20, 230)
    return image


def labelled() -> LabelledPicture:
    return LabelledPicture(Path("a.png"), "a.png", (600, 400), (TrueCard(Face("1h"), QUAD, 1.0),), (QUAD,))


@pytest.mark.parametrize(
    "name", [n for n in DEGRADATIONS if n.startswith(("turned", "tilt", "cards", "blur", "motion"))]
)
def test_the_truth_lies_where_the_card_then_is(name: str) -> None:
    worse = DEGRADATIONS[name](Shot(picture(), np.eye(3), 110.0, np.random.default_rng(0)))
    (card,) = moved(labelled(), worse).cards
    inside = np.zeros(worse.image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, card.quad.astype(np.int32), 1)
    red = (worse.image[..., 2].astype(int) - worse.image[..., 0] > 60).astype(np.uint8)
    assert (inside & red).sum() / (inside | red).sum() > 0.55
    if name.startswith("cards"):
        assert worse.image.shape == (1080, 1920, 3)
        assert quad_long_side(card.quad) == pytest.approx(float(name.split()[1]), abs=1)


def test_light_and_noise_are_as_strong_as_they_say() -> None:
    shot = Shot(picture(), np.eye(3), 110.0, np.random.default_rng(0))
    assert DEGRADATIONS["untouched"](shot) is shot
    assert DEGRADATIONS["light ×0.1"](shot).image[0, 0].tolist() == [12, 12, 12]
    assert DEGRADATIONS["light ×3"](shot).image[0, 0].tolist() == [255, 255, 255]
    assert DEGRADATIONS["red lamp"](shot).image[0, 0].tolist() == [18, 18, 120]
    assert DEGRADATIONS["noise 50"](shot).image[:90].std() == pytest.approx(49, abs=2)


def test_a_set_is_read_in_every_way_and_named_anew(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), picture())
    (tmp_path / "labels.json").write_text("{}")
    one = LabelledPicture(tmp_path / "a.png", "a.png", (600, 400), labelled().cards, ())
    whole = LabelledSet(tmp_path, (tmp_path / "labels.json",), (one,))

    def read(image: np.ndarray) -> PictureReading:
        """Finds the card where the picture is untouched in size and bright enough, and calls it what it is."""
        scores = np.zeros(len(FACES), np.float32)
        scores[Face("1h").index] = 1
        seen = (SeenCard(QUAD, 0.9, scores),) if image.shape == (400, 600, 3) and image.mean() > 60 else ()
        return PictureReading((image.shape[1], image.shape[0]), seen, 0.0, 0.0)

    result = evaluate_degraded(whole, read)
    rows = result.scores()
    assert rows["untouched"].read_right == rows["light ×3"].read_right == rows["blur 6"].read_right == 1
    assert rows["light ×0.1"].read_right == rows["tilt 60°"].read_right == rows["cards 20 px"].read_right == 0
    assert result.sha256 == degraded_sha256(whole) != whole.sha256()
    assert len(result.judged) == len(DEGRADATIONS) - 1
    lines = result.to_text().splitlines()
    assert len(lines) == len(DEGRADATIONS) + 2
    assert next(line for line in lines if line.startswith("light ×0.1 ")).split()[3:6] == ["0", "0.000", "0.000"]

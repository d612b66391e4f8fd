"""A model is used only if its card and its weights agree."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from shutil import copytree

import pytest
from yakume.models.reader import load_reader
from yakume.models.registry import (
    CLASSES,
    WEIGHTS,
    ModelCard,
    ModelError,
    checked_weights,
    file_sha256,
    load_card,
    parse_card,
)
from yakume.vision.certainty import USUAL, Certainty

CARD = ModelCard(
    "cards-1",
    "read",
    "read.onnx",
    "0" * 64,
    (128, 128),
    CLASSES["read"],
    recipe="yakume train read --seed 3",
    seed=3,
    data={"train": "composed, seed 1", "photographs of tables": "sha256 ab"},
    scores={"unseen decks, face accuracy": 0.981},
)


@pytest.fixture
def model(tmp_path):
    """A card beside weights that match it."""
    (tmp_path / "read.onnx").write_bytes(b"weights")
    card = replace(CARD, sha256=file_sha256(tmp_path / "read.onnx"))
    path = tmp_path / "read.toml"
    path.write_text(card.to_toml(), encoding="utf-8")
    return path


def test_a_card_survives_toml() -> None:
    assert parse_card(CARD.to_toml()) == CARD
    weighed = replace(CARD, temperature=1.2, presence_weights=(1.0, 0.5, -2.0, 0.25), confidence_weights=(1.0,) * 4)
    weighed = replace(weighed, back_weights=(1.2, 0.5, 0.5, -1.0), acceptance_threshold=0.65)
    assert parse_card(weighed.to_toml()) == weighed


def test_weights_that_match_are_given(model) -> None:
    card, weights = checked_weights(model)
    assert (card.name, weights) == ("cards-1", model.with_name("read.onnx"))


def test_weights_that_do_not_match_their_hash_are_refused(model) -> None:
    model.with_name("read.onnx").write_bytes(b"other weights")
    with pytest.raises(ModelError, match=r"read\.onnx does not match its card: SHA-256 is .*; install yakume again"):
        checked_weights(model)


def test_missing_weights_and_a_missing_card_say_what_to_do(model) -> None:
    model.with_name("read.onnx").unlink()
    with pytest.raises(ModelError, match=r"read\.onnx is missing; install yakume again"):
        checked_weights(model)
    with pytest.raises(ModelError, match="train one with `yakume train`"):
        checked_weights(model.with_name("other.toml"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('task = "read"', 'task = "guess"', "task = 'guess'"),
        ("input_wh = [\n    128,\n    128,\n]", "input_wh = [128]", "'input_wh.1' is missing"),
        ('    "1h",\n', "", "classes"),
        ('file = "read.onnx"', 'file = "../read.onnx"', "beside the card"),
        ('name = "cards-1"', "", "'name' is missing"),
        ("seed = 3", "sead = 3", "unknown field 'sead'"),
        ("seed = 3", "seed = = 3", "not TOML"),
        ("seed = 3", "presence_weights = [1, 2, 3]", "presence_weights"),
        ("seed = 3", 'confidence_weights = [1, 2, 3, 4, "5"]', "confidence_weights"),
        ("seed = 3", "acceptance_threshold = 1.5", "acceptance_threshold = 1.5"),
    ],
)
def test_a_card_that_cannot_be_used_names_the_field(model, old, new, message) -> None:
    text = model.read_text(encoding="utf-8")
    assert old in text
    model.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ModelError, match=message) as caught:
        checked_weights(model)
    assert str(model) in str(caught.value)


def test_what_the_answers_are_worth_together_stands_in_the_readers_card(tmp_path) -> None:
    models = tmp_path / "models"
    copytree(WEIGHTS, models)
    card = load_card(WEIGHTS / "read.toml")
    weights = card.presence_weights, card.confidence_weights, card.back_weights
    assert load_reader().certainty == Certainty(*weights, card.acceptance_threshold) != USUAL
    other = card.acceptance_threshold - 0.05
    (models / "read.toml").write_text(replace(card, acceptance_threshold=other).to_toml(), encoding="utf-8")
    assert load_reader(models).certainty == Certainty(*weights, other)


def test_a_file_that_matches_its_hash_but_is_no_model_is_refused(model) -> None:
    detect = replace(CARD, task="detect", classes=CLASSES["detect"], sha256=file_sha256(model.with_name("read.onnx")))
    model.with_name("detect.toml").write_text(detect.to_toml(), encoding="utf-8")
    with pytest.raises(ModelError, match="cannot load the model"):
        load_reader(model.parent)


def test_a_folder_without_models_is_refused(tmp_path) -> None:
    with pytest.raises(ModelError, match=r"no model card .*detect\.toml"):
        load_reader(tmp_path)


def test_a_card_written_by_hand_in_one_line_a_field_is_read(model) -> None:
    card = load_card(model)
    by_hand = [f"{key} = {json.dumps(value)}" for key, value in asdict(card).items() if not isinstance(value, dict)]
    by_hand += ["[data]", *(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in card.data.items())]
    by_hand += ["[scores]", *(f"{json.dumps(key)} = {value}" for key, value in card.scores.items())]
    assert parse_card("\n".join(by_hand)) == card

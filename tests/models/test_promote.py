"""New models take the place of the old ones whole, with what was measured in every card."""

from __future__ import annotations

import pytest
from yakume.models.promote import candidates_in, install, join, measured, recorded_sets
from yakume.models.registry import CLASSES, ModelCard, ModelError, checked_weights, file_sha256, load_card

OLD = {"composed_val_top1": 0.9, "photos_recall": 0.5, "photos_f1": 0.5, "gone_f1": 0.4}
SCORES = {"photos": {"recall": 0.81234, "f1": 0.8}, "no_cards": {"f1": None}}
SETS = {"photos": "13 pictures; set 0123456789abcdef", "no_cards": "1 picture; set 0000000000000000"}


def write_model(folder, task: str, content: bytes, *, file: str | None = None, tensors: bool = True, **about) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    weights = folder / (file or f"{task}.onnx")
    weights.write_bytes(content)
    if tensors:
        weights.with_suffix(".safetensors").write_bytes(content + b" tensors")
    size = {"detect": (640, 384), "read": (128, 128), "corners": (96, 96)}[task]
    card = ModelCard(task, task, weights.name, file_sha256(weights), size, CLASSES[task], **about)
    (folder / f"{task}.toml").write_text(card.to_toml(), encoding="utf-8")


@pytest.fixture
def shipped(tmp_path):
    """Three models that are measured together."""
    folder = tmp_path / "shipped"
    for task in ("detect", "corners", "read"):
        data = {"training": "16 decks", "photos": "set 0123456789abcdef", "gone": "set fedcba9876543210"}
        write_model(folder, task, f"old {task}".encode(), tensors=task != "corners", scores=OLD, data=data)
    return folder


@pytest.fixture
def candidate(tmp_path):
    """A new reader, exported under another name, without tensors."""
    folder = tmp_path / "candidate"
    write_model(folder, "read", b"new read", file="read7.onnx", tensors=False, recipe="seed 7", temperature=1.3)
    return folder


def test_a_candidate_is_measured_with_the_models_it_lacks(shipped, candidate, tmp_path) -> None:
    together = tmp_path / "together"
    together.mkdir()
    join(shipped, candidate, together)
    contents = {name: checked_weights(together / f"{name}.toml")[1].read_bytes() for name in ("detect", "read")}
    assert contents == {"detect": b"old detect", "read": b"new read"}


def test_the_new_model_and_every_card_are_written(shipped, candidate) -> None:
    install(candidate, shipped, SCORES, SETS)
    card, weights = checked_weights(shipped / "read.toml")
    assert (weights.name, weights.read_bytes()) == ("read.onnx", b"new read")
    assert (card.recipe, card.temperature, card.scores) == ("seed 7", 1.3, {"photos_recall": 0.8123, "photos_f1": 0.8})
    assert card.data == SETS
    detect, weights = checked_weights(shipped / "detect.toml")
    assert weights.read_bytes() == b"old detect"
    assert detect.scores == {"composed_val_top1": 0.9, "photos_recall": 0.8123, "photos_f1": 0.8}
    assert detect.data == {"training": "16 decks", **SETS}


def test_tensors_of_the_replaced_model_do_not_stay(shipped, candidate) -> None:
    install(candidate, shipped, SCORES, SETS)
    assert not (shipped / "read.safetensors").exists()
    assert (shipped / "detect.safetensors").read_bytes() == b"old detect tensors"
    assert not [path for path in shipped.iterdir() if path.name.startswith(".")]


def test_scores_of_sets_that_are_measured_no_more_go(shipped) -> None:
    card = measured(load_card(shipped / "read.toml"), SCORES, SETS)
    assert "gone_f1" not in card.scores
    assert "gone" not in card.data


def test_stopped_between_weights_and_card_the_hash_tells(shipped, candidate, monkeypatch) -> None:
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("yakume.models.promote.write_card", stop)
    with pytest.raises(KeyboardInterrupt):
        install(candidate, shipped, SCORES, SETS)
    with pytest.raises(ModelError, match="does not match its card"):
        checked_weights(shipped / "read.toml")


def test_the_sets_of_the_last_promotion_are_known_by_their_hash(shipped) -> None:
    assert recorded_sets(shipped) == {"0123456789abcdef": "photos", "fedcba9876543210": "gone"}


def test_a_set_without_cards_of_which_none_was_told_is_a_measure_next_time_too(shipped, candidate) -> None:
    nothing = {"f1": None, "precision": None, "false_a_picture": 0.0}
    install(candidate, shipped, {"no_cards": nothing}, SETS)
    assert recorded_sets(shipped) == {"0000000000000000": "no_cards"}


def test_a_folder_that_holds_no_model_or_a_wrong_one_is_refused(shipped, candidate, tmp_path) -> None:
    with pytest.raises(ModelError, match=r"no model in .*expected one or more of detect"):
        candidates_in(tmp_path)
    (candidate / "read.toml").rename(candidate / "detect.toml")
    with pytest.raises(ModelError, match="is a model for 'read', expected 'detect'"):
        candidates_in(candidate)
    (candidate / "detect.toml").rename(candidate / "read.toml")
    (candidate / "read7.onnx").write_bytes(b"damaged")
    before = {path.name: path.read_bytes() for path in shipped.iterdir()}
    with pytest.raises(ModelError, match="does not match its card"):
        install(candidate, shipped, SCORES, SETS)
    assert {path.name: path.read_bytes() for path in shipped.iterdir()} == before

"""The network that enrolled decks are read with: how it is trained and written, and what the shipped one knows."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

import cv2
import numpy as np
import pytest
from yakume.datasets.design import render
from yakume.datasets.synth.match_samples import picture_crop
from yakume.engine import CARDS
from yakume.models.registry import WEIGHTS, checked_weights, deck_reader
from yakume.vision.decks import MATCHED
from yakume.vision.onnx import OnnxFaceReader
from yakume.vision.runtime import RUNTIME_ENV, open_network
from yakume.webui.commands.command import UsageError
from yakume.webui.commands.train import add_export_arguments, add_train_arguments, run_export, run_train

pytest.importorskip("ultralytics")

from yakume.models import matcher
from yakume.models.tensors import read_tensors


@pytest.fixture(scope="module")
def pictures() -> list[np.ndarray]:
    """The project's own 48 cards, upright, as crops."""
    return [picture_crop(render(card, 360)) for card in CARDS]


def files(crops: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """`crops` as JPEG files one behind the other, and where each ends."""
    data = [cv2.imencode(".jpg", crop)[1].ravel() for crop in crops]
    return np.concatenate(data), np.cumsum([len(file) for file in data])


def write_set(folder: Path, pictures: list[np.ndarray]) -> Path:
    """Two decks whose crops are their pictures, every second one upside down, and one crop of no card."""
    for part in ("train", "val"):
        (folder / part).mkdir(parents=True)
        for number in range(2):
            inks = np.roll(np.arange(3), number)
            shown = [picture[..., inks] for picture in pictures]
            seen = [crop[::-1, ::-1] if k % 2 else crop for k, crop in enumerate(shown)]
            classes = [2 * card.face.index + k % 2 for k, card in enumerate(CARDS)]
            crops, ends = files([*seen, np.zeros_like(seen[0])])
            data, data_ends = files(shown)
            np.savez(
                folder / part / f"1-{number:06d}.npz",
                pictures=data, pictures_ends=data_ends, crops=crops, crops_ends=ends, classes=[*classes, 73],
            )  # fmt: skip
    return folder


def test_an_episode_turns_pictures_and_crops_of_a_face_alike(tmp_path: Path, pictures) -> None:
    deck = matcher.load_set(write_set(tmp_path, pictures) / "train")[0]
    shown, seen, faces = matcher.episode(deck, np.random.default_rng(0))
    assert shown.shape == (48, 3, 128, 128) and seen.shape == (49, 3, 128, 128)
    assert sorted(faces.tolist()) == sorted([*(card.face.index for card in CARDS), 36])
    of_card = {card.face.index: k for k, card in enumerate(CARDS) if len(card.face.cards) == 1}
    near = [
        np.corrcoef(seen[n].ravel(), shown[of_card[face]].ravel())[0, 1]
        for n, face in enumerate(faces.tolist())
        if face in of_card
    ]
    assert np.median(near) > 0.95  # of some a part is hidden
    again = matcher.episode(deck, np.random.default_rng(0))
    assert all((one == other).all() for one, other in zip((shown, seen, faces), again, strict=True))


def test_the_shared_layers_stay_as_they_are_and_a_training_goes_on(tmp_path: Path, pictures, capsys) -> None:
    data, out, reader = write_set(tmp_path / "data", pictures), tmp_path / "run", WEIGHTS / "read.safetensors"
    weights = matcher.train_matcher(data, out, reader, epochs=1)
    assert "epoch 1 of 1" in capsys.readouterr().out
    fresh, trained, before = matcher.network(reader), matcher.network(reader, weights), read_tensors(reader)
    for name, values in trained.model.state_dict().items():
        assert bool((values.half() == before[f"model.{name}"].half()).all()), name
    changed = [
        name
        for name, values in trained.own.state_dict().items()
        if name.endswith("conv.weight") and not bool((values == fresh.own.state_dict()[name]).all())
    ]
    assert changed
    matcher.train_matcher(data, out, reader, epochs=1, resume=True)
    assert "epoch" not in capsys.readouterr().out
    with pytest.raises(FileNotFoundError, match="nothing to resume"):
        matcher.train_matcher(data, tmp_path / "nowhere", reader, resume=True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the way torch exports
def test_what_is_written_reads_as_the_reader_and_has_its_features_after_those_that_match(
    tmp_path: Path, pictures, monkeypatch
) -> None:
    data = write_set(tmp_path / "data", pictures)
    given = WEIGHTS / "match.safetensors"
    matcher.export_matcher(given, tmp_path / "out", WEIGHTS / "read.safetensors", data / "train", "so")
    card, path = checked_weights(tmp_path / "out" / "match.toml")
    assert (card.task, card.recipe) == ("match", "so")
    assert deck_reader(tmp_path / "out").name == "match.toml"
    kept, before = read_tensors(tmp_path / "out" / "match.safetensors"), read_tensors(given)
    assert all(bool((kept[name] == before[name]).all()) for name in before)
    reader, own = OnnxFaceReader(checked_weights(WEIGHTS / "read.toml")[1]), OnnxFaceReader(path)
    general, faces = (each.read_crops(48, lambda k: pictures[k])[0] for each in (reader, own))
    assert (general.argmax(1) == faces.argmax(1)).mean() > 0.9
    features = own.features(pictures)
    assert np.allclose(features[:, MATCHED:], reader.features(pictures) * matcher.READ_SHARE, atol=0.3)
    assert np.linalg.norm(features[:, :MATCHED], axis=1) == pytest.approx(1, abs=1e-3)
    monkeypatch.setenv(RUNTIME_ENV, "onnxruntime")
    assert open_network(path).outputs["features"][-1] == features.shape[1]


def test_a_folder_without_such_a_network_reads_decks_with_the_general_reader(tmp_path: Path) -> None:
    assert deck_reader(tmp_path).name == "read.toml"


def test_the_shipped_one_finds_pictures_again_that_are_dark_small_and_half_covered(pictures) -> None:
    own = OnnxFaceReader(checked_weights(WEIGHTS / "match.toml")[1])
    shown = own.features(pictures)[:, :MATCHED]
    assert np.linalg.norm(shown, axis=1) == pytest.approx(1, abs=1e-3)
    faces = [card.face.index for card in CARDS]
    for change in (
        lambda crop: crop // 3,
        lambda crop: cv2.resize(cv2.resize(crop, (30, 30), interpolation=cv2.INTER_AREA), (128, 128)),
        lambda crop: np.vstack([crop[:64], np.full_like(crop[64:], 90)]),
    ):
        seen = own.features([change(crop) for crop in pictures])[:, :MATCHED]
        right = [faces[k] == faces[n] for n, k in enumerate((seen @ shown.T).argmax(1).tolist())]
        assert np.mean(right) >= 0.85


@pytest.mark.parametrize(
    ("add", "run", "words", "why"),
    [
        (add_train_arguments, run_train, ["match", "--data", "d", "--size", "64"], "match has no --size"),
        (add_train_arguments, run_train, ["match", "--data", "d", "--frozen", "3"], "match has no --frozen"),
        (add_export_arguments, run_export, ["match", "a.safetensors"], "needs made-up decks: --eight-bits"),
        (add_export_arguments, run_export, ["match", "a", "b", "--eight-bits", "d"], "match takes one"),
    ],
)
def test_the_commands_say_what_they_need(add, run, words: list[str], why: str) -> None:
    parser = ArgumentParser()
    add(parser)
    with pytest.raises(UsageError, match=why):
        run(parser.parse_args([*words, "--out", "o"]))

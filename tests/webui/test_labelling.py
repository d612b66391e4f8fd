"""Labelling by playing: what people correct is kept if they want that, exactly, once, and never by halves."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from observing import card_seen, observed
from yakume.datasets.evaluation.labels import load_labels
from yakume.vision.observation import CardOnTable
from yakume.webui.labelling import label
from yakume.webui.samples import SampleError, SampleFolder
from yakume.webui.settings import Settings

FIELD = "1h 2a 3a"
ENTRY = {"width": 4, "height": 3, "cards": [], "ignore": [], "notes": ""}


def jpeg(width: int = 1280, height: int = 720, grey: int = 90) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((height, width, 3), grey, np.uint8))[1])


def quad_at(x: float, y: float = 100, width: float = 60, height: float = 100) -> list[list[float]]:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def card(track: int, code: str | None, x: float, **more: Any) -> CardOnTable:
    return card_seen(track, code, **{"quad": quad_at(x)} | more)


class Play:
    """A running application whose picture and cards belong to the test."""

    def __init__(self, bench: Any) -> None:
        self.bench, self.frame, self.cards = bench, 0, [card(1, "1h", 100), card(2, "2a", 300), card(3, "3a", 500)]

    def look(self, hand: bool = False, picture: bytes | None = None) -> None:
        """One more frame."""
        self.frame += 1
        self.bench.worker.pictures = {self.frame: picture or jpeg()}
        self.bench.worker.on_observation(observed(self.cards, 200 * self.frame, frame=self.frame, hand=hand))

    def keep(self, on: bool = True) -> dict[str, Any]:
        answer: dict[str, Any] = self.bench.client.post("/api/samples", json={"on": on}).json()
        return answer

    def correct(self, track: int, code: str) -> Any:
        return self.bench.post("/api/cards", track=track, card=code)

    def add(self, quad: list[list[float]], code: str) -> Any:
        return self.bench.post("/api/cards/add", quad=quad, card=code)

    @property
    def folder(self) -> Path:
        folder: Path = self.bench.client.app.state.desk.settings.samples
        return folder

    @property
    def labels(self) -> dict[str, Any]:
        path = self.folder / "labels.json"
        return json.loads(path.read_text()) if path.exists() else {}


@pytest.fixture
def play(bench: Any) -> Play:
    play = Play(bench)
    bench.start()
    play.look()
    return play


def test_nothing_is_kept_unless_somebody_switched_it_on(play: Play) -> None:
    assert play.bench.client.get("/api/samples").json() == {
        "on": False, "folder": str(play.folder), "pictures": 0, "bytes": 0, "limit_bytes": 10**9, "trouble": ""
    }  # fmt: skip
    assert play.correct(2, "2t").status_code == 200
    play.look()
    assert not play.folder.exists()
    assert play.bench.worker.full is False


def test_a_corrected_frame_is_kept_with_the_truth(play: Play) -> None:
    assert play.keep()["on"] is True
    assert play.bench.worker.full is True
    play.correct(2, "2t")
    (name,) = play.labels
    assert play.labels[name] == {
        "width": 1280,
        "height": 720,
        "cards": [
            {"face": "1h", "quad": quad_at(100), "by": "yakume", "visible": 1.0},
            {"face": "2t", "quad": quad_at(300), "by": "person", "visible": 1.0},
            {"face": "3k", "quad": quad_at(500), "by": "yakume", "visible": 1.0},
        ],
        "ignore": [],
        "notes": "corrected at the table; 'by' says whether a person named a card or it was surely read",
    }
    assert (play.folder / name).read_bytes() == jpeg()
    status = play.bench.newest("samples")
    assert (status["pictures"], status["bytes"], status["trouble"]) == (1, len(jpeg()), "")


def test_what_is_kept_is_read_by_the_yardstick(play: Play) -> None:
    play.keep()
    play.correct(2, "2t")
    (picture,) = load_labels(play.folder / "labels.json")
    assert [str(card.face) for card in picture.cards] == ["1h", "2t", "3k"]
    assert picture.path.is_file()
    assert picture.size_wh == (1280, 720)


def test_quads_are_those_of_the_picture_that_is_kept(play: Play) -> None:
    play.keep()
    play.look(picture=jpeg(1920, 1080))
    play.correct(2, "2t")
    (entry,) = play.labels.values()
    assert (entry["width"], entry["height"]) == (1920, 1080)
    assert entry["cards"][1]["quad"] == [[450, 150], [540, 150], [540, 300], [450, 300]]


def test_several_corrections_of_one_scene_are_one_sample(play: Play) -> None:
    play.keep()
    for track, code in [(2, "2t"), (3, "none"), (1, "back"), (2, "2n")]:
        play.look()
        play.correct(track, code)
    (entry,) = play.labels.values()
    assert [(card["face"], card["by"]) for card in entry["cards"]] == [("back", "person"), ("2n", "person")]
    assert entry["ignore"] == []  # where there is no card there is known to be none
    play.cards = [*play.cards, card(4, "9t", 700)]
    play.look()
    play.correct(4, "9n")
    assert len(play.labels) == 2


def test_a_sample_waits_until_no_hand_is_over_the_table(play: Play) -> None:
    play.keep()
    play.look(hand=True)
    play.correct(2, "2t")
    play.look(hand=True)
    assert play.labels == {}
    play.look()
    assert len(play.labels) == 1
    play.look()
    assert len(play.labels) == 1


def test_what_is_gone_before_a_still_picture_is_not_kept(play: Play) -> None:
    play.keep()
    play.look(hand=True)
    play.correct(2, "2t")
    play.cards = [each for each in play.cards if each.track != 2]
    play.look()
    play.cards = [*play.cards, card(2, "2a", 300)]
    play.look()
    assert play.labels == {}


def test_what_is_not_known_is_ignored(play: Play) -> None:
    play.keep()
    play.cards = [card(1, "1h", 100, p=0.6), card(2, "2a", 300), card(3, "3a", 500, stable=False), card(4, "2t", 700)]
    play.look()
    play.correct(2, "2t")
    (entry,) = play.labels.values()
    assert [card["face"] for card in entry["cards"]] == ["2t"]
    # 4 reads as the card that was just found elsewhere: one of the two is wrong.
    assert entry["ignore"] == [quad_at(100), quad_at(500), quad_at(700)]


def test_a_missed_card_is_added_counts_and_is_kept(play: Play) -> None:
    play.keep()
    quad = [[630.5, 300], [690, 310], [680, 410], [620, 400]]
    assert play.add(quad, "8h").status_code == 201
    added = next(card for card in play.bench.newest("observation")["cards"] if card["track"] < 0)
    assert (added["said"], added["card"], added["zone"], added["quad"]) == ("8h", "8h", "field", quad)
    assert {"face": "8h", "quad": quad, "by": "person", "visible": 1.0} in next(iter(play.labels.values()))["cards"]
    for _ in range(10):
        play.look()
    assert play.bench.newest("table")["field"] == ["1h", "2a", "3a", "8h"]
    assert len(play.labels) == 1


def test_an_added_card_that_is_found_later_keeps_its_name(play: Play) -> None:
    play.add(quad_at(700), "8h")
    play.cards = [*play.cards, card(9, "8n", 703)]
    play.look()
    tracks = {card["track"]: card["card"] for card in play.bench.newest("observation")["cards"]}
    assert tracks == {1: "1h", 2: "2a", 3: "3a", 9: "8h"}


def test_an_added_card_is_gone_once_it_lies_elsewhere_or_is_taken_back(play: Play) -> None:
    play.add(quad_at(700), "8h")
    play.cards = [*play.cards, card(9, "8h", 900)]
    play.look()
    assert {card["track"] for card in play.bench.newest("observation")["cards"]} == {1, 2, 3, 9}
    play.add(quad_at(700), "8n")
    play.correct(-1, "none")
    assert {card["track"] for card in play.bench.newest("observation")["cards"]} == {1, 2, 3, 9}


@pytest.mark.parametrize(
    ("quad", "code", "status"),
    [
        (quad_at(100), "13h", 422),
        (quad_at(100), "none", 409),
        (quad_at(100)[::-1], "1h", 422),
        (quad_at(100)[:3], "1h", 422),
        ([[0, 0], [0, 0], [0, 0], [0, 0]], "1h", 422),
        (quad_at(5000), "1h", 422),
    ],
    ids=["card", "none", "counter-clockwise", "three", "point", "outside"],
)
def test_an_impossible_addition_is_refused(play: Play, quad: Any, code: str, status: int) -> None:
    answer = play.add(quad, code)
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"code", "message", "rule", "why", "says"}
    assert {card["track"] for card in play.bench.newest("observation")["cards"]} == {1, 2, 3}


def test_what_lies_beside_the_table_is_ignored(settings: Any, open_bench: Any, tmp_path: Path) -> None:
    from yakume.vision.layout import TableLayout

    corners = np.array([[0.2, 0], [1, 0], [1, 1], [0.2, 1]], np.float32)
    layout = replace(TableLayout.default(3), corners=corners)
    (tmp_path / "table.toml").write_text(layout.to_toml())
    with open_bench(replace(settings, layout=tmp_path / "table.toml")) as bench:
        play = Play(bench)
        bench.start()
        play.look()
        play.keep()
        play.correct(2, "2t")
        (entry,) = play.labels.values()
    assert [card["face"] for card in entry["cards"]] == ["2t", "3k"]
    (beside,) = entry["ignore"]
    assert sorted(beside) == [[0, 0], [0, 720], [256, 0], [256, 720]]


def test_a_card_laid_later_hides_what_it_covers() -> None:
    seen = observed([card(7, "2a", 115), card(3, "1h", 100), card(9, None, 400)])
    entry = label(seen, (1280, 720), ())
    assert [(card["face"], card["visible"]) for card in entry["cards"]] == [("1h", 0.25), ("2k", 1.0), ("back", 1.0)]


def test_a_second_outline_of_a_known_card_is_not_ignored() -> None:
    twice = card(8, "2a", 110, p=0.4, quad=quad_at(104, 112))
    entry = label(observed([card(3, "1h", 100), twice]), (1280, 720), ())
    assert [card["face"] for card in entry["cards"]] == ["1h"]
    assert entry["ignore"] == []


def test_the_oldest_pictures_make_room_but_none_of_a_match_that_is_asked_about(
    settings: Settings, open_bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = replace(settings, samples_limit_bytes=2 * len(jpeg()) + 10)
    with open_bench(small) as bench:
        play = Play(bench)
        bench.start()
        play.keep()
        kept = []
        for scene in range(4):
            play.cards = [
                card(track + 10 * scene, code, 100 * track + 37 * scene) for track, code in ((1, "1h"), (2, "2a"))
            ]
            play.look()
            play.correct(2 + 10 * scene, ("2t", "2n", "2a", "2b")[scene % 2])
            kept.append([*play.labels])
            assert sorted(kept[-1]) == sorted(path.name for path in play.folder.glob("*.jpg"))
            assert bench.newest("samples")["trouble"] == ""
        assert [len(names) for names in kept] == [1, 2, 2, 2]
        assert kept[2][0] == kept[1][1] and kept[3][0] == kept[2][1]  # the oldest went first
        # As long as people are asked about this match, what it was corrected by stays.
        monkeypatch.setattr(bench.client.app.state.desk, "_questions", lambda: (object(),))
        labeller, folder = bench.client.app.state.desk._labeller, bench.client.app.state.desk._labeller._folder
        with pytest.raises(SampleError, match="all of it is still needed") as full:
            folder.add(jpeg(), {}, labeller._of_match if labeller._asked() else ())
        assert full.value.code == "full" and [*play.labels] == kept[3]
        monkeypatch.undo()
        bench.start(seq=bench.state["seq"])  # another match: the pictures of the last one may go
        assert not labeller._of_match


def test_a_picture_that_is_larger_than_all_room_is_not_kept_and_takes_none_away(
    settings: Settings, open_bench: Any
) -> None:
    with open_bench(replace(settings, samples_limit_bytes=len(jpeg()) - 1)) as bench:
        play = Play(bench)
        bench.start()
        play.look()
        play.keep()
        play.correct(2, "2t")
        assert (bench.newest("samples")["pictures"], bench.newest("samples")["trouble"]) == (0, "full")


def test_labels_that_cannot_be_read_are_left_as_they_are(play: Play) -> None:
    play.keep()
    play.folder.mkdir()
    (play.folder / "labels.json").write_text("{broken")
    play.correct(2, "2t")
    assert play.bench.newest("samples")["trouble"] == "unreadable"
    answer = play.bench.client.delete("/api/samples")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "samples_unreadable")
    assert [path.name for path in play.folder.iterdir()] == ["labels.json"]
    assert (play.folder / "labels.json").read_text() == "{broken"


def test_a_folder_that_cannot_be_written_is_told_and_the_score_goes_on(play: Play) -> None:
    play.keep()
    play.folder.write_text("a file is in the way")
    assert play.correct(2, "2t").status_code == 200
    assert play.bench.newest("samples")["trouble"] == "unwritable"


def test_deleting_leaves_what_yakume_did_not_put_there(tmp_path: Path) -> None:
    folder = SampleFolder(tmp_path, 10**6)
    (tmp_path / "own.jpg").write_bytes(b"mine")
    (tmp_path / "labels.json").write_text(json.dumps({"own.jpg": ENTRY}))
    folder.add(b"jpeg", ENTRY)
    folder.clear()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["labels.json", "own.jpg"]
    assert json.loads((tmp_path / "labels.json").read_text()) == {"own.jpg": ENTRY}
    with pytest.raises(SampleError, match="may hold 0 MB"):
        SampleFolder(tmp_path, 3).add(b"jpeg", ENTRY)


WRITER = """
import sys
from pathlib import Path
from yakume.webui.samples import SampleFolder

folder = SampleFolder(Path(sys.argv[1]), 10**9)
entry = {"width": 4, "height": 3, "cards": [], "ignore": [], "notes": "x" * 20_000}
print("ready", flush=True)
while True:
    name = folder.add(b"j" * 200_000, entry)
    folder.relabel(name, entry | {"notes": "y" * 30_000})
"""


@pytest.mark.parametrize("after_s", [0.02, 0.11, 0.23, 0.31, 0.47])
def test_a_process_killed_while_writing_leaves_whole_labels(tmp_path: Path, after_s: float) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    writer.stdout.readline()
    while not (tmp_path / "labels.json").exists():
        time.sleep(0.002)
    time.sleep(after_s)
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    labels = json.loads((tmp_path / "labels.json").read_text())
    assert labels
    for name, entry in labels.items():
        assert (tmp_path / name).stat().st_size == 200_000
        assert set(entry["notes"]) in ({"x"}, {"y"})
    SampleFolder(tmp_path, 10**9).add(b"next", ENTRY)
    assert len(json.loads((tmp_path / "labels.json").read_text())) == len(labels) + 1
    assert not list(tmp_path.glob(".*"))

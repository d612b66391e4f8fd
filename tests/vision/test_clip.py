"""The shipped clip, seen by a detector and a reader that make small errors, settles to the ledger it was made with."""

from __future__ import annotations

import json
from itertools import islice

import numpy as np
import pytest
from yakume.datasets.clips import demo_clip
from yakume.engine import DealResult, DealStarted, Face, MatchStarted, TeyakuShown, apply
from yakume.models.reader import load_reader
from yakume.vision.detection import Detection
from yakume.vision.frames import VideoSource
from yakume.vision.geometry import iou
from yakume.vision.layout import TableLayout
from yakume.vision.pipeline import Pipeline
from yakume.vision.read import CardReader
from yakume.vision.referee.referee import Referee


class Onlooker:
    """Knows the truth of every frame but sees it with shaking corners, misses and moments of doubt."""

    def __init__(self, cards_by_frame: dict[int, list[dict]]) -> None:
        self._cards = cards_by_frame
        self._rng = np.random.default_rng(8)
        self.frame = 0

    def detect(self, image):
        found = []
        for card in self._cards[self.frame]:
            if card["visible"] < 0.5 or self._rng.random() < 0.03:
                continue
            quad = np.array(card["quad"]) + self._rng.normal(0, 0.7, (4, 2))
            quad = np.roll(quad, 2 * self._rng.integers(2), 0).astype(np.float32)
            found.append(Detection(quad, 0.9, card["face"] == "back"))
        return found

    def read(self, image, quads):
        rows, flips = [], []
        for quad in quads:
            card = max(self._cards[self.frame], key=lambda c: iou(np.array(c["quad"], np.float32), quad))
            row = np.full(37, 0.002, np.float32)
            row[Face(card["face"]).index] = 0.93
            if self._rng.random() < 0.05:
                row[self._rng.integers(36)] = 0.9
            rows.append(row / row.sum())
            own = np.array(card["quad"])
            flips.append(np.abs(quad[0] - own[0]).sum() > np.abs(quad[0] - own[2]).sum())
        return np.array(rows), np.array(flips, bool)


@pytest.mark.slow
def test_the_demo_clip_settles_to_its_own_ledger() -> None:
    clip = demo_clip()
    lines = [json.loads(line) for line in clip.truth.read_text(encoding="utf-8").splitlines()]
    frames = {line["frame"]: line["cards"] for line in lines if line["kind"] == "frame"}
    truth = [line["event"] for line in lines if line["kind"] == "event"]
    onlooker = Onlooker(frames)
    pipeline = Pipeline(CardReader(onlooker, onlooker), TableLayout.load(clip.layout))
    state = apply(None, MatchStarted("sannin", tuple(truth[0]["players"]), truth[0]["dealer"]))
    referee, booked = Referee(3), []
    # The clip and the beginning of its repetition: the next deal on the table is what ends the first.
    for frame in islice(VideoSource(clip.video, loop=True), len(frames) + 80):
        onlooker.frame = frame.index % len(frames)
        for event in referee.observe(pipeline.step(frame), state).events:
            state = apply(state, event)
            booked.append(event)
        if state.played:
            break
    # The next deal may be booked together with the result: it is what shows that the first is over.
    assert [type(event) for event in booked[:3]] == [DealStarted, TeyakuShown, DealResult]
    shown = next(event for event in truth if event["type"] == "teyaku_shown.v1")
    assert (booked[1].seat, list(booked[1].parts)) == (shown["seat"], shown["parts"])
    expected = json.loads(clip.ledger.read_text(encoding="utf-8"))["ledger"]
    told = [(entry["payer"], entry["payee"], entry["mon"], entry["rule"]) for entry in expected]
    assert [(entry.payer, entry.payee, entry.mon, entry.rule) for entry in state.booked] == told


@pytest.mark.slow
def test_the_shipped_models_settle_the_demo_clip_to_its_own_ledger(runtime) -> None:
    """The whole chain as it ships: pixels of the clip in, payments out, two frames a second."""
    clip = demo_clip()
    lines = [json.loads(line) for line in clip.truth.read_text(encoding="utf-8").splitlines()]
    truth = [line["event"] for line in lines if line["kind"] == "event"]
    count = sum(line["kind"] == "frame" for line in lines)
    pipeline = Pipeline(load_reader(), TableLayout.load(clip.layout))
    state = apply(None, MatchStarted("sannin", tuple(truth[0]["players"]), truth[0]["dealer"]))
    referee = Referee(3)
    for frame in islice(VideoSource(clip.video, loop=True), 0, count + 80, 5):
        for event in referee.observe(pipeline.step(frame), state).events:
            state = apply(state, event)
        if state.played:
            break
    expected = json.loads(clip.ledger.read_text(encoding="utf-8"))
    told = [(entry["payer"], entry["payee"], entry["mon"], entry["rule"]) for entry in expected["ledger"]]
    assert [(entry.payer, entry.payee, entry.mon, entry.rule) for entry in state.booked] == told
    assert list(state.scores) == expected["scores"]

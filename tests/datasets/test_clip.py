"""The simulated table: what it shows is what the engine says, every card is somewhere, and the clip is whole."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from observing import card_seen, observed
from yakume.datasets import design
from yakume.datasets.clips import DEMO, demo_clip
from yakume.datasets.synth import table
from yakume.datasets.synth.sprites import own_deck
from yakume.datasets.synth.table_camera import Instant
from yakume.datasets.synth.table_habits import Habits
from yakume.datasets.synth.table_places import Places
from yakume.datasets.synth.table_play import play_match
from yakume.datasets.synth.table_script import Pace, Script
from yakume.datasets.synth.table_sheet import write_table_sheet
from yakume.datasets.synth.table_view import draw_view
from yakume.engine import CARDS, RULESETS, Card, DealStarted, MatchStarted, apply
from yakume.engine.events import Event, from_json, to_json
from yakume.engine.play import replay
from yakume.engine.state import Phase, State
from yakume.vision.geometry import make_quad
from yakume.vision.layout import TableLayout
from yakume.vision.referee.referee import Referee
from yakume.webui.cli import main

TABLES = [(game.id, seats) for game in RULESETS.values() for seats in sorted(game.seats)]


def played(ruleset: str, players: int, seed: int) -> Iterator[tuple[Event, State, list[Instant]]]:
    """Two deals: every event, the state after it, what the table shows because of it."""
    places = Places(TableLayout.default(players), np.random.default_rng(1))
    script, before = Script(places, Pace()), None
    for event, after in play_match(ruleset, players, 2, np.random.default_rng(seed)):
        yield event, after, list(script.frames(event, before, after))
        for now in script.close(after):
            assert now.deck + len(now.cards) <= 48
        before = after


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_table_shows_what_the_engine_says(ruleset: str, players: int, seed: int) -> None:
    layout, log = TableLayout.default(players), []
    for event, after, instants in played(ruleset, players, seed):
        log.append(from_json(to_json(event)))
        for now in instants:
            assert now.deck >= 0
            assert 0 <= now.held <= RULESETS[ruleset].hand * players
        deal = after.deal
        if not instants or deal is None or after.phase in (Phase.READY, Phase.OVER, Phase.DECK):
            continue
        zones = {card: str(layout.zone_at((pose.x, pose.y))) for card, pose in instants[-1].cards.items()}
        expected = dict.fromkeys(deal.field, "field")
        for seat in deal.order:
            expected |= dict.fromkeys(deal.piles[seat], f"seat{seat}.captures")
            expected |= dict.fromkeys(deal.exposed[seat], f"seat{seat}.shown")
        assert zones == expected, event
    assert replay(log) == after
    assert sum(after.scores) + after.on_table == 0


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_captures_never_hide_each_other(ruleset: str, players: int) -> None:
    for _, after, instants in played(ruleset, players, 3):
        if not instants or after.phase is not Phase.HAND or after.deal is None:
            continue
        for seat in after.deal.order:
            pile = [instants[-1].cards[card] for card in after.deal.piles[seat]]
            for a, b in itertools.combinations(pile, 2):
                assert np.hypot(a.x - b.x, a.y - b.y) > 15


def test_players_feed_on_purpose_and_mishaps_happen() -> None:
    """法度, a wrong deal, two cards turned, a cancel, みずてん, the blank card: all of it happens, and all replays."""
    seen: Counter[str] = Counter()
    for ruleset, players, seeds in (("sannin", 3, range(40)), ("hachihachi", 5, range(6)), ("sudaoshi", 7, range(1))):
        for seed in seeds:
            *_, (_, state) = play_match(ruleset, players, 4, np.random.default_rng(seed))
            assert replay([from_json(to_json(event)) for event in state.log]) == state
            seen.update(type(event).__name__ for event in state.log)
            seen["mizuten"] += sum(isinstance(event, DealStarted) and event.mizuten for event in state.log)
            seen["blank"] += sum(isinstance(event, DealStarted) and event.blank is not None for event in state.log)
            seen["hatto"] += sum("HATTO-01" in rule for entry in state.ledger for rule in (entry.rule, *entry.because))
    for what in ("BidMade", "DekiyakuCalled", "SageCancelled", "DealVoided", "TwoTurned", "mizuten", "blank", "hatto"):
        assert seen[what], what


def test_seven_people_have_room_and_a_pile_may_outgrow_its_place() -> None:
    places = Places(TableLayout.default(7), np.random.default_rng(1))
    poses = [places.capture_slot(3, card) for card in CARDS[:40]]
    assert {str(places.layout.zone_at((pose.x, pose.y))) for pose in poses} == {"seat3.captures"}


def test_a_narrow_strip_takes_all_that_one_player_captures() -> None:
    places = Places(TableLayout.default(6), np.random.default_rng(1), habits=Habits(in_strip=True))
    poses = [places.capture_slot(0, card) for card in CARDS]
    assert {str(places.layout.zone_at((pose.x, pose.y))) for pose in poses} == {"seat0.shown"}


@pytest.mark.parametrize("seed", range(6))
def test_a_camera_sees_the_whole_table_and_its_lens_can_be_undone(seed: int) -> None:
    size_mm, size_wh = TableLayout.default(3).size_mm, table.SIZE_WH
    view = draw_view(size_mm, size_wh, np.random.default_rng(seed))
    corners = view.corners(size_mm)
    assert ((corners > 0) & (corners < 1)).all()
    # The table fills the picture from edge to edge one way at least.
    assert (np.ptp(corners, axis=0) > 0.92).any()
    points = np.random.default_rng(0).uniform((0, 0), size_mm, (50, 2))
    assert np.abs(view.to_mm(view.to_px(points)) - points).max() < 0.01
    # A bird's-eye view from the corners alone is off by the lens, but by less than zones are apart from cards' middles.
    layout = replace(TableLayout.default(3), corners=corners)
    assert np.abs(layout.homography(size_wh).to_mm(view.to_px(points)) - points).max() < 12
    # The camera is above the table, and what is higher lies further from the point below it.
    matrix = view.camera.matrix
    lens = -np.linalg.solve(matrix[:, :3], matrix[:, 3])
    assert lens[2] > 300
    foot = view.to_px(lens[None, :2])
    away = [np.linalg.norm(view.to_px(points, height) - foot, axis=1) for height in (0.0, 10.0, 40.0)]
    assert (np.diff(away, axis=0) > 0).all()


def shots(seed: int, count: int) -> list[table.Shot]:
    return list(itertools.islice(table.record("sannin", 3, 1, seed, own_deck("bright")).shots, count))


@pytest.fixture(scope="module")
def few() -> list[table.Shot]:
    return shots(3, 34)


def test_the_same_seed_gives_the_same_pictures(few: list[table.Shot]) -> None:
    for a, b in zip(few[::11], shots(3, 34)[::11], strict=True):
        assert np.array_equal(a.taken.image, b.taken.image)
        assert a.now == b.now


def alike(a: np.ndarray, b: np.ndarray) -> float:
    """Correlation of two pictures: light and age change brightness and contrast."""
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1])


def test_quads_lie_on_the_cards_that_they_name(few: list[table.Shot]) -> None:
    """Through the lens as well: a quad read out of the picture shows its own card better than any other."""
    small = {card: cv2.resize(design.render(card, 108), (33, 54), interpolation=cv2.INTER_AREA) for card in CARDS}
    goal, checked = np.array([[0, 0], [33, 0], [33, 54], [0, 54]], np.float32), 0
    shot = few[-1]
    for seen in shot.taken.seen:
        if seen.card is None or shot.now.cards[seen.card].lift or seen.visible < 0.95:
            continue
        warp = cv2.getPerspectiveTransform(make_quad(seen.quad), goal)
        upright = cv2.warpPerspective(shot.taken.image, warp, (33, 54))
        assert max(small, key=lambda card: alike(small[card], upright)).face == seen.card.face
        checked += 1
    assert checked >= 4


def test_what_a_hand_hides_is_told_apart_from_what_cards_hide(few: list[table.Shot]) -> None:
    under = [seen for shot in few for seen in shot.taken.seen if seen.by_hand > 0.2]
    assert under
    for shot in few:
        for seen in shot.taken.seen:
            assert 0 <= seen.visible <= 1
            assert 0 <= seen.by_hand <= 1
            assert shot.now.hands or shot.taken.leaning is not None or seen.by_hand == 0


def test_another_seed_is_another_camera_table_and_light(few: list[table.Shot]) -> None:
    other = table.record("sannin", 3, 1, 4, own_deck("bright"))
    assert not np.allclose(other.layout.corners, table.record("sannin", 3, 1, 3, own_deck("bright")).layout.corners)
    assert np.abs(next(other.shots).taken.image.mean((0, 1)) - few[0].taken.image.mean((0, 1))).max() > 5


def test_a_table_is_written_whole_with_a_contact_sheet(tmp_path: Path, few: list[table.Shot]) -> None:
    recording = table.Recording(TableLayout.default(3), iter(few[:8]))
    assert table.write(recording, tmp_path, "short", {"ruleset": "sannin"})["frames"] == 8
    sheet = write_table_sheet(tmp_path, "short")
    assert cv2.imread(str(sheet)).shape[1] == 4 * 640
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"short.{end}" for end in ("layout.toml", "ledger.json", "mp4", "sheet.jpg", "truth.jsonl")
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", "8"),
        ("--players", "5"),
        ("--spread", "5"),
        ("--backgrounds", "nowhere"),
        ("--ruleset", "poker"),
        ("--deck", "nowhere"),
        ("--style", "neon"),
        ("--deals", "0"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_simulated_is_one_clear_line(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments, "--out", str(tmp_path)]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert len(captured.err.splitlines()) == 1


# -- the shipped clip -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def truth() -> list[dict[str, Any]]:
    return [json.loads(line) for line in demo_clip().truth.read_text(encoding="utf-8").splitlines()]


def frames_of(truth: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [line for line in truth if line["kind"] == "frame"]


def test_the_clip_opens_and_has_a_picture_for_every_line_of_truth(truth: list[dict[str, Any]]) -> None:
    video = cv2.VideoCapture(str(demo_clip().video))
    assert video.isOpened()
    assert (video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)) == table.SIZE_WH
    assert round(video.get(cv2.CAP_PROP_FPS)) == table.FPS
    count = 0
    while video.grab():
        count += 1
    assert count == len(frames_of(truth))
    assert 40 <= count / table.FPS <= 80
    assert demo_clip().video.stat().st_size <= 6_000_000


def test_every_card_of_the_clip_is_somewhere_in_every_frame(truth: list[dict[str, Any]]) -> None:
    for frame in frames_of(truth):
        named = [card["card"] for card in frame["cards"] if card["card"]]
        assert len(named) == len(set(named))
        assert len(named) + frame["deck"] + frame["held"] == 48
        for card in frame["cards"]:
            make_quad(card["quad"])
            assert card["face"] == ("back" if card["card"] is None else card["face"])


def test_the_clip_begins_and_ends_with_the_deck_alone(truth: list[dict[str, Any]]) -> None:
    for frame in (frames_of(truth)[0], frames_of(truth)[-1]):
        assert [card["zone"] for card in frame["cards"]] == ["deck"]
        assert frame["deck"] == 48
        assert not frame["hands"]


def test_the_clips_events_replay_to_its_ledger(truth: list[dict[str, Any]]) -> None:
    state = replay([from_json(line["event"]) for line in truth if line["kind"] == "event"])
    told = json.loads(demo_clip().ledger.read_text(encoding="utf-8"))
    assert told["scores"] == list(state.scores)
    assert [entry["rule"] for entry in told["ledger"]] == [entry.rule for entry in state.ledger]
    assert sum(state.scores) + state.on_table == 0
    assert state.deal is not None
    assert [rule for happening in state.deal.happenings for rule, _ in happening.sets] == ["H3-DEKI-05"]  # 赤短
    assert state.deal.claims[0].parts == ("H3-TEYAKU-02",)  # 立三本


def test_the_clip_names_the_command_that_made_it(truth: list[dict[str, Any]]) -> None:
    arguments = dict(zip(DEMO.split()[::2], DEMO.split()[1::2], strict=True))
    assert truth[0]["seed"] == int(arguments["--seed"])
    assert truth[0]["ruleset"] == arguments["--ruleset"]
    assert TableLayout.load(demo_clip().layout).players == truth[0]["players"] == int(arguments["--players"])


def test_the_referee_books_the_clips_deal_from_what_lies_on_the_table(truth: list[dict[str, Any]]) -> None:
    """Perfect eyes on the clip, played twice as the demo plays it, lead to the score of its own events."""
    told = json.loads(demo_clip().ledger.read_text(encoding="utf-8"))
    state = apply(None, MatchStarted("sannin", ("春", "夏", "秋"), 0))
    referee, lying = Referee(3), dict[str, tuple[Any, int]]()
    for k, frame in enumerate(frames_of(truth) * 2):
        cards = []
        for card in frame["cards"]:
            quad, since = lying.get(card["card"], (None, k))
            lying[card["card"]] = quad, since = card["quad"], since if quad == card["quad"] else k
            if card["face"] != "back" and card["visible"] > 0.5:
                track = int(Card.parse(card["card"]))
                cards.append(card_seen(track, card["card"], card["zone"], stable=k - since >= 4))
        observation = observed(cards, 100 * k, frame=k, hand=bool(frame["hands"]))
        for event in referee.observe(observation, state).events:
            state = apply(state, event)
        if state.played:
            break
    assert state.played == 1
    assert list(state.scores) == told["scores"]

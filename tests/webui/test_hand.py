"""A player's own hand: what it holds is the engine's word, and nothing of it is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest
from yakume.engine import Face, Inconsistent
from yakume.webui.hand import SIMULATED, STEP, hand_of

FIELD = "1h 4a 5a 6a 7a 9a"
SANBON = ["3h", "3t", "3k", "8h", "8n", "10t", "11n"]


def deal(bench: Any) -> None:
    bench.start()
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": FIELD})


def ask(bench: Any, faces: list[str], path: str = "") -> Any:
    return bench.client.post(f"/api/hand{path}", json={"seat": 1, "faces": faces})


def test_a_hand_is_told_its_yaku_and_what_to_lay_open(bench: Any) -> None:
    deal(bench)
    told = ask(bench, SANBON).json()
    best = told["claims"][0]
    assert (best["parts"], best["mon"], best["ja"]) == (["H3-TEYAKU-01"], 24, "三本")
    assert best["show"] == ["3h", "3t", "3a"]
    assert sorted(told["cards"]) == sorted(["3h", "3t", "3a", "8h", "8n", "10t", "11n"])


def test_nothing_of_a_hand_is_kept(bench: Any) -> None:
    deal(bench)
    before = bench.client.get("/api/events").json(), bench.client.get("/api/state").json()
    ask(bench, SANBON)
    ask(bench, SANBON, "/calls")
    assert (bench.client.get("/api/events").json(), bench.client.get("/api/state").json()) == before


def test_the_kasu_of_a_month_stand_for_each_other_and_no_card_is_there_too_often() -> None:
    assert str(hand_of([Face("12k"), Face("12k")])) == "12a 12b"
    with pytest.raises(Inconsistent, match="more often"):
        hand_of([Face("3k")] * 3)


@pytest.mark.parametrize(
    ("faces", "status"),
    [
        (SANBON[:6], 422),
        (["1h", *SANBON[1:]], 422),  # it lies on the field
        (["back", *SANBON[1:]], 422),
        (["99x", *SANBON[1:]], 422),
        (["3t", *SANBON[1:]], 422),
    ],
    ids=["six", "on the field", "face down", "no face", "twice"],
)
def test_an_impossible_hand_is_a_clear_refusal(bench: Any, faces: list[str], status: int) -> None:
    deal(bench)
    answer = ask(bench, faces)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_bids_are_judged_with_an_error_bar(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=["東", "南", "西", "北"], dealer=1)
    bench.book({"type": "deal_started.v1", "dealer": 1, "field": FIELD})
    lines = [json.loads(line) for line in ask(bench, SANBON, "/calls").text.splitlines()]
    # The first is there soon, the last is the surest.
    assert [line[0]["deals"] for line in lines] == list(range(STEP, SIMULATED + 1, STEP))
    assert lines[-1][0]["error"] < lines[0][0]["error"]
    told = lines[-1]
    assert {each["call"] for each in told} == {"deru", "oriru"}
    dropped = next(each for each in told if each["call"] == "oriru")
    assert dropped["mean"] < 0
    assert all(each["deals"] >= 2 and each["error"] >= 0 for each in told)

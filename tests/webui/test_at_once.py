"""What people do at the same moment, late, or behind the back of a running match."""

from __future__ import annotations

import random
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from random_play import lopsided_piles, random_match, recorded
from yakume.engine import RULESETS, State, replay
from yakume.engine.events import Corrected, DealResult, DealStarted, from_json, to_json
from yakume.engine.state import Phase
from yakume.webui.store import EventStore
from yakume.webui.store.opening import open_match

FIELD, NEXT = "1h 2a 3a 4a 5a 6a", "1h 2a 3a 4a 5a 7a"


def state_of(bench: Any) -> State:
    return replay(from_json(row["event"]) for row in bench.client.get("/api/events").json()["events"])


def asked(bench: Any) -> list[dict[str, Any]]:
    return [each for each in bench.newest("table")["questions"] if each["kind"] == "which_teyaku"]


def settle(bench: Any, seed: int) -> None:
    rng = random.Random(seed)
    bench.book(to_json(recorded(state_of(bench), lopsided_piles(rng, 3), rng).log[-1]))


def test_of_two_who_answer_one_question_at_once_one_is_heard_and_the_other_told(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="12a 12b 12c")
    (question,) = asked(bench)
    seq = bench.state["seq"]
    answers = [question["answers"][0]["id"], question["answers"][-1]["id"]]

    def answer(which: str) -> Any:
        return bench.client.post("/api/answer", json={"seq": seq, "question": question["id"], "answer": which})

    with ThreadPoolExecutor(2) as both:
        told = [*both.map(answer, answers)]
    assert sorted(each.status_code for each in told) == [200, 409]
    (refused,) = [each for each in told if each.status_code == 409]
    assert refused.json()["error"]["code"] == "conflict"
    assert bench.state["seq"] == seq + 1 and asked(bench) == []
    # Said once more with what is booked now it is no question any more.
    again = bench.post("/api/answer", question=question["id"], answer=answers[0])
    assert (again.status_code, again.json()["error"]["code"]) == (409, "not_asked")


def test_an_answer_to_a_deal_long_past_and_a_correction_of_it_leave_the_deal_that_runs(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    bench.sees(field=FIELD, seat1_shown="12a 12b 12c")
    settle(bench, 5)
    for seed in (6, 7):
        bench.book({"type": "deal_started.v1", "dealer": state_of(bench).dealer, "field": NEXT})
        settle(bench, seed)
    bench.book({"type": "deal_started.v1", "dealer": state_of(bench).dealer, "field": FIELD})
    before = state_of(bench)
    (question,) = asked(bench)
    assert question["deal"] == 1
    assert bench.post("/api/answer", question=question["id"], answer="H3-TEYAKU-02").status_code == 200
    after = state_of(bench)
    assert after.phase is before.phase and after.played == before.played and after.deal.field == before.deal.field
    assert {each.deal for each in after.ledger if each.rule == "H3-TEYAKU-02"} == {1}
    # The end of the second deal was told wrongly, another player has won and deals: put right beside the fourth.
    end = [at for at, event in enumerate(after.log) if isinstance(event, DealResult)][1]
    base = replay(after.log[:end])
    others = (recorded(base, lopsided_piles(rng, 3), rng) for rng in map(random.Random, range(20)))
    instead = next(each for each in others if each.dealer != replay(after.log[: end + 1]).dealer)
    correction = to_json(Corrected(end, (instead.log[-1],)))
    shown = bench.post("/api/preview", events=[correction]).json()
    bench.book(correction)
    right = state_of(bench)
    assert (shown["scores"], shown["refused"]) == (list(right.scores), [])
    assert bench.state["rejected"] == [], bench.state["rejected"]
    assert right.phase is not Phase.READY and sum(right.scores) + right.on_table == 0
    assert bench.state["scores"] == list(right.scores)
    assert bench.post("/api/undo").status_code == 200
    assert state_of(bench).scores == after.scores


def test_what_was_booked_before_a_restart_is_undone_and_redone_after_it(
    bench: Any, settings: Any, open_bench: Any
) -> None:
    bench.start()
    bench.sees(field=FIELD)
    settle(bench, 5)
    booked = bench.state
    assert bench.post("/api/undo").status_code == 200
    with open_bench(settings) as again:
        assert again.state["undo"] is not None and again.post("/api/undo").status_code == 200
        assert state_of(again).phase is Phase.READY and state_of(again).deal is None
    with open_bench(settings) as last:
        for _ in range(2):
            assert last.post("/api/redo").status_code == 200
        assert (last.state["scores"], last.state["phase"]) == (booked["scores"], booked["phase"])
        assert last.post("/api/redo").status_code == 409


def test_a_running_match_is_not_deleted_and_goes_on(bench: Any) -> None:
    bench.start()
    bench.sees(field=FIELD)
    refused = bench.client.post("/api/matches/delete", json={"match": bench.state["match"]})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "match_open")
    settle(bench, 5)
    assert bench.state["deal"]["number"] == 2


@pytest.mark.parametrize("name", ["a\nb", "\u202eabc", "\u200b", "\ufeff", "\ufffe"], ids=ascii)
def test_a_match_and_a_player_put_right_have_names_that_can_be_seen_on_one_line(bench: Any, name: str) -> None:
    bench.start()
    refused = bench.client.post("/api/matches/rename", json={"match": bench.state["match"], "name": name})
    assert refused.status_code == 422
    start = {"type": "match_started.v1", "ruleset": "sannin", "players": [name, "南", "西"], "dealer": 0, "options": {}}
    refused = bench.post("/api/events", events=[{"type": "corrected.v1", "seq": 0, "events": [start]}])
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_start")
    for good in ("<b>😀👩‍👩‍👧</b>", ""):
        named = bench.client.post("/api/matches/rename", json={"match": bench.state["match"], "name": good})
        assert named.status_code == 200 and named.json()["matches"][0]["name"] == good


def test_a_database_that_is_copied_file_by_file_while_a_match_is_kept_opens_as_it_was_at_some_moment(
    bench: Any, settings: Any, tmp_path: Path
) -> None:
    *_, last = random_match(RULESETS["sannin"], 3, {}, 3, 4)
    start, *events = (to_json(event) for event in last.log)
    bench.start(**{key: start[key] for key in ("players", "dealer", "options")})
    file = Path(settings.database.removeprefix("sqlite:///"))
    match = bench.state["match"]
    for n, event in enumerate(events):
        bench.book(event)
        if n % 40 == 0:
            copy = tmp_path / f"copy{n}.db"
            for end in ("", "-wal"):
                shutil.copy(f"{file}{end}", f"{copy}{end}")
            store = EventStore(f"sqlite:///{copy}")
            assert open_match(store, match).state.log == last.log[: n + 2]
            store.close()
    assert bench.state["scores"] == list(last.scores)
    assert isinstance(last.log[1], DealStarted)

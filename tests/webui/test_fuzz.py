"""A malformed command is a 4xx, always: commands that are right but for one thing, on every route."""

from __future__ import annotations

import copy
import json
import os
import random
from collections import Counter
from typing import Any

import pytest
import route_table
from yakume.vision.layout import TableLayout

STARTED = {"type": "match_started.v1", "ruleset": "sannin", "players": ["a", "b", "c"], "dealer": 0, "options": {}}
DEALT = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}
PLAYED = {"type": "card_played.v1", "seat": 0, "card": "1a", "takes": "1h"}
RESULT = {
    "type": "deal_result.v1",
    "captures": ["1h 1t 2n 2t", "3h 3t", ""],
    "happenings": [{"type": "sets_made", "seat": 0, "sets": [["H3-DEKI-01", 2]], "call": "agari", "fed": []}],
}
QUAD = [[10, 10], [76, 10], [76, 118], [10, 118]]
MATCH = {"ruleset": "sannin", "players": ["a", "b", "c"], "dealer": 0, "options": {"deals": 6}}
TOLD = [{"kind": "called", "seat": 0, "call": "agari", "sets": [["H3-DEKI-01", 2]], "fed": []}]
HAND = ["3h", "3t", "3k", "8h", "8n", "10t", "11n"]
SAID = {
    "type": "question_answered.v1",
    "question": {"kind": "how_played", "deal": 1},
    "answer": {"kind": "played_so", "turns": [{"at": 0, "card": "2n", "takes": "2a"}]},
}
"""How people say that a half-turn was made."""
COMMANDS: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/api/match", {"seq": 0, **MATCH}),
    ("POST", "/api/match/players", {"seq": 0, "players": ["Aki", "Ben", "Chiyo"]}),
    ("POST", "/api/events", {"seq": 0, "events": [DEALT]}),
    ("POST", "/api/events", {"seq": 0, "events": [PLAYED]}),
    ("POST", "/api/events", {"seq": 0, "events": [RESULT]}),
    ("POST", "/api/events", {"seq": 0, "events": [{"type": "corrected.v1", "seq": 1, "events": [DEALT]}]}),
    ("POST", "/api/events", {"seq": 0, "events": [{"type": "corrected.v1", "seq": 0, "events": [STARTED]}]}),
    ("POST", "/api/preview", {"seq": 0, "events": [RESULT]}),
    ("POST", "/api/preview", {"seq": 0, "events": [{"type": "corrected.v1", "seq": 1, "events": [DEALT]}]}),
    ("POST", "/api/tally", {"seq": 0, "piles": {"0": "1h 1t", "1": "", "2": "3h"}, "told": TOLD}),
    ("POST", "/api/missing", {"seq": 0, "missing": {"before": 1, "events": [DEALT], "dealer": 1}}),
    ("POST", "/api/tally", {"seq": 0, "missing": {"before": 1, "events": [DEALT]}, "points": {"0": 88}}),
    ("POST", "/api/events", {"seq": 0, "events": [{"type": "deal_inserted.v1", "before": 1, "events": [DEALT]}]}),
    (
        "POST",
        "/api/events",
        {
            "seq": 0,
            "events": [
                {"type": "corrected_together.v1", "parts": [{"type": "corrected.v1", "seq": 1, "events": [DEALT]}]}
            ],
        },
    ),
    ("POST", "/api/hand", {"seat": 1, "faces": HAND}),
    ("POST", "/api/hand/calls", {"seat": 0, "faces": HAND}),
    ("POST", "/api/hand/plays", {"seat": 0, "faces": HAND}),
    ("POST", "/api/instead/{at}", {"seq": 0, "events": [DEALT]}),
    ("POST", "/api/instead/{at}", {"seq": 0, "wrong": "1h", "right": "1t"}),
    ("POST", "/api/turns/{deal}/{at}", {"seq": 0, "events": [SAID]}),
    ("POST", "/api/turns/{deal}/{at}", {"seq": 0, "wrong": "1h", "right": "1t"}),
    ("POST", "/api/events", {"seq": 0, "events": [SAID]}),
    ("POST", "/api/matches/open", {"seq": 0, "match": "20260101-000000-abcdef"}),
    ("POST", "/api/matches/rename", {"match": "20260101-000000-abcdef", "name": "Saturday"}),
    ("POST", "/api/matches/delete", {"match": "20260101-000000-abcdef"}),
    ("POST", "/api/matches/restore", {"match": "20260101-000000-abcdef"}),
    ("POST", "/api/undo", {"seq": 0}),
    ("POST", "/api/redo", {"seq": 0}),
    ("POST", "/api/deal/end", {"seq": 0}),
    ("POST", "/api/match/end", {"seq": 0}),
    ("POST", "/api/pause", {"on": True}),
    ("POST", "/api/events", {"seq": 0, "events": [{"type": "points_counted.v1", "points": [88, 88, 88]}]}),
    ("POST", "/api/answer", {"seq": 0, "question": "call:0:x", "answer": "agari"}),
    ("POST", "/api/cards", {"seq": 0, "track": 1, "card": "3t"}),
    ("POST", "/api/cards/add", {"seq": 0, "quad": QUAD, "card": "3t"}),
    ("POST", "/api/photo", {"seq": 0, "place": "field", "faces": ["1h", "2k"]}),
    ("POST", "/api/layout", {"layout": TableLayout.default(3).to_json()}),
    ("POST", "/api/samples", {"on": True}),
    ("POST", "/api/decks/found", {"number": 1, "card": "3t"}),
    ("POST", "/api/decks/learn", {"name": "mine", "replace": False}),
    ("POST", "/api/cards/place", {"seq": 0, "card": "3t", "to": "field", "instead": None}),
    ("POST", "/api/cameras/use", {"source": "0"}),
    ("POST", "/api/links", {"role": "player", "seat": 1}),
    ("POST", "/api/links/end", {"id": "0123456789ab"}),
    ("POST", "/api/decks/use", {"name": "mine"}),
]
ODD: list[Any] = [
    *(None, True, 0, -1, 1, 3, 7, 48, 2**31, 2**53, 2**63, 10**400, -0.5, 1e308, 1e999, float("nan")),
    *("", " ", "0", "1h", "13h", "1h 1h", "back", "none", "x" * 30, "x" * 3000, "東", "\ud800", "\0", "\u202e"),
    *("../../etc", "call:9:x", "seat9.shown", "H88-X", [], {}, [[]], [None], [0, 1], RESULT),
    *({"type": "corrected.v1", "seq": 0, "events": []}, STARTED | {"players": ["a"] * 7}),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value inside `value`."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places(each, (*path, key)))]


def changed(command: dict[str, Any], rng: random.Random) -> Any:
    """`command` with something put in, taken out, doubled or replaced in up to three places."""
    command = copy.deepcopy(command)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        *way, last = rng.choice(places(command)[1:] or [("seq",)])
        where: Any = command
        for step in way:
            where = where[step]
        kind = rng.random()
        if kind < 0.7:
            # Of the same kind as what stood there it gets further.
            alike = [
                odd for odd in ODD if type(odd) is type(where.get(last) if isinstance(where, dict) else where[last])
            ]
            where[last] = copy.deepcopy(rng.choice(alike if alike and rng.random() < 0.7 else ODD))
        elif kind < 0.8 and places(command)[1:]:
            del where[last]
        elif isinstance(where, dict):
            where[str(rng.choice(ODD))[:20]] = copy.deepcopy(rng.choice(ODD))
        else:
            where.extend([copy.deepcopy(rng.choice(ODD))] * rng.choice((1, 2, 50)))
    return command


def body(command: Any, rng: random.Random) -> bytes:
    data = json.dumps(command).encode()
    if rng.random() < 0.03:  # no JSON any more
        data = data[: rng.randrange(len(data) + 1)] + bytes([rng.randrange(256)])
    return data


def play(bench: Any, rng: random.Random, commands: int) -> Counter[int]:
    """Send `commands` malformed commands; how often each status came back. Now and then the match moves on."""
    statuses: Counter[int] = Counter()
    bench.start()
    bench.sees(field="1h 2a 3a 4a 5a 6a")
    for number in range(commands):
        if number % 100 == 99:
            bench.post("/api/match", ruleset=rng.choice(("sannin", "hachihachi", "sudaoshi")), players=["a", "b", "c"])
        method, path, command = rng.choice(COMMANDS)
        command = changed(command, rng) if rng.random() < 0.9 else copy.deepcopy(command)
        if isinstance(command.get("seq"), int) and rng.random() < 0.9:
            command["seq"] = bench.client.app.state.desk.seq
        answer = bench.client.request(
            method,
            path.format(at=rng.randrange(4), deal=1),
            content=body(command, rng),
            headers={"content-type": "application/json"},
        )
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, (path, json.dumps(command)[:2000], answer.text)
        if answer.status_code < 300:  # what was taken can be told
            assert bench.client.get("/api/state").status_code == 200, (path, json.dumps(command)[:2000])
    return statuses


def test_a_malformed_command_is_never_a_5xx(bench: Any) -> None:
    statuses = play(bench, random.Random(18), 400)
    # Some get past every check: without those the others would prove little.
    assert statuses[422] > 200 and statuses[200] + statuses[201] > 25, statuses


@pytest.mark.slow
@pytest.mark.parametrize("quarter", range(4))
def test_thousands_of_malformed_commands(bench: Any, quarter: int) -> None:
    """As many as YAKUME_FUZZ says, others with another YAKUME_FUZZ_SEED; in quarters, so that several cores share."""
    count, seed = (int(os.environ.get(*each)) for each in (("YAKUME_FUZZ", "10000"), ("YAKUME_FUZZ_SEED", "18")))
    statuses = play(bench, random.Random(f"{seed} {quarter}"), count // 4)
    print(f"{count // 4} malformed commands, seed {seed}, quarter {quarter}: {dict(sorted(statuses.items()))}")


ADDRESSES = [
    "http://[",
    "http://",
    "[",
    "http://\\\\",
    "//",
    "http://a:b:c",
    "http://127.0.0.1:99999999",
    "null",
    "\x7f",
    "é",
]


@pytest.mark.parametrize("header", ["origin", "host", "cookie", "authorization", "last-event-id", "content-length"])
@pytest.mark.parametrize("value", [*ADDRESSES, "x" * 5000, "9" * 5000, "yakume=" + '"' * 50, "\u00b2"])
def test_a_strange_header_is_never_a_5xx(idle_bench: Any, header: str, value: str) -> None:
    for method, path in (("GET", "/api/state"), ("POST", "/api/undo")):
        answer = idle_bench.client.request(
            method, path, headers={header: value.encode("latin-1")}, content=b'{"seq":0}'
        )
        assert answer.status_code < 500


@pytest.mark.parametrize(
    "path",
    ["/api/rules/" + "x" * 3000, "/api/rules/%ff%fe", "/cards/%00.svg", "/api/decks/found/" + "9" * 5000 + ".jpg",
     "/api/camera/frame.jpg?frame=" + "9" * 5000, "/api/camera/frame.jpg?frame=1e9", "/api/sheet.html?lang=%00",
     "/static/%2e%2e/app.py", "/static/" + "a/" * 2000, "/api/stream%00"],
)  # fmt: skip
def test_a_strange_address_is_never_a_5xx(idle_bench: Any, path: str) -> None:
    assert 400 <= idle_bench.client.get(path).status_code < 500


START = {"type": "corrected.v1", "seq": 0}


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([STARTED | {"players": ["a", "b"]}], "3 sit at the table"),
        ([STARTED | {"players": ["a", "b", "c", "d"]}], "3 sit at the table"),
        ([STARTED | {"players": ["a", "b", "x" * 25]}], "a name has 1 to 24"),
        ([STARTED | {"players": ["a", "b", " "]}], "a name has 1 to 24"),
        ([], "only be another one"),
        ([DEALT], "only be another one"),
        ([STARTED, DEALT], "only be another one"),
    ],
)
def test_a_correction_of_the_start_keeps_the_table(bench: Any, events: list[Any], words: str) -> None:
    """It silenced the camera, made a 500 of the state, and undo was refused."""
    bench.start()
    answer = bench.post("/api/events", events=[START | {"events": events}])
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_start")
    assert words in answer.json()["error"]["message"]
    assert len(bench.state["players"]) == 3


def test_a_name_can_be_put_right(bench: Any) -> None:
    bench.start()
    assert bench.book(START | {"events": [STARTED | {"players": ["a", "b", "菊"]}]})["players"] == ["a", "b", "菊"]


def test_many_corrections_in_one_command_are_refused(bench: Any) -> None:
    """Two hundred held the table for 125 seconds at 4,000 events."""
    bench.start()
    bench.book(DEALT)
    events = [{"type": "corrected.v1", "seq": 1, "events": [DEALT]}] * 13
    answer = bench.post("/api/events", events=events)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "too_many_corrections")
    bench.book(*events[:12])


def test_every_command_of_the_page_is_tried() -> None:
    assert {path for _, path, _ in COMMANDS} >= {*route_table.COMMANDS}

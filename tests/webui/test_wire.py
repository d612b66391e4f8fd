"""What a page is told is what the API says it is told, and the page's own types are made from that."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from pydantic import TypeAdapter
from yakume.webui import wire

ROOT = Path(__file__).resolve().parents[2]
FIELD = "1h 2a 3a 4a 5a 6a"
TOPICS = get_type_hints(wire.Messages)


def same(kind: Any, said: Any) -> None:
    """`said` is of that type, and nothing in it is beside it: what a type does not name, validation drops."""
    assert TypeAdapter(kind).validate_python(said, strict=False) == said


@pytest.mark.parametrize("topic", [topic for topic in TOPICS if topic != "store"])  # that one: test_matches.py
def test_messages_of_the_stream_are_of_their_types(topic: str, bench: Any) -> None:
    bench.client.get("/api/decks")
    if topic != "decks":  # nobody is told of decks before one is asked for
        same(TOPICS[topic], bench.newest(topic))
    bench.start()
    bench.book(
        {"type": "deal_started.v1", "dealer": 0, "field": FIELD},
        {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "12a 12b 12c"},
    )
    bench.sees(field="2a 4a", seat0_captures="1t 1a 2t 2b 3t 3b")
    bench.client.post("/api/samples", json={"on": True})
    bench.client.delete("/api/decks/draft")
    same(TOPICS[topic], bench.newest(topic))
    if topic == "table":
        table = bench.newest(topic)
        assert table["questions"] and table["provisional"] and table["seats"][1]["teyaku"]


def test_routes_answer_all_that_they_are_asked(bench: Any) -> None:
    desk = bench.client.app.state.desk
    bench.start()
    for path, said in (("state", desk.booked()), ("events", desk.log()), ("layout", desk.layout())):
        assert bench.client.get(f"/api/{path}").json() == said, path
    assert bench.client.get("/api/decks").json() == bench.client.app.state.enrollment.status()
    assert bench.client.get("/api/samples").json() == desk.samples()


def test_a_reading_is_of_its_type() -> None:
    from yakume.models.reader import load_reader
    from yakume.vision.picture import load_picture

    reading = load_reader().read(load_picture(ROOT / "webui" / "page.png")).to_json()
    assert reading["cards"] and reading["unread"] is not None
    assert TypeAdapter(wire.Reading).dump_python(TypeAdapter(wire.Reading).validate_python(reading)) == {
        **reading,
        "cards": [_with_pairs(card) for card in reading["cards"]],
        "unread": [_with_pairs(card) for card in reading["unread"]],
    }


def _with_pairs(card: dict[str, Any]) -> dict[str, Any]:
    return card | {"candidates": [tuple(pair) for pair in card["candidates"]]}


def test_the_types_of_the_page_are_made_from_the_api_of_now() -> None:
    path = ROOT / "tests" / "js" / "wire_types.py"
    spec = importlib.util.spec_from_file_location("wire_types", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.FILE.read_text(encoding="utf-8") == module.wire_types(), f"run python {path.relative_to(ROOT)}"

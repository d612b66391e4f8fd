"""Whatever is refused is told why in Japanese, too: no sentence that the engine raises is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_walk import JAPANESE
from yakume.engine.errors import Sentence
from yakume.engine.explain import sentences
from yakume.webui.text.refused import BETTER, SAID, why_not, why_said

ROOT = Path(__file__).resolve().parents[2]

UNREAD = {"cards.py", "ba.py", "events.py", "explain.py", "finish.py", "names.py", "option_names.py", "options.py",
          "players.py", "ruleset.py", "teyaku.py", "__init__.py"}  # fmt: skip
"""Files of which a refusal means that a program, not a tap, says what does not exist: the code's own words do."""

FILES = [path for path in sorted((ROOT / "engine").glob("*.py")) if path.name not in UNREAD]
FILES += [ROOT / "webui" / name for name in ("declare.py", "half_turns.py", "added_turns.py", "hand.py", "playing.py")]
FILES += [ROOT / "webui" / "routes" / "turns.py", ROOT / "webui" / "session" / "match.py"]

SENTENCE = {"IllegalAction": 0, "Inconsistent": 0, "BadOption": 0, "refuse": 0, "_refuse": 0, "_deal": 2, "Sentence": 0}
"""What a refusal is made with, and which of its arguments is the sentence."""


def written(node: ast.expr, around: ast.FunctionDef) -> Iterator[str]:
    """Every sentence that an expression of a refusal can be, with its gaps."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from written(node.body, around)
        yield from written(node.orelse, around)
    elif isinstance(node, ast.Name) and node.id not in {argument.arg for argument in around.args.args}:
        for each in ast.walk(around):
            if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == node.id:
                yield from written(each.value, around)
    elif not isinstance(node, ast.Name):
        raise AssertionError(f"{ast.unparse(node)}: its gaps are lost, so nobody can say it in Japanese")


def refusals(path: Path) -> Iterator[tuple[str, str]]:
    """Where a file refuses something, and each sentence that it may do it with."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    for around in [node for node in nodes if isinstance(node, ast.FunctionDef)]:
        for call in [node for node in ast.walk(around) if isinstance(node, ast.Call)]:
            called = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
            if called in SENTENCE:
                yield from ((path.name, each) for each in written(call.args[SENTENCE[called]], around))


WRITTEN = sorted({each for path in FILES for each in refusals(path)})

WRAPPED = {"correction refused: {why}", "a log begins with match_started: {why}"}
"""What only brings another refusal."""


BY_HAND = {
    "not an amount from 1 to {most}: {mon}",
    "not a reason of 1 to {most} characters: {reason!r}",
    "a reason cannot hold {char!r}: {reason!r}",
}
"""What people may type wrongly of a payment by hand: told as the event is read, in `events.py`."""


def test_the_engine_s_refusals_are_found() -> None:
    assert len(WRITTEN) > 100
    # A file that is not looked at refuses nothing about a match that runs.
    for path in (ROOT / "engine").glob("*.py"):
        if path.name in UNREAD:
            assert "state.line" not in path.read_text(encoding="utf-8") or path.name == "players.py", path.name


@pytest.mark.parametrize(("where", "sentence"), [each for each in WRITTEN if each[1] not in WRAPPED])
def test_every_refusal_of_the_engine_is_told_in_japanese(where: str, sentence: str) -> None:
    seats = re.findall(r"\bseat \{(\w+)\}", sentence)
    gaps = dict.fromkeys(re.findall(r"\{(\w+)\}", sentence), 77) | dict.fromkeys(seats, 5)
    words = why_not(Sentence(sentence, **gaps))
    assert words is not None, f"{where}: {sentence}"
    assert JAPANESE.search(words.ja) and not JAPANESE.search(words.en), where
    # Seats are left for the page to name.
    assert not re.search(r"(?<!\{)\b5\b", words.ja + words.en), where


def test_every_sentence_is_that_of_a_refusal() -> None:
    assert set(SAID) | WRAPPED == {sentence for _, sentence in WRITTEN} | BY_HAND


def test_what_is_said_in_other_words_is_a_refusal() -> None:
    assert set(BETTER) <= set(SAID)


def test_what_another_refusal_brings_is_told_as_that() -> None:
    inner = Sentence("no deal to void", " in sannin deal 1 ready")
    words = why_not(inner)
    assert words is not None
    assert why_not(Sentence("correction refused: {why}", why=inner)) == words


def test_what_a_rule_forbids_is_told_in_both_languages_with_the_rule(bench: Any) -> None:
    bench.start(ruleset="hachiju", players=["い", "ろ", "は", "に"])
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2n 3t 4t 5n 6a"})
    error = bench.post("/api/events", events=[{"type": "bid_made.v1", "seat": 2, "call": "deru"}]).json()["error"]
    assert error["rule"] == "H80-BID-01"
    assert error["why"] == {"ja": "先に{0}が言う番です。{2}はその後です。", "en": "{2} cannot speak before {0}."}
    assert error["says"]["ja"] == sentences()["H80-BID-01"].ja


def test_what_does_not_count_since_something_before_it_was_put_right_says_why_in_both_languages(bench: Any) -> None:
    bench.start(ruleset="sannin")
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2n 4t 5n 6a 8a"})
    bench.book({"type": "teyaku_shown.v1", "seat": 0, "parts": ["H3-TEYAKU-01"], "exposed": "3h 3t 3a"})
    other = {"type": "deal_started.v1", "dealer": 0, "field": "3h 2n 4t 5n 6a 8a"}
    bench.book({"type": "corrected.v1", "seq": 1, "events": [other]})
    steps = bench.client.get("/api/history").json()["steps"]
    (refused,) = [step["refused"] for step in steps if step["refused"]]
    assert refused["why"] == {"ja": "{0}は3hを見せられません。手にない札です。", "en": "{0} cannot show 3h."}


@pytest.mark.parametrize("dealer", [5, 7, -1, 2**31])
def test_a_seat_where_nobody_sits_is_told_by_its_number(bench: Any, dealer: int) -> None:
    """A correction may name any: the state became a 500, and so did all that was asked after it."""
    bench.start(ruleset="sannin")
    bench.sees(field="1h 2n 4t 5n 6a 8a")
    other = {"type": "deal_started.v1", "dealer": dealer, "field": "1h 2n 4t 5n 6a 8a"}
    bench.book({"type": "corrected.v1", "seq": 1, "events": [other]})
    bench.sees(field="1h 2n 4t 5n 6a 8a")
    for path in ("state", "history", "declare", "events", "matches", "statistics", "sheet.html", "replay/1"):
        assert bench.client.get(f"/api/{path}").status_code < 500, path


def test_the_names_of_who_sits_there_stand_in_what_is_said() -> None:
    refused = Sentence("seat {dealer} cannot deal, seat {other} does", dealer=5, other=1)
    assert why_said(refused, ("{0}", "Ben")).en == "seat 6 cannot deal, Ben does."
    far = Sentence("seat {dealer} cannot deal, seat {other} does", dealer=9, other=0)
    assert why_said(far, ("{1}", "Ben")).en == "seat 10 cannot deal, {1} does."

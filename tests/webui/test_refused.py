"""Whatever is refused is told why in Japanese, too: no sentence that the engine raises is left out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_walk import JAPANESE
from yakume.engine.explain import sentences
from yakume.webui.text.refused import SAID, why_not

ROOT = Path(__file__).resolve().parents[2]

REFUSING = {"IllegalAction", "Inconsistent", "BadOption", "EngineError", "refuse", "_refuse"}
"""What a refusal is made with; its first argument is the sentence."""

SENTENCE = (ast.Constant, ast.JoinedStr, ast.IfExp, ast.BoolOp)

UNREAD = {"cards.py", "ba.py", "events.py", "explain.py", "finish.py", "names.py", "option_names.py", "options.py",
          "players.py", "ruleset.py", "teyaku.py", "__init__.py"}  # fmt: skip
"""Files of which a refusal means that a program, not a tap, says what does not exist: the code's own words do."""

FILES = [path for path in sorted((ROOT / "engine").glob("*.py")) if path.name not in UNREAD]
FILES += [ROOT / "webui" / name for name in ("half_turns.py", "added_turns.py", "hand.py", "playing.py")]
FILES += [ROOT / "webui" / "routes" / "turns.py", ROOT / "webui" / "session" / "match.py"]


GAPS = {
    "state.line": ["sannin deal 1 hand, seat 0 to move"],
    "self.state.line": ["sannin deal 1 hand, seat 0 to move"],
    "error": ["77 is not allowed: 77"],
    "rejected.message": ["no deal to void in sannin deal 1 ready"],
    "takes": ["77", ""],
    "month or 'nothing'": ["77", "nothing"],
}
"""What stands in gaps that are not a number."""


def functions(path: Path) -> list[ast.FunctionDef]:
    """Every function of a file."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [node for node in nodes if isinstance(node, ast.FunctionDef)]


FUNCTIONS = [function for path in FILES for function in functions(path)]
CALLS: dict[str, list[tuple[ast.Call, ast.FunctionDef]]] = {}
for caller in FUNCTIONS:
    for node in ast.walk(caller):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            CALLS.setdefault(node.func.id, []).append((node, caller))


def place(name: str, function: ast.FunctionDef) -> int | None:
    """Which argument of a function is called so; None if none is."""
    return next((at for at, argument in enumerate(function.args.args) if argument.arg == name), None)


def written(node: ast.expr | None, around: ast.FunctionDef) -> Iterator[str]:
    """Every sentence that an expression of a refusal can be, each gap in it filled with a number."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        known = [""]
        for part in node.values:
            value = part.value if isinstance(part, ast.FormattedValue) else part
            gaps = GAPS.get(ast.unparse(value)) or list(written(value, around)) or ["77"]
            known = [head + gap for head in known for gap in gaps]
        yield from known
    elif isinstance(node, ast.IfExp):
        yield from written(node.body, around)
        yield from written(node.orelse, around)
    elif isinstance(node, ast.BoolOp):
        yield "77"
        yield from written(node.values[-1], around)
    elif isinstance(node, ast.Name) and (at := place(node.id, around)) is not None:
        for call, caller in CALLS.get(around.name, ()):
            yield from written(call.args[at], caller) if isinstance(call.args[at], SENTENCE) else ()
    elif isinstance(node, ast.Name):
        for each in ast.walk(around):
            if isinstance(each, ast.Assign) and any(
                isinstance(to, ast.Name) and to.id == node.id for to in each.targets
            ):
                yield from written(each.value, around) if isinstance(each.value, SENTENCE) else ()
    elif isinstance(node, (ast.Starred, ast.Subscript)):
        # A pair of sentence and rule that a function returns.
        yield from returned(node.value, around)


def returned(node: ast.expr, around: ast.FunctionDef) -> Iterator[str]:
    """The sentences of the pairs that the call `node`, or the name it was given, returns."""
    calls = [
        each.value
        for each in ast.walk(around)
        if isinstance(each, ast.Assign) and ast.dump(each.targets[0]).replace("Store", "Load") == ast.dump(node)
    ]
    called = next((each for each in (node, *calls) if isinstance(each, ast.Call)), None)
    if called is None:
        return
    name = called.func.attr if isinstance(called.func, ast.Attribute) else ast.unparse(called.func)
    for function in FUNCTIONS:
        if function.name == name:
            for each in ast.walk(function):
                if isinstance(each, ast.Return) and isinstance(each.value, ast.Tuple):
                    yield from written(each.value.elts[0], function)


def refusals(path: Path) -> Iterator[tuple[str, str]]:
    """Where a file refuses something, and each sentence that it may do it with."""
    for around in functions(path):
        if around.name in REFUSING:
            continue
        for raised in ast.walk(around):
            made = raised.exc if isinstance(raised, ast.Raise) else None
            if not isinstance(made, ast.Call):
                continue
            called = made.func.attr if isinstance(made.func, ast.Attribute) else ast.unparse(made.func)
            # Of the web's own refusals, those that have a rule.
            sentence = made.args[0] if called in REFUSING else made.args[2] if len(made.args) == 4 else None
            if sentence is not None:
                found = list(written(sentence, around))
                assert found, f"{path.name}:{raised.lineno}: no sentence was found there"
                yield from ((f"{path.name}:{raised.lineno}", each) for each in found)


WRITTEN = sorted({each for path in FILES for each in refusals(path)})


def test_the_engine_s_refusals_are_found() -> None:
    assert len(WRITTEN) > 100
    # A file that is not looked at refuses nothing about a match that runs.
    for path in (ROOT / "engine").glob("*.py"):
        if path.name in UNREAD:
            assert "state.line" not in path.read_text(encoding="utf-8") or path.name == "players.py", path.name


@pytest.mark.parametrize(("where", "sentence"), WRITTEN)
def test_every_refusal_of_the_engine_is_told_in_japanese(where: str, sentence: str) -> None:
    words = why_not(sentence)
    assert words is not None, f"{where}: {sentence}"
    assert JAPANESE.search(words.ja), where
    assert not re.search(r"seat 77|deal 1", words.en), where


def test_every_sentence_is_that_of_a_refusal() -> None:
    told = {words.ja for _, sentence in WRITTEN if (words := why_not(sentence))}
    said = {re.sub(r"\{\w+\}", "77", ja) for _, ja in SAID}
    assert said - {re.sub(r"\{77\}", "77", ja) for ja in told} == set()


def test_what_a_rule_forbids_is_told_in_both_languages_with_the_rule(bench: Any) -> None:
    bench.start(ruleset="hachiju", players=["い", "ろ", "は", "に"])
    bench.book({"type": "deal_started.v1", "dealer": 0, "field": "1h 2n 3t 4t 5n 6a"})
    error = bench.post("/api/events", events=[{"type": "bid_made.v1", "seat": 2, "call": "deru"}]).json()["error"]
    assert error["rule"] == "H80-BID-01"
    assert error["why"] == {"ja": "先に{0}が言う番です。{2}はその後です。", "en": "{2} cannot speak before {0}."}
    assert error["says"]["ja"] == sentences()["H80-BID-01"].ja

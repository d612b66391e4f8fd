"""Answer a file of rule questions with the engine and compare: ``python tests/run_cases.py cases.json``.

Prints one JSON line a case, ``{"id", "ok", "got"}``, and a last line with the count; exits 1 when one is wrong.
It translates inputs into calls of the engine's public API and holds no rule of its own.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cases_flow
import cases_tables
from yakume.engine import EngineError, Ruleset, find_ruleset

Facts = dict[str, Any]

KINDS: dict[str, Callable[[Ruleset, Facts], Facts]] = {**cases_tables.KINDS, **cases_flow.KINDS}

CARDS = {"exposed", "exposed_required", "hideable", "taken", "field_left", "piles"}
"""Keys that hold a set of cards as letters."""

SETS = {"tobikomi", "parts", "yaku", "roles", "choices", "legal"}
"""Keys that hold a list whose order does not matter."""


def comparable(key: str, value: Any) -> Any:
    """`value` in a form in which equal answers are equal."""
    if isinstance(value, dict):
        # A player's name says nothing of what it holds, a key of its own does.
        return {inner: comparable(inner if inner in CARDS | SETS else key, each) for inner, each in value.items()}
    if isinstance(value, str) and key in CARDS:
        return sorted(value)
    if isinstance(value, list) and key in SETS:
        cards = key == "choices"
        return sorted(json.dumps(sorted(each) if cards else each, ensure_ascii=False) for each in value)
    return value


def run(case: Facts) -> Facts:
    """One case's line: its id, whether every expected key is equal, and what the engine said of those keys."""
    if case["kind"] not in KINDS:
        return {"id": case["id"], "ok": False, "got": {"error": f"no kind {case['kind']!r}: {', '.join(KINDS)}"}}
    try:
        answer = KINDS[case["kind"]](find_ruleset(case["game"]), case["input"])
    except EngineError as error:
        return {"id": case["id"], "ok": False, "got": {"error": str(error), "rule": error.rule}}
    wanted = case["expected"]
    got = {key: answer.get(key) for key in wanted}
    ok = all(comparable(key, got[key]) == comparable(key, value) for key, value in wanted.items())
    return {"id": case["id"], "ok": ok, "got": got}


def main(arguments: list[str]) -> int:
    """Run the file named on the command line; 0 if every answer is right, 2 if the file cannot be read."""
    if len(arguments) != 1:
        print("usage: python tests/run_cases.py FILE", file=sys.stderr)
        return 2
    try:
        cases = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))["cases"]
    except (OSError, ValueError, KeyError) as error:
        print(f"cannot read cases from {arguments[0]}: {error}", file=sys.stderr)
        return 2
    right = 0
    for case in cases:
        line = run(case)
        right += line["ok"]
        print(json.dumps(line, ensure_ascii=False))
    print(json.dumps({"cases": len(cases), "right": right}))
    return 0 if right == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

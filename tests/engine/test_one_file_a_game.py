"""A game is one file: nothing outside `engine/rules/` asks which game it is, or which of its rules a rule is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from yakume.engine import RULESETS

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "engine" / "rules"
FILES = [
    path
    for folder in ("engine", "vision", "models", "datasets", "webui")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not path.is_relative_to(RULES)
]
GAMES = {name for game in RULESETS.values() for name in (game.id, game.code)}
RULE = re.compile(rf"({'|'.join(game.code for game in RULESETS.values())})-[A-Z]+(-\d+)?")
ASKING = {"startswith", "endswith", "removeprefix", "get", "index", "count", "partition", "split"}


def asked(tree: ast.AST) -> Iterator[tuple[int, object]]:
    """Line and constant of everything that a value is compared with or looked up by."""
    for node in ast.walk(tree):
        found: list[ast.AST | None] = []
        if isinstance(node, ast.Compare):
            found = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            found = list(node.keys)
        elif isinstance(node, ast.Set | ast.MatchValue):
            found = [node]
        elif isinstance(node, ast.Subscript):
            found = [node.slice]
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            found = list(node.args) if name in ASKING | {"frozenset", "set", "fromkeys"} else []
        for part in found:
            for leaf in ast.walk(part) if part is not None else ():
                if isinstance(leaf, ast.Constant):
                    yield node.lineno, leaf.value  # type: ignore[attr-defined]  # every node found here has a line


def offences(source: str) -> list[tuple[int, object]]:
    return [
        (line, value)
        for line, value in asked(ast.parse(source))
        if isinstance(value, str) and (value in GAMES or RULE.fullmatch(value))
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_asks_which_game_it_is(path: Path) -> None:
    assert offences(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "code",
    [
        "if game.code == 'H3': pass",
        "unit = '点' if rule.startswith('H80') else '文'",
        "origin = {'hachiju': 80}[game.id]",
        "if row.id != 'H2-DEKI-06': pass",
        "kept = {'H2-DEKI-04'} & lowered",
        "months = game.code in ('H3', 'H88')",
        "match game.id:\n    case 'sannin': pass",
    ],
)
def test_such_questions_are_found(code: str) -> None:
    assert offences(code)


@pytest.mark.parametrize("game", RULESETS.values(), ids=lambda game: game.id)
def test_a_game_has_a_file_of_its_id(game) -> None:
    assert f'id="{game.id}"' in (RULES / f"{game.id}.py").read_text(encoding="utf-8")

"""Every rule id of the rule book is somewhere in the engine, where the engine's README says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ENGINE = HERE.parent.parent / "engine"
ID = re.compile(r"\b(?:COM|H80|H88|H2|H3|SD|KK|DECL|YK)-[A-Z]+-\d+\b")
RULES = (HERE / "rule_ids.txt").read_text(encoding="utf-8").split()
README = (ENGINE / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The text under one heading of the README."""
    return README.split(f"## {title}\n")[1].split("\n## ")[0]


def chapters() -> dict[str, list[str]]:
    """Modules by chapter, such as H3-SAGE, from the README's table."""
    found: dict[str, list[str]] = {}
    for line in section("Rule ids").splitlines():
        cells = line.split("|")
        if len(cells) == 5:
            for chapter in re.findall(r"`([A-Z0-9]+-[A-Z]+)`", cells[1]):
                assert chapter not in found
                found[chapter] = re.findall(r"`([a-z0-9_/]+\.py)`", cells[3])
    return found


def cited(module: str) -> set[str]:
    """Rule ids in a module's text."""
    return set(ID.findall((ENGINE / module).read_text(encoding="utf-8")))


CHAPTERS = chapters()
BY_TABLE = set(ID.findall(section("What the table decides by itself")))


def test_the_list_has_every_rule_once() -> None:
    assert len(set(RULES)) == len(RULES) == 340
    assert all(ID.fullmatch(rule) for rule in RULES)


@pytest.mark.parametrize("chapter", sorted({rule.rpartition("-")[0] for rule in RULES}))
def test_every_rule_is_where_the_readme_says(chapter: str) -> None:
    assert chapter in CHAPTERS, f"{chapter} is not in the table of engine/README.md"
    here = set().union(*(cited(module) for module in CHAPTERS[chapter]))
    missing = {rule for rule in RULES if rule.rpartition("-")[0] == chapter} - here - BY_TABLE
    assert not missing, f"not in {CHAPTERS[chapter]}: {sorted(missing)}"


@pytest.mark.parametrize("chapter", sorted(CHAPTERS))
def test_every_chapter_of_the_table_is_in_the_book(chapter: str) -> None:
    assert any(rule.startswith(f"{chapter}-") for rule in RULES), f"no chapter {chapter} in the rule book"


@pytest.mark.parametrize("module", sorted(path.relative_to(ENGINE).as_posix() for path in ENGINE.rglob("*.py")))
def test_no_rule_is_cited_that_the_book_does_not_have(module: str) -> None:
    assert cited(module) <= set(RULES)


def test_what_the_table_decides_is_in_the_book() -> None:
    assert set(RULES) >= BY_TABLE


def test_the_examples_of_the_readme_run() -> None:
    assert doctest.testfile(str(ENGINE / "README.md"), module_relative=False).failed == 0

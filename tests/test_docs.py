"""The examples in docstrings run, by their installed names."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(
    ".".join(("yakume", *path.relative_to(ROOT).with_suffix("").parts))
    for folder in ("engine", "vision")
    for path in (ROOT / folder).rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    name = name.removesuffix(".__init__")
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_example_in_the_readme_runs() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert found.attempted >= 5 and found.failed == 0

"""The examples in the engine's README run as printed."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).resolve().parent.parent.parent / "engine" / "README.md"


def test_the_examples_run() -> None:
    found = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert found.attempted > 20 and found.failed == 0

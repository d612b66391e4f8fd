"""Every subpackage is named in pyproject.toml, or it would be missing from the wheel."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_packages_named_in_pyproject_are_those_of_the_tree() -> None:
    setup = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = ("engine", "vision", "models", "datasets", "webui")
    found = {
        ".".join(("yakume", *path.parent.relative_to(ROOT).parts))
        for folder in folders
        for path in (ROOT / folder).rglob("__init__.py")
    }
    assert found == set(setup["packages"])

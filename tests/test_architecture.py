"""Imports point one way: engine ← vision ← models, datasets ← webui; torch stays under models."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = {
    "engine": set(),
    "vision": {"engine"},
    "models": {"engine", "vision"},
    "datasets": {"engine", "vision", "models"},
    "webui": {"engine", "vision", "models", "datasets"},
}
FILES = [path for folder in ALLOWED for path in sorted((ROOT / folder).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    """Absolute names that a module imports, at any depth of its syntax tree."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    folder = path.relative_to(ROOT).parts[0]
    for name in imported(path):
        parts = name.split(".")
        assert parts[0] not in ALLOWED, f"{name}: import folders by their installed name, yakume.{name}"
        if parts[0] == "yakume" and len(parts) > 1 and parts[1] != folder:
            assert parts[1] in ALLOWED[folder], f"{folder} must not import {name}"
        if parts[0] in ("ultralytics", "torch"):
            assert folder == "models", f"{name} may be imported under models/ alone"


@pytest.mark.parametrize("path", [p for p in FILES if p.is_relative_to(ROOT / "engine")], ids=lambda p: p.name)
def test_the_engine_needs_only_the_standard_library(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "yakume", *({"numpy"} if path.stem == "census" else ())}
    assert {name.split(".")[0] for name in imported(path)} <= allowed

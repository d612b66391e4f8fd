"""Imports point one way: engine ← vision ← models, datasets ← webui; torch stays under models."""

from __future__ import annotations

import ast
import sys
from graphlib import CycleError, TopologicalSorter
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


def module_name(path: Path) -> str:
    parts = ("yakume", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_imported(path: Path, modules: set[str]) -> set[str]:
    """Those of `modules` that the one in `path` imports, relative ones and those on use among them."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    names = imported(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            origin = ".".join((*package[: len(package) - node.level + 1], *([node.module] if node.module else [])))
            names |= {origin, *(f"{origin}.{alias.name}" for alias in node.names)}
    found = names & modules
    # `from .cards import Card` names the module cards, and `yakume.engine` its front door besides.
    return {name for name in found if not any(other.startswith(name + ".") for other in found)} - {module_name(path)}


@pytest.mark.parametrize("folder", ALLOWED)
def test_no_modules_import_each_other(folder: str) -> None:
    files = {module_name(path): path for path in FILES if path.is_relative_to(ROOT / folder)}
    graph = {name: modules_imported(path, set(files)) for name, path in files.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail("these import each other: " + " → ".join(error.args[1]))


NO_PIXELS = [
    path
    for path in FILES
    if path.is_relative_to(ROOT / "vision" / "referee") or path.stem in ("observation", "zones", "thresholds")
]


@pytest.mark.parametrize("path", NO_PIXELS, ids=lambda path: path.name)
def test_the_referee_and_what_crosses_to_it_touch_no_pixels(path: Path) -> None:
    """Observations in, events and questions out: neither pictures nor arrays nor what makes them."""
    allowed = {f"vision/{name}.py" for name in ("observation", "zones", "thresholds")}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1]
            target = (base / (node.module or "").replace(".", "/")).with_suffix(".py")
            where = target.relative_to(ROOT).as_posix()
            assert where in allowed or where.startswith("vision/referee/"), f"{path.name} must not import {where}"
    assert not {"numpy", "cv2", "scipy"} & {name.split(".")[0] for name in imported(path)}


REPORTERS = ("onnxruntime", "openvino", "ultralytics")
"""Libraries that look for their makers' hosts unless they are told not to."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_reports_its_use_is_silenced_before_it_is_imported(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if not any(name.split(".")[0] in REPORTERS for name in names):
            continue
        silenced = [
            call.lineno
            for function in functions
            if function.lineno < node.lineno <= (function.end_lineno or 0)
            for call in ast.walk(function)
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("stay_offline", "quiet_ultralytics")
        ]
        assert silenced and min(silenced) < node.lineno, f"line {node.lineno}: call stay_offline() before"

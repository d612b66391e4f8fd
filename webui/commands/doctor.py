"""`yakume doctor`: what is installed, which cameras and models it finds, what is wrong and how to mend it."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from typing import Literal

from .command import Command, add_json, print_json

Verdict = Literal["ok", "note", "wrong"]

_SIGNS: dict[Verdict, str] = {"ok": "✓", "note": "–", "wrong": "✗"}


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    verdict: Verdict
    """wrong: yakume does not work as it should; note: works without."""
    found: str
    mend: str = ""
    """What to do about it; empty if nothing."""


def add_arguments(parser: ArgumentParser) -> None:
    """Only how to print."""
    add_json(parser)


def run(args: Namespace) -> int:
    """Look at everything; exit code 1 if something is wrong."""
    checks = [
        check
        for look in (check_python, check_packages, check_runtime, check_models, check_clip, check_cameras)
        for check in look()
    ]
    if args.json:
        print_json([asdict(check) for check in checks])
    else:
        for check in checks:
            print(f"{_SIGNS[check.verdict]} {check.name}: {check.found}")
            if check.mend:
                print(f"    → {check.mend}")
    return int(any(check.verdict == "wrong" for check in checks))


def check_python() -> Iterator[Check]:
    """The interpreter; pip refuses one that is too old."""
    yield Check("Python", "ok", ".".join(map(str, sys.version_info[:3])))


def check_packages() -> Iterator[Check]:
    """Everything yakume requires, by its own metadata, and what training would need."""
    missing, found = [], []
    extras = []
    for requirement in metadata.requires("yakume") or ():
        name = _package_name(requirement)
        version = _version(name)
        if "extra ==" in requirement:
            if "train" in requirement and version is None:
                extras.append(name)
        elif version is None:
            missing.append(name)
        else:
            found.append(f"{name} {version}")
    if missing:
        yield Check(
            "packages", "wrong", f"missing: {', '.join(missing)}", "pip install -e . (or pip install yakume) again"
        )
    else:
        yield Check("packages", "ok", ", ".join(found))
    if extras:
        yield Check(
            "training", "note", f"not installed: {', '.join(extras)}", 'only for training: pip install -e ".[train]"'
        )
    else:
        yield Check("training", "ok", "torch and ultralytics are installed (the page does not use them)")


def check_runtime() -> Iterator[Check]:
    """What runs the networks: OpenVINO is faster, and is not required."""
    from yakume.vision.runtime import RUNTIME_ENV, chosen_runtime, has_openvino

    try:
        chosen = chosen_runtime()
    except ValueError as error:
        yield Check("runtime", "wrong", str(error), f"unset {RUNTIME_ENV}")
        return
    if chosen == "openvino":
        yield Check("runtime", "ok", f"OpenVINO {_version('openvino')}")
    elif has_openvino():
        yield Check("runtime", "note", f"ONNX Runtime, as {RUNTIME_ENV} says", f"unset {RUNTIME_ENV} to use OpenVINO")
    else:
        yield Check("runtime", "note", "ONNX Runtime", 'faster on many processors: pip install -e ".[openvino]"')


def check_models() -> Iterator[Check]:
    """Cards, hashes, and whether the weights load."""
    from yakume.models.reader import load_reader
    from yakume.models.registry import WEIGHTS, ModelError, checked_weights

    cards = sorted(WEIGHTS.glob("*.toml"))
    wrong = False
    for path in cards:
        try:
            card, weights = checked_weights(path)
        except ModelError as error:
            wrong = True
            yield Check(
                f"model {path.stem}", "wrong", str(error), "git checkout models/weights, or pip install yakume again"
            )
            continue
        size = weights.stat().st_size / 1e6
        yield Check(
            f"model {path.stem}", "ok", f"{card.name}, {size:.1f} MB, SHA-256 {card.sha256[:12]}… as its card says"
        )
    if wrong:
        return
    try:
        load_reader(WEIGHTS)
    except ModelError as error:
        yield Check("models", "wrong", str(error), "git checkout models/weights, or train with `yakume train`")
    else:
        yield Check("models", "ok", "load and are ready to read")


def check_clip() -> Iterator[Check]:
    """The shipped clip that the demo plays."""
    from yakume.datasets.clips import demo_clip

    try:
        video = demo_clip().video
    except FileNotFoundError as error:
        yield Check("demo clip", "wrong", str(error), "git checkout datasets/clips, or pip install yakume again")
        return
    from yakume.vision.frames import SourceError, open_source

    try:
        open_source(str(video)).close()
    except SourceError as error:
        yield Check("demo clip", "wrong", str(error), "pip install --force-reinstall opencv-python")
    else:
        yield Check("demo clip", "ok", f"{video.name} opens")


def check_cameras() -> Iterator[Check]:
    """Cameras that give a picture."""
    from yakume.vision.frames import find_cameras

    cameras = find_cameras()
    if cameras:
        numbers = ", ".join(map(str, cameras))
        yield Check("camera", "ok", f"number {numbers}", f"watch with: yakume serve --camera {cameras[0]}")
    else:
        yield Check(
            "camera", "note", "none gives a picture",
            "plug one in, close other programs that use it; on Linux join the group 'video'; "
            "or use a stream: yakume serve --camera rtsp://…",
        )  # fmt: skip


def _package_name(requirement: str) -> str:
    end = next((i for i, sign in enumerate(requirement) if not (sign.isalnum() or sign in "-_.")), len(requirement))
    return requirement[:end]


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


COMMAND = Command(
    "doctor",
    "look at what is installed, and say what is wrong and how to mend it",
    "yakume doctor",
    add_arguments,
    run,
)

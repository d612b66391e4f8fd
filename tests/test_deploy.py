"""What the container and the small box run is what pyproject.toml asks for, with hashes, as nobody in particular."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "webui" / "deploy"


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[><=; ]", name)[0]).lower()


def test_the_pins_hold_every_dependency_with_a_hash_and_nothing_of_training() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = [line for line in (DEPLOY / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", line) for line in lines)
    pinned = {plain(line) for line in lines}
    wanted = {plain(each) for each in (*project["dependencies"], *project["optional-dependencies"]["postgresql"])}
    assert wanted <= pinned, f"run make pins: {wanted - pinned}"
    assert not {"torch", "ultralytics", "pytest"} & pinned


def test_nothing_is_run_as_root_or_writes_outside_its_data() -> None:
    image = (DEPLOY / "Containerfile").read_text()
    assert "USER 10001" in image and "HEALTHCHECK" in image and "--require-hashes" in image
    table = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["yakume"]
    assert table["read_only"] is True and table["cap_drop"] == ["ALL"]
    unit = (DEPLOY / "yakume.service").read_text()
    for setting in ("DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "StateDirectory=yakume"):
        assert setting in unit
    # The printed links hold the token, and these logs are read by others.
    assert ">/dev/null" in unit and ">/dev/null" in table["command"][0]

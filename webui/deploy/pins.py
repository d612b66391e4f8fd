"""Writes `requirements.txt`: every package of the container with its version and the hash of its file.

    python webui/deploy/pins.py        for the Python and the platform that run it

pip resolves what pyproject.toml asks for without installing anything, from wherever it is set up to look.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("requirements.txt")


def main() -> None:
    """Resolve and write."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed"]
        command += ["--only-binary", ":all:", "--report", str(report), f"{ROOT}[postgresql]"]
        subprocess.run(command, check=True, cwd=folder)
        found = json.loads(report.read_text(encoding="utf-8"))
    version = found["environment"]["python_version"]
    machine = found["environment"]["platform_machine"]
    lines = [f"# Made by webui/deploy/pins.py for Python {version} on {machine}; install with --require-hashes."]
    for item in sorted(found["install"], key=lambda each: str(each["metadata"]["name"]).lower()):
        name, archive = item["metadata"]["name"], item["download_info"].get("archive_info")
        if archive is None:
            continue  # yakume itself, from its folder
        lines.append(f"{name}=={item['metadata']['version']} --hash=sha256:{archive['hashes']['sha256']}")
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

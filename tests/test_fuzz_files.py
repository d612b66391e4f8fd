"""A share of the wrong files that `tests/fuzz_files.py` makes, in a process of their own: a decoder may be killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("fuzz_files.py")


def fuzz(count: int, seed: int) -> str:
    command = [sys.executable, "-W", "error", str(SCRIPT), "--count", str(count), "--seed", str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), check=False)
    assert done.returncode == 0, done.stdout[-3000:] or done.stderr[-3000:]
    return done.stdout


def test_wrong_files_are_refused_in_words_of_their_own() -> None:
    told = fuzz(1500, 18)
    # Some are taken: without those the others would prove little.
    for line in told.splitlines()[:-1]:
        assert "taken" in line and "refused" in line, line


@pytest.mark.slow
@pytest.mark.skipif("YAKUME_FUZZ_FILES" not in os.environ, reason="YAKUME_FUZZ_FILES says how many")
def test_many_wrong_files() -> None:
    print(fuzz(int(os.environ["YAKUME_FUZZ_FILES"]), int(os.environ.get("YAKUME_FUZZ_SEED", "18"))))

"""The clip that `yakume demo` plays: one deal of 三人はちはち on a simulated table, with its truth.

`demo.mp4`, `demo.layout.toml`, `demo.truth.jsonl` and `demo.ledger.json` were made by the first `yakume simulate` with
the arguments in `DEMO`; `yakume.datasets.synth.table` describes them. Its camera had no lens, no motion blur and nobody
who leaned over, and its truth does not tell what hands hide; the same arguments give another deal today.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

DEMO = "--ruleset sannin --players 3 --deals 1 --seed 8371 --style bright --spread 39 --name demo"
"""A 大場 in which seat 1 shows 立三本 and seat 0 wins with 赤短. The captures lie apart: the first models do not read
piles well."""


@dataclass(frozen=True)
class Clip:
    """The files of one recorded table."""

    video: Path
    layout: Path
    truth: Path
    ledger: Path


def demo_clip() -> Clip:
    """The shipped clip. Raises: FileNotFoundError if a file of it is missing."""
    folder = Path(__file__).parent
    clip = Clip(*(folder / f"demo.{end}" for end in ("mp4", "layout.toml", "truth.jsonl", "ledger.json")))
    for path in (clip.video, clip.layout, clip.truth, clip.ledger):
        if not path.is_file():
            raise FileNotFoundError(f"the demo clip is incomplete: no {path}")
    return clip


__all__ = ["DEMO", "Clip", "demo_clip"]

"""Files made to be wrong: pictures, layouts, decks, labels and logs. What reads them refuses them in its own words.

    python tests/fuzz_files.py --count 200000 --seed 18

Runs by itself, with the limits of the process that reads photographs: a picture that kills a decoder, or takes the
memory, ends it, and that is told. Prints how many inputs of each kind there were, and how many were taken.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import random
import resource
import sqlite3
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from yakume.vision.limits import DECODER_LIMIT

os.environ.update(DECODER_LIMIT)  # looked at when OpenCV is loaded

import cv2
import numpy as np
from observing import card_seen, observed
from random_play import random_match
from yakume.datasets.evaluation.exchange import load_coco
from yakume.datasets.evaluation.labels import LabelError, load_labels
from yakume.engine import RULESETS, EngineError, apply, replay
from yakume.engine.events import from_json, to_json
from yakume.models.decks import DeckCard, DeckError, parse_deck_card
from yakume.vision.decks import CLASSES, DeckHead, load_head
from yakume.vision.layout import LayoutError, TableLayout
from yakume.vision.observation import decode, encode
from yakume.vision.picture import PictureError, decode_picture
from yakume.webui.store import EventStore, StoreTrouble
from yakume.webui.store.backup import BackupError, backup_lines, restore_lines
from yakume.webui.store.opening import open_match

MEMORY_BYTES = 4_000_000_000
ODD: list[Any] = [
    *(
        None,
        True,
        0,
        -1,
        1,
        3,
        48,
        2**31,
        2**63,
        10**400,
        -0.5,
        1e308,
        float("inf"),
        float("nan"),
        "",
        " ",
        "1h",
        "13h",
    ),
    *(
        "1h 1h",
        "back",
        "none",
        "x" * 300,
        "東",
        "\ud800",
        "\0",
        "../../etc",
        [],
        {},
        [[]],
        [None],
        [0, 1],
        {"a": {"b": []}},
    ),
]


def bent(data: bytes, rng: random.Random) -> bytes:
    """`data` with bytes changed, cut out, doubled, put in, or its end gone, in up to four places."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(6)
        if kind == 0 and at < len(out):
            out[at] ^= 1 << rng.randrange(8)
        elif kind == 1 and at < len(out):
            out[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))
        elif kind == 2:
            del out[at : at + rng.randrange(1, 40)]
        elif kind == 3:
            out[at:at] = out[at : at + rng.randrange(1, 40)]
        elif kind == 4:
            out[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9)))
        else:
            del out[at:]
    return bytes(out)


def changed(value: Any, rng: random.Random) -> Any:
    """A copy of plain values with something replaced, taken out, put in or doubled in up to three places."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 2, 3))):
        holders = [each for each in _walk(value) if each]
        if not holders:
            return rng.choice(ODD)
        holder = rng.choice(holders)
        key = rng.choice([*holder]) if isinstance(holder, dict) else rng.randrange(len(holder))
        kind = rng.random()
        if kind < 0.65:
            # Of the same kind as what stood there it gets further.
            alike = [odd for odd in ODD if type(odd) is type(holder[key])]
            holder[key] = copy.deepcopy(rng.choice(alike if alike and rng.random() < 0.6 else ODD))
        elif kind < 0.8:
            del holder[key]
        elif isinstance(holder, dict):
            holder[str(rng.choice(ODD))[:20]] = copy.deepcopy(rng.choice(ODD))
        else:
            holder.extend(copy.deepcopy([holder[key]] * rng.choice((1, 2, 40))))
    return value


def _walk(value: Any) -> list[Any]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [*([value] if isinstance(value, dict | list) else []), *(found for each in inner for found in _walk(each))]


def dumped(value: Any) -> str:
    """As JSON, where a program may have written that."""
    return json.dumps(value, ensure_ascii=True)


@dataclass
class Kind:
    """One kind of file."""

    name: str
    share: float
    """Of all inputs."""
    refusals: tuple[type[Exception], ...]
    """What may be raised; anything else is a finding."""
    make: Callable[[Path, random.Random], Callable[[], Any]]
    """Given a folder, a call that reads one more wrong input."""


def _pictures(folder: Path, rng: random.Random) -> Callable[[], Any]:
    noise = np.random.default_rng(3).integers(0, 255, (48, 64, 3), np.uint8)
    smooth = cv2.GaussianBlur(noise, (0, 0), 5)
    seeds = [bytes(cv2.imencode(suffix, smooth)[1]) for suffix in (".jpg", ".png", ".webp")]
    seeds.append(bytes(cv2.imencode(".jpg", smooth, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1]))

    def read() -> Any:
        data = bent(rng.choice(seeds), rng)
        if rng.random() < 0.3:  # where sizes and the names of parts stand
            data = bent(data[:40], rng) + data[40:]
        return decode_picture(data)

    return read


def _layouts(folder: Path, rng: random.Random) -> Callable[[], Any]:
    texts = [TableLayout.default(players).to_toml() for players in (2, 3, 4, 7)]
    values = [tomllib.loads(text) for text in texts]
    plain = [TableLayout.default(players).to_json() for players in (2, 3, 7)]

    def read() -> Any:
        if rng.random() < 0.4:
            return TableLayout.from_toml(bent(rng.choice(texts).encode(), rng).decode(errors="replace"))
        data = changed(rng.choice(plain if rng.random() < 0.7 else values), rng)
        return TableLayout.from_json(data)

    return read


def _decks(folder: Path, rng: random.Random) -> Callable[[], Any]:
    head = folder / "head.npz"
    DeckHead(np.zeros((4, CLASSES), np.float32), np.zeros(CLASSES, np.float32), (1, 2)).save(head)
    seed = head.read_bytes()
    card = DeckCard("mine", "a" * 64, "b" * 64, 1, 2, 3, 1, 2).to_toml()

    def read() -> Any:
        if rng.random() < 0.6:
            return parse_deck_card(bent(card.encode(), rng).decode(errors="replace"))
        head.write_bytes(bent(seed, rng))
        return load_head(head)

    return read


def _labels(folder: Path, rng: random.Random) -> Callable[[], Any]:
    quad = [[10, 10], [76, 10], [76, 118], [10, 118]]
    cards = [{"face": "3t", "quad": quad, "visible": 0.5}, {"face": "back", "box": [1, 2, 30, 50]}]
    own = {"a.jpg": {"width": 640, "height": 480, "cards": cards, "ignore": [quad], "notes": "x"}}
    coco = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 640, "height": 480}],
        "categories": [{"id": 3, "name": "3t"}, {"id": 4, "name": "back"}],
        "annotations": [
            {
                "id": 1,
                "image_id": 1,
                "category_id": 3,
                "bbox": [10, 10, 66, 108],
                "segmentation": [[x for xy in quad for x in xy]],
            },
            {"id": 2, "image_id": 1, "category_id": 4, "bbox": [100, 10, 66, 108], "iscrowd": 1},
        ],
    }
    (folder / "a.jpg").write_bytes(bytes(cv2.imencode(".jpg", np.zeros((480, 640, 3), np.uint8))[1]))
    file = folder / "labels.json"

    def read() -> Any:
        if rng.random() < 0.5:
            data = changed(coco, rng)
            return load_coco(file, data) if isinstance(data, dict) else load_labels(file)
        text = dumped(changed(own, rng))
        file.write_bytes(bent(text.encode(), rng) if rng.random() < 0.2 else text.encode())
        return load_labels(file)

    return read


def _logs(folder: Path, rng: random.Random) -> Callable[[], Any]:
    """Events in wire form, on top of a match of each game, as the store, a backup or a program may bring them."""
    moments = []
    for game in RULESETS.values():
        for seed in range(3):
            states = [*random_match(game, game.seats[0], {}, seed, 2)]
            moments += [(before, after.log[-1]) for before, after in pairwise(states)]

    def read() -> Any:
        state, event = rng.choice(moments)
        wire = changed(to_json(event), rng)
        if rng.random() < 0.3:
            wire = {"type": "corrected.v1", "seq": rng.randrange(len(state.log) + 2), "events": [wire]}
        return apply(state, from_json(wire))

    return read


def _databases(folder: Path, rng: random.Random) -> Callable[[], Any]:
    """Logs in a database, opened and backed up and restored."""
    *_, last = random_match(RULESETS["sannin"], 3, {}, 1, 1)
    log = [to_json(event) for event in last.log[:12]]
    number = 0

    def read() -> Any:
        nonlocal number
        number += 1
        file = folder / f"{number % 40}.db"
        for suffix in ("", "-wal", "-shm"):
            Path(f"{file}{suffix}").unlink(missing_ok=True)
        store = EventStore(f"sqlite:///{file}")
        try:
            store.append("m", 0, log[:-3])
            rows = [("m", 10 + at, 0, dumped(changed(event, rng))) for at, event in enumerate(log[-3:])]
            with sqlite3.connect(file) as raw:
                raw.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
            raw.close()
            if rng.random() < 0.5:
                opened = open_match(store, "m")
                assert replay(opened.state.log) == opened.state
                return opened
            lines = [*backup_lines(store)]
            at = rng.randrange(len(lines))
            lines[at] = bent(lines[at].encode(), rng).decode(errors="replace")
            return restore_lines(store, lines)
        finally:
            store.close()

    return read


def _observations(folder: Path, rng: random.Random) -> Callable[[], Any]:
    """What a vision worker sends."""
    said = observed([card_seen(1, "1h", "field"), card_seen(2, "3t", "seat0.captures")], 1000)
    seed = encode(said)
    plain = json.loads(seed)

    def read() -> Any:
        if rng.random() < 0.5:
            return decode(bent(seed, rng))
        return decode(dumped(changed(plain, rng)).encode())

    return read


KINDS = [
    Kind("pictures", 0.30, (PictureError,), _pictures),
    Kind("layouts", 0.15, (LayoutError,), _layouts),
    Kind("decks", 0.10, (DeckError, ValueError), _decks),
    Kind("labels", 0.15, (LabelError,), _labels),
    Kind("logs", 0.20, (EngineError,), _logs),
    Kind("databases", 0.01, (StoreTrouble, BackupError), _databases),
    Kind("observations", 0.09, (ValueError,), _observations),
]


def main() -> int:
    """0 if every input was taken or refused in words of its own."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--only", default="", help="only this kind")
    args = parser.parse_args()
    # What decoders say of broken pictures is not to be read by anybody.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    findings, started, total = Counter[str](), time.monotonic(), 0
    for kind in KINDS:
        if args.only not in kind.name:
            continue
        rng, told = random.Random(f"{kind.name} {args.seed}"), Counter[str]()
        count = max(1, round(args.count * kind.share))
        with tempfile.TemporaryDirectory(prefix="yakume-fuzz-") as folder:
            read = kind.make(Path(folder), rng)
            for number in range(count):
                before = rng.getstate()
                try:
                    read()
                    told["taken"] += 1
                except kind.refusals as refusal:
                    told["refused"] += 1
                    assert str(refusal), f"{kind.name} {number}: a refusal without a word"
                except Exception as error:  # noqa: BLE001  # that is what is looked for
                    name = f"{kind.name}: {type(error).__name__}: {str(error)[:150]}"
                    if not findings[name]:
                        import traceback

                        traceback.print_exc(file=sys.stdout)
                        print(f"FOUND {name} (input {number})", flush=True)
                    findings[name] += 1
                    rng.setstate(before)
                    rng.random()  # another way from here
        total += count
        print(f"{kind.name:<14} {count:>8} inputs: {dict(told)}, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{total} inputs, seed {args.seed}: {len(findings)} kinds of findings, {findings.total()} times")
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())

"""`make faults`: everything that may befall an evening is done to a real yakume, and what was lost is printed.

python -m faults --times 5 --only kill      (in tests/)
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from faults import camera_faults, store_faults, visitor_faults
from faults.table import run


def main() -> int:
    """0 if nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5, help="how often each is done; what takes long is done less")
    parser.add_argument("--only", default="", help="only faults with this in their name")
    args = parser.parse_args()
    faults = [*store_faults.FAULTS, *camera_faults.FAULTS, *visitor_faults.FAULTS]
    faults = [fault for fault in faults if args.only in fault.name]
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="yakume-faults-") as folder:
        lost = run(faults, Path(folder), args.times, lambda line: print(line, flush=True))
    verdict = "SOMETHING WAS LOST" if lost else "nothing lost"
    print(f"{len(faults)} faults in {time.monotonic() - started:.0f} s: {verdict}")
    return lost


if __name__ == "__main__":
    sys.exit(main())

"""Keeps the libraries that yakume computes with from reporting to anybody.

Each looks at its switch while it is imported or loaded, so `stay_offline` is called right before that, in whatever
process it happens. ONNX Runtime's own `disable_telemetry_events()` comes too late: its reporter runs by then.
"""

from __future__ import annotations

import os
import sys

SWITCHES = {
    "ORT_DISABLE_TELEMETRY": "1",  # ONNX Runtime: usage reports, and a device number in the user's cache folder
    "YOLO_OFFLINE": "true",  # ultralytics: name look-ups at import, weights and fonts fetched in passing
    "YOLO_AUTOINSTALL": "false",  # ultralytics: packages installed in passing
}
"""Environment variables that each library reads; what a user has set is overruled."""


def stay_offline() -> None:
    """Set every switch; call before onnxruntime, openvino or ultralytics is imported."""
    os.environ.update(SWITCHES)
    # OpenVINO reports by a package of its own; where that cannot be imported, a stub that sends nothing stands in.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # documented to stop an import

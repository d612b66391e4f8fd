"""What runs the networks: OpenVINO where it is installed, otherwise ONNX Runtime; the same files, the same answers.

The choice is made here and nowhere else. `YAKUME_RUNTIME` set to ``onnxruntime`` or ``openvino`` forces one. On
processors that multiply bfloat16 in hardware OpenVINO does so, nearly twice as fast; the cards found and read are the
same (tests/models/test_runtimes.py).

Many crops go through a network in pieces of a few fixed sizes, as many pieces at a time as there are threads: two
threads with a piece each are faster than two threads sharing one, and OpenVINO prepares a network for every new size,
which takes as long as running it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from io import BytesIO
from pathlib import Path
from threading import Lock, Semaphore
from typing import Any, Literal, Protocol, get_args

import numpy as np
from numpy.typing import NDArray

from .offline import stay_offline
from .picture import Image

Runtime = Literal["onnxruntime", "openvino"]

RUNTIME_ENV = "YAKUME_RUNTIME"
"""Environment variable that forces a runtime."""

PIECE = 24
"""Crops that go through a network at once, as long as there are as many for every thread; what is left over goes in
pieces of 12, 6, 3 and 1. The larger the piece, the less time a crop takes (models/ATTEMPTS.md)."""

SIZES = 5
"""Sizes that a network in OpenVINO stays prepared for, with every thread: as many as there are sizes of pieces, and as
the looks at a picture and their tiles have. Going to and fro between sizes costs time (models/ATTEMPTS.md)."""

Blob = NDArray[np.float32]
"""What a network sees: (n, 3, height, width), RGB, 0…1."""


class Network(Protocol):
    """A loaded network with one input."""

    input_shape: tuple[int | None, ...]
    """None where any size will do."""
    outputs: dict[str, tuple[int | None, ...]]
    """Shapes by name, in order; None where the size depends on the input."""
    metadata: dict[str, str]
    """What the exporter noted in the file."""

    def run(self, blob: Blob) -> list[NDArray[Any]]:
        """The outputs for `blob`, in order. May be called from several threads at once."""
        ...


def open_network(path: Path, *, threads: int = 1, at_once: int = 1) -> Network:
    """The ONNX file `path`, ready to run on the CPU by the runtime of choice.

    Args:
        threads: cores that one run uses.
        at_once: runs that may go on at the same time.

    Raises: ValueError if the file is no usable network or the runtime that is asked for is missing; one line.
    """
    networks: dict[Runtime, Callable[[Path, int, int], Network]] = {
        "onnxruntime": _OnnxRuntimeNetwork,
        "openvino": _OpenVinoNetwork,
    }
    network = networks[chosen_runtime()]
    try:
        return network(path, threads, at_once)
    except Exception as error:  # neither runtime's errors share a base class but Exception
        reason = next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
        raise ValueError(f"cannot load the model {path}: {reason}") from error


def chosen_runtime() -> Runtime:
    """What runs the networks here. Raises: ValueError if `YAKUME_RUNTIME` asks for what is not there."""
    wanted = os.environ.get(RUNTIME_ENV, "")
    if wanted and wanted not in get_args(Runtime):
        raise ValueError(f"{RUNTIME_ENV}={wanted}: expected {' or '.join(get_args(Runtime))}")
    if wanted == "openvino" and not has_openvino():
        raise ValueError(f"{RUNTIME_ENV}=openvino, but OpenVINO is not installed: pip install openvino")
    if wanted == "onnxruntime" or not has_openvino():
        return "onnxruntime"
    return "openvino"


def has_openvino() -> bool:
    """True if OpenVINO is installed and can be loaded."""
    try:
        _import_openvino()
    except ImportError:
        return False
    return True


def _import_openvino() -> Any:
    stay_offline()
    import openvino

    return openvino


def usable_cores() -> int:
    """Cores this process may run on."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class _OnnxRuntimeNetwork:
    def __init__(self, path: Path, threads: int, at_once: int) -> None:  # noqa: ARG002  # as many as come
        stay_offline()
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Idle threads that spin would take the core from the web process and the camera.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 4
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        (the_input,) = self._session.get_inputs()
        self._input = the_input.name
        self.input_shape = _sizes(the_input.shape)
        self.outputs = {output.name: _sizes(output.shape) for output in self._session.get_outputs()}
        self.metadata = dict(self._session.get_modelmeta().custom_metadata_map)

    def run(self, blob: Blob) -> list[NDArray[Any]]:
        outputs: list[NDArray[Any]] = self._session.run(None, {self._input: blob})
        return outputs


class _OpenVinoNetwork:
    def __init__(self, path: Path, threads: int, at_once: int) -> None:
        self._core = _import_openvino().Core()
        model = self._core.read_model(path)
        _round_for_products_alone(model)
        self.input_shape = _shape(model.input())
        self.outputs = {output.any_name: _shape(output) for output in model.outputs}
        notes = model.get_rt_info("framework").get() if model.has_rt_info("framework") else {}
        self.metadata = {key: str(value) for key, value in notes.items()}
        # The camera and the page need the cores too: the system places the threads.
        self._settings = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "ENABLE_CPU_PINNING": False}
        program = self._core.compile_model(model, "CPU", self._settings)
        self._copy = BytesIO()
        program.export_model(self._copy)  # another one is made of it in a fifth of the time
        self._turns = Semaphore(at_once)
        self._lock = Lock()
        self._unmade = SIZES * at_once - 1
        self._idle: list[tuple[tuple[int, ...] | None, Any]] = [(None, program.create_infer_request())]
        """The shape that each idle program ran last, and the program; the one that has been idle longest first."""

    def run(self, blob: Blob) -> list[NDArray[Any]]:
        with self._turns:
            program = self._program_for(blob.shape)
            try:
                answer = program.infer([blob], share_inputs=True)
                # What it answers with is its own memory, which the next run writes to.
                return [np.array(answer[number]) for number in range(len(self.outputs))]
            finally:
                with self._lock:
                    self._idle.append((blob.shape, program))

    def _program_for(self, shape: tuple[int, ...]) -> Any:
        """An idle program, prepared for `shape` if there is one."""
        with self._lock:
            for number, (prepared, _) in enumerate(self._idle):
                if prepared in (shape, None):
                    return self._idle.pop(number)[1]
            if not self._unmade:
                return self._idle.pop(0)[1]
            self._unmade -= 1
            self._copy.seek(0)
            return self._core.import_model(self._copy, "CPU", self._settings).create_infer_request()


def _round_for_products_alone(model: Any) -> None:
    """Leave of the roundings to eight bits in an OpenVINO `model` those that a convolution multiplies.

    ONNX Runtime is fastest where everything between two convolutions is in eight bits too; OpenVINO joins a convolution
    with what follows it only where nothing is rounded in between. With them the detector took 34 ms in it, without 19;
    before, with none at all, 24.
    """
    for rounding in model.get_ordered_ops():
        if rounding.get_type_name() != "FakeQuantize" or _stands_for_relu(rounding):
            continue
        widened = _widened(rounding)
        for taker in widened.output(0).get_target_inputs() if widened else ():
            if taker.get_node().get_type_name() not in ("Convolution", "GroupConvolution"):
                taker.replace_source_output(rounding.input(0).get_source_output())


def _widened(rounding: Any) -> Any | None:
    """Where what was rounded is a number again: to integers and back, less the zero point, times the scale.

    None if it is rounded in another way, as by other tools: that is left as it is.
    """
    node = rounding
    while node.get_type_name() != "Multiply":
        takers = list(node.output(0).get_target_inputs())
        if len(takers) != 1 or takers[0].get_node().get_type_name() not in ("Convert", "Subtract", "Multiply"):
            return None
        node = takers[0].get_node()
    return node


def _stands_for_relu(rounding: Any) -> bool:
    """True if what is rounded may be less than the least it is rounded to, zero: ONNX Runtime leaves out such ReLUs."""
    rounded, least = (rounding.input(number).get_source_output().get_node() for number in (0, 1))
    known = least.get_type_name() == "Constant"
    return rounded.get_type_name() != "Sigmoid" and not (known and bool((least.data < 0).all()))


class CropRunner:
    """Runs a network over many crops, in pieces, on several threads."""

    def __init__(self, path: Path, *, threads: int | None = None) -> None:
        """Load `path`; `threads` defaults to the cores this process may use. Raises: ValueError as `open_network`."""
        self._threads = threads or usable_cores()
        self.network = open_network(path, at_once=self._threads)

    @cached_property
    def _helpers(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads - 1, thread_name_prefix="crops")

    def run(self, count: int, cut: Callable[[int], Image]) -> list[NDArray[Any]]:
        """The outputs for `count` ≥ 1 crops, each `cut` to (side, side, 3) BGR by its number."""
        all_pieces = pieces(count, self._threads)
        parts: dict[int, list[NDArray[Any]]] = {}
        left = iter(all_pieces)  # the next of a list is one step: no piece is given to two threads

        def run_pieces() -> None:
            for numbers in left:
                parts[numbers.start] = self.network.run(to_blob([cut(number) for number in numbers]))

        # The caller works as well: it has a core already, while threads that are woken have to be given one.
        helpers = [self._helpers.submit(run_pieces) for _ in range(min(self._threads, len(all_pieces)) - 1)]
        run_pieces()
        for helper in helpers:
            if not helper.cancel():  # one that has not begun by now finds nothing to do
                helper.result()
        return [np.concatenate(output) for output in zip(*(parts[piece.start] for piece in all_pieces), strict=True)]


def pieces(count: int, threads: int) -> list[range]:
    """0…`count` in runs of `PIECE`, as many as keep all `threads` busy, then of half of it, and of half of that.

    >>> pieces(23, 2)
    [range(0, 12), range(12, 18), range(18, 21), range(21, 22), range(22, 23)]
    """
    rounds = count // (PIECE * threads)
    found = [range(n * PIECE, (n + 1) * PIECE) for n in range(rounds * threads)]
    start, size = len(found) * PIECE, PIECE // 2
    while start < count:
        while size > count - start:
            size //= 2
        found.append(range(start, start + size))
        start += size
    return found


def to_blob(pictures: Sequence[Image]) -> Blob:
    """What a network sees of `pictures` of one size, each (height, width, 3) BGR."""
    blob = np.ascontiguousarray(np.stack(pictures)[..., ::-1].transpose(0, 3, 1, 2), np.float32)
    blob /= 255
    return blob


def _sizes(shape: Sequence[int | str | None]) -> tuple[int | None, ...]:
    return tuple(size if isinstance(size, int) else None for size in shape)


def _shape(port: Any) -> tuple[int | None, ...]:
    return tuple(size.get_length() if size.is_static else None for size in port.partial_shape)

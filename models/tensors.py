"""Weights as safetensors: plain tensors in half precision, to train on from without opening a pickle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .registry import ModelError

ARCHITECTURE = "architecture"
"""What the file notes beside the weights: by their names alone they would fit other networks too."""


def write_tensors(network: Any, path: Path, architecture: str) -> None:
    """Write the weights of a torch module of that architecture."""
    import torch
    from safetensors.torch import save_file

    half = {
        key: (value.half() if value.is_floating_point() else value).contiguous()
        for key, value in network.state_dict().items()
        if isinstance(value, torch.Tensor)
    }
    save_file(half, str(path), {ARCHITECTURE: architecture})


def read_tensors(path: Path) -> dict[str, Any]:
    """The weights in `path` by name. Raises: ModelError if it is missing or no such file."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ModelError("{path}: {why}", path=path, why=error) from error


def read_architecture(path: Path) -> str:
    """Of what architecture the weights in `path` are. Raises: ModelError if it does not say so, or is no such file."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="np") as file:
            return str((file.metadata() or {})[ARCHITECTURE])
    except KeyError as error:
        raise ModelError("{path} does not say of what architecture it is", path=path) from error
    except (OSError, SafetensorError) as error:
        raise ModelError("{path}: {why}", path=path, why=error) from error


def fill(network: Any, tensors: dict[str, Any], path: Path) -> None:
    """Give a torch module the weights read from `path`. Raises: ModelError if they are another network's."""
    try:
        network.load_state_dict(tensors)
    except RuntimeError as error:
        raise ModelError("{path} holds another network: {why}", path=path, why=str(error).splitlines()[0]) from error


def mean(states: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The mean of torch weights of one network (Wortsman et al. 2022); what is no weight is the first one's.

    Raises: ValueError if they are not all of the same sizes.
    """
    first, *others = states
    sizes = [{name: values.shape for name, values in state.items()} for state in states]
    if any(each != sizes[0] for each in sizes):
        raise ValueError("the checkpoints are of different architectures: their weights have no mean")
    return {
        name: sum((other[name] for other in others), values) / len(states) if values.is_floating_point() else values
        for name, values in first.items()
    }

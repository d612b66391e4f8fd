"""Weights as safetensors: plain tensors in half precision, to train on from without opening a pickle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .registry import ModelError


def write_tensors(network: Any, path: Path) -> None:
    """Write the weights of a torch module."""
    import torch
    from safetensors.torch import save_file

    half = {
        key: (value.half() if value.is_floating_point() else value).contiguous()
        for key, value in network.state_dict().items()
        if isinstance(value, torch.Tensor)
    }
    save_file(half, str(path))


def read_tensors(path: Path) -> dict[str, Any]:
    """The weights in `path` by name. Raises: ModelError if it is missing or no safetensors."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise ModelError(f"{path}: {error}") from error


def fill(network: Any, tensors: dict[str, Any], path: Path) -> None:
    """Give a torch module the weights read from `path`. Raises: ModelError if they are another network's."""
    try:
        network.load_state_dict(tensors)
    except RuntimeError as error:
        raise ModelError(f"{path} holds another network: {str(error).splitlines()[0]}") from error

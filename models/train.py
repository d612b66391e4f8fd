"""Training with ultralytics: a data folder in, a checkpoint out; resumable and seeded.

Ultralytics is imported inside the functions alone. Its usage reporting and its package installer are switched
off before that: a training on somebody's machine reports nothing and installs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from yakume.engine import BACK, FACES
from yakume.vision.offline import stay_offline

from .registry import ModelError
from .tensors import fill, read_architecture, read_tensors

Task = Literal["detect", "read"]

ARCHITECTURES = Path(__file__).parent / "architectures"
"""Networks of ultralytics' parts that it does not name itself."""

DETECTED = 2
"""Classes of the detector: card and back."""


@dataclass(frozen=True)
class TrainRecipe:
    """Everything that decides a training besides its data and its seed."""

    task: Task
    architecture: str
    """Name of one of `ARCHITECTURES` or of ultralytics, without ending, such as ``yolo26n-obb``."""
    image_px: int
    epochs: int
    batch: int
    learning_rate: float
    augment: dict[str, Any]
    """Ultralytics' augmentation settings; scenes already vary in angle, scale and light."""
    share: float = 1.0
    """Share of the data to train on: comparisons want short runs."""


RECIPES: dict[Task, TrainRecipe] = {
    "detect": TrainRecipe(
        task="detect",
        architecture="yolo26n-obb",
        image_px=448,
        epochs=8,
        batch=16,
        learning_rate=0.002,
        # A mirrored card is still a card; its face is not this model's business.
        augment={"mosaic": 0.0, "fliplr": 0.5, "flipud": 0.5, "scale": 0.2, "translate": 0.05, "erasing": 0.0}
        | {"hsv_h": 0.02, "hsv_s": 0.3, "hsv_v": 0.2, "degrees": 0.0},
    ),
    "read": TrainRecipe(
        task="read",
        architecture="yolo26n-relu-cls",
        image_px=128,
        epochs=12,
        batch=64,
        learning_rate=0.002,
        # A mirrored card is another picture: no flips.
        augment={"fliplr": 0.0, "flipud": 0.0, "scale": 0.0, "erasing": 0.15, "auto_augment": None}
        | {"hsv_h": 0.015, "hsv_s": 0.25, "hsv_v": 0.2},
    ),
}


def quiet_ultralytics() -> None:
    """Switch off ultralytics' usage reporting, look-ups and auto-install; call before anything else of it."""
    stay_offline()
    from ultralytics import settings

    settings.update({"sync": False})


def write_data_yaml(folder: Path, val_folder: Path) -> Path:
    """The data file of a detection set, with absolute paths: relative ones are looked up in ultralytics' settings."""
    path = folder / "data.yaml"
    names = (folder / "classes.txt").read_text(encoding="utf-8").split()
    lines = (
        f"path: {folder.resolve()}",
        "train: images",
        f"val: {(val_folder / 'images').resolve()}",
        "names: {" + ", ".join(f"{index}: '{name}'" for index, name in enumerate(names)) + "}",
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def train(
    recipe: TrainRecipe,
    data: Path,
    out: Path,
    *,
    seed: int = 0,
    device: str = "",
    pretrained: Path | None = None,
    resume: bool = False,
) -> Path:
    """Train `recipe` on `data` and return the best checkpoint under `out`.

    Args:
        data: for ``detect`` a folder with ``train`` and ``val`` of ``images`` and ``labels`` (YOLO OBB); for ``read``
            one with ``train`` and ``val`` of one folder a face.
        out: run folder; ``last.pt`` in it lets an interrupted training go on.
        device: ultralytics' device string; empty takes a GPU where there is one.
        pretrained: what to start from: a model's safetensors, or a checkpoint of the user's; that is a pickle, so only
            one that is trusted.
        resume: go on from ``out/weights/last.pt``.

    Raises: FileNotFoundError if the data, the checkpoint to start from or the one to resume is missing; ModelError if
    the safetensors are of another network than the recipe's.
    """
    for part in ("train", "val"):
        if not (data / part).is_dir():
            raise FileNotFoundError(f"no {part} set in {data}: make one with `yakume synth`")
    last = out / "weights" / "last.pt"
    if resume and not last.is_file():
        raise FileNotFoundError(f"nothing to resume: {last} does not exist")
    if pretrained is not None and not pretrained.is_file():
        raise FileNotFoundError(f"no checkpoint {pretrained}")
    quiet_ultralytics()
    import torch
    from ultralytics import YOLO

    if resume:
        model = YOLO(str(last))
        if has_fast_bfloat16():
            model.add_callback("on_train_start", _mix_precision_on_cpu)
        model.train(resume=True)
        return out / "weights" / "best.pt"
    if pretrained is not None and pretrained.suffix == ".safetensors":
        model = rebuilt(pretrained, recipe.task, recipe.architecture)
        model.ckpt = {"model": model.model}  # without one, ultralytics trains a fresh network
    else:
        # A checkpoint opened as a model keeps its last layer; loaded into a fresh architecture it would lose it.
        model = YOLO(architecture_file(recipe.architecture) if pretrained is None else str(pretrained))
    if recipe.task == "detect":
        source = write_data_yaml(data / "train", data / "val")
    else:
        _check_faces(data)
        source = data
    on_gpu = torch.cuda.is_available() and device != "cpu"
    if not on_gpu and has_fast_bfloat16():
        model.add_callback("on_train_start", _mix_precision_on_cpu)
    model.train(
        data=str(source),
        epochs=recipe.epochs,
        fraction=recipe.share,
        imgsz=recipe.image_px,
        batch=recipe.batch,
        nbs=recipe.batch,
        optimizer="AdamW",
        lr0=recipe.learning_rate,
        lrf=0.02,
        cos_lr=True,
        warmup_epochs=0.5,
        warmup_bias_lr=recipe.learning_rate,
        close_mosaic=0,
        seed=seed,
        device=device or ("0" if on_gpu else "cpu"),
        amp=on_gpu,
        cache="ram",
        workers=8 if on_gpu else 0,
        pretrained=pretrained is not None,
        project=str(out.parent.resolve()),
        name=out.name,
        exist_ok=True,
        plots=False,
        save_period=-1,
        **recipe.augment,
    )
    return out / "weights" / "best.pt"


def rebuilt(path: Path, task: Task, architecture: str = "") -> Any:
    """Ultralytics' model with the weights of a model of ours, `path`; of the architecture that the file names, or of
    another one whose weights are as many and as large.

    Raises: ModelError if the file is missing or holds another network.
    """
    quiet_ultralytics()
    from ultralytics import YOLO

    noted, tensors = read_architecture(path), read_tensors(path)
    if not noted.endswith({"detect": "-obb", "read": "-cls"}[task]):
        raise ModelError("{path} holds another network: {why}", path=path, why=noted)
    model = YOLO(architecture_file(architecture or noted), verbose=False)
    last = tensors.get("model.10.linear.bias")
    classes = DETECTED if last is None else len(last)
    model.model = type(model.model)(model.model.yaml | {"nc": classes}, verbose=False)
    fill(model.model, tensors, path)
    model.model.names = {number: str(number) for number in range(classes)}
    model.model.args = {"imgsz": RECIPES[task].image_px, "data": ""}  # what its exporter looks for in a checkpoint
    model.model.task = model.task
    return model


def architecture_file(name: str) -> str:
    """What ultralytics opens an architecture by: one of `ARCHITECTURES`, or of its own."""
    ours = ARCHITECTURES / f"{name}.yaml"
    return str(ours) if ours.is_file() else ours.name


def has_fast_bfloat16() -> bool:
    """True on processors that multiply bfloat16 in hardware."""
    import torch

    return bool(torch.cpu.get_capabilities().get("avx512_bf16", False))


def _mix_precision_on_cpu(trainer: Any) -> None:
    """Let the forward pass run in bfloat16 on a CPU: 2.3 times as fast as float32 where the processor has it.

    Ultralytics mixes precisions on GPUs alone; `trainer.amp` is what its training loop reads, and on a CPU
    torch's autocast takes bfloat16, which needs no gradient scaler.
    """
    trainer.amp = trainer.device.type == "cpu" or trainer.amp


def _check_faces(data: Path) -> None:
    """The reader's classes are the faces in order, upright then upside down, the back, and "no card I know"; another
    order would relabel them."""
    wanted = [f"{face.index:02d}_{face}_{way}" for face in FACES[:-1] for way in ("a_up", "b_down")]
    wanted += [f"{BACK.index:02d}_{BACK}", f"{len(FACES):02d}_none"]
    found = sorted(path.name for path in (data / "train").iterdir() if path.is_dir())
    if found != wanted:
        raise FileNotFoundError(f"{data / 'train'}: expected the {len(wanted)} folders {wanted[0]} to {wanted[-1]}")

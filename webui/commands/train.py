"""`yakume train` and `yakume export`: from composed scenes to models that can be used."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from .command import Command, UsageError

OWN = 4
"""Of the styles of the project's own deck so many lie among the decks that tables are laid of."""


def add_train_arguments(parser: ArgumentParser) -> None:
    """Which model, from which data."""
    parser.add_argument("task", choices=("detect", "read", "corners", "match", "together"), help="which of the models")
    parser.add_argument(
        "--data",
        type=Path,
        required=True,
        metavar="DIR",
        help="with train and val, by `yakume synth`; together: a folder of decks",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="PATH", help="run folder (corners: the .onnx file)")
    parser.add_argument("--epochs", type=int, metavar="N", help="default: as in the recipe")
    parser.add_argument("--architecture", metavar="NAME", help="such as yolo11n-obb; default: as in the recipe")
    parser.add_argument("--size", type=int, metavar="PX", help="side of the pictures; default: as in the recipe")
    parser.add_argument("--learning-rate", type=float, metavar="X", help="default: as in the recipe")
    parser.add_argument("--share", type=float, metavar="X", help="train on this share of the data, 0…1 (default 1)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default 0")
    parser.add_argument("--device", default="", help="cpu, or a GPU's number; default: a GPU where there is one")
    parser.add_argument(
        "--pretrained", type=Path, metavar="FILE",
        help="start from a model's .safetensors or (detect, read) a checkpoint .pt: a pickle, open only one you trust",
    )  # fmt: skip
    parser.add_argument(
        "--frozen", type=int, metavar="N",
        help="read, with --pretrained: leave its first N layers as they are, each crop goes through them once; 0: all "
        "of it learns; started again, an interrupted run goes on",
    )  # fmt: skip
    parser.add_argument("--backgrounds", type=Path, metavar="DIR", help="together: folder of table textures")
    parser.add_argument("--steps", type=int, metavar="N", help="together: steps of 48 crops; default 2000")
    parser.add_argument("--resume", action="store_true", help="go on where the run in --out was interrupted")


def run_train(args: Namespace) -> int:
    """Train and say where the result is."""
    from dataclasses import replace

    try:
        if args.task == "corners":
            from yakume.models.corners import train_corners

            for name in ("architecture", "size", "share"):
                if getattr(args, name) is not None:
                    raise UsageError(f"the corner network has no --{name}: it is for detect and read alone")
            device = f"cuda:{args.device}" if args.device.isdigit() else args.device
            changes = {"seed": args.seed, "device": device, "pretrained": args.pretrained, "resume": args.resume}
            given = {"epochs": args.epochs, "learning_rate": args.learning_rate}
            changes |= {name: value for name, value in given.items() if value is not None}
            train_corners(args.data / "train.npz", args.data / "val.npz", args.out, **changes)
            print(args.out)
            return 0
        if args.task == "match":
            print(_train_matcher(args))
            return 0
        if args.task == "together":
            print(_train_together(args))
            return 0
        if args.frozen is not None:
            print(_train_upper(args))
            return 0
        from yakume.models.tensors import read_architecture
        from yakume.models.train import RECIPES, train

        architecture, begun_from = args.architecture, args.pretrained.suffix if args.pretrained else ""
        if architecture and begun_from == ".pt":
            raise UsageError(f"{args.pretrained} keeps its own architecture: leave out --architecture")
        if architecture is None and begun_from == ".safetensors":
            architecture = read_architecture(args.pretrained)
        changes = {"epochs": args.epochs, "architecture": architecture, "image_px": args.size}
        changes |= {"learning_rate": args.learning_rate, "share": args.share}
        recipe = replace(RECIPES[args.task], **{name: value for name, value in changes.items() if value is not None})
        best = train(
            recipe,
            args.data,
            args.out,
            seed=args.seed,
            device=args.device,
            pretrained=args.pretrained,
            resume=args.resume,
        )
    except ModuleNotFoundError as error:
        raise UsageError(f"training needs {error.name}: pip install 'yakume[train]'") from error
    print(best)
    return 0


def _train_upper(args: Namespace) -> Path:
    """Train the upper layers of a reader alone, or all of it."""
    from yakume.models.upper import train_upper

    if args.task != "read" or args.pretrained is None or args.pretrained.suffix != ".safetensors":
        raise UsageError("--frozen is for read alone, and needs --pretrained FILE.safetensors")
    if not 0 <= args.frozen < 11:
        raise UsageError("--frozen: expected 0 to 10 layers, the reader has 11")
    given = {"epochs": args.epochs, "learning_rate": args.learning_rate}
    changes = {name: value for name, value in given.items() if value is not None}
    return train_upper(args.data, args.out, args.pretrained, seed=args.seed, frozen=args.frozen, **changes)


def _train_matcher(args: Namespace) -> Path:
    """Train the network that enrolled decks are read with."""
    from yakume.models.matcher import train_matcher
    from yakume.models.registry import WEIGHTS

    for name in ("architecture", "size", "learning_rate", "share", "frozen"):
        if getattr(args, name) is not None:
            raise UsageError(f"match has no --{name.replace('_', '-')}")
    changes = {} if args.epochs is None else {"epochs": args.epochs}
    reader = args.pretrained or WEIGHTS / "read.safetensors"
    return train_matcher(args.data, args.out, reader, seed=args.seed, resume=args.resume, **changes)


def _train_together(args: Namespace) -> Path:
    """Train the reader to read the cards of a table beside each other, on tables laid meanwhile."""
    from yakume.datasets.synth.backgrounds import find_textures
    from yakume.datasets.synth.dealt import Dealt
    from yakume.datasets.synth.sprites import find_decks, own_decks
    from yakume.models.registry import WEIGHTS
    from yakume.models.together import train_together

    for name in ("epochs", "architecture", "size", "learning_rate", "share", "frozen"):
        if getattr(args, name) is not None:
            raise UsageError(f"together has no --{name.replace('_', '-')}")
    tables = Dealt([*find_decks(args.data), *own_decks()[:OWN]], find_textures(args.backgrounds), args.seed)
    changes = {} if args.steps is None else {"steps": args.steps}
    reader = args.pretrained or WEIGHTS / "read.safetensors"
    return train_together(tables, args.out, reader, seed=args.seed, resume=args.resume, **changes)


def add_export_arguments(parser: ArgumentParser) -> None:
    """Which checkpoint, to where."""
    parser.add_argument(
        "task", choices=("detect", "read", "corners", "match", "together"), help="what the checkpoint does"
    )
    parser.add_argument(
        "checkpoint", type=Path, nargs="+", metavar="FILE",
        help="a .pt (a pickle: open only one you trust; none of corners) or .safetensors; of several the mean of their "
        "weights is taken",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the model files")
    parser.add_argument("--size", type=int, nargs=2, metavar=("W", "H"), help="default 640 384; read: 128 128")
    parser.add_argument(
        "--eight-bits", type=Path, metavar="PATH",
        help="multiply in eight bits, scaled on training pictures in this folder (always: match; corners, on an .npz)",
    )  # fmt: skip
    parser.add_argument("--recipe", default="", help="the commands that made the checkpoint, for the model card")


def run_export(args: Namespace) -> int:
    """Write the model files."""
    try:
        if args.task == "corners":
            from yakume.models.corners import export_corners

            if args.size or args.eight_bits is None:
                raise UsageError("the corner network has no --size, and needs the .npz it was trained on: --eight-bits")
            card = export_corners(args.checkpoint, args.out / "corners.onnx", args.eight_bits, args.recipe)
            print(args.out / card.file)
            return 0
        if args.task == "match":
            print(args.out / _export_matcher(args))
            return 0
        if args.task == "together":
            from yakume.models.together import export_together

            if args.size or args.eight_bits:
                raise UsageError("together has no --size and no --eight-bits: it multiplies in full precision")
            print(args.out / export_together(args.checkpoint, args.out, args.recipe).file)
            return 0
        from yakume.models.export import export

        size = tuple(args.size) if args.size else {"detect": (640, 384), "read": (128, 128)}[args.task]
        card = export(
            args.checkpoint,
            args.out,
            args.task,
            name=args.task,
            input_wh=size,
            about={"recipe": args.recipe},
            eight_bits=args.eight_bits,
        )
    except ModuleNotFoundError as error:
        raise UsageError(f"exporting needs {error.name}: pip install 'yakume[train]'") from error
    print(args.out / card.file)
    return 0


def _export_matcher(args: Namespace) -> str:
    """Write the network that enrolled decks are read with, and return the name of its file."""
    from yakume.models.matcher import export_matcher
    from yakume.models.registry import WEIGHTS

    if args.size or args.eight_bits is None or len(args.checkpoint) > 1:
        raise UsageError("match takes one .safetensors, no --size, and needs made-up decks: --eight-bits DIR")
    reader = WEIGHTS / "read.safetensors"
    return export_matcher(args.checkpoint[0], args.out, reader, args.eight_bits, args.recipe).file


TRAIN = Command(
    "train",
    "train a model on composed scenes",
    "yakume train read --data runs/data/read --out runs/read",
    add_train_arguments,
    run_train,
)
EXPORT = Command(
    "export",
    "turn a checkpoint into ONNX with a model card",
    "yakume export read runs/read/weights/best.pt --out runs/candidate --eight-bits runs/data/read/train",
    add_export_arguments,
    run_export,
)

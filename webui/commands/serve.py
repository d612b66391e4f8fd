"""`yakume serve`: the page, with a camera on the table or with snapshots alone."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import fields
from pathlib import Path
from typing import Any

from .command import Command, add_deck


def add_arguments(parser: ArgumentParser) -> None:
    """What to look at and where to listen."""
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="camera number, stream URL, video file, folder, or phone (default: snapshots only)",
    )
    parser.add_argument(
        "--layout",
        type=Path,
        metavar="FILE",
        help="TOML file with the table's corners and zones (default: yakume-table.toml, if there)",
    )
    add_listening(parser)
    parser.add_argument("--database", metavar="URL", help="SQLAlchemy URL of the event store (default: ./yakume.db)")
    parser.add_argument(
        "--samples-mb", type=int, metavar="MB", help="most room for them; then the oldest go (default: 1000)"
    )
    parser.add_argument(
        "--samples", type=Path, metavar="DIR", help="where corrected pictures go if the page is told to keep them"
    )


def add_listening(parser: ArgumentParser) -> None:
    """Address, port, token and language, as `serve` and `demo` share them."""
    add_deck(parser)
    parser.add_argument("--host", help="address to listen on (default: this machine alone)")
    parser.add_argument("--port", type=int, help="TCP port; the next free one if it is taken")
    parser.add_argument(
        "--token",
        help="secret of the keeper (default beyond this machine: a fresh one); links for others are made on the page",
    )
    parser.add_argument(
        "--https",
        action="store_true",
        default=None,
        help="HTTPS for this network (unless --host says another), with a certificate made here; phones need it to be "
        "the camera",
    )
    parser.add_argument("--https-cert", type=Path, metavar="FILE", help="HTTPS with this certificate (PEM) instead")
    parser.add_argument("--https-key", type=Path, metavar="FILE", help="its key, if that is in a file of its own")
    parser.add_argument(
        "--https-folder", type=Path, metavar="DIR", help="where made certificates are kept (default: ./yakume-https)"
    )
    parser.add_argument("--lang", choices=("ja", "en"), help="language the page opens in (default: the browser's)")
    parser.add_argument(
        "--log",
        choices=("text", "json"),
        help="form of the log: what is wrong, as text (default), or every request, as JSON",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")


def run(args: Namespace) -> int:
    """Serve until interrupted. Raises: SourceError if the camera is not there now; later ones the page tells."""
    from yakume.vision.frames import open_source
    from yakume.webui.phone import PHONE
    from yakume.webui.server import serve

    if args.camera not in (None, PHONE):
        open_source(args.camera).close()
    serve(settings(args, source=args.camera), open_browser=not args.no_browser)
    return 0


def settings(args: Namespace, **given: Any) -> Any:
    """The page's `Settings` as far as the command line names them; what it leaves out keeps its default.

    Raises: ValueError for what cannot be served.
    """
    from yakume.models.decks import DECKS, check_deck, find_deck
    from yakume.vision.layout import TableLayout
    from yakume.webui.settings import Settings, make_token

    names = {field.name for field in fields(Settings)}
    values = {name: value for name, value in vars(args).items() if name in names and value is not None} | given
    layout = values.get("layout", Settings().layout)
    if "layout" in values or layout.exists():
        TableLayout.load(layout)  # a broken one is told here, not when a browser waits
    if not 0 <= values.get("port", 0) < 65536:
        raise ValueError(f"--port {values['port']}: expected 65535 or less")
    if values.get("deck"):
        check_deck(find_deck(values["deck"], values.get("decks_folder", DECKS)))
    if (room_mb := getattr(args, "samples_mb", None)) is not None:
        if room_mb < 1:
            raise ValueError(f"--samples-mb {room_mb}: expected 1 or more")
        values["samples_limit_bytes"] = room_mb * 1_000_000
    if values.get("https") or values.get("https_cert"):
        values.setdefault("host", "0.0.0.0")
    if values.get("host") and not Settings(host=values["host"], token=make_token()).loopback:
        values.setdefault("token", make_token())
    return Settings(**values)


COMMAND = Command(
    "serve",
    "open the page on a camera above the table",
    "yakume serve --camera 0",
    add_arguments,
    run,
)

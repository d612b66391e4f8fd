"""`yakume demo`: the page on a shipped clip of a table; needs no camera and no data."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from .command import Command
from .serve import add_listening, settings


def run(args: Namespace) -> int:
    """Serve the clip, over and over, until interrupted; then, if somebody asked for it on the page, the own table."""
    from yakume.webui.server import serve
    from yakume.webui.settings import demo_settings

    own = settings(args)
    port = serve(demo_settings(own), open_browser=not args.no_browser)
    if port is not None:
        serve(replace(own, port=port))
    return 0


def add_arguments(parser: ArgumentParser) -> None:
    """Where to listen."""
    add_listening(parser)


COMMAND = Command(
    "demo",
    "watch a short shipped clip of a table being recognised and scored",
    "yakume demo --no-browser",
    add_arguments,
    run,
)

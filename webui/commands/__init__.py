"""The subcommands of `yakume`, one module each; `COMMANDS` is all the command line knows of them.

A module has nothing but the standard library among its imports: what it needs is imported when it runs, so that
`yakume --help` answers at once and needs no camera, no models and no page.
"""

from __future__ import annotations

from . import (
    backup,
    bench,
    calibrate,
    demo,
    doctor,
    enroll,
    evaluate,
    importing,
    promote,
    read,
    replay,
    serve,
    simulate,
    synth,
    train,
    watch,
)
from .command import Command, UsageError

COMMANDS: tuple[Command, ...] = (
    demo.COMMAND,
    serve.COMMAND,
    calibrate.COMMAND,
    read.COMMAND,
    watch.COMMAND,
    replay.COMMAND,
    enroll.COMMAND,
    backup.BACKUP,
    backup.RESTORE,
    evaluate.COMMAND,
    doctor.COMMAND,
    synth.COMMAND,
    simulate.COMMAND,
    importing.COMMAND,
    train.TRAIN,
    train.EXPORT,
    promote.CALIBRATE,
    promote.PROMOTE,
    bench.COMMAND,
)
"""In the order of the help text."""

__all__ = ["COMMANDS", "Command", "UsageError"]

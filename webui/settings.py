"""What a running yakume is told: where it looks, what is played, who may reach it.

Nothing here reads the environment or touches a device; the command line fills the fields in.
"""

from __future__ import annotations

import ipaddress
import secrets
import shutil
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

Lang = Literal["ja", "en"]


TOKEN_LENGTH = 22
"""Fewest characters of a token; as many hold 128 bits if each may be one of 64."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything `create_app` needs; each field says what it means and in which unit."""

    source: str | None = None
    """Camera index, stream URL, video file, image folder, or ``phone``; None: no camera, snapshots only."""
    layout: Path = Path("yakume-table.toml")
    """TOML file of the table's corners and zones, written when people fit the table on the page; without it, the
    default for the number of players."""
    loop: bool = False
    """Start a video file again at its end (the demo does)."""
    ruleset: str = "sannin"
    """Ruleset id the start form proposes."""
    players: tuple[str, ...] = ("東", "南", "西")
    """Names the start form proposes, seat 0 first, then counter-clockwise round the table."""
    autostart: bool = False
    """Begin a match with these players at once instead of waiting for the form (the demo does)."""
    demo: bool = False
    """A recording is shown to somebody new: the page explains what is to be seen."""
    database: str = "sqlite:///yakume.db"
    """SQLAlchemy URL of the event store; SQLite or PostgreSQL."""
    samples: Path = Path("yakume-samples")
    """Folder of the labelled pictures that people let yakume keep; made with the first one."""
    samples_limit_bytes: int = 1_000_000_000
    """Most room that those pictures may take; then the oldest go."""
    deck: str | None = None
    """Name of the enrolled deck on the table; None: any deck, read by the general reader."""
    decks_folder: Path = Path("yakume-decks")
    """Folder of the enrolled decks; made with the first one."""
    host: str = "127.0.0.1"
    """Address to listen on; anything but loopback needs `token`."""
    port: int = 8480
    """TCP port; the next free one is taken if it is in use, 0 picks any."""
    token: str | None = field(default=None, repr=False)
    """Secret of the keeper; the keeper makes links for others. None, allowed on loopback only: no secret is needed."""
    https: bool = False
    """Serve HTTPS with a certificate of an authority of one's own, see `certificates`."""
    https_cert: Path | None = None
    """Serve HTTPS with this certificate instead: a PEM file, with its chain."""
    https_key: Path | None = None
    """Key of `https_cert`, PEM; None if it stands in the same file."""
    https_folder: Path = Path("yakume-https")
    """Folder of the authority and its certificate; made when they are."""
    lang: Lang | None = None
    """Language the page opens in: ja or en; None: the browser's."""
    log: Literal["text", "json"] = "text"
    """Form of the log on standard error: for people what is wrong, for programs every request, too."""
    upload_limit_bytes: int = 32 * 1024 * 1024
    """Longest request body that is read at all."""

    def __post_init__(self) -> None:
        if not self.loopback and not self.token:
            raise ValueError(f"listening on {self.host!r} reaches beyond this machine and needs a token")
        if self.token is not None and len(self.token) < TOKEN_LENGTH:
            raise ValueError(f"a token needs {TOKEN_LENGTH} characters (128 bits); without one yakume makes it")
        if self.https_key is not None and self.https_cert is None:
            raise ValueError("a key for HTTPS was given, and no certificate")
        if self.lang not in (None, "ja", "en"):
            raise ValueError(f"unknown language {self.lang!r}: expected 'ja' or 'en'")

    @property
    def scheme(self) -> Literal["http", "https"]:
        """How the page is spoken to."""
        return "https" if self.https or self.https_cert else "http"

    @property
    def loopback(self) -> bool:
        """True if only this machine can reach the page."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def make_token() -> str:
    """A fresh secret of 144 bits for `Settings.token`, short enough for a QR code."""
    return secrets.token_urlsafe(18)


def demo_settings(base: Settings | None = None) -> Settings:
    """Settings of `yakume demo`: the shipped clip, over and over, in a database that is thrown away.

    Raises: FileNotFoundError if the clip is not installed.
    """
    clips = Path(__file__).resolve().parent.parent / "datasets" / "clips"
    clip, layout = clips / "demo.mp4", clips / "demo.layout.toml"
    for path in (clip, layout):
        if not path.is_file():
            raise FileNotFoundError(f"the demo clip is missing: {path}")
    folder = Path(tempfile.mkdtemp(prefix="yakume-demo-"))
    shutil.copy(layout, folder)
    return replace(
        base or Settings(),
        source=str(clip),
        layout=folder / layout.name,
        loop=True,
        autostart=True,
        demo=True,
        database=f"sqlite:///{folder / 'demo.db'}",
        samples=folder / "samples",
    )

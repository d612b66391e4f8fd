"""Which face a class of somebody else's data set means.

Read are the faces of yakume (``8n``, ``back``), its cards (``12b`` is the face ``12k``), and names that begin with the
month's number and the kind, such as those of the public data set *Hanafuda-Object-Detection* (``01-hkr-tsuru`` …
``12-kas``; its 36 names are in the tests). Whatever follows the kind is not looked at.
"""

from __future__ import annotations

import re

from yakume.engine import BACK, Card, Face, NotationError

KINDS = {
    **dict.fromkeys(("h", "hkr", "hikari", "bright"), "h"),
    **dict.fromkeys(("n", "tne", "tane", "animal"), "n"),
    **dict.fromkeys(("t", "tan", "tanzaku", "ribbon"), "t"),
    **dict.fromkeys(("k", "kas", "kasu", "chaff", "plain"), "k"),
}
"""The second word of a name → the letter of its kind. ``hkr tne tan kas`` are those of *Hanafuda-Object-Detection*."""


def face_of(name: str) -> Face | None:
    """The face that a class called `name` means; None if it cannot be told.

    >>> face_of("01-hkr-tsuru"), face_of("11_tane_swallow"), face_of("12b"), face_of("back"), face_of("deck box")
    (Face('1h'), Face('11n'), Face('12k'), Face('back'), None)
    """
    text = name.strip().lower()
    if text in ("back", "ura"):
        return BACK
    words = re.split(r"[\s_-]+", text)
    try:
        if len(words) == 1:
            # One letter is a card too in the code of the 三人はちはち sheet: as a class it may mean anything.
            return Card.parse(text).face if re.fullmatch(r"\d+[abc]", text) else Face(text)
        return Face(f"{int(words[0])}{KINDS[words[1]]}")
    except (NotationError, ValueError, KeyError):
        return None

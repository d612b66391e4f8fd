"""Why a table cannot be used as somebody fitted it, in both languages; seats stand as ``{0}``, as in `refused`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from yakume.engine.errors import Sentence
from yakume.vision.zones import Place, Zone

from .words import Words

SAID: Mapping[str, Words] = {
    "the corners lie nearly in one line": Words(
        "四つの角がほとんど一直線に並んでいます。角を卓の四隅に合わせてください。前の形のままにしてあります。",
        "The four corners lie nearly in one line: put each on its corner of the table. The old layout stays.",
    ),
    "the zone {zone} is smaller than a card": Words(
        "{zone}の区画が札一枚より小さくなっています。広げてください。前の形のままにしてあります。",
        "The zone for {zone} is smaller than a card: make it larger. The old layout stays.",
    ),
    "the zone {zone} crosses itself": Words(
        "{zone}の区画がねじれています。角を並べ直してください。前の形のままにしてあります。",
        "The zone for {zone} crosses itself: put its corners right. The old layout stays.",
    ),
    "the zones {zone} and {other} lie on each other": Words(
        "{zone}と{other}の区画が重なっていて、札がどちらのものか分かりません。離してください。前の形のままにしてあります。",
        "The zones for {zone} and {other} lie on each other, so that nobody could tell whose a card there is: move one "
        "away. The old layout stays.",
    ),
}
"""Each sentence with its gaps, and what people are told."""

_PLACES: Mapping[Place, Words] = {
    Place.FIELD: Words("場札", "the field"),
    Place.DECK: Words("山札", "the deck"),
    Place.CAPTURES: Words("{seat}の取り札", "{seat}’s captures"),
    Place.SHOWN: Words("{seat}の公開札", "{seat}’s shown cards"),
}


def layout_why(message: str) -> Words | None:
    """What is wrong with a layout; None of any other sentence."""
    said = SAID.get(message.pattern) if isinstance(message, Sentence) else None
    if said is None or not isinstance(message, Sentence):
        return None
    zones = {gap: _called(zone) for gap, zone in message.gaps.items() if isinstance(zone, Zone)}
    return Words(
        said.ja.format(**{gap: words.ja for gap, words in zones.items()}),
        said.en.format(**{gap: words.en for gap, words in zones.items()}),
    )


def say_photo(zone: Zone, players: Sequence[str]) -> Words:
    """A photograph of what lies in a zone."""
    called = _called(zone)
    return Words(f"写真（{called.ja.format(*players)}）", f"photo of {called.en.format(*players)}")


def _called(zone: Zone) -> Words:
    words, seat = _PLACES[zone.place], f"{{{zone.seat}}}"
    return Words(words.ja.format(seat=seat), words.en.format(seat=seat))

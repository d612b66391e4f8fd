"""Which scenes are composed for what: mixtures to train networks on, sorts to measure on and to look at."""

from __future__ import annotations

from dataclasses import replace

from .scene import Recipe

_TRAINED_ON = Recipe(dark_share=0.1, backs_share=0.06, things=0.5, play_share=1 / 3)
"""A tenth of the scenes is so dark that a camera hardly sees; the light is put right, as in use. Tables are full of
piles of small cards: with half of the scenes games in play, a detector was better on tables and worse on scattered
cards (models/ATTEMPTS.md)."""

_REPRINTED, _RESTYLED = 0.5, 0.6
"""Shares of the scenes for the reader whose deck is printed as nobody did, and drawn as by another artist: it shall
know faces, not two dozen decks."""

SORTS = {
    "usual": Recipe(),
    "backs": Recipe(backs_share=1.0, things=1.0),
    "things": Recipe(empty_share=1.0, things=5.0),
    "singles": Recipe(
        singles_share=1.0,
        empty_share=0.0,
        portrait_share=0.0,
        hand_share=0.1,
        things=0.2,
        dark_share=0.1,
        reprint_share=_REPRINTED,
        restyle_share=_RESTYLED,
    ),
}
"""Scenes of one sort, by its name."""

MIXES = {
    # Where a card lies does not depend on what is drawn on it, nor on the back that it shows.
    "detect": replace(
        _TRAINED_ON, backs_share=0.2, things=0.9, empty_share=0.07, reprint_share=0.25, restyle_share=0.35
    ),
    "read": replace(_TRAINED_ON, reprint_share=_REPRINTED, restyle_share=_RESTYLED),
    "corners": _TRAINED_ON,
}
"""Scenes to train on, by network."""

_FACE_DOWN = replace(MIXES["detect"], backs_share=1.0, play_share=0.0, hand_share=0.3)
"""What a detector may be trained on beside its mix where backs are what it lacks: fans and stocks of them."""

SORTS_OF = {
    "detect": ("usual", "backs"),
    "read": ("usual", "singles"),
    "corners": ("usual",),
    "labels": ("usual", "backs", "things"),
}
"""What sorts there are of each kind of training data and of labelled scenes; all of them can be looked at."""

SINGLE_SHARE = (0.25, 0.8)
"""How long the card in the middle of a scene of a single one is, as a share of the picture."""


def recipe(kind: str, sort: str, size_wh: tuple[int, int]) -> Recipe:
    """How scenes of a `sort` of `SORTS` are composed for a `kind` of data, in pictures of `size_wh` px.

    Raises: ValueError if there are no such scenes for that kind.
    """
    if sort not in SORTS_OF.get(kind, SORTS):
        raise ValueError(f"no scenes of {sort} for {kind}: expected {' or '.join(SORTS_OF[kind])}")
    chosen = MIXES[kind] if sort == "usual" and kind in MIXES else SORTS[sort]
    if (kind, sort) == ("detect", "backs"):
        chosen = _FACE_DOWN
    if sort == "singles":
        low, high = (share * min(size_wh) for share in SINGLE_SHARE)
        chosen = replace(chosen, card_px=(low, high))
    return replace(chosen, size_wh=size_wh)

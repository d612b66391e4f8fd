"""What goes wrong between a simulated table and who watches it: troubles that can be laid over perfect looks.

Each is a function from a look to a look, made for one match; several may be laid over one another. What people do to
the cards themselves are their habits (`table_habits`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np
from yakume.engine import CARDS, Card, CardSet, Face
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CardOnTable, Observation, Outline, outline
from yakume.vision.zones import FIELD, Place, captures_of

Trouble = Callable[[Observation], Observation]

Maker = Callable[[TableLayout, Sequence[tuple[int, CardSet]], np.random.Generator], Trouble]
"""Makes a trouble for a match: its layout, when each deal begins and with which field, and what decides by chance."""

MISSED = 0.2
"""Share of the cards that a look misses."""

UNREADABLE = 0.3
"""How surely a card is read that cannot be: less than any that counts."""

COVERED_MS, COVERED_EVERY_MS = 10_000, (150_000, 400_000)
"""How long somebody leans over the whole table, and from one time to the next."""

FIDGETS = 0.4
"""Share of the looks in which the hand of cards that somebody holds over the own captures moves."""

KNOCKED_MS = (120_000, 900_000)
"""When the camera is knocked."""

GHOST = 99_999
"""Track of what is no card."""


def _missed(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    def look(seen: Observation) -> Observation:
        kept = rng.random(len(seen.cards)) >= MISSED
        return replace(seen, cards=tuple(card for card, keep in zip(seen.cards, kept, strict=True) if keep))

    return look


def _never_read(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    victim = CARDS[rng.integers(48)]
    return lambda seen: _each(seen, lambda card: _unread(card) if card.card == victim else card)


def _field_unread(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    victims = [(t_ms, sorted(field)[int(rng.integers(len(field)))]) for t_ms, field in fields]

    def look(seen: Observation) -> Observation:
        victim = next((card for t_ms, card in reversed(victims) if seen.t_ms >= t_ms - 30_000), None)
        return _each(seen, lambda card: _unread(card) if card.card == victim and card.zone == FIELD else card)

    return look


def _captured_unseen(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    victim = CARDS[rng.integers(48)]

    def look(seen: Observation) -> Observation:
        lies = [card for card in seen.cards if card.card != victim or not _is_in(card, Place.CAPTURES)]
        return replace(seen, cards=tuple(lies))

    return look


def _ghost(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    card = CARDS[rng.integers(48)]
    x, y = layout.zones[FIELD].min(0) + np.array([24, 34])
    middle = layout.homography((1280, 720)).to_px(np.array([[x, y]]))[0]
    quad = outline(middle + np.array([[-22, -36], [22, -36], [22, 36], [-22, 36]]))
    told = CardOnTable(GHOST, card, card.face, 0.9, quad, FIELD, stable=True)

    def look(seen: Observation) -> Observation:
        # Each card exists once: seen elsewhere, it is surer there.
        taken = {each.card for each in seen.cards}
        free = next((twin for twin in card.face.cards if twin not in taken), None)
        return replace(seen, cards=(*seen.cards, replace(told, card=free)))

    return look


def _twins(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    """Kasu that look alike are taken for one another, anew wherever one is laid."""
    salt = int(rng.integers(1 << 16)) | 1
    alike = {face: sorted(face.cards) for face in {card.face for card in CARDS} if len(face.cards) > 1}

    def look(seen: Observation) -> Observation:
        names: dict[int, Card] = {}
        for face, cards in alike.items():
            tracks = sorted((each.track for each in seen.cards if each.face == face), key=lambda k: k * salt % 65_521)
            names |= dict(zip(tracks, cards, strict=False))
        return _each(seen, lambda card: replace(card, card=names[card.track]) if card.track in names else card)

    return look


def _covered(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    starts = np.cumsum(rng.uniform(*COVERED_EVERY_MS, 60))

    def look(seen: Observation) -> Observation:
        since = next((seen.t_ms - start for start in starts if 0 <= seen.t_ms - start < COVERED_MS), None)
        if since is None:
            return seen
        moves = min(since, COVERED_MS - since) < 1_000
        return replace(seen, cards=(), hands=(*seen.hands, None) if moves else ())

    return look


def _knocked(by_mm: float) -> Maker:
    def make(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
        at_ms, way = float(rng.uniform(*KNOCKED_MS)), rng.uniform(0, 2 * np.pi)
        shift = by_mm * np.array([np.cos(way), np.sin(way)])
        known: dict[int, CardOnTable] = {}

        def moved(card: CardOnTable, view: tuple[int, int]) -> CardOnTable:
            if card.track not in known:
                homography = layout.homography(view)
                points = homography.to_mm(np.array(card.quad, np.float32)) + shift
                quad: Outline = outline(homography.to_px(points))
                known[card.track] = replace(card, quad=quad, zone=layout.zone_at(points.mean(0)))
            return replace(known[card.track], card=card.card, stable=card.stable)

        def look(seen: Observation) -> Observation:
            if seen.t_ms < at_ms:
                return seen
            seen = _each(seen, lambda card: moved(card, seen.size))
            return replace(seen, hands=(None,)) if seen.t_ms - at_ms < 500 else seen

        return look

    return make


def _hands_at_rim(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    return lambda seen: seen if None in seen.hands else replace(seen, hands=(*seen.hands, None))


def _hand_rests(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    """Somebody leans on the own captures, moving a little, and nobody sees them all evening."""
    zone = captures_of(int(rng.integers(layout.players)))

    def look(seen: Observation) -> Observation:
        lies = tuple(card for card in seen.cards if card.zone != zone)
        return replace(seen, cards=lies, hands=tuple(dict.fromkeys((*seen.hands, zone))))

    return look


def _hands_fidget(layout: TableLayout, fields: Sequence[tuple[int, CardSet]], rng: np.random.Generator) -> Trouble:
    """Everybody holds their cards over the own captures, and moves them now and then, all evening."""
    zones = [captures_of(seat) for seat in range(layout.players)]

    def look(seen: Observation) -> Observation:
        moving = (zone for zone in zones if rng.random() < FIDGETS)
        return replace(seen, hands=tuple(dict.fromkeys((*seen.hands, *moving))))

    return look


def _each(seen: Observation, change: Callable[[CardOnTable], CardOnTable]) -> Observation:
    return replace(seen, cards=tuple(map(change, seen.cards)))


def _unread(card: CardOnTable) -> CardOnTable:
    """As the pipeline tells of a card that it cannot read: something lies there, no more."""
    return replace(card, card=None, face=Face("1k" if str(card.face) != "1k" else "2k"), p=UNREADABLE, stable=False)


def _is_in(card: CardOnTable, place: Place) -> bool:
    return card.zone is not None and card.zone.place is place


TROUBLES: Mapping[str, Maker] = MappingProxyType(
    {
        "missed": _missed,
        "never-read": _never_read,
        "field-unread": _field_unread,
        "captured-unseen": _captured_unseen,
        "ghost": _ghost,
        "twins": _twins,
        "covered": _covered,
        "knocked-15": _knocked(15.0),
        "knocked-40": _knocked(40.0),
        "rim": _hands_at_rim,
        "hand-rests": _hand_rests,
        "fidgets": _hands_fidget,
    }
)
"""Troubles of sight: one card in five missed in every look; one card of the deck never read; one of each first field
unread; one card never seen once captured; a false card always on the field; kasu taken for their twins; the table all
covered for ten seconds now and then; the camera knocked by so many millimetres; hands moving at the rim all evening; a
hand on somebody's captures all evening; hands of cards that move over everybody's captures now and then."""


def laid_over(looks: Iterable[Observation], troubles: Sequence[Trouble]) -> Iterator[Observation]:
    """`looks` with every one of `troubles`."""
    for look in looks:
        for trouble in troubles:
            look = trouble(look)
        yield look

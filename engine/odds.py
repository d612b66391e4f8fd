"""Exact chances: of a teyaku (hand yaku, 手役) in an unseen hand, and of the field's rate (場).

A hand's teyaku depends on two things alone: how many cards of each month it holds, and how many of each
kind. `count_hands` therefore counts hands by `Profile` without ever listing them: twelve months are joined
one after another, each with its at most sixteen choices, and hands that look the same are added up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from .ba import DAI_LIGHTS, ZETSU_LIGHTS, Ba, Field, field_rate
from .cards import DECK, CardSet, Month, Rank
from .errors import Inconsistent
from .rules import find_ruleset
from .teyaku import find_teyaku

FIELD = 6
"""Cards dealt to the field (手七場六)."""

_TATE_MONTHS = (Month.FUJI, Month.AYAME, Month.HAGI)


class Profile(NamedTuple):
    """All that a hand yaku can depend on; every field is a number of months or of cards."""

    pairs: int = 0
    """Months with exactly two cards."""
    threes: int = 0
    """Months with exactly three cards, special threes included."""
    tates: int = 0
    """Special threes (立三本): any three of wisteria, iris or bush clover, or the three chaff of paulownia."""
    fours: int = 0
    """Complete months."""
    tan: int = 0
    """Ribbons besides the willow's (COM-CARD-04: the four willow cards are chaff in a hand)."""
    tane: int = 0
    """Animals besides the willow's."""
    hikari: int = 0
    """Lights besides the willow's."""


_BITS = 6
"""Of each field in a packed profile: a hand of the whole deck has 24 chaff and no field counts them."""
_FIELD = (1 << _BITS) - 1

_Choice = tuple[int, int, int]
"""One way to hold cards of a month: packed profile with the number of cards lowest, ways, mask of an example."""


def profile(hand: CardSet) -> Profile:
    """The profile of any set of cards.

    >>> profile(CardSet.parse("Yabctuv"))
    Profile(pairs=0, threes=2, tates=2, fours=0, tan=0, tane=1, hikari=1)
    """
    return _unpacked(sum(_packed(month, hand.of_month(month)) for month in Month))


def _packed(month: Month, cards: CardSet) -> int:
    """The number of cards and the profile of one month's `cards`; packed profiles of several months add up."""
    kinds = Counter(Rank.KASU if month is Month.YANAGI else card.rank for card in cards)
    count = len(cards)
    tate = count == 3 and (month in _TATE_MONTHS or (month is Month.KIRI and not kinds[Rank.HIKARI]))
    ranks = (kinds[Rank.TAN], kinds[Rank.TANE], kinds[Rank.HIKARI])
    fields = (count, count == 2, count == 3, tate, count == 4, *ranks)
    return sum(int(field) << _BITS * at for at, field in enumerate(fields))


def _unpacked(code: int) -> Profile:
    return Profile(*(code >> _BITS * at & _FIELD for at in range(1, 1 + len(Profile._fields))))


class HandClass(NamedTuple):
    """The hands of one profile."""

    ways: int
    example: CardSet


def count_hands(pool: CardSet = DECK, size: int = 7) -> dict[Profile, HandClass]:
    """Every hand of `size` cards out of `pool`, counted by profile.

    >>> sum(kind.ways for kind in count_hands().values())
    73629072
    """
    # By packed profile, how many ways lead there and the mask of one of them.
    ways, examples = {0: 1}, {0: 0}
    for month in Month:
        step: dict[int, int] = {}
        shown: dict[int, int] = {}
        for extra, more, cards in _choices(month, pool.of_month(month)):
            room = size - (extra & _FIELD)
            for code, count in ways.items():
                if code & _FIELD <= room:
                    key = code + extra
                    if key in step:
                        step[key] += count * more
                    else:
                        step[key] = count * more
                        shown[key] = examples[code] | cards
        ways, examples = step, shown
    return {
        _unpacked(code): HandClass(count, CardSet.from_mask(examples[code]))
        for code, count in ways.items()
        if code & _FIELD == size
    }


@cache
def _choices(month: Month, cards: CardSet) -> tuple[_Choice, ...]:
    """Every way to hold some of one month's `cards`, those that look the same together."""
    ways: Counter[int] = Counter()
    examples: dict[int, int] = {}
    for size in range(len(cards) + 1):
        for some in combinations(cards, size):
            held = CardSet(some)
            code = _packed(month, held)
            ways[code] += 1
            examples[code] = held.mask
    return tuple((code, count, examples[code]) for code, count in ways.items())


@dataclass(frozen=True, slots=True)
class TeyakuOdds:
    """How likely a hand nobody has seen holds a hand yaku."""

    hands: int
    """All hands that can have been dealt."""
    claims: Mapping[tuple[str, ...], int]
    """How many of them hold exactly this best claim, by the rule ids of its parts; () is none."""

    def with_part(self, rule: str) -> Fraction:
        """The chance of a claim that contains this yaku, alone or in a compound."""
        return Fraction(sum(ways for parts, ways in self.claims.items() if rule in parts), self.hands)

    @property
    def any(self) -> Fraction:
        """The chance of any hand yaku."""
        return 1 - Fraction(self.claims.get((), 0), self.hands)


def teyaku_odds(ruleset_id: str, pool: CardSet = DECK) -> TeyakuOdds:
    """The exact chance of every hand yaku in a hand dealt from `pool`.

    Args:
        pool: the cards it can consist of: those that the asking player has not seen elsewhere.

    Raises: EngineError if the game is unknown; Inconsistent if `pool` is less than a hand.

    >>> odds = teyaku_odds("sannin")
    >>> odds.claims["H3-TEYAKU-07",], odds.hands
    (500, 73629072)
    """
    size = find_ruleset(ruleset_id).hand
    if len(pool) < size:
        raise Inconsistent("no hand of {n} fits into {left} cards", "COM-TURN-01", n=size, left=len(pool))
    claims: Counter[tuple[str, ...]] = Counter()
    for found in count_hands(pool, size).values():
        best = find_teyaku(ruleset_id, found.example)
        claims[tuple(part.id for part in best.parts) if best else ()] += found.ways
    return TeyakuOdds(claims.total(), MappingProxyType(dict(claims)))


def field_odds(bound: Ba | None = None) -> dict[Field, Fraction]:
    """The chance of each rate, and of what it binds, before a deal (H3-BA-02); `bound` as the last deal left it."""
    # Only the lights matter: `zetsu` of two, `dai` of three, the rest from the 43 other cards.
    others = DECK - ZETSU_LIGHTS - DAI_LIGHTS
    chances: dict[Field, Fraction] = {}
    for zetsu, dai in product(range(len(ZETSU_LIGHTS) + 1), range(len(DAI_LIGHTS) + 1)):
        plain = FIELD - zetsu - dai
        ways = comb(len(ZETSU_LIGHTS), zetsu) * comb(len(DAI_LIGHTS), dai) * comb(len(others), plain)
        example = (*tuple(ZETSU_LIGHTS)[:zetsu], *tuple(DAI_LIGHTS)[:dai], *tuple(others)[:plain])
        field = field_rate(CardSet(example), bound)
        chances[field] = chances.get(field, Fraction(0)) + Fraction(ways, comb(48, FIELD))
    return chances


class YearOfFields(NamedTuple):
    """What a year's fields are on average."""

    months: dict[Ba, Fraction]
    """How many months of each rate."""
    etsunen: Fraction
    """The chance that a 二代しばり outlasts the last month (越年, H3-BA-03)."""


def year_of_fields(months: int = 12) -> YearOfFields:
    """The exact chain of H3-BA-02 over a year without 越年, starting unbound."""
    bindings: dict[Ba | None, Fraction] = {None: Fraction(1)}
    expected = dict.fromkeys(Ba, Fraction(0))
    for _ in range(months):
        following: dict[Ba | None, Fraction] = {}
        for bound, so_far in bindings.items():
            for field, chance in field_odds(bound).items():
                expected[field.ba] += so_far * chance
                following[field.binds] = following.get(field.binds, Fraction(0)) + so_far * chance
        bindings = following
    return YearOfFields(expected, 1 - bindings[None])

"""The census: every hand of seven cards is listed and its teyaku (hand yaku, 手役) counted.

Card games have no perft; this is the nearest thing. The 三人はちはち document prints how often each of its
yaku and compounds is dealt, out of 73,629,072 hands. `count_by_enumeration` forms each of these hands as a
48-bit mask and reads its profile from four tables of twelve bits that bit arithmetic has filled;
`odds.count_hands` gets the same numbers by joining months. Both know the rules by themselves, apart from the
tables that `find_teyaku` reads, so the agreement of the three means something.

Four printed cells are misprints (AMB-H3-03), each contradicted by the other figure in its own cell:

    ================  ============  =========================  ===========================
    cell              printed       exact                      the cell's other figure
    ================  ============  =========================  ===========================
    none × 空素       1.127796 %    826704 / N = 1.122796 %    1/89.0634, which is right
    三本 × none       5.467439 %    4025772 / N = 5.467639 %   1/18.2894, which is right
    手四 × 空素       1/49086.1     N / 1500 = 49086.048       0.002037 %, which is right
    空素, all         1/81.9128     N / 888030 = 82.9128       1.206086 %, which is right
    ================  ============  =========================  ===========================

Two printed averages, 5.7208 small and 3.3271 large fields a year, are not those of the rule (AMB-H3-04); exact
are 5.720590 and 3.327332 (`odds.year_of_fields`). The document lets month 2 be bound as often as any later
month: with P = 163185/N6 for a grand field that binds and Q = 382571/N6 for a large one (N6 = 12,271,512 fields), a
month is bound to a large field with chance Q·(1 − P), but month 2 with Q, since nothing binds month 1. Its
average of small fields is 6096454/N6 · (12 − 11·(P + Q·(1 − P))) = 5.720796; the exact one takes off another
6096454/N6 · P·Q = 0.000206. The third average and 越年, 4.4059 %, do not depend on this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from .cards import CardSet
from .odds import Profile

HAND = 7
"""Cards of the hands that are listed, those of every game whose hand yaku have a census."""

HANDS = comb(48, HAND)
"""73,629,072 hands."""

Masks = npt.NDArray[np.uint64]
"""Card sets as 48-bit masks, shape (n,)."""

_CHUNK = 1 << 17  # hands evaluated at a time: the dozen intermediate arrays of 1 MB each stay in cache

_EACH_MONTH = 0x111111111111  # the lowest bit of each month's four


def _months(*months: int) -> int:
    """The lowest bit of each of these months."""
    return sum(1 << 4 * (month - 1) for month in months)


# Where the cards of a kind stand inside their month, willow left out (COM-CARD-01, COM-CARD-04).
_TAN_SECOND = _months(1, 2, 3, 4, 5, 6, 7, 9, 10)
_TANE_FIRST, _TANE_SECOND = _months(2, 4, 5, 6, 7, 9, 10), _months(8)
_HIKARI_FIRST = _months(1, 3, 8, 12)
_TATE, _KIRI = _months(4, 5, 7), _months(12)

_WIDTHS = (2, 2, 2, 1, 3, 3, 3)  # bits of each Profile field in a code; seven cards hold at most 3 pairs


def encode(hands: Masks) -> npt.NDArray[np.uint16]:
    """The profiles of hands of seven, each packed into one number; shape (n,) to (n,).

    Args:
        hands: 48-bit masks.
    """
    u = np.uint64

    def total(flags: Masks) -> Masks:
        # One bit a month, added up: the product's highest digit in base 16 is the sum of all twelve.
        return (flags * u(_EACH_MONTH)) >> u(44) & u(15)

    second, third, fourth = hands >> u(1), hands >> u(2), hands >> u(3)
    each = u(_EACH_MONTH)
    held = (hands & each) + (second & each) + (third & each) + (fourth & each)  # 0…4 in every month's digit
    ones, twos = held & each, held >> u(1) & each
    threes = ones & twos
    fields = (
        total(twos & ~ones),
        total(threes),
        # The paulownia's light stands where its flag does: a three without it is the three chaff.
        total(threes & (u(_TATE) | u(_KIRI) & ~hands)),
        total(held >> u(2) & each),
        total(second & u(_TAN_SECOND)),
        total(hands & u(_TANE_FIRST) | second & u(_TANE_SECOND)),
        total(hands & u(_HIKARI_FIRST)),
    )
    code = np.zeros(hands.shape, np.uint64)
    for width, field in zip(_WIDTHS, fields, strict=True):
        code = code << u(width) | field
    return code.astype(np.uint16)


def decode(code: int) -> Profile:
    """The profile packed into `code`."""
    fields = []
    for width in reversed(_WIDTHS):
        fields.append(code & (1 << width) - 1)
        code >>= width
    return Profile(*reversed(fields))


def all_hands() -> Iterator[Masks]:
    """Every hand once, in pieces of about a hundred thousand: some cards of the first six months joined
    with some of the last six."""
    halves = [
        np.array([CardSet(some).mask for some in combinations(range(24), size)], np.uint64) for size in range(HAND + 1)
    ]
    for size, low in enumerate(halves):
        high = halves[HAND - size] << np.uint64(24)
        rows = max(1, _CHUNK // len(high))
        for start in range(0, len(low), rows):
            yield np.bitwise_or.outer(low[start : start + rows], high).ravel()


def count_by_enumeration() -> dict[Profile, int]:
    """Every hand's profile, counted one hand after another."""
    counts = np.zeros(1 << sum(_WIDTHS), np.int64)
    # Profiles of cards of different months add up, so that a hand's is the sum of four look-ups of three months each.
    months = [np.arange(1 << 12, dtype=np.uint64) << np.uint64(at) for at in range(0, 48, 12)]
    low, second, third, high = (encode(cards).astype(np.int64) for cards in months)
    for hands in all_hands():
        cards = hands.view(np.int64)
        codes = low.take(cards & 4095)
        codes += second.take(cards >> 12 & 4095)
        codes += third.take(cards >> 24 & 4095)
        codes += high.take(cards >> 36)
        counts += np.bincount(codes, minlength=len(counts))
    return {decode(code): int(counts[code]) for code in np.flatnonzero(counts).tolist()}


def count_family(kind: Profile) -> str:
    """The term id of the best yaku by months (H3-TEYAKU-01 to -10), or an empty string."""
    if kind.fours:
        return "ichinishi" if kind.pairs else "shiso" if kind.threes else "teshi"
    if kind.threes == 2:
        return ("futasanbon", "sanbontatesanbon", "futatatesanbon")[kind.tates]
    if kind.threes:
        return "haneken" if kind.pairs == 2 else "tatesanbon" if kind.tates else "sanbon"
    return "kuttsuki" if kind.pairs == 3 else ""


def kasu_family(kind: Profile) -> str:
    """The term id of the best yaku by kinds (H3-TEYAKU-11 to -15), or an empty string.

    The willow is chaff throughout; taking its cards as what they are (H3-TEYAKU-21) never pays more.
    """
    match kind.tan, kind.tane, kind.hikari:
        case 0, 0, 0:
            return "karasu"
        case 1, 0, 0:
            return "tanichi"
        case _, 0, 0:
            return "aka"
        case 0, 1, 0:
            return "toichi"
        case 0, 0, 1:
            return "pikaichi"
    return ""


def teyaku_table(counts: dict[Profile, int]) -> Counter[tuple[str, str]]:
    """How many hands have each pair of count-family and kasu-family yaku; "" is none of the family."""
    table: Counter[tuple[str, str]] = Counter()
    for kind, count in counts.items():
        table[count_family(kind), kasu_family(kind)] += count
    return table

"""Hand yaku (teyaku, 手役): what a dealt hand is worth and which of them are shown.

Two families: how many cards of a month, and what there is beside kasu. The best of each counts, and the two
add (H3-TEYAKU-00, H88-TEYAKU-00, H80-TEYAKU-00). `find_teyaku` names the best claim, `find_claims` every
claim that the rules allow, `check_claim` judges one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from .cards import DECK, CardSet, Month, Rank
from .errors import Inconsistent
from .rules import find_ruleset
from .yaku import KASU, WILLOW, KasuRow, SuitRow, TeyakuRow, of_rank

_LOW = 0x111111111111
"""The lowest bit of each month's four; times 15 it is the month's cards."""
_TATE = sum(1 << 4 * (month - 1) for month in (Month.FUJI, Month.AYAME, Month.HAGI))
_KIRI = 1 << 4 * (Month.KIRI - 1)
"""Both paulownia's low bit and its light, the month's first card."""

_MONTHS = tuple(Month)

_KASU = KASU.mask
_HIKARI, _TANE, _TAN = ((of_rank(rank) - WILLOW).mask for rank in (Rank.HIKARI, Rank.TANE, Rank.TAN))
_WILLOW_TAN = CardSet.parse("q").mask
_WILLOW_COURT = tuple((CardSet.parse(card).mask, own) for card, own in zip("opq", range(3), strict=True))
"""The willow cards that are something else than kasu, with their place in (lights, tane, ribbons)."""


class Teyaku(NamedTuple):
    """A claim: one hand yaku, or one of each family."""

    parts: tuple[TeyakuRow, ...]
    """The kasu family first, as in the compound's name (H3-TEYAKU-00)."""
    exposed: CardSet
    """Cards that must lie open; they stay cards of the hand (H3-TEYAKU-25, H80-TEYAKU-01)."""
    hideable: CardSet
    """The other cards of the hand; they may stay hidden."""
    hidden_max: int
    """How many of `hideable` may stay hidden; the owner chooses which (H3-TEYAKU-24)."""
    tobikomi: tuple[Month, ...]
    """Months whose four cards pay 飛込み, each (H3-TOKU-04, H88-TEYAKU-30, H2-TEYAKU-02)."""

    @property
    def name(self) -> str:
        """The compound name, such as 短一二立三本."""
        return "".join(part.name for part in self.parts)

    @property
    def value(self) -> int:
        """The printed price at 小場: 貫 from each payer, in 八十 点 from all together."""
        return sum(part.value for part in self.parts)

    @property
    def mon(self) -> int:
        """`value` in 文 (八十: 点)."""
        return sum(part.mon for part in self.parts)

    @property
    def nuke(self) -> bool:
        """True if 89 points pay 抜け (H3-TOKU-05, H88-TEYAKU-31, H2-TEYAKU-03)."""
        return any(isinstance(part, KasuRow) and part.nuke for part in self.parts)

    def allows(self, shown: CardSet) -> bool:
        """True if this claim may be announced with the cards `shown`; showing more than needed may be."""
        return self.exposed <= shown <= self.exposed | self.hideable and len(self.hideable - shown) <= self.hidden_max


@dataclass(frozen=True, slots=True)
class Claim:
    """A judged announcement."""

    valid: bool
    teyaku: Teyaku | None
    """What is paid; None for nothing, be it invalid or no announcement."""

    @property
    def value(self) -> int:
        """The printed price of what is paid, 0 if nothing is."""
        return self.teyaku.value if self.teyaku else 0


@dataclass(frozen=True, slots=True)
class _Tables:
    """Rows of one game by what a hand is, so that one look-up answers."""

    suit: dict[tuple[int, int, int, int], SuitRow]
    """By number of fours, threes, pairs and 立三本."""
    kasu: dict[tuple[int, int, int], KasuRow]
    """By number of lights, tane and ribbons beside the kasu."""
    hand: int
    willow_choice: bool
    aka_hidden: int
    understate: bool
    best: dict[int, _Best]
    """By a hand's look (`_LOOKS`), of the hands that were asked for so far."""


class _Best(NamedTuple):
    """The best row of each family on hands that look alike."""

    parts: tuple[TeyakuRow, ...]
    hides: int
    """Mask of the cards of the whole deck that the kasu family's row does not expose."""
    hidden_max: int
    opens: int
    """The smallest group that the suit family's row lays open; 0 without one."""


class _Part(NamedTuple):
    """One family's row on a hand."""

    row: TeyakuRow
    hideable: int
    """Mask of the cards that this row does not expose."""
    hidden_max: int = 48


@cache
def _tables(ruleset_id: str) -> _Tables:
    game = find_ruleset(ruleset_id)
    suit: dict[tuple[int, int, int, int], SuitRow] = {}
    kasu: dict[tuple[int, int, int], KasuRow] = {}
    for row in game.teyaku:
        if isinstance(row, SuitRow):
            for shape, tate in product(row.shapes, range(3) if row.tate is None else (row.tate,)):
                suit[shape.count("4"), shape.count("3"), shape.count("2"), tate] = row
            continue
        for counts in product(range(game.hand + 1), repeat=3):
            kinds = {rank for rank, n in zip((Rank.HIKARI, Rank.TANE, Rank.TAN), counts, strict=True) if n}
            if row.least <= sum(counts) <= row.most and kinds <= row.rest:
                kasu[counts[0], counts[1], counts[2]] = row
    return _Tables(suit, kasu, game.hand, game.willow_choice, game.aka_hidden, game.understate, {})


def find_teyaku(ruleset_id: str, hand: CardSet) -> Teyaku | None:
    """The best claim of a dealt hand, willow as kasu (COM-CARD-04); None if it holds no hand yaku.

    Raises: Inconsistent if `hand` is not as many cards as are dealt.

    >>> best = find_teyaku("sannin", CardSet.parse("FRSTlmp"))
    >>> best.name, best.value, best.exposed.letters, best.hideable.letters
    ('赤立三本', 5, 'RSTmp', 'Fl')
    """
    tables = _tables(ruleset_id)
    mask = hand.mask
    low, second, third, high = _LOOKS
    look = low[mask & 4095] + second[mask >> 12 & 4095] + third[mask >> 24 & 4095] + high[mask >> 36]
    best = tables.best.get(look)
    if best is None:
        best = tables.best[look] = _best(tables, _checked(tables, hand))
    parts, hides, hidden_max, opens = best
    if not parts:
        return None
    hideable = mask & hides
    return _claim(mask, parts, hideable & ~_opened(opens, mask) if opens else hideable, hidden_max)


def find_claims(ruleset_id: str, hand: CardSet, *, understate: bool | None = None) -> tuple[Teyaku, ...]:
    """Every claim that may be announced, best first; announcing nothing is always allowed too.

    A family may be left out (H3-TEYAKU-16, AMB-H3-20). Inside a family a lower yaku is allowed only where
    `understate` says so (H80-TEYAKU-03, H3-TEYAKU-20; default: the game's), or through a willow card taken as
    its own kind (H3-TEYAKU-21). One claim may come with several exposures.

    Raises: Inconsistent if `hand` is not as many cards as are dealt.
    """
    tables = _tables(ruleset_id)
    mask = _checked(tables, hand)
    lower = tables.understate if understate is None else understate
    kasu: list[_Part | None] = [*_kasu_parts(tables, mask, lower), None]
    suit: list[_Part | None] = [*_suit_parts(ruleset_id, tables, mask, lower), None]
    claims = [_combine(mask, a, b) for a, b in product(kasu, suit) if a or b]
    # At equal price the claim with 抜け comes first: it cannot be worse (H3-TEYAKU-21).
    return tuple(sorted(claims, key=lambda claim: (-claim.mon, not claim.nuke)))


def check_claim(ruleset_id: str, hand: CardSet, claimed: Iterable[str], *, understate: bool | None = None) -> Claim:
    """Judge an announcement, given as the parts' kanji names or rule ids.

    Nothing announced is valid and worth nothing (H3-TEYAKU-16); a claim that the hand does not hold, or holds
    only as part of something better, is not valid (H3-TEYAKU-20) and pays nothing (H3-MISHAP-04).

    Raises: Inconsistent if `hand` is not as many cards as are dealt; EngineError for a yaku unknown to the game.

    >>> check_claim("sannin", CardSet.parse("GKrstuv"), ["光一", "立三本"])
    Claim(valid=False, teyaku=None)
    """
    game = find_ruleset(ruleset_id)
    wanted = sorted(game.row(name).id for name in claimed)
    for claim in find_claims(ruleset_id, hand, understate=understate):
        if sorted(part.id for part in claim.parts) == wanted:
            return Claim(True, claim)
    return Claim(not wanted, None)


def _checked(tables: _Tables, hand: CardSet) -> int:
    if len(hand) != tables.hand:
        raise Inconsistent(f"a hand has {tables.hand} cards, not {len(hand)}: '{hand}'", rule="COM-TURN-01")
    return hand.mask


def _groups(mask: int) -> tuple[int, int, int]:
    """Low bits of the months with four, three and two cards: all twelve counted at once, one a nibble."""
    counts = mask - (mask >> 1 & 0x555555555555)
    counts = (counts & 0x333333333333) + (counts >> 2 & 0x333333333333)
    ones, twos = counts & _LOW, counts >> 1 & _LOW
    return counts >> 2 & _LOW, twos & ones, twos & ~ones


def _month_looks(month: int) -> list[int]:
    """How many cards, pairs, threes, 立三本, fours, lights, tane and ribbons each choice of a month's cards has."""
    looks = []
    for cards in range(16):
        mask = cards << 4 * month
        fours, threes, pairs = _groups(mask)
        tate = threes & (_TATE if mask & _KIRI else _TATE | _KIRI)
        counted = (mask, pairs, threes, tate, fours, mask & _HIKARI, mask & _TANE, mask & _TAN)
        looks.append(sum(field.bit_count() << 5 * at for at, field in enumerate(counted)))
    return looks


def _looks(first: int) -> list[int]:
    """The looks of all cards of three months, from the `first` on, by their twelve bits."""
    one, two, three = (_month_looks(month) for month in range(first, first + 3))
    return [low + middle + high for high in three for middle in two for low in one]


_LOOKS = tuple(_looks(first) for first in range(0, 12, 3))
"""A hand's look is the sum of four look-ups; what yaku it holds depends on it alone."""


def _suit_row(tables: _Tables, mask: int) -> SuitRow | None:
    fours, threes, pairs = _groups(mask)
    # H3-TEYAKU-02, H3-TEYAKU-18: any three of wisteria, iris, bush clover; of paulownia only the kasu.
    tate = threes & (_TATE if mask & _KIRI else _TATE | _KIRI)
    return tables.suit.get((fours.bit_count(), threes.bit_count(), pairs.bit_count(), tate.bit_count()))


def _opened(least: int, mask: int) -> int:
    """The groups of so many cards and more, and single cards too where `least` is 1."""
    fours, threes, pairs = _groups(mask)
    return (_LOW, fours | threes | pairs, fours | threes, fours)[least - 1] * 15


def _kasu_row(tables: _Tables, mask: int) -> KasuRow | None:
    return tables.kasu.get(((mask & _HIKARI).bit_count(), (mask & _TANE).bit_count(), (mask & _TAN).bit_count()))


def _best(tables: _Tables, mask: int) -> _Best:
    kasu, suit = _kasu_row(tables, mask), _suit_row(tables, mask)
    hides = _kasu_part(tables, kasu, DECK.mask, DECK.mask & ~_KASU) if kasu else None
    return _Best(
        tuple(row for row in (kasu, suit) if row is not None),
        hides.hideable if hides else DECK.mask,
        hides.hidden_max if hides else 48,
        suit.opens if suit else 0,
    )


def _kasu_part(tables: _Tables, row: KasuRow, mask: int, hidden: int) -> _Part:
    if tables.willow_choice and row.most > 1:
        # 赤 with the freedom of willow: its ribbon lies open or not, as the owner likes (H3-TEYAKU-23).
        return _Part(row, hidden | mask & _WILLOW_TAN, tables.aka_hidden)
    return _Part(row, hidden)


def _kasu_parts(tables: _Tables, mask: int, lower: bool) -> Iterator[_Part]:
    row = _kasu_row(tables, mask)
    best = _kasu_part(tables, row, mask, mask & ~_KASU) if row is not None else None
    if best is not None:
        yield best
    if lower and best is not None and not best.hideable:
        # Six of seven kasu are shown as 素六; which one stays hidden is the owner's choice (AMB-H80-08).
        yield from (_Part(row, mask, 1) for row in set(tables.kasu.values()) if row.rest == frozenset(Rank))
    if not tables.willow_choice:
        return
    seen = {best.row.id} if best else set()
    willow = [(card, own) for card, own in _WILLOW_COURT if mask & card]
    for size in range(1, len(willow) + 1):
        for own_kind in combinations(willow, size):
            counts = [(mask & kind).bit_count() for kind in (_HIKARI, _TANE, _TAN)]
            for _, own in own_kind:
                counts[own] += 1
            row = tables.kasu.get((counts[0], counts[1], counts[2]))
            if row is not None and row.id not in seen:
                seen.add(row.id)
                yield _kasu_part(tables, row, mask, mask & ~_KASU | sum(card for card, _ in own_kind))


def _suit_parts(ruleset_id: str, tables: _Tables, mask: int, lower: bool) -> Iterator[_Part]:
    if not lower:
        best = _suit_row(tables, mask)
        if best is not None:
            yield _Part(best, mask & ~_opened(best.opens, mask))
        return
    months = [CardSet.from_mask(mask).of_month(month) for month in Month]
    for row in find_ruleset(ruleset_id).teyaku:
        if isinstance(row, SuitRow):
            sizes = [int(size) for size in row.shapes[0].split("-") if int(size) >= row.opens]
            for opened in sorted(_openings(sizes, months)):
                yield _Part(row, mask & ~opened)


def _openings(sizes: list[int], months: list[CardSet]) -> set[int]:
    """Masks of every way to show groups of these sizes, each from a month of its own."""
    if not sizes:
        return {0}
    found = set()
    for at, cards in enumerate(months):
        for group in combinations(cards, sizes[0]):
            shown = CardSet(group).mask
            found |= {shown | rest for rest in _openings(sizes[1:], months[:at] + months[at + 1 :])}
    return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _combine(mask: int, kasu: _Part | None, suit: _Part | None) -> Teyaku:
    """Hidden are the cards that both parts leave hidden (H3-TEYAKU-22, AMB-H88-18)."""
    hideable, hidden_max = mask, 48
    parts: tuple[TeyakuRow, ...] = ()
    if kasu is not None:
        hideable, hidden_max, parts = kasu.hideable, kasu.hidden_max, (kasu.row,)
    if suit is not None:
        hideable &= suit.hideable
        parts += (suit.row,)
    return _claim(mask, parts, hideable, hidden_max)


def _claim(mask: int, parts: tuple[TeyakuRow, ...], hideable: int, hidden_max: int) -> Teyaku:
    tobikomi: tuple[Month, ...] = ()
    suit = parts[-1]
    if isinstance(suit, SuitRow) and suit.tobikomi:
        tobikomi = tuple(_MONTHS[card.bit_length() // 4] for card in _bits(_groups(mask)[1]))
    return Teyaku(
        parts,
        CardSet.from_mask(mask & ~hideable),
        CardSet.from_mask(hideable),
        min(hidden_max, hideable.bit_count()),
        tobikomi,
    )

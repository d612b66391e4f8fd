"""The 48 cards of a hanafuda deck, what a camera can tell apart, and sets of cards.

Cards are numbered month by month, inside a month in descending rank (rule COM-CARD-01). Three notations
are read; the first is the one yakume writes:

    =========  ============================  ==========================================
    notation   example                       meaning
    =========  ============================  ==========================================
    card       ``1h 8n 3t 12a``              month, then h 光, n タネ, t 短冊, a b c カス
    face       ``1h 3k back``                as a camera sees it: kasu of a month are ``k``
    letters    ``AIcos``                     one letter a card, A…Z then a…v (三人はちはち sheet)
    =========  ============================  ==========================================

Points are not on the card: the games value cards differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum

from .errors import NotationError

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
"""The letter code of the 三人はちはち sheet; position is the card number (COM-CARD-01)."""


class Month(IntEnum):
    """The twelve suits, by plant; 11 is willow and 12 paulownia in every deck (AMB-COM-05)."""

    MATSU = 1
    UME = 2
    SAKURA = 3
    FUJI = 4
    AYAME = 5
    BOTAN = 6
    HAGI = 7
    SUSUKI = 8
    KIKU = 9
    MOMIJI = 10
    YANAGI = 11
    KIRI = 12


class Rank(Enum):
    """The four kinds of card; the value is the notation's letter."""

    HIKARI = "h"
    TANE = "n"
    TAN = "t"
    KASU = "k"


# Kinds of the four cards of each month, in card order (COM-CARD-01).
_KINDS = ("htkk", "ntkk", "htkk", "ntkk", "ntkk", "ntkk", "ntkk", "hnkk", "ntkk", "ntkk", "hntk", "hkkk")


def _card_codes() -> tuple[str, ...]:
    codes = []
    for month, kinds in enumerate(_KINDS, start=1):
        kasu = iter("abc")
        codes += [f"{month}{next(kasu) if kind == 'k' else kind}" for kind in kinds]
    return tuple(codes)


_CODES = _card_codes()
_INDEX_OF = {code: index for index, code in enumerate(_CODES)}


class Card(int):
    """One of the 48 cards, numbered 0…47; a distinct type, ordered and hashable as its number.

    >>> Card.parse("8h"), Card.parse("8h").month.name, Card.parse("8h").rank.name
    (Card('8h'), 'SUSUKI', 'HIKARI')
    >>> Card.parse("12b").face
    Face('12k')
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        """The card numbered `index`. Raises: NotationError if it is not 0…47."""
        if not 0 <= index < 48:
            raise NotationError(f"no card numbered {index!r}: expected 0 to 47", rule="COM-CARD-01")
        return super().__new__(cls, index)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card written `text`, as ``8n`` or as one letter. Raises: NotationError."""
        index = _INDEX_OF.get(text)
        if index is None:
            index = LETTERS.find(text) if len(text) == 1 else -1
        if index < 0:
            raise NotationError(
                f"not a card {text!r}: expected month and kind such as '1h 8n 3t 12a', or one letter",
                rule="COM-CARD-01",
            )
        return cls(index)

    @property
    def month(self) -> Month:
        """The suit."""
        return Month(self // 4 + 1)

    @property
    def rank(self) -> Rank:
        """The kind; a willow card keeps its own kind here (COM-CARD-04 lets some sets count it as kasu)."""
        return Rank(_KINDS[self // 4][self % 4])

    @property
    def letter(self) -> str:
        """The one-letter code of the 三人はちはち sheet."""
        return LETTERS[self]

    @property
    def face(self) -> Face:
        """What a camera can tell of this card."""
        return _FACE_OF[self]

    def __str__(self) -> str:
        return _CODES[self]

    def __repr__(self) -> str:
        return f"Card({_CODES[self]!r})"


CARDS = tuple(Card(index) for index in range(48))
"""All cards in order."""


class Face(str):
    """One of the 36 things a camera tells apart, or ``back``; the kasu of a month share one face.

    >>> Face("3k").cards
    CardSet('3a 3b')
    >>> Face("back").cards
    CardSet('')
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Face:
        """The face written `text`. Raises: NotationError."""
        if text not in _FACE_INDEX:
            message = f"not a face {text!r}: expected month and h n t k such as '1h 3k', or 'back'"
            raise NotationError(message, "COM-CARD-01")
        return super().__new__(cls, text)

    @property
    def index(self) -> int:  # type: ignore[override]  # shadows str.index on purpose: the class number
        """Class number in every model, 0…36: months 1…12, h n t k within a month, then back."""
        return _FACE_INDEX[str(self)]

    @property
    def cards(self) -> CardSet:
        """The cards that show this face; empty for ``back``."""
        return _SHOWING[str(self)]

    def __repr__(self) -> str:
        return f"Face({str(self)!r})"


_NAME_OF = tuple(f"{index // 4 + 1}{_KINDS[index // 4][index % 4]}" for index in range(48))
_FACE_NAMES = (*dict.fromkeys(_NAME_OF), "back")
_FACE_INDEX = {name: index for index, name in enumerate(_FACE_NAMES)}

FACES = tuple(Face(name) for name in _FACE_NAMES)
"""The 37 classes of every model, in class order."""

_FACE_OF = tuple(FACES[_FACE_INDEX[name]] for name in _NAME_OF)
"""Each card's face."""

BACK = FACES[-1]
"""A face-down card."""


# Sets are made by the million: two look-ups fewer each.
_new, _set = object.__new__, object.__setattr__


@dataclass(frozen=True, slots=True, init=False)
class CardSet:
    """An immutable set of cards, held as a 48-bit mask; iterates in card order.

    >>> CardSet.parse("6n 7n 10n") | CardSet.parse("A")
    CardSet('1h 6n 7n 10n')
    >>> len(CardSet.parse("AIcos")), Card.parse("11h") in CardSet.parse("AIcos")
    (5, True)
    """

    mask: int

    def __init__(self, cards: Iterable[Card | int] = ()) -> None:
        mask = 0
        for card in cards:
            mask |= 1 << (card if type(card) is Card else Card(card))
        _set(self, "mask", mask)

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """The set whose bit n is card n. Raises: NotationError if bits beyond 47 are set."""
        if not 0 <= mask < 1 << 48:
            raise NotationError(f"not a 48-bit card mask: {mask!r}", rule="COM-CARD-01")
        new = _new(cls)
        _set(new, "mask", mask)
        return new

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """The set written as codes with spaces or commas, or as letters. Raises: NotationError, also for a
        card named twice."""
        words = re.split(r"[\s,]+", text.strip()) if text.strip() else []
        cards: list[Card] = []
        for word in words:
            # A code starts with its month, a letter word with a letter.
            cards += [Card.parse(word)] if word[0].isdigit() else [Card.parse(letter) for letter in word]
        new = cls(cards)
        if len(new) != len(cards):
            raise NotationError(f"a card is named twice in {text!r}", rule="COM-CARD-01")
        return new

    @property
    def letters(self) -> str:
        """The set in the one-letter code, in card order."""
        return "".join(card.letter for card in self)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and bool(self.mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield CARDS[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet.from_mask(self.mask | other.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet.from_mask(self.mask & other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet.from_mask(self.mask & ~other.mask)

    def __xor__(self, other: CardSet) -> CardSet:
        return CardSet.from_mask(self.mask ^ other.mask)

    def __le__(self, other: CardSet) -> bool:
        """True if every card of this set is in `other`."""
        return self.mask & ~other.mask == 0

    def of_month(self, month: int) -> CardSet:
        """The cards of one suit."""
        return CardSet.from_mask(self.mask & 0b1111 << 4 * (month - 1))

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"


_SHOWING = {name: CardSet(card for card in CARDS if _NAME_OF[card] == name) for name in _FACE_NAMES}
"""Name of a face → the cards that show it."""

DECK = CardSet.from_mask((1 << 48) - 1)
"""All 48 cards."""

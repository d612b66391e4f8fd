"""What a card may take from the field (COM-CAP)."""

from __future__ import annotations

from .cards import Card, CardSet


def capture_choices(field: CardSet, card: Card, *, mandatory: bool = True) -> tuple[CardSet, ...]:
    """Each way to play `card` on `field`, as the cards taken with it, itself included.

    One field card of the month is taken (COM-CAP-02), of two the player chooses one (COM-CAP-03), three are
    taken together (COM-CAP-04). An empty set means that the card stays on the field (COM-CAP-01); beside a
    capture that choice exists only when capturing is not `mandatory` (COM-CAP-05).

    >>> capture_choices(CardSet.parse("CGO"), Card.parse("D"))
    (CardSet('1a 1b'),)
    """
    matches = field.of_month(card.month)
    own = CardSet([card])
    if not matches:
        return (CardSet(),)
    taken = (matches | own,) if len(matches) == 3 else tuple(CardSet([match, card]) for match in matches)
    return taken if mandatory else (*taken, CardSet())

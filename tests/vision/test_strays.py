"""What lies on a field and is no card of the deal."""

from __future__ import annotations

from observing import card_seen, observed
from yakume.engine import Card, CardSet
from yakume.vision.referee.strays import Strays

DEALT = "1a 3t 5n 8a 9t 12a"


def told(strays: Strays, t_ms: int, cards: str, *, fresh: bool = True) -> tuple[int, ...]:
    seen = [card_seen(int(card), str(card), "field") for card in CardSet.parse(cards)]
    return strays.observe(observed(seen, t_ms), 6, fresh=fresh)


def test_what_lay_there_well_before_the_cards_that_were_dealt_is_none_of_them() -> None:
    strays = Strays()
    for t_ms in range(0, 5000, 200):
        assert told(strays, t_ms, "7n") == ()
    found = [told(strays, t_ms, "7n " + DEALT) for t_ms in range(5000, 9000, 200)]
    assert found[0] == ()
    assert found[-1] == (int(Card.parse("7n")),)


def test_what_is_left_of_a_deal_was_laid_over_a_long_time_and_is_no_stray() -> None:
    """With two in play the last field is left lying (COM-CAP-06)."""
    strays = Strays()
    cards = (DEALT + " 7n").split()
    for at in range(len(cards)):
        for t_ms in range(8000 * at, 8000 * (at + 1), 200):
            assert told(strays, t_ms, " ".join(cards[: at + 1]), fresh=at == len(cards) - 1) == ()
    assert told(strays, 8000 * len(cards), " ".join(cards)) == ()

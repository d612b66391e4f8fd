"""A thread that is lost for a moment: the piles alone are asked about nothing that the next look answers."""

from __future__ import annotations

import pytest
from observing import card_seen, observed
from referee_table import Table, observation
from yakume.engine import Card
from yakume.vision.referee.notices import Health
from yakume.vision.referee.questions import HiddenCapture

FIELD = "1a 3t 5n 8a 9t 12a"
LEFT = "3t 8a 9t 12a 2n 7n"


@pytest.mark.parametrize(("lasts_ms", "asked"), [(3_600, False), (12_000, True)], ids=["a moment", "for long"])
def test_what_lies_hidden_in_a_pile_is_asked_once_the_thread_is_lost_for_longer_than_a_moment(
    lasts_ms: int, asked: bool
) -> None:
    """One 1k lies under the other, which follows from play. Captures of the next seat are then misread elsewhere."""
    table = Table()
    table.look(FIELD)
    table.look({"field": "3t 5n 8a 9t 12a 2n", "seat0.captures": "1a"}, ms=3000)
    table.look({"field": "3t 5n 8a 9t 12a 2n 5t", "seat0.captures": "1a"}, ms=1000)
    table.look({"field": LEFT, "seat0.captures": "1a", "seat1.captures": "5n 5t"}, ms=9000)
    questions, health = [], set()
    misread = [
        card_seen(int(Card.parse(card)), card, zone, p=0.55)
        for card, zone in (("5t", "field"), ("5n", "seat2.captures"))
    ]
    for _ in range(lasts_ms // 100):
        lying = observation(table.now_ms, {"field": LEFT, "seat0.captures": "1a"}).cards
        ruling = table.see(observed((*lying, *misread), table.now_ms))
        questions += [each.question for each in ruling.questions]
        health.add(ruling.health)
        table.now_ms += 100
    assert Health.LOST in health
    assert any(isinstance(each, HiddenCapture) for each in questions) is asked
    ruling = table.look({"field": LEFT, "seat0.captures": "1a", "seat1.captures": "5n 5t"})
    assert ruling.health is not Health.LOST and not ruling.questions

"""What the order of two half-turns costs by when they may have been made."""

from __future__ import annotations

from yakume.vision.referee.order import When, order_cost

PLAYED, TURNED = When(75_200, 75_200), When(73_000, 76_600)
"""二人, seed 1209: 12k lay there at once, under an arm that leaned over the table before and after; then 1k."""


def test_what_an_arm_may_have_hidden_is_likelier_laid_when_it_is_seen_than_long_before() -> None:
    assert order_cost(TURNED, PLAYED) - order_cost(PLAYED, TURNED) > 1.0


def test_what_came_earlier_by_what_was_believed_before_may_have_come_any_time_since() -> None:
    """八八, seed 1200: 9t was glimpsed, and an arm lay over it until after 3k was turned."""
    glimpsed, turned = When(15_000, 16_000), When(15_400, 15_800)
    as_likely = abs(order_cost(glimpsed._replace(anew=True), turned) - order_cost(turned, glimpsed._replace(anew=True)))
    assert as_likely < 1.0 < order_cost(glimpsed, turned) - order_cost(turned, glimpsed)

"""Where nobody watched for as long as a deal takes, the next field that lies there may not be the next deal's."""

from __future__ import annotations

import pytest
from referee_table import DEALT, NEXT, WHOLE, Table, answers, table_of, words
from yakume.engine import CardSet, DealResult, DealStarted, DealVoided, Phase, apply
from yakume.engine.play import effective
from yakume.vision.referee.questions import UnseenDeal
from yakume.vision.referee.referee import Referee
from yakume.vision.referee.unseen_deals import SHORTEST_DEAL_MS

OTHER = "1t 2a 6n 7t 10a 12h"


def _cards(text: str) -> CardSet:
    return CardSet.parse(text)


def between_deals() -> Table:
    """The first deal has ended, and the table was cleared."""
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.state = apply(table.state, DealVoided())
    table.look("")
    return table


def asked_of(table: Table, ruling) -> list:
    return [each for each in ruling.questions if isinstance(each.question, UnseenDeal)]


@pytest.mark.parametrize(("away_ms", "asked"), [(SHORTEST_DEAL_MS, 1), (SHORTEST_DEAL_MS - 5_000, 0)])
def test_a_deal_that_begins_after_nobody_watched_for_long_is_booked_and_asked_about(away_ms: int, asked: int) -> None:
    table = between_deals()
    table.now_ms += away_ms
    ruling = table.look(NEXT)
    assert isinstance(table.booked[-1], DealStarted)
    assert len(asked_of(table, ruling)) == asked


def test_a_camera_whose_clock_begins_again_is_told_of() -> None:
    table = between_deals()
    table.now_ms = 0
    table.referee.unwatched(SHORTEST_DEAL_MS)
    assert asked_of(table, table.look(NEXT))


def test_it_stays_asked_until_it_is_answered_also_over_a_restart() -> None:
    table = between_deals()
    table.now_ms += SHORTEST_DEAL_MS
    table.look(NEXT)
    kept, seq, before = table.referee.keep(), len(table.state.log), table.state
    table.state = apply(table.state, DealResult(tuple(map(_cards, WHOLE.values()))))
    (asked,) = asked_of(table, table.look(""))
    assert not asked.question.at_once and "卓の取り決めで払う" in words(asked)
    table.referee, table.state = Referee(3), before
    (asked,) = asked_of(table, table.referee.bring_back(before, seq, kept))
    table.answer(asked, answers(asked)["いいえ"])
    assert not asked_of(table, table.look(NEXT))
    assert table.state.phase not in (Phase.READY, Phase.OVER)


def test_if_one_was_played_the_start_is_taken_back_and_not_booked_again_before_that_one_is_told() -> None:
    table = between_deals()
    table.now_ms += SHORTEST_DEAL_MS
    (asked,) = asked_of(table, table.look(NEXT))
    table.answer(asked, next(each for text, each in answers(asked).items() if text.startswith("はい")))
    ruling = table.look(NEXT, ms=20_000)
    assert table.state.phase is Phase.READY and not asked_of(table, ruling)
    assert asked_of(table, table.look(OTHER)) and table.state.deal is not None  # nobody has told it yet
    table.undo()
    for event in (DealStarted(table.state.dealer, _cards(OTHER)), DealVoided()):
        table.state = apply(table.state, event)
    ruling = table.look(NEXT)
    laid = [event.field for _, event in effective(table.state.log) if isinstance(event, DealStarted)]
    assert laid == [*map(_cards, (DEALT, OTHER, NEXT))] and not asked_of(table, ruling)


def test_what_people_begin_themselves_and_what_is_undone_is_not_asked_about() -> None:
    table = between_deals()
    table.now_ms += SHORTEST_DEAL_MS
    table.state = apply(table.state, DealStarted(table.state.dealer, _cards(NEXT)))
    assert not asked_of(table, table.look(NEXT))
    table = between_deals()
    table.now_ms += SHORTEST_DEAL_MS
    assert asked_of(table, table.look(NEXT))
    table.undo()
    assert not asked_of(table, table.look(NEXT))


def test_a_running_deal_that_goes_on_after_it_was_not_watched_is_followed_by_the_next_one() -> None:
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.look({"field": "3t 5n 8a 9t 12a", "seat0.captures": "1a 1b"})
    table.now_ms += SHORTEST_DEAL_MS
    table.look({"field": "3t 5n 8a 9t 12a", "seat0.captures": "1a 1b"})
    table.state = apply(table.state, DealVoided())
    table.look("")
    assert not asked_of(table, table.look(NEXT)) and isinstance(table.booked[-1], DealStarted)

"""Nobody watched for a while: what lies there then is not taken for more than it shows, and nothing of it is lost."""

from __future__ import annotations

import pytest
from referee_table import DEALT, NEXT, Table, played_out, table_of
from yakume.engine import CardSet, DealResult, DealStarted, TeyakuShown, apply
from yakume.vision.referee.questions import FirstField, WhichTeyaku
from yakume.vision.referee.referee import Referee

LEFT = "4a 6a 7a 10a 11a 12b"
PILES = {
    "seat0.captures": "1t 1b 2t 2a 3t 3a",
    "seat1.captures": "5n 5b 8n 8a 9t 9a 12h 12a",
    "seat2.captures": "4n 4b 6t 6b 7t 7b 10t 10b 11h 11t",
}
GAP_MS = 60_000


def with_piles(field: str = LEFT, *, gap: bool = False) -> Table:
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.lose_thread()
    table.look({"field": field, **PILES})
    if gap:
        table.now_ms += GAP_MS
    return table


def starts(table: Table) -> list[CardSet]:
    return [each.field for each in table.booked if isinstance(each, DealStarted)]


def test_a_field_that_lies_on_once_the_captures_are_gathered_is_no_next_deal() -> None:
    table = with_piles()
    table.look(LEFT)
    assert len(starts(table)) == 1
    table.look("")
    table.look(NEXT)
    assert LEFT not in map(str, starts(table))


def test_nor_is_it_where_nobody_watched_meanwhile() -> None:
    """Of twenty-four captured cards none was dealt again: that is hardly ever so."""
    table = with_piles("4a 6a 7a 10a 11a 12b 2n", gap=True)
    table.look(LEFT)
    assert len(starts(table)) == 1


@pytest.mark.parametrize("stored", [False, True], ids=["", "as the store has it"])
@pytest.mark.parametrize(("gap_ms", "booked"), [(0, 1), (GAP_MS, 0)])
def test_what_is_shown_once_its_player_has_played_is_asked_about(gap_ms: int, booked: int, stored: bool) -> None:
    """What lies there may be left of 立三本, and be 赤 by itself (H88-TEYAKU-11, H88-TEYAKU-14).

    With a store, every deal counted as one that nobody had watched from its beginning."""
    table = table_of("hachihachi", *"ABC")
    while not table.booked:
        table.look(DEALT, ms=100)
    if stored:
        table.referee.follow_on(table.state, [])
    table.look(DEALT)
    table.now_ms += gap_ms
    lying = {"field": "3t 5n 8a 9t 12a 2n", "seat0.captures": "1a 1b", "seat0.shown": "11a 12b"}
    ruling = table.look(lying, ms=8_000)
    assert [type(each) for each in table.booked].count(TeyakuShown) == booked
    assert [type(each.question) for each in ruling.questions].count(WhichTeyaku) == 1 - booked


@pytest.mark.parametrize(("field", "booked"), [(DEALT, 1), (NEXT, 0)])
def test_a_hand_yaku_that_is_shown_beside_another_field_after_a_gap_is_asked_about(field: str, booked: int) -> None:
    """A deal that was played meanwhile ended, and this one's player shows it beside the field of the next."""
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.now_ms += GAP_MS
    ruling = table.look({"field": field, "seat1.shown": "10n 10t 10a"}, ms=8_000)
    assert [type(each) for each in table.booked].count(TeyakuShown) == booked
    assert [type(each.question) for each in ruling.questions].count(WhichTeyaku) == 1 - booked


def test_how_the_running_deal_began_stays_asked_over_a_restart() -> None:
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    ruling = table.look(NEXT)
    asked = next(each for each in ruling.questions if isinstance(each.question, FirstField))
    kept, state = table.referee.keep(), table.state
    table.referee = Referee(3)
    again = table.referee.bring_back(state, len(state.log), kept).questions
    assert asked in again
    table.answer(asked, asked.answers[0].id)
    assert str(table.state.deal.field) == NEXT


def test_cards_that_were_captured_are_the_next_deals_field_even_if_they_were_taken_for_what_the_last_left() -> None:
    """The camera comes back, the end is told, and at that moment the captures are still believed to lie there."""
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.look({f"seat{seat}.captures": pile for seat, pile in enumerate(played_out())})
    assert any(isinstance(each, DealResult) for each in table.booked)
    table.look(NEXT, ms=1_200, book=False)
    table.referee._new_deals._left = CardSet.parse(NEXT)
    table.look(NEXT)
    assert str(starts(table)[-1]) == NEXT


@pytest.mark.parametrize("stored", [False, True])
def test_a_deal_whose_end_is_taken_back_was_not_watched_to_its_end(stored: bool) -> None:
    """What was not kept of it counted as followed: the next deals' fields were asked about as its own, one by one."""
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.state = apply(table.state, DealResult(tuple(map(CardSet.parse, played_out()))))
    table.look("")
    table.undo()
    if stored:
        table.referee.follow_on(table.state, [])
    table.look("")
    assert table.referee.following.gap

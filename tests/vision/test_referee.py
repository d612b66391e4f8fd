"""Observations in, engine events and questions out; no picture and no model needed."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from yakume.engine import (
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
    MatchStarted,
    State,
    TeyakuShown,
    apply,
)
from yakume.vision.memory import TableMemory
from yakume.vision.referee import NotAsked, Referee, Ruling

DEALT = "1a 3t 5n 8a 9t 12a"
NEXT = "2n 4a 6t 7a 10t 11a"
AKATAN = "1t 1b 2t 2a 3t 3a"


@dataclass
class Table:
    """A table told card by card; `look` keeps it as it is for a while and books what the referee says."""

    state: State | None = field(default_factory=lambda: apply(None, MatchStarted("sannin", ("A", "B", "C"))))
    referee: Referee = field(default_factory=lambda: Referee(3))
    now_ms: int = 0
    booked: list = field(default_factory=list)

    def look(self, piles: str | dict[str, str] = "", ms: int = 4000, hand: bool = False, book: bool = True) -> Ruling:
        """Show the table for `ms`: zone → cards in the notation; a string is the field alone."""
        zones = {"field": piles} if isinstance(piles, str) else piles
        for _ in range(ms // 100):
            ruling = self.referee.observe(observation(self.now_ms, zones, hand), self.state)
            self.now_ms += 100
            for event in ruling.events if book else ():
                self.state = apply(self.state, event)
                self.booked.append(event)
        return ruling

    def answer(self, question: str, answer: str) -> None:
        for event in self.referee.answer(question, answer):
            self.state = apply(self.state, event)
            self.booked.append(event)


def observation(t_ms: int, zones: dict[str, str], hand: bool = False) -> dict:
    cards = [
        {"track": int(card), "card": str(card), "face": str(card.face), "p": 0.99, "zone": zone, "stable": True}
        for zone, text in zones.items()
        for card in CardSet.parse(text)
    ]
    return {"frame": t_ms // 100, "t_ms": t_ms, "cards": cards, "hand_over_table": hand}


@pytest.fixture
def started() -> Table:
    """Six cards lie, the deal is booked."""
    table = Table()
    table.look(DEALT)
    return table


def test_six_cards_on_an_empty_table_start_a_deal(started) -> None:
    assert started.booked == [DealStarted(0, CardSet.parse(DEALT))]


@pytest.mark.parametrize("field", ["1a 3t 5n 8a 9t", "1a 3t 5n 8a 9t 12a 12b", ""])
def test_five_or_seven_cards_start_nothing(field) -> None:
    table = Table()
    table.look(field)
    assert table.booked == []


def test_nothing_is_decided_while_a_hand_is_over_the_table() -> None:
    table = Table()
    table.look(DEALT, hand=True)
    assert table.booked == []
    table.look(DEALT)
    assert len(table.booked) == 1


def test_nothing_happens_before_a_match() -> None:
    table = Table(state=None)
    assert table.look(DEALT).events == ()
    assert str(table.look(DEALT).on_table.field) == DEALT


def test_three_of_a_month_shown_are_a_sanbon(started) -> None:
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"})
    assert started.booked[1:] == [TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a"))]
    assert started.state.scores == (-24, 48, -24)


def test_a_hand_yaku_is_booked_once(started) -> None:
    started.look({"field": DEALT, "seat1.shown": "6n 6t 6a"}, ms=8000)
    started.look({"field": DEALT, "seat1.shown": "6n 6t"}, ms=8000)
    assert len(started.booked) == 2


def test_shown_cards_that_are_no_hand_yaku_book_and_ask_nothing(started) -> None:
    ruling = started.look({"field": DEALT, "seat1.shown": "6n 7t"})
    assert len(started.booked) == 1
    assert ruling.questions == ()


def test_shown_cards_that_can_be_several_hand_yaku_are_asked_about(started) -> None:
    # Six kasu: the seventh card may be a ribbon, a tane or a light.
    ruling = started.look({"field": DEALT, "seat2.shown": "1b 2a 4a 6a 7a 10a"})
    assert len(started.booked) == 1
    (question,) = ruling.questions
    assert [answer.ja for answer in question.answers][-1] == "手役ではない"
    assert {"短一", "十一", "光一"} <= {answer.ja for answer in question.answers}
    started.answer(question.id, next(answer.id for answer in question.answers if answer.ja == "短一"))
    assert started.booked[1].parts == ("H3-TEYAKU-12",)
    assert started.look({"field": DEALT, "seat2.shown": "1b 2a 4a 6a 7a 10a"}).questions == ()


def test_captures_stay_captured_while_something_hides_them(started) -> None:
    started.look({"field": "1a 5n 8a 9t 12a", "seat0.captures": "3h 3t"})
    ruling = started.look({"field": "1a 5n 8a 9t 12a", "seat0.captures": "3t"})
    assert str(ruling.on_table.captures[0]) == "3h 3t"


def test_a_field_card_that_is_gone_is_forgotten_but_not_under_a_hand(started) -> None:
    covered = started.look("1a 5n 8a 9t 12a", hand=True)
    assert str(covered.on_table.field) == DEALT
    gone = started.look("1a 5n 8a 9t 12a")
    assert str(gone.on_table.field) == "1a 5n 8a 9t 12a"


def test_a_completed_set_is_asked_about(started) -> None:
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    (question,) = ruling.questions
    assert question.ja == "Aに赤短ができました。"
    assert [answer.id for answer in question.answers] == ["agari", "sage"]
    assert len(started.booked) == 1


def test_agari_by_answer_settles_the_deal(started) -> None:
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.answer(ruling.questions[0].id, "agari")
    result = started.booked[1]
    assert isinstance(result, DealResult)
    assert result.happenings[0].sets == (("H3-DEKI-05", 7),)
    paid = [(entry.payer, entry.mon) for entry in started.state.ledger if entry.rule == "H3-DEKI-05"]
    assert paid == [(1, 84), (2, 84)]


def test_the_next_deal_on_the_table_says_that_a_completed_set_ended_the_last(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.look("", ms=2000)
    started.look(NEXT)
    assert [type(event) for event in started.booked] == [DealStarted, DealResult, DealStarted]
    assert started.booked[1].happenings[0].call == "agari"
    assert str(started.booked[2].field) == str(CardSet.parse(NEXT))
    assert started.booked[2].dealer == started.state.dealer


def test_clearing_the_table_alone_books_nothing(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.look("", ms=10_000)
    assert len(started.booked) == 1


def test_after_sage_the_same_set_does_not_end_the_deal(started) -> None:
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    started.answer(ruling.questions[0].id, "sage")
    ruling = started.look({"field": "5n 8a 9t 12a", "seat0.captures": AKATAN})
    assert ruling.questions == ()
    ruling = started.look(NEXT, ms=6000)
    # A 下げ, then the table is cleared with cards missing: people must say what happened.
    assert len(started.booked) == 1
    assert ruling.questions[0].id.startswith("cleared:")


def test_when_play_went_on_after_a_set_clearing_the_table_is_asked_about(started) -> None:
    piles = {"field": "5n 8a 9t 12a", "seat0.captures": AKATAN}
    started.look(piles)
    more = piles | {"field": "1a", "seat1.captures": "5n 5t 8a 8b", "seat2.captures": "9t 9a 12a 12b"}
    asked = started.look(more).questions[0]
    assert asked.answers[0].id == "sage"
    ruling = started.look(NEXT, ms=6000)
    assert len(started.booked) == 1
    assert ruling.questions[0].id.startswith("call:0")


def test_all_48_captured_end_the_deal(started) -> None:
    piles = played_out()
    started.look({f"seat{seat}.captures": text for seat, text in enumerate(piles)})
    assert isinstance(started.booked[-1], DealResult)
    assert sum(started.state.scores) + started.state.on_table == 0
    assert started.state.played == 1


def test_a_card_nobody_saw_captured_is_asked_for(started) -> None:
    piles = [CardSet.parse(text) for text in played_out()]
    hidden = CardSet.parse("12b")
    started.look({f"seat{seat}.captures": str(pile - hidden) for seat, pile in enumerate(piles)})
    ruling = started.look(NEXT, ms=6000)
    (question,) = ruling.questions
    owner = next(seat for seat, pile in enumerate(piles) if hidden <= pile)
    assert f"seat{owner}" in {answer.id for answer in question.answers}
    started.answer(question.id, f"seat{owner}")
    assert tuple(started.booked[-1].captures) == tuple(piles)
    started.look(NEXT)
    assert isinstance(started.booked[-1], DealStarted)


def test_a_cleared_table_without_a_set_can_be_called_void(started) -> None:
    started.look({"field": "5n 8a 9t 12a", "seat0.captures": "1a 1b 3t 3a"})
    ruling = started.look(NEXT, ms=6000)
    assert len(started.booked) == 1
    started.answer(ruling.questions[0].id, "void")
    assert started.booked[-1] == DealVoided()


def test_an_event_taken_back_is_not_booked_again() -> None:
    table = Table()
    before = table.state
    table.look(DEALT)
    table.state = before  # a person undid it
    table.look(DEALT)
    assert len(table.booked) == 1


def test_a_card_that_a_person_corrected_counts_as_corrected(started) -> None:
    misread = {"field": "1a 3t 5n 8a 9t 12a", "seat0.captures": "6n 6a"}
    started.look(misread)
    track = int(next(iter(CardSet.parse("6n"))))
    started.referee.fix(track, next(iter(CardSet.parse("7n"))))
    ruling = started.look(misread)
    assert str(ruling.on_table.captures[0] - CardSet.parse("6n")) == "6a 7n"


def test_a_card_that_is_hardly_read_is_nothing_to_conclude_from() -> None:
    table = Table()
    for t_ms in range(0, 4000, 100):
        doubtful = observation(t_ms, {"field": DEALT})
        doubtful["cards"][0]["p"] = 0.4
        assert table.referee.observe(doubtful, table.state).events == ()
    assert str(table.referee.memory.table().field) == "3t 5n 8a 9t 12a"


def test_an_answer_to_nothing_is_refused(started) -> None:
    with pytest.raises(NotAsked):
        started.referee.answer("call:0:H3-DEKI-05", "agari")


def test_a_captured_card_seen_elsewhere_for_long_was_moved(started) -> None:
    started.look({"field": "1a", "seat0.captures": "6n 6a"})
    glimpse = started.look({"field": "1a", "seat1.captures": "6n 6a"}, ms=800)
    assert str(glimpse.on_table.captures[0]) == "6n 6a"
    moved = started.look({"field": "1a", "seat1.captures": "6n 6a"}, ms=2500)
    assert [str(pile) for pile in moved.on_table.captures] == ["", "6n 6a", ""]


def test_time_that_runs_backwards_starts_patience_afresh() -> None:
    memory = TableMemory(3)
    memory.observe(observation(90_000, {"field": "1h"}))
    table = memory.observe(observation(0, {"field": "1h"}))
    assert table.field == CardSet()
    for t_ms in range(100, 800, 100):
        table = memory.observe(observation(t_ms, {"field": "1h"}))
    assert str(table.field) == "1h"


def played_out() -> list[str]:
    """48 cards in three piles without a set in any."""
    from yakume.engine import find_dekiyaku

    piles: list[list[int]] = [[], [], []]
    for card in range(48):
        piles[(card + card // 4) % 3].append(card)
    sets = [CardSet(pile) for pile in piles]
    assert not any(find_dekiyaku("sannin", pile) for pile in sets)
    return [str(pile) for pile in sets]

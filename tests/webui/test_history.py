"""The log as people read it: every event has words, undo and redo say what they do and lead back to where one was."""

from __future__ import annotations

from dataclasses import replace

import pytest
from random_play import random_match
from referee_table import DEALT, NEXT, table_of
from yakume.engine import (
    RULESETS,
    Card,
    CardSet,
    DealStarted,
    DealVoided,
    MatchStarted,
    Phase,
    TeyakuShown,
    apply,
    find_ruleset,
    replay,
)
from yakume.engine.events import BidMade, CardPlayed, Corrected, Event, PointsCounted
from yakume.engine.play import effective
from yakume.vision.referee.unseen_deals import SHORTEST_DEAL_MS
from yakume.webui.history import redo_words, redoable, steps, undo_words, undoable

START = MatchStarted("sannin", ("東", "南", "西"))
DEAL = DealStarted(0, CardSet.parse("1h 4a 5a 6a 7a 9a"))
SANBON = TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("3h 3t 3a"))


def undo(log: tuple[Event, ...]) -> tuple[Event, ...]:
    places = undoable(log)
    assert places
    return (*log, *map(Corrected, places))


def redo(log: tuple[Event, ...]) -> tuple[Event, ...]:
    places = redoable(log)
    assert places
    return (*log, *map(Corrected, places))


def test_a_step_says_what_it_was_and_what_it_changed() -> None:
    start, deal, shown = steps((START, DEAL, SANBON))
    assert (start.what.ja, start.deal, start.change) == ("対局の開始", 0, (0, 0, 0))
    assert deal.what.en.startswith("field of deal 1: ")
    assert (shown.what.ja, shown.what.en, shown.deal) == ("南の三本", "South: three of a month", 1)
    assert shown.change == (-48, 96, -48)


def test_undo_names_what_it_takes_back_and_stops_at_the_matchs_start() -> None:
    log: tuple[Event, ...] = (START, DEAL, SANBON)
    assert undo_words(log).ja == "南の三本"
    log = undo(log)
    assert undo_words(log).ja.startswith("第1局の場札")
    log = undo(log)
    assert undoable(log) == ()
    assert undo_words(log) is None


def test_points_are_told_of_those_who_play_and_of_nobody_who_dropped_out() -> None:
    four = MatchStarted("hachihachi", ("東", "南", "西", "北"))
    log: tuple[Event, ...] = (four, DEAL, BidMade(0, "deru"), BidMade(1, "oriru"))
    log = (*log, PointsCounted((100, 0, 84, 80)))
    assert steps(log)[-1].what.ja == "第1局を札点で清算（東 100、西 84、北 80）"


def test_redo_names_what_it_brings_back_and_steps_through_all_that_was_undone() -> None:
    log: tuple[Event, ...] = (START, DEAL, SANBON)
    assert redoable(log) == ()
    log = undo(undo(log))
    assert redo_words(log).ja.startswith("第1局の場札")
    log = redo(log)
    assert redo_words(log).ja == "南の三本"
    log = redo(log)
    assert redoable(log) == ()
    assert replay(log).scores == (-48, 96, -48)
    assert undo_words(log).ja == "南の三本"


def test_undo_takes_back_a_correction_of_an_earlier_deal_and_not_the_deal_that_runs() -> None:
    shown = replace(SANBON, seat=2)
    log: tuple[Event, ...] = (START, DEAL, SANBON, DealVoided(), DEAL, Corrected(2, (shown,)), Corrected(2))
    before = replay(log[:5])
    assert undo_words(log[:6]).ja == "訂正（西の三本）"
    assert undo_words(log[:6]).en == "correction (West: three of a month)"
    back = undo(log[:6])
    after = replay(back)
    assert (after.scores, after.phase, after.ledger) == (before.scores, before.phase, before.ledger)
    assert redo_words(back).ja == "訂正（西の三本）"
    again = redo(back)
    assert replay(again).ledger == replay(log[:6]).ledger
    assert redoable(again) == ()
    # Corrected once more, then back step by step: to the first correction, to what was booked, to the deal before.
    twice = undo((*again, Corrected(2, (replace(shown, seat=0),))))
    assert replay(twice).ledger == replay(log[:6]).ledger
    assert replay(undo(twice)).ledger == before.ledger
    assert undo_words(undo(twice)).ja.startswith("第1局の場札")


def test_an_end_and_the_dealer_that_followed_from_it_are_taken_back_as_one() -> None:
    """As a late answer corrects them: in between, no dealer would fit and the running deal would be refused."""
    ended, other = DealVoided(), TeyakuShown(2, ("H3-TEYAKU-01",), CardSet.parse("3h 3t 3a"))
    log = (START, DEAL, ended, DEAL, Corrected(2, (other, ended)), Corrected(3, (replace(DEAL, dealer=0),)), SANBON)
    assert undoable(log) == (6,)
    back = undo(log[:6])
    assert back[6:] == (Corrected(5), Corrected(4))
    assert replay(back).ledger == replay(log[:4]).ledger
    assert undo_words(log[:6]) == redo_words(back)
    assert redo(back)[8:] == (Corrected(7), Corrected(6))
    assert replay(redo(back)).ledger == replay(log[:6]).ledger
    assert undo(redo(back))[10:] == (Corrected(5), Corrected(4))
    assert undoable(undo(redo(back))) == (3,)


def test_how_a_deal_began_and_the_end_that_followed_from_it_are_taken_back_as_one() -> None:
    """As an answer about the first field of a booked deal corrects them; a later deal's end is another command's."""
    field, ended = replace(DEAL, field=CardSet.parse("1h 4a 5a 6a 7a 10a")), DealVoided()
    shown = SANBON, ended
    log = (START, DEAL, ended, DEAL, ended, Corrected(1, (field,)), Corrected(2, shown))
    assert undoable(log) == (6, 5)
    assert redo(undo(log))[9:] == (Corrected(8), Corrected(7))
    assert undo_words(log).ja == redo_words(undo(log)).ja
    assert undoable((*log[:6], Corrected(4, shown))) == (6,)


def test_what_is_booked_after_an_undo_ends_redo() -> None:
    log = undo((START, DEAL, SANBON))
    other = TeyakuShown(2, ("H3-TEYAKU-01",), CardSet.parse("3h 3t 3a"))
    assert redoable((*log, other)) == ()
    assert undo_words((*log, other)).ja == "西の三本"


def test_what_an_undo_made_impossible_is_listed_with_the_reason() -> None:
    played = CardPlayed(0, Card.parse("8a"), CardSet())
    log = (START, DEAL, played, Corrected(1))
    refused = [step for step in steps(log) if step.refused]
    assert [step.event for step in refused] == [played]
    assert refused[0].change == (0, 0, 0)


def test_a_voided_deal_says_so() -> None:
    assert steps((START, DEAL, SANBON, DealVoided()))[-1].change == (48, -96, 48)
    assert undo_words((START, DEAL, SANBON, DealVoided())).en == "deal 1 does not count"


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_event_of_every_game_has_words_and_undo_and_redo_lead_back(ruleset: str) -> None:
    game = find_ruleset(ruleset)
    *_, last = random_match(game, game.seats[0], {}, seed=1, deals=3)
    log = last.log
    scores = replay(log).scores
    listed = steps(log)
    assert all(step.what.ja and step.what.en for step in listed)
    assert tuple(sum(step.change[seat] for step in listed) for seat in range(len(scores))) == scores
    back: tuple[Event, ...] = tuple(log)
    for _ in range(5):
        back = undo(back)
    for _ in range(5):
        assert redo_words(back) is not None
        back = redo(back)
    assert redoable(back) == ()
    assert replay(back).scores == scores


def test_undo_takes_back_an_answer_that_took_something_back_and_not_what_was_booked_before_it() -> None:
    """A deal that is over is put right, then “yes, one was played before”: undo took back the first of them."""
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    shown = replace(SANBON, exposed=CardSet.parse("6n 6t 6a"))
    table.state = apply(apply(table.state, shown), DealVoided())
    table.look("")
    table.now_ms += SHORTEST_DEAL_MS
    (asked,) = table.look(NEXT).questions
    before = table.state = apply(table.state, Corrected(2, (replace(shown, seat=0),)))
    table.answer(asked, "fix")
    assert table.state.phase is Phase.READY and undo_words(table.state.log).ja == "第1局の取り消し"
    after = replay(undo(table.state.log))
    assert effective(after.log) == effective(before.log)
    assert redo_words(after.log).ja == "第1局の取り消し"


def test_undo_brings_back_a_hand_yaku_that_an_answer_said_was_none() -> None:
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.state = apply(table.state, TeyakuShown(0, ("H3-TEYAKU-01",), CardSet.parse("6n 6t 6a")))
    (asked,) = table.look({"field": DEALT, "seat1.shown": "6n 6t 6a"}).questions
    table.answer(asked, "none")
    assert table.state.scores == (0, 0, 0)
    assert undo_words(table.state.log).ja == "訂正（Aの三本）"
    assert replay(undo(table.state.log)).scores == (48, -24, -24)

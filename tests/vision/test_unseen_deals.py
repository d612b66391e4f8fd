"""Where nobody watched for as long as a deal takes, the next field that lies there may not be the next deal's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import DEALT, NEXT, WHOLE, Table, answers, table_of, words
from yakume.datasets.evaluation.matches import play
from yakume.engine import (
    CardSet,
    Corrected,
    DealInserted,
    DealResult,
    DealStarted,
    DealVoided,
    Phase,
    TeyakuShown,
    apply,
)
from yakume.engine.arrange import put_in, state_before, take_out
from yakume.engine.play import effective
from yakume.vision.referee.asking import Asked
from yakume.vision.referee.notices import BegunUnseen, DealerInDoubt, Health
from yakume.vision.referee.past import PastDeal
from yakume.vision.referee.questions import HowEnded, UnseenDeal, WhichTeyaku
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


@pytest.mark.parametrize("first", [True, False], ids=["the first", "after another"])
@pytest.mark.parametrize("told", [False, True], ids=["", "begun by tap meanwhile"])
def test_a_deal_that_is_played_and_was_not_begun_is_asked_about_once_the_next_lies_there(
    first: bool, told: bool
) -> None:
    """Three of its first field were found. It was told as long as its captures lay there, and then missing."""
    table = table_of("sannin", *"ABC") if first else between_deals()
    table.look("1t 2a 6n", ms=5000)
    ruling = table.look({"field": "2a 6n 7t 10a", "seat0.captures": "1t 1a"}, ms=8000)
    assert BegunUnseen(2) in ruling.notices
    if told:
        table.state = apply(table.state, DealStarted(table.state.dealer, _cards(OTHER)))
        table.look({"field": "2a 6n 7t 10a", "seat0.captures": "1t 1a"})
        table.state = apply(table.state, DealVoided())
    table.look("", ms=4000)
    asked = asked_of(table, table.look(NEXT))
    assert isinstance(table.booked[-1], DealStarted) and len(asked) == (0 if told else 1)
    if asked:
        assert asked[0].question.seen
        table.restart(ms=1000)
        assert asked_of(table, table.look(NEXT)) == asked


@pytest.mark.parametrize("given_up", [False, True])
def test_people_who_bid_are_told_that_who_bids_first_follows_from_a_deal_that_may_be_missing(given_up: bool) -> None:
    table = table_of("hachiju", *"ABCD")
    table.look(DEALT)
    table.state = apply(table.state, DealVoided())
    table.look("")
    table.now_ms += SHORTEST_DEAL_MS
    ruling = table.look(NEXT)
    (asked,) = asked_of(table, ruling)
    assert table.state.phase is Phase.BID and ruling.notices == (DealerInDoubt(),)
    if given_up:  # by people; who deals the one after it is no surer
        table.state = apply(table.state, DealVoided())
        table.look("")
        ruling = table.look(DEALT)
        (asked,) = asked_of(table, ruling)
        assert table.state.phase is Phase.BID and ruling.notices == (DealerInDoubt(),)
    table.answer(asked, asked.answers[0].id)
    assert table.look(DEALT if given_up else NEXT).notices == ()


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
    assert not asked.question.at_once and list(answers(asked))[1] == "あった。その局を入れる…"
    table.referee, table.state = Referee(3), before
    (asked,) = asked_of(table, table.referee.bring_back(before, seq, kept))
    table.answer(asked, answers(asked)["いいえ"])
    assert not asked_of(table, table.look(NEXT))
    assert table.state.phase not in (Phase.READY, Phase.OVER)


def test_a_deal_that_may_be_missing_before_the_next_is_not_forgotten_by_a_restart() -> None:
    """Somebody taps undo and redo as the camera is back, and the machine is started anew: the newest event is young."""
    table = between_deals()
    table.now_ms += SHORTEST_DEAL_MS
    table.look("")
    restarted(table)
    table.now_ms = 0
    assert asked_of(table, table.look(NEXT))


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


@pytest.mark.parametrize("seen_ms", [0, 3_000], ids=["at once", "in front of the camera"])
@pytest.mark.parametrize(("away_ms", "asked_again"), [(2 * SHORTEST_DEAL_MS, 1), (2 * SHORTEST_DEAL_MS - 5_000, 0)])
def test_where_nobody_watched_for_as_long_as_two_deals_take_it_is_asked_again_once_one_was_told(
    away_ms: int, asked_again: int, seen_ms: int
) -> None:
    """三人, seed 448: two were played without the camera, people told the first, and the second was never missed."""
    table = between_deals()
    table.now_ms += away_ms
    (asked,) = asked_of(table, table.look(NEXT))
    restarted(table)
    table.now_ms = 0
    table.answer(asked, next(each for text, each in answers(asked).items() if text.startswith("はい")))
    table.state = apply(table.state, DealStarted(table.state.dealer, _cards(OTHER)))
    for _ in range(seen_ms // 1000):  # while they tell how it ended, the next one lies there
        table.look(NEXT, ms=1000)
    table.state = apply(table.state, DealResult(tuple(map(_cards, WHOLE.values()))))
    ruling = table.look(NEXT)
    assert table.state.phase is Phase.TEYAKU and isinstance(table.booked[-1], DealStarted)
    assert len(asked_of(table, ruling)) == asked_again


def settled_since() -> tuple[Table, Asked]:
    """A deal began after nobody watched for long, and was settled before anybody answered."""
    table = between_deals()
    table.now_ms += SHORTEST_DEAL_MS
    table.look(NEXT)
    table.state = apply(table.state, DealResult(tuple(map(_cards, WHOLE.values()))))
    (asked,) = asked_of(table, table.look(""))
    return table, asked


def missing(table: Table, asked: Asked) -> DealInserted:
    """What puts a deal in before the one that is asked about."""
    at = asked.question.at
    start = DealStarted(state_before(table.state, at).dealer, _cards(OTHER))
    return put_in(table.state, at, (start, DealResult(tuple(map(_cards, WHOLE.values())))))


def restarted(table: Table) -> None:
    kept, seq = table.referee.keep(), len(table.state.log)
    table.referee = Referee(3)
    table.referee.bring_back(table.state, seq, kept)


def test_answered_yes_late_it_stays_asked_until_that_deal_is_put_in_also_over_a_restart() -> None:
    table, asked = settled_since()
    table.answer(asked, answers(asked)["あった。その局を入れる…"])
    (asked,) = asked_of(table, table.look(""))
    assert asked.question.missing and "いいえ" not in answers(asked)
    restarted(table)
    (asked,) = asked_of(table, table.look(""))
    assert asked.question.missing
    table.state = apply(table.state, missing(table, asked))
    assert table.state.played == 2 and not asked_of(table, table.look(""))
    # Taken back, it is asked again: as it was.
    restarted(table)
    table.state = apply(table.state, Corrected(len(table.state.log) - 1))
    (asked,) = asked_of(table, table.look(""))
    assert asked.question.missing
    table.answer(asked, answers(asked)["あったが、入れなくてよい"])
    assert not asked_of(table, table.look(""))


def test_it_is_answered_deals_later_and_the_running_deal_is_followed_on_as_the_next_one() -> None:
    table, asked = settled_since()
    table.look(OTHER)
    table.look({"field": "2a 6n 7t 10a 12h", "seat2.captures": "1t 1a"})
    table.look({"field": "2a 6n 7t 8n 10a 12h", "seat2.captures": "1t 1a"})
    (asked,) = asked_of(table, table.look({"field": "2a 6n 7t 8n 10a 12h", "seat2.captures": "1t 1a"}))
    told, (_, before) = missing(table, asked), table.referee.seen
    table.state = apply(table.state, told)
    ruling = table.look({"field": "2a 6n 7t 8n 10a 12h", "seat2.captures": "1t 1a"})
    assert not asked_of(table, ruling) and table.state.deal.number == 3
    assert ruling.events == () and ruling.health is Health.ON_THREAD
    assert [(play.seat, str(play.card)) for play in ruling.plays] == [(2, "1a"), (2, "8n")]
    _, looks = table.referee.seen
    assert before and looks[: len(before)] == before  # how it was seen to lie until then is not forgotten
    table.look({"field": "2a 6n 10a 12h", "seat2.captures": "1t 1a", "seat0.captures": "7t 7a"})
    assert table.state.deal.number == 3 and not table.state.rejected


def test_more_of_a_hand_is_asked_about_though_a_deal_is_put_in_before_its_own() -> None:
    """What was booked of it without a question may have been a part of it."""
    table, _ = settled_since()
    table.look(OTHER)
    shown = table.look({"field": OTHER, "seat2.shown": "9n 9t 9a"}, ms=8000)
    assert isinstance(table.booked[-1], TeyakuShown)
    (asked,) = asked_of(table, shown)
    table.state = apply(table.state, missing(table, asked))
    more = table.look({"field": OTHER, "seat2.shown": "9n 9t 9a 3t 3a 3b"}, ms=8000)
    assert [type(each.question) for each in more.questions] == [WhichTeyaku]


def test_what_is_asked_of_a_deal_goes_with_it_when_another_is_put_in_before_it_or_taken_out() -> None:
    table, asked = settled_since()
    table.answer(asked, answers(asked)["いいえ"])
    at = asked.question.at
    end = at + 1
    past = PastDeal(state_before(table.state, at), end, table.state.log[end], None, None)
    first = UnseenDeal(2)
    past.asked[first] = Asked(first, ()), {}
    table.state = apply(table.state, missing(table, asked))
    past.note(table.state.log, len(table.state.log))
    assert [each.deal for each in past.asked] == [3]
    assert not asked_of(table, table.look(""))  # nor is what was answered asked again
    table.state = apply(table.state, take_out(table.state, len(table.state.log) - 1))
    past.note(table.state.log, len(table.state.log))
    assert [each.deal for each in past.asked] == [2]


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


def test_captures_of_another_deal_are_no_sign_that_the_running_one_goes_on() -> None:
    """The camera was gone from before the end of a deal until the next one was over: that one is missing."""
    table = table_of("koikoi", *"AB")
    table.look("1h 2t 3b 4n 5a 6n 7a 8n")
    captured = {"seat0.captures": "1h 1a 5a 5n", "seat1.captures": "2t 2a 4n 4b"}
    table.look({"field": "3b 6n 7a 8n"} | captured)
    table.now_ms += 3 * SHORTEST_DEAL_MS
    other = {"seat0.captures": "2t 2b 4n 4a", "seat1.captures": "1h 1b 10n 10t"}
    table.look({"field": "5n 3t 12h 12a"} | other, ms=8000)
    assert table.referee.following.unwatched
    table.look("")
    assert asked_of(table, table.look("1a 2n 3h 4t 6a 9t 11h 12b", ms=8000))


@pytest.mark.parametrize("gathered_ms", [0, 6_000], ids=["swept with its captures", "once they are gathered"])
def test_what_a_deal_that_nobody_saw_begin_left_on_the_field_is_no_next_deal(gathered_ms: int) -> None:
    """八八, evening 532: as many cards as are dealt lay there, and were booked as dealt when the captures were gone."""
    table = between_deals()
    table.now_ms += 3 * SHORTEST_DEAL_MS
    ruling = table.look({"field": NEXT, "seat0.captures": "1h 1a 5a 5n", "seat1.captures": "2t 2a 9n 9b"}, ms=8000)
    assert BegunUnseen(8) in ruling.notices
    for _ in range(gathered_ms // 1000):
        table.look(NEXT, ms=1000)
    for _ in range(8):
        table.look("", ms=1000, hand=True)
    assert len(table.booked) == 1
    (asked,) = asked_of(table, table.look(OTHER))
    assert asked.question.seen and table.state.deal.dealt == _cards(OTHER)


@pytest.mark.parametrize("odd", [f"{OTHER} 2n", f"{OTHER} 2n 9n", OTHER[:-4], OTHER[:-7]])
def test_a_first_field_of_a_wrong_number_of_cards_that_is_put_away_is_asked_about_with_the_next_one(odd: str) -> None:
    """All but one may have dropped out at once: the deal was missing without a word, and what each had paid."""
    table = between_deals()
    table.look(odd, ms=3000)
    table.look("", ms=3000, hand=True)
    table.look("", ms=2000)
    (asked,) = asked_of(table, table.look(NEXT))
    assert asked.question.seen and table.state.deal.dealt == _cards(NEXT)
    # Of the one after that it is not asked.
    table.look({"seat0.captures": "1t 1a"})
    table.state = apply(table.state, DealVoided())
    table.look("")
    still = asked_of(table, table.look(DEALT))
    assert [each.question for each in still] == [asked.question] and table.state.deal.dealt == _cards(DEALT)


def test_a_field_that_is_dealt_card_by_card_or_mended_is_no_deal_before_it() -> None:
    table = between_deals()
    table.look(OTHER[:-7], ms=3000)
    table.look(OTHER[:-4], ms=3000)
    assert not asked_of(table, table.look(OTHER)) and table.state.deal.dealt == _cards(OTHER)
    table = between_deals()
    table.look(f"{OTHER} 2n", ms=3000)
    assert not asked_of(table, table.look(OTHER)) and table.state.deal.dealt == _cards(OTHER)
    table.look({"seat0.captures": "1t 1a"})
    table.state = apply(table.state, DealVoided())
    table.look("")
    assert not asked_of(table, table.look(NEXT)) and table.state.deal.dealt == _cards(NEXT)


def test_what_a_deal_left_on_the_field_is_no_deal_before_the_next_one() -> None:
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.look({"field": "1a 3t 5n 8a 9t", "seat0.captures": "12a 12b"}, ms=3000)
    table.state = apply(table.state, DealVoided())
    table.look("1a 3t 5n 8a 9t", ms=6000)
    table.look("", ms=3000)
    assert not asked_of(table, table.look(NEXT)) and table.state.deal.dealt == _cards(NEXT)


def test_cards_that_people_try_before_the_first_deal_are_none() -> None:
    table = table_of("sannin", *"ABC")
    table.look("1t 2a 6n 7t 10a", ms=6000)
    table.look("", ms=3000)
    assert not asked_of(table, table.look(NEXT)) and table.state.deal.dealt == _cards(NEXT)


def undone_deal() -> Table:
    """The only deal was played, booked and put away, and its end and its start were taken back then."""
    table = table_of("sannin", *"ABC")
    table.look(DEALT)
    table.state = apply(table.state, DealResult(tuple(map(_cards, WHOLE.values()))))
    table.look("")
    for _ in range(2):
        table.undo()
    table.look("")
    return table


@pytest.mark.parametrize("restarted", ["", "before", "after", "unkept"])
def test_a_deal_whose_end_and_start_were_taken_back_is_asked_about_once_the_next_one_lies_there(restarted: str) -> None:
    """It was missing without a word."""
    table = undone_deal()
    if restarted == "before":
        table.restart(ms=1000)
    kept, seq = table.referee.keep(), len(table.state.log)
    (asked,) = asked_of(table, table.look(NEXT))
    assert asked.question.seen and "もう一局打たれた" in words(asked)
    if restarted == "after":
        table.restart(ms=1000)
    if restarted == "unkept":
        table.referee = Referee(3)
        table.referee.bring_back(table.state, seq, kept, seq)
    assert asked_of(table, table.look(NEXT)) == [asked]
    table.answer(asked, next(each for text, each in answers(asked).items() if text.startswith("はい")))
    for event in (DealStarted(0, _cards(DEALT)), DealResult(tuple(map(_cards, WHOLE.values())))):
        table.state = apply(table.state, event)
    table.look("")
    assert not asked_of(table, table.look(NEXT)) and table.state.played == 1 and table.state.deal.dealt == _cards(NEXT)


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("first", [True, False], ids=["the first", "after one that did not count"])
def test_a_deal_whose_start_was_taken_back_after_the_last_capture_is_told_and_asked_about_once_the_next_lies_there(
    first: bool, restarted: bool
) -> None:
    """What lay there was taken for what the deal before had left: it was missing without a word."""
    table = table_of("sannin", *"ABC") if first else between_deals()
    table.look(OTHER)
    lying = {"field": "6n 12h", "seat0.captures": "1t 1a 2a 2b", "seat1.captures": "7t 7a 10a 10n"}
    table.look(lying)
    table.undo()
    if restarted:
        table.restart(ms=1000)
    assert BegunUnseen(8) in table.look(lying, ms=8000).notices
    table.look("")
    (asked,) = asked_of(table, table.look(NEXT))
    assert asked.question.seen and table.state.deal.dealt == _cards(NEXT)


@pytest.mark.parametrize("told", ["redone", "begun by tap", "taken out in the history"])
def test_a_deal_that_was_taken_back_and_told_again_or_taken_out_is_not_asked_about(told: str) -> None:
    table = undone_deal()
    if told == "redone":
        for at in (len(table.state.log) - 1, len(table.state.log) - 2):
            table.state = apply(table.state, Corrected(at))
    elif told == "begun by tap":
        table.state = apply(table.state, DealStarted(0, _cards(OTHER)))
        table.state = apply(table.state, DealResult(tuple(map(_cards, WHOLE.values()))))
    else:
        table = table_of("sannin", *"ABC")
        table.look(DEALT)
        table.state = apply(table.state, DealResult(tuple(map(_cards, WHOLE.values()))))
        table.look("")
        table.state = apply(table.state, take_out(table.state, 1))
    table.look("")
    assert not asked_of(table, table.look(NEXT)) and table.state.deal.dealt == _cards(NEXT)


def test_captures_that_lie_as_they_did_show_that_the_deal_goes_on() -> None:
    table = table_of("koikoi", *"AB")
    table.look("1h 2t 3b 4n 5a 6n 7a 8n")
    captured = {"seat0.captures": "1h 1a 5a 5n", "seat1.captures": "2t 2a 4n 4b"}
    table.look({"field": "3b 6n 7a 8n"} | captured)
    table.now_ms += 3 * SHORTEST_DEAL_MS
    table.look({"field": "3b 6n 7a 8n"} | captured, ms=8000)
    assert not table.referee.following.unwatched


def test_the_end_of_a_deal_is_asked_about_with_a_turn_of_which_nobody_saw_a_card() -> None:
    """二人, seed 549: as a deal was missing another was booked as the dealer, a first turn was made up, and the deal
    ended one turn too soon, without a word."""
    match = play("futari", 2, 6, 549)
    deal, table = match.story.deals[5], table_of("futari", "A", "B")
    assert deal.started.dealer == 1
    (shown,) = (event for _, event in deal.events if isinstance(event, TeyakuShown))
    looks = [look for look in match.looks if deal.t_ms - 6000 <= look.t_ms <= deal.end_ms]
    for frame, look in enumerate(looks):
        ruling = table.see(replace(look, frame=frame))
        if table.state.phase is Phase.TEYAKU and look.t_ms > deal.t_ms + 10_000 and not table.state.deal.claims:
            table.state = apply(table.state, shown)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult]
    assert HowEnded in [type(each.question) for each in ruling.questions]

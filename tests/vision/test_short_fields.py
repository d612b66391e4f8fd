"""A first field that lies there only for a moment before somebody plays."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from observing import SOMEWHERE
from referee_table import DEALT, Table, observation, paid, table_of
from yakume.engine import (
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DealVoided,
    MatchStarted,
    Phase,
    State,
    apply,
    next_event,
)
from yakume.vision.referee.belief import Belief
from yakume.vision.referee.notices import BegunUnseen, Health, ThreadLost
from yakume.vision.referee.position import mask_of
from yakume.vision.referee.questions import FirstField, SetToCall, TableCleared
from yakume.vision.zones import FIELD


def played(game: str, table: Table, rng: Random, true: State, *, field_ms: int, turn_ms: int) -> State:
    """A deal whose first field lies there so long, played with so long a half-turn; the true match."""
    cards = rng.sample(range(48), 48)
    hands = tuple(CardSet(cards[6 + 7 * at : 13 + 7 * at]) for at in range(len(true.players)))
    true = apply(true, DealStarted(true.dealer, CardSet(cards[:6]), hands))
    table.look(str(CardSet(cards[:6])), ms=field_ms)
    while true.phase not in (Phase.READY, Phase.OVER):
        event = next_event(true, rng)
        true = apply(true, event)
        if isinstance(event, CardPlayed | CardTurned) and true.deal is not None:
            piles = {f"seat{seat}.captures": str(pile) for seat, pile in enumerate(true.deal.piles)}
            ruling = table.look(piles | {"field": str(true.deal.field)}, ms=turn_ms)
            assert not any(isinstance(each, BegunUnseen) for each in ruling.notices)
    table.look(piles | {"field": str(true.deal.field)}, ms=3000)
    return true


@pytest.mark.parametrize(("field_ms", "turn_ms"), [(800, 2500), (1200, 1200), (1400, 600)])
@pytest.mark.parametrize("game", ["sannin", "futari"])
def test_deals_begin_with_a_field_that_lay_there_only_for_a_moment(game: str, field_ms: int, turn_ms: int) -> None:
    """None of them was booked."""
    players = ("A", "B") if game == "futari" else ("A", "B", "C")
    table, true, rng = table_of(game, *players), apply(None, MatchStarted(game, players)), Random(1)
    for _ in range(2):
        true = played(game, table, rng, true, field_ms=field_ms, turn_ms=turn_ms)
        table.look("", ms=6000)
    assert [type(event).__name__ for event in table.booked] == ["DealStarted", "DealResult"] * 2
    # Nobody tells of hand yaku here.
    assert paid(table.state) == {each: n for each, n in paid(true).items() if "TEYAKU" not in each[3]}


@pytest.mark.parametrize("ms", [400, 4000])
def test_half_turns_that_were_made_before_the_deal_was_begun_are_followed(ms: int) -> None:
    table, rest = Table(), DEALT.replace(" 5n", "")
    table.look(DEALT, ms=1000)
    table.look(DEALT + " 6t", ms=ms)
    lying = {"field": rest + " 6t", "seat0.captures": "5n 5t"}
    ruling = table.look(lying, ms=2000)
    assert table.state.deal is not None and str(table.state.deal.dealt) == DEALT
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["6t", "5t"]


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("turned", ["", " 7n"], ids=["the first card", "a turn"])
def test_a_deal_begins_though_one_card_was_read_twice_until_it_was_captured(turned: str, restarted: bool) -> None:
    """八十, seed 1289: 5t was read as 5t and, beside it, as 5k. Seven cards lay there, and a whole deal was missed."""
    table = table_of("sannin", *"ABC")
    table.look(f"{DEALT} 5a")
    if restarted:
        table.restart(ms=1000)
        table.look(f"{DEALT} 5a", ms=500)
    table.look({"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5t"}, ms=300 if turned else 4000)
    ruling = table.look({"field": DEALT.replace(" 5n", turned), "seat0.captures": "5n 5t"})
    assert [str(event.field) for event in table.booked if isinstance(event, DealStarted)] == [DEALT]
    assert ruling.health is Health.ON_THREAD and not ruling.questions
    assert [str(each.card) for each in ruling.plays] == ["5t", *turned.split()]


@pytest.mark.parametrize(
    ("odd", "ms", "lying"),
    [
        (f"{DEALT} 5a", 4000, {"field": "1a 3t 5a 8a 9t 12a", "seat0.captures": "5n 5t"}),
        (f"{DEALT} 6a", 4000, {"field": "1a 3t 6a 8a 9t 12a", "seat0.captures": "5n 5t"}),
        (f"{DEALT} 5a", 1000, {"field": "1a 3t 8a 9t 12a", "seat0.captures": "5n 5t"}),
        (f"{DEALT} 5a 6a", 4000, {"field": "1a 3t 8a 9t 12a", "seat0.captures": "5n 5t"}),
    ],
    ids=["it lies there yet", "another lies there yet", "for a moment", "two too many"],
)
def test_which_of_seven_cards_is_none_is_not_guessed(odd: str, ms: int, lying: dict[str, str]) -> None:
    table = table_of("sannin", *"ABC")
    table.look(odd, ms=ms)
    assert any(isinstance(each, BegunUnseen) for each in table.look(lying, ms=8000).notices) and not table.booked


@pytest.mark.parametrize(
    "lying",
    [
        {"field": "1a 3t 8a 9t 12a", "seat1.captures": "5n"},
        {"field": "1a 3t 8a 9t", "seat1.captures": "5n 5b"},
        {"field": "1a 3t 5n 8a 9t 12a", "seat1.captures": "6t 6a"},
        {"field": "1a 3t 8a 9t 12a 2n 2t 4n 6t 7n 10n 11n", "seat1.captures": "5n 5b"},
    ],
    ids=["half a pair", "a card that lies nowhere", "none of the field", "more than a round of turns"],
)
def test_what_is_not_played_from_a_field_begins_no_deal_with_it(lying: dict[str, str]) -> None:
    table = Table()
    table.look(DEALT, ms=1000)
    assert any(isinstance(each, BegunUnseen) for each in table.look(lying, ms=8000).notices) and not table.booked


@pytest.mark.parametrize(
    ("first", "later"),
    [({"?field": "8h"}, {"?field": "8h"}), ({}, {"field": " 8h"})],
    ids=["cannot be read", "is found late"],
)
def test_a_field_with_a_card_that_was_played_in_the_place_of_one_begins_no_deal(
    first: dict[str, str], later: dict[str, str]
) -> None:
    """Its rate was another's, without a word."""
    table, known = Table(), "2n 4a 6b 9b 10b"
    table.look(first | {"field": known}, ms=1500)
    table.look(first | {"field": f"{known} 5a"}, ms=900)
    table.look({"seat0.captures": "2n 2t"} | later | {"field": "4a 6b 9b 10b 5a" + later.get("field", "")}, ms=2000)
    lying = later | {"seat0.captures": "2n 2t", "seat1.captures": "4a 4t"}
    ruling = table.look(lying | {"field": "6b 9b 10b 5a" + later.get("field", "")}, ms=6000)
    assert not table.booked and any(isinstance(each, BegunUnseen) for each in ruling.notices)


@pytest.mark.parametrize("lay_ms", [500, 700, 900])
def test_a_field_of_which_a_card_is_never_found_begins_no_deal_with_what_is_played_on_it(lay_ms: int) -> None:
    """It had lain there for too short to be known to lack one: the rate was another's, without a word."""
    table, known = Table(), "2n 4a 6b 9b 10b"
    table.look(known, ms=lay_ms)
    table.look(f"{known} 5a", ms=1200)
    ruling = table.look({"field": "4a 6b 9b 10b 5a", "seat0.captures": "2n 2t"}, ms=6000)
    assert not table.booked and any(isinstance(each, BegunUnseen) for each in ruling.notices)


def test_a_field_that_is_dealt_card_by_card_and_lies_there_only_for_a_moment_begins_its_deal() -> None:
    """The hand that deals leaves once all lie there."""
    table, cards = Table(), DEALT.split()
    for at in range(1, 7):
        table.look(" ".join(cards[:at]), ms=600, hand=True)
    table.look(DEALT, ms=600)
    table.look({"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5b"})
    assert table.state.deal is not None and str(table.state.deal.dealt) == DEALT


@pytest.mark.parametrize("away_ms", [1000, 30_000])
@pytest.mark.parametrize("dealt_before", [False, True], ids=["the first deal", "one after another"])
def test_a_field_that_lay_there_only_for_a_moment_outlives_a_restart(away_ms: int, *, dealt_before: bool) -> None:
    """Its deal was not followed, and had to be told by tap."""
    table = Table()
    if dealt_before:
        table.look("2n 4a 6t 7a 10t 11a")
        table.state = apply(table.state, DealVoided())
    table.look("", ms=3000)
    table.look(DEALT, ms=1000)
    table.restart(ms=away_ms)
    ruling = table.look({"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5b"})
    assert table.state.deal is not None and str(table.state.deal.dealt) == DEALT
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["5a"]


def test_a_field_of_a_moment_that_is_put_away_during_a_restart_begins_no_deal() -> None:
    table = Table()
    table.look(DEALT, ms=1000)
    table.restart(ms=5000)
    table.look("", ms=16_000)
    table.look({"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5b"}, ms=8000)
    assert not table.booked


def test_that_a_card_lacked_in_a_first_field_is_known_after_a_restart() -> None:
    """Its deal began with the card that was played in that one's place, without a word."""
    table, known = Table(), "2n 4a 6b 9b 10b"
    table.look(known, ms=1500)
    table.restart(ms=1000)
    table.look(f"{known} 5a", ms=900)
    table.look({"field": "4a 6b 8h 9b 10b 5a", "seat0.captures": "2n 2t"}, ms=2000)
    assert not table.booked


@pytest.mark.parametrize("laid", [DEALT, DEALT.replace("8a", "8b")], ids=["as it is", "as the other kasu"])
def test_such_a_deal_begins_after_one_that_nobody_began(laid: str) -> None:
    table = Table()
    table.look({"field": "2n 4a 6t 7a 10t", "seat0.captures": "11t 11a"}, ms=8000)
    table.look("", ms=3000)
    table.look(laid, ms=1000)
    table.look({"field": laid.replace(" 5n", ""), "seat1.captures": "5n 5b"})
    assert table.state.deal is not None and str(table.state.deal.dealt) == DEALT


def test_what_a_deal_left_that_does_not_count_begins_no_other() -> None:
    table = Table()
    table.look(DEALT)
    table.state = apply(table.state, DealVoided())
    table.look(DEALT, ms=1000)
    table.look({"field": DEALT.replace(" 5n", ""), "seat1.captures": "5n 5b"}, ms=8000)
    assert [type(event) for event in table.booked] == [DealStarted]


def test_a_field_of_a_deal_that_is_given_up_just_after_a_restart_is_not_dealt_again() -> None:
    """八八, seed 546: what lay there was not seen yet when people said so, and began another deal two seconds later."""
    table = table_of("hachihachi", *"ABCD")
    table.look(DEALT)
    table.restart(ms=5000)
    table.look(DEALT, ms=200)
    table.state = apply(table.state, DealVoided())
    table.look(DEALT, ms=8000)
    table.look("", ms=16_000)
    assert [type(event) for event in table.booked] == [DealStarted]
    table.look("2n 4a 6t 7a 10t 11a")
    assert [type(event) for event in table.booked] == [DealStarted] * 2


def test_a_field_of_a_deal_that_is_given_up_just_before_a_restart_is_not_dealt_again() -> None:
    table = Table()
    table.look(DEALT)
    table.state = apply(table.state, DealVoided())
    table.restart(ms=5000)
    table.look(DEALT, ms=8000)
    assert [type(event) for event in table.booked] == [DealStarted]
    table.look("", ms=3000)
    table.look("2n 4a 6t 7a 10t 11a")
    assert [type(event) for event in table.booked] == [DealStarted] * 2


@pytest.mark.parametrize("since_ms", [200, 4000])
def test_a_deal_is_followed_whose_field_people_tell_before_it_lies_there(since_ms: int) -> None:
    """It was lost at once: by what was seen its field was gone."""
    table = Table()
    table.look("", ms=3000)
    table.state = apply(table.state, DealStarted(0, CardSet.parse(DEALT)))
    table.look("", ms=since_ms)
    assert table.look(DEALT).health is Health.ON_THREAD
    lying = {"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5t"}
    ruling = table.look(lying)
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["5t"]


def test_a_field_that_people_told_and_nobody_lays_is_told_of() -> None:
    table = Table()
    table.look("", ms=3000)
    table.state = apply(table.state, DealStarted(0, CardSet.parse(DEALT)))
    assert table.look("", ms=12_000).health is Health.ON_THREAD
    ruling = table.look("", ms=20_000)
    assert ruling.health is Health.LOST and [type(notice) for notice in ruling.notices] == [ThreadLost]


@pytest.mark.parametrize("restarted", [False, True], ids=["watched", "with a restart meanwhile"])
def test_a_field_that_people_told_is_followed_however_late_it_is_laid(*, restarted: bool) -> None:
    """People talk meanwhile: 30 s after they told it, it was lost for good."""
    table = Table()
    table.look("", ms=3000)
    table.state = apply(table.state, DealStarted(0, CardSet.parse(DEALT)))
    assert table.look("", ms=30_000).health is Health.LOST
    if restarted:
        table.restart(ms=1000)
    for at in range(1, 6):  # card by card
        table.look(" ".join(DEALT.split()[:at]), ms=1000)
    assert table.look(DEALT).health is Health.ON_THREAD
    lying = {"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5t"}
    ruling = table.look(lying)
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["5t"]
    assert table.booked == []


def told_before_it_lies() -> Table:
    """Nothing lies there yet when people tell the first field."""
    table = Table()
    table.look("", ms=3000)
    table.state = apply(table.state, DealStarted(0, CardSet.parse(DEALT)))
    table.look("", ms=5000)
    return table


@pytest.mark.parametrize(
    ("lying", "asked"),
    [
        ({"field": DEALT.replace(" 12a", ""), "?field": "12a"}, []),
        ({"field": DEALT.replace("12a", "11a")}, [FirstField]),
    ],
    ids=["is unread", "is misread"],
)
def test_a_told_field_of_which_a_card_cannot_be_told_stays_as_people_told_it(
    lying: dict[str, str], asked: list[type]
) -> None:
    """It was given up once it lay there, and another one began in its place."""
    table = told_before_it_lies()
    ruling = table.look(lying, ms=16_000)
    assert table.booked == [] and [type(each.question) for each in ruling.questions] == asked
    ruling = table.look(DEALT)
    assert ruling.health is Health.ON_THREAD and ruling.questions == ()


@pytest.mark.parametrize(
    "before",
    [{"field": "1a 3t 11t"}, {"seat1.shown": "2n 2t 2a"}, {"field": DEALT}],
    ids=["a card is misread meanwhile", "a hand is shown first", "it is taken up again"],
)
@pytest.mark.parametrize("restarted", [False, True], ids=["watched", "with a restart meanwhile"])
def test_a_field_that_lies_there_at_last_is_followed(before: dict[str, str], *, restarted: bool) -> None:
    """It was lost for good by what lay there before."""
    table, shown = told_before_it_lies(), {zone: cards for zone, cards in before.items() if zone != "field"}
    assert table.look(before, ms=2000).health is not None
    assert table.look(shown, ms=3000).health is Health.LOST
    if restarted:
        table.restart(ms=1000)
    assert table.look({"field": DEALT} | shown).health is Health.ON_THREAD
    ruling = table.look({"field": DEALT.replace(" 5n", ""), "seat0.captures": "5n 5t"} | shown)
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["5t"]
    assert not any(isinstance(event, DealStarted | DealVoided) for event in table.booked)


@pytest.mark.parametrize(
    "things",
    [
        {"seat1.captures": "11h"},
        {"seat1.captures": "2n 9a", "seat2.captures": "12h"},
        {"seat0.captures": "1t 1b", "seat1.captures": "5t 5a 9n 9a"},
    ],
    ids=["something misread", "more of that", "captures of the deal before"],
)
@pytest.mark.parametrize("restarted", [False, True], ids=["watched", "with a restart meanwhile"])
def test_what_lies_where_captures_do_loses_no_field_that_people_told(
    things: dict[str, str], *, restarted: bool
) -> None:
    """It was lost for good: somebody seemed to have captured before it lay there."""
    table = Table()
    table.look(things, ms=3000)
    table.state = apply(table.state, DealStarted(0, CardSet.parse(DEALT)))
    table.look(things, ms=5000)
    if restarted:
        table.restart(ms=5000)
    if len(things["seat1.captures"]) > 8:
        table.look("", ms=2000)
        things = {}
    assert table.look({"field": DEALT} | things, ms=6000).health is Health.ON_THREAD
    captured = f"{things.get('seat0.captures', '')} 5n 5t"
    ruling = table.look({"field": DEALT.replace(" 5n", "")} | things | {"seat0.captures": captured})
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["5t"]
    assert ruling.on_table.captured == CardSet.parse("5n 5t") and table.booked == []


def test_a_lost_deal_does_not_begin_again_where_its_captures_are_hidden() -> None:
    """What was captured beside its first field left that whole."""
    table = Table()
    table.look(DEALT)
    table.look(f"{DEALT} 4n 6t")
    table.look({"field": DEALT, "seat1.captures": "4n 4a 6t 6a"})
    table.lose_thread()
    assert table.look(DEALT).health is Health.LOST


def test_a_lost_deal_does_not_begin_again_where_the_next_has_the_same_field() -> None:
    table = Table()
    table.look(DEALT)
    table.look({"field": "11a 4n 7t", "seat0.captures": "1a 1b"})  # else it may have been covered
    table.lose_thread()
    ruling = table.look(DEALT, ms=12_000)
    assert [type(event) for event in table.booked] == [DealStarted, DealVoided, DealStarted]
    assert [type(each.question) for each in ruling.questions] == [TableCleared]


OTHER = "2n 4a 6t 7a 10t 11a"


@pytest.mark.parametrize("lies_ms", [1500, 3500, 12_000])
def test_another_field_that_is_laid_first_by_mistake_gives_up_no_deal_that_people_told(lies_ms: int) -> None:
    """Both were given up at once, and asked about."""
    table = told_before_it_lies()
    ruling = table.look(OTHER, ms=lies_ms)
    assert ruling.health is Health.LOST
    assert [type(each.question) for each in ruling.questions] == [FirstField] * (lies_ms > 2000)
    table.look("", ms=2000)
    ruling = table.look(DEALT)
    assert ruling.health is Health.ON_THREAD and ruling.questions == () and table.booked == []


def test_another_field_than_people_told_is_asked_about_and_followed_once_they_say_so() -> None:
    table = told_before_it_lies()
    table.look(OTHER, ms=6000)
    lying = {"field": OTHER.replace("2n ", ""), "seat0.captures": "2n 2t"}
    (asked,) = table.look(lying).questions
    table.answer(asked, "fix")
    ruling = table.look(lying)
    assert ruling.health is not Health.LOST and [str(each.card) for each in ruling.plays] == ["2t"]


def test_another_field_than_people_told_begins_the_next_deal_once_it_stays() -> None:
    table = told_before_it_lies()
    ruling = table.look(OTHER, ms=25_000)
    assert [type(event) for event in table.booked] == [DealVoided, DealStarted]
    assert ruling.health is Health.ON_THREAD
    assert [type(each.question) for each in ruling.questions] == [TableCleared]


def with_a_set() -> Table:
    """Seat 0 has 赤短 (1t 2t 3t), and has not said whether that ends the deal."""
    table = table_of("hachihachi", "A", "B", "C")
    field = ["1t", "2t", "3t", "8a", "9t", "12a"]
    piles: list[list[str]] = [[], [], []]
    table.look(" ".join(field))
    turns = ["1h 1t 7n", "8n 8a 10t", "12h 12a 4n", "2a 2t 6t", "9a 9t 11n", "7t 7n 5t", "3h 3t"]
    for at, turn in enumerate(turns):
        card, taken, *laid = turn.split()
        piles[at % 3] += [card, taken]
        field = [each for each in field if each != taken] + laid
        lying = {f"seat{seat}.captures": " ".join(pile) for seat, pile in enumerate(piles)}
        ruling = table.look({"field": " ".join(field)} | lying, ms=2500)
    assert [type(each.question) for each in ruling.questions] == [SetToCall]
    return table


def with_the_next_laid() -> Table:
    """The table was swept and the next deal laid on it, hands over it all the while."""
    table = with_a_set()
    table.look("", ms=3000, hand=True)
    table.look(NEXT, ms=2000, hand=True)
    return table


def assert_begun_with_next(table: Table) -> None:
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert table.state.deal is not None and mask_of(table.state.deal.dealt) == mask_of(CardSet.parse(NEXT))


NEXT = "2n 3a 7a 7b 11a 12h"


@pytest.mark.parametrize(
    ("lying", "card"),
    [
        ({"field": "2n 3a 4a 7a 7b 11a", "seat0.captures": "12h 12b"}, "12b"),
        ({"field": "3a 7a 7b 11a 12h 10a", "seat0.captures": "2n 2b"}, "2b"),
        ({"field": "2n 3a 11a 12h 9b", "seat0.captures": "7a 7n 7b 7t"}, "7n"),
    ],
    ids=["as many lie there again", "and what was captured before", "three taken at once"],
)
@pytest.mark.parametrize("hands", [False, True], ids=["open", "hands move over it"])
@pytest.mark.parametrize("lay_ms", [1000, 2000])
def test_a_deal_is_played_while_people_think_about_how_the_one_before_ended(
    lying: dict[str, str], card: str, lay_ms: int, *, hands: bool
) -> None:
    """八八, seed 1233: it began with what was left of its field, and its rate was another's, without a word."""
    table = with_a_set()
    table.look("", ms=3000)
    table.look(NEXT, ms=lay_ms, hand=hands)
    ruling = table.look(lying, ms=3000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert ruling.questions == () and ruling.health is not Health.LOST
    assert table.state.deal is not None and mask_of(table.state.deal.dealt) == mask_of(CardSet.parse(NEXT))
    assert ruling.plays[0].card.face == Card.parse(card).face


@pytest.mark.parametrize("said_ms", [200, 400, 800])
@pytest.mark.parametrize("hands", [False, True], ids=["open", "hands move over it"])
def test_that_a_set_ends_its_deal_is_said_as_the_next_one_is_played_on(said_ms: int, *, hands: bool) -> None:
    """Hands moved over the field since the table was swept; as many lie there as are dealt, after a turn as before."""
    table, lying = with_the_next_laid(), {"field": "2n 3a 4a 7a 7b 11a", "seat0.captures": "12h 12b"}
    for asked in table.look(lying, ms=said_ms, hand=hands).questions:
        table.answer(asked, asked.answers[0].id)
    table.look(lying, ms=3000)
    assert_begun_with_next(table)


def test_a_card_that_is_taken_before_its_taker_is_seen_leaves_another_first_field() -> None:
    """As many lay there for a moment, none of them captured yet: they were not what was dealt."""
    table = with_the_next_laid()
    table.look("2n 3a 4a 7a 7b 11a", ms=800, hand=True)
    table.look({"field": "2n 3a 4a 7a 7b 11a", "seat0.captures": "12h 12b"}, ms=3000)
    assert_begun_with_next(table)


def test_turns_that_were_made_before_the_last_deal_had_an_end_are_told_in_their_order() -> None:
    table = with_a_set()
    table.look("", ms=3000, hand=True)
    table.look(NEXT, ms=1500, hand=True)
    for laid in (" 10a", " 10a 5a"):
        assert table.look(NEXT + laid, ms=1200, hand=True).events == ()
    ruling = table.look({"field": "2n 3a 7a 7b 11a 10a 5a 4a", "seat1.captures": "12h 12b"}, ms=3000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert [str(each.card)[:-1] for each in ruling.plays][:2] == ["10", "5"]


@pytest.mark.parametrize("said_ms", [500, 1500])
def test_what_is_left_of_a_field_that_was_never_seen_whole_begins_no_deal(said_ms: int) -> None:
    """As many lie there after a turn as are dealt, one of which the deal before had captured; who made a set says only
    then, or not yet, that it ended that one."""
    table, lying = with_a_set(), {"field": "9t 3a 4a 7a 7b 11a", "seat0.captures": "12h 12b"}
    table.look("", ms=3000, hand=True)
    table.look("9t 3a 7a 7b 11a", ms=2000, hand=True)
    for asked in table.look(lying, ms=said_ms).questions:
        table.answer(asked, asked.answers[0].id)
    ruling = table.look(lying, ms=8000)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult]
    assert BegunUnseen(2) in ruling.notices


def lie(table: Table, zones: dict[str, str], ms: int, y: float = 0) -> None:
    """Show the table with each card in a place of its own, those captured so far down as `y`, px."""
    for _ in range(ms // 100):
        seen = observation(table.now_ms, zones)
        cards = (
            replace(each, track=each.track + int(y), quad=tuple((x + 50.0 * each.track, y0 + y) for x, y0 in SOMEWHERE))
            if each.zone != FIELD
            else replace(each, quad=tuple((x + 50.0 * each.track, y0) for x, y0 in SOMEWHERE))
            for each in seen.cards
        )
        table.see(replace(seen, cards=tuple(cards)))
        table.now_ms += 100


def test_a_card_that_is_captured_again_by_the_same_player_hides_no_deal_that_began_while_another_had_no_end() -> None:
    """こいこい, seed 1265: 8a was captured by who had captured one, and the next deal was played unfollowed."""
    table = Table()
    one, two = {"seat0.captures": "1a 1b"}, {"seat1.captures": "8a 8h"}
    lie(table, {"field": DEALT}, 4000)
    lie(table, one | {"field": "3t 5n 8a 9t 12a 2t"}, 4000, y=300)
    lie(table, one | two | {"field": "3t 5n 9t 12a 2t 7b"}, 4000, y=300)
    lie(table, one | two | {"field": "5n 9t 12a 2t 7b", "seat2.captures": "3t 3a"}, 4000, y=300)
    lie(table, {}, 1500)
    laid = "2n 4a 6t 8b 10t 11a"
    lie(table, {"field": laid}, 1000)
    lie(table, {"field": "2n 6t 10t 11a", "seat1.captures": "8n 8b 4a 4n"}, 16_000, y=600)
    assert table.state.deal is not None and str(table.state.deal.dealt) == laid.replace("8b", "8a")


@pytest.mark.parametrize("restarted", [False, True], ids=["watched", "restarted"])
@pytest.mark.parametrize("left", ["", "2n 6t 7n 12b"], ids=["the first deal", "one after another"])
def test_a_field_that_lay_open_for_a_moment_between_arms_begins_its_deal_though_others_were_seen_there(
    left: str, *, restarted: bool
) -> None:
    """こいこい, seed 1265: what was swept was believed to lie there yet, a card was misread, another played at once."""
    table = Table()
    if left:
        table.look("2n 3b 4a 6t 7n 8h")
        table.look({"field": left, "seat0.captures": "3b 3a 4a 4b 8h 8b"}, ms=3000)
        table.state = apply(table.state, DealVoided())
        table.look({"field": left, "seat0.captures": "3b 3a 4a 4b 8h 8b"}, ms=1000)
    table.look("", ms=800, hand=True)
    for lying in (DEALT.replace("12a", "7n"), DEALT, f"{DEALT} 6t", DEALT.replace("5n", "6t")):
        table.look(lying, ms=2000, hand=True)
    if restarted:
        table.restart(ms=1000)
    table.look({"field": DEALT.replace("5n", "6t"), "seat0.captures": "5n 5b"})
    assert table.state.deal is not None and str(table.state.deal.dealt) == DEALT


def test_a_deal_that_may_have_begun_with_either_of_two_fields_is_not_begun_with_one_of_them() -> None:
    """A card was read otherwise for a moment, and both lie there now: one of them was played."""
    table = Table()
    table.look(DEALT, ms=1000)
    table.look(DEALT.replace("12a", "7n"), ms=1000)
    ruling = table.look({"field": "1a 3t 7n 8a 9t 12a", "seat0.captures": "5n 5b"}, ms=8000)
    assert not table.booked and any(isinstance(each, BegunUnseen) for each in ruling.notices)


@pytest.mark.parametrize(
    ("captures", "begins"),
    [
        ({"seat0.captures": "5n 5b", "seat1.captures": "1a"}, True),
        ({"seat0.captures": "5n 5b", "seat1.captures": "1a", "seat2.captures": "9t"}, False),
    ],
    ids=["one", "two"],
)
def test_one_captured_card_may_be_hidden_where_a_deal_began_with_a_field_of_a_moment(
    captures: dict[str, str], begins: bool
) -> None:
    """二人, seed 1267: 8b was pulled in under 8h and never seen, and the deal was played unfollowed."""
    table = Table()
    table.look(DEALT, ms=1000)
    captured = CardSet.parse(" ".join(captures.values()))
    ruling = table.look(captures | {"field": str(CardSet.parse(f"{DEALT} 2n") - captured)}, ms=8000)
    assert begins == (table.state.deal is not None and str(table.state.deal.dealt) == DEALT)
    assert begins != any(isinstance(each, BegunUnseen) for each in ruling.notices)


def test_what_a_deal_left_lying_in_cards_that_look_alike_is_no_field_that_was_dealt() -> None:
    """こいこい, seed 1257: of the kasu seen there the first ones stand for any, and a deal was told to be missing."""
    table, left = table_of("koikoi", "A", "B"), "2t 4b 5b 6b 9b 12b"
    table.look("1a 2t 4b 5b 6b 7n 9b 12b")
    one, other = {"seat0.captures": "1a 1t"}, {"seat1.captures": "7n 7t"}
    table.look(one | {"field": "2t 4b 5b 6b 7n 9b 12b"})
    table.look(one | other | {"field": left})
    table.state = apply(table.state, DealVoided())
    for lying in (one | other | {"field": left}, {}, {"field": "2a 3a 5a 8a 9n 9a 10a 12a"}):
        ruling = table.look(lying, ms=5000)
    assert not ruling.questions and len([each for each in table.booked if isinstance(each, DealStarted)]) == 2


@pytest.mark.parametrize(
    ("before", "back"),
    [
        ({}, {"seat0.captures": "1a 1b", "seat1.captures": "8a 8h", "seat2.captures": "3t 3a"}),
        ({"field": "5n"}, {"seat1.captures": "8a 10n 10b"}),
    ],
    ids=["most of it", "never bare"],
)
def test_captures_that_lie_there_again_were_hidden_unless_few_do_on_a_table_that_was_bare(
    before: dict[str, str], back: dict[str, str]
) -> None:
    table, piles = Table(), {"seat0.captures": "1a 1b", "seat1.captures": "8a 8h", "seat2.captures": "3t 3a"}
    table.look(DEALT)
    table.look({"field": "3t 5n 8a 9t 12a 2t", "seat0.captures": "1a 1b"})
    table.look({"field": "3t 5n 9t 12a 2t 7b", "seat0.captures": "1a 1b", "seat1.captures": "8a 8h"})
    table.look(piles | {"field": "5n 9t 12a 2t 7b"})
    table.look(before, ms=1500)
    thread = table.referee.following.thread
    assert thread is not None and thread.cleared
    table.look(back | {"field": "5n"}, ms=4000)
    assert not thread.cleared


@pytest.mark.parametrize(
    ("read", "track", "captures", "begins"),
    [
        ({"12a": "7n"}, 5, {"seat0.captures": "5n 5b"}, True),
        ({"12a": "7n"}, 9, {"seat0.captures": "5n 5b"}, False),
        ({"12a": "7n"}, 5, {}, False),
        ({"12a": "7n", "9t": "2n"}, 5, {"seat0.captures": "5n 5b"}, False),
    ],
    ids=["in its place", "another was laid", "nobody captured yet", "two"],
)
def test_a_deal_begins_with_a_field_of_a_moment_of_which_one_card_was_misread(
    read: dict[str, str], track: int, captures: dict[str, str], *, begins: bool
) -> None:
    """八十, seed 1319: 11a was read as 7a until somebody played, and the deal was played unfollowed."""
    table, misread = Table(), DEALT
    for true, wrong in read.items():
        misread = misread.replace(true, wrong)

    tracks = dict(zip([*DEALT.split(), *read.values()], [*range(6), 5, 4], strict=False)) | {"12a": track}

    def lie(lying: dict[str, str], ms: int) -> None:
        for _ in range(ms // 100):
            seen = observation(table.now_ms, lying)
            cards = (replace(each, track=tracks.get(str(each.card), 60 + at)) for at, each in enumerate(seen.cards))
            table.see(replace(seen, cards=tuple(cards)))
            table.now_ms += 100

    lie({"field": misread}, 1000)
    captured = CardSet.parse(" ".join(captures.values()))
    lie(captures | {"field": str(CardSet.parse(DEALT) - captured)}, 8000)
    fields = [str(event.field) for event in table.booked if isinstance(event, DealStarted)]
    assert (fields == [DEALT]) == (begins or not captures)


def test_the_next_field_is_known_though_hands_move_over_it_all_the_while() -> None:
    """八十, seed 1319: hands lay over the last field until the next one lay there, and came and went since."""
    belief = Belief(2)
    for now_ms in range(0, 6_000, 200):
        lies = DEALT if now_ms < 2_000 else "9t 12a" if now_ms <= 5_400 else ""  # under an arm, or believed to
        belief.observe(observation(now_ms, {"field": lies}, hand=now_ms >= 2_000))
    next_field = "2n 4a 6t 8b 10t 11a"
    for now_ms in range(6_000, 8_000, 200):
        belief.observe(observation(now_ms, {"field": next_field}, hand=now_ms % 600 == 0))
    assert str(belief.table().field) == next_field


@pytest.mark.parametrize(
    ("seen", "stays"),
    [("3t 8a 2n 4a", False), ("8a 2n 4a", False), ("2n 4a 6t 8b", True)],
    ids=["some lie there yet", "few others", "a hand lies there"],
)
def test_what_a_hand_covers_lies_there_though_others_are_laid_beside_it(seen: str, *, stays: bool) -> None:
    belief = Belief(2)
    for now_ms in range(0, 2_000, 200):
        belief.observe(observation(now_ms, {"field": "3t 5n 8a 9t 12a"}))
    for now_ms in range(2_000, 4_000, 200):
        belief.observe(observation(now_ms, {"field": seen}, hand=stays or now_ms % 600 == 0))
    assert CardSet.parse("5n 9t 12a") <= belief.table().field


def test_four_cards_of_eight_lie_there_though_an_arm_covers_them_and_the_four_others_are_seen() -> None:
    """Nothing was laid there meanwhile."""
    belief, rest = Belief(2), "1a 2n 3t 4n"
    for now_ms in range(0, 6_000, 200):
        seen = rest if now_ms >= 2_000 else f"{rest} 5n 8a 9t 12a"
        belief.observe(observation(now_ms, {"field": seen}, hand=now_ms >= 2_000 and now_ms % 600 == 0))
    assert len(belief.table().field) == 8

"""What lies on a field and is no card of the deal."""

from __future__ import annotations

import json

import pytest
from observing import SOMEWHERE, card_seen, observed
from referee_table import Table
from yakume.engine import Card, CardSet, DealVoided, apply
from yakume.vision.observation import CardOnTable
from yakume.vision.referee.kept import keep_stray, read_stray
from yakume.vision.referee.notices import BegunUnseen, Health
from yakume.vision.referee.strays import Strays

DEALT = "1a 3t 5n 8a 9t 12a"


def told(strays: Strays, t_ms: int, cards: str, *, fresh: bool = True, arms: bool = False) -> tuple[int, ...]:
    """What is told of a field, over which `arms` move or none."""
    seen = [card_seen(int(card), str(card), "field") for card in CardSet.parse(cards)]
    return strays.observe(observed(seen, t_ms, hand=arms), 6, fresh=fresh)


def test_what_lay_there_well_before_the_cards_that_were_dealt_is_none_of_them() -> None:
    strays = Strays()
    for t_ms in range(0, 5000, 200):
        assert told(strays, t_ms, "7n") == ()
    found = [told(strays, t_ms, "7n " + DEALT) for t_ms in range(5000, 9000, 200)]
    assert found[0] == ()
    assert found[-1] == (int(Card.parse("7n")),)


def test_a_card_where_one_of_its_face_lay_in_the_deal_before_is_no_stray() -> None:
    """こいこい, seed 1213: a 9n lay where the last deal's had lain, and a carpet's pattern was one card too many."""
    strays = Strays()
    for t_ms in range(0, 4000, 200):
        told(strays, t_ms, "9t", fresh=False)
    for t_ms in range(4000, 5000, 200):
        told(strays, t_ms, "")
    assert not any(told(strays, t_ms, "7n " + DEALT) for t_ms in range(5000, 9000, 200))


def test_a_stray_that_is_not_found_for_a_moment_is_one_all_the_same() -> None:
    strays, thing = Strays(), (int(Card.parse("7n")),)
    for t_ms in range(0, 9000, 200):
        told(strays, t_ms, "7n " + (DEALT if t_ms >= 5000 else ""))
    for t_ms in range(9000, 12_000, 200):
        assert told(strays, t_ms, DEALT) == ()
    assert told(strays, 12_000, "7n " + DEALT) == thing


def test_what_is_left_of_a_deal_was_laid_over_a_long_time_and_is_no_stray() -> None:
    """With two in play the last field is left lying (COM-CAP-06)."""
    strays = Strays()
    cards = (DEALT + " 7n").split()
    for at in range(len(cards)):
        for t_ms in range(8000 * at, 8000 * (at + 1), 200):
            assert told(strays, t_ms, " ".join(cards[: at + 1]), fresh=at == len(cards) - 1) == ()
    assert told(strays, 8000 * len(cards), " ".join(cards)) == ()


def beside(strays: Strays, t_ms: int, captured: str, *, unplayed: bool = True) -> tuple[int, ...]:
    """What is told with the first field dealt, and `captured` where captures lie."""
    dealt = [card_seen(int(card), str(card), "field") for card in CardSet.parse(DEALT if t_ms >= 400 else "")]
    aside = [
        card_seen(100 + int(card), str(card), "seat1.captures", quad=[[x + 900 + 50 * at, y] for x, y in SOMEWHERE])
        for at, card in enumerate(CardSet.parse(captured))
    ]
    return strays.observe(observed([*dealt, *aside], t_ms), 6, fresh=False, unplayed=unplayed)


def test_what_lies_among_the_captures_before_anybody_has_played_is_no_card_and_stays_none() -> None:
    """八十, seed 1201: a carpet's pattern was read as 11h now and then, and no deal began or ended by itself."""
    strays, willow = Strays(), (100 + int(Card.parse("11h")),)
    found = [beside(strays, t_ms, "11h") for t_ms in range(0, 5000, 200)]
    assert found[0] == () and found[-1] == willow
    for t_ms in range(5000, 30_000, 200):
        beside(strays, t_ms, "", unplayed=False)
    assert beside(strays, 30_000, "11h 11t", unplayed=False) == willow


def test_a_hand_that_is_shown_where_captures_lie_is_no_stray() -> None:
    strays = Strays()
    assert not any(beside(strays, t_ms, "1h 3h 8h") for t_ms in range(0, 9000, 200))


def test_a_card_where_one_of_its_face_lay_in_the_deal_that_was_swept_under_arms_is_no_stray() -> None:
    """こいこい, seed 1265: a deal began with what its first turn left, as two cards of its field counted as none."""
    strays = Strays()
    for t_ms in range(0, 4000, 200):
        told(strays, t_ms, "2n 5n 7n 10n", fresh=False)
    for t_ms in range(4000, 6000, 200):
        told(strays, t_ms, "", arms=True)
    for t_ms in range(6000, 9000, 200):
        assert told(strays, t_ms, DEALT, arms=True) == ()
    assert not any(told(strays, t_ms, f"{DEALT} 8n") for t_ms in range(9000, 14_000, 200))


@pytest.mark.parametrize("laid", ["", "7n", "12b"], ids=["nothing", "another", "its like"])
def test_a_first_field_is_played_though_another_card_is_laid_in_the_place_of_one_that_was_taken(laid: str) -> None:
    """Its like may be the same card, of which the track was lost for a moment."""
    strays, places = Strays(), {card: at for at, card in enumerate(DEALT.split())}

    def look(t_ms: int, cards: str) -> None:
        seen = [
            card_seen(t_ms if card == laid else at, card, quad=[[x + 50 * at, y] for x, y in SOMEWHERE])
            for card in cards.split()
            for at in [places.get(card, places["12a"])]
        ]
        strays.observe(observed(seen, t_ms), len(seen), fresh=True, unplayed=True)

    for t_ms in range(0, 4000, 200):
        look(t_ms, DEALT if t_ms >= 1000 else "")
    assert strays.is_untaken
    for t_ms in range(4000, 8000, 200):
        look(t_ms, DEALT.replace("12a", laid))
    assert strays.is_untaken == (laid == "12b")


NEXT = "2t 4a 6t 7a 10t 11a"
PLAYED = {"field": "3t 8a 9t 12a 4n 11a", "seat0.captures": "5n 5b", "seat1.captures": "1a 1t"}


@pytest.mark.parametrize("ended", [False, True], ids=["the deal before has no end", "it has one"])
@pytest.mark.parametrize(
    "things", [{"seat0.captures": "2n 9a 12h"}, {"seat0.captures": "2n 9a", "seat1.captures": "12h 7t"}]
)
def test_however_many_things_lie_where_captures_were_the_next_deal_begins_and_is_followed(
    things: dict[str, str], *, ended: bool
) -> None:
    """More than two of them were cards: no deal began any more, or it was lost with its first card."""
    table = Table()
    table.look(DEALT)
    table.look({"field": "1a 3t 8a 9t 12a", "seat0.captures": "5n 5b"})
    table.look({"field": "1a 3t 8a 9t 12a 4n", "seat0.captures": "5n 5b"})
    table.look(PLAYED)
    if ended:
        table.state = apply(table.state, DealVoided())
        table.look(PLAYED, ms=1000)
    table.look(things, ms=5000)
    table.look(things | {"field": NEXT}, ms=8000)
    assert table.state.deal is not None and str(table.state.deal.dealt) == NEXT
    pile = f"seat{table.state.deal.order[0]}.captures"
    ruling = table.look(things | {"field": NEXT.replace("6t ", ""), pile: f"{things.get(pile, '')} 6t 6n"})
    assert ruling.health is Health.ON_THREAD and [str(each.card) for each in ruling.plays] == ["6n"]
    assert ruling.on_table.captured == CardSet.parse("6n 6t")


@pytest.mark.parametrize(
    ("things", "turn_ms"),
    [("2n 2t 9t 9a", 1500), ("2n 9a 12h", 3000)],
    ids=["pairs are captured", "cards that come one by one are played"],
)
def test_captures_of_a_deal_that_nobody_began_are_cards_however_the_field_fills(things: str, turn_ms: int) -> None:
    table, cards = Table(), ["4a", "6t", "7a", "10t", "11a", "5n"]
    for at in range(7):
        lying = {"field": " ".join(cards[:at]), "seat0.captures": things}
        ruling = table.look(lying, ms=5000 if at in (0, 6) else turn_ms)
    assert table.booked == [] and BegunUnseen(things.count(" ") + 1) in ruling.notices


def test_what_is_laid_where_captures_lie_after_the_field_is_no_stray() -> None:
    strays = Strays()
    assert not any(beside(strays, t_ms, "" if t_ms < 1000 else "11h") for t_ms in range(0, 9000, 200))


def test_what_comes_in_sight_beside_a_field_that_is_just_dealt_is_no_card() -> None:
    """八十, seed 1201: a carpet's pattern was read as a 1k while the first field was dealt over it."""
    strays, dealt = Strays(), [card_seen(int(card), str(card), "field") for card in CardSet.parse(DEALT)]
    thing = card_seen(100, "1a", "seat1.captures", quad=[[x + 900, y] for x, y in SOMEWHERE])
    for t_ms in range(0, 7000, 200):
        seen = [*dealt[: t_ms // 400], *[thing] * (t_ms >= 1600)]
        found = strays.observe(observed(seen, t_ms), 6, fresh=False, unplayed=True)
    assert found == (100,)


@pytest.mark.parametrize("moving", [False, True], ids=["open", "an arm lies over it meanwhile"])
def test_what_was_captured_of_a_field_that_was_seen_being_dealt_is_cards(moving: bool) -> None:
    """They play at once, and another lies there for the one that was captured: a deal began with that other field, and
    what was captured was no card, without a word."""

    def lying(cards: str, zone: str = "field") -> list[CardOnTable]:
        found = []
        for card in CardSet.parse(cards):
            x = 60.0 * int(card)
            quad = [[x, 0.0], [x + 33.0, 0.0], [x + 33.0, 54.0], [x, 54.0]]
            found.append(card_seen(int(card), str(card), zone, quad=quad))
        return found

    table, rest = Table(), DEALT.replace(" 12a", "")
    captured = lying("12a 12h", "seat0.captures")
    for t_ms in range(0, 12_000, 100):
        field = DEALT if t_ms < 2_900 else rest if t_ms < 4_200 else rest + " 4n"
        seen = [*lying(field), *(captured if t_ms >= 2_900 else [])]
        ruling = table.see(observed(seen if t_ms >= 2_000 else [], t_ms, hand=moving and 2_900 <= t_ms < 4_500))
    (began,) = table.booked
    assert str(began.field) == DEALT
    assert ruling.on_table.captures[0] == CardSet.parse("12a 12h")


def dealt_one_by_one(at_ms: int, aside: str, *, taken: str = "", until_ms: int = 3_000) -> Table:
    """A first field that is seen being dealt, with `aside` where captures lie from then on; 4n is laid for `taken`.
    Something unread lies there, too, until `until_ms`."""
    table, dealt = Table(), DEALT.split()
    for t_ms in range(0, 12_000, 100):
        field = [card for card in dealt[: max(0, t_ms - 2000) // 200] if t_ms < 4500 or card != taken]
        field += ["4n"] if taken and t_ms >= 5500 else []
        beside = CardSet.parse(aside if t_ms >= at_ms else "")
        cards = [
            card_seen(int(card), str(card), zone, quad=[[x + 60 * int(card), y] for x, y in SOMEWHERE])
            for zone, found in (("field", CardSet.parse(" ".join(field))), ("seat1.captures", beside))
            for card in found
        ]
        # What moves over the field while it is dealt is taken for a card, though not surely.
        glimpse = card_seen(
            200, None, "field", face="4k", p=0.4, stable=False, quad=[[x, y + 300] for x, y in SOMEWHERE]
        )
        table.see(observed([*cards, *[glimpse] * (2_400 <= t_ms < until_ms)], t_ms))
    return table


@pytest.mark.parametrize("aside", ["12c", "12c 7t"])
def test_a_sleeve_that_comes_to_rest_where_captures_lie_keeps_no_deal_from_beginning(aside: str) -> None:
    """こいこい, seed 1253: who had dealt rested an arm there that was read as a 12k, and a deal was lost."""
    table = dealt_one_by_one(3_300, aside)
    assert [str(each.field) for each in table.booked] == [DEALT]


@pytest.mark.parametrize(
    ("aside", "taken"),
    [("12b 12c", ""), ("12b 7t 1h", ""), ("12b", "12a")],
    ids=["a pair", "more than come by chance", "a card was taken"],
)
def test_what_may_have_been_captured_keeps_a_deal_from_beginning(aside: str, taken: str) -> None:
    assert dealt_one_by_one(3_300, aside, taken=taken).booked == []


def test_a_field_beside_which_something_lies_unread_is_not_whole() -> None:
    assert dealt_one_by_one(3_300, "12c", until_ms=20_000).booked == []


def test_another_card_in_the_place_of_a_stray_is_one() -> None:
    strays = Strays()
    for t_ms in range(0, 5000, 200):
        beside(strays, t_ms, "11h")
    assert beside(strays, 5000, "1h", unplayed=False) == ()


@pytest.mark.parametrize("restarted", [False, True], ids=["another clock", "started again"])
def test_what_is_known_to_be_no_card_is_known_again_once_the_camera_is_started_anew(restarted: bool) -> None:
    """It was a card of the next capture, or of the next first field."""
    strays, thing = Strays(), (int(Card.parse("7n")),)
    for t_ms in range(0, 9000, 200):
        found = told(strays, t_ms, "7n " + (DEALT if t_ms >= 5000 else ""))
    assert found == thing
    if restarted:
        kept = json.loads(json.dumps([*map(keep_stray, strays.keep())]))
        strays = Strays()
        strays.bring_back([each for each in map(read_stray, kept) if each is not None])
    assert told(strays, 0, "7n " + DEALT, fresh=False) == thing
    assert told(strays, 200, DEALT) == ()
    # Another card is laid there once it is gone for good.
    told(strays, 30_000, DEALT)
    assert told(strays, 31_000, "7n " + DEALT, fresh=False) == ()


def test_the_strays_of_a_table_outlive_a_restart() -> None:
    table = Table()
    table.look("7n", ms=5000)
    table.look("7n " + DEALT)
    assert table.state.deal.dealt == CardSet.parse(DEALT)
    table.restart(ms=1000)
    ruling = table.look("7n " + DEALT)
    assert ruling.on_table.field == CardSet.parse(DEALT) and ruling.notices == ()


def test_what_was_captured_before_the_camera_looked_is_a_card_once_another_is_laid_on_the_field() -> None:
    """八八, evening of seed 508: the field of a deal of which the first turn was missed began it, a light among it."""
    table = Table()
    piles = {"seat0.captures": "9t 9a"}
    table.look({"field": "5n 5a 5b 7n 12b"} | piles, ms=5000)
    ruling = table.look({"field": "5n 5a 5b 7n 8h 12b"} | piles, ms=9000)
    assert table.booked == [] and [type(each) for each in ruling.notices] == [BegunUnseen]


@pytest.mark.parametrize(
    "things",
    [{"seat1.captures": "11h"}, {"seat0.captures": "2n 9a 12h"}, {"field": "7n"}],
    ids=["one", "more than two", "on the field"],
)
@pytest.mark.parametrize(
    ("restarted", "played"),
    [(False, False), (True, False), (True, True)],
    ids=["watched", "after a restart", "after a restart, and played"],
)
def test_what_lay_there_before_a_first_field_is_no_card_and_no_deal_that_nobody_began(
    things: dict[str, str], *, restarted: bool, played: bool
) -> None:
    """After a restart no deal began, as somebody seemed to have captured; watched, it was asked about one before it."""
    table = Table()
    table.look(things, ms=5000)
    if restarted:
        table.restart(ms=5000)
    lying = {"field": f"{things.get('field', '')} {DEALT}"} | {zone: things[zone] for zone in things if zone != "field"}
    ruling = table.look(lying, ms=8000)
    assert table.state.deal.dealt == CardSet.parse(DEALT)
    if played:
        lying["field"] = lying["field"].replace(" 5n", "")
        lying["seat0.captures"] = f"{things.get('seat0.captures', '')} 5n 5t"
        ruling = table.look(lying)
        assert ruling.on_table.captured == CardSet.parse("5n 5t")
    assert ruling.health is Health.ON_THREAD and ruling.questions == () and ruling.notices == ()


def test_captures_of_a_deal_that_ended_before_a_restart_are_cards() -> None:
    """Every one is one of a pair: as long as they lie there, no other deal begins."""
    table, captured = Table(), {"seat0.captures": "5n 5b", "seat1.captures": "1a 1t 2n 2t"}
    table.look(captured, ms=5000)
    table.restart(ms=5000)
    table.look(captured | {"field": DEALT}, ms=8000)
    assert table.booked == []

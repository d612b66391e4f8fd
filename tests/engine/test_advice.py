"""Advice: what a card takes and completes, what a set lacks, who can still get it, what must not be played."""

from __future__ import annotations

from random import Random

import pytest
from yakume.engine import (
    Ba,
    Card,
    CardSet,
    DealStarted,
    Inconsistent,
    MatchStarted,
    Phase,
    State,
    TeyakuShown,
    apply,
    find_dekiyaku,
    menu_rate,
)
from yakume.engine.advice import Fate, Place, Progress, View, plays, progress, view_of
from yakume.engine.players import next_event
from yakume.engine.rules import RULESETS
from yakume.engine.yaku import SetRow


def cards(text: str) -> CardSet:
    return CardSet.parse(text)


def view(
    hand: str = "",
    field: str = "",
    piles: tuple[str, ...] = ("", "", ""),
    *,
    game: str = "sannin",
    shown: tuple[str, ...] = (),
    **rest: object,
) -> View:
    return View(
        game,
        0,
        tuple(range(len(piles))),
        tuple(map(cards, piles)),
        cards(field),
        cards(hand),
        tuple(map(cards, shown)),
        **rest,  # type: ignore[arg-type]
    )


def found(seen: View, rule: str) -> Progress:
    return next(each for each in progress(seen) if each.row.id == rule)


def fates(seen: View, rule: str) -> dict[str, tuple[Place, int | None, Fate]]:
    return {card.card.letter: (card.place, card.holder, card.fate) for card in found(seen, rule).missing}


# -- sets ---------------------------------------------------------------------------------------------------

AKATAN = "H3-DEKI-05"


def test_a_set_names_what_is_missing_and_where_it_lies() -> None:
    seen = view("F", "J", ("", "B", ""))
    assert fates(seen, AKATAN) == {
        "B": (Place.PILE, 1, Fate.LOST),
        "F": (Place.HAND, 0, Fate.OPEN),
        "J": (Place.FIELD, None, Fate.OPEN),
    }
    akatan = found(seen, AKATAN)
    assert (akatan.lacking, akatan.dead, akatan.sure) == (3, True, False)
    assert fates(view(), AKATAN)["B"] == (Place.UNSEEN, None, Fate.OPEN)


def test_a_complete_set_lacks_nothing() -> None:
    akatan = found(view(piles=("BFJ", "", "")), AKATAN)
    assert (akatan.lacking, akatan.dead, akatan.sure, akatan.missing) == (0, False, True, ())


def test_seven_ribbons_are_dead_only_when_four_of_ten_are_gone() -> None:
    # 三人はちはち: ten ribbons with the willow's, seven needed (H3-DEKI-04).
    assert not found(view(piles=("", "BFJ", "")), "H3-DEKI-04").dead
    assert found(view(piles=("", "BF", "JN")), "H3-DEKI-04").dead
    lacking = found(view(piles=("BFJNRV", "h", "")), "H3-DEKI-04")
    assert (lacking.lacking, lacking.dead) == (1, False)


@pytest.mark.parametrize(
    ("hand", "field", "piles", "shown", "fate"),
    [
        # Two of the month are captured, the last two are the missing ribbon and one other.
        ("A", "B", ("CD", "", ""), (), Fate.SURE),
        ("B", "A", ("", "CD", ""), (), Fate.SURE),
        ("AB", "", ("", "CD", ""), (), Fate.SURE),
        ("", "B", ("CD", "", ""), ("", "A", ""), Fate.LOST),
        ("", "", ("CD", "", ""), ("", "", "AB"), Fate.LOST),
        ("B", "", ("CD", "", ""), ("", "A", ""), Fate.OPEN),
        ("A", "B", ("", "", ""), (), Fate.OPEN),
        ("B", "", ("CD", "", ""), (), Fate.OPEN),
        # All four are left: three lie on the field, or all in one hand.
        ("A", "BCD", ("", "", ""), (), Fate.SURE),
        ("", "BCD", ("", "", ""), ("", "A", ""), Fate.LOST),
        ("ABCD", "", ("", "", ""), (), Fate.SURE),
        ("AC", "BD", ("", "", ""), (), Fate.SURE),
        ("", "ABCD", ("", "", ""), (), Fate.OPEN),
    ],
)
def test_who_gets_a_card_is_certain_only_if_nobody_else_can_match(
    hand: str, field: str, piles: tuple[str, ...], shown: tuple[str, ...], fate: Fate
) -> None:
    assert fates(view(hand, field, piles, shown=shown), AKATAN)["B"][2] is fate


def test_nothing_is_certain_where_capturing_is_optional() -> None:
    seen = view("A", "B", ("CD", "", ""), options={"capture_mandatory": False})
    assert fates(seen, AKATAN)["B"][2] is Fate.OPEN


def test_a_set_that_only_biki_can_make_is_dead_for_others() -> None:
    # SD-DEKI-03: 雨ゾロ.
    for seat, dead in ((0, True), (1, True), (2, False)):
        seen = View("sudaoshi", seat, (0, 1, 2), (CardSet(),) * 3, CardSet())
        assert found(seen, "SD-DEKI-03").dead is dead
        assert not found(seen, "SD-DEKI-01").dead


def test_a_set_that_is_not_played_is_not_listed() -> None:
    piles = (CardSet(), CardSet())
    for option, listed in ((True, True), (False, False)):
        seen = View("futari", 0, (0, 1), piles, CardSet(), options={"inoshikacho": option})
        assert ("H2-DEKI-06" in {each.row.id for each in progress(seen)}) is listed


def test_a_set_is_dead_when_too_few_captures_are_left_for_it() -> None:
    # Three months are missing: three captures at least.
    for left, dead in ((None, False), (3, False), (2, True), (0, True)):
        assert found(view(captures_left=left), AKATAN).dead is dead
    # 芒 and 雁 can come in one capture (SD-DEKI-02).
    for left, dead in ((1, False), (0, True)):
        assert found(view(game="sudaoshi", captures_left=left), "SD-DEKI-02").dead is dead
    assert not found(view(piles=("BFJ", "", ""), captures_left=0), AKATAN).dead


@pytest.mark.parametrize(("game", "seats"), [("sannin", 3), ("hachihachi", 3), ("futari", 2), ("sudaoshi", 3)])
def test_what_was_called_sure_or_lost_comes_true_when_a_deal_is_played_out(game: str, seats: int) -> None:
    # A deal that a set has ended says nothing: certainty is about deals that are played on.
    checked = 0
    rng = Random(game)
    dead: list[tuple[int, SetRow]] = []
    for _ in range(25):
        deck = rng.sample(range(48), 48)
        hands = tuple(CardSet(deck[6 + 7 * seat : 13 + 7 * seat]) for seat in range(seats))
        state = apply(None, MatchStarted(game, ("A", "B", "C")[:seats]))
        state = apply(state, DealStarted(0, CardSet(deck[:6]), hands))
        claims: list[tuple[int, Card, Fate]] = []
        while state.phase is not Phase.READY:
            if state.phase is Phase.HAND and state.deal is not None and state.deal.waiting is None:
                seat = state.deal.player
                for each in progress(view_of(state, seat, state.deal.hands[seat])):
                    dead += [(seat, each.row)] if each.dead else []
                    claims += [(seat, card.card, card.fate) for card in each.missing if not each.row.biki_only]
            state = apply(state, next_event(state, rng))
        deal = state.deal
        assert deal is not None
        for seat, row in dead:
            assert len(deal.piles[seat] & row.cards) < row.least or row.biki_only
        dead.clear()
        if all(not hand for hand in deal.hands):
            for seat, card, fate in claims:
                if fate is not Fate.OPEN:
                    assert (card in deal.piles[seat]) is (fate is Fate.SURE)
                    checked += 1
    assert checked > 200


# -- plays --------------------------------------------------------------------------------------------------


def test_every_card_shows_what_it_takes() -> None:
    seen = view("ABJNr", "CIKL", ("", "", ""))
    takes = {play.card.letter: [take.cards.letters for take in play.takes] for play in plays(seen)}
    assert takes == {"A": ["AC"], "B": ["BC"], "J": ["IJKL"], "N": [""], "r": [""]}
    two = plays(view("A", "BC", ("", "", "")))[0]
    assert [take.cards.letters for take in two.takes] == ["AB", "AC"]


def test_a_take_names_the_sets_it_completes() -> None:
    (play,) = plays(view("A", "BC", ("FJIcs", "", "")))
    assert [(take.cards.letters, take.completes) for take in play.takes] == [
        ("AB", ("H3-DEKI-02", "H3-DEKI-05")),
        ("AC", ("H3-DEKI-02",)),
    ]


def test_an_eighth_ribbon_completes_the_set_again() -> None:
    # H3-SAGE-07: 七短→八短 is a new set.
    (play,) = plays(view("l", "m", ("BFNRVZq", "", "")))
    assert play.takes[0].completes == ("H3-DEKI-04",)


def test_biki_alone_completes_the_willow_sets() -> None:
    piles = (CardSet(), CardSet(), cards("op"))
    for seat, rules in ((2, ("SD-DEKI-03",)), (0, ())):
        mine = (piles[2], piles[1], piles[0]) if seat == 0 else piles
        seen = View("sudaoshi", seat, (0, 1, 2), mine, cards("q"), cards("r"))
        assert plays(seen)[0].takes[0].completes == rules


def warned(seen: View, card: str) -> list[tuple[int, tuple[str, ...], int, bool]]:
    play = next(play for play in plays(seen) if play.card == Card.parse(card))
    return [(risk.seat, risk.rules, risk.mon, risk.excusable) for risk in play.warnings]


def test_the_missing_card_itself_is_a_feed_and_costs_for_two() -> None:
    # 赤短 7貫 × 2 payers × 大場 2.
    seen = view("BM", "", ("", "FGJK", ""), rate=menu_rate(Ba.DAI))
    assert warned(seen, "B") == [(1, (AKATAN,), 7 * 12 * 2 * 2, False)]
    assert warned(seen, "M") == []


def test_a_partner_is_a_feed_in_sannin_only_when_the_other_two_are_captured() -> None:
    # H3-HATTO-01, 影札 of a 決まり札; H88-HATTO-01 any card of the month (AMB-H88-07).
    loose, last = ("", "FGJK", ""), ("", "FGJK", "CD")
    assert warned(view("AM", "", loose), "A") == []
    assert [risk[1] for risk in warned(view("AM", "", last), "A")] == [(AKATAN,)]
    for piles in (loose, last):
        assert [risk[1] for risk in warned(view("AM", "", piles, game="hachihachi"), "A")] == [("H88-DEKI-01",)]
    kimari = view("AM", "", loose, game="hachihachi", options={"hatto_shadow": "kimari_only"})
    assert warned(kimari, "A") == []


def test_one_card_can_feed_two_sets() -> None:
    # The document's example: both chaff of pine are captured, 赤短 and 四光 lack one card each.
    seen = view("BM", "", ("CD", "FGJIKcesqr", ""))
    assert warned(seen, "B") == [(1, ("H3-DEKI-02", AKATAN), (12 + 7) * 12 * 2, False)]


def test_a_card_that_captures_feeds_nobody() -> None:
    assert warned(view("BM", "C", ("", "FGJK", "")), "B") == []


def test_seven_ribbons_may_be_fed() -> None:
    # H3-HATTO-00: no 法度 for 七短. The pile holds none of the three-ribbon sets but one.
    assert warned(view("NM", "", ("", "FJRVZq", "")), "N") == []


def test_the_last_card_is_excused() -> None:
    assert warned(view("B", "", ("", "FGJK", "")), "B") == []


def test_a_hand_of_nothing_but_feeds_is_excused_with_the_cheapest_first() -> None:
    # H3-HATTO-03: 猪鹿蝶 6貫 before 赤短 7貫.
    seen = view("BY", "", ("", "FGJK", "UVkl"))
    assert warned(seen, "Y") == [(2, ("H3-DEKI-07",), 6 * 12 * 2, True)]
    assert warned(seen, "B") == [(1, (AKATAN,), 7 * 12 * 2, False)]


def test_nobody_else_pays_while_another_has_played_on() -> None:
    # H3-SAGE-01: who has lowered pays; unless it is the one who would be fed.
    piles = ("", "FGJK", "")
    assert warned(view("BM", "", piles, lowered=(2,)), "B") == []
    assert warned(view("BM", "", piles, lowered=(0,)), "B") == []
    assert len(warned(view("BM", "", piles, lowered=(1,)), "B")) == 1


def test_the_fourth_card_of_a_shown_three_is_a_feed() -> None:
    # H3-HATTO-06: 飛込み 1貫 for two; the three are still in the hand.
    seen = view("AM", "", shown=("", "BCD", ""), threes=((1, 1),))
    assert warned(seen, "A") == [(1, ("H3-TOKU-04",), 24, False)]
    assert warned(seen, "M") == []


def test_leaving_the_first_of_a_shown_three_lying_is_a_feed() -> None:
    seen = view("AM", "B", shown=("", "CD", ""), threes=((1, 1),))
    assert warned(seen, "A") == []
    assert warned(seen, "M") == [(1, ("H3-TOKU-04",), 24, False)]


def test_diving_is_no_feed_in_hachihachi_unless_agreed() -> None:
    for agreed, rules in ((False, []), (True, [("H88-TEYAKU-30",)])):
        options = {"tobikomi_hatto": agreed}
        seen = view("AM", "", game="hachihachi", shown=("", "BCD", ""), threes=((1, 1),), options=options)
        assert [risk[1] for risk in warned(seen, "A")] == rules


# -- views --------------------------------------------------------------------------------------------------


def test_a_card_in_two_places_is_refused() -> None:
    for seen in (("A", "A", ("", "", "")), ("A", "", ("A", "", "")), ("", "A", ("", "A", ""))):
        with pytest.raises(Inconsistent, match="in two places"):
            view(*seen)


def test_unseen_is_what_lies_nowhere_in_sight() -> None:
    seen = view("AB", "CE", ("FG", "", ""), shown=("A", "HI", ""))
    assert seen.unseen == CardSet(range(48)) - cards("ABCEFGHI")


def deal_with_three() -> State:
    state = apply(None, MatchStarted("sannin", ("A", "B", "C"), options={"menu": "B"}))
    hands = tuple(map(cards, ("AMQUYgk", "BCDGKOS", "EINVZhl")))
    state = apply(state, DealStarted(0, cards("FHJLPs"), hands))
    return apply(state, TeyakuShown(1, ("H3-TEYAKU-01",), cards("BCD")))


def test_a_seat_s_view_of_a_running_deal() -> None:
    state = deal_with_three()
    mine = view_of(state, 0, cards("AMQUYgk"))
    assert (mine.hand, mine.shown[1], mine.threes) == (cards("AMQUYgk"), cards("BCD"), ((1, 1),))
    # 絶場 of menu B is threefold (H3-BA-04), the sole payer pays for two.
    assert warned(mine, "A") == [(1, ("H3-TOKU-04",), 12 * 3 * 2, False)]
    everybody = view_of(state, 1)
    assert everybody.hand == cards("BCD") and plays(everybody)
    assert everybody.captures_left == 14
    assert view_of(state, 0).hand == CardSet()


def test_only_players_of_a_running_deal_have_a_view() -> None:
    match = apply(None, MatchStarted("hachihachi", ("A", "B", "C", "D")))
    with pytest.raises(Inconsistent, match="not in play"):
        view_of(match, 0)
    with pytest.raises(Inconsistent, match="not in play"):
        view_of(apply(match, DealStarted(0, cards("FHJLPs"))), 0)


@pytest.mark.parametrize("game", RULESETS)
def test_completed_sets_are_those_the_engine_finds(game: str) -> None:
    rng = Random(game)
    for _ in range(200):
        deck = rng.sample(range(48), 48)
        mine, field, hand = CardSet(deck[:20]), CardSet(deck[20:26]), CardSet(deck[26:30])
        biki = rng.random() < 0.5
        seat = 2 if biki and game != "futari" else 0
        order = (0, 1) if game == "futari" else (0, 1, 2)
        piles = tuple(mine if each == seat else CardSet() for each in order)
        for play in plays(View(game, seat, order, piles, field, hand)):
            for take in play.takes:
                before = {made.id: made.value for made in find_dekiyaku(game, mine, biki=seat == 2)}
                after = {made.id: made.value for made in find_dekiyaku(game, mine | take.cards, biki=seat == 2)}
                assert set(take.completes) == {rule for rule in after if after[rule] > before.get(rule, 0)}

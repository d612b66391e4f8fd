"""Beginning a match and a deal, bidding, hand yaku, 飛込み and mishaps in full mode."""

from __future__ import annotations

import pytest
from tabletop import SMALL, begin, call, close, deal, net, play, rules, show, turn_up, turns
from yakume.engine import (
    Ba,
    BadOption,
    BidMade,
    Card,
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
    EngineError,
    Event,
    HandShown,
    HattoExempted,
    IllegalAction,
    MatchStarted,
    Phase,
    SageCancelled,
    State,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    apply,
    find_teyaku,
    legal_actions,
    replay,
)
from yakume.engine.facts import End
from yakume.engine.ruleset import OptionValue

ABC = ("A", "B", "C")


def refused(state: State | None, event: Event, rule: str) -> str:
    """The refusal of an event; it names the rule and ends with the state line."""
    with pytest.raises(IllegalAction) as caught:
        apply(state, event)
    assert caught.value.rule == rule
    if state is not None:
        assert str(caught.value).endswith(state.line)
    return str(caught.value)


# -- starting -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (MatchStarted("sannin", ("A", "B")), "H3-PLAYER-01"),
        (MatchStarted("hachihachi", tuple("ABCDEFG")), "H88-PLAYER-01"),
        (MatchStarted("sannin", ("A", "B", "B")), "H3-PLAYER-01"),
        (MatchStarted("sannin", ("A", "B", " ")), "H3-PLAYER-01"),
        (MatchStarted("sannin", ABC, 3), "H3-PLAYER-01"),
        (DealStarted(0, CardSet()), "YK-LOG-01"),
    ],
)
def test_a_match_that_cannot_begin_is_refused(event: Event, rule: str) -> None:
    refused(None, event, rule)


def test_unknown_games_and_options_are_refused() -> None:
    with pytest.raises(EngineError, match="no game 'poker'"):
        apply(None, MatchStarted("poker", ABC))
    with pytest.raises(BadOption):
        apply(None, MatchStarted("sannin", ABC, 0, {"menu": "G"}))


def test_a_match_begins_once_and_an_empty_log_is_none() -> None:
    state = apply(None, MatchStarted("sannin", ABC))
    with pytest.raises(IllegalAction, match="already begun"):
        apply(state, MatchStarted("sannin", ABC))
    with pytest.raises(IllegalAction, match="begins with match_started"):
        replay([])


def test_a_match_records_every_option_it_is_played_with() -> None:
    state = apply(None, MatchStarted("futari", ("A", "B"), 0, {"special": True}))
    assert state.options["special"] is True and state.options["deals"] == 12


HANDS = (CardSet.parse("ABCDEFG"), CardSet.parse("HIJKLMN"), CardSet.parse("OPQRSTU"))
FIELD = CardSet.parse("VWXYZa")


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (DealStarted(1, FIELD), "H3-NEXT-01"),
        (DealStarted(0, CardSet.parse("AB")), "H3-DEAL-02"),
        (DealStarted(0, FIELD, HANDS[:2]), "H3-DEAL-02"),
        (DealStarted(0, FIELD, (*HANDS[:2], CardSet.parse("OP"))), "H3-DEAL-02"),
        (DealStarted(0, FIELD, (*HANDS[:2], HANDS[0])), "COM-CARD-01"),
        (DealStarted(0, CardSet.parse("AVWXYZ"), HANDS), "COM-CARD-01"),
        (DealStarted(0, FIELD, mizuten=True), "H88-MIZU-01"),
        (DealStarted(0, FIELD, blank=1), "SD-PLAYER-02"),
        (BidMade(0, "deru"), "H3-PLAYER-01"),
        (TeyakuClosed(), "H3-TEYAKU-16"),
        (HandShown(0, HANDS[0]), "H88-BID-06"),
        (DealVoided(), "H3-MISHAP-02"),
        (SageCancelled(0), "H3-SAGE-08"),
        (DealResult((), ()), "H3-SAGE-00"),
    ],
)
def test_a_deal_that_cannot_begin_is_refused(event: Event, rule: str) -> None:
    refused(apply(None, MatchStarted("sannin", ABC)), event, rule)


def test_no_deal_begins_during_another() -> None:
    refused(begin("H3"), DealStarted(0, FIELD), "H3-DEAL-02")
    refused(begin("H2", seats=2), DealStarted(0, FIELD), "H2-PLAYER-01")


def test_seven_players_deal_a_blank_card() -> None:
    """SD-PLAYER-02, AMB-SD-07: who holds it is out."""
    state = apply(None, MatchStarted("sudaoshi", tuple("ABCDEFG")))
    refused(state, DealStarted(0, FIELD), "SD-PLAYER-02")
    refused(state, DealStarted(0, FIELD, blank=7), "SD-PLAYER-02")
    state = apply(state, DealStarted(0, FIELD, blank=0))
    assert legal_actions(state) == (BidMade(1, "deru"), BidMade(1, "oriru"))
    state = apply(state, BidMade(1, "oriru"))
    for seat in (2, 3, 4):
        state = apply(state, BidMade(seat, "deru"))
    assert state.deal is not None and state.deal.order == (2, 3, 4)
    assert state.scores == (0,) * 7


def test_four_of_a_month_on_the_field() -> None:
    """H80-DEAL-04 deals again; H3-DEAL-04, H88-PLAY-05 give them to the first player, and their light counts."""
    again = apply(apply(None, MatchStarted("hachiju", ABC)), DealStarted(0, CardSet.parse("ABCDVW")))
    assert (again.phase, again.dealer, again.played) == (Phase.READY, 0, 0)
    assert again.problems[0][0] == "H80-DEAL-04"
    for game in ("H3", "H88", "SD"):
        state = begin(game, "ABCDVW", dealer=1)
        assert state.deal is not None
        assert state.deal.piles[1] == CardSet.parse("ABCD") and state.deal.field == CardSet.parse("VW")
        assert game == "SD" or (state.deal.ba is not None and state.deal.ba.value == "大")


INOSHIKACHO = "aY WV OP nk QR ST XU"
"""Seat 0 takes 猪鹿蝶 in three turns, on a field without those months."""


def test_a_bound_rate_carries_into_the_next_deal() -> None:
    """H3-BA-02; a voided deal leaves the binding as it was."""
    state = apply(begin("H3", "AIefrv"), DealVoided())
    assert state.binds is None and state.played == 0
    state = call(turns(deal(state, "AIefrv"), INOSHIKACHO), "agari")
    following = deal(state)
    assert following.deal is not None and following.deal.ba is Ba.DAI


# -- bidding ------------------------------------------------------------------------------------------------


def bidding(game: str, seats: int, *calls: str, field: str = SMALL) -> State:
    state = apply(None, MatchStarted(game, tuple("ABCDEFG"[:seats])))
    state = apply(state, DealStarted(0, CardSet.parse(field)))
    for word in calls:
        assert state.deal is not None and state.deal.bidding is not None
        state = apply(state, BidMade(state.deal.bidding.queue[0], word))  # type: ignore[arg-type]
    return state


def test_bids_out_of_turn_or_out_of_rule_are_refused() -> None:
    state = bidding("hachihachi", 4)
    refused(state, BidMade(1, "deru"), "H88-BID-01")
    assert "seat 0 cannot say" in refused(state, BidMade(0, "double"), "H88-BID-02")
    refused(bidding("sudaoshi", 4), BidMade(1, "deru"), "SD-PLAYER-02")
    refused(state, DealResult((CardSet(),) * 4, ()), "H88-SAGE-01")
    assert "field abefrv" in state.line


def test_hachiju_pays_the_pot_to_the_last_one_in() -> None:
    """H80-BID-09."""
    state = bidding("hachiju", 4, "oriru", "oriru", "oriru")
    assert (state.scores, state.dealer, state.phase) == ((-20, -20, -20, 60), 3, Phase.READY)
    assert rules(state) == ["H80-BID-03", "H80-BID-09"]


def test_hachiju_doubles_everything_but_the_fees() -> None:
    """H80-BID-13."""
    state = show(bidding("hachiju", 4, "oriru", "double", "deru", "deru"), 1, "JKL", "三本")
    assert state.scores == (-20, 80, -40, -40) and state.on_table == 20


def test_hachihachi_squeezes_out_and_pays_for_the_hand_that_is_shown() -> None:
    """H88-BID-04, H88-BID-06."""
    state = bidding("hachihachi", 5, "oriru", "deru", "deru", "deru")
    assert state.deal is not None and state.deal.order == (1, 2, 3)
    assert net(state) == (-12, 0, 0, 0, 0)
    refused(state, HandShown(0, CardSet.parse("BEFJMQU")), "H88-BID-06")
    refused(state, HandShown(4, CardSet.parse("BEFJMQ")), "H88-BID-06")
    refused(state, HandShown(4, CardSet.parse("BEFJMQa")), "H88-BID-06")
    shown = apply(state, HandShown(4, CardSet.parse("BEFJMQU")))
    assert net(shown) == (-12, -51, -51, -51, 153)
    refused(shown, HandShown(4, CardSet.parse("BEFJMQU")), "H88-BID-06")


# -- hand yaku ----------------------------------------------------------------------------------------------


def test_a_hand_yaku_is_paid_when_shown_and_its_cards_are_played_from_the_table() -> None:
    """H3-TEYAKU-25."""
    state = show(begin("H3"), 0, "JKL", "三本")
    assert net(state) == (48, -24, -24)
    assert state.deal is not None and state.deal.hand_size(0) == 7
    played = play(state, "J")
    assert played.deal is not None and played.deal.exposed[0] == CardSet.parse("KL")


@pytest.mark.parametrize(
    ("seat", "exposed", "parts"),
    [
        (0, "JK", ("三本",)),
        (0, "JKL", ("立三本",)),
        (0, "IJKL", ("三本",)),
        (0, "STR", ("三本",)),
        (0, "JKL", ()),
        (0, "JKL", ("三本", "三本")),
        (0, "CGKOST", ("光一", "三本")),
        (0, "ABCDEFGH", ("四三",)),
    ],
)
def test_a_claim_that_no_hand_can_hold_is_refused(seat: int, exposed: str, parts: tuple[str, ...]) -> None:
    """H3-TEYAKU-20, DECL-RULE-02: nobody tells the hidden cards, yet these cannot be."""
    state = begin("H3")
    rows = tuple(state.game.row(part).id for part in parts)
    refused(state, TeyakuShown(seat, rows, CardSet.parse(exposed)), "H3-TEYAKU-20")


def test_announcements_are_one_a_player_and_of_cards_that_can_be_there() -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    refused(state, TeyakuShown(0, ("H3-TEYAKU-01",), CardSet.parse("JKL")), "H3-TEYAKU-16")
    refused(state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("JKL")), "H3-TEYAKU-16")
    refused(bidding("hachiju", 4, "oriru", "deru", "deru", "deru"), TeyakuShown(0, (), CardSet()), "H80-TEYAKU-01")
    refused(close(state), TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("CDB")), "H3-TEYAKU-16")


def test_games_that_use_the_best_claim_take_no_other() -> None:
    """AMB-COM-04: a known hand of カラス and 三本 cannot be claimed as カラス alone."""
    hand = CardSet.parse("CGKOtuv")
    rest = (CardSet.parse("ABDEFHI"), CardSet.parse("JLMNPQR"))
    state = apply(None, MatchStarted("hachihachi", ABC))
    state = apply(state, DealStarted(0, CardSet.parse("STUVWX"), (hand, *rest)))
    best = find_teyaku("hachihachi", hand)
    assert best is not None
    refused(state, TeyakuShown(0, ("H88-TEYAKU-08",), hand), "H88-TEYAKU-00")
    assert TeyakuShown(0, tuple(part.id for part in best.parts), hand) in legal_actions(state)


def test_seven_ribbons_are_shown_without_a_card_in_hachihachi() -> None:
    """H88-TEYAKU-11."""
    state = show(begin("H88"), 0, "", "赤")
    assert net(state) == (48, -24, -24)


def test_a_hidden_card_that_belies_the_claim_voids_it_in_sannin() -> None:
    """H3-MISHAP-04: 短一 was announced, and a light is played."""
    state = play(show(begin("H3"), 0, "CGKOSW", "短一"), "I")
    assert net(state) == (0, 0, 0) and state.problems[0][0] == "H3-MISHAP-04"
    assert [entry.rule for entry in state.ledger] == ["H3-TEYAKU-12"] * 2 + ["H3-MISHAP-04"] * 2
    assert turns(turn_up(state, "JI"), "UX").problems == state.problems


def test_a_hidden_card_that_belies_the_claim_asks_for_a_correction_elsewhere() -> None:
    """DECL-RULE-02."""
    state = play(show(begin("H88"), 0, "CGKOSW", "短一"), "I")
    assert net(state) == (72, -36, -36) and state.problems[0][0] == "DECL-RULE-02"


def test_a_contradiction_is_said_once() -> None:
    """赤 with two hidden cards, both of them lights."""
    state = play(show(begin("H88"), 0, "CGKOS", "赤"), "I")
    state = play(turns(turn_up(state, "JI"), "MN UX"), "A")
    assert len(state.problems) == 1


def test_a_hidden_card_that_fits_the_claim_changes_nothing() -> None:
    state = turn_up(play(show(begin("H3"), 0, "CGKOSW", "短一"), "J"), "IJ")
    assert state.problems == () and net(state) == (72, -36, -36)
    assert turns(state, "MN").problems == ()


def test_the_table_can_void_a_hand_yaku_itself() -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    refused(state, TeyakuVoided(1), "H3-MISHAP-04")
    voided = apply(state, TeyakuVoided(0))
    assert net(voided) == (0, 0, 0)
    refused(voided, TeyakuVoided(0), "H3-MISHAP-04")
    # Its 飛込み is gone as well.
    assert net(turns(voided, "J/IJ OP ST K/D QR MN LK/CD")) == (0, 0, 0)


def test_shiso_ends_the_year() -> None:
    """H3-SHISO-01, H3-SHISO-04: the holder takes 吟味 and stones; no card can be played any more."""
    state = show(begin("H3"), 0, "ABCDEFG", "四三")
    refused(state, DealResult((CardSet(),) * 3, ()), "H3-SHISO-01")
    with pytest.raises(IllegalAction):
        play(state, "A")
    ended = close(show(state, 1, "JKL", "三本"))
    assert ended.phase is Phase.OVER and ended.result is not None
    assert net(ended) == (960 - 24, -480 + 48, -480 - 24)
    assert ended.result.scores == (98, -46, -52) and not ended.result.void
    assert ended.result.mon == (98 * 12, -46 * 12, -52 * 12)
    assert ended.deal is not None and ended.deal.end is End.SHISO


def test_two_shiso_void_the_year() -> None:
    """H3-SHISO-03."""
    ended = close(show(show(begin("H3"), 0, "ABCDEFG", "四三"), 1, "IJKLMNO", "四三"))
    assert ended.result is not None and (ended.result.void, ended.result.scores) == (True, (0, 0, 0))


def test_shiso_is_an_ordinary_yaku_of_hachihachi_unless_the_option_ends_the_game() -> None:
    """H88-TEYAKU-23: then those who dropped pay too, and the holder takes the pot."""
    ordinary = close(show(begin("H88"), 0, "ABCDEFG", "四三"))
    assert ordinary.phase is Phase.HAND and net(ordinary) == (480, -240, -240)
    state = apply(None, MatchStarted("hachihachi", tuple("ABCD"), 0, {"shiso_ends_game": True}))
    state = apply(apply(state, DealStarted(0, CardSet.parse(SMALL))), BidMade(0, "oriru"))
    ended = close(show(state, 1, "ABCDEFG", "四三"))
    assert ended.phase is Phase.OVER
    # Seat 0 pays 12 to drop and 240 for the yaku; seat 1 also gets the prize of 5貫 a player.
    assert net(ended) == (-252, 3 * 240 + 12 + 240, -240, -240)
    assert ended.scores == (-312, 912, -300, -300)


@pytest.mark.parametrize("option", ["maker", "top_points"])
def test_the_holder_of_a_shiso_that_ends_the_match_takes_the_pot(option: str) -> None:
    """AMB-H88-03: nobody has card points by which the fees could go to another."""
    options: dict[str, OptionValue] = {"shiso_ends_game": True, "fee_when_set": option}
    state = apply(None, MatchStarted("hachihachi", tuple("ABCD"), 0, options))
    state = apply(apply(state, DealStarted(0, CardSet.parse(SMALL))), BidMade(0, "oriru"))
    ended = close(show(state, 2, "ABCDEFG", "四三"))
    (pot,) = (entry for entry in ended.ledger if entry.payer is None and entry.rule.startswith("H88-SCORE"))
    assert (pot.payee, pot.mon, pot.rule) == (2, 12, "H88-SCORE-04")


# -- 飛込み ---------------------------------------------------------------------------------------------------


def test_capturing_all_four_pays_at_that_moment() -> None:
    """H3-TOKU-04: three of cherry are shown, the fourth is turned up."""
    state = turns(show(begin("H3"), 0, "JKL", "三本"), "J/IJ OP ST K/D QR MN")
    assert net(state) == (48, -24, -24)
    state = play(state, "LK")
    assert net(state) == (72, -36, -36)
    assert rules(state)[-1] == "H3-TOKU-04"


def test_playing_the_fourth_while_all_three_are_held_is_hatto() -> None:
    """H3-HATTO-06, first half: seat 2 puts the fourth onto the field."""
    state = turns(show(begin("H3"), 0, "JKL", "三本"), "CD QR I/P JI/OP ST UX K/H GH/M mn")
    assert net(play(state, "LK")) == (72, -24, -48)


# Seat 2 is left with I, l, m and U: the fourth of the three that seat 0 holds, and what seat 1 lacks or its 影札.
NOTHING_ELSE = "CD VW/hi OP GH Ya/kn ST QR ef MN tv/u su/d I/or JI/A BA/E UX K/p FE/qp l/cd"


def test_a_tobikomi_that_was_paid_is_settled_again_once_the_hand_is_shown() -> None:
    """H3-HATTO-03, H3-HATTO-06: nothing but 法度 cards, of which the 飛込み is the cheapest."""
    state = show(begin("H3", "Wianrv"), 0, "JKL", "三本")
    state = play(turns(state, NOTHING_ELSE), "LK")
    assert net(state) == (72, -24, -48)
    excused = apply(state, HattoExempted(2, Card.parse("I"), CardSet.parse("IlmU")))
    assert net(excused) == (72, -36, -36)
    for hand in ("IlmX", "Ilgj", "IlUM", "Iltj"):
        refused(state, HattoExempted(2, Card.parse("I"), CardSet.parse(hand)), "H3-HATTO-03")
    refused(state, HattoExempted(1, Card.parse("I"), CardSet.parse("IlmU")), "H3-HATTO-03")


def test_a_set_that_was_lowered_before_the_hand_was_shown_is_paid_by_each_after_all() -> None:
    """H3-HATTO-03, H3-HATTO-04: seat 2 holds U, l, m and J, all of them 法度; a 飛込み of seat 0 stays as it was."""
    state = show(begin("H3", "Wianrv"), 0, "opq", "三本")
    state = turns(state, "CB VW/hi OP GF Ya/kn ST or/Q ef MN p/RQ tv/u U/A qp/E XU/DA")
    state = call(state, "sage")
    excused = apply(state, HattoExempted(2, Card.parse("U"), CardSet.parse("UlmJ")))
    assert net(apply(state, SageCancelled(1))) == (72, 36, -108)
    assert net(apply(excused, SageCancelled(1))) == (36, 36, -72)


def test_leaving_the_first_of_the_three_lying_is_hatto() -> None:
    """H3-HATTO-06, second half: seat 1 holds the fourth and does not take the first."""
    state = turns(show(begin("H3"), 0, "JKL", "三本"), "J/C QR OP KJ/DC I/G ST")
    assert net(play(state, "LI")) == (72, -48, -24)


@pytest.mark.parametrize(("option", "expected"), [(False, (72, -36, -36)), (True, (72, -48, -24))])
def test_feeding_a_tobikomi_costs_in_hachihachi_only_by_option(option: bool, expected: tuple[int, ...]) -> None:
    """H88-TEYAKU-30."""
    state = begin("H88", tobikomi_hatto=option)
    state = turns(show(state, 0, "JKL", "三本"), "J/C QR OP KJ/DC I/G ST")
    assert net(play(state, "LI")) == expected


def test_who_lowered_pays_a_tobikomi_for_all() -> None:
    """H3-SAGE-03."""
    state = turns(show(begin("H3"), 0, "JKL", "三本"), "J/IJ WV OP K/D ih ST QR ml")
    state = turns(call(state, "sage"), "UX")
    assert net(play(state, "LK")) == (72, -48, -24)


# -- the end of a match -------------------------------------------------------------------------------------


def test_hachiju_ends_after_an_agreed_number_of_deals_with_its_running_total() -> None:
    """H80-END-01."""
    state = call(turns(begin("H80", deals=1), "CB WV OP GF ih ST KJ"), "agari")
    assert state.phase is Phase.OVER and legal_actions(state) == ()
    assert state.result is not None and (state.result.scores, state.result.unit) == ((200, -100, -100), "点")
    assert state.result.mon == state.result.scores
    assert legal_actions(apply(None, MatchStarted("hachiju", ABC))) == ()


def test_half_a_year_of_hachihachi_pays_its_stakes_to_the_leader() -> None:
    """H88-START-01, H88-END-03, H88-END-04: 3貫 a player, and the 月札 to the lowest."""
    state = apply(None, MatchStarted("hachihachi", ABC, 0, {"deals": 6, "tsukifuda": True}))
    assert state.scores == (-36, -36, -36)
    for _ in range(6):
        state = call(turns(deal(state), "CB WV OP GF ih ST KJ"), "agari")
    assert state.phase is Phase.OVER and state.on_table == 0
    assert state.result is not None
    assert state.result.scores == (6 * 168 - 6 - 36 + 108, -6 * 84 - 36 + 3, -6 * 84 - 36 + 3)


def test_a_year_is_played_on_while_a_rate_binds() -> None:
    """H3-BA-03."""
    for etsunen in (False, True):
        state = apply(None, MatchStarted("sannin", ABC, 0, {"etsunen": etsunen}))
        for month in range(12):
            field = "AIefrv" if month == 11 else SMALL
            state = call(turns(deal(state, field), INOSHIKACHO if month == 11 else "CB WV OP GF ih ST KJ"), "agari")
        assert (state.phase is Phase.READY) is etsunen
    state = call(turns(deal(state), "CB WV OP GF ih ST KJ"), "agari")
    assert (state.phase, state.played) == (Phase.OVER, 13)
    assert state.on_table == 0

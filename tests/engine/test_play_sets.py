"""Completed sets in full mode: 上がり, 下げ, cancels, 法度 and who pays, game by game."""

from __future__ import annotations

import pytest
from tabletop import begin, call, net, play, rules, turn_up, turns
from yakume.engine import (
    Card,
    CardSet,
    DekiyakuCalled,
    HattoExempted,
    IllegalAction,
    Phase,
    SageCancelled,
    State,
    TwoTurned,
    apply,
    legal_actions,
)
from yakume.engine.facts import End

KAN = 12
# Seat 0 takes 赤短 in three turns and seat 1 青短, each by turning up the ribbon for the own hand card.
AKATAN_WITH_AOTAN = "CB WV OP GF ih ST KJ"
AOTAN_LAST = "ml"


def akatan(game: str, **options: object) -> State:
    """Seat 0 has just completed 赤短; seat 1 holds two of 青短."""
    return turns(begin(game, **options), AKATAN_WITH_AOTAN)


def test_agari_pays_the_set_from_each_and_its_maker_deals_next() -> None:
    state = call(akatan("H3"), "agari")
    assert net(state) == (168, -84, -84)
    assert rules(state) == ["H3-DEKI-05", "H3-NEXT-02"]
    assert (state.dealer, state.phase, state.played) == (0, Phase.READY, 1)


def test_sannin_calls_only_after_the_whole_turn() -> None:
    """H3-SAGE-00: made by the hand card, the deck card is still turned."""
    state = turns(begin("H3", "aKefrv"), "CB OP ST GF WX mn")
    state = play(state, "JK")
    assert state.deal is not None and state.deal.waiting is None
    with pytest.raises(IllegalAction) as caught:
        apply(state, DekiyakuCalled(0, "agari"))
    assert caught.value.rule == "H3-SAGE-00" and state.line in str(caught.value)
    state = turn_up(state, "ba")
    assert state.deal is not None and state.deal.waiting is not None
    assert net(call(state, "agari")) == (168, -84, -84)


def test_hachihachi_calls_before_the_deck_card() -> None:
    """H88-SAGE-01: agari before the deck card ends play without it; turning it is an implicit 下げ."""
    state = play(turns(begin("H88", "aKefrv"), "CB OP ST GF WX mn"), "JK")
    ended = call(state, "agari")
    assert ended.deal is not None and (net(ended), ended.deal.end) == ((168, -84, -84), End.SET)
    lowered = turn_up(state, "ba")
    assert lowered.deal is not None and lowered.deal.lowered == (0,)


def test_futari_calls_from_completion_until_the_end_of_the_turn() -> None:
    state = play(turns(begin("H2", "aKefrv", seats=2), "CB OP GF WX"), "JK")
    assert net(call(state, "agari")) == (84, -84)
    later = call(turn_up(state, "ba"), "agari")
    assert net(later) == (84, -84)


def test_a_set_lowered_and_added_to_is_paid_in_full() -> None:
    """H3-SAGE-02, H80-SAGE-02: 赤短 and later 猪鹿蝶."""
    for game, each in (("H3", 13 * KAN), ("H80", 200)):
        state = turns(call(akatan(game), "sage"), "QR DA Ya/Zb MN HE nk jg LI XU")
        assert net(call(state, "agari")) == (2 * each, -each, -each)


def test_who_lowered_pays_for_all_when_another_completes_a_set() -> None:
    """H3-SAGE-01, H88-SAGE-05, H80-SAGE-03, H2-SAGE-03: the four ways to lose a lowered set."""
    beaten = {
        "H3": (-168 + 84, 168 - 42, -42),
        "H88": (-168, 168, 0),
        "H80": (-100, 200, -100),
    }
    for game, expected in beaten.items():
        state = call(turns(call(akatan(game), "sage"), AOTAN_LAST), "agari")
        assert net(state) == expected, game
        assert state.dealer == 1


def test_sannin_lets_nobody_lower_beside_a_lowerer() -> None:
    """H3-SAGE-04."""
    state = turns(call(akatan("H3"), "sage"), AOTAN_LAST)
    assert legal_actions(state) == (DekiyakuCalled(1, "agari"),)
    for event in (DekiyakuCalled(1, "sage"), TwoTurned(0)):
        with pytest.raises(IllegalAction):
            apply(state, event)
    with pytest.raises(IllegalAction) as caught:
        turns(state, "ab")
    assert caught.value.rule == "H3-SAGE-04"
    # Two turned cards cannot force a 下げ that is impossible: the set ends the deal (AMB-H3-12).
    assert net(apply(state, TwoTurned(1))) == (-84, 126, -42)


def test_hachihachi_lets_a_second_player_lower_and_the_first_stays_liable() -> None:
    """AMB-H88-10: the first's set is void at once; H88-SAGE-06: the second keeps half, paid by the first."""
    state = call(turns(call(akatan("H88"), "sage"), AOTAN_LAST), "sage")
    assert state.deal is not None and state.deal.lowered == (1,)
    # Played out: seat 0 takes two more ribbons, which make no set, and everything else finds its month.
    state = turns(state, "QR DA Ya/Zb MN HE nk jg LI XU tv/u su/de cf/or pq")
    assert (net(state), state.dealer) == ((-84, 84, 0), 1)


def test_cancelling_pays_half_after_any_players_turn() -> None:
    """H3-SAGE-08."""
    state = call(akatan("H3"), "sage")
    with pytest.raises(IllegalAction):
        apply(state, SageCancelled(1))
    later = turns(state, "mn")
    assert SageCancelled(0) in legal_actions(later)
    ended = apply(later, SageCancelled(0))
    assert (net(ended), ended.dealer) == ((84, -42, -42), 0)
    with pytest.raises(IllegalAction) as caught:
        apply(play(later, "k"), SageCancelled(0))
    assert caught.value.rule == "H3-SAGE-08"


def test_hachihachi_cancels_by_option_on_the_own_turn_alone() -> None:
    """H88-SAGE-07."""
    plain = turns(call(akatan("H88"), "sage"), "mn QR")
    with pytest.raises(IllegalAction) as caught:
        apply(plain, SageCancelled(0))
    assert caught.value.rule == "H88-SAGE-07"
    state = call(akatan("H88", sage_cancel=True), "sage")
    with pytest.raises(IllegalAction):
        apply(turns(state, "mn"), SageCancelled(0))
    ended = apply(turns(state, "mn QR"), SageCancelled(0))
    assert net(ended) == (84, -42, -42)


def test_two_turned_cards_force_a_sage_that_cannot_be_cancelled() -> None:
    """H3-MISHAP-03."""
    state = apply(akatan("H3"), TwoTurned(0))
    assert state.deal is not None and state.deal.bound == 0
    later = turns(state, "mn QR")
    assert not any(isinstance(event, SageCancelled) for event in legal_actions(later))
    for game, rule in (("H3", "H3-MISHAP-03"), ("H80", "H80-SAGE-00")):
        with pytest.raises(IllegalAction) as caught:
            apply(begin(game), TwoTurned(0))
        assert caught.value.rule == rule


def test_playing_on_without_a_word_is_sage() -> None:
    """H80-SAGE-06, AMB-COM-02."""
    for game in ("H80", "H88", "H3"):
        state = turns(akatan(game), "mn")
        assert state.deal is not None and state.deal.lowered == (0,)


# -- 法度 ----------------------------------------------------------------------------------------------------

# Seat 0 has B and F; seat 2 puts the last ribbon, J, from the hand onto the field; seat 0 takes it with K.
FED = "CB WV OP GF ih J/S KJ/TS"


def fed(game: str, text: str = FED, **options: object) -> State:
    return turns(begin(game, **options), text)


@pytest.mark.parametrize("game", ["H3", "H88"])
def test_who_feeds_the_missing_card_pays_for_both(game: str) -> None:
    """H3-HATTO-01, H88-HATTO-01."""
    state = fed(game) if game == "H3" else play(fed(game, FED.rsplit(" ", 1)[0]), "KJ")
    ended = call(state, "agari")
    assert net(ended) == (168, 0, -168)
    (paid,) = (entry for entry in ended.ledger if entry.rule == f"{game}-DEKI-0{5 if game == 'H3' else 1}")
    assert (paid.payer, paid.payee, paid.because) == (2, 0, (f"{game}-HATTO-01",))


def test_other_games_know_no_hatto() -> None:
    """H80-PLAY-09, H2-HATTO-00."""
    assert net(call(fed("H80"), "agari")) == (200, -100, -100)


def test_a_shadow_counts_in_sannin_only_when_the_other_two_are_captured() -> None:
    """H3-HATTO-01 (b), AMB-H3-09: I for J, before and after K and L are gone."""
    early = "CB WV OP GF ih I/S JI/TS"
    late = "CB WV OP GF KL I/S JI/TS"
    assert net(call(fed("H3", early), "agari")) == (168, -84, -84)
    assert net(call(fed("H3", late), "agari")) == (168, 0, -168)


def test_a_shadow_counts_in_hachihachi_in_any_month() -> None:
    """H88-HATTO-01, AMB-H88-07."""
    text = "CB WV OP GF ih I/S"
    assert net(call(play(fed("H88", text), "JI"), "agari")) == (168, 0, -168)
    assert net(call(play(fed("H88", text, hatto_shadow="kimari_only"), "JI"), "agari")) == (168, -84, -84)


def test_a_deck_card_is_never_hatto() -> None:
    """H3-HATTO-02."""
    assert net(call(fed("H3", "CB WV OP GF ih S/J KJ/TS"), "agari")) == (168, -84, -84)


def test_a_fed_set_that_is_lowered_and_cancelled_halves_the_penalty() -> None:
    """H3-HATTO-04."""
    state = apply(turns(call(fed("H3"), "sage"), "mn"), SageCancelled(0))
    assert net(state) == (84, 0, -84)


# Seat 2 is left with J and l, which seats 0 and 1 wait for, and plays l; seat 1 takes it with k.
@pytest.mark.parametrize(
    ("game", "last", "each"), [("H3", "or/ts", 20), ("H3", "ts/or", 20), ("H88", "or/ts", 12)], ids=str
)
def test_who_fed_four_lights_pays_the_five_that_count_in_their_place(game: str, last: str, each: int) -> None:
    """H3-HATTO-01, H88-HATTO-01: 12h is fed to 1h 3h 8h; with 11h, taken before it or after, it makes 五光."""
    state = turns(begin(game, "abefrZ"), f"CA WV OP KI ih ST ce/Q Rq/j s/G {last}".replace("Rq", "RQ"))
    (paid,) = (entry for entry in call(state, "agari").ledger if entry.rule in ("H3-DEKI-01", "H88-DEKI-05"))
    assert (paid.payer, paid.payee, paid.mon, paid.because) == (2, 0, 2 * 12 * each, (f"{game}-HATTO-01",))


def test_five_lights_over_fed_and_lowered_four_are_paid_by_the_feeder_too() -> None:
    """H3-HATTO-04: the same reading as in one turn."""
    state = call(turns(begin("H3", "abefrZ"), "CA WV OP KI ih ST ce/Q RQ/j s/G ts/HG"), "sage")
    state = call(turns(state, "M/gj NM/k or/F"), "agari")
    (paid,) = (entry for entry in state.ledger if entry.rule == "H3-DEKI-01")
    assert (paid.payer, paid.mon, paid.because) == (2, 480, ("H3-HATTO-04",))


ALL_HATTO = "CB WV OP GF ih ST DA QR LI HE MN jg Ya/Zb UX or/p qp/sv ce/df l/t K/ut kl/m"


def test_a_hand_of_nothing_but_hatto_cards_excuses_once_it_is_shown() -> None:
    """H3-HATTO-03: of two sets of one price the card against the player before goes first."""
    state = turns(begin("H3"), ALL_HATTO)
    assert net(call(state, "agari")) == (0, 168, -168)
    shown = apply(state, HattoExempted(2, Card.parse("l"), CardSet.parse("Jl")))
    assert net(call(shown, "agari")) == (-84, 168, -84)


@pytest.mark.parametrize(
    ("seat", "card", "hand"), [(2, "l", "sl"), (2, "l", "Jln"), (2, "J", "Jl"), (0, "l", "Jl"), (2, "l", "nl")]
)
def test_a_hand_that_excuses_nothing_is_refused(seat: int, card: str, hand: str) -> None:
    """H3-HATTO-03: a card that lies elsewhere, a third card, a card that fed nothing, another player, a free card."""
    state = turns(begin("H3"), ALL_HATTO)
    with pytest.raises(IllegalAction) as caught:
        apply(state, HattoExempted(seat, Card.parse(card), CardSet.parse(hand)))
    assert caught.value.rule == "H3-HATTO-03"


def test_a_set_added_to_a_fed_and_lowered_one_is_paid_by_the_feeder_too() -> None:
    """H3-HATTO-04, AMB-H3-16: 猪鹿蝶 after a fed 赤短."""
    state = turns(call(fed("H3"), "sage"), "QR DA Ya/Zb MN HE nk jg LI XU")
    assert net(call(state, "agari")) == (2 * 13 * KAN, 0, -2 * 13 * KAN)


def test_a_lowered_set_runs_out_with_its_makers_last_card() -> None:
    """H3-SAGE-06: the others still hold a card each."""
    state = turns(call(akatan("H3"), "sage"), "QR DA HE MN nk Ya/Zb jg LI XU tv/u su/de cf/or")
    assert state.phase is Phase.READY and (net(state), state.dealer) == ((84, -42, -42), 0)
    assert state.deal is not None and state.deal.hand_size(1) == 1

"""Result mode: a deal settled from its piles and declarations, and records that cannot be true."""

from __future__ import annotations

import pytest
from tabletop import begin, call, close, deal, net, play, show, turn_up, turns
from yakume.engine import (
    BidMade,
    Cancelled,
    CardSet,
    DealResult,
    DealStarted,
    Happening,
    IllegalAction,
    MatchStarted,
    SetsMade,
    State,
    Tobikomi,
    apply,
    card_points,
    draft_result,
)

AKATAN = ("H3-DEKI-05", 7)
AOTAN = ("H3-DEKI-06", 7)
NOBODY = CardSet()
# By pairs of a month in turn to three players: nobody holds a set of any game.
PAIRS = [CardSet.from_mask(half << at) for at in range(0, 48, 4) for half in (0b0101, 0b1010)]
THIRDS = tuple(CardSet(card for pair in PAIRS[place::3] for card in pair) for place in range(3))


def piles(*texts: str) -> tuple[CardSet, ...]:
    return tuple(CardSet.parse(text) for text in texts)


def record(state: State, captures: tuple[CardSet, ...], *happenings: Happening) -> State:
    return apply(state, DealResult(captures, happenings))


def test_a_set_that_ended_the_deal_needs_only_its_own_pile() -> None:
    state = record(begin("H3"), piles("BFJC", "", ""), SetsMade(0, (AKATAN,), "agari"))
    assert net(state) == (168, -84, -84) and state.dealer == 0


def test_the_draft_finds_sets_and_prices_in_the_piles() -> None:
    state = begin("H3")
    draft = draft_result(state, piles("BFJNRVZhq", "YkU", ""), ((0, "sage"), (1, "agari")))
    assert draft.happenings == (
        SetsMade(0, (("H3-DEKI-04", 12), AKATAN), "sage"),
        SetsMade(1, (("H3-DEKI-07", 6),), "agari"),
    )
    # 12 + 7 貫 at half, and seat 0 pays both shares of 6 貫.
    assert net(apply(state, draft)) == (2 * 114 - 144, 144 - 114, -114)


def test_a_deal_half_followed_can_still_be_recorded() -> None:
    state = turns(begin("H3"), "CB WV OP")
    assert net(record(state, piles("BCFJ", "VW", "OP"), SetsMade(0, (AKATAN,), "agari"))) == (168, -84, -84)


def test_the_draft_keeps_what_was_followed_of_the_deal() -> None:
    """Seat 0 was seen to lower 赤短; later only the piles are known."""
    state = call(turns(begin("H3"), "CB WV OP GF ih ST KJ"), "sage")
    draft = draft_result(state, piles("BCFGJKYkU", "VWhi", "OPST"), ((0, "agari"),))
    assert draft.happenings == (SetsMade(0, (AKATAN,), "sage"), SetsMade(0, (("H3-DEKI-07", 6),), "agari"))
    ended = apply(state, draft)
    assert net(ended) == (2 * 156, -156, -156)
    assert ended.deal is not None and ended.deal.piles[0] & ended.deal.field == CardSet()


def test_a_tobikomi_is_found_in_the_piles() -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    ended = record(state, piles("IJKL", "BF", "Vhl"), SetsMade(2, (AOTAN,), "agari"))
    assert net(ended) == (48 + 24 - 84, -24 - 12 - 84, -24 - 12 + 168)


def test_a_tobikomi_beside_a_lowered_set_must_say_when() -> None:
    """H3-SAGE-03: before the 下げ each pays, after it the lowerer."""
    state = show(begin("H3"), 0, "JKL", "三本")
    captures = piles("IJKL", "", "Vhl")
    lowered, cancelled = SetsMade(2, (AOTAN,), "sage"), Cancelled(2)
    with pytest.raises(IllegalAction, match="say whether before or after") as caught:
        record(state, captures, lowered, cancelled)
    assert caught.value.rule == "H3-SAGE-03"
    assert net(record(state, captures, Tobikomi(0, 3), lowered, cancelled)) == (
        48 + 24 - 42,
        -24 - 12 - 42,
        -24 - 12 + 84,
    )
    assert net(record(state, captures, lowered, Tobikomi(0, 3), cancelled)) == (48 + 24 - 42, -24 - 42, -24 - 24 + 84)


def test_a_lowerer_may_run_out_before_the_others_have_played_all() -> None:
    """H3-SAGE-06: forced cancel at the lowerer's last card."""
    ended = record(begin("H3"), piles("BFJ", "O", "S"), SetsMade(0, (AKATAN,), "sage"))
    assert (net(ended), ended.dealer) == ((84, -42, -42), 0)


def test_a_deal_that_was_played_out_has_all_cards_in_its_piles() -> None:
    """COM-CAP-06."""
    state = begin("H3")
    assert record(state, THIRDS).played == 1
    with pytest.raises(IllegalAction) as caught:
        record(state, (THIRDS[0], THIRDS[1], THIRDS[2] - CardSet.parse("ce")))
    assert caught.value.rule == "COM-CAP-06"


@pytest.mark.parametrize(("game", "seats"), [("H3", 3), ("SD", 3), ("H80", 2), ("H2", 2)])
def test_whole_piles_hold_no_one_or_three_cards_of_a_month(game: str, seats: int) -> None:
    state = begin(game, seats=seats)
    first, second, *others = THIRDS[:seats]
    assert record(state, THIRDS[:seats]).played == 1
    for moved, rule in (("A", "COM-CAP-02"), ("B", "COM-CAP-04")):
        # Of seat 0's two pines one goes away, or one of seat 1's comes to them.
        swapped = (first ^ CardSet.parse(moved), second ^ CardSet.parse(moved), *others)
        with pytest.raises(IllegalAction, match=r"holds [13] cards of month 1, .*: expected 0, 2 or 4") as caught:
            record(state, swapped)
        assert caught.value.rule == rule


@pytest.mark.parametrize("game", ["H80", "H2"])
def test_two_players_cannot_capture_what_was_never_turned(game: str) -> None:
    """COM-CAP-06: 14 deck cards stay unturned."""
    state = begin(game, seats=2)
    most = (THIRDS[0] | CardSet.parse("EG"), THIRDS[1])
    assert sum(map(len, most)) == 34 and record(state, most).played == 1
    with pytest.raises(IllegalAction, match="36 cards captured of the 34") as caught:
        record(state, (most[0], most[1] | CardSet.parse("JL")))
    assert caught.value.rule == "COM-CAP-06"


@pytest.mark.parametrize(("game", "least"), [("H80", 22), ("H2", 22)])
def test_two_players_capture_what_must_be_captured(game: str, least: int) -> None:
    """COM-CAP-05: of a month that keeps a card on the field no second one does; where any card may stay, none must."""
    state = begin(game, "HLPTXb", seats=2)  # each of another month
    few = CardSet(card for pair in PAIRS[1::3][: least // 2 - 8] for card in pair)
    assert record(state, (THIRDS[0], few)).played == 1
    fewer = (THIRDS[0], few - PAIRS[1])
    with pytest.raises(IllegalAction, match=f"{least - 2} cards captured of at least {least}") as caught:
        record(state, fewer)
    assert caught.value.rule == "COM-CAP-05"
    free = begin(game, "HLPTXb", seats=2, capture_mandatory=False)
    assert record(free, fewer).played == 1


def test_cards_that_decide_nothing_need_not_be_told() -> None:
    """KK-SCORE-04: the dealer's right is paid whatever the piles hold; in 二人 the points of the cards are."""
    assert record(begin("KK", seats=2), (NOBODY, NOBODY)).played == 1
    assert refusal(begin("H2", seats=2), (NOBODY, NOBODY)) == "COM-CAP-05"


def refusal(state: State, captures: tuple[CardSet, ...], *happenings: Happening) -> str:
    """The rule that refuses a record."""
    with pytest.raises(IllegalAction) as caught:
        record(state, captures, *happenings)
    assert str(caught.value).endswith(state.line)
    return caught.value.rule


H88_GOKO, H88_SHIKO = ("H88-DEKI-05", 12), ("H88-DEKI-04", 10)
H3_GOKO, H3_SHIKO = ("H3-DEKI-01", 20), ("H3-DEKI-02", 12)


@pytest.mark.parametrize(
    ("game", "made"),
    [("H3", H3_GOKO), ("H88", H88_GOKO), ("H80", ("H80-DEKI-06", 600)), ("H2", ("H2-DEKI-05", 12))],
)
def test_a_set_must_lie_in_the_pile_of_its_maker(game: str, made: tuple[str, int]) -> None:
    seats = 2 if game == "H2" else 3
    state = begin(game, seats=seats)
    empty = (NOBODY,) * seats
    assert refusal(state, empty, SetsMade(0, (made,), "agari")) == made[0]
    elsewhere = (NOBODY, CardSet.parse("AIcos"), NOBODY)[:seats]
    assert refusal(state, elsewhere, SetsMade(0, (made,), "agari")) == made[0]


@pytest.mark.parametrize(
    ("game", "shiko", "goko"), [("H3", H3_SHIKO, H3_GOKO), ("H88", H88_SHIKO, H88_GOKO)], ids=["H3", "H88"]
)
def test_four_lights_are_not_paid_beside_five(game: str, shiko: tuple[str, int], goko: tuple[str, int]) -> None:
    """H3-DEKI-01, H88-DEKI-05: together, or four after five."""
    state, lights = begin(game), piles("AIcos", "", "")
    assert refusal(state, lights, SetsMade(0, (shiko, goko), "agari")) == goko[0]
    assert refusal(state, lights, SetsMade(0, (goko,), "sage"), SetsMade(0, (shiko,), "agari")) == goko[0]


def test_lowered_four_lights_become_five_in_sannin_and_not_in_hachihachi() -> None:
    """H3-SAGE-07, H88-SAGE-03."""
    lights = piles("AIcos", "", "")
    assert (
        net(record(begin("H3"), lights, SetsMade(0, (H3_SHIKO,), "sage"), SetsMade(0, (H3_GOKO,), "agari")))[0] == 480
    )
    record88 = (SetsMade(0, (H88_SHIKO,), "sage"), SetsMade(0, (H88_GOKO,), "agari"))
    assert refusal(begin("H88"), lights, *record88) == "H88-SAGE-03"


def test_a_set_that_is_not_played_with_is_refused() -> None:
    """AMB-H2-11."""
    made, boar = SetsMade(0, (("H2-DEKI-06", 7),), "agari"), piles("YkU", "")
    assert refusal(begin("H2", seats=2, inoshikacho=False), boar, made) == "H2-DEKI-06"
    assert net(record(begin("H2", seats=2), boar, made)) == (84, -84)


@pytest.mark.parametrize("sets", [(AKATAN, AKATAN), (("赤短", 7),)], ids=["twice", "by name"])
def test_a_set_is_told_once_and_by_its_rule(sets: tuple[tuple[str, int], ...]) -> None:
    rule = refusal(begin("H3"), piles("BFJ", "", ""), SetsMade(0, sets, "agari"))
    assert rule == ("H3-DEKI-05" if len(sets) == 2 else "H3-SAGE-00")


@pytest.mark.parametrize(
    ("game", "pile", "row", "rule"),
    [
        ("H3", "BFNRVlq", ("H3-DEKI-04", 10), "H3-HATTO-00"),
        ("H3", "EQUYg", ("H3-DEKI-03", 12), "H3-HATTO-00"),
        ("H88", "BFNRVlh", ("H88-DEKI-03", 10), "H88-HATTO-02"),
        ("H80", "BFJ", ("H80-DEKI-02", 200), "H80-PLAY-09"),
        ("H2", "BFJ", ("H2-DEKI-01", 7), "H2-HATTO-00"),
    ],
)
def test_nobody_feeds_what_is_not_under_hatto(game: str, pile: str, row: tuple[str, int], rule: str) -> None:
    seats = 2 if game == "H2" else 3
    captures = (CardSet.parse(pile), *(NOBODY,) * (seats - 1))
    assert refusal(begin(game, seats=seats), captures, SetsMade(0, (row,), "agari", ((row[0], 1),))) == rule


@pytest.mark.parametrize("seat", [-1, 0, 3, 9])
def test_a_feeder_is_another_player_in_play(seat: int) -> None:
    state, captures = begin("H3"), piles("BFJ", "", "")
    fed = SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-05", seat),))
    assert refusal(state, captures, fed) == "H3-HATTO-01"
    twice = SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-05", 1), ("H3-DEKI-05", 2)))
    assert refusal(state, captures, twice) == "H3-HATTO-01"
    diving = show(state, 0, "JKL", "三本")
    assert refusal(diving, piles("IJKL", "", ""), Tobikomi(0, 3, seat)) == "H3-HATTO-06"


def test_a_tobikomi_is_told_once() -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    assert refusal(state, piles("IJKL", "", ""), Tobikomi(0, 3), Tobikomi(0, 3)) == "H3-TOKU-04"


@pytest.mark.parametrize(("option", "rule"), [(False, "H88-HATTO-02"), (True, "")])
def test_a_tobikomi_is_under_hatto_in_hachihachi_by_option_alone(option: bool, rule: str) -> None:
    """H88-TEYAKU-30."""
    state = show(begin("H88", tobikomi_hatto=option), 0, "JKL", "三本")
    told = (Tobikomi(0, 3, 1), SetsMade(2, (("H88-DEKI-02", 7),), "agari"))
    captures = piles("IJKL", "", "Vhl")
    if rule:
        assert refusal(state, captures, *told) == rule
    else:
        assert net(record(state, captures, *told)) == (48 + 24 - 84, -24 - 24 - 84, -24 + 168)


def test_a_feeder_that_nobody_saw_is_booked_as_told() -> None:
    """YK-TOLD-01: the piles cannot show who fed a set; followed card by card it is known."""
    fed = SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-05", 2),))
    told = record(begin("H3"), piles("BFJ", "", ""), fed)
    (entry,) = (entry for entry in told.ledger if entry.rule == "H3-DEKI-05")
    assert entry.because == ("H3-HATTO-01", "YK-TOLD-01") and (entry.payer, entry.mon) == (2, 168)
    assert "申告のとおり" in entry.ja and "booked as told" in entry.en
    # Seat 2 puts 3t on the field while 1t and 2t lie with seat 0, who is then recorded to have taken it.
    seen = turns(begin("H3"), "CB WV OP GF ih")
    seen = turn_up(play(seen, "J"), "S")
    followed = record(seen, piles("BCFGJK", "VWhi", "OP"), fed)
    (entry,) = (entry for entry in followed.ledger if entry.rule == "H3-DEKI-05")
    assert entry.because == ("H3-HATTO-01",)
    dived = show(begin("H3"), 0, "JKL", "三本")
    dived = record(dived, piles("IJKL", "", "Vhl"), Tobikomi(0, 3, 1), SetsMade(2, (AOTAN,), "agari"))
    (entry,) = (entry for entry in dived.ledger if entry.rule == "H3-TOKU-04")
    assert entry.because == ("H3-HATTO-06", "YK-TOLD-01") and (entry.payer, entry.mon) == (1, 24)


@pytest.mark.parametrize(
    ("captures", "happenings", "rule"),
    [
        (("BFJ", ""), (), "COM-CAP-05"),
        (("BFJ", "B", ""), (), "COM-CARD-01"),
        (("BFJ", "", ""), (), "H3-DEKI-05"),
        (("BFJ", "", ""), (SetsMade(1, (AKATAN,), "agari"),), "H3-DEKI-05"),
        (("BFJ", "", ""), (SetsMade(0, (("H3-DEKI-05", 8),), "agari"),), "H3-DEKI-05"),
        (("BFJ", "", ""), (SetsMade(0, (("H3-DEKI-05", 6),), "agari"),), "H3-DEKI-05"),
        (("BFJ", "", ""), (SetsMade(0, (("H3-TEYAKU-01", 2),), "agari"),), "H3-SAGE-00"),
        (("BFJ", "", ""), (SetsMade(0, (), "agari"),), "H3-SAGE-00"),
        (("BFJ", "", ""), (SetsMade(3, (AKATAN,), "agari"),), "H3-SAGE-00"),
        (("BFJ", "", ""), (SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-05", 0),)),), "H3-HATTO-01"),
        (("BFJ", "", ""), (SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-06", 1),)),), "H3-HATTO-01"),
        (("BFJ", "", ""), (SetsMade(0, (AKATAN,), "sage"), SetsMade(0, (AKATAN,), "agari")), "H3-DEKI-05"),
        (("BFJ", "Vhl", ""), (SetsMade(0, (AKATAN,), "sage"), SetsMade(1, (AOTAN,), "sage")), "H3-SAGE-04"),
        (("BFJ", "Vhl", ""), (SetsMade(0, (AKATAN,), "agari"), SetsMade(1, (AOTAN,), "agari")), "H3-SAGE-00"),
        (("BFJ", "", ""), (SetsMade(0, (AKATAN,), "sage"), Cancelled(1)), "H3-SAGE-08"),
        (("IJKL", "", ""), (Tobikomi(1, 3),), "H3-TOKU-04"),
        (("JKL", "", ""), (Tobikomi(0, 3),), "H3-TOKU-04"),
    ],
)
def test_a_record_that_cannot_be_true_is_refused(
    captures: tuple[str, ...], happenings: tuple[Happening, ...], rule: str
) -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    with pytest.raises(IllegalAction) as caught:
        record(state, piles(*captures), *happenings)
    assert caught.value.rule == rule and str(caught.value).endswith(state.line)


def test_piles_keep_what_was_seen_captured() -> None:
    state = turns(begin("H3"), "CB")
    with pytest.raises(IllegalAction, match="had captured 1t") as caught:
        record(state, piles("C", "B", ""))
    assert caught.value.rule == "COM-CAP-05"


def test_who_is_not_in_play_captures_nothing() -> None:
    state = begin("H88", seats=4)
    assert state.deal is not None and state.deal.order == (0, 1, 2)
    with pytest.raises(IllegalAction) as caught:
        record(state, piles("", "", "", "A"))
    assert caught.value.rule == "COM-CAP-05"


def test_hachihachi_records_a_cancel_only_with_its_option() -> None:
    """H88-SAGE-07."""
    lowered, cancelled = SetsMade(0, (("H88-DEKI-01", 7),), "sage"), Cancelled(0)
    with pytest.raises(IllegalAction) as caught:
        record(begin("H88"), piles("BFJ", "", ""), lowered, cancelled)
    assert caught.value.rule == "H88-SAGE-07"
    assert net(record(begin("H88", sage_cancel=True), piles("BFJ", "", ""), lowered, cancelled)) == (84, -42, -42)
    with pytest.raises(IllegalAction) as caught:
        record(begin("H80"), piles("BFJ", "", ""), SetsMade(0, (("H80-DEKI-02", 200),), "sage"), cancelled)
    assert caught.value.rule == "H80-SAGE-00"


def test_sudaoshi_has_no_set_to_call() -> None:
    with pytest.raises(IllegalAction) as caught:
        record(begin("SD"), piles("cdef", "", ""), SetsMade(0, (("SD-DEKI-01", 2),), "agari"))
    assert caught.value.rule == "SD-PLAY-01"


def test_the_next_deal_follows_a_recorded_one() -> None:
    state = record(close(begin("H3")), piles("", "BFJ", ""), SetsMade(1, (AKATAN,), "agari"))
    following = call(turns(deal(state), "CB WV OP GF ih ST KJ"), "agari")
    assert net(following) == (-168, 336, -168) and following.played == 2


def test_a_longer_row_of_ribbons_replaces_the_shorter_one() -> None:
    """H3-SAGE-07: 七短 lowered, then 八短: 11貫, not 21."""
    shichitan = [SetsMade(0, (("H3-DEKI-04", 10),), "sage"), SetsMade(0, (("H3-DEKI-04", 11),), "agari")]
    assert net(record(begin("H3"), piles("BFNRZhql", "", ""), *shichitan)) == (264, -132, -132)


@pytest.mark.parametrize(("option", "each"), [("add", 22), ("replace", 12)])
def test_five_lights_after_lowered_four_are_added_or_replace_them(option: str, each: int) -> None:
    """H2-DEKI-07."""
    lights = [SetsMade(0, (("H2-DEKI-04", 10),), "sage"), SetsMade(0, (("H2-DEKI-05", 12),), "agari")]
    state = begin("H2", seats=2, goko_after_shiko=option)
    assert net(record(state, piles("AIcos", ""), *lights)) == (12 * each, -12 * each)


def test_a_fed_set_is_recorded_with_its_feeder() -> None:
    """H3-HATTO-01."""
    fed = SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-05", 2),))
    assert net(record(begin("H3"), piles("BFJ", "", ""), fed)) == (168, 0, -168)


def test_sudaoshi_is_recorded_by_its_piles_alone() -> None:
    """SD-SCORE-01."""
    points = [card_points("sudaoshi", pile) for pile in THIRDS]
    assert net(record(begin("SD"), THIRDS)) == (points[0] - 100, points[1] - 110, points[2] - 120)


@pytest.mark.parametrize(("option", "paid"), [(False, 240), (True, 264)])
def test_nuke_after_a_set_is_an_option_of_hachihachi(option: bool, paid: int) -> None:
    """AMB-H88-06: 短一 36 and 赤短 84 from each, and 12 more for 89 points."""
    state = show(begin("H88", nuke_after_set=option), 0, "CGKOSW", "短一")
    ended = record(state, piles("BFJAIcdg", "", ""), SetsMade(0, (("H88-DEKI-01", 7),), "agari"))
    assert net(ended) == (paid, -paid // 2, -paid // 2)


@pytest.mark.parametrize(("option", "pot"), [("maker", (12, 0)), ("top_points", (0, 12))])
def test_who_takes_the_fees_of_a_deal_that_a_set_ended_is_an_option(option: str, pot: tuple[int, int]) -> None:
    """AMB-H88-03: seat 1 ends with 赤短, seat 2 has more points."""
    state = apply(None, MatchStarted("hachihachi", tuple("ABCD"), 0, {"fee_when_set": option}))
    state = apply(apply(state, DealStarted(0, CardSet.parse("abefrv"))), BidMade(0, "oriru"))
    ended = record(state, piles("", "BFJ", "AIc", ""), SetsMade(1, (("H88-DEKI-01", 7),), "agari"))
    assert net(ended) == (-12, 168 + pot[0], -84 + pot[1], -84)

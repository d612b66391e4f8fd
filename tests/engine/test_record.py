"""Result mode: a deal settled from its piles and declarations, and records that cannot be true."""

from __future__ import annotations

import pytest
from tabletop import begin, call, close, deal, net, show, turns
from yakume.engine import (
    DECK,
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


def test_a_dive_is_found_in_the_piles() -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    ended = record(state, piles("IJKL", "BF", "Vhl"), SetsMade(2, (AOTAN,), "agari"))
    assert net(ended) == (48 + 24 - 84, -24 - 12 - 84, -24 - 12 + 168)


def test_a_dive_beside_a_lowered_set_must_say_when() -> None:
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
    thirds = tuple(CardSet(list(DECK)[place::3]) for place in range(3))
    state = begin("H3")
    assert record(state, thirds).played == 1
    with pytest.raises(IllegalAction) as caught:
        record(state, (thirds[0], thirds[1], thirds[2] - CardSet.parse("C")))
    assert caught.value.rule == "COM-CAP-06"


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
        (("BFJ", "", ""), (SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-05", 0),)),), "H3-SAGE-00"),
        (("BFJ", "", ""), (SetsMade(0, (AKATAN,), "agari", (("H3-DEKI-06", 1),)),), "H3-SAGE-00"),
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
    thirds = tuple(CardSet(list(DECK)[place::3]) for place in range(3))
    points = [card_points("sudaoshi", pile) for pile in thirds]
    assert net(record(begin("SD"), thirds)) == (points[0] - 100, points[1] - 110, points[2] - 120)


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

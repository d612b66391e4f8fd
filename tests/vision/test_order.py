"""What the order of two half-turns costs by when they may have been made."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from decoder_table import position
from yakume.engine import CardSet, Face
from yakume.vision.referee.covers import Covers
from yakume.vision.referee.hypothesis import Hypothesis
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.looks import LookKeeper, Sight
from yakume.vision.referee.order import When, order_cost, when_made
from yakume.vision.referee.position import Move, mask_of
from yakume.vision.referee.repairs import UNCONFIRMED, unconfirmed
from yakume.vision.referee.swaps import swaps
from yakume.vision.zones import FIELD, Zone, captures_of

PLAYED, TURNED = When(75_200, 75_200), When(73_000, 76_600)
"""二人, seed 1209: 12k lay there at once, under an arm that leaned over the table before and after; then 1k."""


def test_what_an_arm_may_have_hidden_is_likelier_laid_when_it_is_seen_than_long_before() -> None:
    assert order_cost(TURNED, PLAYED) - order_cost(PLAYED, TURNED) > 1.0


def test_a_card_that_an_arm_hid_was_laid_as_the_arm_came_or_as_it_left() -> None:
    hidden, early, late = (When(*span, shown=True) for span in ((1_000, 3_000), (1_300, 1_400), (2_500, 2_600)))
    between = order_cost(late, hidden) - order_cost(early, hidden)
    assert 0 < between < 0.2  # hardly any is laid while the arm rests there
    assert order_cost(late, hidden) < order_cost(hidden, late)
    as_it_came = When(1_000, 1_100, shown=True)
    assert order_cost(hidden, as_it_came) > order_cost(hidden, early) + 0.5
    # Where nothing hid it, any moment is as likely.
    short = When(1_000, 1_400, shown=True), When(1_150, 1_250, shown=True)
    assert abs(order_cost(*short) - order_cost(*reversed(short))) < 0.01


def test_what_came_earlier_by_what_was_believed_before_may_have_come_any_time_since() -> None:
    """八八, seed 1200: 9t was glimpsed, and an arm lay over it until after 3k was turned."""
    glimpsed, turned = When(15_000, 16_000), When(15_400, 15_800)
    as_likely = abs(order_cost(glimpsed._replace(late=True), turned) - order_cost(turned, glimpsed._replace(late=True)))
    assert as_likely < 1.0 < order_cost(glimpsed, turned) - order_cost(turned, glimpsed)


def test_the_card_that_is_seen_before_a_hand_goes_to_the_stock_was_played() -> None:
    one, other = When(1_000, 2_000, late=True), When(1_000, 3_000, late=True)
    drawn = [(2_100, 2_400)]
    assert order_cost(one, other, drawn) < order_cost(one, other) < 0.5
    assert order_cost(other, one, drawn) > order_cost(other, one) + 1.0
    # A hand that was there before both, or that lay there until both were seen, tells nothing.
    assert all(
        order_cost(*pair, [(100, 900), (2_900, 4_000)]) == order_cost(*pair) for pair in [(one, other), (other, one)]
    )


def test_of_a_card_that_was_never_seen_the_stock_tells_whether_it_was_played_or_turned() -> None:
    """三人, seed 1311: 3a was seen, a hand went to the stock, and 12b was first seen among the captures."""
    seen, drawn = When(2_000, 2_200), [(100, 400), (2_600, 3_000)]
    assert order_cost(seen, None, drawn, 1_000) < 0.1 < 2.5 < order_cost(None, seen, drawn, 1_000)
    # The other way round, and where no hand was seen at the stock since the turn began.
    drawn = [(1_400, 1_900)]
    assert order_cost(None, seen, drawn, 1_000) < 0.1 < 2.5 < order_cost(seen, None, drawn, 1_000)
    assert order_cost(None, seen, [(100, 400)], 1_000) == order_cost(seen, None, [(100, 400)], 1_000)
    assert order_cost(None, None) == 0.0


def test_a_hand_is_at_the_stock_no_sooner_than_it_can_be() -> None:
    """An arm that lays a card passes over the stock; pictures show to the frame when what was turned was laid."""
    turned, hidden = When(2_900, 3_000, shown=True), When(2_000, 3_400, late=True)
    passes, goes = [(1_900, 2_100)], [(1_900, 2_200)]
    assert order_cost(hidden, turned, goes) < order_cost(hidden, turned, passes)
    late = [(2_900, 3_200)]
    assert order_cost(hidden, turned, late) < order_cost(hidden, turned._replace(shown=False), late)


def test_a_card_that_was_pulled_in_at_once_may_have_lain_under_the_arm_before() -> None:
    """三人, seed 1311: 12h was seen for a moment as it was pulled in; 10t came in sight while an arm lay over it."""
    one, other = When(1_000, 3_000), When(2_000, 2_200)
    brief = one._replace(late=True, brief=True)
    assert order_cost(one, other) > order_cost(brief, other) > order_cost(one._replace(late=True), other)
    face, before = Face("1t"), position("1a 3t 5n 7a 8a 12h")
    move, bit = Move(0, True, face.index, mask_of(CardSet.parse("1a"))), face.cards.mask.bit_length() - 1
    match = mask_of(CardSet.parse("1a")).bit_length() - 1
    look = replace(LookKeeper(3).look(), came_ms={bit: 3_000}, left_ms={match: 1_000}, brief=1 << bit)
    assert when_made(move, before, before.after(move), look, -1) == brief
    assert when_made(move, before, before.after(move), replace(look, brief=0), -1) == one


@pytest.mark.parametrize(
    ("rests_until", "back"),
    [(4_000, (1_000, 4_200)), (2_400, (1_000, 2_400)), (9_000, (1_000, 1_600))],
    ids=["an arm rests there", "it has left", "too long for an arm"],
)
def test_what_is_laid_under_an_arm_that_rests_over_its_match_was_hidden_since_it_came(
    rests_until: int, back: tuple[int, int]
) -> None:
    """三人, seed 1311: an arm rested over 11h for five seconds, and 11t was seen on it as both were pulled in."""
    covers = Covers()
    for now_ms in range(0, rests_until + 400, 200):
        hidden = 1_200 <= now_ms < (rests_until if rests_until < 3_000 else rests_until + 200)
        covers.note(0 if hidden else 1, now_ms, moving=1_000 < now_ms <= 1_600 or now_ms > rests_until >= 3_000)
    assert covers.back_ms(rests_until + 200) == {0: back}


@pytest.mark.parametrize(("left_ms", "open_ms"), [(1_000, -1), (2_500, 2_000)])
def test_the_table_did_not_lie_open_where_the_match_was_not_in_sight(left_ms: int, open_ms: int) -> None:
    face, before = Face("1t"), position("1a 3t 5n 7a 8a 12h")
    move, bit = Move(0, True, face.index, mask_of(CardSet.parse("1a"))), face.cards.mask.bit_length() - 1
    match = mask_of(CardSet.parse("1a")).bit_length() - 1
    look = replace(LookKeeper(3).look(), came_ms={bit: 3_000}, left_ms={match: left_ms})
    when = when_made(move, before, before.after(move), look, 2_000)
    assert when is not None and when.open_ms == open_ms


def test_a_card_that_is_seen_as_it_is_pulled_in_may_have_lain_there_before_a_hand_went_to_the_stock() -> None:
    """八八, seed 1279: 12k was laid on its twin, 10t turned, and only then was 12k told from the twin."""
    pulled_in, turned, drawn = When(1_000, 3_000, late=True), When(2_000, 2_200), [(1_200, 2_100)]
    assert order_cost(pulled_in, turned, drawn) < order_cost(pulled_in, turned)
    assert order_cost(turned, pulled_in, drawn) > order_cost(turned, pulled_in)


@pytest.mark.parametrize(("zone", "late"), [(captures_of(0), True), (FIELD, False)], ids=["pulled in", "laid"])
def test_a_card_that_is_first_seen_as_it_is_pulled_in_lay_there_before(zone: Zone, late: bool) -> None:
    """二人, seed 1202: 2n is laid on 2t under an arm, 11n turned, and 2n seen as it is pulled in."""
    keeper, lying = LookKeeper(3), Sight(Face("2t").index, FIELD, track=1)
    turned, played = Sight(Face("11n").index, FIELD, track=2), Sight(Face("2n").index, zone, track=3)
    for at, sights in enumerate([[lying], [lying], [], [turned], [turned, played], [turned, played]]):
        keeper.observe(200 * at, sights)
    look = keeper.look()
    before, capture = position("2t 5a 7n"), Move(0, True, Face("2n").index, mask_of(CardSet.parse("2t")))
    when = when_made(capture, before, before.after(capture), look, -1)
    assert when is not None and (when.to_ms, when.late) == (800, late)
    assert read_look(json.loads(json.dumps(keep_look(look)))).aside == look.aside


def test_a_card_did_not_come_before_it_was_seen_though_more_of_its_face_were_read_before() -> None:
    """すだおし, seed 1236: for a moment one 9k more was read than there are; three seconds later 9k was turned."""
    nine, before = Face("9k"), position("1a 3t 5n 7a 8a 12a")
    move, bit = Move(0, False, nine.index, 0), (nine.cards.mask & -nine.cards.mask).bit_length() - 1
    look = replace(LookKeeper(3).look(), came_ms={bit: 5_000}, again_ms={nine.index: 2_000})
    when = when_made(move, before, before.after(move), look, -1, strangers=1)
    assert when is not None and when.to_ms == 5_000
    # Pictures of the stranger's place tell nothing of it.
    look = replace(look, came_ms={bit: 2_000}, again_ms={nine.index: 5_000}, laid={bit: (1_800, 1_900)})
    when = when_made(move, before, before.after(move), look, -1, strangers=1)
    assert when is not None and when.to_ms == 5_000


@pytest.mark.parametrize("takes", ["8a", "8h"])
def test_of_two_that_look_alike_the_one_that_was_laid_on_the_other_came_last(takes: str) -> None:
    """八八, seed 1272: 8b was seen where it lay on 8a, and 8a once more as both were pulled in."""
    eight, before = Face("8k"), position("1a 3t 5n 8h 8a 12h")
    first, second = (bit.bit_length() - 1 for bit in (eight.cards.mask & -eight.cards.mask, eight.cards.mask))
    look = replace(LookKeeper(3).look(), came_ms={first: 94_200, second: 76_800})
    move = Move(0, True, eight.index, mask_of(CardSet.parse(takes)))
    when = when_made(move, before, before.after(move), look, 93_400)
    assert when is not None and when.to_ms == (94_200 if takes == "8a" else 76_800)
    look = replace(look, laid={first: (93_900, 94_100), second: (76_000, 76_400)})
    when = when_made(move, before, before.after(move), look, 93_400)
    assert when is not None and when.to_ms == (94_100 if takes == "8a" else 76_400)
    # The other way round, and where it is not known of both: 二人, seed 1280, 6a on 6b.
    for laid, to_ms in (({first: (5_000, 5_200), second: (76_000, 76_400)}, 76_400), ({first: (5_000, 5_200)}, 94_200)):
        look = replace(look, came_ms={first: 94_200, second: 94_200}, laid=laid)
        when = when_made(replace(move, takes=mask_of(CardSet.parse("8a"))), before, before.after(move), look, 93_400)
        assert when is not None and when.to_ms == to_ms


@pytest.mark.parametrize(
    ("in_sight", "came", "aside", "strangers", "told"),
    [
        ("", (5_000,), False, 0, When(4_600, 4_800, shown=True)),
        ("captures", (5_000,), False, 0, None),
        ("shown", (5_000,), False, 0, None),
        ("", (5_000,), True, 0, None),
        ("", (5_000,), False, 1, None),
        ("", (5_000, 6_000), False, 0, When(6_000, 6_000)),
        ("", (6_000, 5_000), False, 0, When(5_000, 5_000)),
    ],
    ids=[
        "in a stack",
        "in sight",
        "among shown cards",
        "not on the field",
        "a stranger is read as it",
        "just captured",
        "pulled in",
    ],
)
def test_a_card_whose_fellow_lies_captured_in_a_stack_is_the_one_that_is_seen(
    in_sight: str, came: tuple[int, ...], aside: bool, strangers: int, told: When | None
) -> None:
    """八八, seed 1283: a 12k lay in a stack, another was played at 529.4 s, and a third one seemed to come later."""
    eight = Face("8k")
    bits = (eight.cards.mask & -eight.cards.mask).bit_length() - 1, eight.cards.mask.bit_length() - 1
    start = position("8a 8h 9n 12a")
    before = start.after(Move(0, True, Face("8n").index, mask_of(CardSet.parse("8a"))))
    look, lies = LookKeeper(3).look(), {in_sight: (mask_of(CardSet.parse("8a")), 0, 0)} if in_sight else {}
    look = replace(
        look,
        seen=replace(look.seen, **lies),
        came_ms=dict(zip(bits, came, strict=False)),
        aside=1 << bits[0] if aside else 0,
        laid={bits[0]: (4_600, 4_800)},
    )
    move = Move(0, False, eight.index, 0)
    assert when_made(move, before, before.after(move), look, -1, strangers) == told


def test_a_card_whose_fellow_lies_on_the_field_is_not_that_one_though_another_lies_in_a_stack() -> None:
    start, twelve = position("9n 12a 12b"), Face("12k")
    before = start.after(Move(0, True, Face("12h").index, mask_of(CardSet.parse("12a"))))
    bit = (twelve.cards.mask & -twelve.cards.mask).bit_length() - 1
    look = replace(LookKeeper(3).look(), came_ms={bit: 5_000})
    move = Move(0, False, twelve.index, 0)
    assert when_made(move, before, before.after(move), look, -1) is None


@pytest.mark.parametrize(
    ("came_ms", "open_ms", "laid", "told"),
    [
        (5_000, 900, (1_000, 1_200), When(1_000, 1_200, 900, shown=True)),
        (5_000, 3_000, (1_000, 1_200), When(1_000, 1_200, -1, shown=True)),
        (1_000, 900, (1_600, 2_000), When(1_600, 2_000, 900, shown=True)),
        (5_000, 900, (4_000, 6_000), When(4_000, 5_000, 900, shown=True)),
    ],
    ids=["long before it was read", "open since", "glimpsed as it was carried", "read before"],
)
def test_pictures_of_its_place_tell_when_a_card_was_laid(
    came_ms: int, open_ms: int, laid: tuple[int, int], told: When
) -> None:
    """二人, seed 1280: 1t was laid, 7b turned, and an arm rested over 1t until both were pulled in."""
    face, before = Face("1t"), position("1a 3t 5n 7a 8a 12h")
    move, bit = Move(0, True, face.index, mask_of(CardSet.parse("1a"))), face.cards.mask.bit_length() - 1
    look = replace(LookKeeper(3).look(), came_ms={bit: came_ms}, laid={bit: laid})
    when = when_made(move, before, before.after(move), look, open_ms)
    bare = when_made(move, before, before.after(move), replace(look, left_ms={0: 500}), open_ms)
    assert when == bare == told
    assert read_look(json.loads(json.dumps(keep_look(look)))).laid == look.laid
    assert look.later(300).laid == {bit: (laid[0] + 300, laid[1] + 300)}


@pytest.mark.parametrize(
    ("came_ms", "at_ms", "captured", "misread"),
    [
        ({}, 299_000, False, True),
        ({"6t": 299_800}, 299_800, False, True),
        ({"6t": 297_200}, 299_800, False, False),
        ({"6t": 298_000}, 299_800, False, False),
        ({}, 302_000, False, False),
        ({}, 299_000, True, False),
    ],
    ids=["not in sight", "came since", "lies there", "carried on", "long ago", "captured"],
)
def test_a_card_that_came_to_lie_there_and_is_not_in_sight_on_the_open_field_was_misread(
    came_ms: dict[str, int], at_ms: int, *, captured: bool, misread: bool
) -> None:
    """八八, seed 1272: 6b was read as 6t for a moment as it was turned, 6t laid on it, and both told the other way."""
    face, start = Face("6t"), position("1a 3t 5n 6n 8a 12h")
    bits = {Face(each).cards.mask.bit_length() - 1: ms for each, ms in came_ms.items()}
    look = replace(LookKeeper(3).look(), t_ms=at_ms, came_ms=bits)
    when, takes = When(297_200, 297_200), mask_of(CardSet.parse("6n" if captured else ""))
    played, turned = Move(0, True, Face("2k").index, 0), Move(0, False, face.index, takes)
    after = start.after(played).after(turned)
    if captured:
        after = replace(after, loose=0, older=0)
    before = Hypothesis(after, 1.0, chain=((None, played, None), turned, when))
    seen = unconfirmed(before, look)
    assert (seen.cost, seen.steps[-1][1]) == ((1.0 + UNCONFIRMED, None) if misread else (1.0, when))
    assert seen.moves == before.moves and unconfirmed(seen, look) is seen


def test_of_a_card_that_another_looks_like_no_time_is_given_up() -> None:
    """Which of the two came when is not known."""
    start, when, kasu = position("1a 3t 5n 6n 8a 12h"), When(297_200, 297_200), Move(0, True, Face("7k").index, 0)
    look = replace(LookKeeper(3).look(), t_ms=299_000, came_ms={})
    laid = Hypothesis(start.after(kasu), 1.0, chain=(None, kasu, when))
    assert unconfirmed(laid, look) is laid


def test_which_card_of_a_turn_was_played_is_not_told_by_a_hand_at_the_stock_before_the_turn() -> None:
    """Of one card nobody knows when it was laid, and no hand was seen at the stock since: either may be the first."""
    start = position("1a 3t 5n 7a 8a 12h")
    cards = [("6t", When(500, 600)), ("10n", When(900, 1_000)), ("4n", None), ("2t", When(2_000, 2_200))]
    steps = [(Move(at // 2, at % 2 == 0, Face(face).index, 0), when) for at, (face, when) in enumerate(cards)]
    costs = {at: cost for at, moves, cost in swaps(start, steps, 9.0, [(700, 800)]) if len(moves) == 2}
    assert costs[0] > 2.5 and costs[2] == pytest.approx(0.0)

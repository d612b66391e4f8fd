"""こいこい: its sets, its calls, what is paid, and that every part of the engine knows it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tabletop import begin, play, show, turn_up
from yakume.engine import (
    BadOption,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    DealResult,
    DealStarted,
    DealVoided,
    DekiyakuCalled,
    IllegalAction,
    MatchStarted,
    Phase,
    SetsMade,
    State,
    TeyakuClosed,
    View,
    apply,
    draft_result,
    find_dekiyaku,
    find_ruleset,
    legal_actions,
    name,
    progress,
    sheet_of,
    teyaku_odds,
    to_csv,
    to_text,
)
from yakume.engine.advice import plays, view_of
from yakume.engine.dekiyaku import one_short
from yakume.engine.facts import End

FIELD = "1a 2a 3a 4a 5a 6a 7a 8a"
HANDS = ("1h 2t 3h 4b 5b 6b 7b 8h", "1t 2b 3t 4t 5t 6t 7t 8n")
"""Dealt with `FIELD`: each hand takes a card every turn."""


def made(pile: str, **options: object) -> dict[str, int]:
    game = find_ruleset("koikoi")
    return {
        each.name: each.value for each in find_dekiyaku("koikoi", CardSet.parse(pile), options=game.choose(options))
    }


@pytest.mark.parametrize(
    ("pile", "sets"),
    [
        ("1h 3h 11h", {}),
        ("1h 3h 8h", {"三光": 5}),
        ("1h 3h 8h 11h", {"雨四光": 7}),
        ("1h 3h 8h 12h", {"四光": 8}),
        ("1h 3h 8h 11h 12h", {"五光": 10}),
        ("3h 9n", {"花見酒": 5}),
        ("3h 8h 9n", {"花見酒": 5, "月見酒": 5}),
        ("6n 7n 10n", {"猪鹿蝶": 5}),
        ("2n 4n 5n 8n", {}),
        ("2n 4n 5n 8n 11n", {"タネ": 1}),
        ("2n 4n 5n 6n 7n 8n 9n 10n 11n", {"猪鹿蝶": 5, "タネ": 5}),
        ("1t 2t 3t 4t 11t", {"赤短": 5, "タン": 1}),
        ("1t 2t 3t 6t 9t 10t", {"赤短": 5, "青短": 5, "タン": 2}),
        ("1a 1b 2a 2b 3a 3b 4a 4b 5a 11a", {"カス": 1}),
        ("1a 1b 2a 2b 3a 3b 4a 4b 5a 9n", {}),
    ],
)
def test_what_a_pile_is_worth(pile: str, sets: dict[str, int]) -> None:
    assert made(pile) == sets


def test_options_change_what_a_pile_is_worth() -> None:
    lights = [made(pile, lights="high") for pile in ("1h 3h 8h 11h 12h", "1h 3h 8h 12h", "1h 3h 8h 11h", "1h 3h 8h")]
    assert lights == [{"五光": 15}, {"四光": 10}, {"雨四光": 8}, {"三光": 6}]
    assert made("3h 8h 9n", sake="three") == {"花見酒": 3, "月見酒": 3}
    assert made("3h 8h 9n", sake="none") == {}
    assert made("1t 2t 3t 6t 9t 10t 11t", chofuku="joined") == {"赤短・青短の重複": 11}
    assert made("1t 2t 3t 4t 5t 7t", chofuku="joined") == {"赤短": 5, "タン": 2}
    assert made("1a 1b 2a 2b 3a 3b 4a 4b 5a 9n", cup_kasu=True) == {"カス": 1}
    for impossible in ({"deals": 0}, {"lights": "many"}):
        with pytest.raises(BadOption):
            made("", **impossible)


def start(**options: object) -> State:
    state = apply(None, MatchStarted("koikoi", ("A", "B"), 0, options))
    return apply(state, DealStarted(0, CardSet.parse(FIELD), tuple(CardSet.parse(hand) for hand in HANDS)))


def moves(state: State, *steps: str) -> State:
    """Hand and deck cards in turn: ``"1h 1a"`` is 1h taking 1a."""
    for step in steps:
        card, *takes = step.split()
        assert state.deal is not None
        kind = CardPlayed if state.phase in (Phase.TEYAKU, Phase.HAND) else CardTurned
        state = apply(state, kind(state.deal.player, Card.parse(card), CardSet.parse(" ".join(takes))))
    return state


def three_lights(**options: object) -> State:
    """Seat 0 has 三光 after its third turn; seat 1 has nothing."""
    return moves(
        start(**options),
        *("1h 1a", "9a", "2b 2a", "10a"),
        *("3h 3a", "12a", "4t 4a", "11a"),
        *("8h 8a", "12b 12a"),
    )


def test_a_set_is_called_after_the_deck_card_and_paid_by_the_other() -> None:
    state = three_lights()
    assert state.deal is not None and state.deal.waiting is not None
    assert state.deal.waiting.sets == (("KK-DEKI-04", 5),)
    assert {event.call for event in legal_actions(state) if isinstance(event, DekiyakuCalled)} == {"agari", "sage"}
    after = apply(state, DekiyakuCalled(0, "agari"))
    assert (after.scores, after.dealer, after.phase) == ((5, -5), 0, Phase.READY)
    (entry,) = after.ledger
    assert (entry.rule, entry.because) == ("KK-DEKI-04", ())
    assert entry.ja.startswith("三光 5文。") and entry.en.startswith("Three lights: 5 mon.")


def test_seven_or_more_are_doubled() -> None:
    """KK-SCORE-02; 三光, 花見酒 and 月見酒 are 15."""
    for doubles, paid in ((True, 30), (False, 15)):
        state = three_lights(seven_doubles=doubles)
        piles = (CardSet.parse("1h 1a 3h 3a 8h 8a 12a 12b 9n 9a"), CardSet.parse("2a 2b 4a 4t"))
        result = draft_result(state, piles, ((0, "agari"),))
        after = apply(state, result)
        assert after.scores == (paid, -paid)
        assert {entry.because for entry in after.ledger} == {("KK-SCORE-02",) if doubles else ()}
    assert "×2" in apply(three_lights(), result).ledger[0].ja


def test_after_a_koikoi_the_other_is_paid_twice_and_the_first_nothing() -> None:
    """KK-SCORE-03, KK-KOI-02."""
    for doubles, paid in ((True, 10), (False, 5)):
        state = apply(three_lights(koikoi_doubles=doubles), DekiyakuCalled(0, "sage"))
        assert state.deal is not None and state.deal.lowered == (0,)
        piles = (state.deal.piles[0], CardSet.parse("2a 2b 4a 4t 6n 6a 7n 7a 10n 10a"))
        made_by_1 = SetsMade(1, (("KK-DEKI-07", 5),), "agari")
        after = apply(state, DealResult(piles, (*state.deal.happenings, made_by_1)))
        assert (after.scores, after.dealer) == ((-paid, paid), 1)
        assert after.ledger[-1].because == (("KK-SCORE-03",) if doubles else ())


def test_a_better_set_replaces_the_one_that_was_played_on_with() -> None:
    """三光, こいこい, then 四光: 8, doubled as 7 or more."""
    state = apply(three_lights(), DekiyakuCalled(0, "sage"))
    assert state.deal is not None
    piles = (state.deal.piles[0] | CardSet.parse("12h 12c"), CardSet.parse("2a 2b 4a 4t"))
    after = apply(state, draft_result(state, piles, ((0, "agari"),)))
    assert after.scores == (16, -16)
    assert [entry.rule for entry in after.ledger] == ["KK-DEKI-02"]


def test_a_result_tells_each_step_of_the_lights() -> None:
    """The final pile holds four lights; 三光 was told when there were three."""
    state = start()
    pile = CardSet.parse("1h 1a 3h 3a 8h 8a 12h 12a")
    steps = (SetsMade(0, (("KK-DEKI-04", 5),), "sage"), SetsMade(0, (("KK-DEKI-02", 8),), "agari"))
    assert apply(state, DealResult((pile, CardSet()), steps)).scores == (16, -16)
    for wrong in (
        (SetsMade(0, (("KK-DEKI-02", 8),), "sage"), SetsMade(0, (("KK-DEKI-04", 5),), "agari")),
        (SetsMade(0, (("KK-DEKI-04", 5), ("KK-DEKI-02", 8)), "agari"),),
        (SetsMade(0, (("KK-DEKI-03", 7),), "agari"),),
        (SetsMade(0, (("KK-DEKI-02", 10),), "agari"),),
    ):
        with pytest.raises(IllegalAction):
            apply(state, DealResult((pile, CardSet()), wrong))


def test_nobody_wins_a_deal_that_runs_out_and_the_dealer_is_paid() -> None:
    """KK-KOI-04, KK-SCORE-04, KK-NEXT-01."""
    for oyaken, paid in ((True, 6), (False, 0)):
        state = apply(three_lights(oyaken=oyaken, capture_mandatory=False), DekiyakuCalled(0, "sage"))
        assert state.deal is not None
        after = apply(state, DealResult(state.deal.piles, state.deal.happenings))
        assert (after.scores, after.dealer) == ((paid, -paid), 0)
        assert [entry.rule for entry in after.ledger] == (["KK-SCORE-04"] if oyaken else [])


def test_with_the_last_card_there_is_no_koikoi() -> None:
    """KK-KOI-03."""
    state = three_lights()
    assert state.deal is not None
    last = replace(state, deal=replace(state.deal, hands=(CardSet(), state.deal.hands[1])))
    assert {event.call for event in legal_actions(last) if isinstance(event, DekiyakuCalled)} == {"agari"}
    with pytest.raises(IllegalAction) as caught:
        apply(last, DekiyakuCalled(0, "sage"))
    assert caught.value.rule == "KK-KOI-03"


def hands(*given: str) -> State:
    state = apply(None, MatchStarted("koikoi", ("A", "B"), 1))
    return apply(
        state, DealStarted(1, CardSet.parse("9a 9b 10a 10b 11a 11h 12a 12b"), tuple(map(CardSet.parse, given)))
    )


def test_a_hand_yaku_ends_the_month() -> None:
    """KK-TEYAKU-00, KK-NEXT-01."""
    state = show(hands("1h 1t 1a 1b 2a 3a 4a 5a", "2b 2t 3b 3t 4b 4t 5b 6a"), 0, "ABCD", "手四")
    with pytest.raises(IllegalAction, match="not possible now"):
        apply(state, CardPlayed(1, Card.parse("2b"), CardSet()))
    with pytest.raises(IllegalAction) as caught:
        apply(state, DealResult((CardSet(), CardSet())))
    assert caught.value.rule == "KK-TEYAKU-00"
    after = apply(state, TeyakuClosed())
    assert (after.scores, after.dealer, after.phase) == ((6, -6), 0, Phase.READY)
    assert after.deal is not None and after.deal.end is End.TEYAKU


def test_two_hand_yaku_are_a_draw() -> None:
    """KK-TEYAKU-03."""
    state = hands("1h 1t 1a 1b 2a 3a 4a 5a", "2b 2t 3b 3t 4b 4t 5b 5t")
    state = show(show(state, 0, "ABCD", "手四"), 1, "FHJLNPRT", "くっつき")
    after = apply(state, TeyakuClosed())
    assert (after.scores, after.dealer, after.played) == ((0, 0), 1, 1)


def test_four_of_a_month_on_the_field_are_dealt_again() -> None:
    state = apply(None, MatchStarted("koikoi", ("A", "B")))
    again = apply(state, DealStarted(0, CardSet.parse("1h 1t 1a 1b 2a 3a 4a 5a")))
    assert again.phase is Phase.READY and again.problems[-1][0] == "KK-DEAL-02"
    with pytest.raises(IllegalAction, match="8 cards lie on the field, not 6") as caught:
        apply(state, DealStarted(0, CardSet.parse("1h 2a 3a 4a 5a 6a")))
    assert caught.value.rule == "KK-DEAL-01"


def test_a_voided_month_gives_back_what_was_paid() -> None:
    assert apply(three_lights(), DealVoided()).scores == (0, 0)


def test_a_quarter_of_a_year_is_three_months() -> None:
    state = apply(None, MatchStarted("koikoi", ("A", "B"), 0, {"deals": 3}))
    sanko = SetsMade(0, (("KK-DEKI-04", 5),), "agari")
    for _ in range(3):
        assert state.phase is Phase.READY
        state = apply(state, DealStarted(state.dealer, CardSet.parse(FIELD)))
        state = apply(state, DealResult((CardSet.parse("1h 1a 3h 3a 8h 8a"), CardSet()), (sanko,)))
    assert state.phase is Phase.OVER and state.result is not None
    assert (state.result.scores, state.result.unit) == ((15, -15), "文")


def test_the_sheet_counts_mon_in_one_column() -> None:
    state = apply(three_lights(), DekiyakuCalled(0, "agari"))
    sheet = sheet_of(state)
    assert [str(cell and cell.ten) for row in sheet.deals[0].rows for cell in row.cells] == ["5", "-5"]
    assert to_text(sheet).splitlines()[0].split() == ["月", "場", "A", "文", "B", "文", "備考"]
    assert to_csv(sheet, "en").splitlines()[1] == "1,,+5,-5,three lights"
    assert "五" not in to_text(sheet) and "三光" in to_text(sheet)


def test_a_longer_set_says_its_number_on_the_sheet() -> None:
    state = start()
    pile = CardSet.parse("2n 2a 4n 4a 5n 5a 6n 6a 8n 8a 11n 11a")
    after = apply(state, DealResult((pile, CardSet()), (SetsMade(0, (("KK-DEKI-10", 2),), "agari"),)))
    assert [row.title.ja for row in sheet_of(after).deals[0].rows] == ["タネ六枚"]
    assert [row.title.en for row in sheet_of(after).deals[0].rows] == ["6 animals"]


def test_progress_knows_the_rain() -> None:
    def of(mine: str, theirs: str) -> dict[str, tuple[int, bool]]:
        view = View("koikoi", 0, (0, 1), (CardSet.parse(mine), CardSet.parse(theirs)), CardSet())
        return {each.row.name: (each.lacking, each.dead) for each in progress(view)}

    assert of("1h 3h 8h", "")["雨四光"] == (1, False)
    assert of("1h 3h 8h", "11h")["雨四光"] == (1, True)
    assert of("1h 3h 8h 12h", "")["雨四光"] == (1, False)
    assert of("1h 11h", "3h 8h")["雨四光"][1]
    short = {row.name: str(cards) for row, cards in one_short("koikoi", CardSet.parse("1h 3h 8h"))}
    assert short["雨四光"] == "11h" and short["四光"] == "12h"


def test_advice_says_what_a_card_completes() -> None:
    view = view_of(
        moves(start(), "1h 1a", "9a", "2b 2a", "10a", "3h 3a", "12a", "4t 4a", "11a"), 0, CardSet.parse("8h 5b")
    )
    completes = {str(each.card): each.takes[0].completes for each in plays(view)}
    assert completes == {"5b": (), "8h": ("KK-DEKI-04",)}
    assert all(not each.warnings for each in plays(view))


def test_odds_are_of_eight_cards() -> None:
    assert f"{float(teyaku_odds('koikoi').any):.5%}" == "0.60169%"


def test_calls_have_words_of_their_own() -> None:
    game = find_ruleset("koikoi")
    assert {call: name(term).ja for call, term in game.calls.items()} == {"agari": "勝負", "sage": "こいこい"}
    assert {name(term).ja for term in find_ruleset("sannin").calls.values()} == {"上がり", "下げ"}


def test_playing_on_without_a_word_is_koikoi() -> None:
    state = moves(three_lights(), "5t 5a")
    assert state.deal is not None and state.deal.lowered == (0,)


def test_a_table_that_tells_nothing_can_play_it() -> None:
    state = turn_up(play(begin("KK", "AEIMQUYc", seats=2), "BA"), "k")
    assert state.deal is not None and state.deal.hidden == (7, 8)

"""The yardstick of following: perfect eyes, people who answer late, and how a match is compared with the truth."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from referee_table import WHOLE
from yakume.datasets.evaluation.follow import Followed, FollowScores, compare, together
from yakume.datasets.evaluation.matches import ANSWERS, Evening, Match, follow, followed, play
from yakume.datasets.evaluation.people import People, _said_of_sets
from yakume.datasets.evaluation.story import faces
from yakume.datasets.evaluation.table_events import Follower
from yakume.datasets.evaluation.tables import left_at, quiet_since
from yakume.datasets.synth.table_camera import HandPose, Instant
from yakume.datasets.synth.table_eyes import LOOK_MS, Eyes, thinned
from yakume.datasets.synth.table_habits import BY_THE_BOOK
from yakume.datasets.synth.table_places import Pose
from yakume.datasets.synth.table_rough import PARTS
from yakume.datasets.synth.table_troubles import TROUBLES, laid_over
from yakume.engine import RULESETS, Card, CardSet, apply
from yakume.engine.events import (
    HOUSE,
    CardPlayed,
    CardTurned,
    Corrected,
    DealResult,
    DealVoided,
    HousePayment,
    MatchEnded,
    SetsMade,
    TeyakuShown,
)
from yakume.engine.state import Phase
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CardOnTable
from yakume.vision.referee.answers import Called, DealVoid, EndedSo
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.questions import HowEnded, SetToCall, TableCleared
from yakume.vision.zones import DECK, Place, captures_of
from yakume.webui.cli import main
from yakume.webui.commands import following

CHAFF = "KK-DEKI-12"
HABITS = [name for name, part in PARTS.items() if part.habits != BY_THE_BOOK]


@pytest.fixture(scope="module")
def match() -> Match:
    """Two deals of three."""
    return play("sannin", 3, 2, 2)


def test_perfect_eyes_see_every_card_that_ends_in_a_pile(match: Match) -> None:
    """Before the table is swept, the piles are seen as they are, card by card."""
    for deal in match.story.deals:
        if not deal.played:
            continue
        look = [look for look in match.looks if look.t_ms <= deal.end_ms][-1]
        seen = {
            seat: CardSet(card.card for card in look.cards if card.card is not None and card.zone == captures_of(seat))
            for seat in range(3)
        }
        assert [faces(seen[seat]) for seat in range(3)] == [faces(pile) for pile in deal.piles]


def test_a_card_counts_once_it_lay_in_sight_and_not_under_a_hand_or_a_card() -> None:
    layout, card, other = TableLayout.default(3), Card.parse("1h"), Card.parse("2t")
    eyes = Eyes(layout)
    lying = Pose(500, 270, 0.0)
    hand = HandPose(0, (500, 262), (500, 700))
    told = [
        [(str(each.card), each.stable) for each in eyes.look(Instant({card: lying}, 0, hands), t_ms).cards]
        for t_ms, hands in ((0, ()), (200, ()), (400, ()), (600, (hand,)), (800, ()))
    ]
    assert told == [[("1h", False)], [("1h", False)], [("1h", True)], [], [("1h", True)]]
    covered = eyes.look(Instant({card: lying, other: Pose(502, 272, 0.0, order=1.0)}, 0, ()), 1000)
    assert [str(each.card) for each in covered.cards] == ["2t"]
    assert covered.hand_over_table


def test_alike_looks_are_told_once_in_a_while_and_the_last_of_them() -> None:
    eyes, now = Eyes(TableLayout.default(2)), Instant({Card.parse("1h"): Pose(500, 270, 0.0)}, 40, ())
    looks = [eyes.look(now, t_ms) for t_ms in range(0, 10_000, LOOK_MS)]
    times = [look.t_ms for look in thinned(looks)]
    assert times[:4] == [0, 200, 400, 600]
    assert times[-1] == 9_800
    assert max(b - a for a, b in pairwise(times)) <= 1_000
    assert len(times) < 25


def test_a_look_in_which_a_hand_goes_elsewhere_is_told_though_no_card_changes() -> None:
    """A hand that goes to the stock tells which card of a turn was played."""
    eyes, now = Eyes(TableLayout.default(2)), Instant({Card.parse("1h"): Pose(500, 270, 0.0)}, 40, ())
    looks = [eyes.look(now, t_ms) for t_ms in range(0, 1_000, LOOK_MS)]
    tips = [(480, 250), (450, 250), (340, 270), (420, 260), (400, 260)]
    moved = (replace(now, hands=(HandPose(0, tip, (500, 700)),)) for tip in tips)
    looks += [eyes.look(each, 1_000 + LOOK_MS * k) for k, each in enumerate(moved)]
    assert DECK in {zone for look in thinned(looks) for zone in look.hands}


def test_what_is_told_late_is_counted_from_when_the_hand_had_left() -> None:
    hands = [False, True, True, False, False, False]
    assert [quiet_since(hands, frame) for frame in range(6)] == [0, 1, 2, 3, 3, 3]


def test_a_half_turn_is_told_late_only_from_when_its_own_hand_had_left() -> None:
    """One hand lays a card, turns the next and takes both pairs; meanwhile another reaches in."""
    laid, turned = CardPlayed(1, Card.parse("1h"), CardSet()), CardTurned(1, Card.parse("2n"), CardSet())
    hands = [[], [1], [1], [1, 2], [2], [2], []]
    assert [left_at(hands, 1, laid), left_at(hands, 5, turned)] == [4, 4]
    assert left_at(hands, 6, CardPlayed(2, Card.parse("3t"), CardSet())) == 6
    assert left_at([[0], [0]], 1, CardPlayed(0, Card.parse("3t"), CardSet())) == 1  # it never left


def test_the_yardstick_of_a_match_that_is_booked_as_it_was(match: Match) -> None:
    scores = follow(match, People(0.0))
    assert (scores.deals, scores.ledgers_right, scores.matches_right, scores.sheet_right) == (2, 2, 1, 1)
    assert scores.wrong_unflagged == 0
    assert scores.plays == sum(len(deal.plays) for deal in match.story.deals) > 60
    told = scores.to_json()
    assert told["seconds_to_event"]["median"] < 6
    assert {"plays", "plays_right", "plays_wrong", "plays_missed", "questions"} <= told.keys()


def test_payments_of_another_match_are_wrong_without_a_word(match: Match) -> None:
    """Followed with the looks of another evening, nothing that is booked is true."""
    other = play("sannin", 3, 2, 5)
    scores = follow(Match(match.story, other.looks), People(0.0))
    assert scores.matches_right == scores.sheet_right == 0
    assert scores.wrong_unflagged > 0


def test_scores_add_up() -> None:
    one = FollowScores(matches=1, deals=2, plays=10, delays_ms=(1000, 3000))
    two = FollowScores(matches=1, deals=3, plays=5, plays_right=4, plays_wrong=1, plays_missed=1, delays_ms=(2000,))
    both = together([one, two])
    assert (both.matches, both.deals, both.plays, both.plays_right) == (2, 5, 15, 4)
    assert both.to_json()["seconds_to_event"]["median"] == 2.0


def test_people_answer_as_late_as_they_are_told_to_and_else_between_two_and_sixty_seconds() -> None:
    assert {People(20.0)._waits_s(str(k)) for k in range(9)} == {20.0}
    waits = [People(None, seed)._waits_s("1 call:0:akatan") for seed in range(400)]
    assert 2 <= min(waits) < 3 < 50 < max(waits) <= 60


def test_one_command_prints_the_table_of_matches(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "--perfect-eyes", "--ruleset", "futari", "--matches", "1", "--deals", "1", "--json"]
    assert main([*words, "--answers-after", "0"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["follow"]["deals"] == told["games"]["futari"]["follow"]["deals"] == 1
    assert told["matches"][0]["seed"] == 1


@pytest.mark.parametrize(
    "words",
    [[], ["--perfect-eyes", "--matches", "0"], ["x", "--answers-after", "-1"], ["--perfect-eyes", "--trouble", "rain"]],
)
def test_contradicting_arguments_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", *words]) == 2
    assert "expected" in capsys.readouterr().err


def test_the_command_knows_every_trouble() -> None:
    assert set(following.TROUBLES) == {*TROUBLES, *HABITS, *ANSWERS}


@cache
def with_habit(name: str) -> Match:
    """Two deals of three, by people of whom it is the habit."""
    return play("sannin", 3, 2, 3, [name])


@pytest.mark.parametrize("name", HABITS)
def test_whatever_people_do_to_the_cards_the_table_ends_as_the_engine_says(name: str) -> None:
    """With each habit every captured card is in the end before its owner, and nobody else."""
    match = with_habit(name)
    for deal in match.story.deals:
        at_end = [look for look in match.looks if look.t_ms <= deal.end_ms + 1000][-1]
        for card in at_end.cards:
            if card.stable and card.zone is not None and card.zone.seat is not None and card.card is not None:
                assert card.face in faces(deal.piles[card.zone.seat]) or card.zone.place is Place.SHOWN


def test_habits_change_what_is_seen() -> None:
    by_the_book = play("sannin", 3, 2, 3)
    for name in HABITS:
        if name == "slid":
            continue  # a card on its way is not told, however it goes
        assert with_habit(name).looks != by_the_book.looks, name


@pytest.mark.parametrize("name", TROUBLES)
def test_every_trouble_changes_what_is_seen(name: str, match: Match) -> None:
    fields = [(deal.t_ms, deal.started.field) for deal in match.story.deals]
    # An hour later the camera was surely knocked.
    looks = [replace(look, t_ms=look.t_ms + later) for later in (0, 3_600_000) for look in match.looks]
    trouble = TROUBLES[name](TableLayout.default(3), fields, np.random.default_rng(1))
    seen = [*laid_over(looks, [trouble])]
    assert [look.t_ms for look in seen] == [look.t_ms for look in looks]
    assert sum(a != b for a, b in zip(seen, looks, strict=True)) > 20


@pytest.mark.parametrize(("name", "most"), [("stack-one", 1), ("stack-two", 2)])
def test_a_stack_shows_its_newest_cards_alone(name: str, most: int) -> None:
    shown = [
        max(Counter(card.zone for card in look.cards if _is_captured(card)).values(), default=0)
        for look in play("sannin", 3, 1, 3, [name]).looks
        if not look.hand_over_table
    ]
    assert max(shown) == most


def _is_captured(card: CardOnTable) -> bool:
    return card.zone is not None and card.zone.place is Place.CAPTURES


def test_who_answers_wrongly_takes_it_back_and_is_asked_again(match: Match) -> None:
    """H3-SAGE-00: the call is asked again once the wrong one is undone, and the ledger comes out true."""
    people = People(2.0, 1, wrong=1.0)
    scores = follow(match, people)
    assert people._erred
    assert scores.ledgers_right == scores.deals


def test_a_wrong_answer_that_put_the_end_of_a_deal_right_is_taken_back(match: Match) -> None:
    follower, deal = Follower(match.story), match.story.deals[0]
    ending = DealResult(deal.piles, tuple(each for _, each in deal.happenings))
    before = apply(apply(follower.state, replace(deal.started, hands=())), ending)
    follower.state = apply(before, Corrected(2, (DealVoided(),)))
    assert follower.state.ledger != before.ledger
    follower._mistakes = [(1_000, range(len(before.log), len(follower.state.log)))]
    follower._take_back(0)
    assert follower.state.ledger != before.ledger
    follower._take_back(1_000)
    assert (follower.state.ledger, follower._mistakes) == (before.ledger, [])


@pytest.mark.parametrize("game", RULESETS)
def test_answers_that_come_late_cost_no_ledger(game: str) -> None:
    """People talk: every answer comes twenty seconds after its question, the next deal is dealt meanwhile."""
    scores = followed(Evening(game, max(RULESETS[game].seats), 2, 1, answers_after_s=20.0))
    assert scores.ledgers_right == scores.deals
    assert scores.wrong_unflagged == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", RULESETS)
def test_a_match_of_six_deals_is_booked_exactly_however_late_people_answer(game: str) -> None:
    """With perfect eyes; `yakume evaluate --perfect-eyes --matches 100 --answers-after 20` plays a hundred of them."""
    seats = sorted(RULESETS[game].seats)
    scores = followed(Evening(game, seats[1 % len(seats)], 6, 1, answers_after_s=20.0))
    assert (scores.matches_right, scores.sheet_right) == (1, 1)
    assert scores.ledgers_right == scores.deals
    assert scores.wrong_unflagged == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("trouble", "right"),
    [
        ("stack-two", 3),
        ("stack-one", 2),
        ("ghost", 3),
        ("field-unread", 3),
        ("never-read", 3),
        ("knocked-40", 2),
        ("hand-rests", 3),
    ],
)
def test_what_goes_wrong_with_the_sight_of_cards_costs_no_payment_that_nobody_is_asked_about(
    trouble: str, right: int
) -> None:
    scores = followed(Evening("sannin", 3, 3, 1, (trouble,), 0.0))
    assert scores.wrong_unflagged == 0
    assert scores.ledgers_right >= right


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "troubles", "seed"),
    [
        ("sannin", ("stack-one",), 7400),
        ("koikoi", ("stack-one", "pulled-late"), 7400),
        ("hachihachi", ("stack-two", "pulled-late"), 7401),
    ],
)
def test_captures_that_are_squeezed_into_stacks_are_paid_as_they_were_or_asked_about(
    game: str, troubles: tuple[str, ...], seed: int
) -> None:
    """Up to four payments a match were wrong without a word: a capture of which no card showed counted as hidden in a
    stack, and a set that the rules end a deal with was booked though another line, as likely, went on."""
    scores = followed(Evening(game, 2 if game == "koikoi" else 3, 4, seed, troubles, 20.0))
    assert scores.wrong_unflagged == 0
    assert scores.ledgers_right == scores.deals


@pytest.mark.parametrize("game", ["futari", "hachiju", "koikoi"])
def test_captures_in_the_strip_with_two_in_play_hide_no_end_of_a_deal(game: str) -> None:
    """COM-CAP-06: the six cards that a deal of two leaves lying are no next deal, wherever its captures lie."""
    scores = followed(Evening(game, 2, 2, 31_000, ("strip",), 20.0))
    assert (scores.ledgers_right, scores.wrong_unflagged) == (2, 0)


@pytest.mark.parametrize("game", RULESETS)
def test_hands_that_move_over_captures_all_evening_keep_no_deal_from_beginning(game: str) -> None:
    scores = followed(Evening(game, min(RULESETS[game].seats), 2, 31_000, ("fidgets",), 20.0))
    assert (scores.ledgers_right, scores.wrong_unflagged) == (2, 0)


def test_people_say_what_they_said_of_the_call_that_is_asked_for(match: Match) -> None:
    """A set that grows is called again: こいこい with カス played on at first, then ended."""
    made = tuple(
        (ms, SetsMade(0, ((CHAFF, mon),), call))
        for ms, mon, call in ((10, 1, "sage"), (50, 2, "agari"))  # type: ignore[arg-type]
    )
    deal = replace(match.story.deals[0], happenings=made)
    for calls, call in enumerate(("sage", "agari")):
        said = _said_of_sets(SetToCall(0, 0, (CHAFF,), calls=calls), deal, 0, (CHAFF,), (0, 100))
        assert said == Called(call)  # type: ignore[arg-type]
    assert _said_of_sets(SetToCall(0, 0, (CHAFF,), calls=1), deal, 0, (CHAFF,), (49, 49)) is None
    # Nobody watched the first of them: what is asked afterwards is how it ended.
    assert _said_of_sets(SetToCall(0, 0, (CHAFF,)), deal, 0, (CHAFF,), (60, 100)) == Called("agari")


@pytest.mark.parametrize(("seed", "deals", "calls"), [(52, 1, ["sage"]), (45, 3, ["sage", "agari"])])
def test_the_rarer_ends_of_a_deal_are_booked_as_they_were(seed: int, deals: int, calls: list[str]) -> None:
    """Who played on has no card left (H3-SAGE-06); the same seat calls a second set after its 下げ (H3-SAGE-07)."""
    match = play("sannin", 3, deals, seed)
    last = match.story.deals[-1]
    made = [happening for _, happening in last.happenings if isinstance(happening, SetsMade)]
    assert [each.call for each in made] == calls and len({each.seat for each in made}) == 1
    if calls == ["sage"]:
        assert len(last.plays) < 42
    scores = follow(match, People(20.0, seed))
    assert scores.ledgers_right == scores.deals == deals
    assert scores.wrong_unflagged == 0


def test_hidden_captures_are_settled_by_the_half_turns_once_the_table_is_swept() -> None:
    """Of squared piles the newest card alone is seen: that the last half-turns went by unseen is no likelier end."""
    scores = followed(Evening("sudaoshi", 4, 1, 1, ("stack-one",), 20.0))
    assert (scores.ledgers_right, scores.wrong_unflagged) == (1, 0)


def test_people_stay_for_what_is_asked_of_the_last_deal_once_an_answer_booked_it(match: Match) -> None:
    """三人, seed 60004: the call ended the last deal, who fed the set was asked next, and nobody was there any more."""
    follower = Follower(match.story)
    follower.state, follower._true = match.story.end, len(match.story.deals) - 1
    assert not follower.is_finished()
    follower.observe(match.looks[-1], match.looks[-1].t_ms)
    assert follower.is_finished()


@pytest.mark.parametrize("told", [True, False])
def test_what_a_standing_pays_that_is_told_as_provisional_is_not_without_a_word(match: Match, told: bool) -> None:
    """The opening deposits go to the first of the year (H3-END-02); here they should not have gone to anybody yet."""
    ended = apply(match.story.end, MatchEnded())
    scores = compare(match.story, Followed(ended, {}, (), (), told, ()))
    assert scores.matches_right == 0
    assert (scores.wrong_unflagged == 0) is told


def test_what_a_deal_paid_that_was_given_up_is_asked_about_with_it_and_not_with_the_next(match: Match) -> None:
    """八十, seed 1201: a deal given up was asked about; two were dealt before the next was booked, under its number."""
    first, second = match.story.deals
    state = apply(None, match.story.start)
    for event in (first.started, HousePayment(0, 1, 12, "a round"), DealVoided(), second.started):
        state = apply(state, event)
    assert {entry.deal for entry in state.ledger if entry.rule == HOUSE} == {1}
    asked = TableCleared(1, 1)
    for about, silent in ((0, 0), (1, 1)):
        told = Followed(state, {}, (asked,), ((about, asked),), False, ())
        assert compare(match.story, told).wrong_unflagged == silent


def test_a_deal_that_does_not_count_costs_nobody_anything_whatever_its_rate_was(match: Match) -> None:
    """八八, seed 500225: what was paid by the rate of a guess was given back, and counted as wrong without a word."""
    first, _ = match.story.deals
    state = apply(None, match.story.start)
    for event in (first.started, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("9n 9t 9b")), DealVoided()):
        state = apply(state, event)
    assert state.ledger
    told = Followed(state, {}, (), (), False, ())
    assert compare(replace(match.story, end=apply(None, match.story.start)), told).matches_right == 1
    state = apply(state, HousePayment(0, 1, 12, "a round"))
    told = Followed(state, {}, (), (), False, ())
    assert compare(replace(match.story, end=apply(None, match.story.start)), told).wrong_unflagged == 1


def test_a_deal_whose_end_is_taken_back_is_followed_on_as_the_store_has_it(match: Match) -> None:
    """八十, seed 500227: nobody knew any more how it had been played, and no other deal began."""
    follower, first = Follower(match.story), match.story.deals[0]
    looks = iter(match.looks)
    while follower._true < 0 or follower.state.phase is not Phase.READY:
        look = next(looks)
        follower.observe(look, look.t_ms)
    plays = follower._plays[0]
    assert len(plays) == len(first.plays)
    ended = max(at for at, event in enumerate(follower.state.log) if isinstance(event, DealResult))
    for mistakes in ([], [(0, range(ended, ended + 1))]):
        follower._mistakes = mistakes
        look = next(looks)
        follower.observe(look, look.t_ms)
    assert follower._referee.following.plays == plays


def test_an_answer_by_which_another_deals_next_leaves_the_running_deal_where_it_is(match: Match) -> None:
    """二人, seed 1309: the running deal was refused, as another had to deal it."""
    follower, (first, second) = Follower(match.story), match.story.deals
    begun = apply(follower.state, replace(first.started, hands=()))
    piles = tuple(map(CardSet.parse, WHOLE.values()))
    ways = [DealResult(piles[at:] + piles[:at]) for at in range(3)]
    (dealer, way), (other, other_way), *_ = {apply(begun, way).dealer: way for way in ways}.items()
    follower.state = apply(apply(begun, way), replace(second.started, dealer=dealer, hands=()))
    follower._true, follower._laid = 1, [0, 1]
    offer = Offer(EndedSo(), 0.5, (Corrected(2, (other_way,)),))
    follower._say(Asked(HowEnded(1, 2), (offer,)), offer, 0, 0)
    assert not follower.state.rejected and follower.state.deal is not None
    assert (follower.state.dealer, follower.state.deal.dealt) == (other, second.started.field)


def test_of_a_deal_that_was_given_up_people_say_that_it_does_not_count(match: Match) -> None:
    """八八, seed 546: what was paid in it and paid back is not paid where nobody booked it, and they said nothing."""
    paid = (0, 1, 12, "H88-BID-06"), (1, 0, 12, "YK-VOID-01")
    given_up = replace(match.story.deals[0], events=((0, DealVoided()),), payments=paid, played=False)
    story = replace(match.story, deals=(given_up,))
    asked = Asked(TableCleared(1, 0), (Offer(EndedSo(), 0.9), Offer(DealVoid(), 0.1, (DealVoided(),))))
    answer = People(0.0).answer(asked, story, 0, apply(None, story.start), given_up.end_ms)
    assert answer is not None and answer.answer == DealVoid()


def test_people_tell_a_deal_that_does_not_count_from_what_is_asked_of_it(match: Match) -> None:
    """三人, seeds 500233 and 500240: nobody told such deals."""
    first, second = match.story.deals
    seen = tuple(look for look in match.looks if not first.t_ms + 5_000 < look.t_ms < second.t_ms)
    scores = follow(replace(match, looks=seen), People())
    assert (scores.ledgers_right, scores.matches_right, scores.wrong_unflagged) == (2, 1, 0)


def test_people_tell_a_deal_that_is_missing_where_that_is_asked() -> None:
    """Nobody watched while the second was played."""
    match = play("sannin", 3, 3, 2)
    first, _, third = match.story.deals
    seen = tuple(look for look in match.looks if not first.end_ms + 12_000 < look.t_ms < third.t_ms - 3_000)
    scores = follow(replace(match, looks=seen), People())
    assert (scores.ledgers_right, scores.wrong_unflagged) == (3, 0)


@pytest.mark.parametrize(
    ("game", "players", "rule"),
    [("hachihachi", 5, "H88-BID-06"), ("hachiju", 3, "H80-BID-09")],
    ids=["squeezed", "alone"],
)
def test_people_tell_of_a_missing_deal_also_what_its_bids_cost(game: str, players: int, rule: str) -> None:
    """八八, seed 1255, and 八十, seed 1245: squeezed hands were not paid for, nor one who stayed alone."""
    match = play(game, players, 6, 1245)
    true = {k: deal for k, deal in enumerate(match.story.deals[:-1]) if rule in {each[3] for each in deal.payments}}
    k, missing = next((k, each) for k, each in true.items() if each.counts and each.played == (game == "hachihachi"))
    follower, after = Follower(match.story), match.story.deals[k + 1]
    follower._book(replace(after.started, dealer=match.story.start.dealer, hands=()))
    follower._put_in(len(follower.state.log) - 1, k)
    paid = Counter((each.payer, each.payee, each.mon, each.rule) for each in follower.state.ledger if each.deal == 1)
    assert rule in {each[3] for each in paid}
    if k == 0:
        assert paid == Counter(missing.payments)


@pytest.mark.parametrize("ended", [True, False])
def test_people_settle_a_deal_by_tap_where_no_answer_is_true(match: Match, ended: bool) -> None:
    """八八, seed 500237: it was asked how it had ended until everybody went home."""
    follower, first = Follower(match.story), match.story.deals[0]
    right = DealResult(first.piles, tuple(each for _, each in first.happenings))
    wrong = replace(right, captures=(*right.captures[1:], right.captures[0]), happenings=())
    for event in (replace(first.started, hands=()), *([wrong] if ended else [])):
        follower._book(event)
    asked = Asked(HowEnded(1, 1), (Offer(EndedSo(), 0.5, (wrong,)),))
    follower.people.answers_after_s = 20.0
    late_ms = first.end_ms + 20_000
    times = [now_ms for now_ms in (first.end_ms - 1, first.end_ms, late_ms) if follower._none_is_true(asked, 0, now_ms)]
    assert times == [late_ms]
    assert follower._settle_anew(1, 0)
    assert follower.state.phase is Phase.READY and follower.state.played == 1
    assert not follower._settle_anew(2, 0)  # there is none: it stays asked
    assert follower.state.deal is not None and follower.state.deal.piles == first.piles


def test_people_bid_once_more_where_another_has_to_bid_first_than_was_booked() -> None:
    """八八, seed 500237: their bids were refused, and nobody said them again once it was put right who deals."""
    match = play("hachihachi", 4, 1, 500237)
    start, deal = match.story.start, match.story.deals[0]
    follower, dealer = Follower(match.story), (start.dealer + 1) % 4
    follower.state = apply(None, replace(start, dealer=dealer))
    follower.state = apply(follower.state, replace(deal.started, dealer=dealer, hands=()))
    follower._bid(deal, deal.end_ms)
    assert follower.state.phase is Phase.BID  # who has to bid by that did not
    for place, event in ((0, start), (1, replace(deal.started, hands=()))):
        follower.state = apply(follower.state, Corrected(place, (event,)))
    follower._bid(deal, deal.end_ms)
    assert follower.state.phase is Phase.TEYAKU

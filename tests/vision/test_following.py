"""A whole deal followed half-turn by half-turn: what is booked, and what happens where the two witnesses part."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import Piles, paid, play
from yakume.engine import CardSet, Corrected, DealResult, DealStarted, Face, apply
from yakume.vision.referee.answers import EndedSo
from yakume.vision.referee.hypothesis import Chain, Hypothesis
from yakume.vision.referee.outcomes import Close, Outcome
from yakume.vision.referee.position import mask_of, text_of
from yakume.vision.referee.questions import HowEnded, SetToCall
from yakume.vision.referee.thread import DealThread


@pytest.mark.parametrize("game", ["sannin", "futari", "sudaoshi"])
def test_a_deal_that_is_played_out_is_booked_as_it_was(game: str) -> None:
    for seed in range(1, 20):
        table, true, _ = play(game, seed)
        if not any(each.call for each in true.deal.happenings if hasattr(each, "call")):
            break
    assert [type(event) for event in table.booked] == [DealStarted, DealResult]
    assert paid(table.state) == paid(true)


def test_where_half_turns_and_piles_part_the_deal_is_booked_and_asked_about() -> None:
    """A card of A's is seen with B's captures all the while; neither witness is chosen silently."""
    moved = ""

    def misplaced(piles: Piles, at: int) -> Piles:
        nonlocal moved
        mine = piles["seat0.captures"].split()
        kasu = [card for card in mine if card[-1] not in "abc"]
        if at < 20 or not kasu:
            return piles
        moved = moved or kasu[0]
        return piles | {
            "seat0.captures": " ".join(card for card in mine if card != moved),
            "seat1.captures": f"{piles['seat1.captures']} {moved}",
        }

    table, true, _ = play("sudaoshi", 3, misplaced)
    questions = [asked.question for asked in table.look("", ms=200).questions]
    booked = [event for event in table.booked if isinstance(event, DealResult)]
    assert paid(table.state) == paid(true) or questions or not booked
    assert not booked or paid(table.state) == paid(true) or HowEnded(1) in questions


def test_half_turns_that_capture_what_lies_on_the_field_in_plain_sight_are_asked_about() -> None:
    """二人, seed 500160: two cards were not seen for three seconds; one of them, a capture of which was believed since,
    lay there again, and the deal was paid as if it had been captured."""
    last: Piles = {}

    def noted(piles: Piles, at: int) -> Piles:
        last.update(piles)
        return piles

    table, true, _ = play("futari", 1, noted, rest_ms=200)
    assert table.referee.following.thread is not None
    decoder = table.referee.following.thread.decoder
    assert decoder is not None and decoder.look is not None and not decoder.captured_in_sight
    chain: Chain = None
    position = decoder.start
    for at, (move, when) in enumerate(decoder.best.steps):
        wrong = replace(move, face=Face("3k").index, takes=mask_of(CardSet.parse("3h")))
        move = wrong if str(move) == "0 hand 8k" and at == 20 else move
        chain, position = (chain, move, when), position.after(move)
    decoder.beam = (Hypothesis(position, chain=chain),)
    decoder.observe(decoder.look)
    assert [type(event) for event in table.booked] == [DealStarted]
    ruling = table.look(last)
    (asked,) = ruling.questions
    assert [type(event) for event in table.booked] == [DealStarted, DealResult] and asked.question.deal == 1
    assert text_of(decoder.captured_in_sight) == "3h" and paid(table.state) != paid(true)
    table.answer(asked, asked.answers[1].id)
    assert paid(table.state) == paid(true)


class Stacks:
    """Of each pile one card shows, of those captured last; feed it the piles in order."""

    def __init__(self) -> None:
        self._before: Piles = {}
        self._top: Piles = {}

    def __call__(self, piles: Piles, at: int) -> Piles:
        """What is seen of `piles`."""
        for zone in (each for each in piles if each.endswith("captures")):
            come = [card for card in piles[zone].split() if card not in self._before.get(zone, "").split()]
            self._top[zone] = come[0] if come else self._top.get(zone, "")
        self._before = dict(piles)
        return piles | self._top


@pytest.mark.parametrize("seed", [8, 9, 12])
def test_a_deal_whose_captures_lie_in_stacks_is_booked_as_is_likeliest_and_not_given_up(seed: int) -> None:
    """Many ways to have played it are as likely, or its last card was not seen: the deal counts all the same."""
    table, _, plays = play("futari", seed, Stacks())
    ruling = table.look("1b 2n 6b 10t 12h 12b")
    assert len(plays) == 28
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    (asked,) = ruling.questions
    assert asked.question.deal == 1 and len(asked.answers) > 1


@pytest.mark.parametrize(("game", "seed"), [("sannin", 22), ("sannin", 49), ("hachihachi", 49)])
def test_a_set_made_with_the_last_card_ends_the_deal_where_nobody_may_play_on(game: str, seed: int) -> None:
    """H3-SAGE-05, H88-SAGE-02: there is nothing to ask."""
    table, true, _ = play(game, seed)
    assert [type(event) for event in table.booked] == [DealStarted, DealResult]
    assert paid(table.state) == paid(true)
    assert table.booked[-1].happenings[-1].call == "agari"


def test_a_set_that_nobody_may_play_on_after_is_asked_about_where_play_may_go_on_without_it(monkeypatch) -> None:
    reckoned = DealThread.outcomes

    def less_likely(thread: DealThread, close: Close) -> list[Outcome]:
        return [replace(each, p=0.9 * each.p) for each in reckoned(thread, close)]

    monkeypatch.setattr(DealThread, "outcomes", less_likely)
    table, _, _ = play("sannin", 22)
    assert [type(event) for event in table.booked] == [DealStarted]
    (asked,) = table.referee.after(table.state).questions
    assert isinstance(asked.question, SetToCall)


def test_a_set_made_with_the_last_card_that_nobody_called_may_have_been_played_on() -> None:
    """The table is cleared either way, so clearing it says neither: one is booked, and both are asked about."""
    table, true, _ = play("futari", 36)
    assert [type(event) for event in table.booked] == [DealStarted]
    table.look("", ms=2000)
    ruling = table.look("1b 2n 6b 10t 12h 12b")
    assert [type(event) for event in table.booked] == [DealStarted, DealResult, DealStarted]
    assert paid(table.state) == paid(true)
    (asked,) = (each for each in ruling.questions if isinstance(each.question, HowEnded))
    said = [each.answer.facts[0].kind for each in asked.answers if isinstance(each.answer, EndedSo)]
    assert said == ["agari", "sage"]


def test_how_a_deal_ended_is_asked_no_more_once_people_put_its_end_right_themselves() -> None:
    table, _, _ = play("futari", 36)
    after = "1b 2n 6b 10t 12h 12b"
    table.look("", ms=2000)
    (asked,) = table.look(after).questions
    (corrected,) = asked.answers[1].events
    # As the history does it, and as none of the answers would.
    (ending,) = corrected.events
    pair = CardSet.parse("4a 4b")
    otherwise = replace(ending, captures=(ending.captures[0] - pair, ending.captures[1] | pair))
    table.state = apply(table.state, Corrected(corrected.seq, (otherwise,)))
    assert not table.look(after).questions
    table.state = apply(table.state, Corrected(len(table.state.log) - 1))
    assert [each.question for each in table.look(after).questions] == [asked.question]

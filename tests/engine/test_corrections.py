"""A correction replaces an earlier event; all after it is recomputed, and what no longer fits is listed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from random_play import random_match
from tabletop import begin, call, close, net, play, show, turn_up, turns
from yakume.engine import (
    RULESETS,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    Corrected,
    DealStarted,
    DekiyakuCalled,
    IllegalAction,
    MatchStarted,
    Phase,
    State,
    TeyakuShown,
    apply,
    find_ruleset,
    from_json,
    replay,
    sheet_of,
    to_json,
)
from yakume.engine import play as engine_play
from yakume.engine.play import effective

SANBON = TeyakuShown(0, ("H3-TEYAKU-01",), CardSet.parse("JKL"))


def test_a_wrong_claim_is_replaced_and_everything_after_it_recomputed() -> None:
    state = turns(close(show(begin("H3"), 0, "JKL", "三本")), "CD OP")
    seq = state.log.index(SANBON)
    fixed = apply(state, Corrected(seq, (TeyakuShown(0, ("H3-TEYAKU-02",), CardSet.parse("NMP")),)))
    # 藤 is 立三本; but P, now in the hand of seat 0, was turned up by seat 1.
    assert net(fixed) == (72, -36, -36)
    assert [(rejected.seq, rejected.rule) for rejected in fixed.rejected] == [(len(state.log) - 1, "COM-CARD-01")]
    assert fixed.log == (*state.log, fixed.log[-1])


def test_an_event_is_taken_back_and_one_is_put_in() -> None:
    state = turns(begin("H3"), "CB WV")
    last = len(state.log) - 1
    undone = apply(state, Corrected(last))
    assert undone.phase is Phase.DECK and undone.rejected == ()
    again = turn_up(undone, "VW")
    assert (again.scores, again.line) == (state.scores, state.line)
    # A hand yaku that nobody had entered goes in before the first card.
    first = next(seq for seq, event in enumerate(state.log) if isinstance(event, CardPlayed))
    late = apply(state, Corrected(first, (SANBON, state.log[first])))
    assert late.rejected == () and net(late) == (48, -24, -24)


def test_a_correction_can_be_corrected_and_taken_back() -> None:
    state = show(begin("H3"), 0, "JKL", "三本")
    seq = len(state.log) - 1
    taken_back = apply(state, Corrected(seq))
    assert net(taken_back) == (0, 0, 0)
    restored = apply(taken_back, Corrected(seq + 1))
    assert net(restored) == (48, -24, -24)
    other = apply(taken_back, Corrected(seq, (TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("JKL")),)))
    assert net(other) == (-24, 48, -24)
    assert replay(other.log) == other and replay(restored.log) == restored


def test_what_no_longer_fits_stays_in_the_log_and_comes_back_when_it_fits_again() -> None:
    state = call(turns(begin("H3"), "CB WV OP GF ih ST KJ"), "agari")
    seq = state.log.index(CardTurned(0, Card.parse("F"), CardSet.parse("G")))
    broken = apply(state, Corrected(seq, (CardTurned(0, Card.parse("H"), CardSet.parse("G")),)))
    assert [rejected.event for rejected in broken.rejected] == [DekiyakuCalled(0, "agari")]
    assert broken.rejected[0].rule == "H3-SAGE-00" and broken.rejected[0].seq == len(state.log) - 1
    assert net(broken) == (0, 0, 0)
    mended = apply(broken, Corrected(len(state.log)))
    assert mended.rejected == () and net(mended) == net(state)


def test_a_correction_that_makes_no_sense_itself_is_refused() -> None:
    state = turns(begin("H3"), "CB")
    for seq in (-1, len(state.log)):
        with pytest.raises(IllegalAction, match="no event"):
            apply(state, Corrected(seq))
    seq = len(state.log) - 2
    with pytest.raises(IllegalAction, match="correction refused") as caught:
        apply(state, Corrected(seq, (CardPlayed(1, Card.parse("C"), CardSet()),)))
    assert caught.value.rule == "COM-TURN-01"
    with pytest.raises(IllegalAction, match="cannot stand in"):
        apply(state, Corrected(seq, (Corrected(0),)))
    with pytest.raises(IllegalAction, match="begins with match_started"):
        apply(state, Corrected(0))


def test_options_chosen_wrongly_can_be_corrected() -> None:
    state = show(begin("H3", "abercv"), 0, "JKL", "三本")
    fixed = apply(state, Corrected(0, (MatchStarted("sannin", ("A", "B", "C"), 0, {"menu": "F"}),)))
    assert (net(state)[0], net(fixed)[0]) == (96, 72)


@pytest.mark.parametrize("seed", range(20))
def test_replaying_a_corrected_log_gives_the_same_state(seed: int) -> None:
    """Take back any event of a match, go on from there, read the log back from JSON."""
    game = find_ruleset("hachihachi" if seed % 2 else "sannin")
    *_, state = random_match(game, game.seats[0], {}, seed, deals=2)
    seq = 1 + seed * (len(state.log) - 2) // 20
    try:
        corrected = apply(state, Corrected(seq))
    except IllegalAction:
        pytest.fail("taking an event back is always possible")
    assert replay(from_json(json.loads(json.dumps(to_json(event)))) for event in corrected.log) == corrected
    assert apply(corrected, Corrected(len(state.log))).scores == state.scores


def test_of_several_corrections_the_last_counts() -> None:
    log = tuple(turns(begin("H3"), "CB").log)
    first, second = Corrected(1, (log[1],)), Corrected(1)
    assert [seq for seq, _ in effective((*log, first, second))] == [0, 2, 3]
    assert effective((*log, second, first)) == tuple(enumerate(log))
    assert play(begin("H3"), "C").log == log[:-1]


def check_against_replay(state: State, correction: Corrected) -> bool:
    """What is kept of a match gives the same as playing it all again; True if the correction is accepted."""
    try:
        corrected = apply(state, correction)
    except IllegalAction:
        return False
    again = replay(corrected.log)
    assert corrected == again
    assert [(end, end.taken) for end in corrected.ends] == [(end, end.taken) for end in again.ends]
    assert sheet_of(corrected) == sheet_of(again)
    return True


@pytest.mark.parametrize("game", RULESETS)
def test_a_correction_anywhere_gives_what_playing_all_again_gives(game: str) -> None:
    """Events taken back, put in twice, replaced by others, and corrections of that, in matches of four deals."""
    accepted = 0
    for seed in range(6):
        rng = random.Random(f"{game} {seed}")
        seats = rng.choice(find_ruleset(game).seats)
        *_, state = random_match(find_ruleset(game), seats, {}, seed, deals=4)
        for _ in range(8):
            claims = [seq for seq, event in enumerate(state.log) if isinstance(event, TeyakuShown)]
            seq = rng.choice(claims) if claims and rng.random() < 0.5 else rng.randrange(1, len(state.log))
            event = state.log[seq]
            instead = rng.choice([(), (event,), (event, event), (rng.choice(state.log[1:]),)])
            if any(isinstance(each, Corrected) for each in instead):
                continue
            if check_against_replay(state, Corrected(seq, instead)):
                accepted += 1
                state = apply(state, Corrected(seq, instead)) if rng.random() < 0.4 else state
        last = next(seq for seq in reversed(range(len(state.log))) if not isinstance(state.log[seq], DealStarted))
        assert check_against_replay(state, Corrected(last))
    assert accepted > 12


def test_a_hand_yaku_of_the_first_deal_is_corrected_without_playing_the_others_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What follows begins alike: only the corrected deal and the last one, which ends the match, are played again."""
    for seed in range(40):
        *_, state = random_match(find_ruleset("sannin"), 3, {}, seed, deals=12)
        claims = [seq for seq, event in enumerate(state.log[:60]) if isinstance(event, TeyakuShown)]
        if state.phase is Phase.OVER and state.played == 12 and claims and claims[0] < state.ends[0].taken:
            break
    steps = 0

    def counted(*args: Any) -> State:
        nonlocal steps
        steps += 1
        return apply(*args)

    monkeypatch.setattr(engine_play, "apply", counted)
    corrected = apply(state, Corrected(claims[0]))
    deals = [end.taken - start for end, start in zip(state.ends, [0, *(end.taken for end in state.ends)], strict=False)]
    assert steps <= deals[0] + deals[-1] + 1 < len(state.log) / 4
    monkeypatch.undo()
    assert corrected == replay(corrected.log) and corrected.scores != state.scores


def test_undo_plays_one_deal_again(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, state = random_match(find_ruleset("sannin"), 3, {}, 3, deals=12)
    steps = 0

    def counted(*args: Any) -> State:
        nonlocal steps
        steps += 1
        return apply(*args)

    monkeypatch.setattr(engine_play, "apply", counted)
    apply(state, Corrected(len(state.log) - 1))
    assert 0 < steps < 60 < len(state.log) / 4

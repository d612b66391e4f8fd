"""`yakume watch`: a match followed without a page, with answers from a list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from yakume.datasets.evaluation.matches import Match, play
from yakume.engine import Card
from yakume.engine.events import BidMade, DealStarted, MatchStarted, SetsMade, TeyakuShown, to_json
from yakume.vision.layout import TableLayout
from yakume.vision.observation import CardOnTable, NoSight, Observation, TooMany
from yakume.vision.zones import FIELD
from yakume.webui.cli import main
from yakume.webui.watching import AnswersError, Prepared, Told, Watcher, read_answers


def watched(match: Match, answers: list[Prepared]) -> tuple[Watcher, list[Told]]:
    watcher = Watcher(match.story.start, answers)
    told = [each for look in match.looks for each in watcher.observe(look)]
    return watcher, told


def said_in(match: Match) -> list[Prepared]:
    """What people call and announce in `match`, in order."""
    said = []
    for deal in match.story.deals:
        for _, event in deal.events:
            if isinstance(event, TeyakuShown):
                said.append(Prepared("+".join(event.parts), {"kind": "which_teyaku", "seat": event.seat}))
        for _, each in deal.happenings:
            if isinstance(each, SetsMade):
                said.append(Prepared(each.call, {"kind": "set_to_call", "seat": each.seat}))
    return said


def test_a_match_is_booked_with_answers_from_a_list() -> None:
    match = play("sannin", 3, 3, 2)
    watcher, told = watched(match, said_in(match))
    # The last deal ends with the next one on the table, which nobody lays here.
    whole = [deal for deal in match.story.deals if deal.number < len(match.story.deals)]
    true = [payment for deal in whole for payment in deal.payments]
    booked = [(e.payer, e.payee, e.mon, e.rule) for e in watcher.state.ledger if e.deal < len(match.story.deals)]
    assert sorted(map(str, booked)) == sorted(map(str, true))
    kinds = [each.what for each in told]
    assert kinds.count("booked") >= 2 * len(whole)
    assert all(each.words.ja and each.words.en for each in told)
    assert json.loads(json.dumps(told[0].to_json()))["booked"]["type"] == "deal_started.v1"


@pytest.fixture(scope="module")
def unanswered() -> list[Told]:
    """What is told of a match in which nobody gives an answer that is offered."""
    return watched(play("sannin", 3, 3, 2), [Prepared("maybe", {"kind": "set_to_call"})])[1]


def test_a_question_is_told_once_and_stays_open_until_it_is_answered(unanswered: list[Told]) -> None:
    asked = [each for each in unanswered if each.what == "asked"]
    assert asked and len(asked) == len({json.dumps(each.values) for each in asked})
    assert not [each for each in unanswered if each.what == "answered"]


def test_an_answer_that_is_not_offered_is_refused_with_those_that_are(unanswered: list[Told]) -> None:
    refused = [each for each in unanswered if each.what == "refused"]
    assert refused and "agari" in refused[0].values["expected"]


def test_bids_are_asked_and_answered_in_turn() -> None:
    """H88-BID-02: who bids is asked seat by seat, and play begins when three are in."""
    match = play("hachihachi", 4, 1, 2)
    bids = [event for _, event in match.story.deals[0].events if isinstance(event, BidMade)]
    answers = [Prepared(bid.call, {"kind": "bid_due", "seat": bid.seat}) for bid in bids]
    watcher, _ = watched(match, answers)
    assert [event for event in watcher.state.log if isinstance(event, BidMade)] == bids


def test_what_people_say_unasked_is_booked_at_its_time_or_refused_with_the_reason() -> None:
    deal = DealStarted(0, play("futari", 2, 1, 1).story.deals[0].started.field)
    watcher = Watcher(
        MatchStarted("futari", ("A", "B")), [Prepared(event=deal, at_s=2.0), Prepared(event=deal, at_s=3.0)]
    )
    told = {t_ms: [*watcher.observe(Observation(0, t_ms, "", (1280, 720), ()))] for t_ms in (0, 2000, 3000, 20_000)}
    # The deal is told with nothing on the table: once it should lie there, that is noticed, too.
    assert [[each.what for each in told[t_ms]] for t_ms in told] == [[], ["booked"], ["refused"], ["noticed"]]
    assert "not followed any more" in told[20_000][0].words.en
    assert "still running" in told[3000][0].words.en


def test_a_card_in_doubt_is_asked_about_and_the_answer_counts() -> None:
    quad = ((600.0, 300.0), (640.0, 300.0), (640.0, 370.0), (600.0, 370.0))
    card = CardOnTable(7, None, Card.parse("1h").face, 0.4, quad, FIELD, True, ((Card.parse("1h").face, 0.4),))
    watcher = Watcher(MatchStarted("futari", ("A", "B")), [Prepared("1h", {"kind": "doubtful_card", "track": 7})])
    told = [
        each
        for t_ms in range(0, 6000, 200)
        for each in watcher.observe(Observation(t_ms, t_ms, "", (1280, 720), (card,)))
    ]
    assert [each.what for each in told] == ["asked", "answered"]
    assert not watcher.open


def test_what_keeps_the_referee_from_going_on_is_told_once_with_what_to_do() -> None:
    """A fifth card of a month, a card of no zone, a covered lens, a field of five: in words, not silence."""
    watcher = Watcher(MatchStarted("futari", ("A", "B")))
    quad = ((600.0, 300.0), (640.0, 300.0), (640.0, 370.0), (600.0, 370.0))
    lying = [Card.parse(card) for card in ("1h", "2n", "3t", "4a", "5a")]
    cards = tuple(CardOnTable(n, card, card.face, 0.99, quad, FIELD, True) for n, card in enumerate(lying, start=1))
    problems = (TooMany(Card.parse("1h").face), NoSight("covered"))
    told = [
        each
        for t_ms in range(0, 9000, 300)
        for each in watcher.observe(Observation(t_ms, t_ms, "", (1280, 720), cards, problems=problems))
    ]
    assert [each.what for each in told] == ["noticed"] * 3
    assert "card of another deck" in told[0].words.en and "別の組の札" in told[0].words.ja
    assert "5 cards are seen on the field, where 6 are dealt" in told[2].words.en
    assert json.loads(json.dumps(told[1].to_json()))["noticed"] == {"kind": "no_sight"}


@pytest.mark.parametrize(
    "line", ["no json", "[]", '{"kind": "set_to_call"}', '{"answer": "a", "event": {}}', '{"event": {"type": "x"}}']
)
def test_a_bad_line_of_answers_is_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text('{"answer": "agari"}\n\n' + line + "\n")
    with pytest.raises(AnswersError, match="line 3"):
        read_answers(path)
    path.write_text(json.dumps({"at_s": 3, "event": to_json(BidMade(0, "deru"))}))
    assert read_answers(path) == [Prepared(event=BidMade(0, "deru"), at_s=3.0)]


def test_what_cannot_be_watched_is_told_before_the_models_are_loaded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "four.toml").write_text(TableLayout.default(4).to_toml())
    (tmp_path / "answers").write_text("{}")
    words = ["watch", str(tmp_path / "table.mp4"), "--players", "A,B,C"]
    for more, why in (
        ([], "no such file"),
        (
            ["--layout", str(tmp_path / "four.toml")],
            "not for 3: make another with `yakume calibrate",
        ),
        (["--ruleset", "futari"], "3 players cannot play futari"),
        (["--answers", str(tmp_path / "answers")], "line 1"),
    ):
        assert main([*words, *more]) == 2
        assert why in capsys.readouterr().err

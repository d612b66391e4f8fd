"""A table that plays こいこい is followed as any other: its field, its hand yaku, its sets and what they are called."""

from __future__ import annotations

from dataclasses import replace

import pytest
from referee_table import Table, answers, table_of, words
from yakume.engine import CardSet, DealStarted, Face, Phase, SetsMade, TeyakuClosed, TeyakuShown
from yakume.vision.referee import outcomes
from yakume.vision.referee.following import SURE
from yakume.vision.referee.notices import BegunUnseen
from yakume.vision.referee.outcomes import Close, reckon
from yakume.vision.referee.questions import SetToCall

DEALT = "1a 2a 3a 4a 5a 6a 7a 8a"
NEXT = "1b 2b 3b 4b 5b 9a 10a 11a"


TURNS = (
    ("2a 3a 4a 5a 6a 7a 8a 9a", "1h 1a", ""),
    ("3a 4a 5a 6a 7a 8a 9a 10a", "1h 1a", "2a 2b"),
    ("4a 5a 6a 7a 8a 9a 10a 12a", "1h 1a 3h 3a", "2a 2b"),
    ("5a 6a 7a 8a 9a 10a 11a 12a", "1h 1a 3h 3a", "2a 2b 4t 4a"),
    ("5a 6a 7a 9a 10a 11a", "1h 1a 3h 3a 8h 8a 12b 12a", "2a 2b 4t 4a"),
)
"""Field and captures after each turn; the last makes 三光."""


@pytest.fixture
def started() -> Table:
    table = table_of("koikoi", "A", "B")
    table.look(DEALT)
    return table


def test_eight_cards_start_a_deal_and_six_do_not(started: Table) -> None:
    assert started.booked == [DealStarted(0, CardSet.parse(DEALT))]
    six = table_of("koikoi", "A", "B")
    six.look("1a 2a 3a 4a 5a 6a")
    assert six.booked == []


def test_a_set_is_asked_about_in_the_words_of_the_game(started: Table) -> None:
    for field, mine, theirs in TURNS:
        ruling = started.look({"field": field, "seat0.captures": mine, "seat1.captures": theirs})
    (asked,) = ruling.questions
    assert isinstance(asked.question, SetToCall) and words(asked) == "Aに三光ができました。"
    assert list(answers(asked, game="koikoi")) == ["勝負", "こいこい"]
    assert list(answers(asked, "en", "koikoi")) == ["ends the deal (shobu)", "plays on (koi)"]
    started.answer(asked, "agari")
    assert started.state is not None and started.state.scores == (5, -5)
    assert started.booked[-1].happenings == (SetsMade(0, (("KK-DEKI-04", 5),), "agari"),)


def test_the_last_cards_of_a_field_that_is_put_away_once_a_set_is_made_are_no_half_turns(started: Table) -> None:
    """八十, seed 1277: two cards lay there, and four half-turns were told."""
    for field, mine, theirs in (
        ("2a 4a 5a 6a 7a 8a", "1h 1a 3h 3a", ""),
        ("5a 6a 7a 8a", "1h 1a 3h 3a", "2a 2b 4t 4a"),
        ("6a 7a", "1h 1a 3h 3a 5n 5a 8h 8a", "2a 2b 4t 4a"),
    ):
        ruling = started.look({"field": field, "seat0.captures": mine, "seat1.captures": theirs})
    assert [type(each.question) for each in ruling.questions] == [SetToCall] and len(ruling.plays) == 6
    assert started.look({"field": "", "seat0.captures": mine, "seat1.captures": theirs}, ms=900).plays == ruling.plays
    assert started.look("", ms=900).plays == ruling.plays


def test_a_set_is_less_likely_where_another_card_that_nobody_saw_makes_none(started: Table, monkeypatch) -> None:
    """With that card play goes on, which was not counted, so that 短冊 was paid without a word (三人, seed 7400)."""
    for field, mine, theirs in TURNS:
        started.look({"field": field, "seat0.captures": mine, "seat1.captures": theirs})
    thread = started.referee.following.thread
    assert thread is not None and thread.decoder is not None
    at, move = next((at, move) for at, move in enumerate(thread.decoder.best.moves) if " 8h " in str(move))
    assert thread.outcomes(Close.CALLED)[0].p > SURE and not started.booked[1:]
    other = at, (replace(move, face=Face("8n").index),)
    monkeypatch.setattr(outcomes, "others_unseen", lambda *_: [other])
    assert 0.5 < reckon(thread, Close.CALLED)[0].p < 0.9


def test_a_hand_yaku_ends_the_deal_once_its_field_is_put_away(started: Table) -> None:
    started.look({"field": DEALT, "seat1.shown": "9n 9t 9a 9b"})
    assert started.booked[1:] == [TeyakuShown(1, ("KK-TEYAKU-01",), CardSet.parse("9n 9t 9a 9b"))]
    assert started.state is not None and started.state.phase is Phase.TEYAKU
    started.look(NEXT)
    assert started.booked[2:] == [TeyakuClosed(), DealStarted(1, CardSet.parse(NEXT))]
    assert started.state.scores == (-6, 6)


@pytest.mark.parametrize("same", [1, 3])
def test_a_hand_yaku_ends_the_deal_though_some_of_its_field_are_dealt_again_at_once(started: Table, same: int) -> None:
    """With less than a second of a bare table between them the deal waited for cards to go that were the next one's,
    and nothing was booked or said of two deals."""
    again = CardSet([*list(CardSet.parse(DEALT))[:same], *list(CardSet.parse(NEXT))[same:]])
    started.look({"field": DEALT, "seat1.shown": "9n 9t 9a 9b"})
    started.look("", ms=400)
    started.look(str(again), ms=6000)
    assert started.booked[2:] == [TeyakuClosed(), DealStarted(1, again)]


def test_captures_say_that_a_deal_which_ended_in_a_hand_was_put_away(started: Table) -> None:
    """The next one seemed to begin with nearly the same field."""
    started.look({"field": DEALT, "seat1.shown": "9n 9t 9a 9b"})
    first, *rest = CardSet.parse(DEALT)
    ruling = started.look({"field": str(CardSet(rest)), "seat0.captures": f"{first} 1h"})
    assert started.booked[2:] == [TeyakuClosed()]
    field = {"field": str(CardSet(rest[1:]))}
    ruling = started.look(field | {"seat0.captures": f"{first} 1h", "seat1.captures": f"{rest[0]} 2b"}, ms=20_000)
    assert BegunUnseen(4) in ruling.notices

"""Questions and answers: known by what they are, kept in the log, and said in both languages."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from typing import get_args

import pytest
import yakume.webui
from yakume.engine import BACK, DECK, RULESETS, Card, CardSet, NotationError, QuestionAnswered, from_json, to_json
from yakume.vision.observation import NO_CARD
from yakume.vision.referee import answers, questions
from yakume.vision.referee.answers import Answer, Called, CardIs, FedBy, LiesHidden, LieSo, spell_answer
from yakume.vision.referee.asking import Asked, Offer, answered, id_of, read_answer
from yakume.vision.referee.questions import Question, SetToCall, WhoFed, cards_asked
from yakume.vision.zones import FIELD, captures_of
from yakume.webui.text.questions import say_answer, say_question

SOME, MORE = CardSet.parse("1h 3t"), CardSet.parse("6n 6t 6a")
NONE = CardSet()
ASKED: list[tuple[Question, list[Answer]]] = [
    (questions.BlankHeld(1, SOME), [answers.HeldBy(2)]),
    (questions.FirstField(1, SOME, MORE, "H3-BA-01"), [answers.PutRight(True), answers.PutRight(False)]),
    (questions.UnreadCard(1, SOME), [CardIs(Card.parse("8h")), answers.PutRight(False)]),
    (questions.WhichTeyaku(1, 2, MORE), [answers.Announced(("H3-TEYAKU-01",)), answers.Announced()]),
    (questions.WhoShows(1, MORE), [answers.ShownBy(2, ("H3-TEYAKU-01",)), answers.Announced()]),
    (SetToCall(1, 0, ("H3-DEKI-05",)), [Called("agari"), Called("sage")]),
    (WhoFed(1, 0, ("H3-DEKI-05",), (Card.parse("3t"),)), [FedBy(None), FedBy(1)]),
    (questions.WhoFedTobikomi(1, 1, 6, Card.parse("6b")), [FedBy(None), FedBy(0)]),
    (questions.WhoFedTobikomi(1, 1, 6, None, after_sage=True), [answers.AfterSage(), FedBy(None), FedBy(2)]),
    (questions.HiddenCapture(1, 1, CardSet.parse("10a")), [LiesHidden(Card.parse("10t")), LiesHidden(None)]),
    (questions.OddPiles(1, (SOME, MORE, NONE)), [LieSo((SOME, NONE, NONE)), answers.DealVoid()]),
    (
        questions.TableCleared(1, 44),
        [LieSo((NONE, MORE, NONE), "agari"), LieSo((NONE, MORE, NONE), "sage"), answers.DealVoid()],
    ),
    (
        questions.HowEnded(1),
        [
            answers.EndedSo((answers.Fact("agari", 0, "H3-DEKI-05"),), fed=True),
            answers.EndedSo((answers.Fact("agari", 0, "H3-DEKI-05"), answers.Fact("fed", 0, "H3-DEKI-05", 1))),
            answers.EndedSo((answers.Fact("tobikomi", 2, "6", 1), answers.Fact("captured", 2, "6n"))),
            answers.EndedSo((answers.Fact("cancel", 1),)),
            answers.EndedSo(),
        ],
    ),
    (questions.HowEnded(1, 1), [answers.EndedSo(), answers.DealVoid()]),
    (questions.BidDue(1, 0, 2), [answers.Bidden("deru"), answers.Bidden("oriru"), answers.Bidden("double")]),
    (questions.CancelSage(1, 0, 1), [answers.CancelNow()]),
    (questions.DoubtfulCard(1, 7, FIELD), [CardIs(Card.parse("8n")), CardIs(BACK), CardIs(NO_CARD)]),
    (questions.DoubtfulCard(1, 7, captures_of(1)), [CardIs(Card.parse("8n"))]),
    (questions.UnseenDeal(2), [answers.PutRight(False), answers.ToPutIn(), answers.PutRight(True)]),
    (questions.UnseenDeal(2, at=7, seen=True), [answers.PutRight(False), answers.ToPutIn()]),
    (questions.UnseenDeal(2, at=7, missing=True), [answers.ToPutIn(), answers.PutRight(True)]),
    (questions.UnseenDeal(2, at_once=True), [answers.PutRight(True)]),
    (questions.WhoLeads(1, 2), [answers.PutRight(True), answers.PutRight(False)]),
    (
        questions.HowPlayed(1),
        [
            answers.PlayedSo((answers.HalfTurn(0, Card.parse("3t"), NONE),)),
            answers.PlayedSo(tuple(answers.HalfTurn(at, card, NONE) for at, card in enumerate(DECK))),
        ],
    ),
]
KINDS = {kind for union in (Question, Answer) for kind in get_args(get_args(union)[0])}


def test_every_kind_of_question_and_answer_is_tried_here() -> None:
    tried = {type(asked) for asked, _ in ASKED} | {type(answer) for _, said in ASKED for answer in said}
    assert tried == KINDS


@pytest.mark.parametrize(("asked", "said"), ASKED, ids=lambda value: getattr(value, "kind", ""))
def test_an_answer_is_an_event_of_the_log_there_and_back(asked: Question, said: list[Answer]) -> None:
    for answer in said:
        event = from_json(json.loads(json.dumps(to_json(answered(asked, answer)))))
        assert isinstance(event, QuestionAnswered)
        read = read_answer(event)
        assert read == (asked, answer)
        assert dataclasses.asdict(read[0]) == dataclasses.asdict(asked)  # what does not tell them apart, too


@pytest.mark.parametrize(("asked", "said"), ASKED, ids=lambda value: getattr(value, "kind", ""))
def test_a_question_and_its_answers_are_said_in_both_languages(asked: Question, said: list[Answer]) -> None:
    words = [say_question(asked, "ABC"), *(say_answer(asked, answer, "ABC", RULESETS["sannin"]) for answer in said)]
    assert all(each.ja and each.en for each in words)
    assert len({each.ja for each in words}) == len({each.en for each in words}) == len(words)
    assert len({spell_answer(answer) for answer in said}) == len(said)


@pytest.mark.parametrize(
    ("count", "ja", "en"),
    [
        (0, "1枚も見えて", "no captured cards were seen"),
        (1, "1枚しか", "only 1 captured card was seen"),
        (5, "5枚しか", "5 captured cards were"),
    ],
)
def test_how_few_captures_were_seen_of_a_cleared_table_is_a_sentence(count: int, ja: str, en: str) -> None:
    said = say_question(questions.TableCleared(1, count), "ABC")
    assert ja in said.ja and en in said.en


def test_what_only_helps_to_say_a_question_makes_no_other_one_of_it_but_another_deal_does() -> None:
    once, fuller = WhoFed(1, 0, ("H3-DEKI-05",)), WhoFed(1, 0, ("H3-DEKI-05",), (Card.parse("3t"),), "H3-HATTO-01")
    assert once == fuller
    assert id_of(once) == id_of(fuller)
    others = [WhoFed(2, 0, ("H3-DEKI-05",)), WhoFed(1, 1, ("H3-DEKI-05",)), SetToCall(1, 0, ("H3-DEKI-05",))]
    assert len({id_of(each) for each in (once, *others)}) == 4
    assert cards_asked(fuller) == CardSet.parse("3t")


def test_an_id_stays_the_same_from_one_start_to_the_next() -> None:
    """A page that was open over a restart still answers what it shows."""
    assert id_of(questions.HiddenCapture(1, 1, CardSet.parse("10a"))) == "107fc955b7c6aa20c3"


def test_an_answer_books_its_events_or_that_it_was_given() -> None:
    question = SetToCall(1, 0, ("H3-DEKI-05",))
    asked = Asked(question, (Offer(Called("sage"), 0.4),))
    offer = asked.offer("sage")
    assert offer is not None
    assert asked.books(offer) == (answered(question, Called("sage")),)
    assert asked.offer("agari") is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ({}, {"kind": "called", "call": "sage"}),
        ({"kind": "garden", "deal": 1}, {"kind": "called", "call": "sage"}),
        ({"kind": "set_to_call", "deal": 1, "seat": 0, "sets": []}, {"kind": "called", "call": "perhaps"}),
        ({"kind": "hidden_capture", "deal": 1, "seat": 0, "seen": "13h"}, {"kind": "lies_hidden", "card": None}),
    ],
    ids=["nothing", "kind", "answer", "cards"],
)
def test_what_is_no_question_or_no_answer_to_one_is_refused(question: dict, answer: dict) -> None:
    with pytest.raises(NotationError, match=r"question_answered\.v1: not a question with its answer"):
        read_answer(QuestionAnswered(question, answer))


def test_a_cleared_table_is_told_what_to_do_if_no_answer_is_right() -> None:
    """Where the camera was gone, the true end may be none of those that are offered; the buttons are named as they are
    on the page."""
    static = Path(yakume.webui.__file__).parent / "static"
    words = (static / "words.js").read_text(encoding="utf-8")
    # Once the next deal has begun one of the answers leads there.
    for void, at, named in ((False, 0, True), (True, 0, True), (True, 7, False)):
        said = say_question(questions.TableCleared(1, 0, void=void, at=at), "ABC")
        for key in ("tally", "mend_tally"):
            found = re.search(rf'^  {key}: \["(.+?)", "(.+?)"\]', words, re.MULTILINE)
            assert found is not None and (found[1] in said.ja, found[2] in said.en) == (named, named)

"""What is taught is what the engine says: all cards, all yaku, and quiz questions whose answer is right and alone."""

from __future__ import annotations

import re
from itertools import count
from typing import Any

import pytest
from random_play import random_match
from yakume.engine import (
    RULESETS,
    Ba,
    CardSet,
    Phase,
    State,
    field_rate,
    find_dekiyaku,
    find_ruleset,
    find_teyaku,
    menu_rate,
    name,
    to_json,
)
from yakume.engine.dekiyaku import is_biki
from yakume.engine.explain import explain
from yakume.engine.flow import Moment
from yakume.engine.play import apply
from yakume.webui.lesson import lessons
from yakume.webui.quiz import make_quiz

GAMES = sorted(RULESETS)


@pytest.mark.parametrize("ruleset", GAMES)
def test_all_cards_and_yaku_of_a_game_are_taught(idle_bench: Any, ruleset: str) -> None:
    told = idle_bench.client.get(f"/api/learn/{ruleset}").json()
    game = RULESETS[ruleset]
    assert len(told["cards"]) == 48
    assert sum(card["points"] for card in told["cards"]) == sum(game.points)
    assert [row["rule"] for row in told["dekiyaku"]] == [row.id for row in game.sets(game.choose())]
    assert all(row["about"]["ja"] and row["about"]["en"] for row in told["teyaku"] + told["dekiyaku"])
    assert all(len(row["cards"]) >= row["least"] > 0 for row in told["dekiyaku"])
    # A hand yaku is shown with a hand that holds it and nothing else, its open cards first.
    for row in told["teyaku"]:
        hand = CardSet.parse(" ".join(row["cards"]))
        best = find_teyaku(ruleset, hand)
        assert [part.id for part in best.parts] == [row["rule"]] and len(hand) == game.hand
        assert CardSet.parse(" ".join(row["cards"][: row["least"]])) == best.exposed


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_lesson_says_what_the_rows_and_the_rule_book_say_and_its_cards_only_move(ruleset: str) -> None:
    game = RULESETS[ruleset]
    rows = {name(row.id).ja: row for row in (*game.teyaku, *game.sets(game.choose()))}
    shown = 0
    for scene in lessons(game):
        assert all(said == explain(said.rule) for said in scene.says)
        (before, after) = (scene.before, scene.after)
        lying = [before.hand | before.field | before.pile, after.hand | after.field | after.pile]
        # Cards are dealt into the first scene that has a hand; after that they only move.
        assert lying[0] == lying[1] or not lying[0]
        if scene.value is not None:
            row = rows[scene.title.ja]
            assert scene.value == row.value
            if row in game.dekiyaku:
                assert [made.id for made in find_dekiyaku(ruleset, after.pile, biki=True)] == [row.id]
                assert row.id not in [made.id for made in find_dekiyaku(ruleset, before.pile, biki=True)]
            else:
                assert [part.id for part in find_teyaku(ruleset, before.hand).parts] == [row.id]
            shown += 1
    assert shown >= 4


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_lesson_says_what_is_paid_in_what_the_field_does_who_is_who_and_what_playing_on_costs(ruleset: str) -> None:
    game = RULESETS[ruleset]
    said = {scene.title.id: " ".join(each.ja for each in scene.says) for scene in lessons(game)}
    assert "12文" in said["kan"] if game.price == "kan" else "貫" in said[{"ten": "ten", "mon": "mon"}[game.price]]
    fields = {scene.title.id: scene for scene in lessons(game)}
    for rate, ba in (("oba", Ba.DAI), ("zetsuba", Ba.ZETSU)):
        assert (rate in fields) == bool(game.flow.lights)
        if rate in fields:
            assert field_rate(fields[rate].before.field).ba is ba
            assert fields[rate].title.ja.endswith(f"×{menu_rate(ba).times}")
    assert game.flow.lights or "ba" in said
    assert all(name(role).ja in scene.title.ja for role in game.roles for scene in [fields[game.roles[0]]])
    assert ("dekiori" in said) == (game.flow.bidding in ("auction", "fees"))
    assert ("mizuten" in said) == bool(game.rules.mizuten)
    assert (game.calls["sage"] in said) == (game.flow.moment is not Moment.NEVER)
    # Everything that the game has to say has its scene.
    scenes = {each.rule for scene in lessons(game) for each in scene.says}
    assert {rule for rules in game.lesson.values() for rule in rules} <= scenes


def test_an_unknown_game_is_a_clear_refusal(bench: Any) -> None:
    answer = bench.client.get("/api/learn/poker")
    assert answer.status_code == 422
    assert "poker" in answer.json()["error"]["message"]


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_quiz_on_hand_yaku_knows_the_one_right_answer(ruleset: str) -> None:
    if not RULESETS[ruleset].teyaku:
        pytest.skip("this game has no hand yaku")
    answers = set()
    for number in range(40):
        quiz = make_quiz(ruleset, "teyaku", number)
        assert len(quiz.piles[0]) == RULESETS[ruleset].hand
        best = find_teyaku(ruleset, quiz.piles[0])
        assert [part.id for part in best.parts] == [quiz.answer] if quiz.answer else best is None
        assert quiz.choices.count(quiz.answer) == 1
        answers.add(quiz.answer)
    # It is no quiz if the answer is always the same.
    assert len(answers) > min(4, len(RULESETS[ruleset].teyaku))


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_quiz_on_sets_knows_the_one_right_answer(ruleset: str) -> None:
    answers = set()
    for number in range(40):
        quiz = make_quiz(ruleset, "dekiyaku", number)
        made = [yaku.id for yaku in find_dekiyaku(ruleset, quiz.piles[0])]
        assert made == ([quiz.answer] if quiz.answer else [])
        assert quiz.choices.count(quiz.answer) == 1
        answers.add(quiz.answer)
    assert len(answers) > 2


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_quiz_on_whose_set_it_is_has_one_owner_or_nobody_and_says_rule_and_price(ruleset: str) -> None:
    game = RULESETS[ruleset]
    order = tuple(range(max(game.in_play)))
    answers = set()
    for number in range(40):
        quiz = make_quiz(ruleset, "whose", number)
        made = [find_dekiyaku(ruleset, pile, biki=is_biki(order, seat)) for seat, pile in enumerate(quiz.piles)]
        assert [str(seat) for seat, sets in enumerate(made) if sets] == ([quiz.answer] if quiz.answer else [])
        assert quiz.made == tuple((each.id, each.value) for sets in made for each in sets)
        assert sum(map(len, quiz.piles)) == len({card for pile in quiz.piles for card in pile})
        assert quiz.choices == (*map(str, order), "")
        answers.add(quiz.answer)
    assert answers == {*map(str, order), ""}


def test_the_answer_comes_with_its_rule_its_price_and_its_sentence(bench: Any) -> None:
    for kind in ("teyaku", "dekiyaku", "whose"):
        for number in range(8):
            asked = bench.client.get(f"/api/learn/sannin/quiz?kind={kind}&number={number}").json()
            assert bool(asked["made"]) == bool(asked["answer"])
            for row in asked["made"]:
                assert row["value"] > 0 and row["about"]["en"] == explain(row["rule"]).en


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_wrong_answer_is_explained_by_what_it_would_need(idle_bench: Any, ruleset: str) -> None:
    game = RULESETS[ruleset]
    rows = {row.id: row for row in game.sets(game.choose())}
    for kind in ("teyaku", "dekiyaku", "whose"):
        for number in range(3):
            asked = idle_bench.client.get(f"/api/learn/{ruleset}/quiz?kind={kind}&number={number}").json()
            for at, choice in enumerate(asked["choices"]):
                assert (choice["why"] is None) == (not choice["rule"])
                if choice["why"] is None or choice["rule"] == asked["answer"]:
                    continue
                rule, ja, en = choice["why"].values()
                assert kind == "whose" or rule == choice["rule"]
                assert ja.startswith(explain(rule).ja) and en.startswith(explain(rule).en)
                if kind == "teyaku":
                    continue
                cards = CardSet.parse(" ".join(asked["piles"][at if kind == "whose" else 0]))
                lacks = rows[rule].lacking(cards)
                replaced = kind == "dekiyaku" and rule in (rows[asked["answer"]].replaces if asked["answer"] else ())
                assert replaced == ("もっと高い役" in ja) and (lacks > 0 or rows[rule].biki_only or replaced)
                assert (f"あと{lacks}枚" in ja) == (f"lacks {lacks}." in en) == (lacks > 0)


def test_the_same_number_is_the_same_question() -> None:
    assert make_quiz("sannin", "teyaku", 7) == make_quiz("sannin", "teyaku", 7)
    assert make_quiz("sannin", "teyaku", 7) != make_quiz("sannin", "teyaku", 8)


@pytest.mark.browser
def test_whose_set_it_is_is_asked_and_the_answer_is_explained(page: Any, site: Any) -> None:
    page.goto(f"{site.url}learn?game=sannin")
    page.get_by_role("tab", name="誰の役かの問題").click()
    for _ in range(4):
        page.locator(".quiz .row b", has_text="西").wait_for()
        assert page.locator(".quiz .row").count() == 3
        page.locator(".quiz .actions button", has_text="南").click()
        right = page.locator(".quiz button[data-is='right']")
        right.wait_for()
        said = page.locator(".quiz [role='status']")
        if page.locator(".quiz button[data-is='wrong']").count():
            # What was wrong about it, with its rule.
            assert re.search(r"南.*H3-DEKI-\d\d.*足りません", said.inner_text())
        said.locator("p").first.wait_for()
        if right.get_attribute("data-rule"):
            said.locator("code", has_text="H3-DEKI-").first.wait_for()
            said.get_by_text("貫").first.wait_for()
        page.get_by_role("button", name="次の問題").click()
        right.wait_for(state="detached")


@pytest.mark.browser
def test_a_lesson_ends_with_what_to_do_next_and_hand_yaku_show_their_cards(page: Any, site: Any) -> None:
    page.goto(f"{site.url}learn?game=hachihachi")
    page.set_viewport_size({"width": 390, "height": 844})
    forward = page.locator(".lesson .seal")
    titles = []
    while (title := page.locator(".lesson h2").inner_text()) and len(titles) < 40:
        titles.append(title)
        own = page.get_by_role("link", name="自分の卓で")
        if own.count():
            break
        assert forward.inner_text() == "次へ"
        forward.click()
    assert any("みずてん" in each for each in titles) and any("貫・文" in each for each in titles)
    page.get_by_role("button", name="前へ").wait_for()
    assert own.get_attribute("href") == "/#setup" and forward.is_enabled()
    forward.click()
    page.locator(".quiz .actions button").first.wait_for()
    page.get_by_role("tab", name="手役", exact=True).click()
    row = page.locator(".yaku li", has_text="H88-TEYAKU-09")
    assert row.locator("img").count() == 7 and row.locator("img[data-rest]").count() == 1
    assert "4貫" in row.inner_text()


PLAYERS = {"ja": ["壱", "弐", "参", "肆"], "en": ["Ann", "Ben", "Cleo", "Dan"]}
STRANGE = {
    "ja": r"[A-Za-z]{3,}|undefined|\[object|NaN|[{}]",
    "en": r"[\u3001-\u30ff\u4e00-\u9fff]+|undefined|\[object|NaN|[{}]",
}
"""What a text in that language has nowhere, rule ids left out."""
RULE_ID = r"\b[A-Z0-9]+(?:-[A-Z0-9]+)+\b"


def in_play(game: str) -> State:
    """A moment in the middle of a deal of that game; every hand is known."""
    for seed in count():
        *_, last = random_match(find_ruleset(game), find_ruleset(game).seats[0], {}, seed=seed, deals=2)
        state: State | None = None
        for event in last.log:
            state = apply(state, event)
            deal = state.deal
            if deal and state.phase is Phase.HAND and len(deal.hands[deal.order[0]]) == 4:
                return state
    raise AssertionError


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_a_learner_is_helped_in_a_running_deal_of_every_game_in_one_language(
    browser: Any, site: Any, game: str, lang: str
) -> None:
    from playwright.sync_api import expect

    state = in_play(game)
    assert state.deal is not None
    page = browser.new_page(locale={"ja": "ja-JP", "en": "en-GB"}[lang], viewport={"width": 390, "height": 844})
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    def post(path: str, **body: Any) -> None:
        answer = page.request.post(f"{site.url}{path}", data=body)
        assert answer.ok, answer.text()

    players = PLAYERS[lang][: len(state.players)]
    post("api/match", seq=0, ruleset=game, players=players, dealer=to_json(state.log[0])["dealer"])
    post("api/events", seq=1, events=[to_json(event) for event in state.log[1:]])
    seat = state.deal.order[0]
    page.goto(f"{site.url}hand?seat={seat}")
    page.locator(".actions button").first.click()
    for card in state.deal.hands[seat]:
        # The kasu of a month look alike: the picker has each, a hand any of them.
        page.locator(f".deck button[data-card='{card}']").click()
    expect(page.locator(".plays > ul").first.locator("li[data-card]")).to_have_count(len(state.deal.hands[seat]))
    told = page.locator(".plays").inner_text()
    for row in state.game.sets(state.options):
        assert getattr(name(row.id), lang) in page.locator(f".plays li[data-rule='{row.id}']").inner_text()
    # From the hand to what is to be learnt: of the game that is played.
    page.goto(f"{site.url}learn")
    page.locator(".lesson h2").wait_for()
    assert page.locator("header select").input_value() == game
    for tab in page.get_by_role("tab").all():
        tab.click()
        page.locator("[role=tabpanel] :is(.lesson, .months, .yaku, .quiz, .none)").wait_for()
        told += page.locator("[role=tabpanel]").inner_text()
    page.close()
    assert re.findall(STRANGE[lang], re.sub(RULE_ID, "", told)) == [] and broken == []
    # Where no card counts none is said to be worth 0.
    assert game != "koikoi" or {"ja": "0点", "en": "Points: 0"}[lang] not in told.splitlines()

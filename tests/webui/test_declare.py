"""What people say by tap: only what is legal is offered, and a whole match of every game is kept by tap alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from random_play import random_match, result_of
from yakume.engine import (
    DECK,
    RULESETS,
    BidMade,
    CardSet,
    DealResult,
    DealStarted,
    HandShown,
    MatchStarted,
    Phase,
    TeyakuShown,
    apply,
    card_points,
    find_ruleset,
    replay,
    to_json,
)
from yakume.engine.points import kasu_count
from yakume.engine.ruleset import Ruleset
from yakume.engine.state import State, deal_facts
from yakume.webui.declare import declarations
from yakume.webui.view import booked_view

FIELD = "1h 4a 5a 6a 7a 9a"


def deal(bench: Any, field: str = FIELD, **more: Any) -> None:
    bench.book({"type": "deal_started.v1", "dealer": bench.state["deal"]["dealer"], "field": field, **more})


def declared(bench: Any) -> dict[str, Any]:
    answer = bench.client.get("/api/declare")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_between_deals_a_deal_may_begin_and_nothing_else(bench: Any) -> None:
    bench.start()
    now = declared(bench)
    assert now["start"].pop("blank")["en"].startswith("The blank card is the spare one")
    assert now["start"].pop("partly")["en"] == "Enter the lights of the field alone, if there are any"
    assert now["start"] == {"dealer": 0, "mizuten": False, "blanks": []}
    assert (now["bids"], now["teyaku"], now["settle"], now["void"]) == ([], {}, False, False)


def test_in_a_deal_hand_yaku_may_be_announced_by_who_did_not_yet(bench: Any) -> None:
    bench.start()
    deal(bench)
    assert sorted(declared(bench)["teyaku"]) == ["0", "1", "2"]
    bench.book({"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-01"], "exposed": "3h 3t 3a"})
    now = declared(bench)
    assert sorted(now["teyaku"]) == ["0", "2"]
    assert [event["seat"] for event in now["wrong"]] == [1]
    assert now["settle"]
    assert now["order"] == [0, 1, 2]


def test_bids_are_those_of_who_is_asked_and_the_seats_say_who_plays_and_who_paid(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=["東", "南", "西", "北"])
    deal(bench)
    now = declared(bench)
    assert {bid["seat"] for bid in now["bids"]} == {0}
    assert [role["part"] for role in now["roles"]] == ["asked", "waits", "waits", "waits"]
    drop = next(bid for bid in now["bids"] if bid["call"] == "oriru")
    bench.book(drop)
    now = declared(bench)
    assert [role["part"] for role in now["roles"]] == ["dropped", "plays", "plays", "plays"]
    assert now["roles"][0]["paid"] > 0


def test_with_seven_at_sudaoshi_somebody_is_dealt_the_blank_card() -> None:
    state = apply(None, MatchStarted("sudaoshi", tuple("ABCDEFG")))
    start = declarations(state).start
    assert start is not None
    assert start.blanks == tuple(range(7))


@pytest.mark.parametrize("game", RULESETS.values(), ids=RULESETS.keys())
def test_what_is_said_to_be_dealt_is_in_the_deck(game: Ruleset) -> None:
    """Hands and field in the sentence are those of the game, and together no more than the cards there are."""
    for seats in game.seats:
        state = apply(None, MatchStarted(game.id, tuple("ABCDEFG"[:seats])))
        told = booked_view("m", 1, state)
        assert told["match"] is not None
        said = told["ruleset"]["dealing"]
        start = declarations(state).start
        assert start is not None
        hand, field = game.hand, game.field
        if start.blanks:  # SD-PLAYER-02: 49 = 7 × 7, of which the blank's holder lays down the other six.
            assert (seats * hand, field) == (len(DECK) + 1, hand - 1)
            assert [int(n) for n in re.findall(r"\d+", said["en"])] == [seats * hand, hand, field]
            assert [int(n) for n in re.findall(r"\d+", said["ja"])] == [1, seats * hand, hand, field]
        else:
            assert seats * hand + field <= len(DECK)
            for words in said.values():
                assert [int(n) for n in re.findall(r"\d+", str(words))] == [hand, field]


def test_which_cards_lie_in_the_field_is_told_to_who_claims_one_of_them(bench: Any) -> None:
    bench.start()
    assert declared(bench)["field"] == []
    deal(bench)
    assert " ".join(declared(bench)["field"]) == FIELD


def test_what_an_event_would_change_is_told_and_not_booked(bench: Any) -> None:
    bench.start()
    deal(bench)
    shown = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-01"], "exposed": "3h 3t 3a"}
    told = bench.post("/api/preview", events=[shown]).json()
    assert told["change"] == [-48, 96, -48]
    assert [entry["rule"] for entry in told["added"]] == ["H3-TEYAKU-01"] * 2
    assert bench.state["scores"] == [0, 0, 0]
    refused = bench.post("/api/preview", events=[shown | {"exposed": "3h 3t 4a"}])
    assert (refused.status_code, bench.state["seq"]) == (422, 2)


@pytest.mark.parametrize(
    ("said", "shown", "why"),
    [
        ("H3-TEYAKU-01", "7n 7a 7b", "7n 7a 7bは三本ではなく立三本です。"),  # bush clover stands
        ("H3-TEYAKU-01", "3t 3a 5a", "3t 3a 5aは三本だけにはなりません。"),
    ],
)
def test_cards_that_are_another_hand_yaku_say_which(bench: Any, said: str, shown: str, why: str) -> None:
    bench.start()
    deal(bench, "1h 4a 5b 6a 8a 9a")
    claim = {"type": "teyaku_shown.v1", "seat": 1, "parts": [said], "exposed": shown}
    error = bench.post("/api/preview", events=[claim]).json()["error"]
    assert error["why"]["ja"].startswith(why) and error["rule"]


def test_no_result_before_everybody_has_bid_says_so(bench: Any) -> None:
    bench.start(ruleset="hachihachi", players=["東", "南", "西", "北"])
    deal(bench, FIELD)
    result = {"type": "deal_result.v1", "captures": ["", "", "", ""], "happenings": []}
    error = bench.post("/api/preview", events=[result]).json()["error"]
    assert error["why"]["ja"].startswith("出降りがまだ決まっていません。")


@pytest.mark.parametrize(
    ("payment", "why"),
    [
        ({"mon": -5}, "払う額は1から"),
        ({"mon": 10**9}, "払う額は1から"),
        ({"payee": 0}, "{0}から{0}へは払えません。"),
        ({"reason": "い" * 61}, "理由は1字から60字までです。"),
        ({"reason": "祝\u202e儀"}, "理由に見えない制御文字が入っています。"),
    ],
)
def test_a_payment_by_hand_that_cannot_be_says_why(bench: Any, payment: dict[str, Any], why: str) -> None:
    bench.start()
    event = {"type": "house_payment.v1", "payer": 0, "payee": 1, "mon": 6, "reason": "祝儀"} | payment
    error = bench.post("/api/preview", events=[event]).json()["error"]
    assert error["why"]["ja"].startswith(why) and error["rule"] == "YK-HOUSE-01"


def test_a_preview_on_an_old_state_is_refused(bench: Any) -> None:
    bench.start()
    assert bench.client.post("/api/preview", json={"seq": 0, "events": [{"type": "deal_voided.v1"}]}).status_code == 409


def test_a_tally_says_which_cards_lie_nowhere_and_then_what_is_due(bench: Any) -> None:
    bench.start()
    deal(bench)
    piles = {0: "1h 1t 1a 1b 2n 2t 2a 2b 3t 3a", 1: "3h 3b"}
    told = bench.post("/api/tally", piles=piles).json()
    assert len(told["missing"]) == 36
    assert told["result"] is None
    assert [row["rule"] for row in told["standing"]["0"]] == ["H3-DEKI-05"]


def test_a_set_that_waits_for_its_call_is_told_with_two_in_play_too(bench: Any) -> None:
    bench.start(ruleset="futari", players=["甲", "乙"])
    deal(bench)
    told = bench.post("/api/tally", piles={0: "1h 1t 1a 1b 2n 2t 2a 2b 3h 3t 3a 3b", 1: ""}).json()
    assert [row["rule"] for row in told["standing"]["0"]] == ["H2-DEKI-01"]
    assert told["result"] is None
    assert told["refusal"]["rule"]
    called = [{"kind": "called", "seat": 0, "call": "agari"}]
    told = bench.post("/api/tally", piles={0: "1h 1t 1a 1b 2n 2t 2a 2b 3h 3t 3a 3b", 1: ""}, told=called).json()
    assert told["refusal"] is None
    assert sum(told["result"]["change"]) == 0


def test_history_names_what_undo_takes_back(bench: Any) -> None:
    bench.start()
    deal(bench)
    told = bench.client.get("/api/history").json()
    assert [step["ja"].split(" ")[0] for step in told["steps"]] == ["対局の開始", "第1局の場札"]
    assert told["undo"] == {"ja": "第1局の場札", "en": "field of deal 1"}
    assert told["redo"] is None
    # What lists cards or counts goes without them, in a correction too.
    instead = {"type": "deal_started.v1", "dealer": bench.state["deal"]["dealer"], "field": "1a 2a 3a 4a 5a 6a"}
    bench.book({"type": "corrected.v1", "seq": 1, "events": [instead]})
    told = bench.client.get("/api/history").json()
    assert told["undo"] == {"ja": "訂正（第1局の場札）", "en": "correction (field of deal 1)"}


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [("hachiju", 3), ("hachiju", 2), ("hachihachi", 4), ("futari", 2), ("sannin", 3), ("sudaoshi", 5), ("koikoi", 2)],
)
@pytest.mark.parametrize("by", ["piles", "points"])
def test_a_match_is_kept_by_tap_alone(bench: Any, ruleset: str, seats: int, by: str) -> None:
    """The truth of random deals, told as people would: field, bids, announcements, and then piles and calls, or points,
    sets and calls."""
    game = find_ruleset(ruleset)
    *_, last = random_match(game, seats, {}, seed=7, deals=3)
    bench.start(ruleset=ruleset, players=[f"P{seat}" for seat in range(seats)], dealer=last.log[0].dealer)
    now = apply(None, last.log[0])
    hands: tuple[CardSet, ...] = ()
    for event in last.log[1:]:
        now = apply(now, event)
        if isinstance(event, DealStarted):
            hands = event.hands
            assert declared(bench)["start"]["dealer"] == event.dealer
            bench.book(to_json(DealStarted(event.dealer, event.field, (), event.mizuten, event.blank)))
        elif isinstance(event, BidMade):
            assert to_json(event) in declared(bench)["bids"]
            bench.book(to_json(event))
        elif isinstance(event, TeyakuShown):
            rules = {row["rule"] for row in declared(bench)["teyaku"][str(event.seat)]}
            assert rules >= set(event.parts)
            bench.book(to_json(event))
        elif now.phase in (Phase.READY, Phase.OVER):
            settle(bench, result_of(now), now if by == "points" else None)
        if now.phase is Phase.TEYAKU and isinstance(event, BidMade | DealStarted):
            for seat in declared(bench)["hands"]:
                bench.book(to_json(HandShown(seat, hands[seat])))
    assert bench.state["scores"] == list(now.scores)


def settle(bench: Any, result: DealResult, ended: State | None) -> None:
    """Tell the deal as it ended, by its piles or as points of `ended`, look at what it would pay, and book that."""
    told = []
    for each in result.happenings if ended is None else ended.deal.happenings:  # type: ignore[union-attr]
        what = to_json(each)
        what["kind"] = {"sets_made": "called", "tobikomi": "tobikomi", "cancelled": "cancelled"}[what.pop("type")]
        told.append(what)
    if ended is None:
        answer = bench.post(
            "/api/tally", piles={seat: str(pile) for seat, pile in enumerate(result.captures)}, told=told
        )
    else:
        tell = declared(bench)["tell"]
        order = ended.deal.order  # type: ignore[union-attr]
        points = {seat: card_points(ended.game.id, result.captures[seat]) for seat in order}
        kasu = {seat: kasu_count(result.captures[seat]) for seat in order}
        enough = tell["kasu_from"] is not None and max(kasu.values()) >= tell["kasu_from"]
        roles = [(rule, seat) for seat, rule in deal_facts(ended).roles]
        assert {rule for rule, _ in roles} <= {row["rule"] for row in tell["sets"]}
        more = {"points": {} if tell["points"] is None else points, "kasu": kasu if enough else {}, "roles": roles}
        nothing = not told and not any(more.values())
        answer = bench.post("/api/tally", told=told, nobody=nothing, **more)
    assert answer.status_code == 200, answer.text
    assert answer.json()["result"] is not None, answer.json()
    bench.book(*answer.json()["result"]["events"])


@pytest.mark.parametrize(("ruleset", "seats"), [(game.id, seats) for game in RULESETS.values() for seats in game.seats])
def test_a_deal_of_which_nothing_is_told_is_not_settled_before_that_is_said(
    bench: Any, ruleset: str, seats: int
) -> None:
    """Where it is legal, the page asks for it in so many words; where it is not, saying so does not make it legal."""
    bench.start(ruleset=ruleset, players=[f"P{seat}" for seat in range(seats)])
    game = find_ruleset(ruleset)
    field = CardSet(list(CardSet.parse("2n 3t 4n 5t 6n 7t 9n 10t"))[: game.field])
    deal(bench, str(field), **({"blank": 0} if declared(bench)["start"]["blanks"] else {}))
    plays = 0
    while bids := declared(bench)["bids"]:
        bid = next((each for each in bids if each["call"] == ("deru" if plays < 3 else "oriru")), bids[0])
        plays += bid["call"] == "deru"
        bench.book(bid)
    two = len(declared(bench)["order"]) == 2
    for way in ({"piles": {}}, {"points": {}}):
        found = bench.post("/api/tally", **way).json()
        assert found["result"] is None
        told = bench.post("/api/tally", nobody=True, **way).json()
        # Where the cards decide something, some are captured (COM-CAP-05).
        legal = two and ruleset == "koikoi"
        assert (told["result"] is not None) == (found["silent"] is not None) == legal
        assert told["silent"] is None and (legal or told["refusal"] == found["refusal"] is not None)
        assert found["silent"] == ({"ja": "誰も役なし", "en": "Nobody made a set"} if legal else None)


def test_what_is_told_of_a_deal_needs_nobody_to_say_that_nothing_came_of_it(bench: Any) -> None:
    bench.start(ruleset="koikoi", players=["東", "南"])
    deal(bench, "1h 4a 5a 6a 7a 9a 10a 11n")
    few = bench.post("/api/tally", piles={0: "2n 2t"}).json()
    assert (few["result"], few["refusal"]["rule"]) == (None, "COM-CAP-05")
    piles = {0: "1h 1a 2t 2a 3t 3a 4n 4a 5t 5a 6a 6b 7a 7b", 1: "1t 1b 2n 2b 8h 8a 9t 9a 10n 10a 11h 11a 12h 12a"}
    assert bench.post("/api/tally", piles=piles).json()["result"] is not None
    called = [{"kind": "called", "seat": 0, "call": "agari", "sets": [["KK-DEKI-05", 5]]}]
    assert bench.post("/api/tally", points={}, told=called).json()["silent"] is None


def test_points_that_do_not_add_up_are_refused_with_their_rule_and_book_nothing(bench: Any) -> None:
    bench.start()
    deal(bench)
    tell = declared(bench)["tell"]
    assert (tell["points"], tell["exact"], tell["at_end"], tell["kasu_from"]) == (264, True, False, 16)
    told = bench.post("/api/tally", points={0: 88, 1: 88, 2: 87}).json()
    assert (told["result"], told["refusal"]["rule"]) == (None, "COM-CARD-02")
    told = bench.post("/api/tally", points={0: 100, 1: 88, 2: 76}).json()
    assert told["result"]["change"] == [23, 0, -24]  # 大場 doubles 12, and the winner puts a stone on the board
    nameless = [{"kind": "called", "seat": 0, "call": "agari"}]
    assert bench.post("/api/tally", points={}, told=nameless).status_code == 422
    assert bench.post("/api/tally", points={5: 88}).status_code == 422
    assert bench.state["seq"] == 2


def test_two_deck_cards_turned_may_be_told_of_who_just_completed_a_set_and_else_the_rule_is_named() -> None:
    """H3-MISHAP-03."""
    told = []
    for state in random_match(find_ruleset("sannin"), 3, {}, seed=7, deals=6):
        now = declarations(state)
        assert now.two_turned == ("H3-MISHAP-03" if now.settle else "")
        waits = state.deal is not None and state.deal.waiting
        for event in now.turned:
            assert waits and event.seat == waits.seat
            after = apply(state, event).deal
            assert after is not None and (after.bound == event.seat or after.end is not None)
        told += now.turned
    assert told
    for state in random_match(find_ruleset("koikoi"), 2, {}, seed=7, deals=2):
        assert not declarations(state).two_turned and not declarations(state).turned


@pytest.mark.parametrize(("ruleset", "players"), [("hachihachi", 4), ("sudaoshi", 4), ("hachiju", 4)])
def test_who_speaks_is_asked_in_one_order_in_every_game(ruleset: str, players: int) -> None:
    game = RULESETS[ruleset]
    state = replay([MatchStarted(ruleset, tuple("東南西北"[:players]), 0, {})])
    field = CardSet(list(CardSet.parse("2n 3t 4n 5t 6n 7t 9n 10t"))[: game.field])
    bids = declarations(apply(state, DealStarted(0, field))).bids
    words = [bid.call for bid in bids]
    assert words == [word for word in ("deru", "oriru", "double") if word in words] and len(words) >= 2

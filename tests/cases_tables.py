"""Case kinds of the rule tables: each function turns a case's input into calls of the engine, and back.

The format is that of the rule questions in JSON (`tests/run_cases.py`); no rule is decided here. Cards are letters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from yakume.engine import (
    Card,
    CardSet,
    Made,
    Pending,
    Ruleset,
    Teyaku,
    capture_choices,
    card_points,
    check_claim,
    field_rate,
    find_dekiyaku,
    find_ruleset,
    find_teyaku,
    four_on_field,
    new_sets,
    queue_rate,
)
from yakume.engine.auction import DROP_FEE, Auction, Bidding, Call, open_auction, open_bidding
from yakume.engine.ba import Ba, menu_rate
from yakume.engine.dekiyaku import total
from yakume.engine.finish import display_kan, draw_order
from yakume.engine.hatto import Waiting, is_hatto
from yakume.engine.oikomi import find_oikomi
from yakume.engine.rules import futari, sudaoshi
from yakume.engine.rules.hachihachi import top_prize
from yakume.engine.rules.hachiju import draw_oya
from yakume.engine.rules.sannin import year_end
from yakume.engine.yaku import KasuRow, SuitRow

Facts = dict[str, Any]

CALLS = {"下": Call.DROP} | {call.value: call for call in Call}


def teyaku(game: Ruleset, given: Facts) -> Facts:
    best = find_teyaku(game.id, CardSet.parse(given["hand"]))
    if best is None:
        return {"parts": [], "value": 0, "exposed": ""}
    return {"parts": [part.name for part in best.parts], "value": best.value} | _shown(best)


def _shown(best: Teyaku) -> Facts:
    return {
        "exposed": best.exposed.letters,
        "exposed_required": best.exposed.letters,
        "hideable": best.hideable.letters,
        "hidden_max": best.hidden_max,
    }


def claim(game: Ruleset, given: Facts) -> Facts:
    judged = check_claim(game.id, CardSet.parse(given["hand"]), given["claimed"])
    return {"valid": judged.valid, "value": judged.value}


def _sets(game: Ruleset, captured: str, given: Facts, **more: Any) -> tuple[Made, ...]:
    options = game.choose({"inoshikacho": False} if given.get("inoshika") is False else {})
    return find_dekiyaku(game.id, CardSet.parse(captured), options=options, **more)


def dekiyaku(game: Ruleset, given: Facts) -> Facts:
    made = _sets(game, given["captured"], given)
    return {"yaku": [[each.name, each.value] for each in made], "total": total(made)}


def upgrade(game: Ruleset, given: Facts) -> Facts:
    before = _sets(game, given["lowered_with"], given)
    after = _sets(game, given["captured"], given, lowered=[each.id for each in before])
    unit = "total_ten" if game.unit == "点" else "total_kan"
    return {"new": bool(new_sets(before, after)), unit: total(after)}


def sd_roles(game: Ruleset, given: Facts) -> Facts:
    made = find_dekiyaku(game.id, CardSet.parse(given["captured"]), biki=given["seat"] == "ビキ")
    return {"roles": [[each.name, each.value] for each in made], "total": total(made)}


def points(game: Ruleset, given: Facts) -> Facts:
    return {"points": card_points(game.id, CardSet.parse(given["captured"]))}


def capture(game: Ruleset, given: Facts) -> Facts:
    choices = capture_choices(CardSet.parse(given["field"]), Card.parse(given["card"]))
    taken = [choice.letters for choice in choices if choice]
    return {"choices": taken, "must_choose": len(taken) > 1}


def field(game: Ruleset, given: Facts) -> Facts:
    carry = given.get("carry")
    found = field_rate(CardSet.parse(given["field"]), Ba(carry) if carry else None)
    return {"rate": found.ba.value, "next_carry": found.binds.value if found.binds else None}


def field_queue(game: Ruleset, given: Facts) -> Facts:
    ba, pending = queue_rate(CardSet.parse(given["field"]), Pending(**given["pending"]))
    return {"rate": ba.value, "pending": {"zetsu": pending.zetsu, "dai": pending.dai}}


def field_four(game: Ruleset, given: Facts) -> Facts:
    dealt = CardSet.parse(given["field"])
    four = four_on_field(dealt)
    if game.rules.redeal and four:
        return {"action": "redeal"}
    return {
        "action": "take" if four else "none",
        "taken": four.letters,
        "field_left": (dealt - four).letters,
        "rate": field_rate(dealt).ba.value,
    }


def draw(game: Ruleset, given: Facts) -> Facts:
    cards = {who: Card.parse(card) for who, card in given["draws"].items()}
    if game.code == "H80":
        first = draw_oya(cards)
        return {"dealer": first[0]} if len(first) == 1 else {"redraw": list(first)}
    groups = draw_order(cards)
    again = [who for group in groups if len(group) > 1 for who in group]
    order = [who for group in groups for who in group]
    return {"redraw": again} if again else {"dealer": order[0], "order": order}


def _auction(game: Ruleset, given: Facts) -> Auction | Bidding:
    state: Auction | Bidding = (
        open_auction(given["players"], given["dealer"])
        if game.code == "H80"
        else open_bidding(given["players"], given["dealer"], mizuten=given.get("mizuten", False))
    )
    for word in given["calls"]:
        state = state.call(CALLS[word])
    return state


def bid(game: Ruleset, given: Facts) -> Facts:
    state = _auction(game, given)
    order = list(state.play_order)
    facts: Facts = {"play_order": order, "participants": order, "drops": list(state.dropped)}
    if isinstance(state, Auction):
        paid = [DROP_FEE * (seat in state.dropped) for seat in range(state.players)]
        facts |= {"result": "win" if state.winner is not None else "play", "paid": paid}
        facts |= {"rate": state.rate, "oya": state.oya, "pot": state.pot}
        return facts | {"released": list(state.released), "winner": state.winner}
    pot = sum(fee for _, fee in state.fees(menu_rate(Ba(given.get("rate", "小")))))
    return facts | {"result": "play", "squeezed": list(state.squeezed), "oya": order[0], "pot": pot}


def bid_legal(game: Ruleset, given: Facts) -> Facts:
    state = _auction(game, given)
    word = {Call.DROP: "降" if game.code == "H80" else "下"}
    return {"seat": state.queue[0], "legal": [word.get(call, call.value) for call in state.legal]}


def oikomi(game: Ruleset, given: Facts) -> Facts:
    mon = find_oikomi(CardSet.parse(given["hand"])).mon(menu_rate(Ba(given["rate"])))
    return {"mon_from_each_player_in": mon}


def hatto(game: Ruleset, given: Facts) -> Facts:
    card = Card.parse(given["played"])
    piles = given["waiting"] if isinstance(given["waiting"], list) else [given["waiting"]]
    waiting = [Waiting(CardSet.parse(pile["captured"])) for pile in piles]
    captured = CardSet.parse(given.get("other_captured") or "")
    for pile in waiting:
        captured |= pile.captured
    return {
        "hatto": is_hatto(
            game.id,
            card,
            CardSet.parse(given["hand_before"]),
            waiting,
            captured,
            from_hand=given["played_from"] == "hand",
            stays=not given.get("captured_onto_field_card", False),
            shown=bool(given.get("revealed")),
            shadow=str(game.choose().get("hatto_shadow", "kimari_only")),
        )
    }


def bonus_eligibility(game: Ruleset, given: Facts) -> Facts:
    row = game.row(given["teyaku"])
    return {
        "tobikomi": isinstance(row, SuitRow) and row.tobikomi,
        "nuke": isinstance(row, KasuRow) and row.nuke,
    }


def year_end_scores(game: Ruleset, given: Facts) -> Facts:
    order, holder = given["last_month_order"], given.get("shiso_holder")
    return {"score_kan": year_end(given["net_mon"], given["stones"], order, holder)}


def match_end(game: Ruleset, given: Facts) -> Facts:
    if game.code == "H88":
        mon = given["mon"]
        prize = top_prize(mon, given.get("per_player_mon", 60) // 12)
        after = {who: mon[who] + prize[who] for who in mon}
        return after | {"mon": after, "prize": prize}
    totals = given.get("net_mon") or given.get("mon") or given
    score = (futari if game.code == "H2" else sudaoshi).match_end(totals)
    return score | {"score_kan": score}


def display(game: Ruleset, given: Facts) -> Facts:
    kan, mon = display_kan(given["mon"])
    return {"kan": kan, "mon": mon}


KINDS: dict[str, Callable[[Ruleset, Facts], Facts]] = {
    "teyaku": teyaku,
    "claim": claim,
    "dekiyaku": dekiyaku,
    "upgrade": upgrade,
    "sd_roles": sd_roles,
    "card_points": points,
    "capture": capture,
    "field": field,
    "field_queue": field_queue,
    "field_four": field_four,
    "draw": draw,
    "bid": bid,
    "bid_legal": bid_legal,
    "oikomi": oikomi,
    "hatto": hatto,
    "bonus_eligibility": bonus_eligibility,
    "year_end": year_end_scores,
    "match_end": match_end,
    "display": display,
}


def answer(kind: str, game: str, given: Facts) -> Facts:
    """The engine's answer to one case. Raises: KeyError for a kind that is not of the tables."""
    return KINDS[kind](find_ruleset(game), given)

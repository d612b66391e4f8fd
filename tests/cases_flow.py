"""The kinds of rule questions that need a whole deal: ``deal`` and ``replay``.

Inputs become calls of the engine's public API and answers become the words of the question; no rule is here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from yakume.engine import (
    Auction,
    Ba,
    BidMade,
    Cancelled,
    Card,
    CardPlayed,
    CardSet,
    CardTurned,
    DealStarted,
    DekiyakuCalled,
    Entry,
    Happening,
    MatchStarted,
    Oikomi,
    Phase,
    Rate,
    Ruleset,
    SetsMade,
    State,
    Teyaku,
    TeyakuClosed,
    TeyakuShown,
    Tobikomi,
    apply,
    card_points,
    find_teyaku,
    kasu_count,
    legal_actions,
    menu_rate,
)
from yakume.engine.auction import DROP_FEE, DROP_FEES
from yakume.engine.facts import End, Shown
from yakume.engine.facts import Facts as DealFacts
from yakume.engine.ledger import balances
from yakume.engine.settle import settle
from yakume.engine.state import deal_facts
from yakume.engine.yaku import SetRow

Facts = dict[str, Any]

ALIASES = {"八短": "七短", "九短": "七短", "十短": "七短"}
STONES = {"H3-NEXT-02", "H88-END-04"}
"""Payments to the stone board, which the questions keep apart from a deal's result."""


def deal(game: Ruleset, given: Facts) -> Facts:
    """Net of a deal that is described by its events and counts."""
    names: list[str] = given.get("all") or given["order"]
    facts = facts_of(game, given)
    settled = settle(facts)
    return _net(settled.entries, names, game) | {
        "next_oya": names[facts.order[0] if settled.winner is None else settled.winner]
    }


def facts_of(game: Ruleset, given: Facts) -> DealFacts:
    """What decides the payments of such a deal."""
    names: list[str] = given.get("all") or given["order"]
    seat = {name: place for place, name in enumerate(names)}
    order = tuple(seat[name] for name in given["order"])
    word = given.get("rate") or 1
    ba = None if isinstance(word, int) else Ba(word)
    options = game.choose(_options(game, given))
    rate = Rate(word) if ba is None else menu_rate(ba, str(options.get("menu", "A")))
    happenings = tuple(_happening(game, event, seat) for event in given.get("events", ()))
    claims = tuple(
        Shown(seat[name], tuple(game.row(part).id for part in parts)) for name, parts in given.get("teyaku", {}).items()
    )
    return DealFacts(
        game,
        options,
        len(names),
        order,
        rate=rate,
        ba=ba,
        fees=_fees(game, given, seat, rate),
        squeezed=tuple((seat[name], _oikomi(terms)) for name, terms in given.get("oikomi", {}).items()),
        mizuten=seat.get(given.get("mizuten") or ""),
        claims=claims,
        happenings=happenings,
        end=End.WALKOVER if len(order) == 1 else _end(game, claims, happenings),
        points=tuple(given["points"][name] for name in given["order"]) if "points" in given else (),
        kasu=tuple(given.get("kasu", {}).get(name, 0) for name in given["order"]),
        roles=tuple(
            (seat[name], game.row(role).id) for name, roles in given.get("roles", {}).items() for role in roles
        ),
    )


def _options(game: Ruleset, given: Facts) -> Facts:
    """House rules that the question names, by themselves or in ``options``."""
    keys = {option.key for option in game.options} - {"oikomi"}
    return given.get("options", {}) | {key: given[key] for key in keys if given.get(key) is not None}


def _fees(game: Ruleset, given: Facts, seat: dict[str, int], rate: Rate) -> tuple[tuple[int, int], ...]:
    drops = given.get("drops") or ()
    if game.code not in ("H80", "H88"):
        return ()
    if game.code == "H80":
        return tuple((seat[name], DROP_FEE) for name in drops)
    return tuple((seat[name], rate.bonus(fee)) for name, fee in zip(drops, DROP_FEES, strict=False))


def _oikomi(terms: Any) -> Oikomi:
    if isinstance(terms, dict):
        terms = (terms.get("teyaku", 0), terms.get("tsukami", 0), terms.get("cards", 0))
    teyaku, tsukami, cards = terms
    return Oikomi(teyaku * 6, tsukami * 6, cards * 3)


def _happening(game: Ruleset, event: Facts, seat: dict[str, int]) -> Happening:
    by = seat[event["by"]]
    fed_by = seat.get(event.get("hatto_by") or "")
    if event["type"] == "cancel":
        return Cancelled(by)
    if event["type"] == "tobikomi":
        return Tobikomi(by, 1, fed_by)
    sets = tuple((game.row(ALIASES.get(name, name)).id, value) for name, value in event["yaku"])
    covered = {
        game.row(ALIASES.get(name, name)).id for name in event.get("hatto_yaku") or [n for n, _ in event["yaku"]]
    }
    fed = () if fed_by is None else tuple((rule, fed_by) for rule, _ in sets if rule in covered)
    return SetsMade(by, sets, "agari" if event["call"] == "上がり" else "sage", fed)


def _set(game: Ruleset, name: str) -> SetRow:
    row = game.row(ALIASES.get(name, name))
    assert isinstance(row, SetRow)
    return row


def _end(game: Ruleset, claims: tuple[Shown, ...], happenings: tuple[Happening, ...]) -> End:
    last = happenings[-1] if happenings else None
    if isinstance(last, SetsMade) and last.call == "agari":
        return End.SET
    if isinstance(last, Cancelled):
        return End.CANCEL
    shiso = game.code == "H3" and any("H3-TEYAKU-07" in claim.parts for claim in claims)
    return End.SHISO if shiso else End.PLAYED_OUT


def _net(entries: tuple[Entry, ...], names: list[str], game: Ruleset) -> Facts:
    kept = [entry for entry in entries if entry.rule not in STONES]
    return {"delta": dict(zip(names, balances(kept, len(names)), strict=False)), "unit": game.unit}


def replay(game: Ruleset, given: Facts) -> Facts:
    """A whole deal, card by card; the best hand yaku are announced and the first set ends the deal."""
    names: list[str] = given["order"]
    hands = tuple(CardSet.parse(given["hands"][name]) for name in names)
    state = _dealt(game, given, names, hands)
    shown = {name: _answer(find_teyaku(game.id, hand)) for name, hand in zip(names, hands, strict=True)}
    for name in range(len(names)):
        state = _announce(state, name)
    if state.phase is Phase.TEYAKU:
        state = apply(state, TeyakuClosed())
    turned = 0
    for move in given["moves"]:
        if state.phase is not Phase.HAND:
            break
        state = apply(state, _play(CardPlayed, names, move, "hand"))
        if move.get("deck"):
            state = apply(state, _play(CardTurned, names, move, "deck"))
            turned += 1
        if state.deal is not None and state.deal.waiting is not None:
            state = apply(state, DekiyakuCalled(state.deal.waiting.seat, "agari"))
    assert state.deal is not None
    return _ended(game, given, names, state, turned) | {"teyaku": {name: each for name, each in shown.items() if each}}


def _dealt(game: Ruleset, given: Facts, names: list[str], hands: tuple[CardSet, ...]) -> State:
    """The deal with its cards dealt and its rate settled by bids, everybody taking part."""
    rate = int(given.get("rate") or 1) if game.code == "H80" else 1
    dealer = 1 if rate == 4 else 0
    state = apply(None, MatchStarted(game.id, tuple(names), dealer, _options(game, given)))
    state = apply(state, DealStarted(dealer, CardSet.parse(given["field"]), hands))
    doubles = {1: (), 2: (0,), 4: (1, 0)}[rate]
    while state.phase is Phase.BID:
        assert state.deal is not None and state.deal.bidding is not None
        seat = state.deal.bidding.queue[0]
        state = apply(state, BidMade(seat, "double" if seat in doubles[_doubled(rate, state) :] else "deru"))
    wanted = given.get("field_rate")
    if state.deal is not None and state.deal.ba is not None and wanted not in (None, state.deal.ba.value):
        # A rate that the field does not explain was carried over from an earlier deal.
        carried = replace(state.deal, ba=Ba(wanted), rate=menu_rate(Ba(wanted), str(state.options.get("menu", "A"))))
        state = replace(state, deal=carried)
    return state


def _doubled(rate: int, state: State) -> int:
    assert state.deal is not None and isinstance(state.deal.bidding, Auction)
    return {1: 0, 2: 1, 4: 2}[state.deal.bidding.rate]


def _announce(state: State, seat: int) -> State:
    for action in legal_actions(state):
        if isinstance(action, TeyakuShown) and action.seat == seat:
            return apply(state, action)
    return state


def _answer(best: Teyaku | None) -> Facts:
    if best is None:
        return {}
    return {"parts": [part.name for part in best.parts], "value": best.value, "exposed": best.exposed.letters}


def _play(
    kind: type[CardPlayed] | type[CardTurned], names: list[str], move: Facts, half: str
) -> CardPlayed | CardTurned:
    takes = CardSet.parse(move.get(f"{half}_takes") or "")
    return kind(names.index(move["by"]), Card.parse(move[half]), takes)


def _ended(game: Ruleset, given: Facts, names: list[str], state: State, turned: int) -> Facts:
    deal = state.deal
    assert deal is not None
    piles = {name: deal.piles[seat] for seat, name in enumerate(names)}
    last = deal.happenings[-1] if deal.happenings else None
    ended: Any = "play-out"
    if deal.end is End.SHISO:
        ended = "四三"
    elif isinstance(last, SetsMade) and deal.end is End.SET:
        ended = {"player": names[last.seat], "yaku": [[game.row(rule).name, value] for rule, value in last.sets]}
    field = deal.field.letters
    settled = settle(deal_facts(state))
    roles: Facts = {}
    for seat, rule in deal_facts(state).roles:
        roles.setdefault(names[seat], []).append(game.row(rule).name)
    return _net(settled.entries, names, game) | {
        "ended_by": ended,
        "tobikomi": [names[each.seat] for each in deal.happenings if isinstance(each, Tobikomi)],
        "piles": {name: pile.letters for name, pile in piles.items()},
        "field_left": field,
        "deck_left": len(given["deck"]) - turned,
        "card_points": {name: card_points(game.id, pile) for name, pile in piles.items()},
        "kasu_counts": {name: kasu_count(pile) for name, pile in piles.items()},
        "roles": roles,
        "next_oya": names[state.dealer],
    }


KINDS: dict[str, Callable[[Ruleset, Facts], Facts]] = {"deal": deal, "replay": replay}

"""What a page is told, as plain JSON values: the setup, what is booked, and what lies on the table.

Only words and arrangement are decided here; every fact is the engine's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from yakume.engine import DECK, Ba, CardSet, card_points, find_dekiyaku
from yakume.engine.advice import Fate, Progress, View, progress
from yakume.engine.ba import Rate
from yakume.engine.explain import explain
from yakume.engine.ledger import Entry, balances
from yakume.engine.names import NAMES, name
from yakume.engine.play import apply
from yakume.engine.ruleset import RULESETS, OptionValue, Ruleset
from yakume.engine.state import Deal, Phase, State
from yakume.vision.memory import OnTable
from yakume.vision.questions import Question

from .settings import Settings

Json = dict[str, Any]


def words(key: str) -> Json:
    """A term, card or rule in both languages."""
    found = name(key)
    return {"ja": found.ja, "en": found.en}


def setup_view(settings: Settings) -> Json:
    """What a page needs once: names of all cards and terms, the games, what the start form proposes."""
    return {
        "lang": settings.lang,
        "names": {key: {"ja": term.ja, "en": term.en} for key, term in NAMES.items()},
        "rulesets": [_game(game) for game in RULESETS.values()],
        "proposal": {"ruleset": settings.ruleset, "players": list(settings.players)},
    }


def _game(game: Ruleset) -> Json:
    return {
        "id": game.id,
        **words(game.id),
        "players": [min(game.seats), max(game.seats)],
        "options": [
            {
                "key": option.key,
                "default": option.default,
                "choices": list(option.choices),
                "any_count": option.any_count,
                "ask": option.ask,
                "source": option.source,
                "about": option.about,
            }
            for option in game.options
        ],
    }


def seat_views(
    ruleset_id: str, options: Mapping[str, OptionValue], order: Sequence[int], on_table: OnTable
) -> list[Json]:
    """Per seat: captures, what is shown, card points, and how far each set has come.

    Args:
        order: seats in play order, the 親 first; a seat that is not in it sits this deal out.
    """
    on_table = _each_once(on_table)
    views = []
    for seat, (pile, open_hand) in enumerate(zip(on_table.captures, on_table.shown, strict=True)):
        rows: list[Json] = []
        if seat in order:
            view = View(
                ruleset_id,
                seat,
                tuple(order),
                on_table.captures,
                on_table.field,
                hand=open_hand,
                shown=on_table.shown,
                options=options,
            )
            rows = _sets(view)
        views.append(
            {
                "captures": [str(card) for card in pile],
                "shown": [str(card) for card in open_hand],
                "points": card_points(ruleset_id, pile),
                "yaku": rows,
            }
        )
    return views


def _each_once(seen: OnTable) -> OnTable:
    """`seen` with every card in one place: while cards move, one may be believed in two; captures come first."""
    left = DECK

    def take(cards: CardSet) -> CardSet:
        nonlocal left
        taken = cards & left
        left -= taken
        return taken

    captures = tuple(take(pile) for pile in seen.captures)
    shown = tuple(take(cards) for cards in seen.shown)
    return OnTable(take(seen.field), captures, shown)


def _sets(view: View) -> list[Json]:
    made = {
        row.id: row
        for row in find_dekiyaku(
            view.ruleset_id,
            view.captured[view.seat],
            biki=view.order[2:3] == (view.seat,),
            inoshikacho=bool(view.options.get("inoshikacho", True)),
        )
    }
    rows = []
    for each in progress(view):
        done = made.get(each.row.id)
        # A set that a better one replaces is complete and yet not paid: it is not shown.
        replaced = done is None and each.lacking == 0
        rows.append(
            {
                "rule": each.row.id,
                **words(each.row.id),
                "mon": done.mon if done else each.row.mon,
                "cards": [str(card) for card in each.have],
                "missing": [] if done else _still_open(each),
                "lacking": each.lacking,
                "state": "done" if done else "dead" if each.dead or replaced else "open",
            }
        )
    return rows


def _still_open(each: Progress) -> list[str]:
    return [str(card.card) for card in each.missing if card.fate is not Fate.LOST]


def running(state: State | None) -> Deal | None:
    """The deal that is being played, or None between deals."""
    if state is None or state.phase in (Phase.READY, Phase.OVER):
        return None
    return state.deal


def booked_view(match_id: str | None, seq: int, state: State | None, declared: Sequence[str]) -> Json:
    """What is booked: the replay of the log up to event `seq`, and who has played on in the running deal.

    Args:
        declared: what was answered and books nothing yet: 下げ, ``call:SEAT:…``, 法度, ``fed:SEAT:…``, and hidden
            captures, ``hidden:SEAT:…``.
    """
    if state is None:
        return {"match": None, "seq": 0, "players": [], "scores": [], "entries": [], "can_undo": False}
    deal = running(state)
    over = state.phase is Phase.OVER
    number = state.played + (0 if over else 1)
    return {
        "match": match_id,
        "seq": seq,
        "ruleset": {"id": state.game.id, **words(state.game.id)},
        "options": dict(state.options),
        "players": list(state.players),
        "scores": list(state.scores),
        "on_table": state.on_table,
        "phase": state.phase.value,
        "deal": {
            "number": number,
            "of": state.options.get("deals", 12 if state.game.code == "H3" else None),
            "dealer": state.dealer,
            "roles": _roles(state, deal),
        },
        "entries": [_entry(entry) for entry in state.ledger],
        "result": None
        if state.result is None
        else {"scores": list(state.result.scores), "unit": state.result.unit, "void": state.result.void},
        "problems": [{"rule": rule, "message": message} for rule, message in state.problems],
        "rejected": [{"seq": each.seq + 1, "message": each.message} for each in state.rejected],
        "lowered": sorted({int(question.split(":")[1]) for question in declared if question.startswith("call:")}),
        "can_undo": seq > 1 or bool(declared),
        "line": state.line,
    }


def _roles(state: State, deal: Deal | None) -> list[Json | None]:
    """What each seat is called in this deal; None for who sits it out."""
    seats = len(state.players)
    order = deal.order if deal and deal.order else tuple((state.dealer + step) % seats for step in range(seats))
    first = {"H3": "do", "H80": "karioya"}.get(state.game.code, "oya")
    names = dict(zip(order, (first, "doni", "biki"), strict=False))
    return [words(names[seat]) if seat in names else None for seat in range(seats)]


def _entry(entry: Entry) -> Json:
    """A payment with its sentence and where its rule belongs; seats of None are the table."""
    return entry.to_json() | {"name": words(entry.rule)}


def table_view(
    state: State | None, on_table: OnTable | None, questions: Sequence[Question], observation: Json | None
) -> Json:
    """What lies on the table now, how far everyone is, and what is asked."""
    deal = running(state)
    if state is None:
        return {"rate": None, "field": [], "seats": [], "provisional": None, "questions": [], **_eyes(observation)}
    if on_table is None:
        nothing = (CardSet(),) * len(state.players)
        on_table = OnTable(CardSet(), nothing, nothing)
    order = deal.order if deal and deal.order else tuple(range(len(state.players)))
    seats = seat_views(state.game.id, state.options, order, on_table)
    for seat, view in enumerate(seats):
        claims = deal.claims if deal else ()
        parts = [part for claim in claims if claim.seat == seat and not claim.void for part in claim.parts]
        view["teyaku"] = [{"rule": part, **words(part), "mon": state.game.row(part).mon} for part in parts]
    return {
        "rate": _rate(deal.ba, deal.rate) if deal and deal.ba else None,
        "field": [str(card) for card in on_table.field],
        "seats": seats,
        "provisional": provisional(state, questions),
        "questions": [question.to_json() for question in questions],
        **_eyes(observation),
    }


def _eyes(observation: Json | None) -> Json:
    """What keeps the picture from being certain."""
    if observation is None:
        return {"problems": [], "hand_over_table": False}
    return {
        # A card that is not surely read is marked where it lies; here belongs what no single card shows.
        "problems": [
            _too_many(text.split(" ")[1]) for text in observation["problems"] if text.startswith("duplicate ")
        ],
        "hand_over_table": observation["hand_over_table"],
    }


def _too_many(face: str) -> Json:
    """A face is read more often than it exists."""
    card = words(face)
    return {"ja": f"{card['ja']}が多すぎます", "en": f"too many of: {card['en']}"}


def _rate(ba: Ba, rate: Rate) -> Json:
    ids = {Ba.SHO: "koba", Ba.DAI: "oba", Ba.ZETSU: "zetsuba"}
    times = str(rate.times) if rate.per == 1 else f"{rate.times / rate.per:g}"
    return {"id": ids[ba], **words(ids[ba]), "multiplier": times}


def provisional(state: State, questions: Sequence[Question]) -> Json | None:
    """What the running deal would still pay if the completed set that is asked about ended it (上がり).

    None while no set is complete: what is due before that is booked already.
    """
    for question in questions:
        kind, _, rest = question.id.partition(":")
        agari = next((answer for answer in question.answers if answer.id == "agari"), None)
        if kind != "call" or agari is None:
            continue
        after = state
        for event in agari.events:
            after = apply(after, event)
        due = list(state.ledger)
        entries = []
        for entry in after.ledger:
            if entry in due:
                due.remove(entry)
            else:
                entries.append(entry)
        return {
            "seat": int(rest.partition(":")[0]),
            "scores": list(balances(entries, len(state.players))[:-1]),
            "entries": [_entry(entry) for entry in entries],
        }
    return None


def rule_view(rule: str) -> Json:
    """What a rule says, in both languages. Raises: NotationError if there is none."""
    sentence = explain(rule)
    return {"rule": rule, "name": words(rule), "ja": sentence.ja, "en": sentence.en}

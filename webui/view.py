"""What a page is told, as plain JSON values: the setup, what is booked, and what lies on the table.

Only words and arrangement are decided here; every fact is the engine's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from typing_extensions import TypedDict
from yakume.engine import DECK, Ba, CardSet, EngineError, card_points, four_on_field
from yakume.engine.advice import Fate, Progress, View, progress, standing
from yakume.engine.auction import Auction
from yakume.engine.events import CardPlayed, DealStarted
from yakume.engine.explain import explain
from yakume.engine.ledger import Entry, balances
from yakume.engine.names import NAMES, name
from yakume.engine.option_names import Words as OptionWords
from yakume.engine.option_names import option_about, option_name, value_name
from yakume.engine.options import OptionValue
from yakume.engine.play import effective
from yakume.engine.rules import RULESETS
from yakume.engine.ruleset import Ruleset
from yakume.engine.state import Deal, Phase, State, ends_in_hand
from yakume.vision.observation import NoSight, Observation
from yakume.vision.referee.answers import Called, ToPutIn, card_told
from yakume.vision.referee.asking import Asked, Offer
from yakume.vision.referee.belief import OnTable
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.line import Play
from yakume.vision.referee.notices import HandRests, Health, NotAtRest, Notice
from yakume.vision.referee.questions import (
    BidDue,
    DoubtfulCard,
    HowEnded,
    Question,
    SetToCall,
    TableCleared,
    UnseenDeal,
    cards_asked,
)
from yakume.vision.thresholds import UNSURE
from yakume.vision.zones import Zone

from . import wire
from .access import Visitor
from .declare import roles as parts_of
from .declare import unshown
from .history import redo_words, undo_words
from .instead import laid_at, undone_end
from .preview import preview
from .remembered import Choices
from .settings import Settings
from .store import StoreTrouble
from .text.amounts import money
from .text.dealing import say_dealing, say_turns
from .text.layout import say_photo
from .text.notices import say_health, say_notice
from .text.problems import say_problem
from .text.questions import say_answer, say_earlier, say_question
from .text.terms import term_rules
from .text.troubles import not_saved
from .text.words import Words, called, said_of
from .unpaid import unpaid


def words(key: str) -> wire.Words:
    """A term, card or rule in both languages."""
    found = name(key)
    return {"ja": found.ja, "en": found.en}


def setup_view(settings: Settings, visitor: Visitor, last: Choices, *, first: bool) -> wire.Setup:
    """What a page needs once: names of all cards and terms, the games, what the start form proposes, who asks.

    `first`: nothing was ever set up here.
    """
    again = last.ruleset in RULESETS
    proposal: wire.Proposal = {
        "ruleset": last.ruleset if again else settings.ruleset,
        "players": list(last.players if again else settings.players),
        "dealer": last.dealer if again else None,
        "options": dict(last.options) if again else {},
        "again": again,
    }
    return {
        "you": {"role": visitor.role, "seat": visitor.seat},
        "lang": settings.lang,
        "demo": settings.demo,
        "first": first,
        "names": {key: {"ja": term.ja, "en": term.en} for key, term in NAMES.items()},
        "rulesets": [_game(game) for game in RULESETS.values()],
        "unsure": UNSURE,
        "proposal": proposal,
    }


def _said(named: OptionWords) -> wire.Words:
    return {"ja": named.ja, "en": named.en}


def _game(game: Ruleset) -> wire.Game:
    return {
        "id": game.id,
        **words(game.id),
        "about": {"ja": game.about[0], "en": game.about[1]},
        "players": [min(game.seats), max(game.seats)],
        "options": [
            {
                "key": option.key,
                "default": option.default,
                "choices": list(option.choices),
                "any_count": option.any_count,
                "ask": option.ask,
                "source": option.source,
                "name": _said(option_name(option.key)),
                "about": _said(option_about(option.key)),
                "choice_names": [_said(value_name(option.key, choice)) for choice in option.choices],
            }
            for option in game.options
        ],
    }


def seat_views(state: State, order: Sequence[int], on_table: OnTable) -> list[wire.Seat]:
    """Per seat: captures, what is shown, card points, and how far each set has come.

    Args:
        order: seats in play order, the 親 first; a seat that is not in it sits this deal out.
    """
    on_table = each_once(on_table)
    deal = running(state)
    views: list[wire.Seat] = []
    for seat, (pile, open_hand) in enumerate(zip(on_table.captures, on_table.shown, strict=True)):
        rows: list[wire.SetProgress] = []
        if seat in order:
            called = tuple(rule for rule, _ in deal.made[seat]) if deal else ()
            chosen = tuple(state.options.items())
            rows = [*_sets(state.game.id, seat, tuple(order), on_table, called, chosen)]
        views.append(
            {
                "captures": [str(card) for card in pile],
                "shown": [str(card) for card in open_hand],
                "points": card_points(state.game.id, pile) if any(state.game.points) else None,
                "yaku": rows,
                "teyaku": [],
            }
        )
    return views


def each_once(seen: OnTable) -> OnTable:
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


# Told with every frame, though cards lie still in most: looked up anew once one has moved. As many as there are seats.
@lru_cache(maxsize=8)
def _sets(
    game: str,
    seat: int,
    order: tuple[int, ...],
    on_table: OnTable,
    called: tuple[str, ...],
    options: tuple[tuple[str, OptionValue], ...],
) -> tuple[wire.SetProgress, ...]:
    """How far this seat is with every set."""
    view = View(
        game,
        seat,
        order,
        on_table.captures,
        on_table.field,
        hand=on_table.shown[seat],
        shown=on_table.shown,
        called=called,
        options=dict(options),
    )
    made = {each.id: each for each in standing(view)}
    rows: list[wire.SetProgress] = []
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
    return tuple(rows)


def _still_open(each: Progress) -> list[str]:
    return [str(card.card) for card in each.missing if card.fate is not Fate.LOST]


SHOWN_PLAYS = 6
"""So many half-turns are told to a page."""


def running(state: State | None) -> Deal | None:
    """The deal that is being played, or None between deals."""
    if state is None or state.phase in (Phase.READY, Phase.OVER):
        return None
    return state.deal


def _four(state: State) -> wire.Four | None:
    """What becomes of four of a month on the field that was laid last, until it is played."""
    _, newest = effective(state.log)[-1]
    if state.phase is Phase.READY and isinstance(newest, DealStarted) and state.problems:
        rule, _ = state.problems[-1]
    elif (deal := running(state)) and state.phase in (Phase.BID, Phase.TEYAKU) and four_on_field(deal.dealt):
        rule = state.game.rules.four
    else:
        return None
    says = explain(rule)
    return {"rule": rule, "ja": says.ja, "en": says.en}


def result_of(state: State) -> wire.Result | None:
    """How the match ended; None while it goes on."""
    if state.result is None:
        return None
    final = state.result
    return {"scores": list(final.scores), "unit": final.unit, "mon": list(final.mon), "void": final.void}


def booked_view(match_id: str | None, seq: int, state: State | None) -> wire.Booked | wire.NoMatch:
    """What is booked: the replay of the log up to event `seq`, and who has played on in the running deal."""
    if match_id is None or state is None:
        return {"match": None, "seq": 0, "players": [], "scores": [], "entries": [], "can_undo": False}
    deal = running(state)
    over = state.phase is Phase.OVER
    number = state.played + (0 if over else 1)
    undo, end = undo_words(state.log), undone_end(state)
    return {
        "match": match_id,
        "seq": seq,
        "ruleset": {
            "id": state.game.id,
            "unit": state.game.unit,
            "in_kan": state.game.sheet.in_kan,
            "below_zero": state.game.below_zero,
            "price": state.game.price,
            "hand": state.game.hand,
            "field": state.game.field,
            "ba": bool(state.game.flow.lights),
            "dealing": _both(say_dealing(state.game, len(state.players))),
            "calls": {call: words(key) for call, key in state.game.calls.items()},
            "rules": dict(term_rules(state)),
            **words(state.game.id),
        },
        "options": dict(state.options),
        "players": list(state.players),
        "scores": list(state.scores),
        "on_table": state.on_table,
        "phase": state.phase.value,
        "deal": {
            "number": number,
            "laid": laid_at(state) if end is None else end[0],
            "of": state.game.match_deals(state.options),
            "dealer": state.dealer,
            "roles": _roles(state, deal),
            "parts": [each.part for each in parts_of(state)],
            "unshown": list(unshown(state)),
            "ends_in_hand": deal is not None and ends_in_hand(state, deal) is not None,
            "turns": _turns(state, deal),
        },
        "entries": [_entry(entry) for entry in state.ledger],
        "unpaid": unpaid(state),
        "result": result_of(state),
        "problems": [{"rule": rule, "message": message} for rule, message in state.problems],
        "four": _four(state),
        "rejected": [{"seq": each.seq + 1, "message": each.message} for each in state.rejected],
        "lowered": sorted(deal_log(state).calls) if running(state) else [],
        "can_undo": undo is not None,
        "undo": _words_of(undo),
        "redo": _words_of(redo_words(state.log)),
    }


def _turns(state: State, deal: Deal | None) -> wire.Words | None:
    """How a deal is played and who begins: told in the first one of a match, once those who play are known."""
    if state.played or deal is None or not deal.order:
        return None
    return _both(said_of(lambda players: say_turns(players[deal.order[0]]), state.players))


def _words_of(said: Words | None) -> wire.Words | None:
    return None if said is None else _both(said)


def _both(said: Words) -> wire.Words:
    return {"ja": said.ja, "en": said.en}


def _roles(state: State, deal: Deal | None) -> list[wire.Words | None]:
    """What each seat is called in this deal; None for who sits it out."""
    seats = len(state.players)
    order = deal.order if deal else ()
    if not order:
        # Who doubles is the 仮親 at once (H80-BID-05).
        dealer = deal.bidding.oya if deal and isinstance(deal.bidding, Auction) else state.dealer
        # Of more people than play only the dealer is sure, as long as they have not said who does.
        known = 1 if seats > len(state.game.roles) else seats
        order = tuple((dealer + step) % seats for step in range(known))
    names = dict(zip(order, state.game.roles, strict=False))
    return [words(names[seat]) if seat in names else None for seat in range(seats)]


def _entry(entry: Entry) -> wire.Entry:
    """A payment with its sentence and where its rule belongs; seats of None are the table."""
    return {
        "deal": entry.deal,
        "payer": entry.payer,
        "payee": entry.payee,
        "mon": entry.mon,
        "rule": entry.rule,
        "because": list(entry.because),
        "ja": entry.ja,
        "en": entry.en,
        "name": {"ja": entry.title.ja, "en": entry.title.en},
    }


def table_view(
    state: State | None,
    on_table: OnTable | None,
    questions: Sequence[Asked],
    observation: Observation | None,
    trouble: StoreTrouble | None = None,
    notices: Sequence[Notice] = (),
    plays: Sequence[Play] = (),
) -> wire.Table:
    """What lies on the table now, how far everyone is, what is asked, why something is not saved or not booked."""
    deal = running(state)
    if state is None:
        return {
            "rate": None,
            "field": [],
            "seats": [],
            "provisional": None,
            "questions": [],
            "plays": [],
            "turn": None,
            "health": None,
            "paused": False,
            "zones_grew": False,
            "photo": None,
            "photo_back": None,
            **_eyes((), observation, trouble, notices),
        }
    if on_table is None:
        empty = (CardSet(),) * len(state.players)
        on_table = OnTable(CardSet(), empty, empty)
    order = deal.order if deal and deal.order else tuple(range(len(state.players)))
    seats = seat_views(state, order, on_table)
    for seat, view in enumerate(seats):
        claims = deal.claims if deal else ()
        parts = [part for claim in claims if claim.seat == seat and not claim.void for part in claim.parts]
        view["teyaku"] = [{"rule": part, **words(part), "mon": state.game.row(part).mon} for part in parts]
    return {
        "rate": _rate(deal) if deal else None,
        "field": [str(card) for card in on_table.field],
        "seats": seats,
        "provisional": provisional(state, questions),
        "questions": [question_view(asked, state) for asked in questions],
        "plays": [_play(at, play) for at, play in enumerate(plays)][-SHOWN_PLAYS:],
        "turn": _turn(deal, plays),
        "health": None,
        "paused": False,
        "zones_grew": False,
        "photo": None,
        "photo_back": None,
        **_eyes(state.players, observation, trouble, notices),
    }


def photo_words(state: State, zone: Zone | None) -> wire.Words | None:
    """A photograph of what lies in `zone`, as short as a button wants it."""
    return None if zone is None else _both(said_of(lambda players: say_photo(zone, players), state.players))


def health_view(health: Health) -> wire.FollowHealth:
    """How well the running deal is followed."""
    said = say_health(health)
    return {"id": health.value, "ja": said.ja, "en": said.en}


def _play(at: int, play: Play) -> wire.Play:
    from_hand = isinstance(play, CardPlayed)
    return {
        "at": at,
        "seat": play.seat,
        "card": str(play.card),
        "takes": [str(card) for card in play.takes],
        "from_hand": from_hand,
    }


def _turn(deal: Deal | None, plays: Sequence[Play]) -> int | None:
    """Whose turn it is after `plays`: each turn is a card of the hand and one of the stock (COM-TURN-01)."""
    if deal is None or not deal.order:
        return None
    return deal.order[len(plays) // 2 % len(deal.order)]


class _Eyes(TypedDict):
    problems: list[wire.Words]
    hand_over_table: bool


def _eyes(
    players: Sequence[str], observation: Observation | None, trouble: StoreTrouble | None, notices: Sequence[Notice]
) -> _Eyes:
    """What keeps the picture from being certain, and what is seen from being saved."""
    problems = observation.problems if observation else ()
    blind = any(isinstance(each, NoSight) for each in problems)
    if blind:  # a picture without light looks like hands everywhere: why it shows nothing says it all
        notices = [each for each in notices if not isinstance(each, HandRests | NotAtRest)]
    unsaved: list[wire.Words] = []
    if trouble is not None:
        why = not_saved(trouble.code)
        unsaved = [{"ja": why.ja, "en": why.en}]

    def say(english: bool) -> list[Words]:
        names = called(players, english=english)
        # A card that is not surely read is marked where it lies; here belongs what no single card shows.
        seen = [said for each in problems if (said := say_problem(each, names)) is not None]
        return [*seen, *(say_notice(each, names) for each in notices)]

    told: list[wire.Words] = [{"ja": ja.ja, "en": en.en} for ja, en in zip(say(False), say(True), strict=True)]
    return {
        "problems": [*unsaved, *told],
        "hand_over_table": observation is not None and observation.hand_over_table and not blind,
    }


def _rate(deal: Deal) -> wire.Rate | None:
    """The 場 of a deal or the rate of its bids (H80-DEAL-05), and what it multiplies by; None where nothing does."""
    if isinstance(deal.bidding, Auction):
        return {"id": "rate", **words("rate"), "multiplier": str(deal.bidding.rate)}
    if deal.ba is None:
        return None
    ids = {Ba.SHO: "koba", Ba.DAI: "oba", Ba.ZETSU: "zetsuba"}
    times = str(deal.rate.times) if deal.rate.per == 1 else f"{deal.rate.times / deal.rate.per:g}"
    return {"id": ids[deal.ba], **words(ids[deal.ba]), "multiplier": times}


def question_view(asked: Asked, state: State) -> wire.Question:
    """A question with its answers, the likeliest first: what it is in fields, how it is said in both languages."""
    question = asked.question
    said = said_of(lambda players: say_question(question, players), state.players)
    laid = [event for _, event in effective(state.log) if isinstance(event, DealStarted)]
    if question.deal < len(laid):  # it says "this deal", and another is being played
        dealer, ago = laid[question.deal - 1].dealer, len(laid) - question.deal
        which = said_of(lambda players: say_earlier(dealer, ago, players), state.players)
        said = Words(which.ja + said.ja, which.en + said.en)
    return {
        "id": asked.id,
        "kind": question.kind,
        "deal": question.deal,
        "seat": getattr(question, "seat", None),
        "again": isinstance(question, HowEnded) and not question.ways,
        "track": question.track if isinstance(question, DoubtfulCard) else None,
        "rule": question.rule,
        "cards": [str(card) for card in cards_asked(question)],
        "ja": said.ja,
        "en": said.en,
        "answers": [_answer_view(question, offer, state) for offer in asked.answers],
    }


def _answer_view(question: Question, offer: Offer, state: State) -> wire.AnswerOffered:
    said = said_of(lambda players: say_answer(question, offer.answer, players, state.game), state.players)
    if isinstance(question, BidDue) and (paid := _paid(state, offer, question.seat)):
        said = Words(f"{said.ja}（{money(state.game, paid, 'ja')}）", f"{said.en} ({money(state.game, paid, 'en')})")
    card = card_told(offer.answer)
    shown: wire.AnswerOffered = {"id": offer.id, "ja": said.ja, "en": said.en, "p": round(offer.p, 2)}
    if card is not None:
        shown["card"] = str(card)
    if isinstance(offer.answer, ToPutIn) and isinstance(question, UnseenDeal | TableCleared):
        shown["before"] = question.at
    return shown


def _paid(state: State, offer: Offer, seat: int) -> int:
    """What an answer would bring or cost a seat at once: who drops out knows the fee before it is booked."""
    try:
        return preview(state, offer.events).change[seat]
    except EngineError:  # it stands on a log that has moved on
        return 0


def provisional(state: State, questions: Sequence[Asked]) -> wire.Provisional | None:
    """What the running deal would still pay if the completed set that is asked about ended it (上がり).

    None while no set is complete: what is due before that is booked already.
    """
    for asked in questions:
        if not isinstance(asked.question, SetToCall):
            continue
        ends = next(offer.events for offer in asked.answers if offer.answer == Called("agari"))
        entries = preview(state, ends).added
        return {
            "seat": asked.question.seat,
            "scores": list(balances(entries, len(state.players))[:-1]),
            "entries": [_entry(entry) for entry in entries],
        }
    return None


def rule_view(rule: str) -> wire.Rule:
    """What a rule says, in both languages. Raises: NotationError if there is none."""
    sentence = explain(rule)
    return {"rule": rule, "name": words(rule), "ja": sentence.ja, "en": sentence.en}

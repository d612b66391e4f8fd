"""Beginning a match, a deal and the play of it."""

from __future__ import annotations

from collections.abc import Callable

from .auction import Auction, Bidding, around, open_auction, open_bidding
from .ba import Ba, Pending, Rate, field_rate, four_on_field, menu_rate, queue_rate
from .cards import DECK, CardSet, Rank
from .close import finish
from .errors import IllegalAction
from .events import DealStarted, MatchStarted
from .facts import End
from .ledger import Entry
from .oikomi import find_oikomi
from .options import BadOption
from .rules import find_ruleset
from .state import PARTLY, Deal, Phase, State, evolve
from .yaku import KAN


def match_started(event: MatchStarted) -> State:
    """A new match."""
    game = find_ruleset(event.ruleset)
    options = game.choose(event.options)
    seats = len(event.players)
    rule = game.rules.players
    if seats not in game.seats:
        expected = ", ".join(map(str, sorted(game.seats)))
        raise IllegalAction(
            "{n} players cannot play {game}: expected {seats}", rule, n=seats, game=game.id, seats=expected
        )
    if len(set(event.players)) < seats or not all(name.strip() for name in event.players):
        raise IllegalAction("players need a name each: {names}", rule, names=event.players)
    if not 0 <= event.dealer < seats:
        raise IllegalAction("no seat {n} for the first dealer among {seats}", rule, n=event.dealer, seats=seats)
    if not options["capture_mandatory"] and min(seats, max(game.in_play)) == 3:
        # Cards left on the field would belong to nobody: nets would not add to 0, and the book has no rule for it.
        raise BadOption(
            "bad value False for option 'capture_mandatory' in {game}: with three in play every card must end in a "
            "pile, and no rule says whose those left on the field are",
            "COM-CAP-06",
            game=game.id,
        )
    state = State(game, event.players, options, event.dealer, Phase.READY)
    if not game.rules.stakes:
        return state
    stake = game.flow.stake_kan[int(options["deals"] or 0)]
    entries = tuple(
        Entry(0, seat, None, stake * KAN, game.rules.stakes, (), (("kan", stake, 1),), game.unit)
        for seat in range(seats)
    )
    return evolve(state, booked=entries)


def deal_started(state: State, event: DealStarted) -> State:
    """Cards are dealt; four of a month on the field void the deal in 八十 (H80-DEAL-04)."""
    seats, rules = len(state.players), state.game.rules
    dealt_by = rules.dealt

    def refuse(sentence: str, rule: str, **gaps: object) -> IllegalAction:
        return IllegalAction(sentence, rule, state, **gaps)

    if state.phase is not Phase.READY:
        raise refuse("a deal is still running, or the match is over", dealt_by)
    if event.dealer != state.dealer:
        raise refuse(
            "seat {dealer} cannot deal, seat {other} does", rules.next, dealer=event.dealer, other=state.dealer
        )
    if event.partly and (event.hands or len(event.field) > state.game.field):
        raise refuse("at most {due} cards lie on the field, not {n}", PARTLY, n=len(event.field), due=state.game.field)
    if not event.partly and len(event.field) != state.game.field:
        raise refuse("{due} cards lie on the field, not {n}", dealt_by, due=state.game.field, n=len(event.field))
    if (event.blank is not None) != (seats == 7):
        raise refuse("the blank card is dealt with seven players and only then", "SD-PLAYER-02")
    if event.blank is not None and not 0 <= event.blank < seats:
        raise refuse("no seat {n} holds the blank card", "SD-PLAYER-02", n=event.blank)
    if event.mizuten and (not rules.mizuten or seats == 3):
        raise refuse("no みずてん in this game", "H88-MIZU-01")
    _check_hands(state, event, refuse, dealt_by)
    if four_on_field(event.field) and rules.redeal:
        problem = (rules.redeal, f"four of one month on the field {event.field}: deal again")
        return evolve(state, problems=(*state.problems, problem))
    known = event.hands or (CardSet(),) * seats
    hidden = tuple(0 if event.hands or seat == event.blank else state.game.hand for seat in range(seats))
    ba, rate, binds, pending = _rate(state, _filled(event.field, state.game.field))
    empty = (CardSet(),) * seats
    deal = Deal(
        number=state.played + 1,
        dealer=event.dealer,
        dealt=event.field,
        hands=known,
        hidden=hidden,
        exposed=empty,
        field=event.field,
        piles=empty,
        ba=ba,
        rate=rate,
        binds=binds,
        pending=pending,
        bidding=_bidding(state, event),
        mizuten=event.dealer if event.mizuten else None,
        made=((),) * seats,
        shown=empty,
        revealed=known,
        partly=event.partly,
    )
    state = evolve(state, deal=deal, phase=Phase.BID)
    return settle_bidding(state)


def _check_hands(state: State, event: DealStarted, refuse: Callable[..., IllegalAction], rule: str) -> None:
    seats = len(state.players)
    if not event.hands:
        return
    if len(event.hands) != seats:
        raise refuse("{n} hands for {seats} players", rule, n=len(event.hands), seats=seats)
    seen = event.field.mask
    for seat, hand in enumerate(event.hands):
        size = 0 if seat == event.blank else state.game.hand
        if len(hand) != size:
            raise refuse("seat {seat} is dealt {due} cards, not {n}", rule, seat=seat, due=size, n=len(hand))
        if seen & hand.mask:
            raise refuse("{cards} is dealt twice", "COM-CARD-01", cards=CardSet.from_mask(seen & hand.mask))
        seen |= hand.mask


def _filled(field: CardSet, count: int) -> CardSet:
    """A field of so many cards, those that nobody knows being no lights."""
    others = [card for card in DECK - field if card.rank is not Rank.HIKARI]
    return field | CardSet(others[: count - len(field)])


def _rate(state: State, field: CardSet) -> tuple[Ba | None, Rate, Ba | None, Pending]:
    """Field rate, multiplier, and what binds the next deal."""
    lights = state.game.flow.lights
    if lights == "bind":
        found = field_rate(field, state.binds)
        return found.ba, menu_rate(found.ba, str(state.options.get("menu", "A"))), found.binds, Pending()
    if lights == "wait":
        ba, pending = queue_rate(field, state.pending, str(state.options["carry"]))
        return ba, menu_rate(ba), None, pending
    return None, Rate(1), None, Pending()


def _bidding(state: State, event: DealStarted) -> Auction | Bidding | None:
    seats, kind = len(state.players), state.game.flow.bidding
    if kind == "auction":
        return open_auction(seats, event.dealer)
    if kind == "fees":
        return open_bidding(seats, event.dealer, mizuten=event.mizuten)
    if kind == "drop" and seats > 3:
        # Asked in turn until three are left or three have said that they play (SD-PLAYER-02).
        return Bidding(seats, event.dealer, (), () if event.blank is None else (event.blank,))
    return None


def settle_bidding(state: State) -> State:
    """Go on to the hand yaku once it is clear who plays; until then the same state."""
    deal = state.deal
    assert deal is not None
    bidding = deal.bidding
    seats = len(state.players)
    if bidding is None:
        return _open_play(state, around(seats, deal.dealer))
    if not bidding.done:
        return state
    if isinstance(bidding, Auction):
        state = evolve(state, deal=evolve(deal, rate=Rate(bidding.rate)))
        if bidding.winner is not None:
            assert state.deal is not None
            walkover = evolve(state.deal, order=(bidding.winner,), end=End.WALKOVER)
            return finish(evolve(state, deal=walkover))
    elif state.game.rules.oikomi:
        for seat in bidding.squeezed:
            if len(deal.hands[seat]) == state.game.hand:
                state = pay_squeezed(state, seat, deal.hands[seat])
    return _open_play(state, bidding.play_order)


def pay_squeezed(state: State, seat: int, hand: CardSet) -> State:
    """追い込み代 for a hand that is known (H88-BID-06)."""
    deal = state.deal
    assert deal is not None
    return evolve(state, deal=evolve(deal, squeezed=(*deal.squeezed, (seat, find_oikomi(hand)))))


def _open_play(state: State, order: tuple[int, ...]) -> State:
    deal = state.deal
    assert deal is not None
    # The hands of the others go back into the deck (H80-BID-12, H88-DEAL-02).
    seats = range(len(state.players))
    hands = tuple(deal.hands[seat] if seat in order else CardSet() for seat in seats)
    hidden = tuple(deal.hidden[seat] if seat in order else 0 for seat in seats)
    four = four_on_field(deal.field)
    piles = tuple(four if seat == order[0] else CardSet() for seat in seats)
    deal = evolve(deal, order=order, hands=hands, hidden=hidden, field=deal.field - four, piles=piles)
    return evolve(state, phase=Phase.TEYAKU, deal=deal)

"""What people may declare now by tap, and a deal settled by tap: for every game, with a camera or without.

Only what the engine would take is offered; everything is built of the engine's own events, so that a tap and the camera
book the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from yakume.engine import DECK, CardSet, EngineError, Month
from yakume.engine.auction import Auction, Bidding
from yakume.engine.errors import IllegalAction
from yakume.engine.events import (
    BidMade,
    Call,
    Cancelled,
    DealResult,
    DealStarted,
    DealVoided,
    Event,
    Happening,
    PointsCounted,
    SetsMade,
    TeyakuShown,
    TeyakuVoided,
    Tobikomi,
    TwoTurned,
)
from yakume.engine.flow import Moment
from yakume.engine.legal import legal_bids
from yakume.engine.play import apply
from yakume.engine.ruleset import DealersRight
from yakume.engine.state import Deal, Phase, State, ends_in_hand, sets_of
from yakume.engine.told import most_points
from yakume.engine.yaku import SetRow, TeyakuRow


@dataclass(frozen=True, slots=True)
class Declarations:
    """What may be declared in one state of a match."""

    bids: tuple[BidMade, ...] = ()
    teyaku: tuple[tuple[int, tuple[TeyakuRow, ...]], ...] = ()
    """Seat and what it may announce; whether a hand holds it is checked when it is declared."""
    hands: tuple[int, ...] = ()
    """Seats that may show a squeezed-out hand to be paid (H88-BID-06)."""
    wrong: tuple[TeyakuVoided, ...] = ()
    """Announcements that may be taken back as wrong (H3-MISHAP-04)."""
    turned: tuple[TwoTurned, ...] = ()
    """Who, just when a set was complete, may have turned a second deck card and so plays on (H3-MISHAP-03)."""
    two_turned: str = ""
    """The rule on two deck cards turned, where the game has one and a deal is played."""
    void: bool = False
    """Whether the running deal may be declared void."""
    start: Start | None = None
    """How the next deal begins; None while one runs."""
    settle: bool = False
    """Whether the running deal may be settled from its piles."""


@dataclass(frozen=True, slots=True)
class Start:
    """How a deal may begin."""

    dealer: int
    mizuten: bool
    """Whether the dealer may play unseen (H88-MIZU-01)."""
    blanks: tuple[int, ...]
    """Seats of which one is dealt the blank card (SD-PLAYER-02); empty where none is."""


def declarations(state: State) -> Declarations:
    """What may be declared now."""
    if state.phase is Phase.OVER:
        return Declarations()
    if state.phase is Phase.READY:
        return Declarations(start=_start(state))
    deal = state.deal
    assert deal is not None
    if state.phase is Phase.BID:
        bids = legal_bids(state)
        return Declarations(bids=bids, void=_takes(state, DealVoided()))
    claimed = {claim.seat for claim in deal.claims}
    rows = tuple((seat, state.game.teyaku) for seat in deal.order if seat not in claimed)
    wrong = tuple(each for seat in sorted(claimed) if _takes(state, each := TeyakuVoided(seat)))
    return Declarations(
        teyaku=rows if state.phase is Phase.TEYAKU and state.game.teyaku else (),
        hands=unshown(state),
        wrong=wrong,
        turned=tuple(turn for seat in deal.order if _takes(state, turn := TwoTurned(seat))),
        two_turned=state.game.rules.two_turned,
        void=_takes(state, DealVoided()),
        settle=True,
    )


def unshown(state: State) -> tuple[int, ...]:
    """Seats that were squeezed out and may still show their hand, to be paid for it (H88-BID-06)."""
    deal = state.deal
    if state.phase is not Phase.TEYAKU or deal is None or "oikomi" not in state.options:
        return ()
    squeezed = deal.bidding.squeezed if isinstance(deal.bidding, Bidding) else ()
    return tuple(seat for seat in squeezed if seat not in dict(deal.squeezed))


def of_seat(now: Declarations, seat: int | None) -> Declarations:
    """What of `now` the player of `seat` may say; nothing for None, who only looks on."""
    return Declarations(
        bids=tuple(bid for bid in now.bids if bid.seat == seat),
        teyaku=tuple(each for each in now.teyaku if each[0] == seat),
        hands=tuple(each for each in now.hands if each == seat),
        wrong=tuple(each for each in now.wrong if each.seat == seat),
    )


def _start(state: State) -> Start:
    # Fields that any rate follows from: what is asked is only whether the engine would take the rest of it.
    field = CardSet(list(CardSet.parse("2n 3t 4n 5t 6n 7t 9n 10t"))[: state.game.field])
    seats = range(len(state.players))
    blanks = tuple(seat for seat in seats if _takes(state, DealStarted(state.dealer, field, blank=seat)))
    unseen = DealStarted(state.dealer, field, mizuten=True)
    return Start(state.dealer, _takes(state, unseen), blanks)


def _takes(state: State, event: Event) -> bool:
    try:
        apply(state, event)
    except EngineError:
        return False
    return True


Part = Literal["plays", "asked", "waits", "in", "dropped", "squeezed", "released", "out"]


@dataclass(frozen=True, slots=True)
class Role:
    """What a seat does in the running deal."""

    part: Part
    """"plays", "asked" (is to bid now), "waits" (to bid), "in", "dropped", "squeezed", "released" or "out"."""
    paid: int = 0
    """What it paid for dropping, in 文 (八十: 点)."""


def roles(state: State) -> tuple[Role, ...]:
    """Who plays, who dropped and paid, who sits out, by seat; everyone is out between deals."""
    deal = state.deal
    if deal is None or state.phase in (Phase.READY, Phase.OVER):
        return (Role("out"),) * len(state.players)
    fees = dict(state.facts.fees) if state.facts else {}
    return tuple(Role(_part(deal, seat), fees.get(seat, 0)) for seat in range(len(state.players)))


def _part(deal: Deal, seat: int) -> Part:
    bidding = deal.bidding
    if bidding is not None and not deal.order:
        if bidding.queue[:1] == (seat,):
            return "asked"
        if seat in bidding.queue:
            return "waits"
    if seat in deal.order:
        return "plays"
    if bidding is None:
        return "out"
    if seat in bidding.dropped:
        return "dropped"
    if isinstance(bidding, Auction):
        return "released" if seat in bidding.released else "in"
    return "squeezed" if seat in bidding.squeezed else "in"


@dataclass(frozen=True, slots=True)
class Called:
    """A player called 上がり or 下げ."""

    seat: int
    call: Call
    sets: tuple[tuple[str, int], ...] | None = None
    """(rule id, printed price) of the sets it was called with; None for all in the pile that were not called before."""
    fed: tuple[tuple[str, int], ...] = ()
    """(rule id, seat that fed it) (法度)."""


def teyaku_refused(state: State, event: TeyakuShown, error: EngineError) -> EngineError:
    """Why a hand yaku is refused: what its cards show instead, if one of its family; the dearest of several."""
    if state.deal is None or error.rule != state.game.rules.claim:
        return error
    family = {type(state.game.row(part)) for part in event.parts}
    rows = [row for row in state.game.teyaku if row.id not in event.parts and type(row) in family]
    others = [row for row in rows if _takes(state, replace(event, parts=(row.id,)))]
    if not others:
        return error
    yaku = "・".join(state.game.row(part).name for part in event.parts)
    return IllegalAction(
        "seat {seat} cannot claim {yaku} showing {cards}: they show {other}",
        error.rule,
        state,
        seat=event.seat,
        yaku=yaku,
        cards=event.exposed,
        other=max(others, key=lambda row: row.value).name,
    )


Told = Called | Tobikomi | Cancelled
"""What happened in a deal, as people tell it."""


def result_of(state: State, piles: Mapping[int, CardSet], told: Sequence[Told]) -> DealResult:
    """The event that settles the running deal: captures by seat, and what happened in the order in which it did.

    Raises: EngineError if no deal runs, or for a seat that does not exist.
    """
    deal = state.deal
    if deal is None or state.phase in (Phase.READY, Phase.BID, Phase.OVER):
        raise EngineError(f"no deal to settle in {state.line}")
    for seat in (*piles, *(each.seat for each in told)):
        if not 0 <= seat < len(state.players):
            raise EngineError(f"no seat {seat} in {state.line}")
    worth = {seat: dict(made) for seat, made in enumerate(deal.made)}
    happenings: list[Happening] = list(deal.happenings)
    for each in told:
        if not isinstance(each, Called):
            happenings.append(each)
            continue
        before = worth.setdefault(each.seat, {})
        sets = each.sets
        if sets is None:
            stand = sets_of(state, each.seat, piles.get(each.seat, CardSet()), tuple(before.items()))
            sets = tuple((rule, value) for rule, value in stand if value > before.get(rule, 0))
        before |= dict(sets)
        happenings.append(SetsMade(each.seat, sets, each.call, each.fed))
    captures = tuple(piles.get(seat, CardSet()) for seat in range(len(state.players)))
    return DealResult(captures, tuple(happenings))


@dataclass(frozen=True, slots=True)
class Tellable:
    """What may be told of a deal whose cards nobody looks at."""

    points: int | None
    """What the card points add up to, with two in play at most; None where they count for nothing."""
    sets: tuple[SetRow, ...]
    """Sets that may be told; at the deal's end alone where none is called (`at_end`)."""
    at_end: bool
    threes: tuple[tuple[int, int], ...]
    """(seat, month) of the shown threes, of which 飛込み may be told."""
    liable: bool
    """Whether who fed one is liable for it (H3-HATTO-06)."""
    kasu_from: int | None
    """From how many kasu on a player is paid for them; None where nobody is."""
    lowerers: bool
    """Whether a 下げ may be cancelled."""


def tellable(state: State) -> Tellable | None:
    """What may be told of the running deal; None where no deal can be settled."""
    deal, game = state.deal, state.game
    if deal is None or not declarations(state).settle or ends_in_hand(state, deal) is not None:
        return None
    nothing = isinstance(game.card_points[len(deal.order)], DealersRight)
    kasu = [row.least for row in game.special if row.counts == "kasu" and state.options.get("special", True)]
    return Tellable(
        points=None if nothing else most_points(state),
        sets=tuple(dict.fromkeys(game.sets(state.options))),
        at_end=game.flow.moment is Moment.NEVER,
        threes=tuple((each.seat, each.month) for each in deal.shown_threes),
        liable=is_liable(state),
        kasu_from=kasu[0] if kasu else None,
        lowerers=bool(game.rules.cancel) and bool(state.options.get("sage_cancel", True)),
    )


def points_of(
    state: State,
    points: Mapping[int, int],
    told: Sequence[Told],
    kasu: Mapping[int, int],
    roles: Sequence[tuple[str, int]],
) -> PointsCounted:
    """The event that settles the running deal by card points, by seat, and what is told of it.

    Raises: EngineError for a seat that does not exist, or sets that are not named.
    """
    seats = range(len(state.players))
    for seat in (*points, *kasu, *(seat for _, seat in roles), *(each.seat for each in told)):
        if seat not in seats:
            raise EngineError(f"no seat {seat} in {state.line}")
    happenings: list[Happening] = list(state.deal.happenings) if state.deal else []
    for each in told:
        if not isinstance(each, Called):
            happenings.append(each)
        elif each.sets is None:
            raise EngineError(f"no pile shows which sets seat {each.seat} called in {state.line}")
        else:
            happenings.append(SetsMade(each.seat, each.sets, each.call, each.fed))
    counts = tuple(points.get(seat, 0) for seat in seats) if points else ()
    many = tuple(kasu.get(seat, 0) for seat in seats) if kasu else ()
    return PointsCounted(counts, tuple(happenings), many, tuple(roles))


def says_nothing(state: State, event: DealResult | PointsCounted) -> bool:
    """Whether neither `event` nor the deal before it says anything of how the deal went.

    A deal that a hand yaku ended has said it (KK-TEYAKU-00).
    """
    if event.happenings or (state.deal is not None and ends_in_hand(state, state.deal) is not None):
        return False
    if isinstance(event, DealResult):
        return not any(event.captures)
    return not (event.points or event.kasu or event.roles)


def standing(state: State, piles: Mapping[int, CardSet]) -> dict[int, tuple[tuple[str, int], ...]]:
    """Seat → (rule id, printed price) of the sets in its pile that were not called yet; empty where none is called."""
    deal = state.deal
    if deal is None or state.phase in (Phase.READY, Phase.BID, Phase.OVER):
        return {}
    if state.game.flow.moment is Moment.NEVER:
        return {}
    found = {}
    for seat in deal.order:
        worth = dict(deal.made[seat])
        sets = sets_of(state, seat, piles.get(seat, CardSet()), deal.made[seat])
        found[seat] = tuple((rule, value) for rule, value in sets if value > worth.get(rule, 0))
    return found


def is_liable(state: State) -> bool:
    """Whether who fed a 飛込み is liable for it (H3-HATTO-06, an option of 八八)."""
    return state.game.flow.tobikomi_liable or bool(state.options.get("tobikomi_hatto"))


def dived(state: State, piles: Mapping[int, CardSet]) -> tuple[tuple[int, int], ...]:
    """(seat, month) of each 飛込み that the piles show, where it matters who fed it."""
    shown = state.deal.shown_threes if state.deal and is_liable(state) else ()
    return tuple(
        (each.seat, each.month)
        for each in shown
        if len(piles.get(each.seat, CardSet()).of_month(Month(each.month))) == 4
    )


def missing(state: State, piles: Sequence[CardSet]) -> CardSet:
    """The cards that lie in no pile though every card is captured in the end (COM-CAP-05); empty with two in play."""
    deal = state.deal
    if deal is None or len(deal.order) != 3:
        return CardSet()
    left = DECK
    for pile in piles:
        left -= pile
    return left

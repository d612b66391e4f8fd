"""A match as one frozen value, and everything that can be asked of it.

`play.apply` makes the next state from an event; nothing here changes anything. A state prints as one line
(`State.line`), which ends every refusal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeVar

from .auction import DROP_FEE, Auction, Bidding
from .ba import Ba, Pending, Rate
from .cards import DECK, CardSet
from .dekiyaku import find_dekiyaku, is_biki
from .errors import Sentence
from .events import Event, Happening
from .facts import End, Facts, Shown
from .finish import Final
from .flow import Moment
from .ledger import Entry, balances
from .oikomi import Oikomi
from .options import OptionValue
from .ruleset import Ruleset
from .settle import settle
from .yaku import KAN, KASU

PARTLY = "YK-TOLD-03"
"""A deal of which nobody knows the whole field."""

NO_LIGHTS = Pending()
"""No light waits for a later deal."""


class Phase(Enum):
    """What the match waits for."""

    READY = "ready"
    """The next deal."""
    BID = "bid"
    """A player to take part or drop out."""
    TEYAKU = "teyaku"
    """Hand yaku, or the first card."""
    HAND = "hand"
    """The first half of a turn, a hand card."""
    DECK = "deck"
    """The second half, the top card of the deck."""
    LAST_CALL = "last call"
    """The call for a set completed by the very last card."""
    OVER = "over"
    """Nothing more: the match is finished."""


@dataclass(frozen=True, slots=True)
class UncalledSet:
    """A completed set that is not called yet."""

    seat: int
    sets: tuple[tuple[str, int], ...]
    """(rule id, printed price), as in `events.SetsMade`."""
    fed: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Feed:
    """A hand card put on the field that could complete another player's set (法度)."""

    card: int
    by: int
    to: int
    sets: tuple[str, ...]
    """Rule ids; empty for a 飛込み that was fed."""
    before: Deal
    """The deal before it was played, to judge an exemption."""


@dataclass(frozen=True, slots=True)
class ShownThree:
    """A shown three whose fourth card would pay 飛込み."""

    seat: int
    month: int
    missed_by: tuple[int, ...] = ()
    """Who left the first of the three lying (H3-HATTO-06); a fault if the fourth was in that hand."""
    fed_by: int | None = None
    done: bool = False


_LINE = "_line"
"""Where a state keeps its line: after a correction hundreds of refusals may quote the same one."""

_NOT_IN_LINE = {"rejected", "taken", "log"}
"""What may change without changing the line."""

_Value = TypeVar("_Value", "Deal", "State")


def evolve(value: _Value, **changes: object) -> _Value:
    """A copy of `value` with some fields changed, as `dataclasses.replace` makes it, ten times as fast.

    Both classes go without slots for this: an event makes several copies, a match a thousand.
    """
    assert changes.keys() <= value.__dict__.keys(), changes.keys() - value.__dict__.keys()
    new = object.__new__(type(value))
    new.__dict__.update(value.__dict__, **changes)
    if _LINE in new.__dict__ and not changes.keys() <= _NOT_IN_LINE:
        del new.__dict__[_LINE]
    return new


@dataclass(frozen=True)
class Deal:
    """One deal in progress or just finished; tuples are by seat."""

    number: int
    dealer: int
    dealt: CardSet
    """The six field cards as dealt."""
    hands: tuple[CardSet, ...]
    """Hand cards that are known: all of them at a simulated table, the exposed ones at a real one."""
    hidden: tuple[int, ...]
    """How many more hand cards there are that nobody told."""
    exposed: tuple[CardSet, ...]
    """Hand cards that lie open."""
    field: CardSet
    piles: tuple[CardSet, ...]
    ba: Ba | None
    rate: Rate
    binds: Ba | None = None
    """What binds the next deal (二代しばり)."""
    pending: Pending = NO_LIGHTS
    """Lights that wait for the next deal of 八八."""
    order: tuple[int, ...] = ()
    """Seats in play in play order; empty during the bidding."""
    bidding: Auction | Bidding | None = None
    mizuten: int | None = None
    squeezed: tuple[tuple[int, Oikomi], ...] = ()
    """Seat and terms of the 追い込み代 of each who was squeezed out and showed the hand."""
    claims: tuple[Shown, ...] = ()
    shown: tuple[CardSet, ...] = ()
    """Cards that were laid open for the hand yaku."""
    revealed: tuple[CardSet, ...] = ()
    """Cards of the dealt hand that were ever seen in it."""
    shown_threes: tuple[ShownThree, ...] = ()
    turn: int = 0
    """Turns finished."""
    waiting: UncalledSet | None = None
    made: tuple[tuple[tuple[str, int], ...], ...] = ()
    """Sets already called, by seat."""
    completed: tuple[tuple[str, int], ...] = ()
    """(rule id, feeder) of sets that were fed in the running turn."""
    lowered: tuple[int, ...] = ()
    """Who has played on with a set that still stands."""
    bound: int | None = None
    """Who may not cancel before a new set (H3-MISHAP-03)."""
    feeds: tuple[Feed, ...] = ()
    happenings: tuple[Happening, ...] = ()
    end: End = End.OPEN
    told: tuple[tuple[int, int], ...] = ()
    """(maker, feeder) of what a recorded result says was fed and nobody followed."""
    counted: tuple[int, ...] = ()
    """Card points by seat as people counted them, where the piles are not known (YK-TOLD-02); else empty."""
    counted_kasu: tuple[int, ...] = ()
    """Kasu by seat as people counted them; empty where nobody has enough to be paid for."""
    told_roles: tuple[tuple[int, str], ...] = ()
    """Seat and rule id of the end-of-deal sets of すだおし that people told, where the piles are not known."""
    partly: bool = False
    """True where nobody knows the whole field as it was dealt: no card is played from there on (YK-TOLD-03)."""

    @property
    def player(self) -> int:
        """Seat whose turn it is."""
        return self.order[self.turn % len(self.order)]

    @property
    def unseen(self) -> CardSet:
        """Cards of which nobody has told where they are: the deck, and hidden hands."""
        seen = self.field.mask
        for cards in (*self.piles, *self.hands):
            seen |= cards.mask
        return CardSet.from_mask(DECK.mask & ~seen)

    def hand_size(self, seat: int) -> int:
        """Cards in a hand, known or not."""
        return len(self.hands[seat]) + self.hidden[seat]


@dataclass(frozen=True, slots=True)
class Rejected:
    """An event of the log that no longer makes sense after a correction; listed, not dropped."""

    seq: int
    """Place in the log."""
    event: Event
    message: Sentence
    rule: str


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a match."""

    scores: tuple[int, ...]
    """Final score by seat: 貫 where the game rounds to it, else 文 (八十: 点)."""
    unit: str
    void: bool = False
    """True if the year does not count (H3-SHISO-03)."""

    @property
    def mon(self) -> tuple[int, ...]:
        """Final score by seat in 文 (八十: 点), as the scores of deals are."""
        return tuple(score * (KAN if self.unit == "貫" else 1) for score in self.scores)


@dataclass(frozen=True)
class State:
    """A match after the events of its log."""

    game: Ruleset
    players: tuple[str, ...]
    options: Mapping[str, OptionValue]
    """All options the match is played with, defaults included."""
    dealer: int
    """Who deals the next deal, or the running one."""
    phase: Phase
    played: int = 0
    """Deals finished."""
    binds: Ba | None = None
    """Rate that binds the next deal (二代しばり)."""
    pending: Pending = NO_LIGHTS
    """Lights that wait in 八八 (H88-BA-03)."""
    booked: tuple[Entry, ...] = ()
    """Payments of finished deals."""
    deal: Deal | None = None
    """The running deal, else the last one."""
    problems: tuple[tuple[str, str], ...] = ()
    """(rule id, what the table has to look at)."""
    result: Result | None = None
    log: tuple[Event, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    taken: int = field(default=0, compare=False, repr=False)
    """How many events of the log count up to here, those that were rejected included."""
    ends: tuple[State, ...] = field(default=(), compare=False, repr=False)
    """The match as each of its deals had ended, logs left out: what a correction and the sheet need not play again."""

    @property
    def facts(self) -> Facts | None:
        """What decides the payments of the running deal; None between deals."""
        return deal_facts(self) if self.deal and self.phase not in (Phase.READY, Phase.OVER) else None

    @property
    def ledger(self) -> tuple[Entry, ...]:
        """All payments, those of the running deal as far as they are due."""
        facts = self.facts
        return self.booked + settle(facts).entries if facts else self.booked

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat has won or lost so far, in 文 (八十: 点)."""
        return balances(self.ledger, len(self.players))[:-1]

    @property
    def on_table(self) -> int:
        """What lies on the table: pot, stones, stakes. With the scores it adds to 0."""
        return balances(self.ledger, len(self.players))[-1]

    @property
    def line(self) -> str:
        """The state in one line, as errors quote it."""
        if _LINE not in self.__dict__:
            self.__dict__[_LINE] = self._written()
        return str(self.__dict__[_LINE])

    def _written(self) -> str:
        head = f"{self.game.id} deal {self.played + (self.phase not in (Phase.READY, Phase.OVER))} {self.phase.value}"
        scores = f"scores {'/'.join(map(str, self.scores))}"
        deal = self.deal
        if deal is None or self.phase in (Phase.READY, Phase.OVER):
            return f"{head}, dealer {self.dealer}, {scores}"
        if not deal.order:
            return f"{head}, field {_cards(deal.field)}, {deal.bidding.line if deal.bidding else ''}, {scores}"
        ba = f" {deal.ba.value}場" if deal.ba else ""
        seats = "; ".join(
            f"{seat}: {_cards(deal.exposed[seat])}{f'+{held}' if held else ''} > {_cards(deal.piles[seat])}"
            for seat in deal.order
            # Whoever reads a refusal reads this line: of a hand it has what lies open, and how many cards are held.
            for held in (deal.hand_size(seat) - len(deal.exposed[seat]),)
        )
        return f"{head}{ba}, seat {deal.player} to move, field {_cards(deal.field)} | {seats} | {scores}"


def _cards(cards: CardSet) -> str:
    return cards.letters or "-"


def deal_facts(state: State) -> Facts:
    """The facts of the state's deal, running or finished."""
    deal = state.deal
    assert deal is not None
    points = state.game.points
    roles = deal.told_roles
    if not deal.counted and deal.end is End.PLAYED_OUT and state.game.flow.moment is Moment.NEVER:
        roles = tuple((seat, rule) for seat in deal.order for rule, _ in sets_of(state, seat, deal.piles[seat], ()))
    return Facts(
        state.game,
        state.options,
        len(state.players),
        deal.order,
        deal.number,
        deal.rate,
        deal.ba,
        _fees(state, deal),
        deal.squeezed,
        deal.mizuten,
        deal.claims,
        deal.happenings,
        deal.end,
        tuple(
            deal.counted[seat] if deal.counted else sum(points[card] for card in deal.piles[seat])
            for seat in deal.order
        ),
        tuple(deal.counted_kasu[seat] if deal.counted_kasu else len(deal.piles[seat] & KASU) for seat in deal.order),
        roles,
        deal.told,
        bool(deal.counted),
    )


def _fees(state: State, deal: Deal) -> tuple[tuple[int, int], ...]:
    if not state.game.rules.fee:
        return ()
    if isinstance(deal.bidding, Auction):
        return tuple((seat, DROP_FEE) for seat in deal.bidding.dropped)
    return deal.bidding.fees(deal.rate) if deal.bidding else ()


def sets_of(state: State, seat: int, pile: CardSet, called: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """(rule id, printed price) of the sets that stand in a pile, given those that its owner has lowered."""
    deal = state.deal
    assert deal is not None
    found = find_dekiyaku(
        state.game.id,
        pile,
        options=state.options,
        lowered=tuple(rule for rule, _ in called),
        biki=is_biki(deal.order, seat),
    )
    return tuple((made.id, made.value) for made in found)


def shiso_seats(state: State, deal: Deal) -> tuple[int, ...]:
    """Who has announced a 四三 that ends the match; empty where it does not."""
    if not state.game.flow.shiso_ends and not state.options.get("shiso_ends_game"):
        return ()
    row = state.game.row("四三").id
    return tuple(claim.seat for claim in deal.claims if row in claim.parts and not claim.void)


def ends_in_hand(state: State, deal: Deal) -> End | None:
    """How the announced hand yaku end the deal before its first card; None if they do not."""
    if shiso_seats(state, deal):
        return End.SHISO
    return End.TEYAKU if state.game.flow.teyaku_ends and any(not claim.void for claim in deal.claims) else None


def final_of(state: State) -> Final:
    """What the match has come to with its last deal, before the final settlement."""
    deal = state.deal
    assert deal is not None
    paid = Counter(dict.fromkeys(range(len(state.players)), 0))
    for entry in state.booked:
        if entry.payer is not None and entry.rule == state.game.rules.token:
            paid[entry.payer] += entry.mon
    shiso = shiso_seats(state, deal) if deal.end is End.SHISO else ()
    return Final(state.options, state.scores, tuple(paid[seat] for seat in sorted(paid)), deal.order, shiso)

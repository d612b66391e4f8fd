"""Who takes part in a deal: 出降り of 八十 and the bidding of 八八, as values that take one call at a time.

Seats are numbered counter-clockwise from 0; "right of" is the next higher number (COM-SEAT-01).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from .ba import Rate
from .errors import IllegalAction

DROP_FEE = 20
"""降り賃 of 八十 in 点, whatever the rate (H80-BID-03, H80-BID-13)."""

DROP_FEES = (12, 18, 24)
"""下り賃 of 八八 in 文 for the first, second and third to drop (H88-BID-03)."""

IN_PLAY = 3
"""Most players in a deal (H80-PLAYER-01, H88-PLAYER-01)."""

TOP_RATE = 4
"""The rate after two doubles (H80-BID-07)."""


class Call(Enum):
    """What a speaker may say; the value is the rule book's short form."""

    IN = "出"
    DROP = "降"
    DOUBLE = "ダ"


def around(players: int, first: int) -> tuple[int, ...]:
    """All seats counter-clockwise, starting with `first`."""
    return tuple((first + step) % players for step in range(players))


@dataclass(frozen=True, slots=True)
class Auction:
    """出降り of 八十 in progress or done."""

    players: int
    oya: int
    """The seat with the 仮親 marker; he may have dropped (H80-BID-11)."""
    queue: tuple[int, ...]
    """Who is still to speak, the speaker first."""
    rate: int = 1
    joined: tuple[int, ...] = ()
    """Who takes part at the present rate, in order of saying so."""
    dropped: tuple[int, ...] = ()
    released: tuple[int, ...] = ()
    """Sent home at rate 4 without payment (H80-BID-08)."""

    @property
    def active(self) -> tuple[int, ...]:
        """Seats neither dropped nor released, counter-clockwise from the marker."""
        gone = {*self.dropped, *self.released}
        return tuple(seat for seat in around(self.players, self.oya) if seat not in gone)

    @property
    def pot(self) -> int:
        """降り賃 so far in 点."""
        return DROP_FEE * len(self.dropped)

    @property
    def done(self) -> bool:
        """True if nobody is asked any more (H80-BID-09, H80-BID-10)."""
        return not self.queue

    @property
    def winner(self) -> int | None:
        """The only one who has not dropped: he takes the pot and is the next 仮親 (H80-BID-09)."""
        return self.active[0] if self.done and len(self.active) == 1 else None

    @property
    def play_order(self) -> tuple[int, ...]:
        """Who plays, counter-clockwise from the marker (H80-BID-10, H80-BID-11); empty if nobody does."""
        return self.active if self.done and self.winner is None else ()

    @property
    def legal(self) -> tuple[Call, ...]:
        """What the speaker may say (H80-BID-02, H80-BID-06, H80-BID-07); empty when done."""
        if self.done:
            return ()
        join = () if len(self.joined) == IN_PLAY else (Call.IN,)
        double = () if self.rate == TOP_RATE else (Call.DOUBLE,)
        return (Call.DROP, *join, *double)

    def call(self, call: Call) -> Auction:
        """The auction after the speaker's call. Raises: IllegalAction.

        出る joins (H80-BID-04); ダブル doubles, takes the marker and asks all others again (H80-BID-05).
        """
        if call not in self.legal:
            raise IllegalAction("{word} is not allowed", self._why_not(call), self, word=call.value)
        speaker, *rest = self.queue
        if call is Call.DOUBLE:
            others = tuple(seat for seat in around(self.players, speaker)[1:] if seat in self.active)
            return replace(self, rate=self.rate * 2, oya=speaker, joined=(speaker,), queue=others)
        if call is Call.IN:
            after = replace(self, joined=(*self.joined, speaker), queue=tuple(rest))
            if after.rate == TOP_RATE and len(after.joined) == IN_PLAY:
                return replace(after, released=after.queue, queue=())
            return after
        after = replace(self, dropped=(*self.dropped, speaker), queue=tuple(rest))
        return replace(after, queue=()) if len(after.active) == 1 else after

    @property
    def line(self) -> str:
        """The auction in one line, for errors."""
        speaker = f"seat {self.queue[0]} speaks" if self.queue else "closed"
        return f"出降り rate {self.rate} 仮親 {self.oya} in {self.joined} dropped {self.dropped}, {speaker}"

    def _why_not(self, call: Call) -> str:
        if self.done:
            return "H80-BID-10"
        return "H80-BID-06" if call is Call.IN else "H80-BID-07"


def open_auction(players: int, oya: int) -> Auction:
    """A new auction of 八十; the 仮親 speaks first (H80-BID-01).

    Raises: IllegalAction if 2 to 6 players are not at the table (H80-PLAYER-01).

    >>> auction = open_auction(4, 0)
    >>> for word in "出降出出": auction = auction.call(Call(word))
    >>> auction.play_order, auction.rate, auction.pot
    ((0, 2, 3), 1, 20)
    """
    if not 2 <= players <= 6:
        raise IllegalAction("2 to 6 play 八十, not {n}", "H80-PLAYER-01", n=players)
    return Auction(players, oya, around(players, oya))


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding of 八八 in progress or done."""

    players: int
    dealer: int
    joined: tuple[int, ...] = ()
    """Who has said 出る, in that order (H88-BID-07)."""
    dropped: tuple[int, ...] = ()

    @property
    def queue(self) -> tuple[int, ...]:
        """Who is still to speak, the speaker first; empty when done."""
        return () if self.done else self._waiting

    @property
    def _waiting(self) -> tuple[int, ...]:
        said = {*self.joined, *self.dropped}
        return tuple(seat for seat in around(self.players, self.dealer) if seat not in said)

    @property
    def done(self) -> bool:
        """True if three have said 出る, or all who may drop have (H88-BID-04, H88-BID-05)."""
        return len(self.joined) == IN_PLAY or len(self.dropped) == self.players - IN_PLAY

    @property
    def play_order(self) -> tuple[int, ...]:
        """The three in play: as they said 出る, then those who have to (H88-BID-05, H88-BID-07)."""
        return (*self.joined, *self._waiting)[:IN_PLAY] if self.done else ()

    @property
    def squeezed(self) -> tuple[int, ...]:
        """Who may not play because three do (追い込み, H88-BID-04)."""
        return self._waiting if len(self.joined) == IN_PLAY else ()

    @property
    def legal(self) -> tuple[Call, ...]:
        """What the speaker may say (H88-BID-02); empty when done."""
        return () if self.done else (Call.IN, Call.DROP)

    def call(self, call: Call) -> Bidding:
        """The bidding after the speaker's call. Raises: IllegalAction."""
        if call not in self.legal:
            rule = "H88-BID-04" if self.done else "H88-BID-02"
            raise IllegalAction("{word} is not allowed", rule, self, word=call.value)
        speaker = self.queue[0]
        if call is Call.IN:
            return replace(self, joined=(*self.joined, speaker))
        return replace(self, dropped=(*self.dropped, speaker))

    def fees(self, rate: Rate) -> tuple[tuple[int, int], ...]:
        """Seat and 下り賃 in 文 of each who dropped (H88-BID-03), at the deal's rate (H88-BA-02)."""
        return tuple((seat, rate.bonus(fee)) for seat, fee in zip(self.dropped, DROP_FEES, strict=False))

    @property
    def line(self) -> str:
        """The bidding in one line, for errors."""
        speaker = f"seat {self.queue[0]} speaks" if self.queue else "closed"
        return f"bidding, in {self.joined} dropped {self.dropped}, {speaker}"


def open_bidding(players: int, dealer: int, *, mizuten: bool = False) -> Bidding:
    """A new bidding of 八八; the dealer speaks first, or has said 出る by みずてん (H88-BID-01, H88-MIZU-01).

    With three players it is done at once (H88-BID-08).

    Raises: IllegalAction if 3 to 6 players are not at the table, or for みずてん among three.

    >>> open_bidding(4, 0).call(Call.DROP).play_order
    (1, 2, 3)
    """
    if not IN_PLAY <= players <= 6:
        raise IllegalAction("4 to 6 play 八八, or 3, not {n}", "H88-PLAYER-01", n=players)
    if mizuten and players == IN_PLAY:
        raise IllegalAction("no みずてん among three players", "H88-BID-08")
    return Bidding(players, dealer, (dealer,) if mizuten else ())

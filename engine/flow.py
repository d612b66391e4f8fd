"""What sets the games apart once the cards are dealt: switches (`Flow`) and the rules they stand on (`RuleIds`).

Each game fills in one of both in its own file; `settle` and the state read them and never ask which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType


class Moment(Enum):
    """When a completed set is to be called."""

    TURN_END = "turn end"
    """After the deck card, even if the hand card completed it (H80-SAGE-00, H3-SAGE-00)."""
    AT_ONCE = "at once"
    """Made by the hand card: before the deck card (H88-SAGE-01)."""
    UNTIL_TURN_END = "until turn end"
    """From completion on, at the latest before the next player's turn (H2-SAGE-00 sets no other limit)."""
    NEVER = "never"
    """No set stops play (SD-PLAY-01)."""


@dataclass(frozen=True, slots=True)
class Flow:
    """How one game goes and settles."""

    moment: Moment
    share: bool = False
    """True if a price is what all payers pay together, each an equal part (H80-TEYAKU-04, H80-SAGE-01)."""
    lowerer_pays: bool = False
    """True if who has lowered pays for all when another completes a set (H88-SAGE-05, H3-SAGE-01)."""
    hatto: bool = False
    """True if who fed a set pays for all (H88-HATTO-01, H3-HATTO-01)."""
    hatto_spreads: bool = False
    """True if a set added to a lowered one that was fed is paid by the feeder too (H3-HATTO-04)."""
    beaten_at: str = "agari"
    """A lowered set is beaten when another player ends with one ("agari") or completes one ("made")."""
    beaten_half: bool = False
    """True if a beaten set keeps half (H3-SAGE-01, H2-SAGE-03), False if it is void (H80-SAGE-03, H88-SAGE-05)."""
    one_lowerer: bool = False
    """True if only one player may have lowered (H3-SAGE-04)."""
    last_card_ends: bool = False
    """True if nobody lowers with the last card of the hand (H3-SAGE-05, KK-KOI-03)."""
    run_out_halves: int = 1
    """What a lowered set that ran out keeps, in halves: 1, or 0 for nothing (KK-KOI-04)."""
    sage_needs_more: bool = False
    """True if 下げ is offered only while a further set is possible (H88-SAGE-02)."""
    at_completion: bool = False
    """True if a set is received when made and half of it returned later (H2-SAGE-00, H2-SAGE-02)."""
    points_after_sage: bool = False
    """True if a 下げ that ran out is followed by the rest of the settlement (H2-SAGE-02)."""
    tobikomi_liable: bool = False
    """True if a lowerer or feeder pays a 飛込み for all (H3-SAGE-03, H3-HATTO-06)."""
    lights: str = ""
    """What lights on the field do to later deals: "bind" the next (H3-BA-02, H2-BA-02) or "wait" (H88-BA-03)."""
    bidding: str = ""
    """How it is settled who plays: "auction" (H80-BID-01), "fees" (H88-BID-01), "drop" (SD-PLAYER-02)."""
    stone: bool = False
    """True if the next dealer always puts a stone on the board (H3-NEXT-02)."""
    teyaku_ends: bool = False
    """True if a hand yaku ends the deal before play (KK-TEYAKU-00)."""
    shiso_ends: bool = False
    """True if 四三 ends the match (H3-SHISO-01); elsewhere by option at most."""
    cancel_any_turn: bool = False
    """True if a 下げ may be cancelled after any turn (H3-SAGE-08), not on the own one alone (H88-SAGE-07)."""
    stake_kan: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """What each puts on the table before the first deal, in 貫, by deals of the match (H88-START-01)."""
    wrong_is_void: bool = False
    """True if a wrong announcement is void as soon as the cards show it (H3-MISHAP-04)."""
    auto_teyaku: bool = False
    """True if the best claim is the only one (AMB-COM-04: 八八, 二人はちはち, すだおし)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleIds:
    """The rule of a game by what it pays, allows or forbids; empty where the game has no such rule."""

    players: str
    """Who plays, and how many."""
    dealt: str
    """How the cards are dealt."""
    next: str
    """Who deals next."""
    field: str
    """What the dealt field does to the rate, or that it does nothing."""
    asked: str
    """Who is asked whether to play."""
    teyaku: str
    """When a hand yaku is announced."""
    claim: str
    """What may be announced."""
    call: str
    """Calling a completed set; here also what refuses a call that the game does not know."""
    sage: str
    """Playing on with a set (下げ)."""
    tobikomi: str
    """What pays 飛込み, or says that nothing does."""
    exempt: str
    """What excuses feeding a set, or says that there is no 法度."""
    void: str
    """A deal that is dealt again; its payments go back."""
    redeal: str = ""
    """Four of a month on the field void the deal."""
    four: str = "YK-FOUR-01"
    """Who takes four of a month on the field, where they void nothing."""
    stakes: str = ""
    """Everybody begins below zero, with a stake on the table."""
    fee: str = ""
    """What who drops out pays."""
    released: str = ""
    """Who leaves the bidding without paying."""
    oikomi: str = ""
    """What a squeezed-out hand is paid."""
    mizuten: str = ""
    """The bonus of みずてん."""
    wrong: str = "DECL-RULE-02"
    """A wrong announcement."""
    shiso: str = ""
    """四三 that ends the match."""
    barred: str = ""
    """A set that does not count after another was lowered."""
    sage_last: str = ""
    """No playing on with the last card."""
    cancel: str = ""
    """Ending a deal for half after playing on."""
    two_turned: str = ""
    """Two deck cards turned by mistake force to play on."""
    lowerer: str = ""
    """Who has played on pays for all."""
    beaten: str = ""
    """A lowered set that another player's beats."""
    run_out: str = ""
    """A lowered set at the end of the deal."""
    hatto: str = ""
    """Who fed a set pays for all."""
    unguarded: str = ""
    """What 法度 does not guard."""
    hatto_added: str = ""
    """A set added to one that was fed."""
    tobikomi_lowerer: str = ""
    """A 飛込み after another player has played on."""
    tobikomi_hatto: str = ""
    """A 飛込み that was fed."""
    nuke: str = ""
    """抜け."""
    refund: str = ""
    """吹き消し: hand yaku go back."""
    evened: str = ""
    """Odd card points were made even first."""
    pot: str = ""
    """Who takes the drop-out fees after card points."""
    pot_two: str = ""
    """The same with two in play, where that is a rule of its own."""
    pot_set: str = ""
    """The same after a set or another yaku that ended the deal."""
    pot_out: str = ""
    """The same after a lowered set ran out."""
    pot_outs: str = ""
    """The same after several did; empty if that is the same rule."""
    pot_walkover: str = ""
    """The same where all but one dropped out."""
    pot_top: str = ""
    """The same where the highest card points take it by option."""
    token: str = ""
    """What the winner of a deal pays to the table."""

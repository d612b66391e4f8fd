"""What sets the five games apart once the cards are dealt: one row of switches and rule ids a game.

The tables of a game (prices, sets, options) are its `Ruleset`; this is the rest of it, read by `settle` and
by the state. Nothing else asks which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    rules: Mapping[str, str]
    """Rule ids by what they pay or forbid; what a game does not know is absent."""
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
    """True if only one player may have lowered, and nobody with the last card (H3-SAGE-04, H3-SAGE-05)."""
    sage_needs_more: bool = False
    """True if 下げ is offered only while a further set is possible (H88-SAGE-02)."""
    at_completion: bool = False
    """True if a set is received when made and half of it returned later (H2-SAGE-00, H2-SAGE-02)."""
    points_after_sage: bool = False
    """True if a 下げ that ran out is followed by the rest of the settlement (H2-SAGE-02)."""
    tobikomi_liable: bool = False
    """True if a lowerer or feeder pays a 飛込み for all (H3-SAGE-03, H3-HATTO-06)."""
    stakes: bool = False
    """True if everybody begins below zero, with a stake on the table (H88-START-01)."""
    lights: str = ""
    """What lights on the field do to later deals: "bind" the next (H3-BA-02, H2-BA-02) or "wait" (H88-BA-03)."""
    bidding: str = ""
    """How it is settled who plays: "auction" (H80-BID-01), "fees" (H88-BID-01), "drop" (SD-PLAYER-02)."""
    stone: bool = False
    """True if the next dealer always puts a stone on the board (H3-NEXT-02)."""
    shiso_ends: bool = False
    """True if 四三 ends the match (H3-SHISO-01); elsewhere by option at most."""
    cancel_any_turn: bool = False
    """True if a 下げ may be cancelled after any turn (H3-SAGE-08), not on the own one alone (H88-SAGE-07)."""
    auto_teyaku: bool = False
    """True if the best claim is the only one (AMB-COM-04: 八八, 二人はちはち, すだおし)."""


def _rules(game: str, text: str) -> Mapping[str, str]:
    """``"nuke=TOKU-05 …"`` as a mapping of full rule ids."""
    pairs = (word.split("=") for word in text.split())
    return MappingProxyType({key: f"{game}-{rule}" for key, rule in pairs})


FLOWS: Mapping[str, Flow] = MappingProxyType(
    {
        "hachiju": Flow(
            Moment.TURN_END,
            _rules(
                "H80",
                "fee=BID-03 pot=SCORE-03 pot_set=SAGE-01 pot_out=SAGE-04 pot_outs=SAGE-05 pot_walkover=BID-09 "
                "points=SCORE-03 points_two=SCORE-02 run_out=SAGE-04 beaten=SAGE-03 redeal=DEAL-04 next=SCORE-04 "
                "teyaku=TEYAKU-01 sage=SAGE-02 call=SAGE-00 void=DEAL-04 dealt=DEAL-02 asked=BID-01 "
                "claim=TEYAKU-01",
            ),
            bidding="auction",
            share=True,
        ),
        "hachihachi": Flow(
            Moment.AT_ONCE,
            _rules(
                "H88",
                "fee=BID-03 pot=SCORE-03 pot_set=SCORE-04 pot_out=SCORE-04 pot_top=SCORE-03 oikomi=BID-06 "
                "points=SCORE-01 run_out=SAGE-06 beaten=SAGE-05 cancel=SAGE-07 lowerer=SAGE-05 hatto=HATTO-01 "
                "tobikomi=TEYAKU-30 nuke=TEYAKU-31 refund=TOKU-00 mizuten=MIZU-02 token=END-04 "
                "next=NEXT-01 teyaku=TEYAKU-00 sage=SAGE-02 call=SAGE-01 void=DEAL-01 "
                "shiso=TEYAKU-23 tobikomi_hatto=HATTO-02 dealt=DEAL-02 asked=BID-01 claim=TEYAKU-00",
            ),
            stakes=True,
            lights="wait",
            bidding="fees",
            lowerer_pays=True,
            hatto=True,
            beaten_at="made",
            sage_needs_more=True,
            auto_teyaku=True,
        ),
        "futari": Flow(
            Moment.UNTIL_TURN_END,
            _rules(
                "H2",
                "points=SCORE-02 run_out=SAGE-02 beaten=SAGE-03 tobikomi=TEYAKU-02 nuke=TEYAKU-03 refund=TOKU-00 "
                "next=NEXT-01 teyaku=TEYAKU-00 sage=SAGE-00 call=SAGE-00 void=DEAL-01 "
                "dealt=PLAYER-01 asked=PLAYER-01 claim=TEYAKU-00",
            ),
            lights="bind",
            beaten_half=True,
            at_completion=True,
            points_after_sage=True,
            auto_teyaku=True,
        ),
        "sannin": Flow(
            Moment.TURN_END,
            _rules(
                "H3",
                "points=SCORE-04 run_out=SAGE-06 beaten=SAGE-02 cancel=SAGE-08 lowerer=SAGE-01 hatto=HATTO-01 "
                "hatto_added=HATTO-04 tobikomi=TOKU-04 tobikomi_lowerer=SAGE-03 tobikomi_hatto=HATTO-06 "
                "nuke=TOKU-05 refund=TOKU-00 token=NEXT-02 next=NEXT-01 "
                "teyaku=TEYAKU-16 wrong=MISHAP-04 sage=SAGE-04 sage_last=SAGE-05 call=SAGE-00 void=MISHAP-02 "
                "shiso=SHISO-01 exempt=HATTO-03 two_turned=MISHAP-03 dealt=DEAL-02 asked=PLAYER-01 claim=TEYAKU-20",
            ),
            lights="bind",
            stone=True,
            shiso_ends=True,
            cancel_any_turn=True,
            lowerer_pays=True,
            hatto=True,
            hatto_spreads=True,
            beaten_half=True,
            one_lowerer=True,
            tobikomi_liable=True,
        ),
        "sudaoshi": Flow(
            Moment.NEVER,
            _rules(
                "SD",
                "points=SCORE-01 next=NEXT-01 teyaku=TEYAKU-00 void=PLAY-01 dealt=PLAYER-01 asked=PLAYER-02 "
                "claim=TEYAKU-00",
            ),
            bidding="drop",
            auto_teyaku=True,
        ),
    }
)
"""By ruleset id."""

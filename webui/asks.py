"""What the page asks beside the referee: whose turn it is to bid, and whether a 下げ is to be cancelled.

Neither can be seen on the table, so neither is a matter of the camera.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from yakume.engine import IllegalAction
from yakume.engine.events import BidMade, Cancelled, DealResult
from yakume.engine.legal import legal_actions
from yakume.engine.names import name
from yakume.engine.play import apply
from yakume.engine.state import Phase, State
from yakume.vision.questions import Answer, Question


def bid_question(state: State) -> Question | None:
    """Who has to bid now and what may be said (H80-BID-02, H88-BID-02); None outside the bidding."""
    if state.phase is not Phase.BID:
        return None
    bids = [event for event in legal_actions(state) if isinstance(event, BidMade)]
    seat = bids[0].seat
    player = state.players[seat]
    answers = tuple(
        Answer(bid.call, name(bid.call).ja, name(bid.call).en, round(1 / len(bids), 2), (bid,)) for bid in bids
    )
    # The log's length makes the next round of the same player another question.
    return Question(f"bid:{seat}:{len(state.log)}", f"{player}は？", f"{player} says?", answers)


def cancel_question(state: State, drafted: Callable[[], DealResult], lowered: Sequence[int]) -> Question | None:
    """Whether who played on wants to end the deal for half (H3-SAGE-08, H88-SAGE-07); None where none may.

    Args:
        drafted: gives the result of the deal if it ended now with what was called so far.
        lowered: seats that called 下げ in this deal, in order.
    """
    if not lowered or state.phase in (Phase.READY, Phase.BID, Phase.OVER):
        return None
    seat = lowered[-1]
    now = drafted()
    result = replace(now, happenings=(*now.happenings, Cancelled(seat)))
    try:
        apply(state, result)
    except IllegalAction:
        return None
    player, term = state.players[seat], name("torikeshi")
    cancel = Answer("cancel", term.ja, term.en, 0.1, (result,))
    return Question(f"cancel:{seat}:{len(lowered)}", f"{player}は下げています。", f"{player} plays on.", (cancel,))

"""A deal settled by card points that people counted, where nobody knows which cards lie in the piles (YK-TOLD-02)."""

from __future__ import annotations

from .close import finish
from .errors import IllegalAction
from .events import PointsCounted
from .facts import End
from .flow import Moment
from .ruleset import DealersRight
from .state import Phase, State, ends_in_hand, evolve
from .told import TOLD, check_counts, check_least, told


def points_counted(state: State, event: PointsCounted) -> State:
    """The deal ended with these card points. Raises: IllegalAction where what is told cannot be or is not enough."""
    if event.happenings is not None:
        return told(state, event)
    deal = state.deal
    why_not = _why_not(state)
    if why_not is not None:
        raise why_not
    assert deal is not None
    check_counts(state, deal, event.points)
    count, due = sum(event.points), deck_points(state)
    if count > due or (len(deal.order) == 3 and count != due):
        raise IllegalAction("{n} points counted of the {due} of the deck", "COM-CARD-02", state, n=count, due=due)
    check_least(state, deal, event.points)
    return finish(evolve(state, deal=evolve(deal, counted=event.points, end=End.PLAYED_OUT)))


def deck_points(state: State) -> int:
    """Card points of the whole deck: with three in play they all lie in the piles (COM-CARD-02, COM-CAP-06)."""
    return sum(state.game.points)


def _why_not(state: State) -> IllegalAction | None:
    """Why the running deal cannot be settled by points alone; None if it can."""
    deal = state.deal
    if deal is None or state.phase not in (Phase.TEYAKU, Phase.HAND, Phase.DECK, Phase.LAST_CALL):
        return IllegalAction("no deal to count points of", TOLD, state)
    if ends_in_hand(state, deal) is not None:
        return IllegalAction("a hand yaku ends the deal before play", state.game.rules.teyaku, state)
    method = state.game.card_points[len(deal.order)]
    if isinstance(method, DealersRight):
        return IllegalAction("card points count for nothing", method.rule, state)
    if state.game.flow.moment is Moment.NEVER:
        return IllegalAction("the sets at the end of the deal are paid by the cards", state.game.rules.call, state)
    if deal.happenings or deal.waiting is not None:
        return IllegalAction("a set was completed, which is paid by the cards", state.game.rules.call, state)
    if deal.shown_threes:
        months = ", ".join(str(each.month) for each in deal.shown_threes)
        sentence = "whether the fourth card of month {month} was captured, only the cards tell"
        return IllegalAction(sentence, state.game.rules.tobikomi, state, month=months)
    return None

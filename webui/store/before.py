"""What older versions wrote, brought into the form of today.

Up to version 2 answers that book nothing by themselves stood beside the log, spelt ``call:SEAT:SETS`` (下げ),
``fed:SEAT:SETS=WHO``, ``dive:SEAT:MONTH=WHO`` and ``hidden:SEAT:CARDS=CARD``, with the number of deals played before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from yakume.engine import Card, CardSet, EngineError, QuestionAnswered, State, from_json, replay, to_json
from yakume.vision.referee.answers import AfterSage, Answer, Called, FedBy, LiesHidden
from yakume.vision.referee.asking import answered
from yakume.vision.referee.deal_log import deal_log
from yakume.vision.referee.questions import HiddenCapture, Question, SetToCall, WhoFed, WhoFedTobikomi


def answers_as_events(log: Sequence[str], told: Sequence[tuple[int, str, bool]]) -> list[str]:
    """The answers that stand in the running deal of a match, as events to be added to its log, in JSON.

    Answers of finished deals are in their results. A log that cannot be replayed stays as it is.

    Args:
        log: the events of the match, in JSON.
        told: deals played before, the answer as it was spelt, and whether it was given or taken back, in order.
    """
    try:
        state = replay(from_json(json.loads(body)) for body in log)
    except (EngineError, ValueError, LookupError, TypeError):
        return []
    running = deal_log(state)
    standing: dict[str, None] = {}
    for deal, spelt, stands in told:
        if deal == state.played and running.running:
            standing.pop(spelt, None)
            if stands:
                standing[spelt] = None
    events = [event for spelt in standing if (event := _event(state, running.deal, spelt)) is not None]
    return [json.dumps(to_json(event), ensure_ascii=False, separators=(",", ":")) for event in events]


def _event(state: State, deal: int, spelt: str) -> QuestionAnswered | None:
    """One answer as an event; None for one that no version wrote."""
    asked, _, said = spelt.partition("=")
    try:
        kind, seat, about = asked.split(":", 2)
        question, answer = _read(state, deal, kind, int(seat), about, said)
    except (EngineError, ValueError, KeyError):
        return None
    return answered(question, answer)


def _read(state: State, deal: int, kind: str, seat: int, about: str, said: str) -> tuple[Question, Answer]:
    rules = state.game.rules
    if kind == "call":
        return SetToCall(deal, seat, tuple(about.split("+")), rules.call), Called("sage")
    if kind == "fed":
        return WhoFed(deal, seat, tuple(about.split("+")), rule=rules.hatto), FedBy(_seat(said))
    if kind == "dive":
        late = said == "late"
        rule = rules.tobikomi_lowerer if late else rules.tobikomi_hatto
        asked = WhoFedTobikomi(deal, seat, int(about), after_sage=late, rule=rule)
        return asked, AfterSage() if late else FedBy(_seat(said))
    if kind == "hidden":
        return HiddenCapture(deal, seat, CardSet.parse(about)), LiesHidden(None if said == "none" else Card.parse(said))
    raise ValueError(f"not an answer: {kind!r}")


def _seat(said: str) -> int | None:
    return None if said == "none" else int(said.removeprefix("seat"))

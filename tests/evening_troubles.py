"""When what goes wrong at the table of `evening.py`, and what takes time there: nothing else is seen meanwhile."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from evening_mishaps import OTHER_TRACKS
from evening_telling import MISDEALT
from yakume.datasets.evaluation.matches import Match, play
from yakume.datasets.evaluation.story import TrueDeal, faces
from yakume.engine.events import BidMade, DealVoided
from yakume.engine.state import Phase
from yakume.vision.observation import Observation
from yakume.vision.zones import FIELD

if TYPE_CHECKING:
    from evening_people import Evening

EVERY = {
    "undo": 3,
    "kill": 4,
    "gone": 5,
    "misdeal": 6,
    "astray": 2,
    "anew": 5,
    "eight": 6,
    "lacking": 3,
    "absent": 7,
}
"""Once in so many deals."""
TROUBLES = "never", "wrong", *EVERY, "twice", "seat", "order", "later", "dealer"
LACKING_MS = 60_000
"""So long a card of the first field is missing until somebody notices and lays it."""
PUT_AWAY_MS = 12_000
"""So long after the end of a deal its cards are put away, and it is booked."""


def plan(match: Match, seed: int, troubles: Collection[str]) -> list[tuple[int, str]]:
    """When what goes wrong, in table time of the story."""
    deals, rng, found = match.story.deals, Random(seed), []
    for what, every in EVERY.items():
        for k in range(1, len(deals), every) if what in troubles else ():
            k = min(k + rng.randrange(every), len(deals) - 1)
            begin_ms, end_ms = deals[k].t_ms, deals[k].end_ms
            at_ms: float = begin_ms + (end_ms - begin_ms) * rng.uniform(0.05, 1.05)
            if what in ("misdeal", "eight"):  # on the table that was cleared for the next deal
                before = [look for look in match.looks if deals[k - 1].end_ms < look.t_ms < begin_ms]
                at_ms = min(before, key=lambda look: (sum(card.counts for card in look.cards), -look.t_ms)).t_ms
            elif what == "lacking":
                at_ms = begin_ms
            elif what == "absent":
                at_ms = deals[k - 1].end_ms + PUT_AWAY_MS
            found.append((round(at_ms), what))
    return sorted(found)


def absent_ms(match: Match, now_ms: int) -> int:
    """How long the camera is gone so that a whole deal is played without it."""
    later = (each.end_ms for each in match.story.deals if each.end_ms > now_ms)
    return max(0, next(later, now_ms) + PUT_AWAY_MS - now_ms)


def misdeal(evening: Evening, *, late: bool) -> None:
    """Somebody deals, all see that it is wrong and say so, at once or after a while; the cards are mixed again."""
    story = evening.match.story
    deal, other = _misdealt(evening, late=late)
    evening.misdealt.append(faces(deal.started.field))
    begin_ms = evening.lag_ms + evening.now_ms - max(0, deal.t_ms - 5_000)
    void_ms = deal.t_ms + (round(0.3 * (deal.end_ms - deal.t_ms)) if late else 8_000)
    bids = [event for _, event in deal.events if isinstance(event, BidMade)]
    voided = False
    for look in other.looks:
        if look.t_ms > void_ms + 3_000:
            break
        if look.t_ms < deal.t_ms - 5_000:
            continue
        cards = tuple(replace(card, track=card.track + OTHER_TRACKS) for card in look.cards)
        evening.see(replace(look, cards=cards), begin_ms + look.t_ms)
        misdealt = evening.laid[-1:] == [MISDEALT]
        if late and misdealt and evening.state.phase is Phase.BID and bids and look.t_ms >= deal.t_ms + 3_000:
            evening.book(bids.pop(0))
        if look.t_ms > void_ms and not voided:
            voided = misdealt and evening.state.phase is not Phase.READY and evening.book(DealVoided())
    evening.lag_ms = begin_ms + void_ms + 5_000 - evening.now_ms
    if not voided:
        evening.say(f"      what was misdealt is not booked: {story.start.ruleset} {evening.state.line}")


def _misdealt(evening: Evening, *, late: bool) -> tuple[TrueDeal, Match]:
    """A deal, by who deals now if there is one, that is played on for a while where it is noticed `late`; its match."""
    start = evening.match.story.start
    seed = evening.seed + 977 + len(evening.misdealt)
    other = play(start.ruleset, len(start.players), 4 if late else 1, seed, (), dict(start.options))
    played = [deal for deal in other.story.deals if late and deal.played]
    played.sort(key=lambda deal: deal.started.dealer != evening.state.dealer)
    return (played or [*other.story.deals])[0], other


def lay_late(evening: Evening, look: Observation) -> None:
    """One card of the first field is missing, is photographed so, and is laid a minute later."""
    field = [card for card in look.cards if card.zone == FIELD and card.counts]
    if not field:
        return
    missing = Random(f"{evening.seed} {evening.now_ms}").choice(field)
    without = replace(look, cards=tuple(card for card in look.cards if card is not missing))
    evening.say(f"      {missing.card} of the field is laid a minute later")
    for after_ms in range(0, LACKING_MS, 1000):
        evening.see(without, evening.lag_ms + evening.now_ms + after_ms)
        if after_ms == LACKING_MS // 2:
            lying = [str(card.card.face) for card in field if card is not missing and card.card is not None]
            evening.post("/api/photo", place="field", faces=lying)
    evening.lag_ms += LACKING_MS

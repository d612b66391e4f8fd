"""Which rule explains a word that stands on the page."""

from __future__ import annotations

from collections.abc import Mapping

from yakume.engine.state import State

ROLES = "COM-SEAT-01"
"""Who is 親, 胴二 and ビキ."""


def term_rules(state: State) -> Mapping[str, str]:
    """Word on the page → id of the rule that says what it means, of what there is in the match at `state`."""
    of = state.game.rules
    rules = {
        "role": ROLES,
        "sage": of.sage,
        "cancel": of.cancel if state.options.get("sage_cancel", True) else "",
        "dropped": of.fee,
        "squeezed": of.oikomi,
        "released": of.released,
        # Of three all play: nobody plays unseen (H88-BID-08).
        "mizuten": of.mizuten if len(state.players) > 3 else "",
    }
    return {term: rule for term, rule in rules.items() if rule}

"""What is said of the games themselves, and which rule explains a word that stands on the page."""

from __future__ import annotations

from collections.abc import Mapping

from yakume.engine.state import State

from .words import Words

_ABOUT: Mapping[str, Words] = {
    "hachiju": Words(
        "競りで残った二人か三人が打ちます。手役と出来役の勝負です。",
        "An auction leaves two or three in play; hand yaku and sets decide.",
    ),
    "hachihachi": Words(
        "出降りで決まった三人が打ち、手役も出来役も札点も数えます。決まりの多い八八です。",
        "Three play after bidding; hand yaku, sets and card points all count. Many rules.",
    ),
    "futari": Words("二人で打つ八八です。出降りはありません。", "Hachihachi of two players, without bidding."),
    "sannin": Words(
        "三人で打つ八八です。出降りはなく、場札で倍率が決まります。",
        "Hachihachi of three players, without bidding; the field sets the rate.",
    ),
    "sudaoshi": Words(
        "最後の一枚まで打ち、札点で決めます。途中で終わる役はありません。",
        "Always played to the last card; card points decide, and no set ends it.",
    ),
    "koikoi": Words(
        "先に役を作る二人の勝負です。花札が初めてなら、これから。",
        "Two race to make sets. If hanafuda is new to you, begin with this.",
    ),
}

ROLES, RELEASED = "COM-SEAT-01", "H80-BID-08"
"""Who is 親, 胴二 and ビキ; and who leaves the bidding without paying."""


def about_game(game: str) -> Words:
    """One sentence for who has to choose a game."""
    return _ABOUT[game]


def term_rules(state: State) -> Mapping[str, str]:
    """Word on the page → id of the rule that says what it means, of what there is in the match at `state`."""
    of = state.game.rules
    rules = {
        "role": ROLES,
        "sage": of.sage,
        "cancel": of.cancel if state.options.get("sage_cancel", True) else "",
        "dropped": of.fee,
        "squeezed": of.oikomi,
        "released": RELEASED,
        "mizuten": of.mizuten,
    }
    return {term: rule for term, rule in rules.items() if rule}

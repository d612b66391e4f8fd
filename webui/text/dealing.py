"""How the next deal is laid out, for who has never played; and that nothing came of one."""

from __future__ import annotations

from collections.abc import Sequence

from yakume.engine import DECK
from yakume.engine.names import name
from yakume.engine.ruleset import DealersRight, Ruleset
from yakume.engine.state import State

from .words import Words

DRAWN = Words("引き分け：支払いはありません。", "A draw: nothing was paid.")
VOID = Words("無効になり、配り直しました。", "It was void, and was dealt again.")
AGAIN_FOR_FIELD = Words(
    "場札に同じ月が4枚あり、配り直しました。", "Four of one month lay on the field: it was dealt again."
)
"""What is said of a deal instead of payments."""


def say_dealing(game: Ruleset, seats: int) -> Words:
    """What the dealer does, to be told behind the dealer's name.

    With seven the blank card makes 49 of the 48, and all are dealt to the hands: the other cards of its holder, who
    is out, become the field (SD-PLAYER-02, AMB-SD-07).
    """
    hand, field = game.hand, game.field
    if seats * hand > len(DECK):
        return Words(
            f"白札を1枚混ぜて切り、{seats * hand}枚を全員に{hand}枚ずつ配ります。"
            f"白札が来た人は休み、手に残る{field}枚が場札になります",
            f"shuffles the blank card in and deals all {seats * hand} cards, {hand} to each player. "
            f"Who gets the blank sits out, and lays the other {field} face up: they are the field",
        )
    return Words(
        f"札を切って全員に{hand}枚ずつ配り、場に{field}枚を表で置きます",
        f"shuffles, deals {hand} cards to each player and lays {field} face up in the field",
    )


def say_turns(first: str) -> Words:
    """How a deal is played, for who has never played; the name of who plays first comes before it (COM-TURN-01)."""
    return Words(
        f"{first}から反時計回りに、手札を1枚出し、続けて山札を1枚めくります。どちらも、場に同じ月の札があれば合わせて取り、なければ場に残します。",
        f"{first} begins, then counter-clockwise: play one card from the hand, then turn one from the stock. "
        "Each takes a card of its month from the field; where there is none, it stays there.",
    )


def say_partly(game: Ruleset) -> Words:
    """The choice to begin a deal that no camera follows without its whole field: only its rate counts then."""
    if not game.flow.lights:
        return Words("場札は入れない", "Leave the field out")
    return Words(
        "場札は光札だけ入れる（なければ何も押さない）", "Enter the lights of the field alone, if there are any"
    )


def say_bids(number: int, bids: Sequence[tuple[int, str]], players: Sequence[str]) -> Words:
    """What was said in a deal, as it has to be read now that another deals it."""
    ja = "、".join(f"{players[seat]}：{name(call).ja}" for seat, call in bids)
    en = ", ".join(f"{players[seat]}: {name(call).en}" for seat, call in bids)
    return Words(
        f"第{number}局は配る人が替わり、出降りは「{ja}」と読みます。違うなら、後で履歴からその出降りを正してください。",
        f"Another deals deal {number} then, and its bids are read as “{en}”. "
        "If other things were said, put those bids right in the history afterwards.",
    )


def say_nobody(state: State) -> Words:
    """That nothing came of the running deal: no set, or, where card points are paid, not even a captured card."""
    assert state.deal is not None
    if isinstance(state.game.card_points[len(state.deal.order)], DealersRight):
        return Words("誰も役なし", "Nobody made a set")
    return Words("誰も一枚も取らなかった", "Nobody captured a card")

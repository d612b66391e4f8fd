"""What is said to who is learning the game, and of a deck that could not be learnt."""

from __future__ import annotations

import errno
from typing import Literal

from .words import Words

Reason = Literal["full", "unwritable", "stopped"]
"""What was in the way; of anything else only the machine's own sentence is known."""

WHY: dict[Reason, Words] = {
    "full": Words(
        "ディスクがいっぱいです。場所を空けてから、もう一度押してください。",
        "The disk is full: make room, then try again.",
    ),
    "unwritable": Words(
        "札を覚えておくフォルダーに書き込めません（空きがないか、許されていません）。直してから、もう一度押してください。",
        "The folder of the decks cannot be written to, for want of room or of permission: see to that, then try again.",
    ),
    "stopped": Words(
        "覚える処理が途中で止まりました。メモリが足りないなら、ほかのプログラムを閉じてから、もう一度押してください。",
        "The learning stopped half-way. If memory is short, close other programs, then try again.",
    ),
}


def reason_of(error: OSError | ValueError) -> Reason | None:
    """Why a deck could not be learnt; None where only the error's own sentence says it."""
    if not isinstance(error, OSError):
        return None
    return "full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "unwritable"


LAID_OPEN = Words(
    "例の手札です。左の札は見せます。間を空けた札は、伏せたままでかまいません。",
    "Each with a hand that holds it: the cards on the left are laid open, those set apart may stay hidden.",
)

REPLACED = Words("ここにありますが、もっと高い役に代わられます。", "It is here, but a dearer set takes its place.")


def lacks(cards: int) -> Words:
    """How many cards are still missing; nothing where none is."""
    return Words(f"ここにはあと{cards}枚足りません。", f"Here it lacks {cards}.") if cards else Words("", "")

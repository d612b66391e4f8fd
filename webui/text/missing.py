"""What is said of a deal that is put in between others or taken out, before it is done."""

from __future__ import annotations

from .words import Words

WHOLE = Words("この局は打たなかった（局ごと外す）", "this deal was never played: take all of it out")
"""The choice that takes a deal out."""

TAKEN = Words(
    "「局ごと外す」は、この局に付けた事も外し、後の局の親も合わせます。「なかった事にする」は、場札を置いた事だけを戻します。",
    "To take all of it out takes out what was booked in this deal, too, and who dealt after it follows. "
    "To take it back takes back no more than that the field was laid.",
)
"""What the two ways to take a deal's start back differ in."""

LATE = Words("忘れた手役を足す…", "Add a forgotten hand yaku…")
"""What leads to a hand yaku that is put in before the end of its deal."""

INSERT = Words("この前に抜けた一局を入れる…", "A deal is missing before it…")
"""The button that leads to telling one."""

HOW = Words(
    "付けていない一局を、覚えているだけ言ってください。入れるまでは何も変わりません。",
    "Tell what is known of the deal that was not booked. Nothing changes before it is put in.",
)

PARTLY = Words(
    "ほかの場札は覚えていない（光札だけ押す）",
    "the rest of the field is not known: tap the brights (hikari) that lay there",
)


def say_title(number: int) -> Words:
    """What is told: the deal that will have that number."""
    return Words(f"抜けた第{number}局", f"The missing deal {number}")


BY_HAND = Words(
    "その分を「卓の取り決めで払う」で払ってあれば、履歴で取り消してください。",
    "If it was paid by hand meanwhile, take that payment back in the history.",
)
"""What is not to be paid twice."""


def say_lost(lost: int, played: int, over: bool) -> Words:
    """That so many deals would not count any more."""
    deals = f"{lost} deal{'s' * (lost > 1)}"
    if over:
        return Words(
            f"対局は{played}局で終わるので、その後の{lost}局は数えなくなります。",
            f"The match is then over after {played} deals: the {deals} after that would not count.",
        )
    return Words(f"ほかの{lost}局が数えなくなります。", f"{deals.capitalize()} would not count any more.")


def say_end(over: bool) -> Words:
    """That the match would be over, or would not be over any more."""
    if over:
        return Words("これで対局は終わります。", "The match is then over.")
    return Words("対局は終わっていない事になり、続きを打てます。", "The match is then not over, and can be played on.")

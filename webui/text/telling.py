"""What is said above a form or a list that yakume fills, with what it is filled with."""

from __future__ import annotations

from .words import Words

COUNTED = Words(
    "札点を入れ、役と上がり・下げを押してください。上がりなら札点は空でかまいません。",
    "Type the card points, and tap sets with their calls. Where a set ended the deal the points may stay empty.",
)
"""How a deal is told by its card points."""

COUNTED_NOTHING = Words(
    "このゲームでは札点は数えません。役と勝負・こいこいを押してください。誰にも役ができなければ、そう押します。",
    "Card points count for nothing here: tap the sets and their calls. If nobody made one, say so.",
)
"""The same where card points count for nothing."""

COUNTED_AT_END = Words(
    "全員の札点を入れ、できた役があれば加えてください。",
    "Type everybody's card points, and add the sets that somebody made.",
)
"""The same where sets are paid at the end of a deal alone."""

TYPE = Words(
    "打った人みんなの札点を入れるか、役を押してください。",
    "Type everybody's points, or tap a set.",
)
"""What is still to be typed or tapped."""

TYPE_AT_END = Words(
    "全員の札点を入れてください。",
    "Type everybody's points.",
)
"""The same where sets are paid at the end of a deal alone."""

BLANK = Words(
    "白札は絵のない予備の札です。七人では48枚に1枚混ぜ、来た人はこの局を休みます。",
    "The blank card is the spare one with no picture. Seven players shuffle one in, and who gets it "
    "sits this deal out.",
)
"""What the blank card is (SD-PLAYER-02)."""

STATISTICS = Words(
    "一覧にある対局（新しい200局まで）から、ゲームごとに数えています。単位も賭け方も違うので、ゲームをまたいで足しません。"
    "終わっていない対局は今の点で、一局も始まっていない対局は数えません。",
    "Counted over the matches of the list, the newest 200, game by game: they count in other units and for other "
    "stakes, and are never added up. A match that is not over counts as it stands, once its first deal has begun.",
)
"""What the figures of players count."""

NO_STATISTICS = Words(
    "まだ対局がありません。",
    "There is no match yet.",
)
"""That there are none."""

FOLLOWED = Words(
    "この局は、追った手順では決まりません（取り札で清算）。直すなら局の清算を。",
    "These half-turns were followed but do not decide the deal, its piles do: it is the settlement "
    "that can be put right.",
)
"""Of half-turns that do not decide their deal."""

FOLLOWS = Words(
    "この局の親は、前の局の終わり方で決まりました。",
    "Who dealt this deal followed from how the one before ended.",
)
"""Of who dealt a deal after the first."""

NOT_YET = Words(
    "これだけでは局が終わりません。続けて、見えなかった手を足すか、ほかの手をなくしてください。",
    "So the deal has not ended: go on, and add a half-turn that was not seen, or remove another.",
)
"""Of half-turns that end no deal as they are."""

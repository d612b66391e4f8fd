"""The arithmetic of a payment, step by step; `sentence` says it in words."""

from __future__ import annotations

Term = tuple[str, int, int]
"""One step of an amount: its kind and two numbers, the second 1 where only one is named.

    begins with            kan ten mon n     a price in 貫, in 点, in 文
                           points n, m       card points and those that neither win nor lose
                           against n, m      card points of both players; band n: the 貫 that the difference comes to
                           fee n, m          文 of who drops as the m-th
                           hand grabbed n    what a squeezed-out hand is paid for, 文; cards n, m: n cards of m 文
                           prize n, m        貫 for each of m players
                           pot n             what those who dropped have paid
                           back n            a payment that is returned; instead n: another takes its place
    changed by             dai zetsu auction twice times n / m; extra n 貫; half
    last                   split n payers; for n payers' shares; shared by n
"""

"""Hand yaku and sets by the rule text, written a second time, over letters; the engine is not asked."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from yakume.engine.cards import LETTERS

# Kinds as they are drawn in the table of COM-CARD-01.
KIND = dict(
    zip(
        LETTERS,
        "光短ススタ短スス光短ススタ短ススタ短ススタ短ススタ短スス光タススタ短ススタ短スス光タ短ス光ススス",
        strict=True,
    )
)

KASU = set("CDGHKLOPSTWXabefijmnrtuv") | set("opq")
NINE = set("BFJNRVZhl")


def count_yaku(game: str, hand: str) -> tuple[str, str]:
    """Name of the count-family yaku and the letters it exposes, read off the tables' conditions."""
    months: dict[int, str] = {}
    for letter in hand:
        month = LETTERS.index(letter) // 4
        months[month] = months.get(month, "") + letter
    shape = "-".join(str(len(group)) for group in sorted(months.values(), key=len, reverse=True))
    threes = [group for group in months.values() if len(group) == 3]
    tate = sum(any(set(group) <= set(special) for special in ("MNOP", "QRST", "YZab", "tuv")) for group in threes)
    if game == "hachiju":
        name = {
            "3-1-1-1-1": "三本",
            "3-2-1-1": "三本",
            "2-2-2-1": "喰付",
            "4-1-1-1": "手四",
            "4-2-1": "手四",
            "3-2-2": "はねけん",
            "3-3-1": "二三本",
            "4-3": "四三",
        }.get(shape, "")
    else:
        name = {
            "3-1-1-1-1": ("三本", "立三本")[tate > 0],
            "3-2-1-1": ("三本", "立三本")[tate > 0],
            "2-2-2-1": "喰付",
            "4-1-1-1": "手四",
            "4-2-1": "一二四",
            "3-2-2": "はねけん",
            "3-3-1": ("二三本", "三本立三本", "二立三本")[tate],
            "4-3": "四三",
        }.get(shape, "")
    size = {"三本": 3, "立三本": 3, "喰付": 2, "手四": 4, "二三本": 3, "三本立三本": 3, "二立三本": 3}.get(name, 1)
    shown = "".join(group for group in months.values() if len(group) >= size) if name else ""
    return name, shown


def kasu_yaku(game: str, hand: str) -> tuple[str, str]:
    """Name of the kasu-family yaku with all willow as kasu, and the letters it exposes."""
    kasu = "".join(letter for letter in hand if KIND[letter] == "ス" or letter in "opqr")
    rest = Counter(KIND[letter] for letter in hand if letter not in kasu)
    if game == "hachiju":
        name = {7: "空素", 6: "素六"}.get(len(kasu), "")
    elif len(kasu) == 7:
        name = "空素"
    elif len(kasu) == 6:
        name = {"光": "光一", "タ": "十一", "短": "短一"}[next(iter(rest))]
    else:
        name = "赤" if set(rest) == {"短"} else ""
    return name, kasu if name else ""


def willow_readings(hand: str) -> set[str]:
    """Kasu-family names of 三人はちはち over every reading of the willow cards as kasu or own kind."""
    names = set()
    own = [letter for letter in hand if letter in "opq"]
    for size in range(len(own) + 1):
        for chosen in combinations(own, size):
            rest = [KIND[c] for c in hand if KIND[c] != "ス" and (c not in "opq" or c in chosen)]
            if not rest:
                names.add("空素")
            elif len(rest) == 1:
                names.add({"光": "光一", "タ": "十一", "短": "短一"}[rest[0]])
            elif set(rest) == {"短"}:
                names.add("赤")
    return names


def sets_by_text(game: str, pile: set[str]) -> dict[str, int]:
    """Names and printed prices of the standing sets, from the rule text."""
    found = {}
    price = {
        "hachiju": {"猪鹿蝶": 200, "赤短": 200, "青短": 200, "四光": 400},
        "hachihachi": {"赤短": 7, "青短": 7, "四光": 10},
        "futari": {"赤短": 7, "青短": 7, "四光": 10, "猪鹿蝶": 7},
        "sannin": {"四光": 12, "五雲": 12, "赤短": 7, "青短": 7, "猪鹿蝶": 6},
    }[game]
    cards = {"猪鹿蝶": "YkU", "赤短": "BFJ", "青短": "Vhl", "四光": "AIcs", "五雲": "EQUYg"}
    for name, value in price.items():
        if set(cards[name]) <= pile:
            found[name] = value
    ribbons = len(pile & NINE)
    if game == "sannin":
        ribbons += "q" in pile
        if ribbons >= 7:
            found["七短"] = 10 + ribbons - 7
    elif ribbons >= 7:
        found["七短"] = 400 if game == "hachiju" else 10
    if game != "hachiju" and set("AIcos") <= pile:
        del found["四光"]
        found["五光"] = 20 if game == "sannin" else 12
    if game == "hachiju" and len(pile & KASU) >= 16:
        found["素十六"] = 600
    return found

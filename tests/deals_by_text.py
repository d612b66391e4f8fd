"""The chapters on payment, written a second time: what a deal pays, by the rule book's words alone.

Prices, each(), sole(), halves and who is next are kept apart from the engine. Deals are in the format of the
rule questions (`tests/run_cases.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Deal = dict[str, Any]
Answer = tuple[dict[str, int], str]


KAN = 12
HAND = {
    "H88": {"空素": 4, "光一": 4, "十一": 3, "短一": 3, "赤": 2, "三本": 2, "立三本": 3, "喰付": 4, "手四": 6}
    | {"はねけん": 7, "一二四": 8, "二三本": 6, "三本立三本": 7, "二立三本": 8, "四三": 20},
    "H80": {"素六": 60, "空素": 100, "三本": 40, "喰付": 80, "手四": 200, "はねけん": 200, "二三本": 200, "四三": 600},
}
HAND["H3"] = HAND["H88"] | {"一二四": 9, "二三本": 8, "三本立三本": 9, "二立三本": 10}
del HAND["H3"]["四三"]
HAND["H2"] = HAND["SD"] = HAND["H88"]
SETS = {
    "H80": {"猪鹿蝶": 200, "赤短": 200, "青短": 200, "七短": 400, "四光": 400, "素十六": 600},
    "H88": {"赤短": 7, "青短": 7, "七短": 10, "四光": 10},
    "H2": {"赤短": 7, "青短": 7, "七短": 10, "四光": 10, "猪鹿蝶": 7},
    "H3": {"四光": 12, "五雲": 12, "七短": 10, "赤短": 7, "青短": 7, "猪鹿蝶": 6},
    "SD": {},
}
UNDER_HATTO = {"H88": {"赤短", "青短", "四光"}, "H3": {"四光", "五光", "赤短", "青短", "猪鹿蝶"}}
NUKE = {"空素", "十一", "短一", "赤"}
TIMES = {"小": 1, "大": 2, "絶": 4}
MENU = {
    "A": (1, 2, 4),
    "B": (1, 2, 3),
    "C": (1, Fraction(3, 2), 2),
    "D": (1, 2, 2),
    "E": (1, 1, 1),
    "F": (1, 1, 1),
}


class Purse:
    """Money of everybody at the table, with the book's each() and sole()."""

    def __init__(self, deal: Deal) -> None:
        self.order: list[str] = deal["order"]
        self.has = dict.fromkeys(deal.get("all") or self.order, Fraction(0))

    def move(self, payer: str, payee: str, amount: Fraction | int) -> None:
        self.has[payer] -= amount
        self.has[payee] += amount

    def each(self, to: str, amount: Fraction | int) -> None:
        for player in self.order:
            if player != to:
                self.move(player, to, amount)

    def sole(self, payer: str, to: str, amount: Fraction | int) -> None:
        self.move(payer, to, amount * (len(self.order) - 1))

    def pay(self, payer: str | None, to: str, amount: Fraction | int) -> None:
        self.each(to, amount) if payer is None else self.sole(payer, to, amount)

    def answer(self, winner: str) -> Answer:
        assert sum(self.has.values()) == 0
        assert all(amount.denominator == 1 for amount in self.has.values())
        return {player: int(amount) for player, amount in self.has.items()}, winner


def first_best(order: list[str], score: dict[str, Any]) -> str:
    return max(order, key=lambda player: (score[player], -order.index(player)))


def hachiju(deal: Deal) -> Answer:
    """H80-TEYAKU-04, H80-SAGE, H80-SCORE."""
    purse, order, rate = Purse(deal), deal["order"], deal["rate"]
    payers = len(order) - 1
    pot = 20 * len(deal["drops"])
    for player in deal["drops"]:
        purse.has[player] -= 20
    for player, parts in deal["teyaku"].items():
        purse.each(player, Fraction(sum(HAND["H80"][part] for part in parts) * rate, payers))
    made: dict[str, int] = {}
    winner = ""
    for event in deal["events"]:
        made[event["by"]] = made.get(event["by"], 0) + sum(value for _, value in event["yaku"])
        if event["call"] == "上がり":
            winner = event["by"]
            purse.each(winner, Fraction(made[winner] * rate, payers))
    if not winner and made:
        for player, total in made.items():
            purse.each(player, Fraction(total * rate, 2 * payers))
        winner = first_best([player for player in order if player in made], made)
    elif not winner:
        points = deal["points"]
        winner = first_best(order, points)
        if payers == 1:
            loser = next(player for player in order if player != winner)
            purse.move(loser, winner, (points[winner] - points[loser]) * rate)
        else:
            for player in order:
                purse.has[player] += (points[player] - 80) * 2 * rate
    purse.has[winner] += pot
    return purse.answer(winner)


def special(deal: Deal) -> list[tuple[str, int]]:
    """Makers of 総八, 二八 and 素十六 with their 貫 (H88-TOKU, H3-TOKU, H2-TOKU)."""
    order, points, kasu = deal["order"], deal["points"], deal["kasu"]
    found = [(order[0], 10)] if all(points[player] == 88 for player in order) else []
    found += [(player, 10 + points[player] - 168) for player in order if points[player] >= 168]
    return found + [(player, 12 + 2 * (kasu[player] - 16)) for player in order if kasu[player] >= 16]


def biggest(order: list[str], makers: list[tuple[str, int]]) -> str:
    worth = dict.fromkeys(order, 0)
    for player, kan in makers:
        worth[player] += kan
    return first_best(order, worth)


def hachihachi(deal: Deal) -> Answer:
    """H88-BID-03, -06, H88-TEYAKU, H88-SAGE, H88-HATTO, H88-TOKU, H88-SCORE, H88-MIZU."""
    purse, order, times = Purse(deal), deal["order"], TIMES[deal["rate"]]
    house = deal.get("options", {})
    pot = 0
    for player, fee in zip(deal["drops"], (12, 18, 24), strict=False):
        purse.has[player] -= fee * times
        pot += fee * times
    for player, (hand, grabbed, cards) in deal["oikomi"].items():
        add = max if house.get("oikomi") == "largest" else sum
        for payer in order:
            purse.move(payer, player, add((hand * 6, grabbed * 6, cards * 3)) * times)
    returned: list[Callable[[], None]] = []

    def pay_back_able(to: str, amount: int, payer: str | None = None) -> None:
        purse.pay(payer, to, amount)
        returned.append(lambda: purse.pay(payer, to, -amount))

    for player, parts in deal["teyaku"].items():
        pay_back_able(player, sum(HAND["H88"][part] for part in parts) * KAN * times)
    sets: dict[str, list[tuple[int, str | None]]] = {}
    lowered: list[str] = []
    winner, after_set, makers = "", True, []
    for event in deal["events"]:
        by = event["by"]
        if event["type"] == "tobikomi":
            pay_back_able(by, KAN * times, event.get("hatto_by"))
            continue
        if event["type"] == "cancel":
            winner = by
            for value, payer in sets[by]:
                purse.pay(payer, by, value * KAN * times // 2)
            continue
        liable = [player for player in lowered if player != by]
        for name, value in event["yaku"]:
            fed = event.get("hatto_by") if name in event.get("hatto_yaku", [name]) else None
            sets.setdefault(by, []).append((value, liable[-1] if liable else fed))
        for player in liable:
            lowered.remove(player)
            del sets[player]
        if event["call"] == "上がり":
            winner = by
            for value, payer in sets[by]:
                purse.pay(payer, by, value * KAN * times)
        elif by not in lowered:
            lowered.append(by)
    if not winner and lowered:
        (winner,) = lowered
        for value, payer in sets[winner]:
            purse.pay(payer, winner, value * KAN * times // 2)
    elif not winner:
        points = deal["points"]
        makers = special(deal)
        if makers:
            for give_back in returned:
                give_back()
            for player, kan in makers:
                purse.each(player, kan * KAN * times)
            winner = biggest(order, makers)
        else:
            bold = deal.get("mizuten")
            if bold and points[bold] >= 89:
                for player in purse.has:
                    if player != bold and not (player in deal["drops"] and house.get("mizuten_bonus")):
                        purse.move(player, bold, KAN * times)
            for player in order:
                purse.has[player] += (points[player] - 88) * times
            winner = first_best(order, points)
            after_set = False
    if not makers and (not after_set or house.get("nuke_after_set")):
        for player, parts in deal["teyaku"].items():
            if set(parts) & NUKE and deal["points"][player] >= 89:
                purse.each(player, KAN * times)
    if deal.get("mizuten") and house.get("mizuten_bonus") == "dropped_always":
        for player in deal["drops"]:
            purse.move(player, deal["mizuten"], KAN * times)
    taker = first_best(order, deal["points"]) if house.get("fee_when_set") == "top_points" else winner
    purse.has[taker] += pot
    return purse.answer(winner)


def futari(deal: Deal) -> Answer:
    """H2-TEYAKU, H2-SAGE, H2-TOKU, H2-SCORE."""
    purse, order, times = Purse(deal), deal["order"], TIMES[deal["rate"]]
    bonus = {player: sum(HAND["H2"][part] for part in parts) for player, parts in deal["teyaku"].items()}
    house = deal.get("options", {})
    got = dict.fromkeys(order, 0)
    winner = ""
    lowered: set[str] = set()
    for event in deal["events"]:
        by = event["by"]
        if event["type"] == "tobikomi":
            bonus[by] = bonus.get(by, 0) + 1
            continue
        for name, value in event["yaku"]:
            # 五光 beside a lowered 四光, or instead of it.
            instead = name == "五光" and by in lowered and house.get("goko_after_shiko") == "replace"
            got[by] += value - 10 * instead
        lowered.add(by)
        if event["call"] == "上がり":
            winner = by
    for player in order:
        failed = player in lowered and player != winner
        if failed and winner and house.get("beaten_sage") == "void":
            continue
        purse.each(player, Fraction(got[player] * KAN * times, 2 if failed else 1))
    if not winner:
        points = deal["points"]
        makers = special(deal) if deal.get("special") else []
        if makers:
            for player, kan in makers:
                purse.each(player, kan * KAN * times)
            return purse.answer(biggest(order, makers))
        for player, parts in deal["teyaku"].items():
            if set(parts) & NUKE and points[player] >= 89:
                purse.each(player, KAN * times)
        difference = abs(points[order[0]] - points[order[1]])
        band = difference if difference <= 29 else 36 if difference <= 39 else 48 if difference <= 49 else 60
        winner = first_best(order, points)
        purse.each(winner, band * times)
    for player, kan in bonus.items():
        purse.each(player, kan * KAN * times)
    return purse.answer(winner)


def sannin(deal: Deal) -> Answer:
    """H3-TEYAKU, H3-SAGE, H3-HATTO, H3-TOKU, H3-SCORE, H3-BA-04 to H3-BA-07."""
    purse, order, menu = Purse(deal), deal["order"], deal["menu"]
    place = "小大絶".index(deal["rate"])
    times, extra = Fraction(MENU[menu][place]), place if menu == "F" else 0

    whole = deal.get("options", {}).get("f_scope") == "claim"

    def price(kan: int, place: int = 0) -> Fraction:
        return (kan + (0 if whole and place else extra)) * KAN * times

    returned: list[Callable[[], None]] = []

    def pay_back_able(payer: str | None, to: str, amount: Fraction) -> None:
        purse.pay(payer, to, amount)
        returned.append(lambda: purse.pay(payer, to, -amount))

    for player, parts in deal["teyaku"].items():
        for place, part in enumerate(parts):
            pay_back_able(None, player, price(HAND["H3"][part], place))
    sets: dict[str, dict[str, tuple[int, str | None]]] = {player: {} for player in order}
    lowerer, winner, feeder = "", "", None
    for event in deal["events"]:
        by = event["by"]
        if event["type"] == "tobikomi":
            payer = lowerer if lowerer and lowerer != by else event.get("hatto_by")
            pay_back_able(payer, by, KAN * times)
        elif event["type"] == "cancel":
            winner = by
            for place, (kan, payer) in enumerate(sets[by].values()):
                purse.pay(payer, by, price(kan, place) / 2)
        else:
            for name, kan in event["yaku"]:
                fed = event.get("hatto_by") if name in event.get("hatto_yaku", [name]) else None
                payer = lowerer if lowerer and lowerer != by else fed or feeder
                if name == "五光":
                    sets[by].pop("四光", None)
                sets[by][name] = (kan, payer)
            if event["call"] == "上がり":
                winner = by
                for place, (kan, payer) in enumerate(sets[by].values()):
                    purse.pay(payer, by, price(kan, place))
                if lowerer and lowerer != by:
                    for place, (kan, payer) in enumerate(sets[lowerer].values()):
                        purse.pay(payer, lowerer, price(kan, place) / 2)
            else:
                lowerer, feeder = by, feeder or event.get("hatto_by")
    if not winner and lowerer:
        winner = lowerer
        for place, (kan, payer) in enumerate(sets[winner].values()):
            purse.pay(payer, winner, price(kan, place) / 2)
    elif not winner:
        points = deal["points"]
        makers = special(deal)
        if makers:
            for give_back in returned:
                give_back()
            for player, kan in makers:
                purse.each(player, price(kan))
            winner = biggest(order, makers)
        else:
            for player, parts in deal["teyaku"].items():
                if set(parts) & NUKE and points[player] >= 89:
                    purse.each(player, KAN * times)
            nets = [points[player] - 88 for player in order]
            if times.denominator > 1:
                odd = [at for at in range(3) if nets[at] % 2]
                for at in odd:
                    nets[at] -= 1 if nets[at] > 0 else -1
                if odd:
                    (rest,) = set(range(3)) - set(odd)
                    nets[rest] = -sum(nets[at] for at in odd)
            for player, net in zip(order, nets, strict=True):
                purse.has[player] += net * times
            winner = first_best(order, points)
    return purse.answer(winner)


def sudaoshi(deal: Deal) -> Answer:
    """SD-TEYAKU-01, SD-SCORE-01, SD-DEKI-00, SD-NEXT-01."""
    purse, order, house = Purse(deal), deal["order"], deal.get("options", {})
    for player, parts in deal["teyaku"].items():
        purse.each(player, sum(HAND["SD"][part] for part in parts) * KAN)
    share = 2 if house.get("role_payment") == "split" else 1
    for player, roles in deal["roles"].items():
        kan = sum({"坊主ゾロ": 2, "坊主被り": 1, "雨ゾロ": 2, "雨被り": 1}[role] for role in roles)
        purse.each(player, kan * KAN // share)
    nets = {player: deal["points"][player] - origin for player, origin in zip(order, (100, 110, 120), strict=True)}
    for player, net in nets.items():
        purse.has[player] += net
    return purse.answer(first_best(order, deal["points"] if house.get("next_oya") == "raw" else nets))


TEXT = {"H80": hachiju, "H88": hachihachi, "H2": futari, "H3": sannin, "SD": sudaoshi}

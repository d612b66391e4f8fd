"""Random deals that the rules allow, as rule questions (`tests/run_cases.py`): for settlement and for sentences."""

from __future__ import annotations

import random

from deals_by_text import HAND, NUKE, SETS, UNDER_HATTO, Deal

HOUSE: dict[str, dict[str, tuple[object, ...]]] = {
    "H88": {
        "fee_when_set": ("top_points",),
        "oikomi": ("largest",),
        "mizuten_bonus": ("dropped_always",),
        "nuke_after_set": (True,),
    },
    "H2": {"goko_after_shiko": ("replace",), "beaten_sage": ("void",)},
    "H3": {"f_scope": ("claim",)},
    "SD": {"role_payment": ("split",), "next_oya": ("raw",)},
}
"""House rules that change payments, with the values that are not the default."""


def points_of(rng: random.Random, order: list[str], total: int) -> dict[str, int]:
    """Card points adding to `total`; now and then all equal, or one very high."""
    kind = rng.random()
    if len(order) == 3 and kind < 0.05:
        return dict.fromkeys(order, total // 3)
    high = rng.randint(168, 200) if kind < 0.15 and total > 250 else rng.randint(20, min(130, total - 60))
    rest = total - high
    middle = rng.randint(max(0, rest // 2 - 30), rest // 2 + 30)
    values = [high, middle, rest - middle] if len(order) == 3 else [high, middle]
    rng.shuffle(values)
    return dict(zip(order, values, strict=True))


def random_deal(game: str, rng: random.Random, house: float = 0.0) -> Deal:
    """A deal of `game` that the rules allow, as a rule question."""
    players = {"H80": rng.choice((2, 3)), "H2": 2}.get(game, 3)
    sit_out = rng.randint(0, 3) if game in ("H80", "H88") else 0
    names = list("PQRSTU"[: players + sit_out])
    everybody = sorted(names)
    rng.shuffle(names)
    order, rest = names[:players], names[players:]
    drops = rest if game == "H80" else rest[: rng.randint(0, len(rest))]
    deal: Deal = {"order": order, "all": everybody, "drops": drops, "teyaku": {}, "events": []}
    deal["rate"] = rng.choice((1, 2, 4) if game == "H80" else "小大絶")
    if game == "H88":
        deal["oikomi"] = {player: [rng.randint(0, 9), rng.choice((0, 7, 10, 12)), 3] for player in rest[len(drops) :]}
        if rng.random() < 0.3:
            deal["mizuten"] = rng.choice(order)
    if game == "H3":
        deal["menu"] = rng.choice("ABCDEF")
    if game == "H2" and rng.random() < 0.5:
        deal["special"] = True
    deal["options"] = {key: rng.choice(values) for key, values in HOUSE.get(game, {}).items() if rng.random() < house}
    kasu_family = [name for name in HAND[game] if name in NUKE | {"光一", "素六"}]
    for player in order:
        parts = [rng.choice(family) for family in (kasu_family, sorted(set(HAND[game]) - set(kasu_family)))]
        parts = [part for part in parts if rng.random() < 0.3]
        if parts:
            deal["teyaku"][player] = parts
    if game == "SD":
        deal["roles"] = {}
        for at, player in enumerate(order):
            allowed = ["坊主ゾロ", "坊主被り"] + ["雨ゾロ", "雨被り"] * (at == 2)
            if rng.random() < 0.3:
                deal["roles"][player] = [rng.choice(allowed)]
        del deal["rate"]
    else:
        deal["events"] = events_of(game, rng, order)
    if game == "SD":
        deal["points"] = points_of(rng, order, 330)
    else:
        base = 240 if game == "H80" else 264
        deal["points"] = points_of(rng, order, base if players == 3 else rng.randint(130, 230))
    deal["kasu"] = {player: rng.randint(2, 12) for player in order}
    if rng.random() < 0.1:
        deal["kasu"][rng.choice(order)] = rng.randint(16, 20)
    return deal


def events_of(game: str, rng: random.Random, order: list[str]) -> list[Deal]:
    """Shown threes, completed sets with calls, and a cancel, in an order that the game allows."""
    events: list[Deal] = []
    free = sorted(SETS[game])
    rng.shuffle(free)
    lowerer, lowered_shiko, fed_once = "", "", False
    while rng.random() < 0.6:
        by = rng.choice(order)
        others = [player for player in order if player != by]
        if game != "H80" and rng.random() < 0.25:
            dive: Deal = {"type": "tobikomi", "by": by}
            if game == "H3" and rng.random() < 0.3:
                dive["hatto_by"] = rng.choice(others)
            events.append(dive)
            continue
        if game == "H3" and lowerer and rng.random() < 0.3:
            return [*events, {"type": "cancel", "by": lowerer}]
        if lowered_shiko and rng.random() < 0.5:
            by, yaku, lowered_shiko = lowered_shiko, [["五光", 20 if game == "H3" else 12]], ""
        elif free:
            yaku = [
                [name, SETS[game][name]] for name in (free.pop() for _ in range(min(len(free), rng.choice((1, 1, 2)))))
            ]
        else:
            break
        must_end = game == "H3" and lowerer not in ("", by)
        call = "上がり" if must_end or rng.random() < 0.4 else "下げ"
        event: Deal = {"type": "dekiyaku", "by": by, "yaku": yaku, "call": call}
        covered = [name for name, _ in yaku if name in UNDER_HATTO.get(game, ())]
        # Two different feeders of one player's sets are left to judgement by the book.
        if covered and not fed_once and rng.random() < 0.4:
            event["hatto_by"] = rng.choice([player for player in order if player != by])
            event["hatto_yaku"] = covered
            fed_once = True
        events.append(event)
        if call == "上がり":
            return events
        lowerer = by
        if game in ("H2", "H3") and "四光" in (name for name, _ in yaku):
            lowered_shiko = by
    return events

"""Hand yaku against the rule book's examples and against its text, formulated a second time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from yaku_by_text import KIND, count_yaku, kasu_yaku, willow_readings
from yakume.engine import CARDS, CardSet, EngineError, Inconsistent, check_claim, find_claims, find_teyaku
from yakume.engine.cards import LETTERS, Month

VECTORS = yaml.safe_load((Path(__file__).parent / "vectors/tables.yaml").read_text(encoding="utf-8"))
GAMES = ("hachiju", "hachihachi", "futari", "sannin", "sudaoshi")

COUNT = "三本2 立三本3 喰付4 手四6 はねけん7"
PRICES = {
    "sannin": f"赤2 短一3 十一3 光一4 空素4 {COUNT} 一二四9 四三40 二三本8 三本立三本9 二立三本10",
    "hachihachi": f"赤2 短一3 十一3 光一4 空素4 {COUNT} 一二四8 四三20 二三本6 三本立三本7 二立三本8",
    "hachiju": "素六60 空素100 三本40 喰付80 手四200 はねけん200 二三本200 四三600",
}
PRICES["futari"] = PRICES["sudaoshi"] = PRICES["hachihachi"]
PRICE = {
    game: {word.rstrip("0123456789"): int(word[len(word.rstrip("0123456789")) :]) for word in text.split()}
    for game, text in PRICES.items()
}


def hands(seed: int, count: int) -> list[str]:
    """Random hands: plain, of few months, of kasu and willow, of ribbons."""
    rng = random.Random(seed)
    kasu = [letter for letter in LETTERS if KIND[letter] == "ス" or letter in "opqr"]
    ribbons = [letter for letter in LETTERS if KIND[letter] == "短"]
    pools = [
        list(LETTERS),
        [letter for month in (0, 3, 10, 11) for letter in LETTERS[4 * month : 4 * month + 4]],
        [letter for month in (4, 6, 11) for letter in LETTERS[4 * month : 4 * month + 4]],
        [*kasu, "A", "E", "F"],
        [*ribbons, "C", "D", "r", "o"],
        sorted({*kasu, *ribbons}),
    ]
    return ["".join(rng.sample(pools[n % len(pools)], 7)) for n in range(count)]


@pytest.mark.parametrize("game", GAMES)
def test_the_best_claim_is_what_the_tables_say(game: str) -> None:
    for hand in hands(1, 12_000):
        (suit, suit_shown), (kasu, kasu_shown) = count_yaku(game, hand), kasu_yaku(game, hand)
        found = find_teyaku(game, CardSet.parse(hand))
        names = [name for name in (kasu, suit) if name]
        assert [part.name for part in found.parts] if found else names == [], hand
        if found is None:
            continue
        assert found.name == "".join(names)
        assert found.value == sum(PRICE[game][name] for name in names), hand
        assert found.mon == found.value * (1 if game == "hachiju" else 12)
        shown = set(kasu_shown) | set(suit_shown)
        if game == "sannin" and kasu == "赤":
            shown -= {"q"} - set(suit_shown)
            assert found.hidden_max == min(4, len(found.hideable))
        else:
            assert found.hidden_max == len(found.hideable)
        assert set(found.exposed.letters) == shown, hand
        assert found.exposed | found.hideable == CardSet.parse(hand)
        assert not found.exposed & found.hideable


@pytest.mark.parametrize("row", VECTORS["teyaku_examples"], ids=lambda row: row["hand"])
def test_examples_of_the_document(row: dict[str, Any]) -> None:
    found = find_teyaku("sannin", CardSet.parse(row["hand"]))
    assert found is not None
    assert [part.name for part in found.parts] == row["parts"]
    assert found.value == row["value_kan"]
    assert found.exposed == CardSet.parse(row.get("exposed", row.get("exposed_required")))
    assert found.hideable == CardSet.parse(row.get("hidden", row.get("hideable")))
    assert found.hidden_max == row.get("hidden_max", len(row.get("hidden", "")))


@pytest.mark.parametrize("row", VECTORS["teyaku_ambiguous_examples"], ids=lambda row: row["hand"])
def test_examples_with_a_choice(row: dict[str, Any]) -> None:
    hand = CardSet.parse(row["hand"])
    for wanted in row["claims"]:
        judged = check_claim("sannin", hand, wanted["parts"])
        assert judged.valid and judged.value == wanted["value_kan"]
        assert judged.teyaku is not None
        assert judged.teyaku.exposed == CardSet.parse(wanted.get("exposed", wanted.get("exposed_required")))
        assert judged.teyaku.nuke is wanted.get("nuke", judged.teyaku.nuke)
        assert (find_claims("sannin", hand)[0] == judged.teyaku) is wanted["preferred"]
        assert (find_teyaku("sannin", hand) == judged.teyaku) is wanted["preferred"]
    for parts in row.get("forbidden_claims", ()):
        assert not check_claim("sannin", hand, parts).valid


@pytest.mark.parametrize(
    ("hand", "row"), [*zip(("BCDFRWa", "NOPtuvS", "opqrCDE"), VECTORS["compound_value_examples"], strict=True)]
)
def test_compounds_add(hand: str, row: dict[str, Any]) -> None:
    found = find_sannin(hand)
    assert [part.name for part in found.parts] == row["parts"]
    assert found.value == row["value_kan"]


def find_sannin(hand: str) -> Any:
    return find_teyaku("sannin", CardSet.parse(hand))


def test_claims_of_sannin_are_the_willow_readings_and_the_one_count_yaku() -> None:
    for hand in hands(3, 6_000):
        suit, _ = count_yaku("sannin", hand)
        kasu = willow_readings(hand)
        wanted = {(k, s) for k in (*kasu, "") for s in (suit, "") if k or s}
        claims = find_claims("sannin", CardSet.parse(hand))
        got = {
            (next((p.name for p in c.parts if p.name in kasu), ""), suit if c.parts[-1].name == suit else "")
            for c in claims
        }
        assert got == wanted and len(claims) == len(wanted), hand
        best = find_sannin(hand)
        assert (claims[0] if claims else None) == best, hand
        assert [c.value for c in claims] == sorted((c.value for c in claims), reverse=True)


def test_a_lower_count_yaku_is_a_wrong_claim_in_sannin() -> None:
    for text, lower in (("IJKLSUi", "三本"), ("NOPghop", "喰付"), ("NOPghop", "立三本"), ("EFGVWXs", "三本")):
        judged = check_claim("sannin", CardSet.parse(text), [lower])
        assert not judged.valid and judged.value == 0 and judged.teyaku is None


def test_announcing_is_voluntary() -> None:
    for game in GAMES:
        assert check_claim(game, CardSet.parse("CDGHKLO"), []).valid
    assert check_claim("sannin", CardSet.parse("CDGHKLO"), ["空素"]).value == 4
    assert check_claim("sannin", CardSet.parse("CDGHKLO"), ["喰付"]).value == 4


def test_a_lower_true_yaku_may_be_announced_in_hachiju() -> None:
    kasu7 = CardSet.parse("CDGHKLO")
    suroku = check_claim("hachiju", kasu7, ["素六"])
    assert suroku.valid and suroku.value == 60 and suroku.teyaku is not None
    assert not suroku.teyaku.exposed and suroku.teyaku.hideable == kasu7 and suroku.teyaku.hidden_max == 1
    assert suroku.teyaku.allows(CardSet.parse("CDGHKL")) and suroku.teyaku.allows(kasu7)
    assert not suroku.teyaku.allows(CardSet.parse("CDGHK"))
    assert not suroku.teyaku.allows(CardSet.parse("CDGHKLP"))
    assert not check_claim("hachiju", kasu7, ["素六"], understate=False).valid
    assert check_claim("hachiju", kasu7, ["空素"], understate=False).value == 100
    threes = CardSet.parse("EFGVWXs")
    assert check_claim("hachiju", threes, ["三本"]).value == 40
    shown = {c.exposed.letters for c in find_claims("hachiju", threes) if c.name == "三本"}
    assert shown == {"EFG", "VWX"}
    assert not check_claim("hachiju", threes, ["喰付"]).valid
    haneken = CardSet.parse("NOPghop")
    shown = {c.exposed.letters for c in find_claims("hachiju", haneken) if c.name == "喰付"}
    assert shown == {"NOghop", "NPghop", "OPghop"}
    assert find_claims("hachiju", haneken)[0] == find_teyaku("hachiju", haneken)


@pytest.mark.parametrize("game", [game for game in GAMES if game not in ("sannin", "hachiju")])
def test_only_the_best_of_a_family_may_be_announced_elsewhere(game: str) -> None:
    for hand in hands(4, 600):
        claims = {c.name for c in find_claims(game, CardSet.parse(hand))}
        names = [name for name, _ in (kasu_yaku(game, hand), count_yaku(game, hand)) if name]
        assert claims == {*names, "".join(names)} - {""}


def test_willow_light_never_makes_pikaichi_outside_sannin() -> None:
    hand = CardSet.parse("CGKOSWo")
    assert check_claim("sannin", hand, ["光一"]).valid
    assert not check_claim("hachihachi", hand, ["光一"]).valid
    assert check_claim("hachihachi", hand, ["カラス"]).value == 4


def test_tobikomi_months() -> None:
    def months(game: str, hand: str) -> tuple[Month, ...]:
        found = find_teyaku(game, CardSet.parse(hand))
        assert found is not None
        return found.tobikomi

    assert months("sannin", "EFGVWXs") == (Month.UME, Month.BOTAN)
    assert months("sannin", "NOPghop") == (Month.FUJI,)
    assert months("hachihachi", "NOPghop") == ()
    assert months("hachihachi", "EFGVWXs") == (Month.UME, Month.BOTAN)
    assert months("futari", "AFdeflq") == (Month.SUSUKI,)
    assert months("sudaoshi", "AFdeflq") == ()
    assert months("hachiju", "AFdeflq") == ()
    assert months("sannin", "ghijlmn") == ()


def test_nuke_is_for_aka_tanichi_toichi_and_karasu() -> None:
    for text, nuke in (("BDJOmpq", True), ("FKPWfor", True), ("CGHSdeq", True), ("OPTXins", False), ("KTabfpt", True)):
        for game in ("sannin", "hachihachi", "futari"):
            found = find_teyaku(game, CardSet.parse(text))
            assert found is not None and found.nuke is nuke
        found = find_teyaku("sudaoshi", CardSet.parse(text))
        assert found is not None and not found.nuke


def test_fifth_ribbon_of_an_aka_is_exposed_in_sannin_alone() -> None:
    hand = CardSet.parse("BCFGJNR")
    sannin, hachihachi = find_teyaku("sannin", hand), find_teyaku("hachihachi", hand)
    assert sannin is not None and hachihachi is not None
    assert (sannin.hideable.letters, sannin.hidden_max) == ("BFJNR", 4)
    assert sannin.allows(CardSet.parse("CGR")) and not sannin.allows(CardSet.parse("CG"))
    assert (hachihachi.hideable.letters, hachihachi.hidden_max) == ("BFJNR", 5)


def test_a_hand_of_another_size_is_refused() -> None:
    for text in ("ABCDEF", "ABCDEFGH"):
        with pytest.raises(Inconsistent, match="a hand has 7 cards") as caught:
            find_teyaku("sannin", CardSet.parse(text))
        assert caught.value.rule == "COM-TURN-01"
        with pytest.raises(Inconsistent):
            check_claim("sannin", CardSet.parse(text), [])


def test_an_unknown_yaku_is_refused() -> None:
    with pytest.raises(EngineError, match="no yaku '立三本' in hachiju"):
        check_claim("hachiju", CardSet.parse("MNOabcd"), ["立三本"])


def test_kinds_used_here_are_those_of_the_cards() -> None:
    names = {"h": "光", "n": "タ", "t": "短", "k": "ス"}
    assert all(names[card.rank.value] == KIND[card.letter] for card in CARDS)

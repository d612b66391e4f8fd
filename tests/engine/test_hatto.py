"""法度: which card from the hand makes its player pay, and when he is excused."""

from __future__ import annotations

import pytest
from yakume.engine import Card, CardSet, Waiting, is_exempt, is_hatto, threatened, tobikomi_hatto
from yakume.engine.ba import Ba, menu_rate
from yakume.engine.cards import Month
from yakume.engine.oikomi import BONUS_CARDS, find_oikomi


def names(game: str, played: str, pile: str, others: str = "", shadow: str = "kimari_only") -> list[str]:
    mine, all_cards = CardSet.parse(pile), CardSet.parse(pile + others)
    return [row.name for row in threatened(game, Card.parse(played), Waiting(mine), all_cards, shadow=shadow)]


def test_the_missing_card_itself() -> None:
    assert names("sannin", "J", "BF") == ["赤短"]
    assert names("sannin", "s", "AIc") == ["四光"]
    assert names("sannin", "o", "AIcs") == ["五光"]
    assert names("sannin", "s", "AIco") == ["五光"], "四光 is not paid beside 五光"
    assert names("sannin", "U", "Yk") == ["猪鹿蝶"]
    assert names("sannin", "h", "Vl") == ["青短"]


def test_two_short_is_no_hatto() -> None:
    assert names("sannin", "J", "B") == []
    assert names("sannin", "s", "AI") == []


def test_unprotected_sets() -> None:
    assert names("sannin", "h", "BFNRVZ") == []
    assert names("sannin", "g", "EQUY") == []
    assert names("hachihachi", "h", "BFNRVZ", shadow="any_month") == []
    for game in ("futari", "hachiju"):
        assert names(game, "J", "BF", shadow="any_month") == []


def test_the_shadow_counts_in_sannin_only_when_two_cards_are_left() -> None:
    # Missing is J; C… of cherry: I, K, L. K is the shadow once I and L are captured by anybody.
    assert names("sannin", "K", "BF") == []
    assert names("sannin", "K", "BF", "I") == []
    assert names("sannin", "K", "BF", "IL") == ["赤短"]
    assert names("sannin", "K", "BFIL") == ["赤短"]
    assert names("sannin", "K", "BF", "JL") == [], "J is another's: nobody can complete 赤短"


def test_one_card_may_complete_two_sets() -> None:
    # Both kasu of pine captured: the ribbon itself is 赤短's, and the shadow of the crane.
    assert names("sannin", "B", "FJIcsCD") == ["四光", "赤短"]
    assert names("sannin", "A", "FJIcsCD") == ["四光", "赤短"]


def test_any_card_of_the_month_counts_in_hachihachi() -> None:
    assert names("hachihachi", "K", "BF", shadow="any_month") == ["赤短"]
    assert names("hachihachi", "J", "BF", shadow="any_month") == ["赤短"]
    assert names("hachihachi", "K", "BF", "J", shadow="any_month") == [], "the missing card is gone"
    assert names("hachihachi", "K", "BF", shadow="kimari_only") == []
    assert names("hachihachi", "K", "BF", "IL", shadow="kimari_only") == ["赤短"]


def test_a_lowered_shiko_of_hachihachi_cannot_be_helped_to_goko() -> None:
    assert names("hachihachi", "o", "AIcs", shadow="any_month") == []
    assert names("hachihachi", "s", "AIco", shadow="any_month") == ["五光"]


def judge(played: str, hand: str, *piles: str, game: str = "sannin", **more: bool) -> bool:
    waiting = [Waiting(CardSet.parse(pile.strip("<")), plays_before=pile.endswith("<")) for pile in piles]
    captured = CardSet.parse("".join(pile.strip("<") for pile in piles))
    return is_hatto(game, Card.parse(played), CardSet.parse(hand), waiting, captured, **more)


def test_only_a_hand_card_that_stays_on_the_field_counts() -> None:
    assert judge("J", "JKa", "BF")
    assert not judge("J", "JKa", "BF", from_hand=False)
    assert not judge("J", "JKa", "BF", stays=False)
    assert not judge("K", "JKa", "BF")


def test_the_last_card_is_excused() -> None:
    assert not judge("J", "J", "BF")
    assert not judge("J", "J", "BF", game="hachihachi")


def test_a_shown_hand_of_nothing_but_hatto_cards_excuses_the_cheapest() -> None:
    # J completes 赤短 (7), s 四光 (12), U 猪鹿蝶 (6).
    assert judge("U", "JU", "BF", "Yk"), "not shown: he pays"
    assert not judge("U", "JU", "BF", "Yk", shown=True)
    assert judge("J", "JU", "BF", "Yk", shown=True), "猪鹿蝶 is cheaper"
    assert judge("U", "JUe", "BF", "Yk", shown=True), "he could have played e"
    assert judge("J", "Js", "BF", "AIc", shown=True) is False
    assert judge("J", "JU", "BF", "Yk", game="hachihachi", shown=True), "no such excuse in 八八"


def test_at_equal_price_the_card_against_the_player_before_comes_first() -> None:
    # 赤短 and 青短 cost 7 each.
    assert not judge("h", "Jh", "BF", "Vl<", shown=True)
    assert judge("J", "Jh", "BF", "Vl<", shown=True)
    assert not judge("J", "Jh", "BF<", "Vl", shown=True)


def test_exemption_does_not_ask_whether_it_was_hatto_at_all() -> None:
    assert is_exempt("sannin", Card.parse("C"), CardSet.parse("C"), [], CardSet())
    assert not is_exempt("sannin", Card.parse("C"), CardSet.parse("CG"), [], CardSet(), shown=True)


@pytest.mark.parametrize(
    ("held", "hand", "played", "field", "wanted"),
    [
        ("EFG", "Hab", "H", "OSW", True),
        ("EFG", "Hab", "a", "OSW", False),
        ("FG", "Hab", "a", "EOS", True),
        ("FG", "Hab", "H", "EOS", False),
        ("FG", "Hab", "a", "OSW", False),
        ("G", "Hab", "a", "EFS", False),
        ("EFG", "abc", "a", "OSW", False),
    ],
    ids=[
        "fed",
        "kept",
        "first three left lying",
        "first three taken",
        "first three is gone",
        "only the first counts",
        "not his card",
    ],
)
def test_tobikomi_hatto(held: str, hand: str, played: str, field: str, wanted: bool) -> None:
    parse = CardSet.parse
    assert tobikomi_hatto(Month.UME, parse(held), parse(hand), Card.parse(played), parse(field)) is wanted


def test_oikomi_adds_half_hand_half_sets_and_cards() -> None:
    assert CardSet.parse("BFJVhlAIcos") == BONUS_CARDS
    aka = find_oikomi(CardSet.parse("BFJVhlC"))
    # 赤 2貫 and both ribbon sets 14貫, halved; six bonus cards.
    assert (aka.teyaku_mon, aka.tsukami_mon, aka.cards_mon) == (12, 84, 18)
    assert aka.mon(menu_rate(Ba.SHO)) == 114
    assert aka.mon(menu_rate(Ba.ZETSU)) == 456
    assert aka.mon(menu_rate(Ba.DAI), "largest") == 168
    five = find_oikomi(CardSet.parse("AEIMcos"))
    assert (five.teyaku_mon, five.tsukami_mon, five.cards_mon) == (0, 72, 15)
    nothing = find_oikomi(CardSet.parse("CGKNQgd"))
    assert nothing.mon(menu_rate(Ba.ZETSU)) == 0

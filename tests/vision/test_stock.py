"""Whether the stock lies there still, and what that tells of the end of a deal."""

from __future__ import annotations

from referee_table import Piles, play
from yakume.vision.referee.following import SURE
from yakume.vision.referee.outcomes import Close
from yakume.vision.referee.stock import GONE_MS, LAIN_LOOKS, Stock


def told(stock: Stock, looks: int, from_ms: int, *, lies: bool = False, hidden: bool = False) -> int:
    """Show the place of the stock in so many frames; the time then."""
    for at in range(looks):
        stock.note(from_ms + 100 * at, lies=lies, hidden=hidden)
    return from_ms + 100 * looks


def test_the_stock_is_gone_once_its_place_is_empty_and_open_for_a_while() -> None:
    stock = Stock()
    now = told(stock, LAIN_LOOKS, 0, lies=True)
    now = told(stock, GONE_MS // 100, now)
    assert not stock.is_gone
    now = told(stock, 1, now)
    assert stock.is_gone
    now = told(stock, 5, now, hidden=True)
    assert stock.is_gone  # a hand over the empty place brings none
    now = told(stock, 1, now, lies=True)
    assert not stock.is_gone
    told(stock, 20, now)
    assert not stock.is_gone  # of the next deal it was seen for a moment only


def test_a_stock_that_a_hand_hides_is_not_gone() -> None:
    stock = Stock()
    now = told(stock, LAIN_LOOKS, 0, lies=True)
    for _ in range(5):
        now = told(stock, 10, told(stock, 10, now, hidden=True))
    assert not stock.is_gone


def test_what_lay_there_for_a_moment_was_no_stock_and_another_source_shows_another_table() -> None:
    stock = Stock()
    told(stock, 30, told(stock, LAIN_LOOKS - 1, 0, lies=True))
    assert not stock.is_gone
    told(stock, 30, told(stock, LAIN_LOOKS, 0, lies=True))
    assert stock.is_gone
    stock.clear()
    told(stock, 30, 0)
    assert not stock.is_gone


def test_a_deal_whose_stock_is_gone_was_played_to_its_end() -> None:
    """八八, seed 1238: of the last turn nobody saw the first capture, which lay under the second one. That a half-turn
    was still to come was likely enough to ask after four of six deals how they had ended."""

    def likely(*, stock: bool) -> float:
        before, own = Piles(), "seat2.captures"

        def seen(piles: Piles, at: int) -> Piles:
            if at == 40:
                before.update(piles)
            if at == 41:
                piles = dict(before)
            if at == 42:
                piles[own] = " ".join(set(piles[own].split()) - {"6a", "6b"})
            return piles | {"deck": "yes" if stock and at < 41 else ""}

        table, _, plays = play("sannin", 4, seen, rest_ms=100)
        assert [str(each.card) for each in plays[-2:]] == ["6a", "9a"]
        thread = table.referee.following.thread
        assert thread is not None and len(thread.plays) == 42 and len(table.booked) == 1
        return thread.outcomes(Close.PLAYED)[0].p

    assert likely(stock=False) < SURE < likely(stock=True)

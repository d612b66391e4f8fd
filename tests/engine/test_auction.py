"""Auctions: every course that the calls can take, against the rule text played out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from yakume.engine import CardSet, DealStarted, MatchStarted, apply
from yakume.engine.auction import Auction, Bidding, Call, around, open_auction, open_bidding
from yakume.engine.ba import Ba, menu_rate
from yakume.engine.errors import IllegalAction
from yakume.engine.legal import legal_bids

IN, DROP, DOUBLE = Call.IN, Call.DROP, Call.DOUBLE


def courses(state: Any, depth: int = 0) -> Any:
    """Every way to finish, as (calls, final state)."""
    if not state.legal:
        yield (), state
        return
    for call in state.legal:
        for calls, end in courses(state.call(call)):
            yield (call, *calls), end


class Table:
    """出降り of 八十 as the rule text tells it, one lap of speakers after another, by names alone."""

    def __init__(self, players: int, oya: int, calls: tuple[Call, ...]) -> None:
        self.rate, self.oya, self.paid = 1, oya, dict.fromkeys(range(players), 0)
        self.out: list[int] = []
        self.released: list[int] = []
        said = list(calls)
        lap, takes_part = [(oya + n) % players for n in range(players)], []
        while lap:
            speaker = lap.pop(0)
            word = said.pop(0)
            if word is DROP:
                self.out.append(speaker)
                self.paid[speaker] = 20
                if len(self.out) == players - 1:
                    break
            elif word is IN:
                assert len(takes_part) < 3
                takes_part.append(speaker)
                if self.rate == 4 and len(takes_part) == 3:
                    self.released, lap = lap, []
            else:
                assert self.rate < 4
                self.rate, self.oya, takes_part = 2 * self.rate, speaker, [speaker]
                lap = [(speaker + n) % players for n in range(1, players)]
                lap = [seat for seat in lap if seat not in self.out]
        assert not said
        stay = [(self.oya + n) % players for n in range(players)]
        self.stay = [seat for seat in stay if seat not in self.out and seat not in self.released]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_auction_ends_as_the_text_says(players: int) -> None:
    for calls, end in courses(open_auction(players, 1)):
        told = Table(players, 1, calls)
        assert (end.rate, end.oya, list(end.released)) == (told.rate, told.oya, told.released)
        assert end.pot == sum(told.paid.values())
        assert list(end.dropped) == told.out
        if len(told.stay) == 1:
            assert end.winner == told.stay[0] and end.play_order == ()
        else:
            assert end.winner is None and list(end.play_order) == told.stay
            assert len(told.stay) in (2, 3)


def test_six_players_may_all_but_one_drop_without_a_word_of_the_last() -> None:
    auction = open_auction(6, 2)
    for _ in range(5):
        assert not auction.done and auction.winner is None
        auction = auction.call(DROP)
    assert auction.winner == 1 and auction.pot == 100 and auction.legal == ()


def test_what_a_speaker_may_say() -> None:
    auction = open_auction(5, 0)
    assert auction.legal == (DROP, IN, DOUBLE)
    three = auction.call(IN).call(IN).call(IN)
    assert three.legal == (DROP, DOUBLE)
    twice = three.call(DOUBLE).call(DOUBLE)
    assert twice.rate == 4 and twice.queue == (0, 1, 2, 3) and twice.legal == (DROP, IN)


def test_refused_calls_name_the_rule_and_the_table() -> None:
    three = open_auction(5, 0).call(IN).call(IN).call(IN)
    with pytest.raises(IllegalAction, match=r"出 is not allowed in 出降り rate 1 仮親 0 in \(0, 1, 2\)") as caught:
        three.call(IN)
    assert caught.value.rule == "H80-BID-06"
    with pytest.raises(IllegalAction, match="seat 0 speaks") as caught:
        three.call(DOUBLE).call(DOUBLE).call(DOUBLE)
    assert caught.value.rule == "H80-BID-07"
    over = open_auction(2, 0).call(DROP)
    with pytest.raises(IllegalAction, match="closed") as caught:
        over.call(IN)
    assert caught.value.rule == "H80-BID-10"
    for players in (1, 7):
        with pytest.raises(IllegalAction, match=f"not {players}") as caught:
            open_auction(players, 0)
        assert caught.value.rule == "H80-PLAYER-01"


def bidding_by_text(players: int, dealer: int, mizuten: bool, calls: tuple[Call, ...]) -> tuple[list[int], ...]:
    """Play order, dropped and squeezed of 八八, told as the rule text does."""
    inside, dropped, said = ([dealer] if mizuten else []), [], list(calls)
    seats = [(dealer + n) % players for n in range(players)]
    for seat in seats:
        if seat in inside:
            continue
        if len(inside) == 3:
            return inside, dropped, seats[seats.index(seat) :]
        if len(dropped) == players - 3:
            inside.append(seat)
            continue
        (inside if said.pop(0) is IN else dropped).append(seat)
    assert not said
    return inside, dropped, []


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("mizuten", [False, True])
def test_every_bidding_ends_as_the_text_says(players: int, mizuten: bool) -> None:
    if mizuten and players == 3:
        with pytest.raises(IllegalAction) as caught:
            open_bidding(3, 0, mizuten=True)
        assert caught.value.rule == "H88-BID-08"
        return
    for calls, end in courses(open_bidding(players, 1, mizuten=mizuten)):
        order, dropped, squeezed = bidding_by_text(players, 1, mizuten, calls)
        assert (list(end.play_order), list(end.dropped), list(end.squeezed)) == (order, dropped, squeezed)
        assert len(end.play_order) == 3 and not end.queue


def test_fees_grow_and_take_the_rate() -> None:
    bidding = open_bidding(6, 0)
    assert bidding.play_order == () and bidding.squeezed == ()
    for _ in range(3):
        bidding = bidding.call(DROP)
    assert bidding.fees(menu_rate(Ba.SHO)) == ((0, 12), (1, 18), (2, 24))
    assert bidding.fees(menu_rate(Ba.ZETSU)) == ((0, 48), (1, 72), (2, 96))
    assert bidding.play_order == (3, 4, 5)


def test_refused_bids_name_the_rule() -> None:
    bidding = open_bidding(4, 0)
    with pytest.raises(IllegalAction, match=r"ダ is not allowed in bidding, in .* seat 0 speaks") as caught:
        bidding.call(DOUBLE)
    assert caught.value.rule == "H88-BID-02"
    with pytest.raises(IllegalAction, match="closed") as caught:
        bidding.call(DROP).call(IN)
    assert caught.value.rule == "H88-BID-04"
    for players in (2, 7):
        with pytest.raises(IllegalAction) as caught:
            open_bidding(players, 0)
        assert caught.value.rule == "H88-PLAYER-01"


def test_seats_go_round_to_the_right() -> None:
    assert around(4, 2) == (2, 3, 0, 1)
    assert isinstance(open_auction(3, 0), Auction) and isinstance(open_bidding(3, 0), Bidding)


@pytest.mark.parametrize("game", ["hachiju", "hachihachi", "sudaoshi"])
def test_every_game_is_asked_in_one_order(game: str) -> None:
    """Who taps the same place in another game says the same."""
    state = apply(None, MatchStarted(game, ("A", "B", "C", "D")))
    state = apply(state, DealStarted(0, CardSet.parse("1h 4a 5a 6a 7a 9a")))
    said = [bid.call for bid in legal_bids(state)]
    assert said == ["deru", "oriru", "double"][: len(said)] and len(said) >= 2

"""Which of two cards that come in sight at once was played, and which was turned: where each was glimpsed before."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from decoder_table import position
from yakume.engine import BACK, FACES, Face
from yakume.vision.observation import Outline
from yakume.vision.referee.brought import FACE_DOWN_MS, ON_ITS_WAY_MS
from yakume.vision.referee.decoder import Decoder
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.looks import LookKeeper, Sight
from yakume.vision.zones import DECK, FIELD, Zone, captures_of

STOCK, PLACE, OTHER_PLACE, RIM = (100.0, 300.0), (500.0, 300.0), (420.0, 420.0), (520.0, 690.0)
FIRST = "1k 3t 5n 8k 9t 12k"


def at(spot: tuple[float, float]) -> Outline:
    """A card of 40 × 66 px."""
    x, y = spot
    return (x - 20, y - 33), (x + 20, y - 33), (x + 20, y + 33), (x - 20, y + 33)


def seen(face: str, spot: tuple[float, float], track: int, zone: Zone | None = FIELD, p: float = 1.0) -> Sight:
    return Sight(Face(face).index, zone, p, stable=False, track=track, quad=at(spot))


class Watched:
    """A table of three with a first field, told card by card."""

    def __init__(self) -> None:
        self.keeper, self.decoder, self._now = LookKeeper(3), Decoder(position("1a 3t 5n 8a 9t 12a")), 0
        self.tell([], ms=2000)

    def tell(self, sights: list[Sight], *, ms: int = 100, still: bool = False) -> list[str]:
        """The first field and the stock are seen with `sights`; what is believed then."""
        lies = [Sight(Face(face).index, FIELD) for face in FIRST.split()]
        lies.append(Sight(BACK.index, DECK, track=99, quad=at(STOCK)))
        lies += [replace(each, stable=still or each.stable) for each in sights]
        for _ in range(ms // 100):
            look = self.keeper.observe(self._now, lies, frozenset())
            self._now += 100
            if look is not None:
                self.decoder.observe(look)
        return [str(move) for move in self.decoder.best.moves]

    def both(self) -> list[str]:
        """7t and 10n come in sight at once."""
        both = [seen("7t", PLACE, 3), seen("10n", OTHER_PLACE, 4)]
        self.tell(both, ms=300)
        return self.tell(both, ms=2000, still=True)


@pytest.mark.parametrize("face", ["7t", "10n"])
def test_a_card_that_was_glimpsed_over_the_rim_was_played(face: str) -> None:
    table = Watched()
    table.tell([seen(face, RIM, 1, None)])
    table.tell([], ms=500)
    assert table.both() == [f"0 hand {face}", f"0 stock {'10n' if face == '7t' else '7t'}"]


@pytest.mark.parametrize(("face", "place"), [("7t", PLACE), ("10n", OTHER_PLACE)])
def test_a_card_that_was_glimpsed_on_the_line_from_the_stock_was_turned(face: str, place: tuple[float, float]) -> None:
    table = Watched()
    way = place[0] + 0.15 * (STOCK[0] - place[0]), place[1] + 0.15 * (STOCK[1] - place[1])
    table.tell([seen(face, way, 1)])
    assert table.both() == [f"0 hand {'10n' if face == '7t' else '7t'}", f"0 stock {face}"]


def test_a_card_that_is_followed_on_its_way_from_the_stock_was_turned() -> None:
    """The camera is quick enough to take it for one thing all along."""
    table = Watched()
    table.tell([seen("7t", (PLACE[0] - 40, PLACE[1]), 3)])
    assert table.both()[1] == "0 stock 7t"


@pytest.mark.parametrize(("face", "place"), [("7t", PLACE), ("10n", OTHER_PLACE)])
def test_a_card_that_came_where_one_was_carried_face_down_from_the_stock_was_turned(
    face: str, place: tuple[float, float]
) -> None:
    table = Watched()
    table.tell([seen("back", between(STOCK, place, 0.6), 1)])
    assert table.both() == [f"0 hand {'10n' if face == '7t' else '7t'}", f"0 stock {face}"]


@pytest.mark.parametrize(("face", "spot"), [("7t", (135.6, 305.0)), ("10n", (135.1, 308.1))])
def test_what_was_carried_face_down_is_the_one_card_whose_line_it_was_nearer_to(
    face: str, spot: tuple[float, float]
) -> None:
    """Near the stock it is near enough to both lines."""
    assert found(seen("back", spot, 1)) == {face: False}


def between(start: tuple[float, float], end: tuple[float, float], share: float) -> tuple[float, float]:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def test_what_lies_face_down_or_was_not_carried_from_the_stock_tells_nothing() -> None:
    way = between(STOCK, PLACE, 0.6)
    back = seen("back", way, 1)
    assert found(back) == {"7t": False}
    assert found(back, ms=600) == {}  # it lies there
    assert found(replace(back, stable=True), ms=200) == {}
    assert found(replace(back, p=0.5)) == {}  # an edge of something
    assert found(seen("back", (way[0], way[1] + 40), 1)) == {}
    assert found(seen("back", (STOCK[0] + 20, STOCK[1]), 1)) == {}  # the stock itself, pushed
    table = Watched()
    table.tell([back])
    table.tell([], ms=FACE_DOWN_MS + 200)
    table.both()
    assert not table.keeper.look().brought
    table.keeper.observe(0, [])
    assert not table.keeper.look().brought


def found(*glimpses: Sight, ms: int = 100) -> dict[str, bool]:
    """What is known of how cards were brought, 7t and 10n having come after these."""
    table = Watched()
    for each in glimpses:
        table.tell([each], ms=ms)
    table.both()
    return {str(FACES[face]): each.by_hand for face, each in table.keeper.look().brought.items()}


def test_what_is_not_seen_plainly_on_its_way_tells_nothing() -> None:
    rim = seen("7t", RIM, 1, None)
    assert found(rim) == {"7t": True}
    assert found(seen("7t", RIM, 1, None, p=0.6)) == {}  # read unsurely
    assert found(rim, ms=600) == {}  # something lies there
    assert found(seen("7t", RIM, 1, captures_of(0)), ms=600) == {}  # one of the captures, misread
    assert found(seen("7t", (PLACE[0] + 3, PLACE[1]), 1)) == {}  # it lay there already
    # Who sits behind the stock reaches over it.
    assert found(seen("7t", (-120.0, 300.0), 1, None)) == {"7t": True}
    assert found(seen("7t", (60.0, 310.0), 1, None)) == {}


def test_a_glimpse_from_long_ago_is_of_another_card() -> None:
    table = Watched()
    table.tell([seen("7t", RIM, 1, None)])
    table.tell([], ms=ON_ITS_WAY_MS + 500)
    table.both()
    assert not table.keeper.look().brought


def test_how_cards_were_brought_outlasts_a_restart_and_another_source() -> None:
    table = Watched()
    table.tell([seen("7t", RIM, 1, None)])
    table.both()
    look = table.keeper.look()
    assert read_look(json.loads(json.dumps(keep_look(look)))).brought == look.brought
    assert look.later(50).brought[Face("7t").index].from_ms == look.brought[Face("7t").index].from_ms + 50
    table.keeper.observe(0, [])
    assert not table.keeper.look().brought


@pytest.mark.parametrize("zone", [None, captures_of(0)], ids=["beside all zones", "over captures"])
def test_a_card_that_was_glimpsed_before_it_lay_on_the_field_for_a_frame_was_played(zone: Zone | None) -> None:
    """三人, seed 1232: an arm hid 2k until it was pulled in. 八八, seed 1233: 9n was carried over the own captures."""
    watched = Watched()
    watched.tell([seen("7t", RIM, 1, zone)])
    watched.tell([])
    watched.tell([seen("7t", PLACE, 2)])
    assert watched.keeper.look().brought == {Face("7t").index: (2_000, 2_200, True)}


def test_a_card_that_an_arm_hides_again_as_soon_as_it_was_laid_lay_there_since() -> None:
    """三人, seed 1299: 8b was carried, laid, and hidden by the arm; 8h, laid on it, counted as the first."""
    watched = Watched()
    watched.tell([seen("7t", RIM, 1, captures_of(0))])
    watched.tell([seen("7t", PLACE, 2)])
    watched.tell([])
    watched.tell([seen("7t", PLACE, 3)], ms=300)
    assert watched.keeper.look().brought == {Face("7t").index: (2_000, 2_100, True)}


def test_where_a_card_was_carried_face_down_one_frame_tells_of_none_that_came() -> None:
    watched = Watched()
    watched.tell([seen("back", (300.0, 300.0), 1)])
    watched.tell([seen("7t", PLACE, 2)])
    assert not watched.keeper.look().brought
    watched.tell([seen("7t", PLACE, 2)])
    assert [each.by_hand for each in watched.keeper.look().brought.values()] == [False]


def test_a_card_that_was_brought_and_is_carried_off_again_was_not_brought_anew() -> None:
    """すだおし, seed 1236: 3h was laid, 1k turned, and 3h pulled in: it counted as laid after 1k."""
    watched, laid = Watched(), seen("7t", PLACE, 2)
    watched.tell([seen("7t", RIM, 1, None)])
    watched.tell([laid], ms=600)
    watched.tell([laid, seen("7t", (560.0, 420.0), 3)])
    brought = watched.keeper.look().brought[Face("7t").index]
    assert (brought.from_ms, brought.to_ms, brought.by_hand) == (2_000, 2_100, True)


def test_a_card_that_lay_on_the_line_from_the_stock_and_is_carried_off_was_not_turned() -> None:
    """八八, seed 1251: 2n was laid, hidden by the arm that went to the stock, and pulled in: it counted as turned."""
    watched, laid = Watched(), between(STOCK, PLACE, 0.5)
    watched.tell([seen("7t", laid, 1)])
    watched.tell([], ms=200)
    watched.tell([seen("7t", laid, 2)], ms=600)
    watched.tell([seen("7t", laid, 2), seen("7t", PLACE, 3)])
    assert not watched.keeper.look().brought


@pytest.mark.parametrize("lies", [seen("7k", OTHER_PLACE, 5), seen("2n", RIM, 5, captures_of(0))])
def test_a_card_is_brought_though_its_fellow_lies_there_or_another_where_it_was_glimpsed(lies: Sight) -> None:
    watched = Watched()
    watched.tell([lies], ms=600)
    watched.tell([lies, seen("7k", RIM, 1, None)])
    watched.tell([lies, seen("7k", PLACE, 3)], ms=600)
    assert [each.by_hand for each in watched.keeper.look().brought.values()] == [True]


def test_a_card_that_was_followed_to_its_place_and_lies_there_as_another_track_was_played() -> None:
    watched = Watched()
    for spot, zone in ((RIM, None), ((PLACE[0], PLACE[1] + 10), FIELD)):
        watched.tell([seen("7t", spot, 1, zone)])
    watched.tell([seen("7t", PLACE, 2)], ms=600)
    assert [each.by_hand for each in watched.keeper.look().brought.values()] == [True]

"""Table layouts: defaults without overlaps, TOML there and back, and clear refusals."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from yakume.vision.geometry import intersection_area
from yakume.vision.layout import LayoutError, TableLayout
from yakume.vision.zones import FIELD, captures_of

PLAYERS = range(2, 8)


@pytest.mark.parametrize("players", PLAYERS)
def test_default_zones_lie_on_the_table_and_do_not_overlap(players) -> None:
    layout = TableLayout.default(players)
    assert {str(zone) for zone in layout.zones} == {"field", "deck"} | {
        f"seat{seat}.{kind}" for seat in range(players) for kind in ("captures", "shown")
    }
    for polygon in layout.zones.values():
        assert (polygon >= 0).all()
        assert (polygon <= layout.size_mm).all()
    for (name, a), (other, b) in combinations(layout.zones.items(), 2):
        assert intersection_area(a, b) == 0, (name, other)


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_follow_counter_clockwise_from_the_bottom(players) -> None:
    layout = TableLayout.default(players)
    middles = [layout.zones[captures_of(seat)].mean(0) - (480, 270) for seat in range(players)]
    angles = np.unwrap([np.arctan2(-y, x) for x, y in middles])
    assert middles[0][1] > 0
    assert (np.diff(angles) > 0).all()
    assert angles[-1] - angles[0] < 2 * np.pi


@pytest.mark.parametrize("players", PLAYERS)
def test_toml_there_and_back(players, tmp_path) -> None:
    layout = TableLayout.default(players)
    path = tmp_path / "table.toml"
    path.write_text(layout.to_toml(), encoding="utf-8")
    assert TableLayout.load(path).to_json() == layout.to_json()


def test_corners_map_the_table_into_the_picture() -> None:
    data = TableLayout.default(3).to_json() | {"corners": [[0.1, 0.1], [0.9, 0.1], [1.0, 1.0], [0.0, 1.0]]}
    view = TableLayout.from_json(data).homography((1000, 500))
    assert view.to_mm([[100, 50], [0, 500]]).ravel().tolist() == pytest.approx([0, 0, 0, 540], abs=0.1)


GOOD = TableLayout.default(3).to_json()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 8}, "players = 8"),
        ({"players": "three"}, "players = 'three'"),
        ({"players": True}, "players = True"),
        ({"size_mm": [960, 0]}, "size_mm"),
        ({"size_mm": 960}, "size_mm"),
        ({"corners": [[0, 0], [0, 1], [1, 1], [1, 0]]}, "corners: .*clockwise"),
        ({"corners": [[0, 0], [1, 1]]}, "corners"),
        ({"corners": "all"}, "corners"),
        ({"zones": []}, "zones"),
        ({"zones": {"garden": GOOD["zones"]["field"]}}, "zone 'garden'"),
        ({"zones": {"seat3.shown": GOOD["zones"]["field"]}}, "N < 3"),
        ({"zones": {"field": [[0, 0], [1, 1]]}}, "zone 'field': expected three"),
        ({"zones": {"field": [[0, 0], [1, 1], [float("nan"), 2]]}}, "zones.field.2.0 = nan"),
        ({"zones": {"field": [[0, 0, 0], [1, 1, 1], [2, 2, 2]]}}, "zones.field.0 = "),
        ({"colour": "green"}, "unknown field 'colour'"),
    ],
)
def test_layouts_that_cannot_be_used_name_the_field(change, message) -> None:
    with pytest.raises(LayoutError, match=message):
        TableLayout.from_json(GOOD | change)


def test_a_file_that_is_not_toml_is_named(tmp_path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("players = = 3", encoding="utf-8")
    with pytest.raises(LayoutError, match=r"table\.toml: not TOML"):
        TableLayout.load(path)


def test_a_default_for_eight_is_refused() -> None:
    with pytest.raises(LayoutError, match="players = 8"):
        TableLayout.default(8)


def test_another_number_of_players_sits_at_the_same_table() -> None:
    table = TableLayout.from_json(
        GOOD | {"size_mm": [480, 1080], "corners": [[0.1, 0.1], [0.9, 0.1], [1.0, 1.0], [0.0, 1.0]]}
    )
    assert table.seated(3) is table
    four = table.seated(4)
    assert (four.players, four.size_mm, four.corners.tolist()) == (4, (480, 1080), table.corners.tolist())
    assert four.zones[FIELD].tolist() == (TableLayout.default(4).zones[FIELD] * (0.5, 2)).tolist()


def test_what_lies_beside_a_table_is_known() -> None:
    table = TableLayout.from_json(GOOD | {"corners": [[0.1, 0.2], [0.9, 0.2], [0.9, 1.0], [0.1, 1.0]]})
    beside = [
        sorted({(round(float(x)), round(float(y))) for x, y in polygon}) for polygon in table.surroundings((100, 50))
    ]
    assert beside == [
        [(0, 0), (0, 10), (100, 0), (100, 10)],
        [(90, 0), (90, 50), (100, 0), (100, 50)],
        [(0, 0), (0, 50), (10, 0), (10, 50)],
    ]
    assert TableLayout.default(3).surroundings((1280, 720)) == []

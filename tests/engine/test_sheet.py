"""The written sheet: the document's own twelve months, cell by cell, from the engine's payments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from yakume.engine.ba import Ba, Rate
from yakume.engine.events import Cancelled, Happening, SetsMade, Tobikomi
from yakume.engine.finish import year_end
from yakume.engine.ledger import balances
from yakume.engine.ruleset import find_ruleset
from yakume.engine.settle import End, Facts, Shown, settle
from yakume.engine.sheet import Cell, Deal, make_sheet
from yakume.engine.state import Result

PRINTED = yaml.safe_load((Path(__file__).parent / "vectors/sannin_sheet.yaml").read_text(encoding="utf-8"))[
    "ledger_003"
]
A, B, C = range(3)
GAME = find_ruleset("sannin")
BA = {"小": Ba.SHO, "大": Ba.DAI, "絶": Ba.ZETSU}


def sets(seat: int, call: str, *made: tuple[str, int]) -> SetsMade:
    return SetsMade(seat, made, call)  # type: ignore[arg-type]


AKATAN, AOTAN = ("H3-DEKI-05", 7), ("H3-DEKI-06", 7)
SHICHITAN, SHIKO, INOSHIKACHO = ("H3-DEKI-04", 10), ("H3-DEKI-02", 12), ("H3-DEKI-07", 6)


def month(
    number: int,
    order: tuple[int, ...],
    *,
    claims: tuple[tuple[int, str], ...] = (),
    happenings: tuple[Happening, ...] = (),
    end: End = End.SET,
    points: tuple[int, int, int] = (88, 88, 88),
    kasu: tuple[int, int, int] = (9, 9, 9),
) -> tuple[Deal, Facts]:
    """One month as the document tells it; `points` and `kasu` by player A, B, C."""
    label = PRINTED["months"][number - 1]["field_label"]
    ba = BA[label[0]]
    facts = Facts(
        GAME,
        GAME.choose(),
        3,
        order,
        deal=number,
        rate=Rate(ba.multiplier),
        ba=ba,
        claims=tuple(Shown(seat, tuple(GAME.row(part).id for part in parts.split())) for seat, parts in claims),
        happenings=happenings,
        end=end,
        points=tuple(points[seat] for seat in order),
        kasu=tuple(kasu[seat] for seat in order),
    )
    return Deal(number, order, ba, binds=len(label) == 2), facts


OUT = End.PLAYED_OUT
# Each month's first player is the one who was marked the month before (H3-NEXT-01).
YEAR = [
    month(1, (A, B, C), claims=((C, "三本"),), happenings=(sets(B, "agari", AKATAN),)),
    month(2, (B, C, A), claims=((B, "短一"),), end=OUT, points=(78, 89, 97)),
    month(3, (C, A, B), claims=((A, "短一 三本"),), happenings=(Tobikomi(A, 1),), end=OUT, points=(118, 62, 84)),
    month(4, (A, B, C), claims=((A, "空素"),), end=OUT, points=(60, 100, 104), kasu=(17, 5, 5)),
    month(5, (A, B, C), happenings=(sets(C, "sage", AOTAN), sets(C, "agari", SHICHITAN))),
    month(6, (C, A, B), claims=((A, "三本"),), end=OUT, points=(121, 39, 104)),
    month(
        7,
        (A, B, C),
        claims=((B, "光一"), (A, "三本")),
        happenings=(Tobikomi(A, 1, hatto_by=B),),
        end=OUT,
        points=(101, 76, 87),
    ),
    month(
        8,
        (A, B, C),
        claims=((B, "立三本"),),
        happenings=(sets(C, "sage", AOTAN), Tobikomi(B, 4), Cancelled(C)),
        end=End.CANCEL,
    ),
    month(9, (C, A, B), end=OUT, points=(88, 103, 73)),
    month(10, (B, C, A), claims=((B, "赤"),), happenings=(sets(B, "agari", SHIKO),)),
    month(
        11,
        (B, C, A),
        claims=((B, "短一"),),
        happenings=(sets(B, "sage", AKATAN), sets(A, "agari", INOSHIKACHO)),
    ),
    month(12, (A, B, C), claims=((A, "赤"),), happenings=(sets(C, "agari", INOSHIKACHO),)),
]
SETTLED = [settle(facts) for _, facts in YEAR]
LEDGER = [entry for settled in SETTLED for entry in settled.entries]
NETS = dict(enumerate(balances(LEDGER, 3)[:3]))
STONES = {seat: sum(entry.payer == seat for entry in LEDGER if entry.rule == "H3-NEXT-02") for seat in range(3)}
WON = year_end({seat: NETS[seat] + STONES[seat] for seat in NETS}, STONES, YEAR[-1][0].order)
SHEET = make_sheet(GAME, "ABC", [deal for deal, _ in YEAR], LEDGER, Result(tuple(WON.values()), "貫"))


def cells(row: dict[str, Any]) -> tuple[Cell, ...]:
    return tuple(Cell(row[player]["kan"], row[player]["ten"]) for player in "ABC")


def shown(row) -> tuple[Cell, ...]:
    return tuple(cell or Cell() for cell in row.cells)


@pytest.mark.parametrize("number", range(1, 13))
def test_a_month_of_the_document_is_reproduced_cell_by_cell(number: int) -> None:
    printed, deal = PRINTED["months"][number - 1], SHEET.deals[number - 1]
    assert deal.ba == printed["field_label"]
    assert deal.stone == "ABC".index(printed["stone_payer"])
    rows = list(deal.rows)
    if number == 4:
        # The document strikes 空素 out: +16 −8 −8, not counted.
        struck = rows.pop(0)
        assert struck.struck and shown(struck) == (Cell(16), Cell(-8), Cell(-8))
        assert [cell.kan for cell in shown(rows[0])] == [56, -28, -28]
        printed["entries"].pop(0)
    assert not any(row.struck for row in rows)
    assert [shown(row) for row in rows] == [cells(row) for row in printed["entries"]]
    remarks = [row.title.ja for row in deal.rows if row.title.ja]
    expected = printed["remarks"].replace(" (hand yaku struck out)", "").split(" / ")
    assert remarks == ([] if expected == ["(none)"] else expected)


def test_the_closing_of_the_document_is_reproduced_cell_by_cell() -> None:
    totals, stones = PRINTED["totals"], PRINTED["stone_settlement"]
    assert shown(SHEET.totals) == tuple(Cell(totals["kan"][who], totals["ten"][who]) for who in "ABC")
    assert SHEET.stones == tuple(totals["stones_paid"][who] for who in "ABC") == (5, 3, 4)
    after, ginmi, recount, carried, rounded = SHEET.closing
    assert [row.title.ja for row in SHEET.closing] == ["月石清算", "吟味分減算", "再計", "点を貫に", "端数処理"]
    assert shown(after) == tuple(Cell(totals["kan"][who], stones["ten_after"][who]) for who in "ABC")
    assert shown(ginmi) == tuple(Cell(PRINTED["ginmi_deduction_kan"][who]) for who in "ABC")
    assert shown(recount) == cells(PRINTED["recount"])
    assert shown(carried) == cells(PRINTED["to_kan"])
    assert rounded.cells == (Cell(13), None, Cell(-84))
    assert SHEET.final == tuple(Cell(PRINTED["final_kan"][who]) for who in "ABC")
    assert [cell.kan for cell in SHEET.final] == [13, 71, -84]


def test_running_totals_add_up_to_the_printed_ones() -> None:
    nets = [deal["net_mon"] for deal in PRINTED["months"]]
    for number, deal in enumerate(SHEET.deals, start=1):
        assert deal.so_far == tuple(sum(net[who] for net in nets[:number]) for who in "ABC")
    assert SHEET.deals[-1].so_far == (285, 614, -899)


def test_nothing_is_written_where_nothing_was_paid() -> None:
    # 飛込法度: B pays for C, whose cell stays empty. Card points 88 are a settlement of 0.
    assert SHEET.deals[6].rows[2].cells == (Cell(2), Cell(-2), None)
    assert SHEET.deals[8].rows[0].cells == (Cell(), Cell(0, 15), Cell(0, -15))

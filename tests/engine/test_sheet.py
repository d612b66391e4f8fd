"""The written sheet: the document's own twelve months, cell by cell, from the engine's payments."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from yakume.engine import CardSet, Corrected, DealStarted, MatchStarted, Phase, State, TeyakuShown, apply, replay
from yakume.engine.ba import Ba, Rate
from yakume.engine.events import Cancelled, Happening, SetsMade, TeyakuVoided, Tobikomi, from_json
from yakume.engine.facts import End, Facts, Shown
from yakume.engine.ledger import balances
from yakume.engine.players import Temper, play_deal
from yakume.engine.rules import find_ruleset
from yakume.engine.rules.sannin import year_end
from yakume.engine.settle import settle
from yakume.engine.sheet import DealHead, Sheet, make_sheet, not_returned, sheet_of
from yakume.engine.sheet_rows import Cell, Row, Title
from yakume.engine.sheet_text import to_csv, to_text
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
) -> tuple[DealHead, Facts]:
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
    return DealHead(number, order, ba, binds=len(label) == 2), facts


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
    assert deal.ba.ja == printed["field_label"]
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


def test_the_year_played_as_events_gives_the_same_sheet() -> None:
    """The document gives points and declarations, no cards: the piles of this log are some that have them."""
    lines = (Path(__file__).parent / "vectors/sannin_year.jsonl").read_text(encoding="utf-8").splitlines()
    state = replay(from_json(json.loads(line)) for line in lines)
    sheet = sheet_of(state)
    for deal, expected in zip(sheet.deals, SHEET.deals, strict=True):
        assert deal == expected
    assert (sheet.totals, sheet.stones, sheet.closing) == (SHEET.totals, SHEET.stones, SHEET.closing)
    assert state.result == Result((13, 71, -84), "貫") and sheet.final == SHEET.final
    # With the stones that the lowest player receives, nothing is left on the table.
    assert state.scores == (280, 611, -891) and state.on_table == 0


# -- sheets of played matches -------------------------------------------------------------------------------

TABLE = {"sannin": 3, "hachihachi": 5, "hachiju": 4, "futari": 2, "sudaoshi": 3}


def played(game: str, seed: int, **options: object) -> State:
    """A match of simple players, some of whom play on with a set."""
    rng = Random(f"{game}{seed}")
    state = apply(None, MatchStarted(game, tuple("ABCDEF"[: TABLE[game]]), options=options))  # type: ignore[arg-type]
    while state.phase is not Phase.OVER:
        deck = rng.sample(range(48), 48)
        hands = tuple(CardSet(deck[6 + 7 * seat : 13 + 7 * seat]) for seat in range(len(state.players)))
        state = apply(state, DealStarted(state.dealer, CardSet(deck[:6]), hands))
        if state.phase is not Phase.READY:
            state = play_deal(state, rng, lambda seat: Temper(0.5, 0.4))
    return state


def worth(row: Row) -> tuple[int, ...]:
    return tuple((cell or Cell()).mon for cell in row.cells)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("sannin", {}),
        ("sannin", {"menu": "C"}),
        ("sannin", {"menu": "F", "etsunen": True}),
        ("hachihachi", {}),
        ("hachihachi", {"deals": 6, "tsukifuda": True}),
        ("hachiju", {"deals": 8}),
        ("futari", {"special": True}),
        ("sudaoshi", {}),
    ],
)
def test_a_sheet_adds_up_to_the_scores_of_the_match(game: str, options: dict[str, object], seed: int) -> None:
    state = played(game, seed, **options)
    sheet = sheet_of(state)
    assert state.result is not None
    assert len([deal for deal in sheet.deals if deal.number]) == state.played
    before_prizes = tuple(mon - stones for mon, stones in zip(worth(sheet.totals), sheet.stones, strict=True))
    if game == "sannin":
        assert worth(sheet.closing[0]) == state.scores
        # Every row but the titles' own is the sum of the rows; the first player balances.
        assert sum(cell.kan for cell in sheet.final) == 0
    elif state.result.unit == "貫":
        assert worth(sheet.totals) == state.scores
    else:
        prizes = [worth(row) for row in sheet.closing]
        assert tuple(map(sum, zip(before_prizes, *prizes, strict=True))) == state.scores
    unit = state.result.unit
    assert tuple(cell.kan if unit == "貫" else cell.mon for cell in sheet.final) == state.result.scores
    for deal in sheet.deals:
        for row in deal.rows:
            # A row is a settlement among the players, but for stakes, fees and the pot.
            if row.title.ja not in ("持ち点", "降り賃", "場の降り賃"):
                assert sum(worth(row)) == 0
    for write in (to_text, to_csv):
        assert write(sheet, "ja") != write(sheet, "en")


def test_a_sheet_of_a_running_match_ends_with_the_totals() -> None:
    state = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    empty = sheet_of(state)
    assert (empty.deals, worth(empty.totals), empty.closing, empty.final) == ((), (0, 0, 0), (), ())
    hands = tuple(map(CardSet.parse, ("AMQUYgk", "BCDGKOS", "EINVZhl")))
    state = apply(state, DealStarted(0, CardSet.parse("FHJLPs"), hands))
    assert to_csv(sheet_of(state)).splitlines()[1] == "1月,絶,,,,,,,"
    state = apply(state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("BCD")))
    sheet = sheet_of(state)
    assert sheet.deals[0].rows == (Row(Title("三本", "three of a month"), (Cell(-8), Cell(16), Cell(-8))),)
    assert to_text(sheet).splitlines()[2].split() == ["1月", "絶", "-8", "+16", "-8", "三本"]


def test_a_corrected_deal_is_written_as_corrected() -> None:
    state = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    hands = tuple(map(CardSet.parse, ("AMQUYgk", "BCDGKOS", "EINVZhl")))
    state = apply(state, DealStarted(0, CardSet.parse("FHJLPs"), hands))
    state = apply(state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("BCD")))
    small = DealStarted(0, CardSet.parse("FHJLPt"), hands)
    corrected = sheet_of(apply(state, Corrected(1, (small,))))
    assert (corrected.deals[0].ba.ja, corrected.deals[0].rows[0].cells) == ("小", (Cell(-2), Cell(4), Cell(-2)))
    # A correction after which the claim is impossible: the event is refused, the sheet goes without.
    other = tuple(map(CardSet.parse, ("ABMQUYg", "CDGKOSk", "EINVZhl")))
    assert sheet_of(apply(state, Corrected(1, (DealStarted(0, CardSet.parse("FHJLPs"), other),)))).deals[0].rows == ()


def test_a_wrong_claim_is_struck_and_only_its_own_rows() -> None:
    # H3-MISHAP-04; the other player's 三本 stands.
    deal, facts = month(2, (B, C, A), claims=((B, "短一 三本"), (C, "三本")), end=OUT, points=(78, 89, 97))
    facts = replace(facts, claims=(replace(facts.claims[0], void=True), facts.claims[1]))
    sheet = make_sheet(GAME, "ABC", [deal], settle(facts).entries)
    assert [(row.title.ja, row.struck) for row in sheet.deals[0].rows] == [
        ("短一三本", True),
        ("三本", False),
        ("", False),
    ]
    assert worth(sheet.totals) == (-24 - 10, -24 + 1, 48 + 9)


def test_a_void_deal_is_struck_out_entirely() -> None:
    deal, facts = month(2, (B, C, A), claims=((B, "短一"),), end=End.VOID)
    sheet = make_sheet(GAME, "ABC", [deal], settle(facts).entries)
    assert [row.struck for row in sheet.deals[0].rows] == [True]
    assert worth(sheet.totals) == (0, 0, 0) and sheet.deals[0].stone is None


def test_a_deal_dealt_again_keeps_its_void_rows_apart() -> None:
    # Both payments are B's and of one chapter; only the first deal of month 2 was void.
    deal, spoilt = month(2, (B, C, A), claims=((B, "短一"),), end=End.VOID)
    _, again = month(2, (B, C, A), claims=((B, "三本"),), end=OUT, points=(78, 89, 97))
    sheet = make_sheet(GAME, "ABC", [deal], [*settle(spoilt).entries, *settle(again).entries])
    assert [(row.title.ja, row.struck) for row in sheet.deals[0].rows] == [("短一", True), ("三本", False), ("", False)]
    assert sheet.deals[0].stone == C


@pytest.mark.parametrize("game", TABLE)
def test_a_void_deal_of_any_game_is_not_counted(game: str) -> None:
    rules = find_ruleset(game)
    rate = None if game in ("hachiju", "sudaoshi") else Ba.SHO
    order = tuple(range(2 if game == "futari" else 3))
    claims = (Shown(0, (rules.row("三本").id,)),)
    facts = Facts(rules, rules.choose(), len(order), order, ba=rate, claims=claims, end=End.VOID)
    sheet = make_sheet(rules, "ABC"[: len(order)], [DealHead(1, order, rate)], settle(facts).entries)
    assert [row.struck for row in sheet.deals[0].rows] == [True]
    assert set(worth(sheet.totals)) == {0}


def year(*months: tuple[DealHead, Facts], result: tuple[int, int, int], void: bool = False) -> Sheet:
    entries = [entry for _, facts in months for entry in settle(facts).entries]
    return make_sheet(GAME, "ABC", [deal for deal, _ in months], entries, Result(result, "貫", void))


def test_shiso_takes_bonus_and_stones_whatever_the_ranking() -> None:
    # A wins 100 points in 月 2, so C's 四三 on a small field still leaves C first; the stone is C's.
    months = (
        month(2, (A, B, C), end=OUT, points=(100, 90, 74)),
        month(5, (A, B, C), claims=((C, "四三"),), end=End.SHISO),
    )
    sheet = year(*months, result=(-49, -49, 98))
    stones, _, recount, carried, rounded = sheet.closing
    # One stone was paid, by A; its 点 goes to C. A: 12 − 480 − 1, B: 2 − 480, C: −14 + 960 + 1.
    assert worth(stones) == (-469, -478, 947)
    assert worth(recount) == (-589, -598, 827)
    assert carried.cells == (Cell(-49, -1), Cell(-49, -10), Cell(68, 11))
    assert rounded.cells == (Cell(-49), Cell(-49), None)


def test_a_void_year_and_a_draw_have_no_closing() -> None:
    months = (month(5, (A, B, C), claims=((C, "四三"), (A, "四三")), end=End.SHISO),)
    assert year(*months, result=(0, 0, 0), void=True).closing == ()
    empty = make_sheet(GAME, "ABC", [DealHead(1, (A, B, C))], [], Result((0, 0, 0), "貫"))
    assert empty.closing == () and empty.final == (Cell(), Cell(), Cell())


def test_a_sheet_whose_final_score_is_rounded_shows_how_with_its_rule() -> None:
    def closing(game: str, *totals: int) -> list[tuple[str, str, list[tuple[int, int] | None]]]:
        style = find_ruleset(game).sheet
        assert style.closing is not None
        rows = style.closing(tuple(Cell(ten=mon) for mon in totals), (), (), None)
        return [(row.title.ja, row.rule, [cell and (cell.kan, cell.ten) for cell in row.cells]) for row in rows]

    # 95 − 25 are 70文: 5貫 and 10, of which the rest is a 貫.
    assert closing("futari", 95, 25) == [
        ("差", "H2-END-01", [(5, 10), (-5, -10)]),
        ("差の五捨六入", "H2-END-01", [(6, 0), (-6, 0)]),
    ]
    assert closing("sudaoshi", 40, -17, -23) == [
        ("点を貫に", "SD-END-02", [(3, 4), (-1, -5), (-1, -11)]),
        ("五捨六入", "SD-END-02", [None, (-1, 0), (-2, 0)]),
        ("一番は残り", "SD-END-02", [(3, 0), None, None]),
    ]
    # What the last lost does not divide by two: one more.
    *_, shared = closing("sudaoshi", 42, 42, -84)
    assert shared == ("一番は残り", "SD-END-03", [(4, 0), (4, 0), (-8, 0)])
    rules = ["H3-END-02", "H3-END-03", "H3-END-03", "H3-END-08", "H3-END-04"]
    assert [row.rule for row in SHEET.closing] == rules
    style = find_ruleset("sannin").sheet
    assert style.closing is not None
    # Two lowest alike share the stones; with a 四三 its holder has them.
    totals = tuple(Cell(ten=ten) for ten in (40, -20, -20))
    assert style.closing(totals, (0, 1, 1), (0, 1, 2), None)[0].rule == "H3-END-06"
    assert style.closing(totals, (0, 1, 1), (0, 1, 2), 2)[0].rule == "H3-SHISO-04"
    state = played("futari", 0)
    assert to_csv(sheet_of(state)).splitlines()[-2].startswith("差の五捨六入,") and "H2-END-01" in to_text(
        sheet_of(state)
    )


def test_an_eighth_ribbon_and_a_halved_set_are_named() -> None:
    months = (
        month(5, (A, B, C), happenings=(sets(A, "agari", ("H3-DEKI-04", 11)),)),
        month(7, (A, B, C), happenings=(sets(A, "sage", AKATAN),), end=OUT),
        month(9, (A, B, C), end=OUT, points=(60, 100, 104), kasu=(4, 20, 3)),
    )
    sheet = year(*months, result=(0, 0, 0))
    assert [row.title.ja for deal in sheet.deals for row in deal.rows] == ["八短", "赤短・消", "素二十"]
    assert [row.title.en for deal in sheet.deals for row in deal.rows] == [
        "8 ribbons",
        "red ribbons (cancelled)",
        "20 chaff",
    ]


# -- text, CSV, HTML ----------------------------------------------------------------------------------------


def test_the_text_is_the_document_s_page() -> None:
    text = to_text(SHEET)
    assert text == (Path(__file__).parent / "vectors/sannin_sheet.txt").read_text(encoding="utf-8")
    lines = [line.split() for line in text.splitlines()]
    assert ["9月", "小", "0", "+15", "-15"] in lines and ["*"] in lines
    assert ["*=5", "*=3", "*=4", "月石"] in lines
    assert ["最終得点", "+13", "+71", "-84"] in lines


def test_csv_reads_back_as_the_cells() -> None:
    table = list(csv.reader(io.StringIO(to_csv(SHEET))))
    assert table[0] == ["月", "場", "A 貫", "A 点", "B 貫", "B 点", "C 貫", "C 点", "備考"]
    assert all(len(row) == 9 for row in table)
    assert next(row for row in table if row[0] == "5月") == ["5月", "小", "-17", "", "-17", "", "+34", "*", "青短七短"]
    # Struck amounts are text, so that a spreadsheet does not add them.
    assert next(row for row in table if row[0] == "4月") == ["4月", "大", "(+16)", "", "(-8)", "", "(-8)", "", "空素"]
    counted = [row for row in table[1:] if row[0] not in ("合計", "") or row[2:8] != [""] * 6]
    months = counted[: next(at for at, row in enumerate(counted) if row[0] == "合計")]
    sums = [sum(int(row[column]) for row in months if re.fullmatch(r"[+-]?\d+", row[column])) for column in range(2, 8)]
    assert sums == [8, 189, 72, -250, -80, 61]


def test_a_player_s_name_is_no_formula() -> None:
    sheet = make_sheet(GAME, ("=1+1", "<b>", "C"), [], [])
    assert next(csv.reader(io.StringIO(to_csv(sheet))))[2] == "'=1+1 貫"


def test_the_english_sheet_has_english_words() -> None:
    text = to_text(SHEET, "en")
    assert not re.search("[ぁ-んァ-ヶ一-龥]", text)
    assert "large, binds" in text
    assert "one ribbon, six chaff, three of a month" in text and "final score" in text
    assert text.splitlines()[0].split()[:2] == ["deal", "field"]


def test_what_was_returned_does_not_stand_nor_what_returned_it() -> None:
    """H3-MISHAP-04: a hand yaku that was claimed wrongly is paid back."""
    state = apply(None, MatchStarted("sannin", ("A", "B", "C")))
    state = apply(state, DealStarted(0, CardSet.parse("1h 4a 5a 6a 7a 9a")))
    state = apply(state, TeyakuShown(1, ("H3-TEYAKU-01",), CardSet.parse("3h 3t 3a")))
    stands = not_returned(state.game, state.ledger)
    assert [(entry.payee, entry.rule) for entry in stands] == [(1, "H3-TEYAKU-01")] * 2
    assert not not_returned(state.game, apply(state, TeyakuVoided(1)).ledger)

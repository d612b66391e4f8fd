"""The written sheet (kinyushiki, 記入式): a match on one page, as a view of the ledger.

A row is one settlement, such as a hand yaku or the card points. Each player has two columns, 貫 and 点: a price
goes into the 貫 column and half a 貫 into the other as 6点, card points stay in 点 uncarried, so that a halved
7貫 reads −3 −6 and its receiver's +6 +12 (H3-END-08). Rows that were paid back are struck and not counted. The
closing rows carry 点 into 貫 step by step, as the document does. `sheet_text` renders what is computed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .ba import Ba
from .errors import EngineError
from .finish import GINMI_KAN, display_kan, stones_to, top_of, toward_zero
from .flow import FLOWS
from .ledger import Entry
from .names import name
from .play import apply, effective
from .state import Result, State
from .table import Ruleset
from .yaku import KAN, SetRow, SpecialRow


@dataclass(frozen=True, slots=True)
class Cell:
    """What one player wins or loses in one row; the two columns may have different signs."""

    kan: int = 0
    ten: int = 0

    def __add__(self, other: Cell) -> Cell:
        return Cell(self.kan + other.kan, self.ten + other.ten)

    def __neg__(self) -> Cell:
        return Cell(-self.kan, -self.ten)

    @property
    def mon(self) -> int:
        """The cell in 文."""
        return self.kan * KAN + self.ten

    @property
    def carried(self) -> Cell:
        """The same amount with 点 below one 貫 and one common sign (点を貫に)."""
        kan = toward_zero(self.mon)
        return Cell(kan, self.mon - kan * KAN)


@dataclass(frozen=True, slots=True)
class Title:
    """What a row or column is called."""

    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Row:
    """One settlement of a deal, or one step of the closing."""

    title: Title
    cells: tuple[Cell | None, ...]
    """By seat; None is an empty cell."""
    struck: bool = False
    """True if it was paid back (吹き消し, a void claim): shown with a line through it, not counted."""


@dataclass(frozen=True, slots=True)
class DealHead:
    """What the sheet has to know of a deal besides its payments."""

    number: int
    order: tuple[int, ...]
    """Seats in play, in play order."""
    ba: Ba | None = None
    """None in games without a field rate."""
    binds: bool = False
    """True if it binds the next deal (二代しばり)."""


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """One deal on the sheet; number 0 is what was paid before the first."""

    number: int
    ba: Title
    """The rate, its kanji twice if it binds the next deal (大大); empty in games without a field rate."""
    rows: tuple[Row, ...]
    stone: int | None
    """Seat marked with ``*``: it pays the month stone (H3-NEXT-02) or 月札 (H88-END-04)."""
    so_far: tuple[int, ...]
    """What each seat has won or lost up to and with this deal in 文 (八十: 点), stones not counted."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet; `sheet_text` has it as text, CSV and HTML."""

    game: Ruleset
    players: tuple[str, ...]
    deals: tuple[SheetDeal, ...]
    totals: Row
    stones: tuple[int, ...]
    """How many stones each seat has paid."""
    closing: tuple[Row, ...]
    """From the stones to the last rounding; empty until the match is over, and for a draw or a void year."""
    final: tuple[Cell, ...]
    """Final scores; empty until the match is over."""


def sheet_of(state: State) -> Sheet:
    """The sheet of a match as far as it has gone, the running deal included."""
    deals: dict[int, DealHead] = {}
    then: State | None = None
    for _, event in effective(state.log):
        try:
            then = apply(then, event)
        except EngineError:
            continue  # refused after a correction; the state lists it in `rejected`
        if then.deal is not None:
            deal = then.deal
            deals[deal.number] = DealHead(deal.number, deal.order, deal.ba, deal.binds is not None)
    return make_sheet(state.game, state.players, tuple(deals.values()), state.ledger, state.result)


def make_sheet(
    game: Ruleset,
    players: Sequence[str],
    deals: Sequence[DealHead],
    ledger: Iterable[Entry],
    result: Result | None = None,
) -> Sheet:
    """The sheet of a match from its deals and payments.

    Args:
        deals: in order, the running one included.
        result: None while the match goes on.
    """
    entries = tuple(ledger)
    seats = len(players)
    opening = [DealHead(0, ())] if any(entry.deal == 0 for entry in entries) else []
    total = (Cell(),) * seats
    stones = [0] * seats
    pages: list[SheetDeal] = []
    for deal in (*opening, *deals):
        paid = [entry for entry in entries if entry.deal == deal.number and not closes_match(entry)]
        stone = next((entry.payer for entry in paid if entry.rule in _STONES), None)
        if stone is not None:
            stones[stone] += 1
        rows = tuple(_rows(game, deal, seats, [entry for entry in paid if entry.rule not in _STONES]))
        total = _added(total, (row for row in rows if not row.struck))
        pages.append(SheetDeal(deal.number, _ba(deal), rows, stone, tuple(cell.mon for cell in total)))
    closing: tuple[Row, ...] = ()
    final: tuple[Cell, ...] = ()
    if result is not None:
        final = tuple(_final(score, result.unit) for score in result.scores)
        if game.id != "sannin":
            closing = tuple(_rows(game, DealHead(0, ()), seats, [entry for entry in entries if closes_match(entry)]))
        elif not result.void:
            returned = any(_SHISO in entry.because for entry in entries)
            shiso = None if returned else next((entry.payee for entry in entries if entry.rule == _SHISO), None)
            closing = _close_year(total, stones, deals[-1].order, shiso)
    return Sheet(game, tuple(players), tuple(pages), Row(_TOTAL, total), tuple(stones), closing, final)


_STONES = ("H3-NEXT-02", "H88-END-04")
_SHISO = "H3-TEYAKU-07"
_TOTAL = Title("合計", "total")

# How a row is remembered in the remarks, where the document is shorter than the term.
_SHORT = {"tobikomi": "飛込", "nuke": "抜", "inoshikacho": "猪鹿"}

# Marks behind a yaku: Japanese, English; by the rule that changed the payment.
_MARKS = {
    **dict.fromkeys(("H3-HATTO-01", "H3-HATTO-04", "H3-HATTO-06", "H88-HATTO-01"), ("法度", " (fed)")),
    **dict.fromkeys(("H3-SAGE-06", "H3-SAGE-08", "H88-SAGE-07"), ("・消", " (cancelled)")),
    "H3-SAGE-02": ("・下", " (beaten)"),
    **dict.fromkeys(("H80-SAGE-04", "H88-SAGE-06"), ("・流", " (played out)")),
}

_BEATEN = "H3-SAGE-02"

# Rules that return what was paid: 吹き消し, a wrong claim, a deal that is dealt again.
_REFUNDS = {flow.rules.get(key, "DECL-RULE-02") for flow in FLOWS.values() for key in ("refund", "wrong", "void")}


def _ba(deal: DealHead) -> Title:
    if deal.ba is None:
        return Title("", "")
    english = {Ba.SHO: "small", Ba.DAI: "large", Ba.ZETSU: "grand"}[deal.ba]
    return Title(deal.ba.value * (2 if deal.binds else 1), english + (", binds" if deal.binds else ""))


def closes_match(entry: Entry) -> bool:
    """True for what is paid when the match is over: prizes, stones and tokens handed out."""
    return entry.payer is None and _chapter(entry.rule) in ("END", "SHISO")


def _final(score: int, unit: str) -> Cell:
    if unit == "貫":
        return Cell(score)
    return Cell(*display_kan(score)) if unit == "文" else Cell(ten=score)


def _added(total: tuple[Cell, ...], rows: Iterable[Row]) -> tuple[Cell, ...]:
    for row in rows:
        total = tuple(sum_ + (cell or Cell()) for sum_, cell in zip(total, row.cells, strict=True))
    return total


def _chapter(rule: str) -> str:
    """``TEYAKU`` of ``H3-TEYAKU-01``."""
    return rule.split("-")[1]


def _rows(game: Ruleset, deal: DealHead, seats: int, entries: list[Entry]) -> Iterable[Row]:
    """The rows of one deal: payments that belong together, in the order in which they arose."""
    kept, struck = _without_refunds(entries)
    groups: list[list[Entry]] = []
    for entry in kept:
        alike = groups and (id(groups[-1][0]) in struck) == (id(entry) in struck)
        if alike and _same_row(groups[-1], entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    # A beaten set was made before the one that beat it, though it is settled after.
    beaten = [group for group in groups if _BEATEN in group[0].because]
    first_set = next((at for at, group in enumerate(groups) if _chapter(group[0].rule) == "DEKI"), 0)
    others = [group for group in groups if group not in beaten]
    for group in (*others[:first_set], *beaten, *others[first_set:]):
        yield _row(game, deal, seats, group, struck=id(group[0]) in struck)


def _without_refunds(entries: list[Entry]) -> tuple[list[Entry], set[int]]:
    """The payments without what returned them, and the identities of those that were returned."""
    kept: list[Entry] = []
    struck: set[int] = set()
    for entry in entries:
        returned = next(
            (
                paid
                for paid in kept
                if entry.rule in _REFUNDS
                and (paid.rule,) == entry.because
                and (paid.payer, paid.payee, paid.mon) == (entry.payee, entry.payer, entry.mon)
                and id(paid) not in struck
            ),
            None,
        )
        if returned is None:
            kept.append(entry)
        else:
            struck.add(id(returned))
    return kept, struck


def _same_row(group: list[Entry], entry: Entry) -> bool:
    """True if a payment joins a row: one player's compound hand yaku, sets made together, all card points."""
    first = group[0]
    if _is_points(first) or _is_points(entry):
        return _is_points(first) and _is_points(entry)
    chapter = _chapter(entry.rule)
    if _chapter(first.rule) != chapter or (first.payer is None) != (entry.payer is None):
        return False
    again = any((paid.rule, paid.payer) == (entry.rule, entry.payer) for paid in group)
    together = chapter in ("TEYAKU", "DEKI") or first.rule == entry.rule
    return together and first.payee == entry.payee and first.because == entry.because and not again


def _is_points(entry: Entry) -> bool:
    """True for the settlement of card points, which stays in the 点 column uncarried."""
    return entry.payer is not None and name(entry.rule).id == "fudaten"


def _row(game: Ruleset, deal: DealHead, seats: int, group: list[Entry], *, struck: bool) -> Row:
    points = _is_points(group[0])
    cells: list[Cell | None] = [None] * seats
    if points:
        for seat in deal.order:
            cells[seat] = Cell()
    for entry in group:
        amount = Cell(ten=entry.mon) if points or game.unit == "点" else Cell(*divmod(entry.mon, KAN))
        for who, change in ((entry.payer, -amount), (entry.payee, amount)):
            if who is not None:
                cells[who] = (cells[who] or Cell()) + change
    return Row(Title("", "") if points else _title(game, group), tuple(cells), struck)


def _title(game: Ruleset, group: list[Entry]) -> Title:
    """The remark: names of the yaku of one row, and what befell it."""
    rules = dict.fromkeys(entry.rule for entry in group)
    labels = [_label(game, next(entry for entry in group if entry.rule == rule)) for rule in rules]
    marks = [_MARKS[rule] for rule in group[0].because if rule in _MARKS]
    ja = "".join(label.ja for label in labels) + "".join(mark[0] for mark in marks)
    return Title(ja, ", ".join(label.en for label in labels) + "".join(mark[1] for mark in marks))


def _label(game: Ruleset, entry: Entry) -> Title:
    # What the table pays before the end is the pot, whichever rule awards it.
    term = name("pot") if entry.payer is None and not closes_match(entry) else name(entry.rule)
    counted: tuple[SetRow | SpecialRow, ...] = (*game.dekiyaku, *game.special)
    row = next((row for row in counted if row.id == entry.rule), None)
    if row is not None and row.more and term.id in ("sujuroku", "shichitan"):
        # 素十七, 八短: the number of cards is read back from the price before any rate.
        price = next(n for kind, n, _ in entry.terms if kind == "kan")
        count = row.least + (price - row.value) // row.more
        digits = _kanji(count)
        ja = f"素{digits}" if term.id == "sujuroku" else f"{digits}短"
        return Title(ja, f"{count} {'chaff' if term.id == 'sujuroku' else 'ribbons'}")
    return Title(_SHORT.get(term.id, term.ja), term.en)


def _kanji(number: int) -> str:
    """7 to 27 in kanji."""
    tens, ones = divmod(number, 10)
    return ("", "十", "二十")[tens] + "〇一二三四五六七八九"[ones] * (ones > 0)


def _close_year(
    total: tuple[Cell, ...], stones: Sequence[int], order: tuple[int, ...], shiso: int | None
) -> tuple[Row, ...]:
    """The closing rows of 三人はちはち (H3-END-01 to H3-END-08); none for a draw (H3-END-07)."""
    seats = range(len(total))
    after_stones = {seat: total[seat].mon - stones[seat] for seat in seats}
    if shiso is None and len(set(after_stones.values())) == 1:
        return ()
    top = top_of(after_stones, order) if shiso is None else shiso
    got = stones_to(after_stones, sum(stones), order, shiso)
    with_stones = tuple(total[seat] + Cell(ten=got[seat] - stones[seat]) for seat in seats)
    ginmi = (Cell(-GINMI_KAN),) * len(total)
    recount = tuple(cell + Cell(-GINMI_KAN) for cell in with_stones)
    carried = tuple(cell.carried for cell in recount)
    # The first balances the others instead of being rounded (H3-END-04).
    rounded = tuple(None if seat == top else Cell(carried[seat].kan) for seat in seats)
    return (
        Row(Title("月石清算", "stones"), with_stones),
        Row(Title("吟味分減算", "less winner's bonus"), ginmi),
        Row(Title("再計", "recount"), recount),
        Row(Title("点を貫に", "points into kan"), carried),
        Row(Title("端数処理", "rounding"), rounded),
    )

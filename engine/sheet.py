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
from .finish import display_kan
from .ledger import Entry
from .names import name
from .ruleset import Ruleset
from .sheet_rows import Cell, Row, Title
from .state import Deal, Result, State
from .yaku import KAN, SetRow, SpecialRow


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
    """The whole sheet; `sheet_text` has it as text and CSV."""

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
    # One that was void and dealt again has the number of the one that counts.
    deals = {deal.number: _head(deal) for deal in (*(end.deal for end in state.ends), state.deal) if deal}
    return make_sheet(state.game, state.players, tuple(deals.values()), state.ledger, state.result)


def _head(deal: Deal) -> DealHead:
    return DealHead(deal.number, deal.order, deal.ba, deal.binds is not None)


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
        paid = [entry for entry in entries if entry.deal == deal.number and not closes_match(game, entry)]
        stone = next((entry.payer for entry in paid if entry.rule == game.rules.token), None)
        if stone is not None:
            stones[stone] += 1
        rows = tuple(_rows(game, deal, seats, [entry for entry in paid if entry.rule != game.rules.token]))
        total = _added(total, (row for row in rows if not row.struck))
        pages.append(SheetDeal(deal.number, _ba(deal), rows, stone, tuple(cell.mon for cell in total)))
    closing: tuple[Row, ...] = ()
    final: tuple[Cell, ...] = ()
    if result is not None:
        final = tuple(_final(game, score, result.unit) for score in result.scores)
        if game.sheet.closing is None:
            last = [entry for entry in entries if closes_match(game, entry)]
            closing = tuple(_rows(game, DealHead(0, ()), seats, last))
        elif not result.void:
            closing = game.sheet.closing(total, stones, deals[-1].order, _shiso(game, entries))
    return Sheet(game, tuple(players), tuple(pages), Row(_TOTAL, total), tuple(stones), closing, final)


_TOTAL = Title("合計", "total")

# How a row is remembered in the remarks, where the document is shorter than the term.
_SHORT = {"tobikomi": "飛込", "nuke": "抜", "inoshikacho": "猪鹿"}


def _ba(deal: DealHead) -> Title:
    if deal.ba is None:
        return Title("", "")
    english = {Ba.SHO: "small", Ba.DAI: "large", Ba.ZETSU: "grand"}[deal.ba]
    return Title(deal.ba.value * (2 if deal.binds else 1), english + (", binds" if deal.binds else ""))


def _shiso(game: Ruleset, entries: Sequence[Entry]) -> int | None:
    """Who was paid for a 四三 and kept it."""
    rule = game.row("四三").id
    returned = any(rule in entry.because for entry in entries)
    return None if returned else next((entry.payee for entry in entries if entry.rule == rule), None)


def closes_match(game: Ruleset, entry: Entry) -> bool:
    """True for what is paid when the match is over: prizes, stones and tokens handed out."""
    return entry.payer is None and entry.rule in game.sheet.paid_at_end


def _final(game: Ruleset, score: int, unit: str) -> Cell:
    if unit == "貫":
        return Cell(score)
    return Cell(*display_kan(score)) if game.sheet.in_kan else Cell(ten=score)


def _added(total: tuple[Cell, ...], rows: Iterable[Row]) -> tuple[Cell, ...]:
    for row in rows:
        total = tuple(sum_ + (cell or Cell()) for sum_, cell in zip(total, row.cells, strict=True))
    return total


def _kind(game: Ruleset, rule: str) -> str:
    """What a rule prices, so that yaku of one kind can share a row; any other rule is a kind by itself."""
    if any(rule == row.id for row in game.teyaku):
        return "teyaku"
    return "dekiyaku" if any(rule == row.id for row in game.dekiyaku) else rule


def _rows(game: Ruleset, deal: DealHead, seats: int, entries: list[Entry]) -> Iterable[Row]:
    """The rows of one deal: payments that belong together, in the order in which they arose."""
    kept, struck = _without_refunds(game, entries)
    groups: list[list[Entry]] = []
    for entry in kept:
        alike = groups and (id(groups[-1][0]) in struck) == (id(entry) in struck)
        if alike and _same_row(game, groups[-1], entry):
            groups[-1].append(entry)
        else:
            groups.append([entry])
    # A beaten set was made before the one that beat it, though it is settled after.
    beaten = [group for group in groups if game.rules.beaten in group[0].because]
    first_set = next((at for at, group in enumerate(groups) if _kind(game, group[0].rule) == "dekiyaku"), 0)
    others = [group for group in groups if group not in beaten]
    for group in (*others[:first_set], *beaten, *others[first_set:]):
        yield _row(game, deal, seats, group, struck=id(group[0]) in struck)


def not_returned(game: Ruleset, ledger: Iterable[Entry]) -> list[Entry]:
    """The payments of `ledger` that stand: without those that were returned in their deal, and what returned them."""
    deals: dict[int, list[Entry]] = {}
    for entry in ledger:
        deals.setdefault(entry.deal, []).append(entry)
    sorted_out = (_without_refunds(game, entries) for entries in deals.values())
    return [entry for kept, struck in sorted_out for entry in kept if id(entry) not in struck]


def _without_refunds(game: Ruleset, entries: list[Entry]) -> tuple[list[Entry], set[int]]:
    """The payments without what returned them, and the identities of those that were returned."""
    refunds = {game.rules.refund, game.rules.wrong, game.rules.void}
    kept: list[Entry] = []
    struck: set[int] = set()
    for entry in entries:
        returned = next(
            (
                paid
                for paid in kept
                if entry.rule in refunds
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


def _same_row(game: Ruleset, group: list[Entry], entry: Entry) -> bool:
    """True if a payment joins a row: one player's compound hand yaku, sets made together, all card points."""
    first = group[0]
    if _is_points(game, first) or _is_points(game, entry):
        return _is_points(game, first) and _is_points(game, entry)
    if _kind(game, first.rule) != _kind(game, entry.rule) or (first.payer is None) != (entry.payer is None):
        return False
    again = any((paid.rule, paid.payer) == (entry.rule, entry.payer) for paid in group)
    alike = (first.payee, first.because, first.note) == (entry.payee, entry.because, entry.note)
    return alike and not again


def _is_points(game: Ruleset, entry: Entry) -> bool:
    """True for the settlement of card points, which stays in the 点 column uncarried."""
    return entry.payer is not None and any(entry.rule == method.rule for method in game.card_points.values())


def _row(game: Ruleset, deal: DealHead, seats: int, group: list[Entry], *, struck: bool) -> Row:
    points = _is_points(game, group[0])
    cells: list[Cell | None] = [None] * seats
    if points:
        for seat in deal.order:
            cells[seat] = Cell()
    for entry in group:
        amount = Cell(ten=entry.mon) if points or not game.sheet.in_kan else Cell(*divmod(entry.mon, KAN))
        for who, change in ((entry.payer, -amount), (entry.payee, amount)):
            if who is not None:
                cells[who] = (cells[who] or Cell()) + change
    return Row(Title("", "") if points else _title(game, group), tuple(cells), struck)


def _title(game: Ruleset, group: list[Entry]) -> Title:
    """The remark: names of the yaku of one row, and what befell it."""
    rules = dict.fromkeys(entry.rule for entry in group)
    labels = [_label(game, next(entry for entry in group if entry.rule == rule)) for rule in rules]
    marks = [game.sheet.marks[rule] for rule in group[0].because if rule in game.sheet.marks]
    ja = "".join(label.ja for label in labels) + "".join(mark.ja for mark in marks)
    return Title(ja, ", ".join(label.en for label in labels) + "".join(mark.en for mark in marks))


def _label(game: Ruleset, entry: Entry) -> Title:
    # What the table pays before the end is the pot, whichever rule awards it.
    term = name("pot") if entry.payer is None and not closes_match(game, entry) else name(entry.rule)
    if entry.note:
        return Title(f"{term.ja}「{entry.note}」", f"{term.en} “{entry.note}”")
    counted: tuple[SetRow | SpecialRow, ...] = (*game.dekiyaku, *game.special)
    row = next((row for row in counted if row.id == entry.rule), None)
    if row is not None and row.counted is not None:
        # 素十七, 八短: the number of cards is read back from the price, which comes first.
        count = row.least + (entry.terms[0][1] - row.value) // row.more
        ja, en = row.counted
        return Title(ja.format(_kanji(count)), en.format(count))
    return Title(_SHORT.get(term.id, term.ja), term.en)


def _kanji(number: int) -> str:
    """7 to 27 in kanji."""
    tens, ones = divmod(number, 10)
    return ("", "十", "二十")[tens] + "〇一二三四五六七八九"[ones] * (ones > 0)

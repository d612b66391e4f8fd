"""`yakume enroll`: photograph your deck once, and it is read better from then on."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .command import Command, UsageError, add_decks, add_json, add_models, print_json


def add_arguments(parser: ArgumentParser) -> None:
    """Photographs, a name, and what the person says of the cards."""
    parser.add_argument(
        "photos",
        nargs="*",
        type=Path,
        metavar="PHOTO",
        help="the 48 cards face up and apart, best in 12 columns by month; one photo or several, or folders of them",
    )
    parser.add_argument("--name", metavar="DECK", help="what the deck is to be called")
    parser.add_argument(
        "--card",
        action="append",
        default=[],
        metavar="CARD=NUMBER",
        help="what the card with that number is, such as 3n=17; none=17 for no card of the deck; may be repeated",
    )
    parser.add_argument("--answers", type=Path, metavar="FILE", help="file with a CARD=NUMBER on each line")
    parser.add_argument(
        "--sheet", type=Path, metavar="FILE", help="picture of the cards in order, to check (default: DECK.sheet.png)"
    )
    parser.add_argument("--yes", action="store_true", help="do not ask whether the cards are right")
    parser.add_argument(
        "--incomplete", action="store_true", help="go on with fewer than 48 cards; the others are read as without"
    )
    parser.add_argument("--again", action="store_true", help="train once more from the pictures kept, without photos")
    parser.add_argument("--replace", action="store_true", help="put the deck in the place of one of the same name")
    parser.add_argument("--list", action="store_true", help="list the enrolled decks")
    add_decks(parser)
    add_json(parser)
    add_models(parser)


def run(args: Namespace) -> int:
    """Find, ask, train; or list what there is."""
    from yakume.models.decks import DECKS, check_name, enrolled, find_deck

    decks = args.decks_folder or DECKS
    if args.list:
        return _list(decks, args)
    if not args.name:
        raise UsageError("a deck needs a name: --name DECK (or --list to see the decks there are)")
    name = check_name(args.name)
    if args.again:
        if args.photos or args.card or args.answers:
            raise UsageError("--again trains from the pictures kept: it takes no photos and no corrections")
        from yakume.models.decks import stored_pictures

        return _train(name, stored_pictures(find_deck(name, decks)), decks, args)
    if not args.photos:
        raise UsageError("expected one or more photos of the deck")
    if name in enrolled(decks) and not args.replace:
        raise UsageError(f"there is a deck {name!r} already: choose another name, or --replace it")
    says = _says(args)
    sheet = _find(args)
    for number, card in says:
        sheet.say(number, card)
    from yakume.datasets.enroll.build import balanced

    picture = args.sheet or Path(f"{name}.sheet.png")
    _write_sheet(sheet, picture)
    print(to_text(sheet), file=sys.stderr if args.json else sys.stdout)
    pictures = balanced(sheet.pictures(incomplete=args.incomplete))
    if not _confirmed(picture, args):
        return 1
    return _train(name, pictures, decks, args)


def to_text(sheet: Any) -> str:
    """The deck as a table, a line a month: each card with the number of what was taken for it, doubtful ones marked."""
    from yakume.engine import CARDS
    from yakume.engine.names import name

    entries = sheet.entries()
    by_card = {entry.card: entry for entry in entries if entry.card is not None}
    lines = [f"{len(entries)} cards found in {sheet.photos} photo{'s' * (sheet.photos != 1)}"]
    for first in range(0, len(CARDS), 4):
        words = []
        for card in CARDS[first : first + 4]:
            entry = by_card.get(card)
            mark = "missing" if entry is None else f"{entry.number}{'?' if entry.doubtful else ''}"
            words.append(f"{card!s:>4} = {mark:<7}")
        title = name(f"month-{first // 4 + 1}")
        lines.append(f"  {''.join(words)} {title.ja} ({title.en})")
    again = [str(entry.number) for entry in entries if entry.again is not None]
    if again:
        lines.append(f"  other pictures of cards that were found: {' '.join(again)}")
    rest = [str(entry.number) for entry in entries if entry.card is None and entry.again is None]
    if rest:
        lines.append(f"  taken for no card: {' '.join(rest)}")
    under = [str(entry.number) for entry in by_card.values() if entry.covered and not entry.said]
    if under:
        lines.append(f"  something lies on {' '.join(under)}: take it away and add another photo")
    doubtful = sum(entry.doubtful for entry in by_card.values())
    if doubtful:
        lines.append(f"  {doubtful} marked with ? should be looked at; correct them with --card CARD=NUMBER")
    return "\n".join(lines)


def _says(args: Namespace) -> list[tuple[int, Any]]:
    from yakume.datasets.enroll.sheet import parse_says

    lines = args.answers.read_text(encoding="utf-8").splitlines() if args.answers else []
    return [parse_says(line) for line in [*lines, *args.card] if line.strip()]


def _find(args: Namespace) -> Any:
    from yakume.datasets.enroll.sheet import Sheet
    from yakume.models.reader import load_reader
    from yakume.vision.picture import load_picture

    from .read import find_pictures

    photos = [load_picture(path) for path in find_pictures(args.photos)]
    sheet, reader = Sheet(), load_reader(args.models)
    for photo in photos:
        sheet.add(photo, reader)
    return sheet


def _write_sheet(sheet: Any, path: Path) -> None:
    import cv2
    from yakume.datasets.enroll.sheet import contact_sheet

    _, data = cv2.imencode(".png", contact_sheet(sheet))
    path.write_bytes(data.tobytes())


def _confirmed(picture: Path, args: Namespace) -> bool:
    if args.yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError(
            f"look at {picture}, then run this again with --yes, or with --card CARD=NUMBER where it is wrong"
        )
    print(f"The cards in order are in {picture}.", file=sys.stderr)
    print("Are they right? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    print("Nothing was enrolled. Run this again with --card CARD=NUMBER for each card that is wrong.", file=sys.stderr)
    return False


def _train(name: str, pictures: Any, decks: Path, args: Namespace) -> int:
    import time

    from yakume.datasets.enroll.build import enroll

    started = time.perf_counter()
    with _Bar() as progress:
        card = enroll(name, pictures, decks, models=args.models, progress=progress)
    seconds = time.perf_counter() - started
    if args.json:
        print_json(_to_json(card) | {"folder": str(decks / name), "seconds": round(seconds, 1)})
        return 0
    print(f"{decks / name}: enrolled in {seconds:.0f} s")
    if card.cards < 48:
        print(f"  {card.cards} of 48 cards; the others are read as without an enrolled deck")
    print(f"  composed pictures of its cards read right: {card.right} of {card.checked}, before {card.right_before}")
    print(f"  use it: yakume serve --camera 0 --deck {name!r}")
    return 0


class _Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __enter__(self) -> Callable[[float], None]:
        from tqdm import tqdm

        self._bar = tqdm(total=100, desc="learning", unit="%", file=sys.stderr, disable=None)
        return self._show

    def _show(self, share: float) -> None:
        self._bar.update(100 * share - self._bar.n)

    def __exit__(self, *_: object) -> None:
        self._bar.close()


def _list(decks: Path, args: Namespace) -> int:
    from yakume.models.decks import enrolled, load_deck
    from yakume.models.decks import load_deck_card as load_card
    from yakume.models.registry import WEIGHTS, ModelError, checked_weights, deck_reader

    reader = checked_weights(deck_reader(args.models or WEIGHTS))[0].sha256
    rows: list[dict[str, Any]] = []
    for name in enrolled(decks):
        try:
            card = load_card(decks / name)
            load_deck(decks / name, reader)
            rows.append(_to_json(card) | {"trouble": ""})
        except ModelError as error:
            rows.append({"name": name, "trouble": str(error)})
    if args.json:
        print_json(rows)
        return 0
    for row in rows:
        print(f"{row['name']}: {row['trouble'] or '{right} of {checked} composed pictures read right'.format(**row)}")
    if not rows:
        print(f"no deck is enrolled in {decks}")
    return 0


def _to_json(card: Any) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(card)


COMMAND = Command(
    "enroll",
    "learn the cards of your own deck from photographs of it",
    "yakume enroll deck.jpg --name mine",
    add_arguments,
    run,
)

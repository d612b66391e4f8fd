"""The report of `yakume evaluate --report`: one HTML file with everything in it, a section a set.

What is shown is put together here, how it is shown stands in `page.html` and `page.css`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from yakume.vision.picture import Image, load_picture

from .calibration import Reliability, card_reliability, face_reliability
from .cases import draw_case, draw_picture, draw_places, to_data_url, worst_cases
from .charts import confusion_svg, reliability_svg
from .metrics import Judged, Scores, Slice, by_size, by_visibility, confusions, score
from .report import Evaluation, slice_title
from .tables import TableEvaluation, find_table

MOST_PICTURES = 12
"""Whole pictures shown of a set, those with the most errors first."""

MOST_PLACES = 18
"""Places shown of a recorded table, those that were wrong the longest first."""

KINDS = {
    "misread": ("Read wrongly", "green: the true card; orange: what was told"),
    "false": ("No card there", "purple: what was told"),
    "missed": ("Not found", "red: the true card"),
}

FOLDER = Path(__file__).parent

Result = Evaluation | TableEvaluation
Shown = dict[str, Any]
"""What the template is given of one part of the page."""


def report_page(results: Sequence[Result], models: Iterable[tuple[str, str]], made_by: str) -> str:
    """The whole report as HTML that needs no other file.

    Args:
        models: name and SHA-256 of each model that read.
        made_by: the command that makes the report again.
    """
    templates = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    templates.filters["share"] = _share
    sets = [
        _overview(result) | (_of_set(result) if isinstance(result, Evaluation) else _of_table(result))
        for result in results
    ]
    style = (FOLDER / "page.css").read_text(encoding="utf-8")
    return templates.get_template("page.html").render(sets=sets, models=list(models), made_by=made_by, style=style)


def result_name(result: Result) -> str:
    """The short name of a set."""
    return result.labelled.name if isinstance(result, Evaluation) else result.folder.name


def result_score(result: Result) -> Scores:
    """The figures of a set; of a recorded table those after voting."""
    return result.total if isinstance(result, Evaluation) else result.voted_score


def result_judged(result: Result) -> tuple[Judged, ...]:
    """Its pictures; of a recorded table those after voting."""
    return result.judged if isinstance(result, Evaluation) else result.voted


def _overview(result: Result) -> Shown:
    scores, judged = result_score(result), result_judged(result)
    shares = (scores.recall, scores.precision, scores.face_accuracy, scores.f1, face_reliability(judged).ece)
    return {
        "name": result_name(result),
        "sha256": result.sha256,
        "overview": [scores.pictures, scores.cards, *map(_share, shares)],
        "by_size": _slices(by_size(judged), "px"),
        "confusions": _confusions(judged),
    }


def _of_set(result: Evaluation) -> Shown:
    scores = result.total
    ms = sorted(d + r for d, r in zip(result.detect_ms, result.read_ms, strict=True))
    pictures, shown = _pictures(result)
    return {
        "is_table": False,
        "path": result.labelled.path,
        "total": scores,
        "tiles": [
            ("F1", _share(scores.f1)),
            ("recall", _share(scores.recall)),
            ("precision", _share(scores.precision)),
            ("face accuracy", _share(scores.face_accuracy)),
            ("pictures all right", f"{scores.exact_pictures} of {scores.pictures}"),
            ("false cards", str(scores.false)),
            ("ms a picture, median", f"{ms[len(ms) // 2]:.0f}"),
        ],
        "by_visibility": _slices(by_visibility(result.judged), "%"),
        "reliability": [
            _reliability(face_reliability(result.judged), "faces of matched cards"),
            _reliability(card_reliability(result.judged), "certainty that there is a card"),
        ],
        "cases": _cases(result),
        "pictures": pictures,
        "pictures_shown": shown,
    }


def _of_table(result: TableEvaluation) -> Shown:
    whole = max(sum(result.lost.values()), 1)
    return {
        "is_table": True,
        "path": result.folder,
        "about": ", ".join(
            f"{key} {value}" for key, value in result.about.items() if key in ("ruleset", "players", "deals", "seed")
        ),
        "scores": [
            {
                "name": name,
                "counts": [s.cards, s.found, s.read_right, s.false],
                "shares": [_share(share, 4) for share in (s.recall, s.precision, s.face_accuracy)],
            }
            for name, s in (("single pictures", result.single_score), ("after voting", result.voted_score))
        ],
        "lost": [(why, n / whole) for why, n in result.lost.items()],
        "events": [line.strip() for line in result.events.to_lines()],
        "places": _places(result),
    }


def _places(result: TableEvaluation) -> list[Shown]:
    failures = result.failures()[:MOST_PLACES]
    truth = find_table(result.folder)
    if not failures or truth is None:
        return []
    video = truth.with_name(truth.name.replace(".truth.jsonl", ".mp4"))
    tiles = draw_places(video, [(failure["first"], tuple(failure["at"])) for failure in failures])
    shown = []
    for failure, tile in zip(failures, tiles, strict=True):
        answer = "not found" if failure["read"] is None else f"read as {failure['read']}"
        words = f"{failure['face']} {answer} in {failure['pictures']} pictures from frame {failure['first']} on"
        shown.append(_picture(tile, words))
    return shown


def _slices(rows: Sequence[Slice], unit: str) -> list[Shown]:
    rows = [row for row in rows if row.cards or row.false]
    errors = max(sum(row.errors for row in rows), 1)
    return [
        {
            "title": slice_title(row, unit),
            "counts": [row.cards, row.found, row.read_right, row.false],
            "shares": [row.recall, row.face_accuracy, row.errors / errors],
        }
        for row in rows
    ]


def _reliability(answers: Reliability, what: str) -> Shown:
    ece = "no answers" if answers.ece is None else f"ECE {answers.ece:.3f}, {answers.count} answers"
    return {"svg": reliability_svg(answers, what), "words": f"{what}: {ece}"}


def _confusions(judged: Sequence[Judged]) -> Shown:
    wrong = sorted(confusions(judged).items(), key=lambda item: -item[1])
    most = ", ".join(f"{truth} as {read}" + f" ×{n}" * (n > 1) for (truth, read), n in wrong[:12])
    words = f"Most often: {most}." if most else "No card that was found was misread."
    return {"svg": confusion_svg(judged), "words": words}


def _cases(result: Evaluation) -> list[Shown]:
    found = worst_cases(result.labelled.pictures, result.judged)
    drawn: dict[int, Shown] = {}
    for path in sorted({case.picture.path for cases in found.values() for case in cases}):
        image = load_picture(path)  # each picture is loaded once, and no two at a time
        for case in (case for cases in found.values() for case in cases):
            if case.picture.path == path:
                drawn[id(case)] = _picture(draw_case(image, case), case.caption, case.picture.name)
    return [
        {"title": KINDS[kind][0], "key": KINDS[kind][1], "pictures": [drawn[id(case)] for case in cases]}
        for kind, cases in found.items()
        if cases
    ]


def _pictures(result: Evaluation) -> tuple[list[Shown], str]:
    """Whole pictures, and which of all they are."""
    pairs = list(zip(result.labelled.pictures, result.judged, strict=True))
    pairs.sort(key=lambda pair: (-_errors(pair[1]), pair[1].name))
    shown = []
    for picture, judged in pairs[:MOST_PICTURES]:
        scores = score([judged])
        words = f"{picture.name}: {scores.read_right} of {scores.cards} cards right, {scores.false} false"
        shown.append(_picture(draw_picture(load_picture(picture.path), judged), words))
    return shown, "all" if len(shown) == len(pairs) else f"the {len(shown)} with the most errors"


def _picture(image: Image, *lines: str) -> Shown:
    return {"url": to_data_url(image), "lines": lines}


def _errors(judged: Judged) -> int:
    return len(judged.false) + sum(not match.face_right for match in judged.matches)


def _share(value: float | None, places: int = 3) -> str:
    return "–" if value is None else f"{value:.{places}f}"

"""The report of `yakume evaluate --report`: one HTML file with everything in it, a section a set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from yakume.vision.picture import load_picture

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

STYLE = files("yakume.datasets.evaluation").joinpath("page.css")

Result = Evaluation | TableEvaluation


def report_page(results: Sequence[Result], models: Iterable[tuple[str, str]], made_by: str) -> str:
    """The whole report as HTML that needs no other file.

    Args:
        models: name and SHA-256 of each model that read.
        made_by: the command that makes the report again.
    """
    rows = "".join(_overview_row(number, result) for number, result in enumerate(results))
    head = _head("set", "pictures", "cards", "recall", "precision", "face accuracy", "F1", "ECE of faces", "hash")
    used = "".join(f"<tr><td>{escape(name)}</td><td><code>{sha}</code></td></tr>" for name, sha in models)
    sections = "".join(
        _set_section(number, result) if isinstance(result, Evaluation) else _table_section(number, result)
        for number, result in enumerate(results)
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<title>yakume: how well are cards read?</title>"
        f"<style>{STYLE.read_text(encoding='utf-8')}</style></head><body><h1>How well are cards read?</h1>"
        '<p class="soft">Cards at least half visible; a box counts at IoU ≥ 0.5; F1 asks for box and face together. '
        "Of a recorded table: what the pipeline told after voting.</p>"
        f'<div class="wide"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>'
        f"<h3>Models</h3><div class='wide'><table><tbody>{used}</tbody></table></div>"
        f'<p class="soft">Made by <code>{escape(made_by)}</code></p>{sections}</body></html>\n'
    )


def result_name(result: Result) -> str:
    """The short name of a set."""
    return result.labelled.name if isinstance(result, Evaluation) else result.folder.name


def result_score(result: Result) -> Scores:
    """The figures of a set; of a recorded table those after voting."""
    return result.total if isinstance(result, Evaluation) else result.voted_score


def result_judged(result: Result) -> tuple[Judged, ...]:
    """Its pictures; of a recorded table those after voting."""
    return result.judged if isinstance(result, Evaluation) else result.voted


def _overview_row(number: int, result: Result) -> str:
    scores = result_score(result)
    ece = face_reliability(result_judged(result)).ece
    shares = (scores.recall, scores.precision, scores.face_accuracy, scores.f1, ece)
    return (
        f'<tr><td><a href="#set{number}">{escape(result_name(result))}</a></td>'
        + "".join(f'<td class="n">{value}</td>' for value in (scores.pictures, scores.cards, *map(_share, shares)))
        + f"<td><code>{result.sha256[:16]}</code></td></tr>"
    )


def _set_section(number: int, result: Evaluation) -> str:
    scores = result.total
    faces, cards = face_reliability(result.judged), card_reliability(result.judged)
    ms = sorted(d + r for d, r in zip(result.detect_ms, result.read_ms, strict=True))
    tiles = _tiles(
        [
            ("F1", _share(scores.f1)),
            ("recall", _share(scores.recall)),
            ("precision", _share(scores.precision)),
            ("face accuracy", _share(scores.face_accuracy)),
            ("pictures all right", f"{scores.exact_pictures} of {scores.pictures}"),
            ("false cards", str(scores.false)),
            ("ms a picture, median", f"{ms[len(ms) // 2]:.0f}"),
        ]
    )
    return (
        f'<section id="set{number}"><h2>{escape(result_name(result))}</h2>'
        f'<p class="soft"><code>{escape(str(result.labelled.path))}</code>, {scores.cards} cards in {scores.pictures} '
        f"pictures, and {scores.hidden} cards less than half visible ({scores.hidden_found} found, "
        f"{scores.hidden_read_right} read right); set <code>{result.sha256}</code></p>{tiles}"
        + _slices("By size", "long side, px", by_size(result.judged), "px")
        + _slices("By visibility", "visible", by_visibility(result.judged), "%")
        + "<h3>Are the probabilities true?</h3>"
        + '<p class="soft">Blue: the share that was right; orange: the probability told. They should meet.</p>'
        + f'<div class="charts">{_reliability(faces, "faces of matched cards")}'
        + f"{_reliability(cards, 'certainty that there is a card')}</div>"
        + _confusions(result.judged)
        + _cases(result)
        + _pictures(result)
        + "</section>"
    )


def _table_section(number: int, result: TableEvaluation) -> str:
    head = _head("", "cards", "found", "right", "false", "recall", "precision", "face accuracy")
    rows = "".join(
        f"<tr><td>{name}</td>"
        + "".join(f'<td class="n">{n}</td>' for n in (s.cards, s.found, s.read_right, s.false))
        + "".join(f'<td class="n">{_share(v, 4)}</td>' for v in (s.recall, s.precision, s.face_accuracy))
        + "</tr>"
        for name, s in (("single pictures", result.single_score), ("after voting", result.voted_score))
    )
    whole = max(sum(result.lost.values()), 1)
    lost = "".join(f"<tr><td>{escape(why)}</td>{_meter(n / whole)}</tr>" for why, n in result.lost.items())
    about = ", ".join(
        f"{key} {value}" for key, value in result.about.items() if key in ("ruleset", "players", "deals", "seed")
    )
    events = "<br>".join(escape(line.strip()) for line in result.events.to_lines())
    return (
        f'<section id="set{number}"><h2>{escape(result_name(result))}</h2>'
        f'<p class="soft"><code>{escape(str(result.folder))}</code>, a recorded table: {escape(about)}; '
        f"set <code>{result.sha256}</code></p>"
        f'<div class="wide"><table><thead>{head}</thead><tbody>{rows}</tbody></table></div>'
        f"<h3>Cards face up on the table</h3><table><tbody>{lost}</tbody></table>"
        f"<h3>What the referee booked</h3><p>{events}</p>"
        + _slices("By size, after voting", "long side, px", by_size(result.voted), "px")
        + _table_cases(result)
        + _confusions(result.voted)
        + "</section>"
    )


def _table_cases(result: TableEvaluation) -> str:
    failures = result.failures()[:MOST_PLACES]
    truth = find_table(result.folder)
    if not failures or truth is None:
        return ""
    video = truth.with_name(truth.name.replace(".truth.jsonl", ".mp4"))
    tiles = draw_places(video, [(failure["first"], tuple(failure["at"])) for failure in failures])
    figures = []
    for failure, tile in zip(failures, tiles, strict=True):
        answer = "not found" if failure["read"] is None else f"read as {failure['read']}"
        words = f"{failure['face']} {answer} in {failure['pictures']} pictures from frame {failure['first']} on"
        image = f'<img src="{to_data_url(tile)}" alt="{escape(words)}" loading="lazy">'
        figures.append(f"<figure>{image}<figcaption>{escape(words)}</figcaption></figure>")
    return f'<h3>Wrong after voting, the longest</h3><div class="sheet">{"".join(figures)}</div>'


def _slices(title: str, first: str, rows: Sequence[Slice], unit: str) -> str:
    rows = [row for row in rows if row.cards or row.false]
    errors = max(sum(row.errors for row in rows), 1)
    body = "".join(
        f"<tr><td>{slice_title(row, unit)}</td>"
        + "".join(f'<td class="n">{n}</td>' for n in (row.cards, row.found, row.read_right, row.false))
        + f"{_meter(row.recall)}{_meter(row.face_accuracy)}{_meter(row.errors / errors)}</tr>"
        for row in rows
    )
    head = _head(first, "cards", "found", "right", "false", "recall", "face accuracy", "share of errors")
    return f'<h3>{title}</h3><div class="wide"><table><thead>{head}</thead><tbody>{body}</tbody></table></div>'


def _reliability(answers: Reliability, what: str) -> str:
    ece = "no answers" if answers.ece is None else f"ECE {answers.ece:.3f}, {answers.count} answers"
    return f"<figure>{reliability_svg(answers, what)}<figcaption>{what}: {ece}</figcaption></figure>"


def _confusions(judged: Sequence[Judged]) -> str:
    wrong = sorted(confusions(judged).items(), key=lambda item: -item[1])
    most = ", ".join(f"{truth} as {read}" + f" ×{n}" * (n > 1) for (truth, read), n in wrong[:12])
    words = f"Most often: {most}." if most else "No card that was found was misread."
    return (
        f'<h3>What is taken for what</h3><p class="soft">Rows: true faces; columns: what was read. {words}</p>'
        f'<div class="wide">{confusion_svg(judged)}</div>'
    )


def _cases(result: Evaluation) -> str:
    found = worst_cases(result.labelled.pictures, result.judged)
    by_picture = sorted({case.picture.path for cases in found.values() for case in cases})
    tiles: dict[int, str] = {}
    for path in by_picture:  # each picture is loaded once, and no two at a time
        image = load_picture(path)
        for case in (case for cases in found.values() for case in cases):
            if case.picture.path == path:
                tiles[id(case)] = to_data_url(draw_case(image, case))
    parts = []
    for kind, cases in found.items():
        title, key = KINDS[kind]
        figures = "".join(
            f'<figure><img src="{tiles[id(case)]}" alt="{escape(case.caption)}" loading="lazy">'
            f"<figcaption>{escape(case.caption)}<br>{escape(case.picture.name)}</figcaption></figure>"
            for case in cases
        )
        if cases:
            parts.append(f'<h3>{title}, the worst</h3><p class="soft">{key}</p><div class="sheet">{figures}</div>')
    return "".join(parts)


def _pictures(result: Evaluation) -> str:
    pairs = list(zip(result.labelled.pictures, result.judged, strict=True))
    pairs.sort(key=lambda pair: (-_errors(pair[1]), pair[1].name))
    figures = []
    for picture, judged in pairs[:MOST_PICTURES]:
        scores = score([judged])
        words = f"{picture.name}: {scores.read_right} of {scores.cards} cards right, {scores.false} false"
        url = to_data_url(draw_picture(load_picture(picture.path), judged))
        caption = f"<figcaption>{escape(words)}</figcaption>"
        figures.append(f'<figure><img src="{url}" alt="{escape(words)}" loading="lazy">{caption}</figure>')
    key = "".join(
        f'<i style="background: var(--{colour})"></i>{name}'
        for colour, name in (("right", "right"), ("wrong", "true > read"), ("miss", "not found"), ("false", "no card"))
    )
    shown = "all" if len(figures) == len(pairs) else f"the {len(figures)} with the most errors"
    return (
        f'<h3>Whole pictures: {shown}</h3><p class="soft key">{key}</p><div class="pictures">{"".join(figures)}</div>'
    )


def _errors(judged: Judged) -> int:
    return len(judged.false) + sum(not match.face_right for match in judged.matches)


def _tiles(figures: Iterable[tuple[str, str]]) -> str:
    tiles = "".join(f'<div class="tile"><b>{value}</b><span>{name}</span></div>' for name, value in figures)
    return f'<div class="tiles">{tiles}</div>'


def _meter(share: float | None) -> str:
    if share is None:
        return '<td class="n">–</td>'
    return f'<td>{share:.3f}<span class="meter"><i style="width: {share:.1%}"></i></span></td>'


def _head(*names: str) -> str:
    return "<tr>" + "".join(f'<th scope="col">{name}</th>' for name in names) + "</tr>"


def _share(value: float | None, places: int = 3) -> str:
    return "–" if value is None else f"{value:.{places}f}"

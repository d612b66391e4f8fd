"""Matches looked at: exported whole, as a sheet, as a picture; figures of players; a deal move by move."""

from __future__ import annotations

import json
from collections import Counter
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from yakume.engine import find_ruleset
from yakume.engine.names import name
from yakume.engine.sheet import sheet_of
from yakume.engine.sheet_text import to_csv, to_text

from ..added_turns import read_draft
from ..chart import scores_svg
from ..deps import DeskDep, StoreDep
from ..errors import ApiError
from ..half_turns import played, read_kept
from ..review import Scene, Statistics, day_of, half_turns_csv, match_of, months_svg, scenes_of
from ..schemas import PlayerOut, ReplayOut, SceneOut, StatisticsOut, WordsOut, YakuCount
from ..sheet_page import to_html
from ..text.telling import FOLLOWED, NO_STATISTICS, STATISTICS
from ..told import entry_out, words_out
from ..view import result_of
from .turns import Draft

router = APIRouter(prefix="/api")

Lang = Literal["ja", "en"]
Kind = Literal["json", "csv", "html", "txt", "svg"]

MEDIA = {
    "json": "application/json",
    "csv": "text/csv",
    "html": "text/html",
    "txt": "text/plain",
    "svg": "image/svg+xml",
}


EXPORT_FORMAT = 2
"""Raised when an exported log has another shape; format 1, without its number, had no half-turns."""


@router.get("/matches/{match}/export.{kind}")
def export(store: StoreDep, match: str, kind: Kind, lang: Lang = "ja") -> Response:
    """A match to keep: its whole log and the half-turns of its deals as they were followed (json), its written sheet
    (csv, which has all half-turns below, html, txt), or its scores as a picture (svg)."""
    state, rows = match_of(store, match)
    day = day_of(rows[0].at_ms)
    if kind == "json":
        log = [{"seq": row.seq, "at_ms": row.at_ms, "event": row.event} for row in rows]
        told = {"format": EXPORT_FORMAT, "match": match, "day": day, "scores": state.scores, "result": result_of(state)}
        told |= {"log": log, "half_turns": {deal: plays for deal, plays in store.followed(match).items() if deal > 0}}
        text = json.dumps(told, ensure_ascii=False, indent=1)
    elif kind == "svg":
        text = scores_svg(sheet_of(state), day, lang)
    elif kind == "html":
        text = to_html(sheet_of(state), lang, day)
    else:
        written = sheet_of(state)
        sheet = to_csv(written, lang) + half_turns_csv(state, read_kept(store.followed(match)), lang)
        text = to_text(written, lang) if kind == "txt" else "\ufeff" + sheet
    headers = {"Cache-Control": "no-store"}
    if kind in ("json", "csv"):
        headers["Content-Disposition"] = f'attachment; filename="yakume-{day}-{match[-6:]}.{kind}"'
    return Response(text, media_type=f"{MEDIA[kind]}; charset=utf-8", headers=headers)


@router.get("/statistics")
def statistics(request: Request, store: StoreDep) -> StatisticsOut:
    """What everybody has done in each game, over the matches that are not deleted."""
    counted: Statistics = request.app.state.statistics
    games = Counter(match.game for match in counted.matches(store))
    players = []
    for (player, game), figures in sorted(
        counted.of(store).items(), key=lambda each: (-games[each[0][1]], each[0][1], -each[1].total, each[0])
    ):
        often = [
            YakuCount(rule=rule, ja=name(rule).ja, en=name(rule).en, count=count)
            for rule, count in figures.yaku.most_common(5)
        ]
        term = name(game)
        players.append(
            PlayerOut(
                player=player,
                game=WordsOut(ja=term.ja, en=term.en),
                ruleset=game,
                in_kan=find_ruleset(game).sheet.in_kan,
                below_zero=find_ruleset(game).below_zero,
                price=find_ruleset(game).price,
                matches=figures.matches,
                finished=figures.finished,
                won=figures.won,
                deals=figures.deals,
                total=figures.total,
                mean=figures.in_deals / figures.deals if figures.deals else 0.0,
                best=figures.best,
                yaku=often,
            )
        )
    return StatisticsOut(players=players, how=words_out(STATISTICS if players else NO_STATISTICS))


@router.get("/statistics/{ruleset}.svg")
def months(request: Request, store: StoreDep, ruleset: str, lang: Lang = "ja", narrow: bool = False) -> Response:
    """The totals of a game's players from match to match; `narrow` is arranged for a phone.

    Raises: EngineError if there is no such game, ApiError 404 if nobody played it.
    """
    counted: Statistics = request.app.state.statistics
    picture = months_svg(counted.matches(store), find_ruleset(ruleset), lang, narrow=narrow)
    return Response(picture, media_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": "no-store"})


@router.get("/replay/{deal}")
def replay(desk: DeskDep, deal: Annotated[int, Path(ge=1, le=10_000)], draft: Draft = "") -> ReplayOut:
    """One deal of the match on the page, scene by scene; with `draft` as it would be with its half-turns put right so.

    Raises: EngineError for a draft that cannot be played, ApiError 404 if there is no such deal.
    """
    match = desk.match()
    log, how = match.log, played(match, deal, desk.followed(deal))
    plays = how.plays if how else desk.followed(deal)
    scenes = scenes_of(log, deal, read_draft(how.base, draft) if how and draft else plays)
    if not scenes:
        raise ApiError(404, "no_such_deal", f"there is no deal {deal} in this match")
    told = [_scene(scene, desk.picture_of(scene.seq) is not None) for scene in scenes]
    return ReplayOut(
        deal=deal, seq=len(log), decides=bool(how and how.decides), followed=words_out(FOLLOWED), scenes=told
    )


@router.get("/events/{seq}/picture.jpg")
def picture(desk: DeskDep, seq: Annotated[int, Path(ge=1)]) -> Response:
    """What the camera saw when event `seq` was booked, while it is remembered."""
    jpeg = desk.picture_of(seq)
    if jpeg is None:
        raise ApiError(404, "no_picture", f"no picture is remembered of event {seq}")
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": "no-store"})


def _scene(scene: Scene, pictured: bool) -> SceneOut:
    return SceneOut(
        ja=scene.what.ja,
        en=scene.what.en,
        seq=scene.seq,
        pictured=pictured,
        card=None if scene.card is None else str(scene.card),
        field=[str(card) for card in scene.field],
        captures=[[str(card) for card in pile] for pile in scene.captures],
        shown=[[str(card) for card in pile] for pile in scene.shown],
        scores=list(scene.scores),
        entries=[entry_out(entry) for entry in scene.entries],
        rule=scene.rule,
        turn=scene.turn,
    )

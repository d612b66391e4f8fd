"""A deal that is missing in the history: told step by step like one that runs, and put in as one."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel
from yakume.engine import EngineError
from yakume.engine.events import to_json
from yakume.engine.names import name

from .. import wire
from ..deps import DeskDep
from ..errors import refused
from ..preview import preview
from ..schemas import AskMissing, DeclarationsOut, PreviewOut, WordsOut
from ..store import Conflict
from ..text.missing import HOW, PARTLY, say_title
from ..told import declarations_out, drafted, preview_out, words_out

router = APIRouter(prefix="/api")


class MissingOut(BaseModel):
    """A missing deal as far as it is told."""

    dealer: int
    """Who dealt it."""
    dealers: list[int]
    """Who may have: where there are several, it can be said."""
    told: list[WordsOut]
    title: WordsOut
    how: WordsOut
    role: WordsOut
    partly: WordsOut
    """What a page says: above it, of it, beside who dealt it, and beside the switch that says that nobody knows the
    whole field."""
    now: DeclarationsOut
    """What may be told next."""
    result: PreviewOut | None
    """What putting it in would change, once it has ended."""
    refusal: wire.Refusal | None
    """Why it cannot be put in, though it has ended."""


@router.post("/missing")
def missing(desk: DeskDep, command: AskMissing) -> MissingOut:
    """What was told of a deal that is missing in the history, and what may be told next; nothing is booked.

    Raises: EngineError where no deal can be missing there, or for what the rules do not allow.
    """
    if command.seq != desk.seq:
        raise Conflict(desk.match_id or "", command.seq, desk.seq)
    match = desk.match()
    found = drafted(match, command.missing)
    result = refusal = None
    try:
        whole = found.whole()
        if whole is not None:
            result = preview_out(preview(match, [whole]), [to_json(whole)])
    except EngineError as error:
        refusal = refused(error)
    role = name(match.game.roles[0])
    now = declarations_out(found.state, len(match.log), missing=True)
    return MissingOut(
        dealer=found.state.deal.dealer if found.events and found.state.deal else found.base.dealer,
        dealers=list(found.dealers),
        told=[words_out(said) for said in found.told()],
        title=words_out(say_title(found.base.played + 1)),
        how=words_out(HOW),
        role=WordsOut(ja=role.ja, en=role.en),
        partly=words_out(PARTLY),
        now=now.model_copy(update={"start": None}) if found.events else now,
        result=result,
        refusal=refusal,
    )

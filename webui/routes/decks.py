"""Enrolling a deck: its photographs, what the cards on them are, the learning, and which deck is read with."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from ..deps import DeskDep, EnrolmentDep
from ..errors import ApiError
from ..schemas import LearnDeck, NameFound, UseDeck

router = APIRouter(prefix="/api/decks")


@router.get("")
def decks(enrolment: EnrolmentDep) -> dict[str, Any]:
    """The enrolled decks, the draft of the next one, and how its learning goes."""
    return enrolment.status()


@router.post("/photo", status_code=201)
async def add_photo(request: Request, enrolment: EnrolmentDep) -> dict[str, Any]:
    """Find the cards of a deck in one more photograph, sent as the body: JPEG, PNG or WebP."""
    data = await request.body()
    return await run_in_threadpool(enrolment.add, data)


@router.post("/frame", status_code=201)
def add_frame(desk: DeskDep, enrolment: EnrolmentDep) -> dict[str, Any]:
    """The same with what the camera sees now."""
    picture = desk.picture(None)
    if picture is None:
        raise ApiError(404, "no_picture", "there is no picture from the camera yet")
    return enrolment.add(picture[1])


@router.get("/found/{number}.jpg")
def found(enrolment: EnrolmentDep, number: Annotated[int, Path(ge=1)]) -> Response:
    """One found card, upright."""
    return Response(enrolment.picture(number), media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@router.post("/found")
def name_found(enrolment: EnrolmentDep, command: NameFound) -> dict[str, Any]:
    """Say what a found card is."""
    return enrolment.say(command.number, command.card)


@router.delete("/draft")
def clear(enrolment: EnrolmentDep) -> dict[str, Any]:
    """Forget the photographs and begin anew."""
    return enrolment.clear()


@router.post("/learn", status_code=202)
def learn(enrolment: EnrolmentDep, command: LearnDeck) -> dict[str, Any]:
    """Learn the deck as it was found and corrected; how that goes is told on the stream (`decks`)."""
    return enrolment.learn(command.name, replace=command.replace)


@router.post("/use")
def use(enrolment: EnrolmentDep, command: UseDeck) -> dict[str, Any]:
    """Read with a deck from now on, or with none."""
    return enrolment.use(command.name)

"""Enrolling a deck: its photographs, what the cards on them are, the learning, and which deck is read with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from .. import wire
from ..deps import DeskDep, EnrollmentDep, UploadsDep
from ..errors import ApiError
from ..schemas import LearnDeck, NameFound, Px, UseDeck

router = APIRouter(prefix="/api/decks")


@router.get("")
def decks(enrollment: EnrollmentDep) -> wire.Decks:
    """The enrolled decks, the draft of the next one, and how its learning goes."""
    return enrollment.status()


@router.post("/photo", status_code=201)
async def add_photo(request: Request, enrollment: EnrollmentDep, uploads: UploadsDep) -> wire.Decks:
    """Find the cards of a deck in one more photograph, sent as the body: JPEG, PNG or WebP."""
    return await uploads.take(request, enrollment.add)


@router.post("/frame", status_code=201)
def add_frame(desk: DeskDep, enrollment: EnrollmentDep) -> wire.Decks:
    """The same with what the camera sees now."""
    picture = desk.picture(None)
    if picture is None:
        raise ApiError(404, "no_picture", "there is no picture from the camera yet")
    return enrollment.add(picture[1])


@router.post("/missed", status_code=201)
async def add_missed(
    request: Request,
    enrollment: EnrollmentDep,
    uploads: UploadsDep,
    card: str,
    quad: Annotated[list[Px], Query(min_length=8, max_length=8)],
) -> wire.Decks:
    """A card that was missed on a photograph, sent as the body: which one, and its four corners in px."""
    return await uploads.take(request, lambda data: enrollment.add_missed(data, card, quad))


@router.get("/found/{number}.jpg")
def found(enrollment: EnrollmentDep, number: Annotated[int, Path(ge=1)]) -> Response:
    """One found card, upright."""
    return Response(enrollment.picture(number), media_type="image/jpeg", headers={"Cache-Control": "no-store"})


@router.post("/found")
def name_found(enrollment: EnrollmentDep, command: NameFound) -> wire.Decks:
    """Say what a found card is."""
    return enrollment.say(command.number, command.card)


@router.delete("/draft")
def clear(enrollment: EnrollmentDep) -> wire.Decks:
    """Forget the photographs and begin anew."""
    return enrollment.clear()


@router.post("/learn", status_code=202)
def learn(enrollment: EnrollmentDep, command: LearnDeck) -> wire.Decks:
    """Learn the deck as it was found and corrected; how that goes is told on the stream (`decks`)."""
    return enrollment.learn(command.name, replace=command.replace, incomplete=command.incomplete)


@router.delete("/learn")
def stop_learning(enrollment: EnrollmentDep) -> wire.Decks:
    """Give up the learning; the photographs and what was corrected stay."""
    return enrollment.stop()


@router.post("/use")
def use(enrollment: EnrollmentDep, command: UseDeck) -> wire.Decks:
    """Read with a deck from now on, or with none."""
    return enrollment.use(command.name)

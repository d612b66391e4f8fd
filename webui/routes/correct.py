"""What people say of the picture: what a card is, where one was missed, and whether that is kept to learn from."""

from __future__ import annotations

from fastapi import APIRouter

from .. import wire
from ..deps import DeskDep
from ..schemas import AddCard, FixCard, KeepSamples, PlaceCard

router = APIRouter(prefix="/api")


@router.post("/cards")
def fix_card(desk: DeskDep, command: FixCard) -> wire.Told:
    """Say what a card in the picture really is."""
    return desk.fix_card(command.seq, command.track, command.card)


@router.post("/cards/add", status_code=201)
def add_card(desk: DeskDep, command: AddCard) -> wire.Told:
    """Say that a card lies where none was found."""
    return desk.add_card(command.seq, command.quad, command.card)


@router.post("/cards/place")
def place_card(desk: DeskDep, command: PlaceCard) -> wire.Told:
    """Say where a card lies, or that it lies nowhere."""
    return desk.place_card(command.seq, command.card, command.to, command.instead)


@router.get("/samples")
def samples(desk: DeskDep) -> wire.Samples:
    """Whether pictures that people correct are kept, where they lie and how many there are."""
    return desk.samples()


@router.post("/samples")
def keep_samples(desk: DeskDep, command: KeepSamples) -> wire.Samples:
    """Begin or end keeping them."""
    return desk.keep_samples(command.on)


@router.delete("/samples")
def clear_samples(desk: DeskDep) -> wire.Samples:
    """Delete those that were kept."""
    return desk.clear_samples()

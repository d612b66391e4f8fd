"""What is said of a picture that is not certain: of all of it, not of a single card, which is marked where it lies."""

from __future__ import annotations

from collections.abc import Sequence

from yakume.engine.names import name
from yakume.vision.observation import (
    CameraLost,
    CameraMoved,
    NoSight,
    Problem,
    TooMany,
    UnknownDeck,
    UpsideDown,
    ZoneGrew,
)
from yakume.vision.zones import Place

from .words import Words


def say_problem(problem: Problem, players: Sequence[str]) -> Words | None:
    """`problem` as the people at the table are told, by the names of `players`; None of one that a card shows."""
    match problem:
        case TooMany(face):
            card = name(str(face))
            return Words(
                f"{card.ja}が多すぎます。読み違いならその札を押して直し、別の組の札が混じっていれば取り除いてください",
                f"too many of: {card.en}. Tap the one that is misread, or take out the card of another deck",
            )
        case NoSight(why):
            if why == "dark":
                return Words(
                    "カメラの映像が真っ暗です。明かりとレンズの蓋を見てください",
                    "The picture is black: see to the light and the lens cap",
                )
            return Words(
                "カメラが覆われています。よけると続けます", "The camera is covered: it goes on when that is gone"
            )
        case UpsideDown():
            return Words(
                "カメラが逆さのようです。「卓を合わせる」で向きを変えてください",
                "The camera seems to hang upside down: turn the table around under “Fit the table”",
            )
        case UnknownDeck(unread):
            return Words(
                f"読めない札が{unread}枚あります。はじめて見る札なら「札を覚えさせる」で一度撮影してください",
                f"{unread} cards cannot be read. A deck I do not know? Photograph it, under “Enroll your deck”",
            )
        case CameraMoved():
            return Words("カメラが動きました。区画も合わせて動かしました", "The camera moved: the zones followed")
        case CameraLost():
            return Words(
                "カメラが動き、卓の場所が分かりません。「卓を合わせる」で角を合わせ直してください",
                "The camera moved and the table cannot be found: set its corners again under “Fit the table”",
            )
        case ZoneGrew(zone):
            seat = zone.seat or 0
            ja, en = (players[seat],) * 2 if seat < len(players) else (f"{seat + 1}番席", f"seat {seat + 1}")
            kind = ("取り札", "captures") if zone.place is Place.CAPTURES else ("公開札", "shown cards")
            return Words(
                f"{ja}の{kind[0]}の区画を、札の置かれる所まで広げました",
                f"The zone for the {kind[1]} of {en} has grown to where the cards are laid",
            )
        case _:
            return None

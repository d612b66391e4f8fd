"""What people say of the picture: what a card is, where one was missed, and which card they are asked about."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from yakume.engine import Card
from yakume.vision.observation import NO_CARD, Observation, Outline, Said, outline
from yakume.vision.referee.asking import Asked
from yakume.vision.referee.doubts import DoubtWatch
from yakume.vision.zones import FIELD, Zone

from ..errors import ApiError
from .additions import Additions

if TYPE_CHECKING:
    from yakume.vision.layout import TableLayout


class Corrections:
    """The newest frame as people see it; made anew for each match."""

    def __init__(self, said: MutableMapping[int, Said], seen: Observation | None = None) -> None:
        """`said`: track → what people said it is; shared with the referee, who judges by it and forgets the past."""
        self._said = said
        self._additions = Additions(said)
        self._doubts = DoubtWatch()
        self._moved: dict[int, Zone] = {}
        """Track → the zone to which people say it belongs, whatever the layout says of its place."""
        self.seen = seen

    @property
    def corrected(self) -> Observation | None:
        """The newest frame as people corrected it; None before the first."""
        return None if self.seen is None else self.seen.corrected(self._said)

    def with_added(self, observation: Observation) -> Observation:
        """`observation`, as the newest frame, with the cards that only people saw."""
        merged = self._additions.merge(observation)
        cards = tuple(replace(card, zone=self._moved.get(card.track, card.zone)) for card in merged.cards)
        self.seen = replace(merged, cards=cards)
        return self.seen

    def track_of(self, card: Card) -> int | None:
        """The card of the newest frame that is taken for `card`, by the reader or by people; None if none is."""
        seen = self.corrected
        found = [each.track for each in seen.cards if each.card == card and each.stable] if seen else []
        return found[0] if found else None

    def move(self, track: int, zone: Zone) -> None:
        """A person says that a card of the newest frame belongs to `zone`; that holds as long as it lies there."""
        self._moved[track] = zone
        if self.seen is not None:
            self.with_added(self.seen)

    def look_for_doubts(self, unread: int = 0) -> None:
        """Note which cards of the newest frame are in doubt; so many `unread` ones of the field are asked about
        otherwise."""
        if (corrected := self.corrected) is not None:
            self._doubts.observe(corrected)
            self._doubts.leave(FIELD, unread)

    def ask(self, deal: int) -> Asked | None:
        """Which card that cannot be read people are asked about."""
        return self._doubts.ask(deal)

    def name(self, track: int, said: Said) -> None:
        """A person says what a card of the newest frame is."""
        self._said[track] = said
        if self.seen is not None:
            self.with_added(self.seen)
        self.look_for_doubts()

    def check_track(self, track: int) -> None:
        """Raises: ApiError if there is no such card in the newest frame."""
        if self.seen is None or self.seen.card(track) is None:
            raise ApiError(404, "no_such_track", f"there is no card {track} in the picture")

    def add(self, quad: Sequence[tuple[float, float]], said: Said, layout: TableLayout) -> None:
        """A person says that a card nobody found lies at `quad`: px, clockwise from the card's own top-left.

        Raises: ApiError if there is no picture or `quad` is no outline of a card in it.
        """
        from yakume.vision.geometry import make_quad, quad_centre

        if self.seen is None or said is NO_CARD:
            raise ApiError(409, "no_picture", "there is no picture to which a card could be added")
        width, height = self.seen.size
        try:
            corners = make_quad(quad)
        except ValueError as error:
            raise ApiError(422, "bad_outline", str(error)) from None
        centre = quad_centre(corners)
        if not (0 <= centre[0] <= width and 0 <= centre[1] <= height):
            raise ApiError(422, "bad_outline", f"not in the picture of {width}×{height} px: {corners.tolist()}")
        zone = layout.zone_at(layout.homography((width, height)).to_mm(centre[None])[0])
        lying: Outline = outline(corners)
        self.name(self._additions.add(lying, zone, said), said)

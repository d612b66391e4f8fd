"""What is still asked about booked deals, what stands for cards that nobody could read, and how the table lay in the
running deal, written down so that a restart does not forget it.

The half-turns that were believed of booked deals are not kept here: after a restart an answer puts the deal right as it
was booked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from yakume.engine import CardSet, DealResult, DealStarted, DealVoided, Face, QuestionAnswered, State, TeyakuShown
from yakume.engine.events import Event, from_json, to_json
from yakume.engine.play import replay

from ..zones import Zone
from .answers import Answer
from .asking import Asked, Offer, answered, read_answer
from .brought import Brought
from .look import Look
from .lying import Lying
from .past import Given, Meaning, PastDeal
from .questions import Question
from .readings import Doubt
from .strays import Stray

Json = dict[str, Any]


def keep(past: PastDeal) -> Json:
    """Plain values of a deal that is still asked about."""
    asked = []
    for each, meanings in past.asked.values():
        offers = [
            {
                "answered": to_json(answered(each.question, offer.answer)),
                "p": offer.p,
                "events": _written(offer.events),
                "means": _meaning(meanings[offer.answer]),
            }
            for offer in each.answers
        ]
        given = past.given.get(each.question)
        said = None
        if given is not None:
            said = {"seq": given.seq, "answered": to_json(answered(each.question, given.answer))}
        asked.append({"offers": offers, "given": said})
    return {"seq": past.seq, "asked": asked}


def bring_back(state: State, kept: Mapping[str, Any]) -> PastDeal | None:
    """The deal that `keep` wrote down, in the match that stands at `state`; None if its end is not in the log.

    Raises: ValueError, LookupError, TypeError for what `keep` did not write.
    """
    seq = int(kept["seq"])
    ending = state.log[seq] if 0 < seq < len(state.log) else None
    if not isinstance(ending, DealResult | DealVoided):
        return None
    after = state.log[seq + 1] if seq + 1 < len(state.log) else None
    started = after if isinstance(after, DealStarted) else None
    past = PastDeal(replay(state.log[:seq]), seq, ending, None, started)
    for each in kept["asked"]:
        read = [(*_answered(offer), offer) for offer in each["offers"]]
        offers = tuple(Offer(answer, float(offer["p"]), _read(offer["events"])) for _, answer, offer in read)
        asked = Asked(read[0][0], offers)
        past.asked[asked.question] = asked, {answer: _read_meaning(offer["means"]) for _, answer, offer in read}
        if each["given"] is not None:
            past.given[asked.question] = Given(int(each["given"]["seq"]), _answered(each["given"])[1])
    past.note(state.log, len(state.log))
    return past


def keep_unfollowed(seq: int, event: Event) -> Json:
    """Plain values of what of a booked deal was not followed: `event` at place `seq` of the log."""
    return {"unfollowed": seq, "event": to_json(event)}


def read_unfollowed(kept: Mapping[str, Any]) -> tuple[int, Event] | None:
    """What `keep_unfollowed` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError
    otherwise."""
    if "unfollowed" not in kept:
        return None
    return int(kept["unfollowed"]), from_json(kept["event"])


def keep_asked(asked: Asked) -> Json:
    """Plain values of what is asked of the running deal."""
    offers = [
        {"answered": to_json(answered(asked.question, each.answer)), "p": each.p, "events": _written(each.events)}
        for each in asked.answers
    ]
    return {"asked_now": offers}


def read_asked(kept: Mapping[str, Any]) -> Asked | None:
    """What `keep_asked` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    if "asked_now" not in kept:
        return None
    read = [(*_answered(offer), offer) for offer in kept["asked_now"]]
    offers = tuple(Offer(answer, float(offer["p"]), _read(offer["events"])) for _, answer, offer in read)
    return Asked(read[0][0], offers)


def keep_over(laid_at: int, dealt: CardSet, after: CardSet) -> Json:
    """Plain values of a deal that starts at that place of the log with the field `dealt`, and had no end when the next
    one was laid as `after`."""
    return {"laid_at": laid_at, "dealt": str(dealt), "after": str(after)}


def read_over(kept: Mapping[str, Any]) -> tuple[int, CardSet, CardSet] | None:
    """What `keep_over` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    if "laid_at" not in kept:
        return None
    return int(kept["laid_at"]), CardSet.parse(kept["dealt"]), CardSet.parse(kept["after"])


def keep_next(laid: CardSet, *, played: bool) -> Json:
    """Plain values of the first field of the newest deal that was laid while the running one had no end, and whether it
    was played since."""
    return {"next_laid": str(laid), "played": played}


def read_next(kept: Mapping[str, Any]) -> tuple[CardSet, bool] | None:
    """What `keep_next` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    return (CardSet.parse(kept["next_laid"]), bool(kept["played"])) if "next_laid" in kept else None


def keep_left(lying: CardSet) -> Json:
    """Plain values of what the deal that ended last left lying on the field."""
    return {"left": str(lying)}


def read_left(kept: Mapping[str, Any]) -> CardSet | None:
    """What `keep_left` wrote down; None for what `keep` did. Raises: ValueError, TypeError otherwise."""
    return CardSet.parse(kept["left"]) if "left" in kept else None


def keep_glimpsed(lay: CardSet, *, lacked: bool) -> Json:
    """Plain values of a first field that lay there only for a moment, and whether one with a card or two fewer did."""
    return {"glimpsed": str(lay), "lacked": lacked}


def read_glimpsed(kept: Mapping[str, Any]) -> tuple[CardSet, bool] | None:
    """What `keep_glimpsed` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError."""
    return (CardSet.parse(kept["glimpsed"]), bool(kept["lacked"])) if "glimpsed" in kept else None


def keep_asked_first(laid: CardSet) -> Json:
    """Plain values of the first field of a deal about which something is asked before it begins."""
    return {"asked_first": str(laid)}


def read_asked_first(kept: Mapping[str, Any]) -> CardSet | None:
    """What `keep_asked_first` wrote down; None for what `keep` did. Raises: ValueError, TypeError otherwise."""
    return CardSet.parse(kept["asked_first"]) if "asked_first" in kept else None


def keep_unread(deal: int, seat: int, shown: int, faces: Iterable[Face]) -> Json:
    """Plain values of what lay among the cards that a seat shows, of the faces `shown`, and could not be told."""
    return {"deal": deal, "seat": seat, "shown": shown, "unread": [*faces]}


def read_unread(kept: Mapping[str, Any]) -> tuple[int, int, int, tuple[Face, ...]] | None:
    """What `keep_unread` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    if "unread" not in kept:
        return None
    return int(kept["deal"]), int(kept["seat"]), int(kept["shown"]), tuple(map(Face, kept["unread"]))


def keep_alone(deal: int, shown: TeyakuShown) -> Json:
    """Plain values of a hand yaku that was booked in that deal of the log without a question."""
    return {"deal": deal, "booked_alone": to_json(shown)}


def read_alone(kept: Mapping[str, Any]) -> tuple[int, TeyakuShown] | None:
    """What `keep_alone` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    if "booked_alone" not in kept:
        return None
    shown = from_json(kept["booked_alone"])
    if not isinstance(shown, TeyakuShown):
        raise ValueError(f"no hand yaku: {shown}")
    return int(kept["deal"]), shown


def keep_hand(
    deal: int, seat: int, shown: CardSet, asked: Asked, earlier: Iterable[Asked], first: Asked | None
) -> Json:
    """Plain values of what is asked of the cards `shown` that a seat showed in that deal of the log, of a hand that was
    taken back `earlier`, and of both, and of what was asked `first`, before anybody played."""
    hands = [keep_asked(each) for each in (asked, *earlier)]
    begun = {} if first is None else {"first_asked": keep_asked(first)}
    return {"deal": deal, "seat": seat, "hand": str(shown), "hands_asked": hands, **begun}


def read_hand(kept: Mapping[str, Any]) -> tuple[int, int, CardSet, Asked, tuple[Asked, ...], Asked | None] | None:
    """What `keep_hand` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    if "hands_asked" not in kept:
        return None
    asked, *earlier = filter(None, map(read_asked, kept["hands_asked"]))
    first = read_asked(kept["first_asked"]) if "first_asked" in kept else None
    return int(kept["deal"]), int(kept["seat"]), CardSet.parse(kept["hand"]), asked, tuple(earlier), first


def keep_guess(deal: int, guess: CardSet) -> Json:
    """Plain values of what stands for unread cards in the first field of the deal with that number in the log."""
    return {"deal": deal, "guess": str(guess)}


def read_guess(kept: Mapping[str, Any]) -> tuple[int, CardSet] | None:
    """What `keep_guess` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    return (int(kept["deal"]), CardSet.parse(kept["guess"])) if "guess" in kept else None


def keep_stood(first: CardSet, guess: CardSet) -> Json:
    """Plain values of what stood for unread cards in a first field before people said which they are."""
    return {"first": str(first), "stood": str(guess)}


def read_stood(kept: Mapping[str, Any]) -> tuple[CardSet, CardSet] | None:
    """What `keep_stood` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    return (CardSet.parse(kept["first"]), CardSet.parse(kept["stood"])) if "stood" in kept else None


def keep_stray(stray: Stray) -> Json:
    """Plain values of a thing on the table that is no card, or may be none."""
    zone, *lies, sure = stray
    return {"stray": lies, "zone": str(zone)} | ({} if sure else {"sure": False})


def read_stray(kept: Mapping[str, Any]) -> Stray | None:
    """What `keep_stray` wrote down; None for what `keep` did. Raises: ValueError, LookupError, TypeError otherwise."""
    if "stray" not in kept:
        return None
    x, y, reach, face = kept["stray"]
    return Stray(Zone.parse(kept["zone"]), float(x), float(y), float(reach), int(face), bool(kept.get("sure", True)))


def keep_look(look: Look) -> Json:
    """Plain values of a look."""
    return {
        "t_ms": look.t_ms,
        "there": _lying(look.there),
        "seen": _lying(look.seen),
        "came_ms": [list(each) for each in look.came_ms.items()],
        "left_ms": [list(each) for each in look.left_ms.items()],
        "rest": look.rest,
        "moving": sorted(map(str, look.moving)),
        "unread": look.unread,
        "doubts": [[*asdict(each).values()] for each in look.doubts],
        "again_ms": [list(each) for each in look.again_ms.items()],
        "hints": [[face, *hint] for face, hint in look.hints.items()],
        "back_ms": [[bit, *times] for bit, times in look.back_ms.items()],
        "arms_ms": list(look.arms_ms),
        "brought": [[face, *each] for face, each in look.brought.items()],
        "aside": look.aside,
        "reached": [[seat, *map(list, spans)] for seat, spans in look.reached.items()],
        "drawn": [list(span) for span in look.drawn],
        "laid": [[bit, *span] for bit, span in look.laid.items()],
        "brief": look.brief,
        "over": [[face, *span] for face, span in look.over.items()],
        "began_ms": look.began_ms,
    }


def read_look(kept: Mapping[str, Any]) -> Look:
    """What `keep_look` wrote down. Raises: ValueError, LookupError, TypeError otherwise."""
    return Look(
        int(kept["t_ms"]),
        _read_lying(kept["there"]),
        _read_lying(kept["seen"]),
        {int(bit): int(ms) for bit, ms in kept["came_ms"]},
        {int(bit): int(ms) for bit, ms in kept["left_ms"]},
        int(kept["rest"]),
        frozenset(map(Zone.parse, kept["moving"])),
        int(kept["unread"]),
        tuple(map(_read_doubt, kept.get("doubts", ()))),
        {int(face): int(ms) for face, ms in kept.get("again_ms", ())},
        {int(face): (float(cost), int(ms)) for face, cost, ms in kept.get("hints", ())},
        {int(bit): (int(left), int(back)) for bit, left, back in kept.get("back_ms", ())},
        tuple(map(int, kept.get("arms_ms", ()))),
        {
            int(face): Brought(int(from_ms), int(to_ms), bool(by_hand))
            for face, from_ms, to_ms, by_hand in kept.get("brought", ())
        },
        int(kept.get("aside", 0)),
        {
            int(seat): tuple((int(from_ms), int(to_ms)) for from_ms, to_ms in spans)
            for seat, *spans in kept.get("reached", ())
        },
        tuple((int(from_ms), int(to_ms)) for from_ms, to_ms in kept.get("drawn", ())),
        laid={int(bit): (int(from_ms), int(to_ms)) for bit, from_ms, to_ms in kept.get("laid", ())},
        brief=int(kept.get("brief", 0)),
        over={int(face): (int(from_ms), int(to_ms)) for face, from_ms, to_ms in kept.get("over", ())},
        began_ms=int(kept.get("began_ms", -1)),
    )


def _read_doubt(kept: Sequence[Any]) -> Doubt:
    track, place, face, readings, since_ms, seen = kept
    named = tuple((int(each), float(cost)) for each, cost in readings)
    return Doubt(int(track), int(place), None if face is None else int(face), named, int(since_ms), bool(seen))


def _lying(lying: Lying) -> list[Any]:
    return [lying.field, list(lying.captures), list(lying.shown), lying.outside]


def _read_lying(kept: Sequence[Any]) -> Lying:
    field, captures, shown, outside = kept
    return Lying(int(field), tuple(map(int, captures)), tuple(map(int, shown)), int(outside))


def _answered(kept: Mapping[str, Any]) -> tuple[Question, Answer]:
    event = from_json(kept["answered"])
    if not isinstance(event, QuestionAnswered):
        raise ValueError(f"not an answer: {event}")
    return read_answer(event)


def _meaning(meaning: Meaning) -> Json:
    told = {"told": _written(meaning.told), "put_right": _written(meaning.put_right)}
    return told | {"ending": to_json(meaning.ending) if meaning.ending else None, "fed": meaning.fed}


def _read_meaning(kept: Mapping[str, Any]) -> Meaning:
    ending = from_json(kept["ending"]) if kept["ending"] is not None else None
    if not isinstance(ending, DealResult | DealVoided | None):
        raise ValueError(f"not the end of a deal: {ending}")
    fed = kept["fed"]
    fed = None if fed is None else (int(fed[0]), tuple(map(str, fed[1])), int(fed[2]))
    return Meaning(_read(kept["told"]), _read(kept["put_right"]), ending, fed)


def _written(events: Iterable[Event]) -> list[Json]:
    return [to_json(event) for event in events]


def _read(events: Iterable[Json]) -> tuple[Event, ...]:
    return tuple(from_json(event) for event in events)

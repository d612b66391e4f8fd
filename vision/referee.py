"""From what lies on the table to what is booked: the referee of result mode.

It books by itself only what leaves no choice: a new deal is laid, a hand yaku is shown that can be but one, a deal is
over. Everything else is a question with ranked answers. It never sees frames: observations in, engine events out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from yakume.engine import (
    DECK,
    CardSet,
    DealResult,
    DealStarted,
    DealVoided,
    EngineError,
    Event,
    Phase,
    State,
    TeyakuShown,
    apply,
    draft_result,
    to_json,
)
from yakume.engine.events import Call, Happening, SetsMade, Tobikomi
from yakume.engine.flow import FLOWS
from yakume.engine.names import name
from yakume.engine.state import sets_of

from .claims import claims_showing, explains_all
from .feeding import FeedingWatch
from .memory import OnTable, Said, TableMemory
from .pairs import Piles, odd_months, with_forced, with_one_moved, with_unseen
from .questions import (
    NOT_FED,
    Answer,
    Question,
    accepts,
    accepts_all,
    ask_blank,
    ask_dive,
    ask_field,
    ask_hidden,
    ask_odd,
    ask_teyaku,
    cards_showing,
)

SETTLED_MS = 1_000
"""The table must lie unchanged for this long before anything is concluded from it."""

CLEARED_SHARE = 0.2
"""A new deal is only believed when at most this share of the captured cards is still seen among the captures."""

FIELD_MS = 2_000
"""Another first field than the booked one is asked about when it has lain there for so long."""

HIDDEN_MS = 5_000
"""Captures that have held one or three cards of a month for this long hold one that lies hidden: it is asked for."""

SAME_TURN = 4
"""Cards that may still be captured in the turn that completes a set: two from the hand, two from the deck. When more
are, play went on, and clearing the table does not say by itself that the set ended the deal."""

MOST_UNSEEN = 8
"""With more cards than these lying nowhere it is not asked where they lie: the deal was hardly played out."""

MOST_WAYS = 6
"""So many ways in which the captures may lie are offered as answers."""

FIELD, HAND = 6, 7
"""Cards laid on the field at the start of a deal, and dealt to each player; as many are turned."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What follows from an observation."""

    on_table: OnTable
    events: tuple[Event, ...] = ()
    """To be booked now, in order; the engine accepts them one after the other."""
    questions: tuple[Question, ...] = ()


class NotAsked(LookupError):
    """An answer to a question that is not open."""


@dataclass
class Referee:
    """Follows one match: make a new one for each.

    Feed it every observation in JSON form with the state after whatever was booked; book `Ruling.events` in order, show
    `Ruling.questions`, and when people answer one, book what `answer` returns.
    """

    seats: int
    memory: TableMemory = field(init=False)
    _calls: dict[int, Call] = field(default_factory=dict)
    """What people called, by seat, in the order in which they did."""
    _feeding: FeedingWatch = field(default_factory=FeedingWatch)
    _fed: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """Answered question of 法度 → (set, seat that fed it)."""
    _dived: dict[tuple[int, int], str] = field(default_factory=dict)
    """飛込み of (seat, month) → what people said of it: "none", "late", or the seat that fed it."""
    _hidden: dict[str, CardSet] = field(default_factory=dict)
    """Answered question for a hidden capture → the card, if there is one."""
    _told: set[str] = field(default_factory=set)
    """What was booked on this layout of the table: an event taken back is not booked again, unless people say it."""
    _answered: set[str] = field(default_factory=set)
    """Questions that people answered."""
    _said_of: str = ""
    """Zone of which people just said what lies there."""
    _deal: int = -1
    _phase: Phase | None = None
    """Of the match at the last observation."""
    _left: CardSet = field(default_factory=CardSet)
    """Field of the deal before, as long as most of it still lies there."""
    _laid: bool | None = None
    """Whether people just said of a field that it is a new deal's, between deals or with captured cards on it; None
    while the camera is to judge."""
    _completed_at: dict[int, int] = field(default_factory=dict)
    """Seat → how many cards were captured in all when its uncalled set was first seen."""
    _claims: dict[tuple[int, int, int], list[TeyakuShown]] = field(default_factory=dict)
    _questions: tuple[Question, ...] = ()

    def __post_init__(self) -> None:
        self.memory = TableMemory(self.seats)

    def fix(self, track: int, said: Said) -> None:
        """A person says what lies where a track is."""
        self.memory.fixes[track] = said

    def answer(self, question: str, answer: str) -> tuple[Event, ...]:
        """The events that an answer books. Raises: NotAsked."""
        for asked in self._questions:
            for each in asked.answers:
                if (asked.id, each.id) == (question, answer):
                    self._answered.add(question)
                    if self.is_declaration(question, answer):
                        self._take(question, answer)
                    self._questions = tuple(other for other in self._questions if other is not asked)
                    return each.events
        raise NotAsked(f"{question!r} with the answer {answer!r} is not asked")

    @staticmethod
    def is_declaration(question: str, answer: str) -> bool:
        """Whether an answer books nothing and counts for the whole deal: 下げ, 法度, 飛込み, a hidden capture."""
        return answer == "sage" or question.startswith(("fed:", "dive:", "hidden:"))

    def recall(self, question: str, answer: str, played: int) -> None:
        """Take up a declaration that was made before a restart, `played` deals in."""
        self._deal = played
        self._answered.add(question)
        self._take(question, answer)

    def withdraw(self, question: str) -> None:
        """Take back a declaration: it is asked again."""
        self._answered.discard(question)
        if question in self._hidden:
            for card in self._hidden.pop(question):
                self.memory.uncover(card)
        elif question.startswith("dive:"):
            self._dived.pop(_dive_of(question), None)
        elif self._fed.pop(question, None) is None:
            self._calls.pop(int(question.split(":")[1]), None)

    def reopen(self) -> None:
        """An event was taken back: whatever people answered is asked again where it matters, unless it is recalled."""
        self._answered.clear()
        for cards in self._hidden.values():
            for card in cards:
                self.memory.uncover(card)
        self._calls, self._fed, self._dived, self._hidden = {}, {}, {}, {}

    def again(self, state: State) -> Ruling:
        """What follows from the table as it was last known, where no camera will look at it again."""
        self._laid = False  # of a new deal's field people say so themselves
        ruling = self._judge(state, self.memory.table(), settled=True)
        self._laid = None
        return ruling

    def _take(self, question: str, answer: str) -> None:
        kind, seat, rules = question.split(":", 2)
        if kind == "call":
            self._calls[int(seat)] = "sage"
        elif kind == "dive":
            self._dived[_dive_of(question)] = answer
        elif kind == "hidden":
            self._hidden[question] = CardSet() if answer == "none" else CardSet.parse(answer)
            for card in self._hidden[question]:
                self.memory.cover(card, f"seat{seat}.captures")
        else:
            by = answer.removeprefix("seat")
            self._fed[question] = tuple((rule, int(by)) for rule in rules.split("+") if by != "none")

    def draft(
        self, state: State, captures: tuple[CardSet, ...], calls: tuple[tuple[int, Call], ...] = ()
    ) -> DealResult:
        """The result of the deal with these piles: what people said so far, then `calls`."""
        result = draft_result(state, captures, (*self._calls.items(), *calls))
        fed = [(int(question.split(":")[1]), pair) for question, pairs in self._fed.items() for pair in pairs]
        happenings = []
        for each in result.happenings:
            if isinstance(each, SetsMade) and not each.fed:
                made = dict(each.sets)
                pairs = tuple(pair for seat, pair in fed if seat == each.seat and pair[0] in made)
                each = replace(each, fed=pairs)
            happenings.append(each)
        for (seat, month), said in self._dived.items():
            if len(captures[seat].of_month(month)) == 4:
                lowered = [n for n, each in enumerate(happenings) if _lowers(each, seat)]
                at = lowered[-1] + 1 if said == "late" and lowered else 0
                happenings.insert(at, Tobikomi(seat, month, int(said[4:]) if said.startswith("seat") else None))
        return replace(result, happenings=tuple(happenings))

    def observe(self, observation: Mapping[str, Any], state: State | None) -> Ruling:
        """What follows from `observation` in a match that stands at `state`."""
        table = self.memory.observe(observation)
        return self._judge(state, table, self.memory.settled_ms() >= SETTLED_MS)

    def told(self, zone: str, cards: CardSet, state: State) -> Ruling:
        """What follows when people say, with a photograph or without, that `cards` lie in `zone`."""
        captured = self.memory.table().captured
        self._laid = zone == "field" and (state.phase is Phase.READY or bool(cards & captured))
        self._said_of = zone
        self.memory.place(zone, cards)
        ruling = self._judge(state, self.memory.table(), settled=True)
        self._laid, self._said_of = None, ""
        return ruling

    def _judge(self, state: State | None, table: OnTable, settled: bool) -> Ruling:
        if state is None or len(state.players) != self.seats:
            self._questions = ()
            return Ruling(table)
        self._look_for_leftovers(state, table)
        if state.played != self._deal:
            self._deal, self._calls, self._completed_at = state.played, {}, {}
            self._feeding, self._fed, self._dived, self._hidden = FeedingWatch(), {}, {}, {}
        if state.phase is not Phase.READY:
            self._feeding.observe(state, table)
        if state.phase is Phase.READY:
            events, questions = self._between_deals(state, table) if settled else ((), self._questions)
        else:
            # Hand yaku are shown and played from while hands are busy elsewhere: their own zone must be settled.
            events, questions = self._teyaku(state, table)
            if not events:
                events, more = self._within_deal(state, table) if settled else ((), self._other_questions())
                questions += more
        events = tuple(event for event in events if self._is_new(event, state))
        self._questions = tuple(asked for asked in questions if asked.id not in self._answered)
        return Ruling(self.memory.table(), events, self._questions)

    def _look_for_leftovers(self, state: State, table: OnTable) -> None:
        """What lies on the field when a deal ends is no new deal: with two in play, or when all drop out, it stays."""
        if state.phase is Phase.READY and self._phase not in (None, Phase.READY):
            # Where the captures are gone already, the next deal was laid before people said how the last one ended.
            cleared = bool(table.captured) and self.memory.visible_captures() <= CLEARED_SHARE * len(table.captured)
            self._left = CardSet() if cleared else table.field
        elif 2 * len(table.field & self._left) <= len(self._left):
            self._left = CardSet()
        self._phase = state.phase

    def _is_new(self, event: Event, state: State) -> bool:
        key = f"{state.played} {to_json(event)}"
        if key in self._told and not self._is_said(event):
            return False
        self._told.add(key)
        return True

    def _is_said(self, event: Event) -> bool:
        """Whether people just said what `event` follows from."""
        if isinstance(event, TeyakuShown):
            return self._said_of == f"seat{event.seat}.shown"
        return self._said_of == "field" if isinstance(event, DealStarted) else self._said_of.endswith(".captures")

    def _other_questions(self) -> tuple[Question, ...]:
        """What is asked beside hand yaku."""
        return tuple(asked for asked in self._questions if not asked.id.startswith("teyaku:"))

    # -- between deals ------------------------------------------------------------------------------------------

    def _between_deals(self, state: State, table: OnTable) -> tuple[tuple[Event, ...], tuple[Question, ...]]:
        """Six cards on the field and nothing captured: a new deal."""
        if not self._is_fresh_field(table):
            return (), ()
        self.memory.clear_captures()
        started = DealStarted(state.dealer, table.field)
        if accepts(state, started):
            return (started,), ()
        return (), tuple(asked for asked in (ask_blank(state, started),) if asked.answers)

    def _is_fresh_field(self, table: OnTable) -> bool:
        visible, captured = self.memory.visible_captures(), len(table.captured)
        if self._laid is not None:
            return len(table.field) == FIELD and self._laid
        if self._left:
            return False
        return len(table.field) == FIELD and visible <= CLEARED_SHARE * captured and (visible == 0 or captured > 0)

    # -- within a deal ------------------------------------------------------------------------------------------

    def _within_deal(self, state: State, table: OnTable) -> tuple[tuple[Event, ...], tuple[Question, ...]]:
        deal = state.deal
        assert deal is not None
        # The same six cards may come again: what counts is that the captures are gone.
        cleared = self._is_fresh_field(table) and bool(table.captured)
        seen, table = table, self._with_unseen(state, table, cleared)
        # With three in play every card is captured in the end; with two, the last field is left lying (COM-CAP-06).
        if len(deal.order) == 2:
            everything = len(table.captured) + len(table.field) == FIELD + 4 * HAND
        else:
            everything = table.captured == DECK
        calls = self._outstanding(state, table)
        for seat in calls:
            self._completed_at.setdefault(seat, len(table.captured))
        field = self._ask_field(state, table)
        if field:
            return (), field
        dives = self._ask_dives(state, table)
        if dives:
            # Whatever ends the deal pays them, too.
            return (), dives
        if everything and not calls:
            odd = self._ask_odd(state, table)
            return self._finish(state, table, ()) if odd is None or odd.id in self._answered else ((), (odd,))
        hidden = self._ask_hidden(state, table, cleared)
        if not cleared:
            return (), (*(self._ask_set(state, table, seat) for seat in calls), *hidden)
        # The next deal lies on the table, so this one was ended.
        questions = tuple(self._ask_set(state, table, seat) for seat in calls)
        # When a card that nobody saw captured completed the set, nobody knows.
        one = len(calls) == 1 and self._captured_since(calls[0], table) <= SAME_TURN
        one = one and seen.captures[calls[0]] == table.captures[calls[0]]
        # 法度 was asked about while the cards lay there; that nobody said so is an answer, unless it was seen.
        if one and (questions[0].id.startswith("call:") or questions[0].answers[0].id == "none"):
            return self._finish(state, table, ((calls[0], "agari"),))
        if calls:
            return (), questions
        return (), hidden or (self._ask_cleared(state, table),)

    def _ask_field(self, state: State, table: OnTable) -> tuple[Question, ...]:
        """Whether the field was booked wrongly: as long as nobody captured, what lies there is what was dealt."""
        waited = self.memory.unchanged_ms("field") >= FIELD_MS
        if table.captured or self.memory.visible_captures() or len(table.field) != FIELD or not waited:
            return ()
        question = ask_field(state, table.field)
        return () if question is None or question.id in self._answered else (question,)

    def _with_unseen(self, state: State, table: OnTable, cleared: bool) -> OnTable:
        """`table` with the cards that nobody saw captured where alone they can lie: COM-CAP-02 … COM-CAP-04 leave no
        pile with one or three cards of a month."""
        deal = state.deal
        assert deal is not None
        table = replace(table, captures=with_forced(table.captures, self._unseen(table, cleared)))
        unseen = DECK - table.captured
        played_out = cleared or not table.field
        if len(deal.order) == 2 or not played_out or not 0 < len(unseen) <= MOST_UNSEEN:
            return table
        ways = with_unseen(table.captures, unseen, deal.order, most=2)
        return replace(table, captures=ways[0]) if len(ways) == 1 else table

    def _unseen(self, table: OnTable, cleared: bool) -> CardSet:
        """What lies nowhere, unless hidden among the captures of this deal; a new field hides nothing of it."""
        unseen = DECK - table.captured
        for shown in () if cleared else (*table.shown, table.field):
            unseen -= shown
        return unseen

    def _teyaku(self, state: State, table: OnTable) -> tuple[tuple[Event, ...], tuple[Question, ...]]:
        deal = state.deal
        assert deal is not None
        if state.phase is not Phase.TEYAKU:
            return (), ()
        events: list[Event] = []
        questions: list[Question] = []
        for seat in deal.order:
            shown = table.shown[seat]
            # Shown cards are played from: what is left of them after the first turn says something else.
            if not shown or self.memory.unchanged_ms(f"seat{seat}.shown") < SETTLED_MS:
                continue
            if table.captures[seat] or any(claim.seat == seat for claim in deal.claims):
                continue
            claims = self._claims_showing(state, seat, shown)
            full = [claim for claim in claims if explains_all(claim, state)]
            undecided = self.memory.undecided(f"seat{seat}.shown", SETTLED_MS)
            if undecided is not None:
                # A card that cannot be told may make another hand yaku of it.
                more = self._claims_showing(state, seat, shown | cards_showing(undecided, table))
                full = [*(claim for claim in more if claim not in full and explains_all(claim, state)), *full]
            if len(full) == 1 and undecided is None:
                if accepts_all(state, (*events, full[0])):
                    events.append(full[0])
            elif full or claims:
                questions.append(ask_teyaku(state, seat, shown, full or claims))
        return tuple(events), tuple(questions)

    def _claims_showing(self, state: State, seat: int, shown: CardSet) -> list[TeyakuShown]:
        """`claims_showing`, not worked out again for every frame: hidden hands make it slow."""
        key = len(state.log), seat, shown.mask
        if key not in self._claims:
            self._claims = {known: claims for known, claims in self._claims.items() if known[0] == key[0]}
            self._claims[key] = claims_showing(state, seat, shown)
        return self._claims[key]

    def _outstanding(self, state: State, table: OnTable) -> list[int]:
        """Seats whose captures hold a set that was not called."""
        deal = state.deal
        assert deal is not None
        # すだおし and 八十 with the option never call within a deal; the draft then has no sets to offer.
        return [
            seat
            for seat in deal.order
            if seat not in self._calls
            and sets_of(state, seat, table.captures[seat], deal.made[seat])
            and self._settles(state, table, ((seat, "agari"),))
        ]

    def _captured_since(self, seat: int, table: OnTable) -> int:
        return len(table.captured) - self._completed_at[seat]

    def _settles(self, state: State, table: OnTable, calls: tuple[tuple[int, Call], ...]) -> bool:
        return accepts(state, self.draft(state, table.captures, calls))

    def _finish(
        self,
        state: State,
        table: OnTable,
        calls: tuple[tuple[int, Call], ...],
    ) -> tuple[tuple[Event, ...], tuple[Question, ...]]:
        """The deal is over: its result, and the next deal if that lies on the table already."""
        result = self.draft(state, table.captures, calls)
        try:
            after = apply(state, result)
        except EngineError:
            return (), (self._ask_cleared(state, table),)
        if not self._is_fresh_field(table):
            return (result,), ()
        self.memory.clear_captures()
        started = DealStarted(after.dealer, table.field)
        return (result, started) if after.phase is Phase.READY and accepts(after, started) else (result,), ()

    def _ask_dives(self, state: State, table: OnTable) -> tuple[Question, ...]:
        """What is to be said of a 飛込み before it is paid: who is liable for it where somebody can be."""
        deal, flow = state.deal, FLOWS[state.game.id]
        assert deal is not None
        if not (flow.tobikomi_liable or state.options.get("tobikomi_hatto")):
            return ()
        questions = []
        for dive in deal.dives:
            month = table.captures[dive.seat].of_month(dive.month)
            if dive.done or len(month) < 4 or (dive.seat, dive.month) in self._dived:
                continue
            rest = month - deal.exposed[dive.seat]
            fourth = next(iter(rest)) if len(rest) == 1 else None
            # What lay on the first field, or came from the deck, nobody fed.
            fed = fourth is None or (fourth not in deal.field and self._feeding.may_be_from_a_hand(fourth))
            lowered = [seat for seat, call in self._calls.items() if call == "sage" and seat != dive.seat]
            late = flow.tobikomi_liable and bool(lowered)
            if fed or late:
                by = self._feeding.laid_by(fourth, table) if fourth is not None else None
                questions.append(ask_dive(state, dive, fourth, by, may_be_late=late))
        return tuple(questions)

    def _ask_set(self, state: State, table: OnTable, seat: int) -> Question:
        """What is to be said of an uncalled set: first whether it was fed, if it may have been."""
        return self._ask_fed(state, table, seat) or self._ask_call(state, table, seat)

    def _ask_fed(self, state: State, table: OnTable, seat: int) -> Question | None:
        """Who put the card there that completed a set under 法度; None if nobody can have or people said it."""
        deal = state.deal
        assert deal is not None
        sets = [rule for rule, _ in sets_of(state, seat, table.captures[seat], deal.made[seat])]
        suspects = self._feeding.suspects(table, seat, sets)
        question = f"fed:{seat}:{'+'.join(suspects)}"
        if not suspects or question in self._fed:
            return None
        laid_by = {card: by for cards in suspects.values() for card, by in cards.items()}
        laid, likely = [name(str(card)) for card in sorted(laid_by)], set(laid_by.values()) - {None}
        names = [name(rule) for rule in suspects]
        player, others = state.players[seat], [other for other in deal.order if other != seat]
        no = Answer("none", *NOT_FED, 0.2 if likely else 0.5, ())
        who = [
            Answer(
                f"seat{other}",
                f"{state.players[other]}が手から出した",
                f"{state.players[other]} laid it",
                0.7 / len(likely) if other in likely else (0.1 if likely else 0.5) / len(others),
                (),
            )
            for other in others
        ]
        return Question(
            question,
            f"{player}の{'・'.join(each.ja for each in names)}は、手から場に出された"
            f"{'・'.join(each.ja for each in laid)}で出来ましたか（法度）？",
            f"Was {player}'s {' and '.join(each.en for each in names)} made with "
            f"{' or '.join(each.en for each in laid)}, laid on the field from a hand (feeding penalty)?",
            tuple(sorted((no, *who), key=lambda answer: -answer.p)),
            FLOWS[state.game.id].rules["hatto"],
        )

    def _ask_call(self, state: State, table: OnTable, seat: int) -> Question:
        deal = state.deal
        assert deal is not None
        sets = sets_of(state, seat, table.captures[seat], deal.made[seat])
        agari = self.draft(state, table.captures, ((seat, "agari"),))
        names = [name(rule) for rule, _ in sets]
        ja, en = "・".join(each.ja for each in names), " and ".join(each.en for each in names)
        player = state.players[seat]
        # Each turn that is played on makes it likelier that the player plays on.
        ends = 0.6 * 0.5 ** (max(self._captured_since(seat, table) - SAME_TURN, 0) / 4)
        answers = (
            Answer("agari", "上がり", "ends the deal (agari)", ends, (agari,)),
            Answer("sage", "下げ", "plays on (sage)", 1 - ends, ()),
        )
        return Question(
            f"call:{seat}:{'+'.join(rule for rule, _ in sets)}",
            f"{player}に{ja}ができました。",
            f"{player} has {en}.",
            tuple(sorted(answers, key=lambda answer: -answer.p)),
        )

    def _ask_hidden(self, state: State, table: OnTable, cleared: bool) -> tuple[Question, ...]:
        """Which card lies hidden among captures that hold one or three cards of a month; one question at a time."""
        deal = state.deal
        assert deal is not None
        unseen = self._unseen(table, cleared)
        for seat in deal.order:
            waited = cleared or self.memory.unchanged_ms(f"seat{seat}.captures") >= HIDDEN_MS
            for month in odd_months((table.captures[seat],)) if waited else ():
                pile = table.captures[seat].of_month(month)
                cards = unseen.of_month(month)
                question = f"hidden:{seat}:{pile.letters}"
                if not cards or question in self._answered:
                    continue
                left = cards & self.memory.left_field()
                return (ask_hidden(question, state.players[seat], pile, left, cards - left),)
        return ()

    def _ask_odd(self, state: State, table: OnTable) -> Question | None:
        """All is captured, but not by twos and fours of a month: a card was misread, or lies in a wrong pile."""
        deal = state.deal
        assert deal is not None
        months = odd_months(table.captures)
        if not months:
            return None
        answers = self._answers(state, table, with_one_moved(table.captures, deal.order, MOST_WAYS))
        result = self.draft(state, table.captures)
        if accepts(state, result):
            answers.append(Answer("seen", "見えたとおり", "they lie as they are seen", 0.1, (result,)))
        return ask_odd(state, table.captures, months, tuple(answers))

    def _answers(self, state: State, table: OnTable, ways: Sequence[Piles]) -> list[Answer]:
        """Answers that settle a deal that was played out with one of `ways` of lying captures; where that completes a
        set, whether it ended the deal is a part of the answer."""
        answers = []
        for way in ways:
            gained = [(seat, way[seat] - table.captures[seat]) for seat in range(self.seats)]
            key = ",".join(f"seat{seat}:{cards.letters}" for seat, cards in gained if cards)
            ja = "、".join(f"{cards} は{state.players[seat]}" for seat, cards in gained if cards)
            en = ", ".join(f"{state.players[seat]} has {cards}" for seat, cards in gained if cards)
            results = [(self.draft(state, way), key, ja, en)]
            for caller in self._outstanding(state, replace(table, captures=way))[:1]:
                agari = self.draft(state, way, ((caller, "agari"),))
                sage = self.draft(state, way, ((caller, "sage"),))
                results = [
                    (agari, f"{key}+agari", f"{ja}、上がり", f"{en} and ended the deal (agari)"),
                    (sage, f"{key}+sage", f"{ja}、下げ", f"{en} and played on (sage)"),
                ]
            answers += [
                Answer(key, ja, en, 0.9 / len(ways) / len(results), (result,))
                for result, key, ja, en in results
                if accepts(state, result)
            ]
        return sorted(answers, key=lambda answer: -answer.p)

    def _ask_cleared(self, state: State, table: OnTable) -> Question:
        """The table was cleared, and why cannot be seen: too few captures were, or a call is missing."""
        deal = state.deal
        assert deal is not None
        count, unseen = len(table.captured), DECK - table.captured
        ways: list[Piles] = []
        if len(deal.order) == 3 and len(unseen) <= MOST_UNSEEN:
            ways = with_unseen(table.captures, unseen, deal.order, MOST_WAYS)
        if not ways and len(unseen) <= 4:
            # Something was misread, too: all the cards nobody saw captured went to one player, as far as one can say.
            ways = [
                tuple(pile | unseen if seat == owner else pile for seat, pile in enumerate(table.captures))
                for owner in deal.order
            ]
        answers = self._answers(state, table, ways)
        if accepts(state, DealVoided()):
            answers.append(Answer("void", "この局は無効", "the deal does not count", 0.1, (DealVoided(),)))
        return Question(
            f"cleared:{state.played}:{count}",
            f"場が片付きましたが、取り札は{count}枚しか見えていません。",
            f"The table was cleared, but only {count} captured cards were seen.",
            tuple(answers),
        )


def _dive_of(question: str) -> tuple[int, int]:
    _, seat, month = question.split(":")
    return int(seat), int(month)


def _lowers(happening: Happening, for_seat: int) -> bool:
    """True if another player than `for_seat` plays on by `happening`."""
    return isinstance(happening, SetsMade) and happening.call == "sage" and happening.seat != for_seat

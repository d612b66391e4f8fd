"""Hand yaku, plays, completed sets and mishaps: the events of full mode between bidding and settlement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .capture import capture_choices
from .cards import Card, CardSet, Month
from .close import finish
from .errors import IllegalAction
from .events import (
    Cancelled,
    CardPlayed,
    CardTurned,
    DekiyakuCalled,
    Happening,
    HattoExempted,
    SageCancelled,
    SetsMade,
    TeyakuClosed,
    TeyakuShown,
    TeyakuVoided,
    Tobikomi,
    TwoTurned,
)
from .facts import End, Shown
from .flow import Moment, RuleIds
from .hatto import Waiting, is_exempt, threatened
from .ruleset import Ruleset
from .shown import shown_claim
from .state import PARTLY, Deal, Feed, Phase, ShownThree, State, UncalledSet, ends_in_hand, evolve, sets_of
from .yaku import SetRow

_PLAY = (Phase.HAND, Phase.DECK, Phase.LAST_CALL)


def _deal(state: State, phases: tuple[Phase, ...], refusal: str, rule: str, **gaps: object) -> Deal:
    """The running deal. Raises: IllegalAction with `refusal` if the match is not in one of `phases`."""
    if state.deal is None or state.phase not in phases:
        raise IllegalAction(refusal, rule, state, **gaps)
    return state.deal


def _in_play(state: State, deal: Deal, seat: int, rule: str) -> None:
    if seat not in deal.order:
        raise IllegalAction("seat {seat} is not in play", rule, state, seat=seat)


def _put(values: tuple[CardSet, ...], seat: int, value: CardSet) -> tuple[CardSet, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


# -- hand yaku ----------------------------------------------------------------------------------------------


def teyaku_shown(state: State, event: TeyakuShown) -> State:
    """A player announces a hand yaku; its price is due at once."""
    rule = state.game.rules.teyaku
    deal = _deal(state, (Phase.TEYAKU,), "announcing a hand yaku is not possible now", rule)
    seat = event.seat
    _in_play(state, deal, seat, rule)
    if any(claim.seat == seat for claim in deal.claims):
        raise IllegalAction("seat {seat} has already announced", rule, state, seat=seat)
    known = deal.hands[seat]
    room = deal.unseen if deal.hidden[seat] else CardSet()
    if not event.exposed <= known | room:
        raise IllegalAction(
            "seat {seat} cannot show {cards}", rule, state, seat=seat, cards=event.exposed - known - room
        )
    teyaku = shown_claim(state.game.id, state.options, event.parts, event.exposed, known, room)
    if teyaku is None:
        names = "".join(state.game.row(part).name for part in event.parts)
        sentence = "seat {seat} cannot claim {yaku} showing {cards}"
        if not names:
            sentence = "seat {seat} cannot claim nothing showing {cards}"
        raise IllegalAction(sentence, state.game.rules.claim, state, seat=seat, yaku=names, cards=event.exposed)
    told = event.exposed - known
    hidden = list(deal.hidden)
    hidden[seat] -= len(told)
    shown_threes = tuple(ShownThree(seat, int(month)) for month in teyaku)
    deal = replace(
        deal,
        hands=_put(deal.hands, seat, known | event.exposed),
        hidden=tuple(hidden),
        exposed=_put(deal.exposed, seat, event.exposed),
        shown=_put(deal.shown, seat, event.exposed),
        revealed=_put(deal.revealed, seat, known | event.exposed),
        claims=(*deal.claims, Shown(seat, tuple(state.game.row(part).id for part in event.parts))),
        shown_threes=(*deal.shown_threes, *shown_threes),
    )
    return evolve(state, deal=deal)


def teyaku_closed(state: State, event: TeyakuClosed) -> State:
    """Play begins, unless a 四三 ends the match (H3-SHISO-01, H88-TEYAKU-23) or a hand yaku the deal (KK-TEYAKU-00)."""
    deal = _deal(state, (Phase.TEYAKU,), "closing the announcements is not possible now", state.game.rules.teyaku)
    end = ends_in_hand(state, deal)
    return evolve(state, phase=Phase.HAND) if end is None else finish(evolve(state, deal=evolve(deal, end=end)))


def teyaku_voided(state: State, event: TeyakuVoided) -> State:
    """A wrong announcement is discovered: its price goes back, play goes on (H3-MISHAP-04)."""
    rule = state.game.rules.wrong
    deal = _deal(state, (Phase.TEYAKU, *_PLAY), "voiding a hand yaku is not possible now", rule)
    if not any(claim.seat == event.seat and not claim.void for claim in deal.claims):
        raise IllegalAction("seat {seat} has announced no hand yaku", rule, state, seat=event.seat)
    return evolve(state, deal=void_claim(deal, event.seat))


def void_claim(deal: Deal, seat: int) -> Deal:
    """The deal with a player's claim void; exposed cards stay exposed."""
    claims = tuple(replace(claim, void=claim.void or claim.seat == seat) for claim in deal.claims)
    return evolve(deal, claims=claims, shown_threes=tuple(three for three in deal.shown_threes if three.seat != seat))


# -- plays --------------------------------------------------------------------------------------------------


def card_played(state: State, event: CardPlayed) -> State:
    """A hand card: captures, or stays on the field (COM-TURN-01, H88-PLAY-01)."""
    flow = state.game.flow
    if state.phase is Phase.TEYAKU and state.deal is not None and ends_in_hand(state, state.deal) is None:
        state = evolve(state, phase=Phase.HAND)
    deal = _deal(state, (Phase.HAND,), "playing {card} is not possible now", "COM-TURN-01", card=event.card)
    seat = event.seat
    if seat != deal.player:
        raise IllegalAction(
            "seat {seat} cannot play, it is the turn of seat {other}",
            "COM-TURN-01",
            state,
            seat=seat,
            other=deal.player,
        )
    if deal.partly:
        raise IllegalAction("nobody knows the whole field that {card} is played to", PARTLY, state, card=event.card)
    if deal.waiting is not None:
        deal = _overlook(state, deal)
    known = event.card in deal.hands[seat]
    if not known and not (deal.hidden[seat] and event.card in deal.unseen):
        raise IllegalAction(
            "{card} is not in the hand of seat {seat}", "COM-TURN-01", state, card=event.card, seat=seat
        )
    _check_capture(state, deal, event.card, event.takes)
    before = deal
    hands, hidden, exposed = deal.hands, deal.hidden, deal.exposed
    card = CardSet.from_mask(1 << event.card)
    if known:
        hands = _put(hands, seat, hands[seat] - card)
        if event.card in exposed[seat]:
            exposed = _put(exposed, seat, exposed[seat] - card)
    else:
        hidden = (*hidden[:seat], hidden[seat] - 1, *hidden[seat + 1 :])
    deal = evolve(deal, hands=hands, hidden=hidden, exposed=exposed, completed=())
    deal = _capture(state, deal, seat, event.card, event.takes)
    if flow.hatto:
        deal = _watch_feeding(state, before, deal, event)
    if flow.moment in (Moment.AT_ONCE, Moment.UNTIL_TURN_END):
        deal = _look_for_sets(state, deal, seat)
    state = evolve(state, deal=deal, phase=Phase.DECK)
    return state if known else _recheck_claim(state, seat, event.card)


def card_turned(state: State, event: CardTurned) -> State:
    """The top card of the deck; the turn is over (COM-TURN-01)."""
    flow = state.game.flow
    deal = _deal(state, (Phase.DECK,), "turning {card} is not possible now", "COM-TURN-01", card=event.card)
    seat = event.seat
    if seat != deal.player:
        raise IllegalAction(
            "seat {seat} cannot turn a card, seat {other} does", "COM-TURN-01", state, seat=seat, other=deal.player
        )
    if deal.waiting is not None and flow.moment is Moment.AT_ONCE:
        deal = _overlook(state, deal)
    if event.card not in deal.unseen:
        raise IllegalAction("{card} cannot be in the deck", "COM-CARD-01", state, card=event.card)
    _check_capture(state, deal, event.card, event.takes)
    deal = _capture(state, deal, seat, event.card, event.takes)
    deal = _look_for_sets(state, deal, seat)
    deal = evolve(deal, turn=deal.turn + 1, completed=())
    if deal.turn < state.game.hand * len(deal.order):
        state = evolve(state, deal=deal, phase=Phase.HAND)
        if flow.one_lowerer and seat in deal.lowered and not deal.waiting and not deal.hand_size(seat):
            return _play_out(state)
        return state
    if deal.waiting is not None:
        return evolve(state, deal=deal, phase=Phase.LAST_CALL)
    return _play_out(evolve(state, deal=deal))


def _play_out(state: State) -> State:
    assert state.deal is not None
    return finish(evolve(state, deal=evolve(state.deal, end=End.PLAYED_OUT)))


def _check_capture(state: State, deal: Deal, card: Card, takes: CardSet) -> None:
    own = CardSet.from_mask(1 << card)
    mandatory = bool(state.options["capture_mandatory"])
    choices = capture_choices(deal.field, card, mandatory=mandatory)
    if (takes | own if takes else takes) in choices:
        return
    month = deal.field.of_month(card.month)
    rule = "COM-CAP-01" if not takes <= month else ("COM-CAP-04" if len(month) == 3 else "COM-CAP-05")
    if not takes:
        sentence = "{card} matches {field}, and must capture"
    elif month:
        sentence = "{card} cannot take '{cards}' of {field}"
    else:
        sentence = "{card} cannot take '{cards}': nothing of its month lies there"
    raise IllegalAction(sentence, rule, state, card=card, cards=takes, field=month)


def _capture(state: State, deal: Deal, seat: int, card: Card, takes: CardSet) -> Deal:
    """Move the cards, and note 飛込み and fed sets that this very capture completes."""
    own = CardSet.from_mask(1 << card)
    if not takes:
        return evolve(deal, field=deal.field | own)
    old = deal.piles[seat]
    new = old | takes | own
    completed = deal.completed
    for feed in deal.feeds:
        if feed.to == seat and takes.mask >> feed.card & 1:
            completed += tuple((rule, feed.by) for rule in feed.sets if _completes(state.game, rule, old, new))
    deal = evolve(deal, field=deal.field - takes, piles=_put(deal.piles, seat, new), completed=completed)
    for three in deal.shown_threes:
        if three.seat == seat and not three.done and len(new.of_month(three.month)) == 4:
            fed_by = three.fed_by if _feeds_tobikomi(state) else None
            deal = replace(
                deal,
                happenings=(*deal.happenings, Tobikomi(seat, three.month, fed_by)),
                shown_threes=tuple(replace(each, done=True) if each is three else each for each in deal.shown_threes),
            )
    return deal


def _completes(game: Ruleset, rule: str, old: CardSet, new: CardSet) -> bool:
    row = game.row(rule)
    assert isinstance(row, SetRow)
    return row.held(new) and not row.held(old)


def _look_for_sets(state: State, deal: Deal, seat: int) -> Deal:
    """A set that is new beside those already called waits for its call."""
    pile = deal.piles[seat]
    if state.game.flow.moment is Moment.NEVER or not any(row.held(pile) for row in state.game.dekiyaku):
        return deal
    worth = dict(deal.made[seat])
    standing = sets_of(evolve(state, deal=deal), seat, pile, deal.made[seat])
    sets = tuple((rule, value) for rule, value in standing if value > worth.get(rule, 0))
    if not sets:
        return deal
    earlier = deal.waiting.fed if deal.waiting else ()
    fed = tuple(
        (rule, feeder)
        for completed, feeder in (*earlier, *deal.completed)
        for rule, _ in sets
        if rule in _paid_for(state.game, completed)
    )
    return evolve(deal, waiting=UncalledSet(seat, sets, tuple(dict.fromkeys(fed))))


def _paid_for(game: Ruleset, rule: str) -> tuple[str, ...]:
    """What may be paid for a fed set: itself, or the set that counts in its place, as 五光 does for 四光."""
    return rule, *(row.id for row in game.dekiyaku if rule in row.replaces)


# -- 法度 ----------------------------------------------------------------------------------------------------


def _feeds_tobikomi(state: State) -> bool:
    flow = state.game.flow
    return flow.tobikomi_liable or bool(state.options.get("tobikomi_hatto"))


def _watch_feeding(state: State, before: Deal, deal: Deal, event: CardPlayed) -> Deal:
    """Note what this hand card does for others: 法度 (H3-HATTO-01, H88-HATTO-01) and 飛込み (H3-HATTO-06)."""
    feeds = []
    if _feeds_tobikomi(state) and deal.shown_threes:
        shown_threes = tuple(_watch_three(three, before, event) for three in deal.shown_threes)
        early = [three for three in deal.shown_threes if _is_held(three, before) and _feeds(three, before, event)]
        feeds += [Feed(event.card, event.seat, three.seat, (), before) for three in early]
        deal = evolve(deal, shown_threes=shown_threes)
    # The last card of a hand is excused (H3-HATTO-03, H88-HATTO-03).
    if not event.takes and before.hand_size(event.seat) > 1:
        captured = _all(deal.piles)
        shadow = str(state.options.get("hatto_shadow", "kimari_only"))
        for other in deal.order:
            # Fewer than two cards of a set are never one short.
            if other != event.seat and len(deal.piles[other]) >= 2:
                waiting = Waiting(deal.piles[other])
                rows = threatened(state.game.id, event.card, waiting, captured, shadow=shadow)
                if rows:
                    feeds.append(Feed(event.card, event.seat, other, tuple(row.id for row in rows), before))
    return evolve(deal, feeds=(*deal.feeds, *feeds)) if feeds else deal


def _all(sets: Iterable[CardSet]) -> CardSet:
    mask = 0
    for cards in sets:
        mask |= cards.mask
    return CardSet.from_mask(mask)


def _is_held(three: ShownThree, before: Deal) -> bool:
    """True if the declarer still holds all three and nothing of their month lies on the field."""
    month = Month(three.month)
    return len(before.hands[three.seat].of_month(month)) == 3 and not before.field.of_month(month)


def _feeds(three: ShownThree, before: Deal, event: CardPlayed) -> bool:
    """True if the fourth card is put onto the field, not as the last card, early or after a missed first one."""
    if event.card.month != three.month or event.takes or event.seat == three.seat or three.done:
        return False
    early = _is_held(three, before) and before.hand_size(event.seat) > 1
    return early or event.seat in three.missed_by


def _watch_three(three: ShownThree, before: Deal, event: CardPlayed) -> ShownThree:
    """The one with the fourth card must neither play it while all three are held nor leave the first lying."""
    if event.seat == three.seat or three.done or three.fed_by is not None:
        return three
    if event.card.month == three.month:
        return replace(three, fed_by=event.seat) if _feeds(three, before, event) else three
    # Whether this hand holds the fourth card may not be known yet; it shows when the card is played.
    month = Month(three.month)
    missed = len(before.hands[three.seat].of_month(month)) == 2 and len(before.field.of_month(month)) == 1
    return replace(three, missed_by=(*three.missed_by, event.seat)) if missed else three


def hatto_exempted(state: State, event: HattoExempted) -> State:
    """A shown hand proves that there was nothing else to play (H3-HATTO-03); a 飛込み paid before is re-settled."""
    rule = state.game.rules.exempt
    deal = _deal(state, _PLAY, "showing a hand against 法度 is not possible now", rule)
    seat, hand = event.seat, event.hand
    feeds = [feed for feed in deal.feeds if feed.by == seat and feed.card == event.card]
    if not feeds:
        raise IllegalAction("seat {seat} fed nothing with {card}", rule, state, seat=seat, card=event.card)
    before = feeds[0].before
    elsewhere = _all((before.field, *before.piles, *(deal.hands[other] for other in deal.order if other != seat)))
    # What is in the hand now and what has come out of it since must have been in it.
    known = before.hands[seat] | deal.hands[seat] | (deal.revealed[seat] - before.revealed[seat])
    if len(hand) != before.hand_size(seat) or event.card not in hand or not known <= hand or hand & elsewhere:
        raise IllegalAction("'{cards}' was not the hand of seat {seat}", rule, state, cards=hand, seat=seat)
    order = deal.order
    previous = order[(order.index(seat) - 1) % len(order)]
    others = [Waiting(before.piles[other], other == previous) for other in order if other != seat]
    shown_threes = {
        card: three.seat == previous
        for three in before.shown_threes
        for card in hand.of_month(three.month)
        if three.seat != seat and _is_held(three, before)
    }
    takes = any(before.field.of_month(card.month) for card in hand)
    captured = _all(before.piles)
    if takes or not is_exempt(state.game.id, event.card, hand, others, captured, shown=True, tobikomi=shown_threes):
        raise IllegalAction("the hand '{cards}' of seat {seat} had another card", rule, state, cards=hand, seat=seat)
    return evolve(state, deal=_excuse(state.game, deal, seat, feeds))


def _excuse(game: Ruleset, deal: Deal, seat: int, feeds: list[Feed]) -> Deal:
    """The deal as if these cards had fed nobody."""
    excused = {(feed.to, paid) for feed in feeds for rule in feed.sets for paid in _paid_for(game, rule)}
    divers = {(feed.to, Card(feed.card).month) for feed in feeds if not feed.sets}

    def without(maker: int, fed: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
        return tuple((rule, by) for rule, by in fed if by != seat or (maker, rule) not in excused)

    happenings: list[Happening] = []
    for each in deal.happenings:
        if isinstance(each, SetsMade):
            happenings.append(replace(each, fed=without(each.seat, each.fed)))
        elif isinstance(each, Tobikomi) and (each.seat, each.month) in divers and each.hatto_by == seat:
            happenings.append(replace(each, hatto_by=None))
        else:
            happenings.append(each)
    waiting = deal.waiting
    return evolve(
        deal,
        feeds=tuple(feed for feed in deal.feeds if feed not in feeds),
        waiting=waiting and replace(waiting, fed=without(waiting.seat, waiting.fed)),
        happenings=tuple(happenings),
        shown_threes=tuple(
            replace(three, fed_by=None) if (three.seat, three.month) in divers and three.fed_by == seat else three
            for three in deal.shown_threes
        ),
    )


def _recheck_claim(state: State, seat: int, card: Card) -> State:
    """A hidden card that was played must fit the announced hand yaku (DECL-RULE-02, H3-MISHAP-04)."""
    deal = state.deal
    assert deal is not None
    revealed = _put(deal.revealed, seat, deal.revealed[seat] | CardSet.from_mask(1 << card))
    state = evolve(state, deal=evolve(deal, revealed=revealed))
    claim = next((claim for claim in deal.claims if claim.seat == seat and not claim.void), None)
    if claim is None:
        return state
    room = deal.unseen if deal.hidden[seat] else CardSet()
    if shown_claim(state.game.id, state.options, claim.parts, deal.shown[seat], revealed[seat], room) is not None:
        return state
    old, then = deal.revealed[seat], deal.unseen | CardSet.from_mask(1 << card)
    if shown_claim(state.game.id, state.options, claim.parts, deal.shown[seat], old, then) is None:
        # Said before; a table that has not corrected it yet knows.
        return state
    names = "".join(state.game.row(part).name for part in claim.parts)
    problem = (state.game.rules.wrong, f"seat {seat} announced {names} and played {card}, which cannot both be")
    if state.game.flow.wrong_is_void:
        state = evolve(state, deal=void_claim(evolve(deal, revealed=revealed), seat))
    return evolve(state, problems=(*state.problems, problem))


# -- completed sets -----------------------------------------------------------------------------------------


def may_lower(state: State, deal: Deal, seat: int) -> bool:
    """True if the player of a completed set may play on (下げ)."""
    flow = state.game.flow
    if flow.last_card_ends and not deal.hand_size(seat):
        return False
    if flow.one_lowerer and any(other != seat for other in deal.lowered):
        return False
    if not flow.sage_needs_more:
        return True
    assert deal.waiting is not None
    # A further set must still be possible (H88-SAGE-02), with a card to make it with.
    if not deal.hand_size(seat) and state.phase is not Phase.DECK:
        return False
    mine, free = deal.piles[seat], CardSet()
    for other in deal.order:
        free |= deal.piles[other]
    reach = mine | (CardSet.from_mask((1 << 48) - 1) - free)
    called = dict((*deal.made[seat], *deal.waiting.sets))
    possible = sets_of(state, seat, reach, tuple(called.items()))
    return any(rule not in called for rule, _ in possible)


def _why_not(rules: RuleIds, deal: Deal, seat: int) -> str:
    """The rule that forbids a 下げ: with the last card (H3-SAGE-05), else the game's general one."""
    return rules.sage if deal.hand_size(seat) else rules.sage_last or rules.sage


def _call(state: State, deal: Deal, seat: int, call: str) -> Deal:
    """Record the call for the waiting set."""
    waiting = deal.waiting
    assert waiting is not None
    flow = state.game.flow
    made = dict(deal.made[seat]) | dict(waiting.sets)
    lowered = deal.lowered
    if flow.beaten_at == "made":
        lowered = tuple(other for other in lowered if other == seat)
    if call == "sage" and seat not in lowered:
        lowered += (seat,)
    happening = SetsMade(seat, waiting.sets, "agari" if call == "agari" else "sage", waiting.fed)
    return replace(
        deal,
        waiting=None,
        bound=None if deal.bound == seat else deal.bound,
        lowered=lowered,
        made=(*deal.made[:seat], tuple(made.items()), *deal.made[seat + 1 :]),
        happenings=(*deal.happenings, happening),
    )


def _overlook(state: State, deal: Deal) -> Deal:
    """Playing on without a word is 下げ (H80-SAGE-06, H88-SAGE-01, AMB-COM-02), where 下げ is possible."""
    assert deal.waiting is not None
    seat = deal.waiting.seat
    if not may_lower(state, deal, seat):
        raise IllegalAction(
            "the set of seat {seat} ends the deal", _why_not(state.game.rules, deal, seat), state, seat=seat
        )
    return _call(state, deal, seat, "sage")


def dekiyaku_called(state: State, event: DekiyakuCalled) -> State:
    """上がり ends the deal, 下げ plays on."""
    rule = state.game.rules.call
    deal = _deal(state, _PLAY, "calling {call} is not possible now", rule, call=event.call)
    if deal.waiting is None or deal.waiting.seat != event.seat:
        raise IllegalAction("seat {seat} has completed no set to call", rule, state, seat=event.seat)
    if event.call == "sage" and not may_lower(state, deal, event.seat):
        why = _why_not(state.game.rules, deal, event.seat)
        raise IllegalAction("seat {seat} cannot play on", why, state, seat=event.seat)
    deal = _call(state, deal, event.seat, event.call)
    if event.call == "agari":
        return finish(evolve(state, deal=evolve(deal, end=End.SET)))
    state = evolve(state, deal=deal)
    return _play_out(state) if state.phase is Phase.LAST_CALL else state


def may_cancel(state: State, deal: Deal) -> int | None:
    """Seat that may end the deal for half now (H3-SAGE-08, H88-SAGE-07); None if nobody."""
    flow = state.game.flow
    if not state.game.rules.cancel or state.phase is not Phase.HAND or deal.waiting or not deal.lowered:
        return None
    seat = deal.lowered[-1]
    if flow.cancel_any_turn:
        return None if deal.bound == seat else seat
    own_turn = seat == deal.player and deal.hand_size(seat) >= 2
    return seat if state.options["sage_cancel"] and own_turn else None


def sage_cancelled(state: State, event: SageCancelled) -> State:
    """The lowerer ends the deal for half."""
    rule = state.game.rules.cancel or state.game.rules.call
    deal = _deal(state, _PLAY, "cancelling a 下げ is not possible now", rule)
    if may_cancel(state, deal) != event.seat:
        raise IllegalAction("seat {seat} cannot cancel a 下げ", rule, state, seat=event.seat)
    happenings = (*deal.happenings, Cancelled(event.seat))
    return finish(evolve(state, deal=evolve(deal, happenings=happenings, end=End.CANCEL)))


def two_turned(state: State, event: TwoTurned) -> State:
    """A second deck card was seen while a set waits: forced 下げ, no cancel; else 上がり (H3-MISHAP-03)."""
    rule = state.game.rules.two_turned or state.game.rules.call
    deal = _deal(state, _PLAY, "a forced 下げ is not possible now", rule)
    if not state.game.rules.two_turned or deal.waiting is None or deal.waiting.seat != event.seat:
        raise IllegalAction("two turned cards change nothing for seat {seat}", rule, state, seat=event.seat)
    if not may_lower(state, deal, event.seat):
        # 下げ is impossible, so the set counts as 上がり (AMB-H3-12).
        return dekiyaku_called(state, DekiyakuCalled(event.seat, "agari"))
    deal = _call(state, deal, event.seat, "sage")
    return evolve(state, deal=evolve(deal, bound=event.seat))

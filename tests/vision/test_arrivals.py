"""Since when a card has lain there counts from when it was first seen, not from when it was first read."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from yakume.engine import CARDS, Face
from yakume.vision.referee.arrivals import GONE_MS, Arrivals
from yakume.vision.referee.kept import keep_look, read_look
from yakume.vision.referee.looks import LookKeeper, Sight
from yakume.vision.referee.position import GROUPS
from yakume.vision.zones import FIELD, Zone, captures_of


def came(*frames: list[Sight], every_ms: int = 200) -> dict[str, int]:
    """Face → since when it is told to be there, after these frames."""
    keeper = LookKeeper(2)
    for at, sights in enumerate(frames):
        keeper.observe(every_ms * at, sights)
    return {str(CARDS[bit].face): ms for bit, ms in keeper.look().came_ms.items()}


def seen(face: str, track: int | None, p: float = 0.9) -> Sight:
    return Sight(Face(face).index, FIELD, p, p > 0.5, track)


def test_a_card_that_was_in_sight_before_it_was_read_came_before_one_that_was_read_at_once() -> None:
    """The turned card lies there unread while the next player lays the card that takes it."""
    unread, read, other = seen("12k", 1, 0.2), seen("12k", 1), seen("12h", 2)
    assert came([], [unread], [unread, other], [read, other]) == {"12k": 200, "12h": 400}


@pytest.mark.parametrize("track", [1, None], ids=["same track", "no track"])
def test_a_card_laid_over_another_that_was_read_came_when_it_was_read(track: int | None) -> None:
    assert came([seen("8n", track)], [seen("8n", track, 0.3)], [seen("8k", track)])["8k"] == 400


def test_the_second_kasu_of_a_month_came_later_than_the_first() -> None:
    frames = [seen("3k", 1)], [seen("3k", 1)], [seen("3k", 1), seen("3k", 2, 0.1)], [seen("3k", 1), seen("3k", 2)]
    keeper = LookKeeper(2)
    for at, sights in enumerate(frames):
        keeper.observe(200 * at, sights)
    assert sorted(keeper.look().came_ms.values()) == [0, 400]


def test_a_track_that_was_not_seen_for_long_or_of_another_source_is_another_card() -> None:
    arrivals = Arrivals()
    for t_ms, told in ((0, 0), (1_000, 0), (1_000 + GONE_MS, 1_000 + GONE_MS), (500, 500)):
        arrivals.begin(t_ms)
        assert arrivals.note(7, 3) == told


def beside(face: str, track: int) -> Sight:
    return Sight(Face(face).index, captures_of(1), 0.7, False, track)


def test_what_was_taken_for_a_captured_card_did_not_come_before_the_card_is_laid() -> None:
    """A captured 10k looks like the 3h for a moment; then 2n is played, and 3h turned."""
    played = seen("2n", 2)
    frames = [beside("3h", 1)], [], [played], [played], [played, seen("3h", 3)]
    assert came(*frames) == {"2n": 400, "3h": 800}


def test_the_surest_of_more_cards_than_there_are_is_the_one_that_came() -> None:
    """A captured card looks like the 3h all the while; then 2n is played, and 3h turned."""
    taken, played = beside("3h", 1), seen("2n", 2)
    assert came([taken], [taken], [taken, played], [taken, played, seen("3h", 3)]) == {"2n": 400, "3h": 600}


@pytest.mark.parametrize(("track", "since"), [(1, 0), (2, 2_000)], ids=["under a hand", "another place"])
def test_a_card_that_was_nowhere_for_long_came_with_its_track(track: int, since: int) -> None:
    """What was misread for a moment lay elsewhere; a card that a hand covered lies where it lay."""
    assert came([seen("10n", 1)], *[[]] * 9, [seen("10n", track)])["10n"] == since


def test_what_is_misread_beside_the_field_for_a_frame_now_and_then_keeps_no_arrival() -> None:
    """A 5k was misread on the field; two other cards look like it for one frame each; then 2n is played, 5k turned."""
    played, misread = seen("2n", 3), [[seen("5k", 1)], *[[]] * 8, [beside("5k", 4)], *[[]] * 8, [beside("5k", 5)]]
    assert came(*misread, [played], [played, seen("5k", 6)]) == {"2n": 3_800, "5k": 4_000}


def test_what_is_carried_over_the_table_and_read_unsurely_did_not_come() -> None:
    """Fingers look like a 5k for two frames; then 2n is played, and 5k turned onto its twin, which hides it."""
    fingers = Sight(Face("5k").index, None, 0.6, False, 1)
    assert came([fingers], [fingers], [seen("2n", 3)]) == {"2n": 400}
    assert came([fingers], [replace(fingers, p=0.9)], [seen("2n", 3)]) == {"5k": 0, "2n": 400}


def test_a_card_that_is_pulled_in_came_when_it_was_laid() -> None:
    assert came([seen("10n", 1)], *[[]] * 9, [beside("10n", 2)])["10n"] == 0


def test_what_stays_beside_all_zones_and_never_counts_is_no_card_that_came() -> None:
    """A pattern of the cloth looks like a 2k at times; then 7n is played, and 2k turned."""
    pattern, played, turned = Sight(Face("2k").index, None, 0.6, False, 1), seen("7n", 2), seen("2k", 3)
    keeper = LookKeeper(2)
    frames = [[pattern]] * 16 + [[pattern, played]] * 3 + [[pattern, played, turned]] * 2
    for at, sights in enumerate(frames):
        keeper.observe(200 * at, sights)
    came_ms = keeper.look().came_ms
    second = Face("2k").cards.mask.bit_length() - 1
    assert {str(CARDS[bit].face): ms for bit, ms in came_ms.items()} == {"7n": 3_200, "2k": 3_800}
    assert second not in came_ms


def test_a_card_comes_by_itself_though_another_looks_like_it_and_there_are_no_more() -> None:
    """A captured card looks like an 8k when the first is laid; then 1k is played, and the second 8k turned."""
    taken, first, played = beside("8k", 1), seen("8k", 2), seen("1k", 3)
    keeper = LookKeeper(2)
    frames = [taken], [taken, first], [taken, first, played], *[[taken, first, played, seen("8k", 4)]] * 2
    for at, sights in enumerate(frames):
        keeper.observe(200 * at, sights)
    times = [ms for bit, ms in keeper.look().came_ms.items() if str(CARDS[bit].face) == "8k"]
    assert sorted(times) == [200, 600]


@pytest.mark.parametrize(
    ("between", "over_it", "track", "since"),
    [([], False, 3, 800), ([], True, 3, 0), ([("2k", 1, 0.9)], False, 1, 0), ([("2k", 5, 0.2)], False, 3, 0)],
    ids=["the field lay open", "an arm lay over it", "read as another", "something that cannot be read came"],
)
def test_what_is_missing_on_an_open_field_comes_when_it_is_seen_again(
    between: list[tuple[str, int, float]], over_it: bool, track: int, since: int
) -> None:
    """A 3k is seen beside an arm; then 2n is played, and a 3k turned."""
    keeper, played = LookKeeper(2), seen("2n", 2)
    lying = [seen(*each) for each in between]
    still = [each for each in lying if each.track != track]
    frames = [[seen("3k", 1)], lying, lying, [*lying, played], [*still, played, seen("3k", track)]]
    for at, sights in enumerate(frames):
        keeper.observe(200 * at, sights, frozenset({FIELD}) if over_it else frozenset())
    came_ms = {str(CARDS[bit].face): ms for bit, ms in keeper.look().came_ms.items()}
    assert came_ms["3k"] == since


@pytest.mark.parametrize(("by_px", "since"), [(2, 0), (40, 800)], ids=["where it lay", "elsewhere"])
def test_what_was_missing_comes_anew_but_not_where_it_lay(by_px: int, since: int) -> None:
    """八八, seed 1206: an arm lay still over a 7k while 11k was turned, and nothing told of it."""
    keeper, turned = LookKeeper(2), seen("11k", 2)

    def lying(track: int, at: float) -> Sight:
        return replace(seen("7k", track), quad=((at, 0), (at + 33, 0), (at + 33, 54), (at, 54)))

    frames = [[lying(1, 100)], [lying(1, 100)], [turned], [turned], [turned, lying(3, 100 + by_px)]]
    for at, sights in enumerate(frames):
        keeper.observe(200 * at, sights)
    came_ms = {str(CARDS[bit].face): ms for bit, ms in keeper.look().came_ms.items()}
    assert came_ms == {"7k": since, "11k": 400}


def test_the_twin_of_a_captured_card_that_is_hidden_came_when_it_was_laid() -> None:
    """二人, seed 1209: an arm hid the captured 12k while its twin was played, and left it again when 1k was turned."""
    keeper, played = LookKeeper(2), seen("12k", 2)
    taken = beside("12k", 3)
    frames = [[seen("12k", 1)], [seen("12k", 1)], [taken], [taken], [], [played], [played], [played, beside("12k", 4)]]
    for at, sights in enumerate([*frames, [played, beside("12k", 4)]]):
        keeper.observe(200 * at, sights)
    assert sorted(keeper.look().came_ms.values()) == [0, 1_000]


def test_a_card_that_is_pulled_in_under_an_arm_came_though_it_is_believed_to_lie_there_yet() -> None:
    """八十, seed 1201: 4n is played, 12k turned, and 4n glimpsed beside its place before its track is given up."""
    laid, turned, pulled = seen("4n", 1), seen("12k", 2), seen("4n", 3)
    assert came([laid], [laid, turned], [laid, turned, pulled]) == {"4n": 0, "12k": 200}


def test_a_card_that_is_laid_anew_came_then_though_what_was_taken_for_it_is_read_as_another_by_now() -> None:
    """三人, seed 1203: 8n looks like 12k as it is laid; then 12k is turned, and pushed to its place."""
    laid, turned = seen("8n", 1), seen("12k", 2)
    assert came([seen("12k", 1)], [laid], [laid], [laid, turned]) == {"8n": 200, "12k": 600}


@pytest.mark.parametrize(
    ("faces", "track", "since"),
    [(("7k",), 9, 600), (("7k",), 1, 0), (("7k", "4n", "9t"), 9, 0)],
    ids=["the next one", "pushed", "the table was knocked"],
)
def test_what_is_seen_elsewhere_under_an_arm_that_takes_captures_is_the_next_card(
    faces: tuple[str, ...], track: int, since: int
) -> None:
    """すだおし, seed 1210: a 7k was captured, and the other one turned at once; nothing told of it."""
    keeper = LookKeeper(2)

    def lying(at: int, track: int, by_px: float) -> Sight:
        x = 100.0 + 200 * at + by_px
        return replace(seen(faces[at], track + at), quad=((x, 0), (x + 33, 0), (x + 33, 54), (x, 54)))

    before = [lying(at, 1, 0) for at in range(len(faces))]
    after = [lying(at, track, 80) for at in range(len(faces))]
    for at, sights in enumerate([before, before, [], after, after]):
        keeper.observe(200 * at, sights, frozenset({FIELD}))
    came_ms = {str(CARDS[bit].face): ms for bit, ms in keeper.look().came_ms.items()}
    assert came_ms["7k"] == since


@pytest.mark.parametrize(("hidden", "lay", "since"), [(2, 4, 0), (9, 4, 0), (2, 2, 800), (9, 2, 2200)])
def test_the_one_card_of_its_face_that_lay_there_is_seen_elsewhere_as_an_arm_carries_it_on(
    hidden: int, lay: int, since: int
) -> None:
    """三人, seed 1226: 10t takes 10n, an arm hides both while 7t is turned, and 10t is seen beside its place as it
    is taken. What was read as 10t for a moment alone is another card."""
    keeper = LookKeeper(2)

    def lying(track: int, by_px: float) -> Sight:
        x = 100.0 + by_px
        return replace(seen("10t", track), quad=((x, 0), (x + 33, 0), (x + 33, 54), (x, 54)))

    for at, sights in enumerate([*[[lying(1, 0)]] * lay, *[[]] * hidden, [lying(2, 30)], [lying(2, 30)]]):
        keeper.observe(200 * at, sights, frozenset({FIELD}))
    assert list(keeper.look().came_ms.values()) == [since]


def test_the_one_card_of_its_face_that_is_carried_on_while_it_is_believed_to_lie_there_yet_is_no_other() -> None:
    """三人, seed 1226: 2n takes 2t, 8k is turned, and 2n is pulled in under the arm that hides its place."""
    laid, turned, pulled = seen("2n", 1), seen("8k", 2), seen("2n", 3, 0.95)
    assert came(*[[laid]] * 4, [laid, turned], *[[laid, turned, pulled]] * 3) == {"2n": 0, "8k": 800}


@pytest.mark.parametrize(("frames", "since"), [(1, 1_000), (2, 0)], ids=["glimpsed", "seen twice"])
def test_what_one_frame_showed_and_the_open_field_does_not_was_misread(frames: int, since: int) -> None:
    """八八, seed 1233: 4n was read for a frame, and turned four seconds later; meanwhile it counted as played then."""
    arrivals = Arrivals()
    bit, spot = Face("4n").cards.mask.bit_length() - 1, (100.0, 30.0, 8.0)
    for at in range(6):
        arrivals.begin(200 * at)
        if at < frames or at == 5:
            arrivals.note(1 if at < 5 else 2, Face("4n").index, spot=spot)
        arrivals.end(is_open=True)
        assert (bit in arrivals.told) == (frames == 2 or at < 2 or at == 5)
    assert arrivals.told[bit] == since


@pytest.mark.parametrize(
    ("by_px", "hidden_ms", "empty_ms", "since"),
    [
        (2, 6_000, -1, 0),
        (40, 6_000, -1, 6_400),
        (2, 17_000, -1, 17_400),
        (2, 6_000, 2_000, 6_400),
        (2, 6_000, 5_000, 6_400),
    ],
    ids=["where it lay", "elsewhere", "too long ago", "the field was put away", "late"],
)
def test_what_lay_under_an_arm_that_rests_for_long_came_when_it_was_laid(
    by_px: int, hidden_ms: int, empty_ms: int, since: int
) -> None:
    """三人, seed 1232: 1k was played, an arm lay still over it for six seconds, and 12h was turned meanwhile.
    こいこい, seed 1258: where 9n had lain the next deal's was turned, and had come before that began."""

    def lying(track: int, at: float) -> Sight:
        return replace(seen("1k", track), quad=((at, 0), (at + 33, 0), (at + 33, 54), (at, 54)))

    other = seen("3t", 3)
    hidden = [[] if at == empty_ms else [other] for at in range(0, hidden_ms, 200)]
    assert came(*[[lying(1, 100), other]] * 2, *hidden, [lying(2, 100 + by_px), other])["1k"] == since


@pytest.mark.parametrize(("x", "on_field", "since"), [(102, True, 0), (140, True, 2_200), (102, False, 2_200)])
def test_what_one_frame_showed_before_an_arm_covered_it_lay_there(x: float, on_field: bool, since: int) -> None:
    """八十, seed 1284: 4t was turned and read in one frame; then an arm laid 7k, and covered it for two seconds."""
    arrivals, face = Arrivals(), Face("4t").index
    for t_ms in range(0, 2_600, 200):
        arrivals.begin(t_ms)
        if t_ms == 0:
            arrivals.note(1, face, on_field=on_field, spot=(100.0, 100.0, 8.0))
        elif t_ms >= 2_200:
            arrivals.note(2, face, spot=(float(x), 100.0, 8.0))
        arrivals.end()
    assert list(arrivals.came.values()) == [since]
    # Nor is it known where it was glimpsed in the deal before, or before another source.
    arrivals.clear()
    assert not arrivals._glimpsed


@pytest.mark.parametrize(
    ("x", "p", "hidden_ms", "since"),
    [(102, 0.51, 800, 0), (140, 0.51, 800, 1_000), (140, 0.51, 400, 0), (140, 0.9, 800, 0)],
    ids=["where it lies", "elsewhere", "just before", "read surely"],
)
def test_what_one_frame_showed_unsurely_elsewhere_was_not_laid_yet(
    x: float, p: float, hidden_ms: int, since: int
) -> None:
    """八八, seed 1294: 11h was taken for 11t while it was carried; 11t came a second later, from the stock."""
    arrivals, face = Arrivals(), Face("11t").index
    for t_ms in range(0, hidden_ms + 600, 200):
        arrivals.begin(t_ms)
        if t_ms == 0:
            arrivals.note(1, face, p=p, spot=(100.0, 100.0, 8.0))
        elif t_ms > hidden_ms:
            arrivals.note(2, face, spot=(float(x), 100.0, 8.0))
        arrivals.end()
    assert list(arrivals.came.values()) == [since]


@pytest.mark.parametrize(("frames", "placed"), [(2, True), (1, False)], ids=["two frames", "nobody knows where"])
def test_what_was_seen_twice_or_nowhere_in_particular_is_no_other_card_elsewhere(frames: int, placed: bool) -> None:
    arrivals, face = Arrivals(), Face("11t").index
    for t_ms in range(0, 1_200, 200):
        arrivals.begin(t_ms)
        if t_ms < 200 * frames:
            arrivals.note(1, face, p=0.51, spot=(100.0, 100.0, 8.0) if placed else ())
        elif t_ms == 1_000:
            arrivals.note(2, face, p=0.51, spot=(140.0, 100.0, 8.0))
        arrivals.end()
    assert list(arrivals.came.values()) == [0] and arrivals._unsure
    arrivals.clear()
    assert not arrivals._unsure


@pytest.mark.parametrize(("opened", "since"), [(2, 0), (3, 6_000)])
def test_what_is_not_there_though_arms_came_and_went_did_not_lie_under_one(opened: int, since: int) -> None:
    """八十, seed 1277: half a card was read as 5k, and captured; 5k was laid in its place eleven seconds later."""
    arrivals, face, spot = Arrivals(), Face("5k").index, (100.0, 100.0, 8.0)
    for t_ms in range(0, 6_200, 200):
        arrivals.begin(t_ms)
        arrivals.note(3, Face("3t").index, spot=(300.0, 100.0, 8.0))
        if not 200 < t_ms < 6_000:
            arrivals.note(1 if t_ms < 400 else 2, face, spot=spot)
        # Each time an arm is over the field for a second, and then nothing moves there for another.
        arrivals.end(is_open=400 <= t_ms < 400 + 2_000 * opened and t_ms % 2_000 >= 1_000)
    assert sorted(arrivals.came.values()) == [0, since]


def test_what_was_captured_did_not_lie_under_an_arm_where_its_twin_is_laid() -> None:
    def at(track: int, zone: Zone) -> Sight:
        return replace(seen("1k", track), zone=zone, quad=((100, 0), (133, 0), (133, 54), (100, 54)))

    hidden: list[list[Sight]] = [[]] * 30
    lying, captured = [[at(1, FIELD)]] * 2, [[at(2, captures_of(0))]] * 2
    assert came(*lying, *captured, *hidden, [at(3, FIELD)]) == {"1k": 6_800}


@pytest.mark.parametrize("later_ms", [1_000, 6_000])
def test_that_more_are_read_of_a_face_than_there_are_is_forgotten_in_time(later_ms: int) -> None:
    """すだおし, seed 1236: of a 9k that was turned three seconds later it told that it had come before."""
    keeper = LookKeeper(2)
    two, three = [seen("9k", 1), seen("9k", 2)], [seen("9k", 1), seen("9k", 2), seen("9k", 3)]
    for at in range(2 + later_ms // 200):
        keeper.observe(200 * at, three if at < 2 else two)
    assert (Face("9k").index in keeper.look().again_ms) == (later_ms < 4_000)


@pytest.mark.parametrize(
    ("is_open", "unread", "since"),
    [(True, False, 5_200), (False, False, 0), (True, True, 0)],
    ids=["it lies empty", "an arm moves there", "something lies there unread"],
)
def test_a_field_on_which_nothing_is_read_is_not_always_empty(is_open: bool, unread: bool, since: int) -> None:
    arrivals, face = Arrivals(), Face("1k").index
    bit, spot = GROUPS[face].bit_length() - 2, (100.0, 30.0, 8.0)  # the first of two
    for t_ms in range(0, 5_400, 200):
        arrivals.begin(t_ms)
        if t_ms <= 200 or t_ms == 5_200:
            arrivals.note(1 if t_ms <= 200 else 2, face, spot=spot)
        elif unread:
            arrivals.note(3, None)
        arrivals.end(is_open=is_open)
    assert arrivals.came[bit] == since


@pytest.mark.parametrize(("by_px", "since"), [(2, 0), (20, 600)], ids=["where it lay", "elsewhere"])
def test_a_card_that_is_laid_beside_something_that_cannot_be_read_came_when_it_was_laid(by_px: int, since: int) -> None:
    """すだおし, seed 1273: a mark on the table was a back for minutes, and its track that of the card turned there."""

    def lying(face: str, at: float, p: float) -> Sight:
        return replace(seen(face, 1, p), quad=((at, 0), (at + 33, 0), (at + 33, 54), (at, 54)))

    mark, played = lying("back", 100, 0.4), seen("1h", 2)
    turned = lying("12h", 100 + by_px, 0.9)
    frames = [[mark], [mark], [mark, played], [turned, played], [turned, played]]
    assert came(*frames) == {"1h": 400, "12h": since}


LAID = (1_000, 1_200)


@pytest.mark.parametrize(
    ("later", "told"),
    [
        (None, LAID),
        ((900, 1_100), (1_000, 1_100)),
        ((1_100, 1_300), (1_100, 1_200)),
        ((3_000, 3_200), LAID),
    ],
    ids=["not shown since", "shown otherwise", "later", "after an arm"],
)
def test_when_pictures_show_that_a_card_was_laid_stays_so_while_it_lies_there(
    later: tuple[int, int] | None, told: tuple[int, int]
) -> None:
    keeper = LookKeeper(2)
    card = Sight(Face("1h").index, FIELD, track=1, laid=LAID)
    for t_ms in range(1_200, 2_000, 200):
        keeper.observe(t_ms, [card])
    for t_ms in range(2_000, 4_000, 200):
        keeper.observe(t_ms, [replace(card, track=2, laid=later)])
    assert keeper.look().laid == {0: told}


@pytest.mark.parametrize(("away_ms", "told"), [(3_000, LAID), (8_000, (9_000, 9_200))], ids=["a moment", "long"])
def test_a_card_that_comes_anew_was_laid_anew(away_ms: int, told: tuple[int, int]) -> None:
    keeper = LookKeeper(2)
    card = Sight(Face("1h").index, FIELD, track=1, laid=LAID)
    for t_ms in range(1_200, 2_000, 200):
        keeper.observe(t_ms, [card])
    for t_ms in range(2_000, 2_000 + away_ms, 200):
        keeper.observe(t_ms, [])
    for t_ms in range(2_000 + away_ms, 12_000, 200):
        keeper.observe(t_ms, [replace(card, track=2, laid=None if away_ms < 8_000 else (9_000, 9_200))])
    assert keeper.look().laid == {0: told}
    keeper.observe(0, [])
    assert keeper.look().laid == {}


def test_an_arm_that_lay_over_a_card_for_long_does_not_make_it_laid_later() -> None:
    keeper, quad = LookKeeper(2), ((100.0, 100.0), (120.0, 100.0), (120.0, 132.0), (100.0, 132.0))
    card = Sight(Face("1h").index, FIELD, track=1, quad=quad, laid=LAID)
    for t_ms in range(1_200, 2_000, 200):
        keeper.observe(t_ms, [card])
    for t_ms in range(2_000, 10_000, 200):
        keeper.observe(t_ms, [], frozenset({FIELD}))
    assert keeper.look().laid == {}
    keeper.observe(10_000, [replace(card, track=2, laid=None)])
    assert keeper.look().laid == {0: LAID}


def test_a_card_that_was_read_before_pictures_show_that_it_was_laid_was_covered_then() -> None:
    keeper, card = LookKeeper(2), Sight(Face("1h").index, FIELD, track=1)
    for t_ms in range(600, 2_000, 200):
        keeper.observe(t_ms, [replace(card, laid=LAID if t_ms >= 1_200 else None)])
    assert keeper.look().laid == {}


def test_captured_cards_are_laid_nowhere() -> None:
    keeper = LookKeeper(2)
    for t_ms in range(1_200, 2_000, 200):
        keeper.observe(t_ms, [Sight(Face("1h").index, captures_of(1), track=1, laid=LAID)])
    assert keeper.look().laid == {}


@pytest.mark.parametrize(("looks", "since"), [(2, 0), (1, 600)], ids=["read twice", "read once"])
def test_the_one_card_of_its_face_that_is_carried_off_came_before_what_its_track_shows_since(
    looks: int, since: int
) -> None:
    """二人, seed 1309: 12h takes 12a; as both are pulled in the track of 12h shows 12k, and 12h is seen beside it."""
    quad = ((100.0, 100.0), (120.0, 100.0), (120.0, 132.0), (100.0, 132.0))
    aside = ((140.0, 140.0), (160.0, 140.0), (160.0, 172.0), (140.0, 172.0))
    laid = replace(seen("12h", 1), quad=quad)
    misread = replace(seen("12k", 1), quad=quad)
    before = [[laid]] * looks + [[misread]] * (3 - looks)
    assert came(*before, [misread, replace(seen("12h", 2), quad=aside)])["12h"] == since


def test_when_a_card_was_laid_that_lies_elsewhere_on_the_field_is_not_told_by_what_was_taken_for_it() -> None:
    """二人, seed 1309: an outline between two cards was read as 3k until 3b was laid elsewhere."""
    keeper = LookKeeper(2)
    ghost = ((100.0, 100.0), (120.0, 100.0), (120.0, 132.0), (100.0, 132.0))
    place = ((200.0, 200.0), (220.0, 200.0), (220.0, 232.0), (200.0, 232.0))
    for t_ms in range(1_200, 1_600, 200):
        keeper.observe(t_ms, [replace(seen("1h", 1), quad=ghost, laid=LAID)], frozenset({FIELD}))
    for t_ms in range(1_800, 2_400, 200):
        keeper.observe(t_ms, [replace(seen("1h", 2), quad=place, laid=(900, 1_700))], frozenset({FIELD}))
    look = keeper.look()
    assert (look.came_ms, look.laid) == ({0: 1_800}, {0: (900, 1_700)})


def test_what_lay_on_the_field_for_a_moment_since_it_came_in_sight_is_told() -> None:
    """A card is brief once it was pulled in, not as long as it lies there; nor is one that lay there for longer."""
    keeper = LookKeeper(2)
    pulled = replace(beside("3h", 2), stable=True, p=0.9)
    for at, (sights, brief) in enumerate(
        [([seen("3h", 1)], 0), ([seen("3h", 1)], 0), ([], 1), ([pulled], 1), ([pulled, seen("2n", 3)], 1)]
    ):
        keeper.observe(200 * at, sights)
        assert keeper.look().brief.bit_count() == brief
    for at in range(5, 9):
        keeper.observe(200 * at, [pulled, seen("2n", 3)])
    keeper.observe(1_800, [pulled])
    look = keeper.look()
    assert [str(CARDS[bit].face) for bit in look.came_ms if look.brief >> bit & 1] == ["3h"]
    assert read_look(json.loads(json.dumps(keep_look(look)))).brief == look.brief

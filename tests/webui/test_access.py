"""Who may do what: every route of the application for everyone who may come. `make access` prints the table."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from starlette.routing import Mount, Route
from yakume.engine import CardSet
from yakume.engine.events import DealStarted, MatchStarted
from yakume.engine.play import replay
from yakume.webui.access import GUESSES_S, KEEPER, MOST_GUESSES, Guesses, Role, Visitor, may
from yakume.webui.app import create_app
from yakume.webui.links import MOST_LINKS, Links
from yakume.webui.seats import known_to, told_to
from yakume.webui.settings import Settings, make_token
from yakume.webui.store import EventStore

TOKEN = "k" * 24
ADDRESS = "http://192.168.1.5:8480"

TABLE = """
GET     /healthz                       anyone
GET     /metrics                       keeper
GET     /api/health                    keeper
POST    /api/deal/end                  keeper
POST    /api/match/end                 keeper
POST    /api/pause                     keeper
GET     /api/draw                      keeper
GET     /api/events/{seq}/picture.jpg  keeper
GET     /api/matches/{match}/export.{kind} keeper
GET     /api/replay/{deal}             keeper
GET     /api/statistics                keeper
GET     /api/statistics/{ruleset}.svg  keeper
GET     /certificate                   anyone
GET     /certificate/yakume.crt        anyone
GET     /static/{file}                 keeper player watcher camera
GET     /                              keeper player watcher
GET     /hand                          keeper player
GET     /learn                         keeper player watcher
GET     /overlay                       keeper player watcher
GET     /scores                        keeper player watcher
GET     /cards/{notation}.svg          keeper player watcher
GET     /openapi.json                  keeper
GET     /api/setup                     keeper player watcher
GET     /api/state                     keeper player watcher
GET     /api/stream                    keeper player watcher
GET     /api/observations              keeper player watcher
GET     /api/camera/frame.jpg          keeper player watcher
GET     /api/rules/{rule}              keeper player watcher
GET     /api/sheet.{kind}              keeper player watcher
GET     /api/declare                   keeper player watcher
GET     /api/events                    keeper player watcher
GET     /api/history                   keeper player watcher
GET     /api/learn/{ruleset}           keeper player watcher
GET     /api/learn/{ruleset}/lessons   keeper player watcher
GET     /api/learn/{ruleset}/quiz      keeper player watcher
GET     /camera                        keeper camera
GET     /api/camera/phone              keeper camera
POST    /api/camera/phone              keeper camera
POST    /api/camera/phone/stop         keeper camera
POST    /api/read                      keeper player
POST    /api/hand                      keeper own-seat
POST    /api/hand/calls                keeper own-seat
POST    /api/hand/plays                keeper own-seat
POST    /api/events                    keeper own-seat
POST    /api/preview                   keeper own-seat
POST    /api/answer                    keeper own-seat
POST    /api/tally                     keeper
POST    /api/missing                   keeper
GET     /api/instead/{at}              keeper
POST    /api/instead/{at}              keeper
GET     /api/turns/{deal}/{at}         keeper
POST    /api/turns/{deal}/{at}         keeper
POST    /api/match                     keeper
POST    /api/match/players             keeper
POST    /api/undo                      keeper
POST    /api/redo                      keeper
POST    /api/cards                     keeper
POST    /api/cards/place               keeper
POST    /api/cards/add                 keeper
POST    /api/photo                     keeper
GET     /api/layout                    keeper
POST    /api/layout                    keeper
POST    /api/layout/shrink             keeper
GET     /api/cameras                   keeper
POST    /api/cameras/use               keeper
POST    /api/demo/leave                keeper
GET     /api/samples                   keeper
POST    /api/samples                   keeper
DELETE  /api/samples                   keeper
GET     /api/decks                     keeper
POST    /api/decks/photo               keeper
POST    /api/decks/frame               keeper
GET     /api/decks/found/{number}.jpg  keeper
POST    /api/decks/found               keeper
POST    /api/decks/missed              keeper
DELETE  /api/decks/draft               keeper
POST    /api/decks/learn               keeper
DELETE  /api/decks/learn               keeper
POST    /api/decks/use                 keeper
GET     /api/matches                   keeper
POST    /api/matches/open              keeper
POST    /api/matches/rename            keeper
POST    /api/matches/delete            keeper
POST    /api/matches/restore           keeper
GET     /api/links                     keeper
POST    /api/links                     keeper
POST    /api/links/end                 keeper
"""
"""Who is let in where: written down a second time, so that a change is meant. A new route fails until it is here.

"own-seat": the player of the seat that it is about, and no other player.
"""
ALLOWED = {(row.split()[0], row.split()[1]): row.split()[2:] for row in TABLE.strip().splitlines()}
ENDLESS = {"/api/stream", "/api/observations"}
"""Streams: asked for only by those who are refused. That they open is tested below, over a real connection."""
FIELD = "2n 3t 4n 5t 6n 7t"
HAND = ["3h", "3k", "3k", "8h", "8n", "10t", "11n"]


def routes_of(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Method and path of everything that the application answers to, however it was put there."""
    modules = [route for each in app.routes for route in getattr(getattr(each, "original_router", None), "routes", ())]
    for route in (*app.routes, *modules):
        if isinstance(route, APIRoute | Route):
            yield from ((method, route.path) for method in route.methods or () if method != "HEAD")
        elif isinstance(route, Mount):
            yield "GET", f"{route.path}/{{file}}"


@contextmanager
def on_the_lan(folder: Path, **changes: Any) -> Iterator[TestClient]:
    """The application as others on the network reach it."""
    settings = Settings(database=f"sqlite:///{folder / 'events.db'}", host="0.0.0.0", token=TOKEN, **changes)
    with TestClient(create_app(settings), base_url=ADDRESS, raise_server_exceptions=False) as lan:
        yield lan


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[TestClient]:
    with on_the_lan(tmp_path) as lan:
        yield lan


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def keep(lan: TestClient, path: str, **body: Any) -> Any:
    """What the keeper is answered."""
    answer = lan.post(path, json=body, headers=bearer(TOKEN))
    assert answer.status_code < 300, answer.text
    return answer.json()


def make(lan: TestClient, role: str, seat: int | None = None) -> tuple[str, str]:
    """Id and secret of a new link."""
    made = keep(lan, "/api/links", role=role, seat=seat)
    assert made["url"].startswith(f"{ADDRESS}/?token=") and made["qr"].startswith("data:image/svg+xml")
    return made["link"]["id"], made["url"].partition("token=")[2]


def everyone(lan: TestClient, seat: int) -> dict[str, str | None]:
    """A secret for everyone who may come: the player of `seat`, another player, nobody, …"""
    ended, secret = make(lan, "keeper")
    keep(lan, "/api/links/end", id=ended)
    return {
        "keeper": TOKEN,
        "keeper by link": make(lan, "keeper")[1],
        "another player": make(lan, "player", (seat + 1) % 4)[1],
        "player": make(lan, "player", seat)[1],
        "watcher": make(lan, "watcher")[1],
        "camera": make(lan, "camera")[1],
        "nobody": None,
        "wrong token": "x" * 24,
        "ended link": secret,
    }


def role_of(who: str) -> Role:
    """The role of one of `everyone`."""
    role: Role = "player" if who == "another player" else who.partition(" ")[0]  # type: ignore[assignment]
    return role


def expected(who: str, allowed: list[str], about_seat: bool) -> int | None:
    """The refusal that is due, None for none."""
    if "anyone" in allowed:
        return None
    if who in ("nobody", "wrong token", "ended link"):
        return 401
    if who == "another player":
        return None if "player" in allowed or ("own-seat" in allowed and not about_seat) else 403
    return None if role_of(who) in allowed or (who == "player" and "own-seat" in allowed) else 403


def test_every_route_lets_in_whom_it_should(lan: TestClient) -> None:
    """Walks every route of the application for everyone who may come, and prints what was answered."""
    assert len(ALLOWED) == len(TABLE.strip().splitlines())  # a route told twice would hide one of its lines
    assert set(routes_of(lan.app)) == ALLOWED.keys()  # type: ignore[arg-type]
    keep(lan, "/api/match", seq=0, ruleset="hachihachi", players=["a", "b", "c", "d"])
    keep(lan, "/api/events", seq=1, events=[{"type": "deal_started.v1", "dealer": 0, "field": FIELD}])
    table = lan.app.state.desk.hub._newest["table"][1].data  # type: ignore[attr-defined]
    question = table["questions"][0]
    seat = question["seat"]
    secrets = everyone(lan, seat)
    # What a player says for `seat`; everybody else is asked to come without any word.
    bid = {"seq": 2, "events": [{"type": "bid_made.v1", "seat": seat, "call": "deru"}]}
    of_seat: dict[str, Any] = {
        "/api/preview": bid,
        "/api/hand": {"seat": seat, "faces": HAND},
        "/api/hand/calls": {"seat": seat, "faces": HAND[:3]},
        "/api/answer": {"seq": 2, "question": question["id"], "answer": question["answers"][0]["id"]},
        "/api/events": {**bid, "seq": 3},
    }
    print(f"\n{'':40}{''.join(f'{who:>16}' for who in secrets)}")
    for (method, path), allowed in ALLOWED.items():
        at = re.sub(r"\{(?!kind)\w+\}", "nonsense", path.replace("{kind}", "csv"))
        answers = []
        for who, secret in secrets.items():
            due = expected(who, allowed, path in of_seat)
            if path in ENDLESS and due is None:
                assert may(who.split()[-1] if who == "another player" else who.split()[0], "GET", path)  # type: ignore[arg-type]
                answers.append("in")
                continue
            body = of_seat.get(path, {}) if "player" in who else {}
            answer = lan.request(method, at, headers=bearer(secret) if secret else {}, json=body)
            if due is None:
                assert answer.status_code not in (401, 403), (method, path, who, answer.text)
            else:
                assert answer.status_code == due, (method, path, who, answer.text)
                code = answer.json()["error"]["code"]
                assert code == "another_seat" if who == "another player" and "own-seat" in allowed else code
            answers.append("in" if due is None else str(due))
        print(f"{method:8}{path:32}{''.join(f'{answer:>16}' for answer in answers)}")
    # The one thing that was really said: the player's bid, as an answer.
    assert lan.get("/api/state", headers=bearer(TOKEN)).json()["seq"] == 3


def test_a_new_route_is_the_keepers() -> None:
    for role in ("player", "watcher", "camera"):
        assert not may(role, "POST", "/api/anything")
        assert not may(role, "DELETE", "/api/state")
        assert not may(role, "GET", "/anything")
    assert may("watcher", "HEAD", "/api/state") and not may("camera", "HEAD", "/api/state")


SAID = [
    ({"type": "bid_made.v1", "seat": 1, "call": "deru"}, "another_seat"),
    ({"type": "teyaku_shown.v1", "seat": 1, "parts": ["H88-TEYAKU-01"], "exposed": "1h 1t 1a"}, "another_seat"),
    ({"type": "teyaku_shown.v1", "seat": False, "parts": [], "exposed": ""}, "another_seat"),
    ({"type": "teyaku_shown.v1", "parts": [], "exposed": ""}, "another_seat"),
    ({"type": "deal_started.v1", "dealer": 0, "field": FIELD}, "keepers"),
    ({"type": "card_played.v1", "seat": 0, "card": "1h", "takes": ""}, "keepers"),
    ({"type": "corrected.v1", "seq": 1, "events": [{"type": "bid_made.v1", "seat": 0, "call": "deru"}]}, "keepers"),
    ({"type": "deal_voided.v1"}, "keepers"),
    ({}, "keepers"),
]


@pytest.mark.parametrize(("event", "code"), SAID, ids=lambda each: each.get("type", "none") if each is dict else None)
def test_a_player_speaks_for_the_own_seat_and_of_nothing_else(
    lan: TestClient, event: dict[str, Any], code: str
) -> None:
    keep(lan, "/api/match", seq=0, ruleset="hachihachi", players=["a", "b", "c", "d"])
    player = bearer(make(lan, "player", 0)[1])
    own = {"type": "bid_made.v1", "seat": 0, "call": "deru"}
    for path in ("/api/events", "/api/preview"):
        refused = lan.post(path, json={"seq": 1, "events": [own, event]}, headers=player)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, code)
    assert lan.get("/api/state", headers=player).json()["seq"] == 1


def test_what_may_be_declared_is_told_to_a_player_for_the_own_seat(lan: TestClient) -> None:
    keep(lan, "/api/match", seq=0, ruleset="sannin", players=["a", "b", "c"])
    watcher, player = bearer(make(lan, "watcher")[1]), bearer(make(lan, "player", 2)[1])
    assert lan.get("/api/declare", headers=player).json()["start"] is None
    keep(lan, "/api/events", seq=1, events=[{"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 3a 4a 5a 6a"}])
    keepers = lan.get("/api/declare", headers=bearer(TOKEN)).json()
    assert set(keepers["teyaku"]) == {"0", "1", "2"} and keepers["void"] and keepers["settle"]
    own = lan.get("/api/declare", headers=player).json()
    assert set(own["teyaku"]) == {"2"} and not own["void"] and not own["settle"]
    assert lan.get("/api/declare", headers=watcher).json()["teyaku"] == {}


HANDS = ["1t 1a 1b 2n 2t 2b 3h", "3t 3a 3b 4n 4t 4b 5n", "5t 5a 5b 6n 6t 6b 7n"]


def cards_in(text: str) -> CardSet:
    """Cards that a text names, written out or as letters."""
    found = CardSet.parse(" ".join(dict.fromkeys(re.findall(r"\b(?:1[0-2]|[1-9])[hntabc]\b", text))))
    letters = re.findall(r"\b[0-2]: ([A-Za-z-]+)", text)
    return found | CardSet(card for word in letters for card in CardSet(range(48)) if CardSet([card]).letters in word)


def test_a_hand_is_told_to_its_own_player_alone(lan: TestClient) -> None:
    """Events, history, preview, refusals, sheets, states: wherever a known hand might stand."""
    keep(lan, "/api/match", seq=0, ruleset="sannin", players=["a", "b", "c"])
    dealt = {"type": "deal_started.v1", "dealer": 0, "field": "1h 2a 4a 7t 8h 9n", "hands": HANDS}
    keep(lan, "/api/events", seq=1, events=[dealt])
    keep(lan, "/api/events", seq=2, events=[{"type": "corrected.v1", "seq": 1, "events": [dealt]}])
    held = [CardSet.parse(hand) for hand in HANDS]
    watcher, player = make(lan, "watcher")[1], make(lan, "player", 1)[1]
    seen: dict[str, int] = {}
    for secret, own in ((watcher, CardSet()), (player, held[1])):
        others = held[0] | held[1] | held[2]
        others -= own
        told = {path: lan.get(f"/api/{path}", headers=bearer(secret)) for path in SAYING}
        if secret == player:
            say = {"type": "teyaku_shown.v1", "seat": 1, "parts": ["H3-TEYAKU-02"], "exposed": "12a 12b 12c"}
            for path in ("events", "preview"):
                told[path + " refused"] = lan.post(
                    f"/api/{path}", json={"seq": 3, "events": [say]}, headers=bearer(secret)
                )
                assert told[path + " refused"].status_code == 422
            # Neither does a refusal say that another holds what was asked about.
            asked = {"seat": 1, "faces": ["1t", "1k", "1k", "2n", "2t", "3h", "5t"]}
            told["calls"] = lan.post("/api/hand/calls", json=asked, headers=bearer(secret))
            assert told["calls"].status_code == 200, told["calls"].text
        for path, answer in told.items():
            assert answer.status_code in (200, 422), (path, answer.text)
            named = cards_in(answer.text)
            assert not named & others, (path, answer.text)
            seen[path] = seen.get(path, 0) + len(named & own)
    assert seen["events"] == seen["history"] == 7  # the own hand is there: the test would see another's
    kept = lan.get("/api/events", headers=bearer(TOKEN)).text
    assert all(hand in kept for hand in HANDS)
    # What every page is told of the table is the same as if nobody had told the hands.
    newest = lan.app.state.desk.hub._newest  # type: ignore[attr-defined]
    with_hands = [newest[topic][1].data for topic in ("table", "state")]
    without = {**dealt, "hands": []}
    keep(lan, "/api/events", seq=3, events=[{"type": "corrected.v1", "seq": 1, "events": [without]}])
    assert newest["table"][1].data == with_hands[0]
    assert newest["state"][1].data == {**with_hands[1], "seq": 4}


SAYING = ("state", "events", "history", "declare", "sheet.csv", "sheet.html", "sheet.txt")


def test_what_is_told_and_known_of_hands() -> None:
    hands = tuple(CardSet.parse(hand) for hand in HANDS)
    dealt = DealStarted(0, CardSet.parse("1h 2a 4a 7t 8h 9n"), hands)
    state = replay([MatchStarted("sannin", ("a", "b", "c")), dealt])
    assert state.deal is not None
    known = known_to(Visitor("player", 1), state).deal
    assert known is not None and known.hands == (CardSet(), hands[1], CardSet()) and known.hidden == (7, 0, 7)
    assert known_to(KEEPER, state) is state
    assert hands[0].letters not in state.line and "0: -+7" in state.line
    nested = {"type": "corrected.v1", "seq": 1, "events": [{"type": "deal_started.v1", "hands": list(HANDS)}, 7]}
    assert told_to(Visitor("watcher"), nested)["events"] == [
        {"type": "deal_started.v1", "hands": ["", "", ""]},
        7,
    ]
    assert told_to(KEEPER, nested) == nested


# -- links ------------------------------------------------------------------------------------------------------------


def test_links_are_kept_as_hashes_survive_a_restart_and_are_ended_for_good(tmp_path: Path) -> None:
    with on_the_lan(tmp_path) as lan:
        watcher, player = make(lan, "watcher"), make(lan, "player", 2)
        ended = make(lan, "watcher")
        listed = keep(lan, "/api/links/end", id=ended[0])
        assert [(each["role"], each["seat"]) for each in listed["links"]] == [("watcher", None), ("player", 2)]
        again = lan.post("/api/links/end", json={"id": ended[0]}, headers=bearer(TOKEN))
        assert (again.status_code, again.json()["error"]["code"]) == (404, "no_such_link")
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(secret.encode() in stored for _, secret in (watcher, player, ended))
    with on_the_lan(tmp_path) as lan:
        assert lan.get("/api/setup", headers=bearer(player[1])).json()["you"] == {"role": "player", "seat": 2}
        assert lan.get("/api/setup", headers=bearer(watcher[1])).json()["you"] == {"role": "watcher", "seat": None}
        refused = lan.get("/api/setup", headers=bearer(ended[1]))
        assert (refused.status_code, refused.json()["error"]["code"]) == (401, "link_ended")
        page = lan.get("/", headers=bearer(ended[1]) | {"accept": "text/html"})
        assert page.status_code == 401 and "記録係が止めました" in page.text and "ended this link" in page.text


@pytest.mark.parametrize(
    ("role", "seat", "home"),
    [("keeper", None, "/"), ("player", 3, "/hand?seat=3"), ("watcher", None, "/"), ("camera", None, "/camera")],
)
def test_a_link_becomes_a_cookie_and_leads_to_the_page_of_its_role(
    lan: TestClient, role: str, seat: int | None, home: str
) -> None:
    link, secret = make(lan, role, seat)
    answer = lan.get("/", params={"token": secret}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, home)
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Secure" not in cookie
    assert lan.get("/static/app.js").status_code == 200
    keep(lan, "/api/links/end", id=link)
    lan.headers.clear()
    assert lan.get("/static/app.js").json()["error"]["code"] == "link_ended"


def test_over_https_the_cookie_is_for_https_alone(lan: TestClient) -> None:
    answer = lan.get("https://192.168.1.5:8480/", params={"token": TOKEN}, follow_redirects=False)
    assert "Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"role": "player"}, 422, "invalid_request"),
        ({"role": "watcher", "seat": 1}, 422, "invalid_request"),
        ({"role": "player", "seat": 7}, 422, "invalid_request"),
        ({"role": "owner"}, 422, "invalid_request"),
    ],
)
def test_a_link_that_cannot_be_is_refused(lan: TestClient, body: dict[str, Any], status: int, code: str) -> None:
    answer = lan.post("/api/links", json=body, headers=bearer(TOKEN))
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_there_are_not_more_links_than_anyone_needs(tmp_path: Path) -> None:
    links = Links()
    store = EventStore(f"sqlite:///{tmp_path / 'events.db'}")
    links.open(store)
    made = [links.make("watcher", None)[0] for _ in range(MOST_LINKS)]
    with pytest.raises(Exception, match="40 links: end one first"):
        links.make("watcher", None)
    links.end(made[0].id)
    links.make("watcher", None)
    store.close()


def test_a_link_that_cannot_be_kept_or_ended_changes_nothing(tmp_path: Path) -> None:
    """Durable first: the disk may be full, the database locked."""
    links = Links()
    store = EventStore(f"sqlite:///{tmp_path / 'events.db'}")
    links.open(store)
    link, secret = links.make("watcher", None)
    with sqlite3.connect(tmp_path / "events.db") as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Exception, match="locked"):
            links.make("watcher", None)
        with pytest.raises(Exception, match="locked"):
            links.end(link.id)
    other.close()
    assert links.good() == [link] and links.find(secret) == link
    store.close()


def test_on_this_machine_alone_there_is_nobody_to_make_a_link_for(bench: Any) -> None:
    assert bench.client.get("/api/links").json() == {
        "address": None,
        "certificate": None,
        "secure": False,
        "links": [],
    }
    refused = bench.client.post("/api/links", json={"role": "watcher"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "only_here")


def test_a_link_names_an_address_that_others_can_reach(lan: TestClient) -> None:
    at_home = {"host": "127.0.0.1:8480"}
    made = lan.post("/api/links", json={"role": "watcher"}, headers=bearer(TOKEN) | at_home).json()
    assert "127.0.0.1" not in made["url"] and "0.0.0.0" not in made["url"] and ":8480/?token=" in made["url"]


def test_ending_a_link_ends_its_open_streams_at_once(tmp_path: Path, serve: Callable[[FastAPI], Any]) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'events.db'}", host="0.0.0.0", token=TOKEN)
    with serve(create_app(settings)) as served, ExitStack() as closing:

        def ask(method: str, path: str, secret: str, body: Any = None) -> http.client.HTTPResponse:
            connection = closing.enter_context(
                contextlib.closing(http.client.HTTPConnection("127.0.0.1", served.port, timeout=10))
            )
            headers = bearer(secret) | {"content-type": "application/json"}
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            return closing.enter_context(contextlib.closing(connection.getresponse()))

        made = [json.load(ask("POST", "/api/links", TOKEN, {"role": "watcher"})) for _ in range(2)]
        secrets = [each["url"].partition("token=")[2] for each in made]
        streams = [ask("GET", path, secret) for secret in secrets for path in sorted(ENDLESS)]
        for stream in streams:
            assert stream.status == 200
        assert ask("POST", "/api/links/end", TOKEN, {"id": made[0]["link"]["id"]}).status == 200
        for stream in streams[:2]:
            stream.read()  # to its end: a stream that went on would time out
        assert ask("GET", "/api/state", secrets[0]).status == 401
        # The other link's streams go on.
        assert ask("POST", "/api/match", TOKEN, MATCH).status == 201
        while b'"match":"' not in (line := streams[3].readline()):
            assert line


MATCH = {"seq": 0, "ruleset": "sannin", "players": ["a", "b", "c"]}


# -- guesses ----------------------------------------------------------------------------------------------------------


def test_ten_wrong_guesses_a_minute_and_no_more(lan: TestClient) -> None:
    ended, secret = make(lan, "watcher")
    keep(lan, "/api/links/end", id=ended)
    for number in range(MOST_GUESSES):
        assert lan.get("/api/state", headers=bearer(f"{number}")).status_code == 401
        assert lan.get("/api/state", headers=bearer(secret)).status_code == 401 or number == MOST_GUESSES - 1
    refused = lan.get("/api/state", headers=bearer(TOKEN))
    assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_guesses")


def test_guesses_are_counted_by_address_and_forgotten_after_a_minute() -> None:
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    for _ in range(50):
        guesses.wrong("a", "an old cookie")
    assert not guesses.too_many("a")
    for number in range(MOST_GUESSES - 1):
        guesses.wrong("a", str(number))
    assert guesses.too_many("a") and not guesses.too_many("b")
    now[0] = GUESSES_S + 1
    assert not guesses.too_many("a")


def test_a_short_token_is_refused() -> None:
    with pytest.raises(ValueError, match="128 bits"):
        Settings(token="abc")
    Settings(token=make_token())

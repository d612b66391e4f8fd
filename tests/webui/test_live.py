"""Server-sent events: the newest of each topic, whole, and nothing twice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

from yakume.webui.live import Hub, Message

ALL = frozenset({"state", "table"})


async def take(stream: AsyncIterator[str], count: int) -> list[str]:
    """The next messages of a stream, without heartbeats."""
    taken: list[str] = []
    while len(taken) < count:
        chunk = await asyncio.wait_for(anext(stream), 5)
        if not chunk.startswith(":"):
            taken.append(chunk)
    return taken


def test_a_message_is_encoded_with_its_id_first() -> None:
    assert Message("state", {"名": 1}, id="7").encode() == 'id: 7\nevent: state\ndata: {"名":1}\n\n'
    assert Message("table", []).encode() == "event: table\ndata: []\n\n"


def test_a_new_stream_starts_with_the_newest_of_each_topic() -> None:
    hub = Hub()
    hub.publish(Message("state", 1, id="1"))
    hub.publish(Message("table", "a"))
    hub.publish(Message("state", 2, id="2"))
    hub.publish(Message("other", "not asked for"))
    got = asyncio.run(take(hub.stream(ALL), 2))
    assert got == ['event: table\ndata: "a"\n\n', "id: 2\nevent: state\ndata: 2\n\n"]


def test_a_reconnecting_page_is_spared_what_it_has_and_sent_what_came_after() -> None:
    async def scene() -> tuple[list[str], list[str]]:
        hub = Hub()
        hub.publish(Message("state", "old", id="4"))
        hub.publish(Message("table", "now"))
        known = hub.stream(ALL, last_id="4")
        first = await take(known, 1)
        hub.publish(Message("state", "new", id="5"))
        return first + await take(known, 1), await take(hub.stream(ALL, last_id="4"), 2)

    known, behind = asyncio.run(scene())
    assert known == ['event: table\ndata: "now"\n\n', 'id: 5\nevent: state\ndata: "new"\n\n']
    assert behind[1] == known[1]


def test_a_slow_page_skips_what_is_stale() -> None:
    async def scene() -> list[str]:
        hub = Hub()
        stream = hub.stream(ALL)
        hub.publish(Message("table", 0))
        await take(stream, 1)
        for number in range(1, 50):
            hub.publish(Message("table", number))
        return await take(stream, 1)

    assert asyncio.run(scene()) == ["event: table\ndata: 49\n\n"]


def test_messages_from_another_thread_wake_the_stream() -> None:
    async def scene() -> list[str]:
        hub = Hub()
        stream = hub.stream(ALL)
        waiting = asyncio.ensure_future(take(stream, 1))
        await asyncio.sleep(0.05)
        thread = threading.Thread(target=hub.publish, args=(Message("table", "from a thread"),))
        thread.start()
        got = await waiting
        thread.join()
        return got

    assert asyncio.run(scene()) == ['event: table\ndata: "from a thread"\n\n']


def test_silence_is_filled_with_comments_and_closing_ends_the_stream() -> None:
    async def scene() -> list[str]:
        hub = Hub()
        stream = hub.stream(ALL, heartbeat_s=0.01)
        chunks = [await anext(stream)]
        hub.close()
        return chunks + [chunk async for chunk in stream]

    chunks = asyncio.run(scene())
    assert chunks
    assert set(chunks) == {": still here\n\n"}

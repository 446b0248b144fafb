"""Who thinks when: guests take turns, whoever goes is not thought for, and nothing of anybody is remembered."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from escaramuza.server.thinking import Thinkers


def thinkers(threads: int, each: int) -> Thinkers:
    return Thinkers(threads, each, "test", lambda: None)


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_guests_take_turns_whatever_one_of_them_wants() -> None:
    began: list[str] = []
    first = threading.Event()

    def thought(name: str) -> Callable[[], None]:
        def work() -> None:
            began.append(name)
            first.wait(60)

        return work

    async def play() -> None:
        shared = thinkers(1, 1)
        wanted = ["ana 1", "ana 2", "ana 3", "luc 1", "eva 1", "luc 2"]
        tasks = [asyncio.create_task(shared.think(name.split()[0], thought(name))) for name in wanted]
        await settle()
        assert shared.queue == 5
        first.set()
        await asyncio.gather(*tasks)
        assert (shared.waiting, shared.at_work, shared.served) == ({}, {}, {})
        shared.close()

    asyncio.run(play())
    assert began == ["ana 1", "luc 1", "eva 1", "ana 2", "luc 2", "ana 3"]


def test_a_guest_has_only_so_many_thoughts_in_work() -> None:
    now = most = 0
    lock, enough = threading.Lock(), threading.Event()

    def work() -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        enough.wait(60)
        with lock:
            now -= 1

    async def play() -> None:
        shared = thinkers(8, 3)
        tasks = [asyncio.create_task(shared.think("ana", work)) for _ in range(7)]
        await settle()
        assert await shared.think("luc", lambda: "at once") == "at once"
        enough.set()
        await asyncio.gather(*tasks)
        shared.close()

    asyncio.run(play())
    assert most == 3


def test_whoever_goes_while_waiting_is_not_thought_for() -> None:
    done: list[str] = []
    held = threading.Event()

    async def play() -> None:
        shared = thinkers(1, 1)
        long = asyncio.create_task(shared.think("ana", lambda: held.wait(60)))
        gone = asyncio.create_task(shared.think("luc", lambda: done.append("luc")))
        stays = asyncio.create_task(shared.think("eva", lambda: done.append("eva")))
        await settle()
        gone.cancel()
        await settle()
        held.set()
        await asyncio.gather(long, stays)
        assert (shared.waiting, shared.at_work, shared.free) == ({}, {}, 1)
        shared.close()

    asyncio.run(play())
    assert done == ["eva"]


def test_a_thought_that_fails_gives_its_place_back() -> None:
    def fail() -> None:
        raise ValueError("no idea")

    async def play() -> None:
        shared = thinkers(1, 1)
        for _ in range(3):
            with pytest.raises(ValueError, match="no idea"):
                await shared.think("ana", fail)
        assert await shared.think("ana", lambda: 7) == 7
        shared.close()

    asyncio.run(play())

"""Who thinks when: guests take turns, whoever goes is not thought for, and nothing of anybody is remembered."""

import asyncio

import pytest

from escaramuza.server.thinking import Turns


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_guests_take_turns_whatever_one_of_them_wants() -> None:
    began: list[str] = []

    async def play() -> None:
        shared, first = Turns(1, 1), asyncio.Event()

        async def thought(name: str) -> None:
            async with shared.turn(name.split()[0]):
                began.append(name)
                await first.wait()

        wanted = ["ana 1", "ana 2", "ana 3", "luc 1", "eva 1", "luc 2"]
        tasks = [asyncio.create_task(thought(name)) for name in wanted]
        await settle()
        assert shared.queue == 5
        first.set()
        await asyncio.gather(*tasks)
        assert (shared.waiting, shared.at_work, shared.served) == ({}, {}, {})

    asyncio.run(play())
    assert began == ["ana 1", "luc 1", "eva 1", "ana 2", "luc 2", "ana 3"]


def test_a_guest_has_only_so_many_thoughts_in_work() -> None:
    now = most = 0

    async def play() -> None:
        shared, enough = Turns(8, 3), asyncio.Event()

        async def thought() -> None:
            nonlocal now, most
            async with shared.turn("ana"):
                now += 1
                most = max(most, now)
                await enough.wait()
                now -= 1

        tasks = [asyncio.create_task(thought()) for _ in range(7)]
        await settle()
        async with shared.turn("luc"):
            assert now == 3, "another guest has a place at once"
        enough.set()
        await asyncio.gather(*tasks)

    asyncio.run(play())
    assert most == 3


def test_whoever_goes_while_waiting_is_not_thought_for() -> None:
    done: list[str] = []

    async def play() -> None:
        shared, held = Turns(1, 1), asyncio.Event()

        async def thought(name: str) -> None:
            async with shared.turn(name):
                await held.wait()
                done.append(name)

        long, gone, stays = (asyncio.create_task(thought(name)) for name in ("ana", "luc", "eva"))
        await settle()
        gone.cancel()
        await settle()
        held.set()
        await asyncio.gather(long, stays)
        assert (shared.waiting, shared.at_work, shared.free) == ({}, {}, 1)

    asyncio.run(play())
    assert done == ["ana", "eva"]


def test_a_thought_that_fails_gives_its_place_back() -> None:
    async def fail(shared: Turns) -> None:
        async with shared.turn("ana"):
            raise ValueError("no idea")

    async def play() -> None:
        shared = Turns(1, 1)
        for _ in range(3):
            with pytest.raises(ValueError, match="no idea"):
                await fail(shared)
        async with shared.turn("ana"):
            assert shared.free == 0

    asyncio.run(play())

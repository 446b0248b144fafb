"""One guest's pages leave room for those of others."""

import asyncio

import pytest

from escaramuza.server.local_jobs import LocalJobs
from escaramuza.server.orders import PRINT, Jobs, Order
from escaramuza.server.settings import Settings
from escaramuza.server.shared_jobs import SharedJobs
from escaramuza.server.store import Store
from escaramuza.server.words import Problem

MOST = Settings.most_prints_each


def sheet(guest: str, number: int = 0) -> Order:
    return Order("print", f"{guest} {number}", guest, "", {"game": "cafe", "body": {"what": ["score"]}})


async def must_leave_room(jobs: Jobs) -> None:
    waiting = [asyncio.create_task(jobs.do(sheet("greedy", number))) for number in range(MOST)]
    await asyncio.sleep(0.5)
    with pytest.raises(Problem, match="TOO_FAST"):
        await jobs.do(sheet("greedy", MOST))
    modest = asyncio.create_task(jobs.do(sheet("modest")))
    done, _ = await asyncio.wait({modest}, timeout=0.5)
    assert not done, "it waits for a printer, and is not refused"
    for task in (*waiting, modest):
        task.cancel()
    await asyncio.gather(*waiting, modest, return_exceptions=True)


def test_at_a_server_by_itself(settings: Settings) -> None:
    async def attack() -> None:
        jobs = LocalJobs(settings)
        jobs.lanes[PRINT].free = 0
        await must_leave_room(jobs)
        jobs.close()

    asyncio.run(attack())


def test_at_servers_with_workers(fresh_postgres: str) -> None:
    async def attack() -> None:
        store = Store(fresh_postgres)
        jobs = SharedJobs(store, Settings(database=fresh_postgres))
        await must_leave_room(jobs)
        await asyncio.gather(*jobs.tasks)
        store.close()

    asyncio.run(attack())

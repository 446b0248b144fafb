"""One guest's experiments leave room for those of others."""

import asyncio
from collections import Counter

from escaramuza.server.local_jobs import LocalJobs
from escaramuza.server.orders import LAB
from escaramuza.server.settings import Settings


def test_whoever_asks_most_is_not_served_most(settings: Settings) -> None:
    """Fifty stretches of one guest wait; another's first one is next but one, whatever else there is."""
    served: list[str] = []

    async def attack() -> None:
        jobs = LocalJobs(settings)
        lane = jobs.lanes[LAB]

        async def play(guest: str) -> None:
            async with lane.turn(guest):
                served.append(guest)
                await asyncio.sleep(0)

        greedy = [asyncio.create_task(play("greedy")) for _ in range(50)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(play("modest")) for _ in range(3)]
        await asyncio.gather(*greedy, *modest)
        jobs.close()

    asyncio.run(attack())
    assert Counter(served) == {"greedy": 50, "modest": 3}
    assert served.index("modest") <= 2 and len(served) - served[::-1].index("modest") <= 8


def test_a_guest_has_one_place_even_where_there_are_more() -> None:
    async def attack() -> None:
        jobs = LocalJobs(Settings(database="sqlite://", experimenters=4))
        lane = jobs.lanes[LAB]
        async with lane.turn("greedy"):
            second = asyncio.create_task(lane.turn("greedy").__aenter__())
            done, _ = await asyncio.wait({second}, timeout=0.05)
            assert not done, "it waits although places are free"
            async with asyncio.timeout(5), lane.turn("modest"):
                pass
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
        jobs.close()

    asyncio.run(attack())

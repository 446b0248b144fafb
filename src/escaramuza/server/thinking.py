"""Threads in which agents think, shared fairly: opponents, hints and analyses of all guests.

Many threads on few cores are the operating system's to share out, so that an easy opponent's moment of thought does not
wait for the end of somebody's long one. A guest has only so many thoughts in work; whatever else it wants waits, and
whoever has least in work and waited longest comes next.
"""

import asyncio
import itertools
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

T = TypeVar("T")
Place = asyncio.Future[None]


class Thinkers:
    """So many threads, and so many of them for one guest."""

    def __init__(self, threads: int, each: int, name: str, prepare: Callable[[], None]) -> None:
        self.pool = ThreadPoolExecutor(threads, name, prepare)
        self.free = threads
        self.each = each
        self.at_work: Counter[str] = Counter()
        self.waiting: dict[str, deque[Place]] = {}
        # When each waiting guest was last let in: who was longest ago is next.
        self.served: dict[str, int] = {}
        self.clock = itertools.count(1)

    async def think(self, guest: str, work: Callable[[], T]) -> T:
        """What the work gives, once it is this guest's turn. Whoever goes while it waits is not worked for at all."""
        async with self._place(guest):
            return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    @property
    def queue(self) -> int:
        """How many thoughts wait for a thread."""
        return sum(map(len, self.waiting.values()))

    @asynccontextmanager
    async def _place(self, guest: str) -> AsyncIterator[None]:
        place: Place = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(guest, deque()).append(place)
        self._let_in()
        try:
            await place
            yield
        finally:
            if place.done() and not place.cancelled():
                self.free += 1
                self.at_work[guest] -= 1
            else:
                self.waiting[guest].remove(place)
            self._tidy(guest)
            self._let_in()

    def _let_in(self) -> None:
        while self.free:
            able = [guest for guest, places in self.waiting.items() if places and self.at_work[guest] < self.each]
            if not able:
                return
            guest = min(able, key=lambda name: (self.at_work[name], self.served.get(name, 0)))
            place = self.waiting[guest].popleft()
            self.free -= 1
            self.at_work[guest] += 1
            self.served[guest] = next(self.clock)
            place.set_result(None)

    def _tidy(self, guest: str) -> None:
        """Nothing is remembered of a guest that wants nothing."""
        if not self.waiting.get(guest) and not self.at_work[guest]:
            for known in (self.waiting, self.at_work, self.served):
                known.pop(guest, None)

    def close(self) -> None:
        """Think no more."""
        self.pool.shutdown(wait=True, cancel_futures=True)

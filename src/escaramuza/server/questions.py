"""Questions whose answer takes longer than everybody else may wait: odds, looks, threats; and whole matches that are
read, checked or drawn.

They are worked out in threads beside the event loop, which have its priority: one that gave way while it holds the
interpreter's lock would make everybody wait. A guest has one of them in work at a time, so that guests take
turns whatever one of them asks; and each has a budget of computing time that fills up again.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from escaramuza.server.words import Problem

T = TypeVar("T")
READERS = 2


class Purse:
    """So many seconds of computing at once, then so many a second; the last question may overdraw it."""

    def __init__(self, most: float, rate: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = time.monotonic()
        self.turn = asyncio.Lock()
        self.hint = asyncio.Lock()

    def fill(self) -> None:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now

    def pay_for(self, work: Callable[[], T]) -> T:
        """Do work in this thread; what it costs is taken from the purse, whatever comes of it."""
        began = time.thread_time()
        try:
            return work()
        finally:
            self.left -= time.thread_time() - began


class Questions:
    """Answers questions of all guests, in turns."""

    MOST_PURSES = 10_000

    def __init__(self, threads: int, most: float, rate: float) -> None:
        self.pool = ThreadPoolExecutor(threads, "answers")
        # Apart from the others: a long match takes seconds.
        self.readers = ThreadPoolExecutor(READERS, "readers")
        self.most = most
        self.rate = rate
        self.purses: dict[str, Purse] = {}

    async def answer(self, guest: str, work: Callable[[], T]) -> T:
        """What the work gives, once it is this guest's turn; a refusal if the guest has used up its time."""
        return await self._paid(guest, work, self.pool)

    async def read(self, guest: str, work: Callable[[], T]) -> T:
        """The same with a whole match."""
        return await self._paid(guest, work, self.readers)

    async def _paid(self, guest: str, work: Callable[[], T], pool: ThreadPoolExecutor) -> T:
        purse = self._purse(guest)
        async with purse.turn:
            purse.fill()
            if purse.left <= 0:
                raise Problem("TOO_FAST", 429)
            return await asyncio.get_running_loop().run_in_executor(pool, purse.pay_for, work)

    def hint_of(self, guest: str) -> asyncio.Lock:
        """Held while a hint is thought out for a guest."""
        return self._purse(guest).hint

    def _purse(self, guest: str) -> Purse:
        if len(self.purses) > self.MOST_PURSES:
            for purse in self.purses.values():
                purse.fill()
            self.purses = {
                name: purse
                for name, purse in self.purses.items()
                if purse.left < purse.most or purse.turn.locked() or purse.hint.locked()
            }
        return self.purses.setdefault(guest, Purse(self.most, self.rate))

    def close(self) -> None:
        """Answer nothing more."""
        for pool in (self.pool, self.readers):
            pool.shutdown(wait=True, cancel_futures=True)

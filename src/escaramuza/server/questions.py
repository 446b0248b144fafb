"""Questions whose answer takes longer than everybody else may wait: odds, looks, threats, reasons, written positions;
and whole matches that are read, checked or drawn.

Questions are orders, done by a child process of their own: nobody's action waits for them, nor they for long thoughts.
Whole matches are read in threads. A guest has one of them in work at a time, so that guests take turns whatever one of
them asks; and each has a budget of computing time that fills up again.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from escaramuza.server.local_jobs import LocalJobs
from escaramuza.server.orders import Failed, Order
from escaramuza.server.processes import SOON_NICE
from escaramuza.server.settings import Settings
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
        self.setting_up = asyncio.Lock()

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

    def __init__(self, settings: Settings) -> None:
        self.jobs = LocalJobs(settings, SOON_NICE, self._charge)
        self.readers = ThreadPoolExecutor(READERS, "readers")
        # Who wants to play does not wait for long replays.
        self.setters = ThreadPoolExecutor(READERS, "setters")
        self.most = settings.answers_burst
        self.rate = settings.answers_rate
        self.purses: dict[str, Purse] = {}

    async def answer(self, order: Order) -> msgspec.Raw:
        """What comes of an order, once it is its guest's turn; a refusal if the guest has used up its time."""
        async with self._turn(order.guest):
            try:
                return await self.jobs.written(order)
            except Failed as error:
                raise Problem("FAULT", 500) from error

    async def read(self, guest: str, work: Callable[[], T]) -> T:
        """What some work with a whole match gives."""
        async with self._turn(guest) as purse:
            return await asyncio.get_running_loop().run_in_executor(self.readers, purse.pay_for, work)

    async def set_up(self, guest: str, work: Callable[[], T]) -> T:
        """What comes of setting up a match; a guest has one of them in work at a time, beside whatever else it asks."""
        async with self._turn(guest, setting_up=True) as purse:
            return await asyncio.get_running_loop().run_in_executor(self.setters, purse.pay_for, work)

    @asynccontextmanager
    async def _turn(self, guest: str, setting_up: bool = False) -> AsyncIterator[Purse]:
        purse = self._purse(guest)
        async with purse.setting_up if setting_up else purse.turn:
            purse.fill()
            if purse.left <= 0:
                raise Problem("TOO_FAST", 429)
            yield purse

    def _charge(self, guest: str, seconds: float) -> None:
        self._purse(guest).left -= seconds

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
                if purse.left < purse.most or any(lane.locked() for lane in (purse.turn, purse.hint, purse.setting_up))
            }
        return self.purses.setdefault(guest, Purse(self.most, self.rate))

    def close(self) -> None:
        """Answer nothing more."""
        self.jobs.close()
        for threads in (self.readers, self.setters):
            threads.shutdown(wait=True, cancel_futures=True)

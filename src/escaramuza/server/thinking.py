"""Who is worked for next: opponents, hints, analyses and pages of all guests, shared fairly.

Many thoughts at once on few cores are the operating system's to share out, so that an easy opponent's moment of thought
does not wait for the end of somebody's long one. A guest has only so many of them in work; whatever else it wants
waits, and whoever has least in work and waited longest comes next.
"""

import asyncio
import itertools
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Place = asyncio.Future[None]


class Turns:
    """So many places, and so many of them for one guest."""

    def __init__(self, places: int, each: int) -> None:
        self.free = places
        self.each = each
        self.at_work: Counter[str] = Counter()
        self.waiting: dict[str, deque[Place]] = {}
        # When each waiting guest was last let in: who was longest ago is next.
        self.served: dict[str, int] = {}
        self.clock = itertools.count(1)

    @property
    def queue(self) -> int:
        """How many wait for a place."""
        return sum(map(len, self.waiting.values()))

    def wanted_by(self, guest: str) -> int:
        """How many of a guest's wait or have a place."""
        return len(self.waiting.get(guest, ())) + self.at_work[guest]

    @asynccontextmanager
    async def turn(self, guest: str) -> AsyncIterator[None]:
        """A place, once it is this guest's turn. Whoever goes while it waits never gets one."""
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

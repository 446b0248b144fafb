"""What one guest may ask for in a moment."""

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escaramuza.server.words import Problem

# Whoever has one address of the sixth version has all that begin like it.
OWN_BITS = 64


@lru_cache(10_000)
def guest_of(host: str) -> str:
    """Who somebody is to those who share out time, by where they come from: an address of the fourth version, or the
    network of one of the sixth."""
    try:
        found = ipaddress.ip_address(host)
    except ValueError:
        return host
    if found.version == 6:
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found) >> (128 - OWN_BITS) << (128 - OWN_BITS), OWN_BITS)))
    return str(found)


class Bucket:
    """So many at once, then so many a second."""

    def __init__(self, burst: int, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.left = float(burst)
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """A bucket a guest; those that are full again are forgotten."""

    MOST = 10_000
    # How long to wait before it is looked again which are full.
    TIDY_SECONDS = 1.0

    def __init__(self, burst: int, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.buckets: dict[str, Bucket] = {}
        self.tidied = 0.0

    def take(self, guest: str) -> bool:
        """Whether a guest may have one more now."""
        now = time.monotonic()
        if len(self.buckets) > self.MOST and now - self.tidied > self.TIDY_SECONDS:
            self.tidied, full = now, now - self.burst / self.rate
            self.buckets = {name: bucket for name, bucket in self.buckets.items() if bucket.at > full}
        return self.buckets.setdefault(guest, Bucket(self.burst, self.rate)).take()


class Places:
    """So many of each guest's in work at a time; whatever else it wants waits, and nobody else does."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.places: dict[str, asyncio.Semaphore] = {}
        # For how many actions a guest wants one of its places.
        self.wanted: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, guest: str) -> AsyncIterator[None]:
        """One of them, as soon as there is one."""
        places = self.places.setdefault(guest, asyncio.Semaphore(self.each))
        self.wanted[guest] += 1
        try:
            async with places:
                yield
        finally:
            self.wanted[guest] -= 1
            if not self.wanted[guest]:
                del self.places[guest], self.wanted[guest]


# Only match files are long; to read four megabytes takes everybody's time. A squad that is printed brings pictures.
LONGEST_OTHER = 512 * 1024
FILES = "/api/matches/import"
LONGEST_SQUAD = 1024 * 1024
SQUADS = "/api/barracks/print"


class BodyLimit:
    """Cuts requests off whose body grows beyond a length, whatever they said of it."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        longest = {FILES: self.most, SQUADS: LONGEST_SQUAD}.get(scope["path"], LONGEST_OTHER)
        length, most = 0, min(self.most, longest)

        async def counted() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > most:
                raise Problem("TOO_LARGE", 413, most=most)
            return message

        await self.app(scope, counted, send)

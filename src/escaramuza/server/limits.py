"""What one guest may ask for in a moment."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from escaramuza.server.words import Problem


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

    def __init__(self, burst: int, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self.buckets: dict[str, Bucket] = {}

    def take(self, guest: str) -> bool:
        if len(self.buckets) > self.MOST:
            full = time.monotonic() - self.burst / self.rate
            self.buckets = {name: bucket for name, bucket in self.buckets.items() if bucket.at > full}
        return self.buckets.setdefault(guest, Bucket(self.burst, self.rate)).take()


class BodyLimit:
    """Cuts requests off whose body grows beyond a length, whatever they said of it."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = 0

        async def counted() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > self.most:
                raise Problem("TOO_LARGE", 413, most=self.most)
            return message

        await self.app(scope, counted, send)

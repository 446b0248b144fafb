"""What one guest may ask for in a moment."""

import time


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

"""How long preparing still takes, from how long it took so far on this machine."""

from collections.abc import Sequence

# Seconds for one part of the cost, on an ordinary machine, until this one has shown how fast it is.
USUAL = 0.1
CERTAIN = 60.0
# Two workers on one game wait for each other now and then.
SIDE_BY_SIDE = 0.8


class Pace:
    """Seconds of work for each part of the cost."""

    def __init__(self) -> None:
        self.seconds = USUAL * CERTAIN
        self.parts = CERTAIN

    def worked(self, seconds: float) -> None:
        """Somebody worked so long."""
        self.seconds += seconds

    def compiled(self, parts: float) -> None:
        """So much was done."""
        self.parts += parts

    def seconds_left(self, left: Sequence[tuple[float, int]], workers: int) -> float:
        """Until the last of some games is ready, where (parts left, workers on it now) stand in the order in which
        they are taken up."""
        each = self.seconds / self.parts
        ahead, own = sum(parts for parts, _ in left[:-1]), left[-1][0]
        helpers = max(1, workers - sum(1 for _, busy in left[:-1] if busy))
        alone = own * each / (1 + SIDE_BY_SIDE * (helpers - 1))
        return max(alone, (ahead + own) * each / workers) if left[-1][1] else (ahead + own) * each / workers

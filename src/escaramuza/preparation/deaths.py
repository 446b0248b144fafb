"""How processes end, in words."""

import signal
from contextlib import suppress


def how_it_ended(code: int | None) -> str:
    """An exit code, or the signal that ended a process."""
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-code).name}"
    return f"ended with {code}"

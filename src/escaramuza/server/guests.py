"""Who is connected to a table."""

import secrets
from collections.abc import Callable

from escaramuza.engine.eyes import Events
from escaramuza.server import wire

Tell = Callable[[wire.FromServer], None]


class Guest:
    """One open connection: who it plays for, and how to reach it. Telling never waits: a guest that does not listen
    loses its connection, not everybody's time."""

    def __init__(self, seats: list[str], tell: Tell, name: str = "") -> None:
        self.id = secrets.token_hex(8)
        self.seats = seats
        self.tell = tell
        # Who this is to those who share out time: an address.
        self.name = name
        self.steps = 0
        self.secret: frozenset[int] = frozenset()
        self.withheld: Events = frozenset()

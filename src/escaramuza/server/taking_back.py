"""Taking back between people: whoever has seen what is to be undone is asked first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from escaramuza.engine.match import Match
from escaramuza.server import wire

PERSON = "person"
Party = tuple[str, ...]


@dataclass(frozen=True)
class TakeBack:
    """Somebody wants to go back to a step; who still has to agree, and who has refused."""

    asker: Party
    seat: str
    kept: int
    waiting: tuple[Party, ...]
    declined_by: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to answer."""
        return self.declined_by is None and bool(self.waiting)

    def agreed_by(self, seats: Sequence[str]) -> "TakeBack":
        """One more agrees."""
        return replace(self, waiting=tuple(party for party in self.waiting if not set(party) & set(seats)))

    def asks(self, seats: Sequence[str]) -> bool:
        """Whether these seats have to answer."""
        return self.declined_by is None and any(set(party) & set(seats) for party in self.waiting)

    def told(self, seats: Sequence[str]) -> wire.TakeBack:
        """What a guest hears of it."""
        mine = bool(set(self.asker) & set(seats))
        return {"seat": self.seat, "mine": mine, "asks_you": self.asks(seats), "declined_by": self.declined_by}


def witnesses(match: Match, seats: Mapping[str, Mapping[str, Any]], asker: Sequence[str], kept: int) -> list[Party]:
    """The other people who have seen a step after `kept`; what is still a secret for them is its owner's business."""
    removed = range(kept, len(match.steps))
    parties = [party for party in _parties(seats) if not set(party) & set(asker)]
    return [party for party in parties if not all(match.concealed(seat) >= set(removed) for seat in party)]


def _parties(seats: Mapping[str, Mapping[str, Any]]) -> list[Party]:
    """The seats of each person: those at one screen belong together, each by link is alone."""
    people = {seat: info for seat, info in seats.items() if not info["agent"]}
    here = tuple(seat for seat, info in people.items() if info["kind"] == PERSON)
    return [*([here] if here else []), *((seat,) for seat in people if seat not in here)]

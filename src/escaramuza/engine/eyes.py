"""Whose eyes things are for: events that one seat alone may read, and scenes that others at a screen must not see."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from escaramuza.engine.explain import Said
from escaramuza.games.game import Game

if TYPE_CHECKING:
    from escaramuza.engine.match import Step

# Events by step and by place within it.
Events = frozenset[tuple[int, int]]


def private_events(game: Game, events: Sequence[Said]) -> tuple[tuple[int, int], ...]:
    """Those that one seat alone may read: (place among the events, number of the seat)."""
    if game.private is None:
        return ()
    readers = (game.private(event.code, event.numbers) for event in events)
    return tuple((place, reader) for place, reader in enumerate(readers) if reader is not None)


def without(step: "Step", number: int, withheld: Events) -> "Step":
    """A step, the one of this number, with those of its events only that are not withheld."""
    if not any((number, place) in withheld for place, _ in step.private):
        return step
    kept = tuple(event for place, event in enumerate(step.events) if (number, place) not in withheld)
    return replace(step, events=kept)


def guarded(scene: Mapping[str, Any], seat: str) -> bool:
    """Whether a seat's scene shows what others at the same screen must not see: its secret placement, or the cards in
    its hand. Every game writes these two in the same words."""
    hand = scene.get("hands", {}).get(seat, {})
    return bool(scene.get("secret")) or hand.get("count", 0) > 0

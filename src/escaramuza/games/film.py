"""What events show besides what two scenes tell by themselves: who strikes whom, dice, modifiers, damage, signs. A game
names its events here; where pieces stand, come and go is seen from its scenes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from escaramuza.games.boards import Board, Grid
from escaramuza.games.codes import Codes
from escaramuza.games.scene import Spot


@dataclass(frozen=True)
class Goal:
    """Where a piece goes: a square, or a point by its two lengths."""

    names: tuple[str, ...]

    def spot(self, numbers: Mapping[str, Any], board: Board | None) -> Spot:
        """As a scene has it."""
        if isinstance(board, Grid):
            (square,) = self.names
            return board.name(int(numbers[square]))
        x, y = self.names
        return int(numbers[x]), int(numbers[y])


TO_POINT, TO_SQUARE = Goal(("x", "y")), Goal(("to",))


@dataclass(frozen=True)
class Show:
    """What one event shows, by the names of its numbers. `of` is the piece that it is about."""

    of: str = "unit"
    # The numbers that say where it goes; as a charge.
    goes: Goal | None = None
    charge: bool = False
    # Whom it strikes, and the number that says whether at close quarters; or always so.
    strikes: str = ""
    close: str | bool = False
    # Faces of dice that were thrown, and what for.
    dice: tuple[str, ...] = ()
    purpose: str = ""
    # A modifier of its die: reason and value, with the reasons' names; and what die and modifiers come to.
    term: tuple[str, str] = ("", "")
    reasons: Sequence[str] = ()
    total: str = ""
    # A piece is put down before the game begins.
    places: bool = False
    # Points of damage, a number of the event or always so many.
    hit: str | int = ""
    # A sign beside it, once or as often as a number says; good news or bad.
    sign: str = ""
    times: str = ""
    good: bool = False


def dice_of(events: type[Codes]) -> "Film":
    """The film of a game that names none: faces wherever an event has numbers of that kind."""
    faces = {code.name: tuple(name for name, kind in code.numbers if kind == "die") for code in events}
    return {name: Show(of="", dice=dice) for name, dice in faces.items() if dice}


# Code of an event → what it shows; one that shows nothing is left out.
Film = Mapping[str, Show]

"""How agents spread the time of a turn."""

from typing import Any

from escaramuza.games.escarmouche import state

# Obstacles and units are put down one by one; a turn is two actions; an answer to the other's action is a small matter.
PLACEMENT, ACTION, ANSWER = 0.2, 0.5, 0.2


def share_of_turn(s: Any) -> float:
    """Half a turn's time for each action."""
    if s.phase == state.TURN:
        return ACTION
    return ANSWER if s.phase in (state.FORWARD_ASKS, state.GUARDIAN_ASKS) else PLACEMENT

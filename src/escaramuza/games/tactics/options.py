"""Set-up and house rules of Tactics."""

from typing import Literal

from pydantic import Field

from escaramuza.games.basics import GameOptions
from escaramuza.games.tactics.tables import DEFAULT_TURN_LIMIT


class TacticsOptions(GameOptions):
    """T-R2 and T-R6."""

    deployment: Literal["secret", "open"] = Field(
        default="secret", description="secret: nobody sees the other side until both are ready; open: defender first"
    )
    turn_limit: int = Field(
        default=DEFAULT_TURN_LIMIT, ge=0, le=100_000, description="player turns before the game is drawn; 0 for none"
    )

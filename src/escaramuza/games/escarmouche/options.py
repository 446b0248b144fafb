"""Set-up and house rules of Escarmouche."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from escaramuza.games.basics import GameOptions
from escaramuza.games.escarmouche.squads import Squad, legal_squad, ready_squads
from escaramuza.games.escarmouche.tables import DEFAULT_TURN_LIMIT

LegalSquad = Annotated[Squad, BeforeValidator(legal_squad)]


class EscarmoucheOptions(GameOptions):
    """The two squads, E-R5, E-F4 and E-R7."""

    white_squad: LegalSquad = Field(default_factory=lambda: _default(0), json_schema_extra={"squad": True})
    black_squad: LegalSquad = Field(default_factory=lambda: _default(1), json_schema_extra={"squad": True})
    scenario: Literal["standard", "centre"] = Field(
        default="standard", description="standard: eliminate all enemies; centre: hold the centre"
    )
    placement: Literal["alternate", "secret"] = Field(
        default="alternate",
        description="alternate: one unit at a time in turn; secret: nobody sees until both are ready",
    )
    turn_limit: int = Field(
        default=DEFAULT_TURN_LIMIT, ge=0, le=100_000, description="player turns before the game is drawn; 0 for none"
    )


def _default(side: int) -> Squad:
    return list(ready_squads().values())[side]

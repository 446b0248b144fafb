"""Set-up and house rules of Escaramuzas de Café."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator
from pydantic.config import JsonDict

from escaramuza.games.cafe.armies import PUBLISHED, read_army
from escaramuza.games.cafe.maps import Map, default_map, legal_map, ready_maps
from escaramuza.games.cafe.tables import MOST_ROUNDS, ROUNDS
from escaramuza.games.spec import GameOptions, NotationError

LegalMap = Annotated[Map, BeforeValidator(legal_map)]
Army = Annotated[str, BeforeValidator(read_army)]
A_MAP: JsonDict = {"map": True, "examples": [*ready_maps(), "random:7", "symmetric:7", "M1…", "{…}"]}
AN_ARMY: JsonDict = {"army": True, "examples": [PUBLISHED]}


class CafeOptions(GameOptions):
    """The battlefield, the armies, the number of players and every option of the rulings."""

    map: LegalMap = Field(default_factory=default_map, json_schema_extra=A_MAP)
    blue_army: Army = Field(default=PUBLISHED, json_schema_extra=AN_ARMY)
    red_army: Army = Field(default=PUBLISHED, json_schema_extra=AN_ARMY)
    players: Literal[1, 2, 3] = Field(default=1, description="players a side (C-R15)")
    objectives: Literal[3, 5, 7] = Field(default=3, description="how many objectives (C-R9)", validate_default=True)
    cards: bool = Field(default=True, description="play with the deck (C-R14)")
    face_down: bool = Field(default=True, description="deploy face down and unseen (C-R14)")
    runners_fight: bool = Field(default=True, description="a unit that ran fights in close combat (C-R3)")
    defence: Literal["once", "each"] = Field(
        default="once", description="throw the defence once or for each hit (C-R4)"
    )
    assignment: Literal["best", "chosen"] = Field(default="best", description="which die cancels which hit (C-R4)")
    wounds: Literal["both", "defenders"] = Field(default="both", description="whose ones wound (C-R5)")
    contested: Literal["neutral", "kept"] = Field(default="neutral", description="an objective with both there (C-R9)")
    rounds: int = Field(default=ROUNDS, ge=1, le=MOST_ROUNDS, description="rounds before the score decides (C-R11)")

    @field_validator("objectives")
    @classmethod
    def _on_the_map(cls, wanted: int, info: ValidationInfo) -> int:
        field = info.data.get("map")
        if field is not None and len(field.objectives) < wanted:
            raise NotationError("MAP_OBJECTIVES", wanted=wanted, found=len(field.objectives))
        return wanted

"""Set-up and house rules of Escaramuzas de Café."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator
from pydantic.config import JsonDict

from escaramuza.games.basics import GameOptions, NotationError
from escaramuza.games.cafe import maps, tables
from escaramuza.games.cafe.armies import PUBLISHED, army_types, read_army
from escaramuza.games.cafe.maps import Map

LegalMap = Annotated[Map, BeforeValidator(maps.legal_map)]
Army = Annotated[str, BeforeValidator(read_army)]
Value = Annotated[int, Field(ge=0, le=tables.MOST_VALUE)]
A_MAP: JsonDict = {"map": True, "examples": [*maps.ready_maps(), "random:7", "symmetric:7", "M1…", "{…}"]}
AN_ARMY: JsonDict = {"army": True, "examples": [PUBLISHED]}


class CafeOptions(GameOptions):
    """The battlefield, the armies, the number of players and every option of the rulings."""

    map: LegalMap = Field(default_factory=maps.default_map, json_schema_extra=A_MAP)
    blue_army: Army = Field(default=PUBLISHED, json_schema_extra=AN_ARMY)
    red_army: Army = Field(default=PUBLISHED, json_schema_extra=AN_ARMY)
    players: Literal[1, 2, 3, 4] = Field(default=1, description="players a side (C-R15)")
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
    rounds: int = Field(
        default=tables.ROUNDS, ge=1, le=tables.MOST_ROUNDS, description="rounds before the score decides (C-R11)"
    )

    difficult_walls: bool = Field(default=False, description="walls and towers are difficult too (C-R7)")
    vp_objective: Value = Field(default=tables.POINTS["objective"], description="points for an objective (C-R10)")
    vp_zone: Value = Field(default=tables.POINTS["zone"], description="points for a unit in the enemy's zone (C-R10)")
    vp_zone_three: Value = Field(default=tables.POINTS["zone_three"], description="points for three there (C-R10)")
    vp_range: Value = Field(default=tables.POINTS["range"], description="points for a kill at range (C-R10)")
    vp_range_three: Value = Field(default=tables.POINTS["range_three"], description="points for three at range (C-R10)")
    vp_close: Value = Field(default=tables.POINTS["close"], description="points for a kill in close combat (C-R10)")
    vp_close_three: Value = Field(default=tables.POINTS["close_three"], description="points for three of these (C-R10)")
    vp_six_range: Value = Field(default=tables.POINTS["six_range"], description="points for six at range (C-R10)")
    vp_six_close: Value = Field(
        default=tables.POINTS["six_close"], description="points for six in close combat (C-R10)"
    )
    vp_first: Value = Field(
        default=tables.POINTS["first"], description="points for an objective first and kept (C-R10)"
    )
    vp_all: Value = Field(default=tables.POINTS["all"], description="points for all objectives (C-R10)")

    @field_validator("blue_army", "red_army")
    @classmethod
    def _has_room(cls, army: str, info: ValidationInfo) -> str:
        field, units = info.data.get("map"), len(army_types(army))
        found = units if field is None else maps.room(field, units)
        if found < units:
            raise NotationError("MAP_ROOM", found=found, wanted=units)
        return army

    @field_validator("objectives")
    @classmethod
    def _on_the_map(cls, wanted: int, info: ValidationInfo) -> int:
        field = info.data.get("map")
        if field is not None and len(field.objectives) < wanted:
            raise NotationError("MAP_OBJECTIVES", wanted=wanted, found=len(field.objectives))
        return wanted

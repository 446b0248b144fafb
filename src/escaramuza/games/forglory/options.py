"""Set-up and house rules of For Glory."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator
from pydantic.config import JsonDict

from escaramuza.games.basics import GameOptions, NotationError
from escaramuza.games.forglory import tables
from escaramuza.games.forglory.armies import army_points, read_army
from escaramuza.games.forglory.battles import default_battle, ready_battles
from escaramuza.games.forglory.maps import Map, legal_map, ready_maps

LegalMap = Annotated[Map, BeforeValidator(legal_map)]
ArmyText = Annotated[str, BeforeValidator(read_army)]
OWN = ""
OBJECTIVES = 3
# From which round objectives can end a battle: one of one's own from the first, as the rulebook has it, a ready one
# when its last reinforcements have come.
AS_THE_BATTLE, FROM_THE_FIRST, WHEN_ALL_ARE_IN = 0, 1, 4
# What the dearest army costs.
MOST_POINTS = 2 * tables.MOST_UNITS
# Maps that may be played at double scale.
WIDEST, HIGHEST, CENTIMETRE = 18000, 12000, 100
PARTS = ("map", "south_army", "north_army")
SOUTH_ARMY, NORTH_ARMY = (army.text for army in default_battle().armies)
A_BATTLE: JsonDict = {"battle": True, "enum": [OWN, *ready_battles()]}
A_MAP: JsonDict = {"map": True, "examples": [*ready_maps(), "random:7", "symmetric:7", "G1…", "{…}"]}
AN_ARMY: JsonDict = {"army": True, "examples": [SOUTH_ARMY]}


class ForGloryOptions(GameOptions):
    """The battle or its parts, and every option of the rulings."""

    battle: str = Field(default=default_battle().id, json_schema_extra=A_BATTLE)
    map: LegalMap = Field(default_factory=lambda: default_battle().map, json_schema_extra=A_MAP)
    south_army: ArmyText = Field(default=SOUTH_ARMY, json_schema_extra=AN_ARMY)
    north_army: ArmyText = Field(default=NORTH_ARMY, json_schema_extra=AN_ARMY)
    objectives: int = Field(
        default=OBJECTIVES,
        ge=0,
        le=tables.MOST_OBJECTIVES,
        description="how many objectives (G-R16)",
        validate_default=True,
    )
    points: int = Field(default=0, ge=0, le=MOST_POINTS, description="what an army may cost, 0 as agreed (G-R15)")
    objectives_from: int = Field(
        default=AS_THE_BATTLE,
        ge=0,
        le=tables.MOST_ROUNDS,
        description="the round from which objectives can end it (G-E15)",
    )
    deployment: Literal["free", "historical"] = Field(
        default="free", description="where divisions are deployed: as one likes, or where the battle has them (G-R66)"
    )
    rounds: int = Field(
        default=tables.ROUNDS, ge=1, le=tables.MOST_ROUNDS, description="rounds before the score decides (G-R12)"
    )
    scale: Literal["half", "one", "double"] = Field(default="one", description="all lengths by a half, one or two")
    markers: Literal["stay", "fade"] = Field(default="stay", description="how long artillery markers lie (G-R7)")
    follow: bool = Field(default=False, description="advance after a push by fire (G-R53)")

    @model_validator(mode="before")
    @classmethod
    def _of_the_battle(cls, given: Any) -> Any:
        """A battle brings its map and its armies, unless others are given; parts without a battle are one's own."""
        if not isinstance(given, dict):
            return given
        own = any(given.get(part) is not None for part in PARTS)
        id = given.get("battle", OWN if own else default_battle().id)
        battle = ready_battles().get(id) if isinstance(id, str) else None
        if battle is None:
            return {**given, "battle": id}
        south, north = battle.texts
        return {"map": battle.map, "south_army": south, "north_army": north, **given, "battle": id}

    @property
    def ends_from(self) -> int:
        """The round from which objectives can end this battle."""
        return self.objectives_from or (FROM_THE_FIRST if self.battle == OWN else WHEN_ALL_ARE_IN)

    @field_validator("battle")
    @classmethod
    def _is_ready(cls, battle: str) -> str:
        if battle != OWN and battle not in ready_battles():
            raise NotationError("UNKNOWN_BATTLE", text=battle[:40], ready=", ".join(ready_battles()))
        return battle

    @field_validator("deployment")
    @classmethod
    def _has_zones(cls, deployment: str, info: ValidationInfo) -> str:
        """Only a ready battle with its own map and armies says where its divisions stood."""
        battle = ready_battles().get(info.data.get("battle", OWN))
        whole = battle is not None and all(
            info.data.get(part) == own for part, own in zip(PARTS, (battle.map, *battle.texts), strict=True)
        )
        if deployment == "historical" and not whole:
            raise NotationError("NO_HISTORY", ready=", ".join(ready_battles()))
        return deployment

    @field_validator("objectives")
    @classmethod
    def _on_the_map(cls, wanted: int, info: ValidationInfo) -> int:
        field = info.data.get("map")
        if field is not None and len(field.objectives) < wanted:
            raise NotationError("MAP_OBJECTIVES_FEW", wanted=wanted, found=len(field.objectives))
        return wanted

    @field_validator("scale")
    @classmethod
    def _fits(cls, scale: str, info: ValidationInfo) -> str:
        field = info.data.get("map")
        if scale == "double" and field is not None and (field.width > WIDEST or field.height > HIGHEST):
            raise NotationError("MAP_SCALE", width=WIDEST // CENTIMETRE, height=HIGHEST // CENTIMETRE)
        return scale

    @field_validator("points")
    @classmethod
    def _paid(cls, most: int, info: ValidationInfo) -> int:
        for name in ("south_army", "north_army"):
            points = army_points(info.data.get(name, ""))
            if 0 < most < points:
                raise NotationError("ARMY_POINTS", army=info.data[name], points=points, most=most)
        return most

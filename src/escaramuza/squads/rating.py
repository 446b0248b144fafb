"""What a unit costs, part by part, and what one step more would make of it."""

from dataclasses import asdict, dataclass
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import ranks, tables
from escaramuza.games.escarmouche.squads import Squad, Unit, problems


@dataclass(frozen=True)
class Worth:
    """Cost, rank and rank points."""

    cost: int
    rank: str
    points: int


@dataclass(frozen=True)
class Rating:
    """A unit's worth, where it comes from, and its worth with one characteristic higher or one ability more."""

    worth: Worth
    parts: dict[str, float]
    steps: dict[str, Worth | None]
    abilities: dict[str, Worth]
    problems: list[NotationError]

    def as_json(self) -> dict[str, Any]:
        """For programs; what is wrong stands elsewhere."""
        return {
            **asdict(self.worth),
            "parts": self.parts,
            "steps": {name: asdict(worth) if worth else None for name, worth in self.steps.items()},
            "abilities": {name: asdict(worth) for name, worth in self.abilities.items()},
        }


def worth(unit: Unit) -> Worth:
    """What a unit is worth."""
    return Worth(unit.cost, unit.rank, unit.points)


def rate(unit: Unit) -> Rating:
    """Everything that an editor shows beside a unit."""
    parts = ranks.cost_parts(unit.health, unit.range, unit.move, unit.power)
    alone = problems(Squad(name=unit.name, units=(unit,)))
    return Rating(
        worth=worth(unit),
        parts={**{name: float(part) for name, part in parts.items()}, "abilities": float(ability_cost(unit))},
        steps={name: _higher(unit, name) for name in tables.CHARACTERISTICS},
        abilities={ability: _with(unit, ability) for ability in tables.ABILITIES if _can_add(unit, ability)},
        problems=[problem for _, problem in alone],
    )


def ability_cost(unit: Unit) -> int:
    """What a unit's abilities add to its cost."""
    return sum(tables.ABILITY_COST[ability] for ability in unit.abilities)


def _higher(unit: Unit, name: str) -> Worth | None:
    figure = getattr(unit, name)
    return None if figure >= tables.HIGHEST else worth(unit.model_copy(update={name: figure + 1}))


def _can_add(unit: Unit, ability: str) -> bool:
    return len(unit.abilities) < tables.MOST_ABILITIES and ability not in unit.abilities


def _with(unit: Unit, ability: str) -> Worth:
    return worth(unit.model_copy(update={"abilities": (*unit.abilities, ability)}))

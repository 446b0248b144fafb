"""Escarmouche squads at random, by the ten thousand: four units each, legal, of about the same published cost, with
figures and abilities that are drawn independently of each other, so that what each is worth can be told apart."""

from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np

from escaramuza.games.escarmouche import ranks, state, tables
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import one

UNITS = 4
MOST = {"health": 10, "range": 5, "move": 5, "power": 4}
# How many abilities a unit has, of ten.
ABILITY_COUNTS = (0, 0, 0, 1, 1, 1, 1, 1, 2, 2)
LOWEST_COST, HIGHEST_COST = 52, 64
TARGETS = (*tables.CHARACTERISTICS, *tables.ABILITIES)


@dataclass(frozen=True)
class Pool:
    """Squads as numbers: figures[squad, unit, characteristic], abilities[squad, unit, 2]."""

    figures: Any
    abilities: Any

    def __len__(self) -> int:
        return len(self.figures)

    def features(self) -> Any:
        """For each squad, the sum of each characteristic and how often it has each ability."""
        counts = np.stack([(self.abilities == k).sum(axis=(1, 2)) for k in range(len(tables.ABILITIES))], axis=1)
        return np.concatenate([self.figures.sum(axis=1), counts], axis=1).astype(np.float64)

    def starts(self, spec: Game, white: Any, black: Any) -> Any:
        """Positions before the first action between the squads of these numbers."""
        blank = one(spec.state)
        spec.new(blank, EscarmoucheOptions(), 0)
        for unit in blank.units:
            unit.at = state.ABSENT
            unit.health = unit.max_health = unit.range = unit.move = unit.power = 0
            unit.abilities[:] = tables.NONE
        starts = np.repeat(np.array([blank]), len(white))
        for side, squads in enumerate((white, black)):
            units = starts["units"][:, side * tables.MOST_UNITS : side * tables.MOST_UNITS + UNITS]
            units["at"] = state.HAND
            for k, name in enumerate(("health", "range", "move", "power")):
                units[name] = self.figures[squads][:, :, k]
            units["max_health"] = units["health"]
            units["abilities"] = self.abilities[squads]
        return starts


def draw(squads: int, seed: int) -> Pool:
    """So many squads; the same for the same seed."""
    lots = np.random.default_rng(seed)
    figures: list[Any] = []
    abilities: list[Any] = []
    found = 0
    while found < squads:
        more, theirs = _units(lots, 40 * squads)
        # Units that cost too much or stand above the ranks a squad of four can pay are left out one by one.
        room = len(more) // UNITS * UNITS
        more, theirs = more[:room].reshape(-1, UNITS, 4), theirs[:room].reshape(-1, UNITS, 2)
        fits = _fits(more, theirs)
        figures.append(more[fits])
        abilities.append(theirs[fits])
        found += int(fits.sum())
    return Pool(np.concatenate(figures)[:squads], np.concatenate(abilities)[:squads])


def _units(lots: Any, count: int) -> tuple[Any, Any]:
    figures = np.stack([lots.integers(1, MOST[name] + 1, count) for name in tables.CHARACTERISTICS], axis=1)
    first = lots.integers(0, len(tables.ABILITIES), count)
    second = (first + lots.integers(1, len(tables.ABILITIES), count)) % len(tables.ABILITIES)
    counts = lots.choice(np.array(ABILITY_COUNTS), count)
    abilities = np.stack([np.where(counts > 0, first, tables.NONE), np.where(counts > 1, second, tables.NONE)], axis=1)
    fine = _costs(figures, abilities) <= tables.MOST_COST
    return figures[fine], abilities[fine]


def _costs(figures: Any, abilities: Any) -> Any:
    """E-F1 for many units."""
    prices = np.array([*tables.ABILITY_COST.values(), 0])
    return _CHARACTERISTICS_COST[tuple(figures[..., k] for k in range(4))] + prices[abilities].sum(axis=-1)


def _fits(figures: Any, abilities: Any) -> Any:
    """Which squads are legal and cost about the same."""
    costs = _costs(figures, abilities)
    total = costs.sum(axis=1)
    points = _POINTS[costs, (abilities != tables.NONE).sum(axis=-1)].sum(axis=1)
    return (total >= LOWEST_COST) & (total <= HIGHEST_COST) & (points <= tables.MOST_POINTS)


def _cost_table() -> Any:
    table = np.zeros(tuple(MOST[name] + 1 for name in tables.CHARACTERISTICS), np.int64)
    for figures in np.ndindex(*table.shape):
        if min(figures) > 0:
            table[figures] = ceil(ranks.characteristics_cost(*figures))
    return table


_CHARACTERISTICS_COST = _cost_table()
_POINTS = np.array(
    [
        [ranks.points(ranks.rank(cost, count)) for count in range(tables.MOST_ABILITIES + 1)]
        for cost in range(tables.MOST_COST + 1)
    ]
)

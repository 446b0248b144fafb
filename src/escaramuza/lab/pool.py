"""Escarmouche squads at random, by the ten thousand: four units each, legal, of about the same published cost, with
figures and abilities that are drawn independently of each other, so that what each is worth can be told apart."""

from dataclasses import dataclass
from functools import cache
from itertools import permutations
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
# Goes up when the same seed draws other squads: games of those before are of another experiment.
DRAWN = 2
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

    def starts(self, game: Game, white: Any, black: Any) -> Any:
        """Positions before the first action between the squads of these numbers."""
        blank = one(game.state)
        game.new(blank, EscarmoucheOptions(), 0)
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
    """So many squads; the same for the same seed.

    They are spread as if units were drawn independently and whatever is no fitting squad were left out. Hardly one in
    ten thousand fits, so nothing is left out: what both halves of a squad cost is drawn first, by the chances that it
    has among those that fit, then what each unit of a half costs, then the unit."""
    lots, known = np.random.default_rng(seed), _known()
    halves = known.squads.draw(lots, np.zeros(squads, np.int64))
    costs = known.halves.draw(lots, halves).reshape(squads, UNITS)
    units = known.units.draw(lots, costs)
    return Pool(known.figures[units], known.abilities[units])


class _Urn:
    """Things of several kinds, each with its weight."""

    def __init__(self, things: Any, kinds: Any, weights: Any) -> None:
        order = np.argsort(kinds, kind="stable")
        self.things, self.ends = things[order], np.cumsum(weights[order])
        self.last = np.cumsum(np.bincount(kinds)) - 1
        self.first = np.concatenate([[0], self.last[:-1] + 1])
        self.weights = np.bincount(kinds, weights)

    def draw(self, lots: Any, kinds: Any) -> Any:
        """One thing of each of these kinds, by weight."""
        places = np.searchsorted(
            self.ends, self.ends[self.last[kinds]] - self.weights[kinds] * lots.random(kinds.shape)
        )
        # Rounding must not lead to another kind.
        return self.things[np.clip(places, self.first[kinds], self.last[kinds])]


@dataclass(frozen=True)
class _Known:
    """Every unit that may be, and what is drawn in turn: kinds of both halves, kinds of both units of a half, units.
    Of one kind is what has the same cost and the same points."""

    figures: Any
    abilities: Any
    units: _Urn
    halves: _Urn
    squads: _Urn


@cache
def _known() -> _Known:
    figures, abilities, weights = _units()
    costs = _costs(figures, abilities)
    points = _POINTS[costs, (abilities != tables.NONE).sum(axis=1)]
    sums, kinds = np.unique(np.stack([costs, points], axis=1), axis=0, return_inverse=True)
    units = _Urn(np.arange(len(figures)), kinds, weights)
    two, sums = _twos(sums)
    sums, kinds = np.unique(sums, axis=0, return_inverse=True)
    halves = _Urn(two, kinds, units.weights[two].prod(axis=1))
    four, sums = _twos(sums)
    cost, points = sums.T
    four = four[(cost >= LOWEST_COST) & (cost <= HIGHEST_COST) & (points <= tables.MOST_POINTS)]
    squads = _Urn(four, np.zeros(len(four), np.int64), halves.weights[four].prod(axis=1))
    return _Known(figures, abilities, units, halves, squads)


def _twos(sums: Any) -> tuple[Any, Any]:
    """Any two numbers of kinds, and what both have together."""
    two = np.stack(np.meshgrid(np.arange(len(sums)), np.arange(len(sums)), indexing="ij"), axis=-1).reshape(-1, 2)
    return two, sums[two].sum(axis=1)


def _units() -> tuple[Any, Any, Any]:
    """Every unit that is not too dear: its figures, its abilities, and its weight. Figures are equally likely, and so
    are abilities among as many."""
    every = np.meshgrid(*(np.arange(1, MOST[name] + 1) for name in tables.CHARACTERISTICS), indexing="ij")
    pairs = permutations(range(len(tables.ABILITIES)), 2)
    sets = np.array([(tables.NONE,) * 2, *((k, tables.NONE) for k in range(len(tables.ABILITIES))), *pairs])
    counts = (sets != tables.NONE).sum(axis=1)
    each = np.bincount(ABILITY_COUNTS) / np.bincount(counts)
    figures = np.stack(every, axis=-1).reshape(-1, len(every))
    abilities, weights = np.tile(sets, (len(figures), 1)), np.tile(each[counts], len(figures))
    figures = np.repeat(figures, len(sets), axis=0)
    fine = _costs(figures, abilities) <= tables.MOST_COST
    return figures[fine], abilities[fine], weights[fine]


def _costs(figures: Any, abilities: Any) -> Any:
    """E-F1 for many units."""
    prices = np.array([*tables.ABILITY_COST.values(), 0])
    return _CHARACTERISTICS_COST[tuple(figures[..., k] for k in range(4))] + prices[abilities].sum(axis=-1)


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

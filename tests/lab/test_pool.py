"""Random squads: legal, of about the same cost, and spread like units at random of which what fits is kept."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escaramuza.games.escarmouche import ranks, tables
from escaramuza.lab import cost, pool
from escaramuza.lab.errors import LabError

# Further apart than this are means of 16 figures once in ten thousand suites.
FAR = 4.5


def kept_of_many(units: int, seed: int) -> pool.Pool:
    """The plain way: draw units, put four together, keep what fits."""
    lots = np.random.default_rng(seed)
    figures = np.stack([lots.integers(1, pool.MOST[name] + 1, units) for name in tables.CHARACTERISTICS], axis=1)
    first = lots.integers(0, 12, units)
    second = (first + lots.integers(1, 12, units)) % 12
    counts = lots.choice(np.array(pool.ABILITY_COUNTS), units)
    abilities = np.stack([np.where(counts > 0, first, tables.NONE), np.where(counts > 1, second, tables.NONE)], axis=1)
    fine = pool._costs(figures, abilities) <= tables.MOST_COST
    whole = fine.sum() // 4 * 4
    figures, abilities = figures[fine][:whole].reshape(-1, 4, 4), abilities[fine][:whole].reshape(-1, 4, 2)
    costs = pool._costs(figures, abilities)
    points = pool._POINTS[costs, (abilities != tables.NONE).sum(axis=-1)].sum(axis=1)
    total = costs.sum(axis=1)
    fits = (total >= pool.LOWEST_COST) & (total <= pool.HIGHEST_COST) & (points <= tables.MOST_POINTS)
    return pool.Pool(figures[fits], abilities[fits])


def test_squads_are_spread_as_if_those_that_do_not_fit_were_left_out() -> None:
    expected = np.concatenate([kept_of_many(2_000_000, seed).features() for seed in range(4)])
    found = pool.draw(20_000, 1).features()
    assert len(expected) > 500
    for power in (1, 2):
        one, other = found**power, expected**power
        spread = np.sqrt(one.var(axis=0) / len(one) + other.var(axis=0) / len(other))
        assert (np.abs(one.mean(axis=0) - other.mean(axis=0)) < FAR * spread).all()


def test_every_squad_is_legal_and_costs_about_the_same() -> None:
    squads = pool.draw(2000, 3)
    assert len(squads) == 2000
    for figures, abilities in zip(squads.figures.tolist(), squads.abilities.tolist(), strict=True):
        have = [[tables.ABILITIES[k] for k in unit if k != tables.NONE] for unit in abilities]
        costs = [ranks.cost(*unit, own) for unit, own in zip(figures, have, strict=True)]
        assert pool.LOWEST_COST <= sum(costs) <= pool.HIGHEST_COST
        assert max(costs) <= tables.MOST_COST
        assert sum(ranks.points(ranks.rank(c, len(own))) for c, own in zip(costs, have, strict=True)) <= 30
        assert all(len(own) == len(set(own)) for own in have)


def test_the_same_seed_draws_the_same_squads() -> None:
    one, two, other = pool.draw(50, 7), pool.draw(50, 7), pool.draw(50, 8)
    assert np.array_equal(one.figures, two.figures) and np.array_equal(one.abilities, two.abilities)
    assert not np.array_equal(one.figures, other.figures)


def test_games_of_squads_that_were_drawn_otherwise_are_left_alone(tmp_path: Path) -> None:
    """Their numbers are those of other squads now."""
    about: dict[str, Any] = {"games": 4, "seed": 1, "squads": 10, "agent": "greedy"}
    (tmp_path / cost.ABOUT).write_text(json.dumps(about))
    np.savez(tmp_path / cost.RESULTS, results=np.zeros((2, 2), np.int8))
    with pytest.raises(LabError) as refused:
        cost.load(tmp_path)
    assert refused.value.code == "OTHER_EXPERIMENT"

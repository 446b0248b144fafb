"""Cost and rank against the formula and the table as people would write them down."""

from itertools import combinations, product
from math import ceil

import pytest

from escaramuza.games.escarmouche import ranks
from escaramuza.squads import rating
from tests.squads.drafts import unit

ABILITY_COSTS = {
    "charge": 3,
    "energy-bolt": 3,
    "defensive-stance": 3,
    "suppressing-fire": 4,
    "tactical-retreat": 2,
    "forward": 5,
    "devastating-strike": 6,
    "feint": 3,
    "guardian": 4,
    "sweep": 5,
    "precision-shot": 4,
    "overcharge": 3,
}
ABILITY_SETS = [chosen for count in range(3) for chosen in combinations(ABILITY_COSTS, count)]
STEPS = [(8, "trooper"), (14, "veteran"), (20, "elite"), (26, "champion"), (10**9, "paragon")]
POINTS = {"trooper": 1, "veteran": 3, "elite": 6, "champion": 10, "paragon": 15}


def formula(health: int, reach: int, move: int, power: int) -> float:
    """E-F1 in floating point, before abilities."""
    own = health + reach * 2 * 1.1 ** (reach - 1) + move * 1.1 ** (move - 1) + power * 3 * 1.2 ** (power - 1)
    return own + 0.1 * (reach * 2) * (power * 3)


def by_table(cost: int, abilities: int) -> str:
    """E-F5: steps of six, one rank higher with an ability."""
    place = next(i for i, (most, _) in enumerate(STEPS) if cost <= most)
    return STEPS[min(place + (abilities > 0), len(STEPS) - 1)][1]


@pytest.mark.clause("E-F1", "E-F2", "E-F5")
def test_every_unit_up_to_six_costs_and_ranks_as_the_rules_say() -> None:
    for health, reach, move, power in product(range(1, 11), range(1, 7), range(1, 7), range(1, 7)):
        before = round(formula(health, reach, move, power), 9)
        for abilities in ABILITY_SETS:
            cost = ranks.cost(health, reach, move, power, abilities)
            assert cost == ceil(before + sum(ABILITY_COSTS[name] for name in abilities))
            rank = ranks.rank(cost, len(abilities))
            assert rank == by_table(cost, len(abilities))
            assert ranks.points(rank) == POINTS[rank]


@pytest.mark.clause("E-F2", "E-F5")
@pytest.mark.parametrize("abilities", [0, 1, 2])
def test_fuzzy_rules_come_down_to_the_table(abilities: int) -> None:
    for cost in range(1, 400):
        assert ranks.rank(cost, abilities) == by_table(cost, abilities)


@pytest.mark.clause("E-F2")
def test_a_plain_unit_of_cost_ten_is_a_veteran() -> None:
    assert ranks.rank(10, 0) == "veteran"


@pytest.mark.clause("E-F1")
def test_the_parts_add_up_to_the_cost() -> None:
    rated = rating.rate(unit(range=3, abilities=("charge",)))
    assert ceil(sum(rated.parts.values())) == rated.worth.cost
    assert rated.parts["together"] == pytest.approx(0.1 * 6 * 6)
    assert rated.parts["abilities"] == 3


def test_steps_are_the_worth_of_the_unit_one_higher() -> None:
    given = unit(health=10, abilities=("charge",))
    rated = rating.rate(given)
    assert rated.steps["health"] is None, "10 is the highest"
    assert rated.steps["power"] == rating.worth(given.model_copy(update={"power": 3}))
    assert "charge" not in rated.abilities
    assert rated.abilities["sweep"] == rating.worth(given.model_copy(update={"abilities": ("charge", "sweep")}))
    assert rating.rate(unit(abilities=("charge", "sweep"))).abilities == {}


def test_a_unit_that_costs_too_much_says_so() -> None:
    assert [problem.code for problem in rating.rate(unit(power=6)).problems] == ["UNIT_TOO_DEAR"]
    assert rating.rate(unit()).problems == []

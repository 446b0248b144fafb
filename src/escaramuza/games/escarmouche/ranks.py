"""What a unit costs and which rank that gives it (E-F1, E-F2), in exact fractions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil

from escaramuza.games.escarmouche import tables

TENTH = Fraction(1, 10)
RANGE_GROWTH = MOVE_GROWTH = Fraction(11, 10)
POWER_GROWTH = Fraction(12, 10)
HEALTH_WEIGHT, RANGE_WEIGHT, MOVE_WEIGHT, POWER_WEIGHT = 1, 2, 1, 3

# E-F2: cost and expertise as (start, top, end) of a triangle; a term at either end of the scale stays at 1 beyond it.
FAR = 10**9
COST_TERMS = {
    "very_low": (-FAR, 0, 10),
    "low": (8, 12, 16),
    "mid": (14, 18, 22),
    "high": (20, 24, 28),
    "very_high": (26, 30, FAR),
}
EXPERTISE_TERMS = {"novice": (-FAR, 0, 1), "seasoned": (0, 1, 2), "master": (1, 2, FAR)}
PLAIN_RULES = dict(zip(COST_TERMS, tables.RANKS, strict=True))
EXPERT_RULES = dict(zip(list(COST_TERMS)[:-1], tables.RANKS[1:], strict=True))


@cache
def cost_parts(health: int, range: int, move: int, power: int) -> dict[str, Fraction]:
    """What each characteristic adds to the cost, and range and power together."""
    return {
        "health": Fraction(health * HEALTH_WEIGHT),
        "range": range * RANGE_WEIGHT * RANGE_GROWTH ** (range - 1),
        "move": move * MOVE_WEIGHT * MOVE_GROWTH ** (move - 1),
        "power": power * POWER_WEIGHT * POWER_GROWTH ** (power - 1),
        "together": TENTH * (range * RANGE_WEIGHT) * (power * POWER_WEIGHT),
    }


@cache
def characteristics_cost(health: int, range: int, move: int, power: int) -> Fraction:
    """What a unit costs before its abilities, exactly."""
    return sum(cost_parts(health, range, move, power).values(), Fraction(0))


def cost(health: int, range: int, move: int, power: int, abilities: Sequence[str] = ()) -> int:
    """The cost of a unit, rounded up (E-F1); abilities cost whole points."""
    return ceil(characteristics_cost(health, range, move, power)) + sum(tables.ABILITY_COST[one] for one in abilities)


def degree(term: tuple[int, int, int], x: int) -> Fraction:
    """How far a value belongs to a term: 1 at its top, falling to 0 at its ends."""
    start, top, end = term
    if x == top or (x < top and start == -FAR) or (x > top and end == FAR):
        return Fraction(1)
    if x <= start or x >= end:
        return Fraction(0)
    return Fraction(x - start, top - start) if x < top else Fraction(end - x, end - top)


@cache
def rank(cost: int, abilities: int) -> str:
    """The rank whose rules hold most; of equal ones the higher (E-F2)."""
    expert = max(degree(EXPERTISE_TERMS["seasoned"], abilities), degree(EXPERTISE_TERMS["master"], abilities))
    held = dict.fromkeys(tables.RANKS, Fraction(0))
    for term, name in PLAIN_RULES.items():
        held[name] = max(held[name], degree(COST_TERMS[term], cost))
    for term, name in EXPERT_RULES.items():
        held[name] = max(held[name], min(degree(COST_TERMS[term], cost), expert))
    return max(tables.RANKS, key=lambda name: (held[name], tables.RANKS.index(name)))


def points(rank: str) -> int:
    """The rank points of a rank."""
    return tables.RANK_POINTS[tables.RANKS.index(rank)]

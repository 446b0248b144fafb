"""Units and squads at random: of a wanted rank and kind, always legal, the same for the same seed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from random import Random

from escaramuza.games.escarmouche import ranks, tables
from escaramuza.games.escarmouche.squads import Squad, Unit
from escaramuza.squads import names
from escaramuza.squads.words import SquadError

TRIES = 60
# What an ability costs its own unit in health (E-A7).
OWN_LOSS = {"devastating-strike": 1}


@dataclass(frozen=True)
class Archetype:
    """A kind of unit: how it starts and grows and how far, what it can do, what it looks like."""

    first: tuple[str, ...]
    growth: dict[str, int]
    most: dict[str, int]
    abilities: tuple[str, ...]
    icons: tuple[str, ...]


@dataclass(frozen=True)
class Style:
    """A kind of squad: how many units it wants, and how often each archetype appears in it."""

    fewest: int
    most: int
    archetypes: dict[str, int]


ARCHETYPES = {
    "brawler": Archetype(
        first=("health", "move"),
        growth={"health": 6, "range": 0, "move": 3, "power": 3},
        most={"health": 10, "range": 1, "move": 4, "power": 4},
        abilities=("devastating-strike", "sweep", "charge", "overcharge"),
        icons=("battle-axe", "viking-head", "minotaur", "orc-head", "swordman", "samurai-helmet", "werewolf"),
    ),
    "marksman": Archetype(
        first=("range", "health", "move"),
        growth={"health": 3, "range": 5, "move": 2, "power": 2},
        most={"health": 6, "range": 5, "move": 3, "power": 3},
        abilities=("precision-shot", "suppressing-fire", "tactical-retreat", "overcharge"),
        icons=("archer", "crossbow", "musket", "winchester-rifle", "revolver", "bolter-gun", "sentry-gun"),
    ),
    "scout": Archetype(
        first=("move", "move", "health"),
        growth={"health": 3, "range": 1, "move": 6, "power": 1},
        most={"health": 6, "range": 2, "move": 6, "power": 2},
        abilities=("tactical-retreat", "charge", "feint"),
        icons=("hooded-assassin", "ninja-heroic-stance", "raven", "centaur", "bandit", "delivery-drone", "fairy"),
    ),
    "guardian": Archetype(
        first=("health", "health", "move"),
        growth={"health": 8, "range": 0, "move": 2, "power": 1},
        most={"health": 10, "range": 1, "move": 3, "power": 2},
        abilities=("guardian", "defensive-stance", "forward", "feint"),
        icons=("guards", "black-knight-helm", "visored-helm", "spartan", "rock-golem", "robot-golem", "knight-banner"),
    ),
    "caster": Archetype(
        first=("health", "move"),
        growth={"health": 4, "range": 3, "move": 2, "power": 1},
        most={"health": 8, "range": 3, "move": 3, "power": 2},
        abilities=("energy-bolt", "forward", "feint", "overcharge", "defensive-stance"),
        icons=("wizard-face", "witch-face", "monk-face", "woman-elf-face", "ray-gun", "cyborg-face", "alien-stare"),
    ),
}
STYLES = {
    "balanced": Style(4, 5, {"brawler": 3, "marksman": 3, "scout": 2, "guardian": 2, "caster": 2}),
    "elite": Style(2, 3, {"brawler": 4, "marksman": 3, "guardian": 2, "caster": 2}),
    "swarm": Style(6, 6, {"brawler": 3, "marksman": 2, "scout": 4, "guardian": 1}),
    "ranged": Style(3, 5, {"marksman": 6, "caster": 3, "guardian": 1}),
    "assault": Style(4, 6, {"brawler": 4, "scout": 5}),
}


def random_unit(rank: str, archetype: str, lang: str, seed: int) -> Unit:
    """A unit of exactly that rank and kind."""
    _must_be_known("UNKNOWN_RANK", rank, tables.RANKS)
    _must_be_known("UNKNOWN_ARCHETYPE", archetype, tuple(ARCHETYPES))
    return _unit(rank, archetype, lang, Random(seed))


def random_squad(style: str, points: int, lang: str, seed: int) -> Squad:
    """A legal squad of that style with at most so many rank points, using as many of them as it can."""
    _must_be_known("UNKNOWN_STYLE", style, tuple(STYLES))
    if not 1 <= points <= tables.MOST_POINTS:
        raise SquadError("BAD_POINTS", points=points, most=tables.MOST_POINTS)
    lot = Random(seed)
    chosen = lot.choice(rank_choices(style, points))
    wanted = STYLES[style].archetypes
    units: list[Unit] = []
    for rank in chosen:
        archetype = lot.choices(list(wanted), list(wanted.values()))[0]
        units.append(_unit(rank, archetype, lang, lot, frozenset(unit.name for unit in units)))
    return Squad(name=names.squad_name(lang, lot), units=tuple(units))


@cache
def rank_choices(style: str, points: int) -> list[tuple[str, ...]]:
    """The ranks a squad may consist of, strongest first: those that use the points best at a size the style likes."""
    wanted = STYLES[style]
    best: dict[int, list[tuple[str, ...]]] = {}
    for size in range(1, tables.MOST_UNITS + 1):
        for chosen in combinations_with_replacement(tables.RANKS[::-1], size):
            unused = points - sum(map(ranks.points, chosen))
            if unused >= 0:
                off = max(wanted.fewest - size, size - wanted.most, 0)
                best.setdefault(unused + 3 * off, []).append(chosen)
    least = min(best)
    return [*best[least], *(best.get(least + 1, []))]


def _unit(rank: str, archetype: str, lang: str, lot: Random, taken: frozenset[str] = frozenset()) -> Unit:
    kind = ARCHETYPES[archetype]
    figures, abilities = _figures(rank, kind, lot)
    name = names.unit_name(lang, lot)
    while name in taken:
        name = names.unit_name(lang, lot)
    said = names.quote(lang, archetype, lot)
    return Unit(name=name, **figures, abilities=abilities, icon=lot.choice(kind.icons), quote=said)


def _figures(rank: str, kind: Archetype, lot: Random) -> tuple[dict[str, int], tuple[str, ...]]:
    """Characteristics and abilities whose cost gives exactly that rank."""
    for _ in range(TRIES):
        count = lot.choice(ability_counts(rank))
        abilities = tuple(lot.sample(kind.abilities, count))
        figures = _grown(kind, abilities, top_cost(rank, count), lot)
        if ranks.rank(ranks.cost(**figures, abilities=abilities), count) == rank and _survives(figures, abilities):
            return figures, abilities
    return _grown(kind, (), top_cost(rank, 0), lot), ()


def _survives(figures: Mapping[str, int], abilities: Sequence[str]) -> bool:
    """Whether no ability of its own kills a fresh unit."""
    return all(figures["health"] > OWN_LOSS.get(ability, 0) for ability in abilities)


def _grown(kind: Archetype, abilities: Sequence[str], top: int, lot: Random) -> dict[str, int]:
    """What its kind needs first; then characteristics grow at random, the eager ones more often, while they can."""
    figures = dict.fromkeys(tables.CHARACTERISTICS, tables.LOWEST)

    def can_grow(name: str) -> bool:
        more = {**figures, name: figures[name] + 1}
        return more[name] <= min(kind.most[name], tables.HIGHEST) and ranks.cost(**more, abilities=abilities) <= top

    for name in kind.first:
        figures[name] += can_grow(name)
    while eager := [name for name in tables.CHARACTERISTICS if kind.growth[name] and can_grow(name)]:
        figures[lot.choices(eager, [kind.growth[name] for name in eager])[0]] += 1
    return figures


@cache
def ability_counts(rank: str) -> tuple[int, ...]:
    """How many abilities a unit of a rank can have: the weakest unit must fit even with the dearest abilities."""
    dearest = sorted(tables.ABILITY_COST, key=lambda ability: -tables.ABILITY_COST[ability])
    weakest = dict.fromkeys(tables.CHARACTERISTICS, tables.LOWEST)
    return tuple(
        count
        for count in range(tables.MOST_ABILITIES + 1)
        if ranks.cost(**weakest, abilities=dearest[:count]) <= top_cost(rank, count)
    )


@cache
def top_cost(rank: str, abilities: int) -> int:
    """The highest cost that still gives a rank; 0 if none does."""
    return max((cost for cost in range(1, tables.MOST_COST + 1) if ranks.rank(cost, abilities) == rank), default=0)


def _must_be_known(code: str, name: str, known: tuple[str, ...]) -> None:
    if name not in known:
        raise SquadError(code, text=name[:40], known=", ".join(known))

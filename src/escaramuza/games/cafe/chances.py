"""What an attack may bring, exactly: hits, damage, wounds and losses on both sides (C-R4, C-R5).

Only a few sorts of face matter: in the attack 1, a miss, a hit of 4, of 5 and of 6; in the defence 1, too low, 4, and
5 or 6. Throws are counted over these.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, factorial
from typing import cast

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.scene import CafeAnswer, CafeChances, CafeCourse

FACES = 6
# Faces of a wound die that give one point; the others give two.
LIGHT = 4
FIVE = 5
# So many points tourniquets may hold back.
SPARED = int(tables.COPIES[tables.TOURNIQUET])
ZERO, ONE = Fraction(0), Fraction(1)
# Two counts (of ones, and of hits left) → how likely they are together.
Pairs = dict[tuple[int, int], Fraction]


@dataclass(frozen=True)
class Outcome:
    """How likely each result is. Lists go by number: hits thrown, damage done, wound points gained."""

    hits: tuple[Fraction, ...]
    damage: tuple[Fraction, ...]
    target_wounds: tuple[Fraction, ...]
    target_destroyed: Fraction
    attacker_panics: Fraction
    attacker_wounds: tuple[Fraction, ...]
    attacker_destroyed: Fraction

    def as_json(self) -> CafeCourse:
        """For programs: plain numbers."""
        plain = {name: _plain(value) for name, value in vars(self).items()}
        return cast(CafeCourse, plain)


@dataclass(frozen=True)
class Chances:
    """One attack: its terms, and what it may bring if the target evades and if it stands."""

    close: bool
    cover: bool
    dice: int
    needs: int
    evade: Outcome
    stand: Outcome

    def as_json(self) -> CafeChances:
        """For programs: plain numbers."""
        return {
            "close": self.close,
            "cover": self.cover,
            "dice": self.dice,
            "needs": self.needs,
            "evade": self.evade.as_json(),
            "stand": self.stand.as_json(),
        }


@dataclass(frozen=True)
class _Throw:
    """What an attack shows: ones, and hits that are fours, fives and sixes."""

    ones: int
    fours: int
    fives: int
    sixes: int

    @property
    def hits(self) -> int:
        return self.fours + self.fives + self.sixes


@cache
def chances(
    dice: int,
    close: bool,
    cover: bool,
    resistance: int,
    health: int,
    wounds: int,
    attacker_wounds: int,
    each_defence: bool = False,
    only_defenders_wounded: bool = False,
    spared: int = SPARED,
) -> Chances:
    """An attack with so many dice at a unit of this resistance, health and wound points, by one with wounds of its own.

    `each_defence` and `only_defenders_wounded` are the options of C-R4 and C-R5, `spared` is how many points cards can
    hold back. In close combat cover does not count. Only its own ones can take the attacker out, whatever its health.
    """
    cover = cover and not close
    needs = tables.HIT + 1 if cover else tables.HIT
    attack = dict(_attacks(dice, needs))
    panic = tables.PANIC_CLOSE if close else tables.PANIC_SHOOTING
    hits = _spread(dice, ((throw.hits, chance) for throw, chance in attack.items()))
    panics = sum((chance for throw, chance in attack.items() if throw.ones >= panic), ZERO)
    # A unit that has panicked is gone and gains no wounds.
    wounds_below = 0 if only_defenders_wounded else panic
    wounding = ((throw.ones if throw.ones < wounds_below else 0, chance) for throw, chance in attack.items())
    own = _wounds(tables.MOST_WOUNDS - attacker_wounds, wounding)
    lost = panics + own[-1]

    def outcome(evades: bool) -> Outcome:
        results = _results(attack, resistance, each_defence, health + spared if evades else 0)
        # Neither does one that fell by the damage.
        hurting = ((ones if left < health else 0, chance) for (ones, left), chance in results.items())
        gained = _wounds(tables.MOST_WOUNDS - wounds, hurting)
        fell = sum((chance for (_, left), chance in results.items() if left >= health), ZERO)
        damage = _spread(dice, ((left, chance) for (_, left), chance in results.items()))
        return Outcome(hits, damage, gained, fell + gained[-1], panics, own, lost)

    return Chances(close, cover, dice, needs, outcome(True), outcome(False))


@cache
def defence_chances(
    hits: tuple[int, ...], resistance: int, health: int, wounds: int, each_defence: bool, evades: bool
) -> CafeAnswer:
    """What the answer to hits that are thrown may bring the target: damage, wound points gained, destruction."""
    throw = _Throw(0, hits.count(tables.HIT), hits.count(FIVE), hits.count(FACES))
    results = _results({throw: ONE}, resistance, each_defence, len(hits) + 1 if evades else 0)
    gained = _wounds(
        tables.MOST_WOUNDS - wounds,
        ((ones if left < health else 0, chance) for (ones, left), chance in results.items()),
    )
    fell = sum((chance for (_, left), chance in results.items() if left >= health), ZERO)
    damage = _spread(len(hits), ((left, chance) for (_, left), chance in results.items()))
    return {
        "damage": [float(part) for part in damage],
        "target_wounds": [float(part) for part in gained],
        "target_destroyed": float(fell + gained[-1]),
    }


def damage_spread(dice: int, needs: int, resistance: int) -> tuple[Fraction, ...]:
    """How likely each number of hits is left after an evasion, for tables that search works with."""
    results = _results(dict(_attacks(dice, needs)), resistance, each=False, sixes_below=dice + 1)
    return _spread(dice, ((left, chance) for (_, left), chance in results.items()))


def _plain(value: Fraction | tuple[Fraction, ...]) -> float | list[float]:
    return [float(part) for part in value] if isinstance(value, tuple) else float(value)


def _spread(most: int, parts: Iterable[tuple[int, Fraction]]) -> tuple[Fraction, ...]:
    """How likely each number from 0 to most is."""
    spread = [ZERO] * (most + 1)
    for number, chance in parts:
        spread[number] += chance
    return tuple(spread)


def _counts(total: int, sorts: int) -> Iterator[tuple[int, ...]]:
    """Every way to share a number of dice among sorts of face."""
    if sorts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _counts(total - first, sorts - 1):
            yield first, *rest


def _throws(dice: int, faces: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every throw by how many dice show each sort, with its chance; `faces` says how many faces each sort has."""
    for counts in _counts(dice, len(faces)):
        ways = factorial(dice)
        for count, wide in zip(counts, faces, strict=True):
            ways = ways // factorial(count) * wide**count
        yield counts, Fraction(ways, FACES**dice)


def _attacks(dice: int, needs: int) -> Iterator[tuple[_Throw, Fraction]]:
    fours = 1 if needs == tables.HIT else 0
    found: defaultdict[_Throw, Fraction] = defaultdict(lambda: ZERO)
    for (ones, _, four, five, six), chance in _throws(dice, (1, 3 - fours, fours, 1, 1)):
        if chance:
            found[_Throw(ones, four, five, six)] += chance
    return iter(found.items())


def _results(attack: dict[_Throw, Fraction], resistance: int, each: bool, sixes_below: int) -> Pairs:
    """Ones that the target threw and hits that are left. It evades where some hit can be cancelled, and with so many
    sixes never (C-E11)."""
    results: defaultdict[tuple[int, int], Fraction] = defaultdict(lambda: ZERO)
    for throw, chance in attack.items():
        if throw.sixes == throw.hits or throw.sixes >= sixes_below:
            results[0, throw.hits] += chance
            continue
        defence = _each(throw, resistance) if each else _once(throw, resistance)
        for pair, share in defence.items():
            results[pair] += chance * share
    return results


@cache
def _once(throw: _Throw, resistance: int) -> Pairs:
    """One throw of all dice; high ones cancel fives first and then fours: no other way cancels more."""
    pairs: defaultdict[tuple[int, int], Fraction] = defaultdict(lambda: ZERO)
    for (ones, _, fours, high), chance in _throws(resistance, (1, 2, 1, 2)):
        fives_cancelled = min(throw.fives, high)
        fours_cancelled = min(throw.fours, fours + high - fives_cancelled)
        pairs[ones, throw.hits - fives_cancelled - fours_cancelled] += chance
    return dict(pairs)


@cache
def _each(throw: _Throw, resistance: int) -> Pairs:
    """All dice again for each hit that is not a six."""
    pairs: Pairs = {(0, throw.sixes): ONE}
    for face in (tables.HIT,) * throw.fours + (FIVE,) * throw.fives:
        longer: defaultdict[tuple[int, int], Fraction] = defaultdict(lambda: ZERO)
        for (ones, left), chance in pairs.items():
            for (more, kept), share in _against(face, resistance).items():
                longer[ones + more, left + kept] += chance * share
        pairs = dict(longer)
    return pairs


@cache
def _against(face: int, resistance: int) -> Pairs:
    """All dice against one hit: the ones among them, and 1 if the hit is left."""
    pairs: Pairs = {}
    for ones in range(resistance + 1):
        ways = comb(resistance, ones)
        others = resistance - ones
        low, any_other = ways * (face - 2) ** others, ways * (FACES - 1) ** others
        pairs[ones, 1] = Fraction(low, FACES**resistance)
        pairs[ones, 0] = Fraction(any_other - low, FACES**resistance)
    return pairs


@cache
def _gained(ones: int, room: int) -> tuple[Fraction, ...]:
    """Wound points gained by ones, one after the other until there is no room for more: then the unit is out."""
    spread = [ONE] + [ZERO] * room
    light = Fraction(LIGHT, FACES)
    for _ in range(ones):
        after = [ZERO] * room + [spread[room]]
        for points, chance in enumerate(spread[:room]):
            after[points + 1] += chance * light
            after[min(points + 2, room)] += chance * (1 - light)
        spread = after
    return tuple(spread)


def _wounds(room: int, parts: Iterable[tuple[int, Fraction]]) -> tuple[Fraction, ...]:
    """Wound points gained, over the ones that wound."""
    gained = ((number, chance * share) for ones, chance in parts for number, share in enumerate(_gained(ones, room)))
    return _spread(room, gained)

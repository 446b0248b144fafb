"""A slow, plain reading of the Escarmouche rules, kept apart from the real engine to check it.

Ruling numbers such as E-R3 refer to the project's RULINGS.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import ceil

FILES = "abcdefgh"
RANKS = "12345678"
Square = tuple[int, int]
BOARD: list[Square] = [(file, rank) for rank in range(8) for file in range(8)]
CENTRE = {(3, 3), (4, 3), (3, 4), (4, 4)}
ENEMY = {"w": "b", "b": "w"}
SIDE_NAMES = {"w": "white", "b": "black"}

ACTIONS_A_TURN = 2
FORWARD_REACH = 3
FEINT_REACH = 2
MARKERS_TO_WIN = 5

# E-F3 and the cost of each in the rank formula.
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
# E-R8: what a drained unit cannot do besides attacking.
ATTACKING = {"charge", "energy-bolt", "suppressing-fire", "devastating-strike", "sweep", "precision-shot", "overcharge"}
# Mark → field of a unit; `g` comes with a number and is apart.
MARKS = {
    "a": "attacked",
    "u": "used",
    "o": "overcharged",
    "n": "acted",
    "s": "stance",
    "r": "retreated",
    "p": "suppressed_next",
    "P": "suppressed",
    "x": "drained_next",
    "X": "drained",
}


def name(square: Square) -> str:
    """e2 for (4, 1)."""
    return FILES[square[0]] + RANKS[square[1]]


def square_of(text: str) -> Square:
    """(4, 1) for e2."""
    if len(text) != 2 or text[0] not in FILES or text[1] not in RANKS:
        raise ValueError(f"no square: {text!r}")
    return FILES.index(text[0]), RANKS.index(text[1])


def distance(a: Square, b: Square) -> int:
    """Squares between two of them; a diagonal counts as one (E-R2)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


@cache
def around(square: Square) -> frozenset[Square]:
    """The up to eight neighbours."""
    return frozenset(other for other in BOARD if distance(square, other) == 1)


def reach(start: Square, steps: int, taken: set[Square]) -> set[Square]:
    """Where a unit gets in one to `steps` steps along free squares (E-R2)."""
    seen = {start}
    edge = {start}
    for _ in range(steps):
        edge = {there for square in edge for there in around(square) if there not in taken} - seen
        seen |= edge
    return seen - {start}


def within(start: Fraction, change: Fraction, low: int) -> tuple[Fraction, Fraction] | None:
    """The open interval of t in which start + t·change lies strictly between low and low + 1, cut to 0..1."""
    if change == 0:
        return (Fraction(0), Fraction(1)) if low < start < low + 1 else None
    ends = sorted([(low - start) / change, (low + 1 - start) / change])
    return max(ends[0], Fraction(0)), min(ends[1], Fraction(1))


def crosses(corner: Square, target: Square, square: Square) -> bool:
    """Whether the segment from a corner of the grid to the centre of the target goes through a square's inside."""
    times = []
    for axis in (0, 1):
        start = Fraction(corner[axis])
        end = Fraction(2 * target[axis] + 1, 2)
        inside = within(start, end - start, square[axis])
        if inside is None:
            return False
        times.append(inside)
    return max(times[0][0], times[1][0]) < min(times[0][1], times[1][1])


def corners(square: Square) -> list[Square]:
    """The four corners of a square as points of the grid."""
    return [(square[0] + right, square[1] + up) for right in (0, 1) for up in (0, 1)]


@cache
def crossed(attacker: Square, target: Square) -> tuple[frozenset[Square], ...]:
    """For each corner of the attacker's square, the other squares that its segment goes through."""
    # No segment leaves the box that the two squares span.
    files = range(min(attacker[0], target[0]), max(attacker[0], target[0]) + 1)
    ranks = range(min(attacker[1], target[1]), max(attacker[1], target[1]) + 1)
    box = [(file, rank) for file in files for rank in ranks if (file, rank) not in (attacker, target)]
    return tuple(frozenset(s for s in box if crosses(corner, target, s)) for corner in corners(attacker))


def sees(attacker: Square, target: Square, blockers: set[Square]) -> bool:
    """E-R3: some corner has a segment to the target's centre that no blocker is in."""
    return any(not (line & blockers) for line in crossed(attacker, target))


@dataclass(frozen=True)
class Card:
    """What a unit is."""

    health: int
    range: int
    move: int
    power: int
    abilities: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """E-F1."""
        reach_part = self.range * 2 * Fraction(11, 10) ** (self.range - 1)
        move_part = self.move * Fraction(11, 10) ** (self.move - 1)
        power_part = self.power * 3 * Fraction(12, 10) ** (self.power - 1)
        together = Fraction(1, 10) * (self.range * 2) * (self.power * 3)
        skills = sum(ABILITY_COSTS[ability] for ability in self.abilities)
        return ceil(self.health + reach_part + move_part + power_part + together + skills)

    @property
    def points(self) -> int:
        """Rank points, by the short form E-F5."""
        cost = self.cost
        rank = sum(cost > most for most in (8, 14, 20, 26))
        if self.abilities:
            rank = min(rank + 1, 4)
        return (1, 3, 6, 10, 15)[rank]

    def short(self) -> str:
        """The form that `squad` reads."""
        figures = f"{self.health}/{self.range}/{self.move}/{self.power}"
        return "+".join([figures, *self.abilities])


def squad(short: str) -> list[Card]:
    """The cards of a squad such as `4/1/3/2+charge;3/3/2/2`."""
    cards = []
    for part in short.split(";"):
        figures, *abilities = part.strip().split("+")
        health, range_, move, power = (int(figure) for figure in figures.split("/"))
        assert all(ability in ABILITY_COSTS for ability in abilities), part
        cards.append(Card(health, range_, move, power, tuple(abilities)))
    return cards


@dataclass
class Unit:
    """A unit in play; without a square it is eliminated."""

    side: str
    number: int
    card: Card
    square: Square | None
    health: int
    attacked: bool = False
    used: bool = False
    overcharged: bool = False
    acted: bool = False
    stance: bool = False
    retreated: bool = False
    suppressed_next: bool = False
    suppressed: bool = False
    drained_next: bool = False
    drained: bool = False
    guards: int | None = None

    @property
    def at(self) -> Square:
        """The square of a unit that stands on one."""
        assert self.square is not None
        return self.square

    def text(self) -> str:
        """Its part of a written position."""
        if self.square is None:
            return "-"
        marks = "".join(mark for mark, what in MARKS.items() if getattr(self, what))
        if self.guards is not None:
            marks += f"g{self.guards}"
        if marks:
            return f"{name(self.square)}:{self.health}:{marks}"
        return name(self.square) if self.health == self.card.health else f"{name(self.square)}:{self.health}"


@dataclass(frozen=True)
class Blow:
    """Damage on its way to a unit."""

    attacker: tuple[str, int]
    target: tuple[str, int]
    power: int
    ability: str = ""


@dataclass
class Position:
    """A moment of a game: within a turn, or while Forward! or a guardian asks."""

    units: list[Unit]
    side: str
    actions: int
    obstacles: frozenset[Square]
    markers: dict[str, int]
    scenario: str
    turn_limit: int = 0
    turns: int = 0
    # Damage still to be dealt; when it stays here, the owner of the first target is asked for a guardian.
    blows: list[Blow] = field(default_factory=list)
    # (caster, first ally) while Forward! asks for its second ally.
    forward: tuple[tuple[str, int], tuple[str, int]] | None = None
    over: bool = False
    winner: str | None = None

    @classmethod
    def parse(cls, white: str, black: str, text: str, scenario: str = "standard", turn_limit: int = 0) -> Position:
        """Read two short squads and a written position."""
        fields = text.split()
        if len(fields) != 6:
            raise ValueError(f"expected six fields: {text!r}")
        whites, blacks, side, actions, obstacles, markers = fields
        if side not in ENEMY:
            raise ValueError(f"side must be w or b: {side!r}")
        units = read_units("w", squad(white), whites) + read_units("b", squad(black), blacks)
        blocked = frozenset(square_of(part) for part in obstacles.split(",")) if obstacles != "-" else frozenset()
        held = {"w": 0, "b": 0}
        if markers != "-":
            held["w"], held["b"] = (int(number) for number in markers.split(":"))
        stood = [unit.square for unit in units if unit.square is not None] + list(blocked)
        if len(set(stood)) < len(stood):
            raise ValueError(f"two things on one square: {text!r}")
        return cls(units, side, int(actions), blocked, held, scenario, turn_limit)

    def text(self) -> str:
        """Write the position in the form `parse` reads; there is no form for an open question."""
        if self.phase not in ("turn", "finished"):
            raise ValueError(f"a question is open: {self.phase}")
        whites = ",".join(unit.text() for unit in self.units if unit.side == "w")
        blacks = ",".join(unit.text() for unit in self.units if unit.side == "b")
        obstacles = ",".join(name(square) for square in BOARD if square in self.obstacles) or "-"
        markers = f"{self.markers['w']}:{self.markers['b']}" if self.scenario == "centre" else "-"
        return f"{whites} {blacks} {self.side} {self.actions} {obstacles} {markers}"

    @property
    def phase(self) -> str:
        """What is being decided."""
        if self.over:
            return "finished"
        if self.blows:
            return "guardian"
        return "turn" if self.forward is None else "forward"

    @property
    def actor(self) -> str | None:
        """white or black, whoever decides now; None once the game is over."""
        if self.over:
            return None
        return SIDE_NAMES[self.blows[0].target[0] if self.blows else self.side]

    def unit(self, key: tuple[str, int]) -> Unit:
        """The unit of a side with a number."""
        return next(unit for unit in self.units if (unit.side, unit.number) == key)

    def on(self, square: Square) -> Unit:
        """The unit on a square."""
        return next(unit for unit in self.units if unit.square == square)

    def living(self, side: str) -> list[Unit]:
        """A side's units on the board, in the order of their numbers."""
        return [unit for unit in self.units if unit.side == side and unit.square is not None]

    def allies(self, unit: Unit) -> list[Unit]:
        """The other living units of its side."""
        return [other for other in self.living(unit.side) if other is not unit]

    def taken(self) -> set[Square]:
        """Squares that nothing can enter."""
        return {unit.square for unit in self.units if unit.square is not None} | self.obstacles

    def guardians(self, target: Unit) -> list[Unit]:
        """The living units that may take damage for another one."""
        return [ally for ally in self.allies(target) if ally.guards == target.number]

    def legal(self) -> set[str]:
        """The texts of all legal actions."""
        if self.phase == "finished":
            return set()
        if self.phase == "guardian":
            target = self.unit(self.blows[0].target)
            return {"no-guard"} | {f"guard:{name(guardian.at)}" for guardian in self.guardians(target)}
        if self.phase == "forward":
            return {"done"} | self.second_moves()
        found: set[str] = set()
        for unit in self.living(self.side):
            # E-R14: one action only in a turn under suppression.
            if unit.suppressed and unit.acted:
                continue
            found |= {f"{name(unit.at)}-{name(to)}" for to in self.moves(unit)}
            found |= self.attacks_of(unit)
            for ability in unit.card.abilities:
                if self.may_use(unit, ability):
                    found |= self.uses(unit, ability)
        return found

    def moves(self, unit: Unit) -> set[Square]:
        """Where a unit can go in one move."""
        return reach(unit.at, unit.card.move, self.taken())

    def targets(self, unit: Unit, reach_: int, start: Square | None = None, through_units: bool = False) -> list[Unit]:
        """The enemies that a unit can attack from where it stands, or would stand after a move to `start`."""
        here = unit.at if start is None else start
        found = []
        for enemy in self.living(ENEMY[unit.side]):
            if enemy.retreated or distance(here, enemy.at) > reach_:
                continue
            blockers = set(self.obstacles)
            if not through_units:
                others = (other for side in ENEMY for other in self.living(side))
                blockers |= {other.at for other in others if other is not unit and other is not enemy}
            if sees(here, enemy.at, blockers):
                found.append(enemy)
        return found

    def attacks_of(self, unit: Unit) -> set[str]:
        """Ordinary attacks: one a turn, and none beside an ability; overcharge is the exception (E-R4, E-R8)."""
        if unit.attacked or unit.used or unit.drained:
            return set()
        return {f"{name(unit.at)}x{name(enemy.at)}" for enemy in self.targets(unit, unit.card.range)}

    def may_use(self, unit: Unit, ability: str) -> bool:
        """Whether its turn so far leaves a unit the use of an ability."""
        if unit.drained and ability in ATTACKING:
            return False
        if ability == "overcharge":
            return not unit.used and not unit.overcharged
        return not unit.attacked and not unit.used and not unit.overcharged

    def uses(self, unit: Unit, ability: str) -> set[str]:
        """Every way to use an ability now, marks apart."""
        here = f"{ability}:{name(unit.at)}"
        match ability:
            case "charge":
                return {
                    f"{here}-{name(to)}x{name(enemy.at)}"
                    for to in self.moves(unit)
                    for enemy in self.targets(unit, unit.card.range, start=to)
                }
            case "energy-bolt":
                aims = self.targets(unit, 3)
            case "suppressing-fire":
                aims = self.targets(unit, 4)
            case "devastating-strike":
                aims = self.targets(unit, 1)
            case "precision-shot":
                aims = self.targets(unit, unit.card.range, through_units=True)
            case "overcharge":
                aims = self.targets(unit, unit.card.range)
            case "defensive-stance":
                return set() if unit.stance else {here}
            case "tactical-retreat":
                return {f"{here}-{name(to)}" for to in self.moves(unit)}
            case "forward":
                return {
                    f"{here},{name(ally.at)}-{name(to)}"
                    for ally in self.allies(unit)
                    if distance(unit.at, ally.at) <= FORWARD_REACH
                    for to in self.moves(ally)
                }
            case "feint":
                return {f"{here}~{name(ally.at)}" for ally in self.allies(unit) if self.can_swap(unit, ally)}
            case "guardian":
                return {f"{here}+{name(ally.at)}" for ally in self.allies(unit) if distance(unit.at, ally.at) == 1}
            case "sweep":
                return {here} if self.swept(unit) else set()
            case _:
                raise ValueError(f"unknown ability {ability!r}")
        return {f"{here}x{name(enemy.at)}" for enemy in aims}

    def can_swap(self, unit: Unit, ally: Unit) -> bool:
        """Feint: within 2, and each sees the other."""
        blockers = self.taken() - {unit.at, ally.at}
        near = distance(unit.at, ally.at) <= FEINT_REACH
        return near and sees(unit.at, ally.at, blockers) and sees(ally.at, unit.at, blockers)

    def swept(self, unit: Unit) -> list[Unit]:
        """The enemies that a sweep would strike."""
        enemies = self.living(ENEMY[unit.side])
        return [enemy for enemy in enemies if distance(unit.at, enemy.at) == 1 and not enemy.retreated]

    def second_moves(self) -> set[str]:
        """Free moves of a second ally under Forward!"""
        assert self.forward is not None
        caster, first = self.unit(self.forward[0]), self.unit(self.forward[1])
        return {
            f"{name(ally.at)}-{name(to)}"
            for ally in self.allies(caster)
            if ally is not first and distance(caster.at, ally.at) <= FORWARD_REACH
            for to in self.moves(ally)
        }

    def copy(self) -> Position:
        """The same position, to be changed freely."""
        units = [replace(unit) for unit in self.units]
        return replace(self, units=units, markers=dict(self.markers), blows=list(self.blows))

    def play(self, text: str) -> Position:
        """The position after an action; this one stays as it is."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal")
        after = self.copy()
        if self.phase == "guardian":
            after.answer_guardian(text)
        elif self.phase == "forward":
            after.forward = None
            if text != "done":
                start, to = text.split("-")
                after.on(square_of(start)).square = square_of(to)
            after.end_action()
        else:
            after.act(text)
        return after

    def act(self, text: str) -> None:
        """An action of the player whose turn it is."""
        ability, _, rest = text.rpartition(":")
        squares = [square_of(part) for part in re.findall("[a-h][1-8]", rest)]
        unit = self.on(squares[0])
        self.actions -= 1
        unit.acted = True
        if ability == "overcharge":
            unit.overcharged = True
            unit.drained_next = True
        elif ability:
            unit.used = True
        match ability:
            case "":
                if "-" in rest:
                    unit.square = squares[1]
                else:
                    unit.attacked = True
                    self.aim(unit, squares[1], unit.card.power)
            case "charge":
                unit.square = squares[1]
                self.aim(unit, squares[2], 1, ability)
            case "energy-bolt" | "precision-shot":
                self.aim(unit, squares[1], 2, ability)
            case "suppressing-fire":
                self.aim(unit, squares[1], 1, ability)
            case "devastating-strike":
                self.aim(unit, squares[1], 4, ability)
            case "overcharge":
                self.aim(unit, squares[1], unit.card.power, ability)
            case "sweep":
                for enemy in self.swept(unit):
                    self.aim(unit, enemy.at, 1, ability)
            case "defensive-stance":
                unit.stance = True
            case "tactical-retreat":
                unit.square = squares[1]
                unit.retreated = True
            case "forward":
                ally = self.on(squares[1])
                ally.square = squares[2]
                self.forward = ((unit.side, unit.number), (ally.side, ally.number))
                if self.second_moves():
                    return
                self.forward = None
            case "feint":
                ally = self.on(squares[1])
                unit.square, ally.square = ally.square, unit.square
            case "guardian":
                unit.guards = self.on(squares[1]).number
            case _:
                raise ValueError(f"unknown ability {ability!r}")
        self.strike()

    def aim(self, unit: Unit, square: Square, power: int, ability: str = "") -> None:
        """Declare damage to the unit on a square."""
        target = self.on(square)
        self.blows.append(Blow((unit.side, unit.number), (target.side, target.number), power, ability))

    def strike(self) -> None:
        """Deal the declared damage until a guardian's owner has to be asked, then end the action."""
        while self.blows:
            target = self.unit(self.blows[0].target)
            if target.square is None:
                self.blows.pop(0)
            elif self.guardians(target):
                return
            else:
                self.deal(target)
        self.end_action()

    def answer_guardian(self, text: str) -> None:
        """E-R10: all or none of the damage goes to a guardian."""
        if text == "no-guard":
            self.deal(self.unit(self.blows[0].target))
        else:
            self.deal(self.on(square_of(text.removeprefix("guard:"))))
        self.strike()

    def deal(self, victim: Unit) -> None:
        """The first declared damage, on its target or a guardian, and what the attack brings with it."""
        blow = self.blows.pop(0)
        target, attacker = self.unit(blow.target), self.unit(blow.attacker)
        damage = blow.power
        if victim.stance:
            victim.stance = False
            damage -= 1
        self.lose(victim, damage)
        if self.over:
            return
        if blow.ability == "suppressing-fire" and target.square is not None:
            target.suppressed_next = True
        if blow.ability == "devastating-strike":
            self.lose(attacker, 1)

    def lose(self, unit: Unit, health: int) -> None:
        """Take health from a unit; the last one of a side ends the game at once."""
        unit.health -= health
        if unit.health > 0:
            return
        unit.square = None
        unit.guards = None
        for ally in self.living(unit.side):
            if ally.guards == unit.number:
                ally.guards = None
        if not self.living(unit.side):
            self.finish(SIDE_NAMES[ENEMY[unit.side]])

    def finish(self, winner: str | None) -> None:
        """The game is over; without a winner it is drawn."""
        self.over = True
        self.winner = winner
        self.blows = []
        self.forward = None

    def end_action(self) -> None:
        """Go on in this turn, or with the next one in which somebody can act."""
        passes = 0
        while not self.over and (self.actions == 0 or not self.legal()):
            self.end_turn()
            passes += 1
            if passes > 50 and not self.turn_limit:
                raise ValueError("nobody can ever act again")

    def end_turn(self) -> None:
        """What this turn leaves behind, control of the centre, the limit, and the start of the other side's turn."""
        for unit in self.units:
            if unit.side == self.side:
                unit.attacked = unit.used = unit.overcharged = unit.acted = False
                unit.suppressed = unit.drained = False
        if self.scenario == "centre":
            self.control()
        if self.over:
            return
        self.turns += 1
        if self.turns == self.turn_limit:
            self.finish(None)
            return
        self.side = ENEMY[self.side]
        self.actions = ACTIONS_A_TURN
        for unit in self.units:
            if unit.side == self.side:
                unit.retreated = False
                unit.guards = None
                unit.suppressed, unit.suppressed_next = unit.suppressed_next, False
                unit.drained, unit.drained_next = unit.drained_next, False

    def control(self) -> None:
        """E-F4, at the end of a player's turn."""
        mine, other = self.side, ENEMY[self.side]
        own = [unit for unit in self.living(mine) if unit.square in CENTRE]
        enemies = [unit for unit in self.living(other) if unit.square in CENTRE]
        if own and not enemies:
            self.markers[mine] += 1
            self.markers[other] = max(self.markers[other] - 1, 0)
            if self.markers[mine] >= MARKERS_TO_WIN:
                self.finish(SIDE_NAMES[mine])


def read_units(side: str, cards: list[Card], text: str) -> list[Unit]:
    """One side's units out of a written position."""
    parts = text.split(",")
    if len(parts) != len(cards):
        raise ValueError(f"{len(cards)} units expected: {text!r}")
    units = []
    for number, (card, part) in enumerate(zip(cards, parts, strict=True), start=1):
        if part == "-":
            units.append(Unit(side, number, card, None, 0))
            continue
        square, health, marks = [*part.split(":"), "", ""][:3]
        unit = Unit(side, number, card, square_of(square), int(health) if health else card.health)
        guarded = re.search("g([1-6])", marks)
        if guarded is not None:
            unit.guards = int(guarded[1])
        for mark in re.sub("g[1-6]", "", marks):
            setattr(unit, MARKS[mark], True)
        units.append(unit)
    return units


def perft(position: Position, depth: int) -> int:
    """Count the sequences of at most depth actions by which one player keeps deciding."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal())
    total = 0
    for action in position.legal():
        after = position.play(action)
        total += perft(after, depth - 1) if after.actor == position.actor else 1
    return total

"""The odds shown before an attack are those of the rules: every throw counted, and many attacks simulated."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from escaramuza import Match
from escaramuza.games.cafe.chances import Outcome, chances
from escaramuza.games.cafe.state import EVADE, ON_TABLE
from escaramuza.games.cafe.tables import FIGHTING, HEALTH, LETTERS, RESISTANCE, SHOOTING
from escaramuza.kernel.buffers import copy, silent_log
from escaramuza.kernel.dice import FACES, load, reseed
from escaramuza.kernel.jit import MODE, PLAIN
from tests.effort import tries

ATTACKER, TARGET = 0, 30
# The target stands 10 cm off, or 2 cm.
FAR, NEAR = "40,30", "32,30"
BARE = {"name": "bare", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]], "terrain": []}
WOODED = {**BARE, "terrain": [{"kind": "wood", "corners": [[3850, 2900], [4150, 2900], [4150, 3100], [3850, 3100]]}]}
SIMULATED = 300 if MODE == PLAIN else tries(6_000, 60_000)
SIGMAS = 5


class Duel:
    """One attack between two units, up to the end of its wounds."""

    def __init__(self, attacker: str, target: str, close: bool, cover: bool = False, **options: Any) -> None:
        extra = "10,{};10,{};10,{};10,{}"
        blue = "30,30;" + extra.format(5, 10, 15, 20)
        red = (NEAR if close else FAR) + ";" + ";".join(f"85,{y}" for y in (5, 10, 15, 20))
        self.options = {
            "map": WOODED if cover else BARE,
            "blue_army": _army(attacker),
            "red_army": _army(target),
            "cards": False,
            **options,
        }
        self.match = Match("cafe", seed=1, options=self.options, position=f"{blue} {red} 1 b 5:5 b --- 0:0 -")
        self.match.act("use b1")
        self.match.act("hold")
        self.action = f"{'fight' if close else 'shoot'} r1"
        a, t = LETTERS.index(attacker), LETTERS.index(target)
        self.expected = chances(
            int((FIGHTING if close else SHOOTING)[a]),
            close,
            cover,
            int(RESISTANCE[t]),
            int(HEALTH[t]),
            0,
            0,
            self.options.get("defence") == "each",
            self.options.get("wounds") == "defenders",
            0,
        )

    def as_list(self) -> Any:
        """The action at hand as the list of actions that it is."""
        return np.array([self.match.game.parse_action(self.match.state, self.action)])

    def run(self, state: Any, evades: bool) -> int:
        """Make the attack; who falls: the target 1, the attacker 2."""
        game, log = self.match.game, silent_log()
        game.rules["apply"](state, game.parse_action(state, self.action), log)
        names = "evade" if evades else "stand"
        if state.phase == EVADE:
            game.rules["apply"](state, game.parse_action(state, names), log)
        unit, target = state.units[ATTACKER], state.units[TARGET]
        return int(target.state != ON_TABLE) + 2 * int(unit.state != ON_TABLE)

    def leaves(self, evades: bool, faces: list[int]) -> Iterator[tuple[int, Fraction]]:
        state = copy(self.match.state)
        load(state.dice, faces)
        before = int(state.dice.draws)
        fallen = self.run(state, evades)
        if state.dice.draws - before <= len(faces):
            yield fallen, Fraction(1, FACES ** len(faces))
            return
        for face in range(1, FACES + 1):
            yield from self.leaves(evades, [*faces, face])

    def answers(self, faces: list[int]) -> Iterator[tuple[list[int], Fraction]]:
        """Every throw of an answer, with its chance."""
        state, game = copy(self.match.state), self.match.game
        load(state.dice, faces)
        before = int(state.dice.draws)
        game.rules["apply"](state, game.parse_action(state, self.action), silent_log())
        if state.dice.draws - before <= len(faces):
            yield faces, Fraction(1, FACES ** len(faces))
            return
        for face in range(1, FACES + 1):
            yield from self.answers([*faces, face])

    def outcome(self, evades: bool) -> Outcome:
        return self.expected.evade if evades else self.expected.stand


def _army(letter: str) -> str:
    return f"{letter}1 D4" if letter != "D" else "D5"


@pytest.mark.clause("C-R4", "C-R5", "C-T4", "C-T5", "C-D2", "C-D5")
@pytest.mark.parametrize("evades", [True, False])
@pytest.mark.parametrize(
    ("attacker", "target", "close", "cover"),
    [
        ("M", "D", False, False),
        ("M", "D", False, True),
        ("M", "T", False, False),
        ("T", "D", False, False),
        ("M", "D", True, False),
    ],
)
def test_odds_are_all_throws_counted(attacker: str, target: str, close: bool, cover: bool, evades: bool) -> None:
    if MODE == PLAIN and (attacker, target) != ("M", "D"):
        pytest.skip("too many throws without compilation")
    duel = Duel(attacker, target, close, cover)
    found = [Fraction(0)] * 4
    for fallen, chance in duel.leaves(evades, []):
        found[fallen] += chance
    wanted = duel.outcome(evades)
    assert found[1] + found[3] == wanted.target_destroyed
    assert found[2] + found[3] == wanted.attacker_destroyed
    assert sum(found) == 1


@pytest.mark.parametrize("options", [{}, {"defence": "each"}, {"wounds": "defenders"}])
@pytest.mark.parametrize(("attacker", "target", "close"), [("A", "B", True), ("T", "A", False), ("E", "E", True)])
def test_odds_are_what_simulation_gives(attacker: str, target: str, close: bool, options: dict[str, str]) -> None:
    duel = Duel(attacker, target, close, **options)
    counts = np.zeros(4, np.int64)
    for lot in range(SIMULATED):
        state = copy(duel.match.state)
        reseed(state.dice, lot)
        counts[duel.run(state, True)] += 1
    wanted = duel.outcome(True)
    for share, chance in (
        ((counts[1] + counts[3]) / SIMULATED, float(wanted.target_destroyed)),
        ((counts[2] + counts[3]) / SIMULATED, float(wanted.attacker_destroyed)),
    ):
        error = (chance * (1 - chance) / SIMULATED) ** 0.5
        assert abs(share - chance) <= SIGMAS * error + 1e-9


def test_the_table_shows_these_odds() -> None:
    duel = Duel("T", "D", close=False, cover=True)
    listed = duel.match.game.describe(duel.match.state, duel.as_list())
    assert listed[0]["chances"] == duel.expected.as_json()
    assert listed[0]["chances"]["cover"] is True


@pytest.mark.parametrize("evades", [True, False])
@pytest.mark.parametrize(("dice", "target"), [((5, 4), "T"), ((6, 5), "T"), ((4, 1), "M")])
def test_the_odds_of_an_answer_are_all_throws_counted(dice: tuple[int, int], target: str, evades: bool) -> None:
    duel = Duel("T", target, close=False)
    duel.match.act(duel.action, dice)
    assert duel.match.actor == "red"
    duel.action = "evade" if evades else "stand"
    game, start = duel.match.game, duel.match.state
    shown = game.describe(start, duel.as_list())[0]["answer"]
    destroyed, expected = Fraction(0), Fraction(0)
    for faces, chance in duel.answers([]):
        state = copy(start)
        load(state.dice, faces)
        game.rules["apply"](state, game.parse_action(state, duel.action), silent_log())
        unit = state.units[TARGET]
        destroyed += chance * int(unit.state != ON_TABLE)
        expected += chance * (start.units[TARGET].health - max(int(unit.health), 0))
    assert shown["target_destroyed"] == pytest.approx(float(destroyed))
    # One wounded to death has lost no health by it: the damage alone is what hits took.
    if destroyed == 0:
        assert sum(n * chance for n, chance in enumerate(shown["damage"])) == pytest.approx(float(expected))
    assert sum(shown["damage"]) == pytest.approx(1)

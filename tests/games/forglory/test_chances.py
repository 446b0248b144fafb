"""The odds shown before a throw are those of the rules: every throw of every die counted on copies of the position."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from escaramuza import Match
from escaramuza.games.forglory.chances import charge_chances, leadership, melee_chances, morale, shot_chances
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.rules.checks import leadership_check
from escaramuza.games.forglory.tables import MELEE_ROWS, MOST_DIVISIONS, ROWS
from escaramuza.kernel.buffers import LOG, copy, one
from escaramuza.kernel.dice import FACES, load
from escaramuza.kernel.jit import CHECKED, COMPILED
from escaramuza.kernel.stack import top

pytestmark = pytest.mark.rules(COMPILED, CHECKED)

CROPS = {"kind": "crops", "corners": [[5600, 3800], [6400, 3800], [6400, 4400], [5600, 4400]]}
GROUND = {"name": "crops", "objectives": [[6000, 4500]], "terrain": [CROPS]}
# Two more brigades of the first division, and the second division in its corner.
SPARE = "66,58/90;54,58/90;5,88/270;11,88/270", "66,22/90;54,22/90;115,2/90;109,2/90"
SOUTH, NORTH = 0, 40
Facts = list[tuple[str, dict[str, int]]]


def battle(south: str, north: str, armies: tuple[str, str], order: str = "sg1:7*", **more: str) -> Match:
    """A position of two first divisions; the second ones stand in the corners."""
    texts = [f"{south};{SPARE[0]}", f"{north};{SPARE[1]}"]
    officers = [f"{more.get('sg', '60,66:3')};8,85:3;3,85:3", f"{more.get('ng', '60,26:3')};112,5:3;117,5:3"]
    rest = [more.get("markers", "-"), ".", "1", "0,0,0,0,0,0:0,0,0,0,0,0", order]
    options: dict[str, Any] = {"objectives": 0, "map": GROUND}
    options |= {"south_army": f"{armies[0]} 2LnInf / 2LnInf", "north_army": f"{armies[1]} 2LnInf / 2LnInf"}
    return Match("forglory", seed=1, options=options, position=" ".join([*texts, *officers, *rest]))


def facts(match: Match, action: str, faces: tuple[int, ...]) -> Facts:
    """What an action tells with these dice; the match itself stays as it is."""
    board, log = copy(match.state), one(LOG)
    load(board.dice, list(faces))
    match.game.rules["apply"](board, match.game.parse_action(board, action), log)
    told = []
    for event in log.events[: log.n]:
        code = Did.of(int(event.code))
        told.append((code.name, dict(zip((name for name, _ in code.numbers), map(int, event.numbers), strict=False))))
    return told


def throws(dice: int) -> Iterator[tuple[int, ...]]:
    yield from product(range(1, FACES + 1), repeat=dice)


def of(told: Facts, name: str) -> dict[str, int]:
    return next(numbers for code, numbers in told if code == name)


def has(told: Facts, name: str) -> bool:
    return any(code == name for code, _ in told)


def described(match: Match, action: str) -> Any:
    """The odds as a client is shown them."""
    [option] = match.game.describe(match.state, np.array([match.game.parse_action(match.state, action)]))
    return option["chances"]


SHOTS = {
    "plain": ("60,50/270", "60,43/90", ("LnInf", "LnInf"), {}),
    "elite skirmishers in the flank": ("60,52/270", "60,46/0", ("LI:E", "LnInf"), {}),
    "cover": ("60,50/270", "60,42/90", ("LI", "LnInf"), {}),
    "battery near with markers": ("60,52/270", "60,46/90", ("FA", "LnInf"), {"markers": "60,46:1:s;57,42:1:n"}),
    "disorganised": ("60,50/270", "60,46/90", ("LnInf:V", "LnInf"), {"order": "sg1:7!"}),
    "on the road": ("60,51/270", "60,46/90:0:c", ("HA:M", "LnInf"), {}),
}


@pytest.mark.clause("G-B1", "G-B2", "G-B3", "G-R7")
@pytest.mark.parametrize("case", SHOTS)
def test_a_shot(case: str) -> None:
    south, north, armies, more = SHOTS[case]
    match = battle(south, north, armies, **more)
    match.act("use s1")
    chances = shot_chances(match.state, SOUTH, NORTH, moved=False)
    counted: Counter[str] = Counter()
    for faces in throws(1):
        result = of(facts(match, "shoot n1", faces), "FIRE_RESULT")
        assert (
            result["total"] == faces[0] + chances["total"] == faces[0] + sum(m["value"] for m in chances["modifiers"])
        )
        counted[ROWS[result["row"]]] += 1
    assert chances["rows"] == {row: counted[row] / FACES for row in ROWS}
    assert described(match, "shoot n1") == chances


@pytest.mark.clause("G-R28", "G-K2", "G-K3")
@pytest.mark.parametrize(("hits", "quality", "general"), [(1, "R", "60,66"), (2, "M", "60,66"), (2, "E", "60,56")])
def test_a_shot_with_hits_needs_its_check_first(hits: int, quality: str, general: str) -> None:
    match = battle(f"60,50/270:{hits}", "60,46/180", (f"LI:{quality}", "LnInf"), sg=f"{general}:3")
    use = described(match, "use s1")
    match.act("use s1")
    shown = described(match, "shoot n1")
    passed: Counter[bool] = Counter()
    rows: Counter[str] = Counter()
    for faces in throws(2):
        told = facts(match, "shoot n1", faces)
        passed[has(told, "MORALE_PASSED")] += 1
        if has(told, "FIRE_RESULT"):
            rows[ROWS[of(told, "FIRE_RESULT")["row"]]] += 1
    assert use["morale"] == shown["morale"] == morale(match.state, SOUTH) == passed[True] / FACES**2
    assert shown["rows"] == {row: rows[row] / passed[True] for row in ROWS}


@pytest.mark.clause("G-B1", "G-R37")
def test_a_shot_after_a_move_and_one_as_a_reaction() -> None:
    match = battle("60,50/270", "60,46/90", ("LnInf", "LI"))
    match.act("use s1")
    match.act("move@60,50.5")
    assert described(match, "react n1") == {"kind": "check", "morale": morale(match.state, NORTH)}
    assert (
        morale(match.state, NORTH) == sum(has(facts(match, "react n1", f), "MORALE_PASSED") for f in throws(1)) / FACES
    )
    match.act("react n1", [5])
    shown = described(match, "shoot s1")
    rows = Counter(ROWS[of(facts(match, "shoot s1", faces), "FIRE_RESULT")["row"]] for faces in throws(1))
    assert shown["rows"] == {row: rows[row] / FACES for row in ROWS}
    assert {m["reason"] for m in shown["modifiers"]} == {"category", "reaction"}
    match.act("hold")
    shown = described(match, "shoot n1")
    rows = Counter(ROWS[of(facts(match, "shoot n1", faces), "FIRE_RESULT")["row"]] for faces in throws(1))
    assert shown["rows"] == {row: rows[row] / FACES for row in ROWS}
    assert {m["reason"] for m in shown["modifiers"]} == {"moved"}


def count_melee(match: Match, action: str, dice: int, before: tuple[int, ...] = ()) -> dict[str, Any]:
    """The rows of a melee, the side of the first one to throw as the one that wins."""
    share = Fraction(1, FACES**dice)
    draw = Fraction(0)
    tables: dict[bool, dict[str, Fraction]] = {won: dict.fromkeys(MELEE_ROWS[1:], Fraction(0)) for won in (True, False)}
    for faces in throws(dice):
        told = facts(match, action, before + faces)
        row = MELEE_ROWS[of(told, "MELEE_RESULT")["row"]]
        if row == MELEE_ROWS[0]:
            draw += share
        else:
            tables[of(told, "MELEE_WON")["side"] == match.state.asked][row] += share
    won, lost = ({row: float(part) for row, part in tables[side].items()} for side in (True, False))
    return {"won": won, "draw": float(draw), "lost": lost}


CHARGES = {
    "cavalry in the flank": ("60,50/270", "60,43/180", ("HC", "LnInf"), "n1"),
    "militia against elite": ("60,50/270", "60,43/180", ("LnInf:M", "LnInf:E"), "n1"),
    "two enemies touched": ("60,50/270", "57.5,42/180;62.5,42/180", ("LC:V", "LI HA"), "n1@60,42"),
    "disorganised into cover": ("60,50/270:0:f", "60,43/270:1", ("LnInf", "FA"), "n1"),
}


@pytest.mark.clause("G-R8", "G-R44", "G-W2", "G-E10")
@pytest.mark.parametrize("case", CHARGES)
def test_a_charge(case: str) -> None:
    south, north, armies, target = CHARGES[case]
    match = battle(south, north, armies, order="sg1:7!" if "disorganised" in case else "sg1:7*")
    match.act("use s1")
    action = match.game.parse_action(match.state, f"charge {target}")
    chances = charge_chances(match.state, SOUTH, NORTH, (int(action.x), int(action.y)))
    assert chances is not None
    assert chances["rows"] == count_melee(match, f"charge {target}", 3 if "two" in case else 2)
    assert (chances["shaken"], chances["morale"], chances["officer"]) == (None, None, False)
    whole = chances["rows"]
    assert sum(whole["won"].values()) + whole["draw"] + sum(whole["lost"].values()) == pytest.approx(1)


@pytest.mark.clause("G-C7", "G-R43")
def test_a_charge_at_a_unit_with_two_hits() -> None:
    match = battle("60,50/270", "60,43/180:2", ("LnInf", "LnInf:E"))
    match.act("use s1")
    shown = described(match, "charge n1")
    stands = sum(has(facts(match, "charge n1", faces), "STANDS_SHAKEN") for faces in throws(1))
    assert shown["shaken"] == stands / FACES == 0.5
    assert shown["rows"] == count_melee(match, "charge n1", 2, before=(6,))


@pytest.mark.clause("G-R41", "G-R42", "G-EX21")
def test_a_melee_with_several_units() -> None:
    match = battle("60,50/270;68,43/180", "60,43/90:1", ("LnInf LC", "LnInf:V"), sg="60,62:3")
    match.act("use s1")
    match.act("charge n1")
    match.act("decline")
    match.act("decline")
    alone = melee_chances(match.state, int(top(match.state).unit))
    assert alone["rows"] == count_melee(match, "fight", 2)
    assert described(match, "fight") == alone
    joined = described(match, "join s2 n1")
    assert joined["rows"] == count_melee(match, "join s2 n1", 3)
    assert {m["reason"] for m in joined["modifiers"]} == {"frontal", "category", "flank", "cover"}
    assert {(m["reason"], m["value"]) for m in joined["enemy"]} == {("quality", 1), ("hits", -1)}


@pytest.mark.clause("G-R38", "G-R37")
def test_a_charge_as_a_reaction() -> None:
    match = battle("60,52/270", "60,43/90", ("LnInf", "HC"))
    match.act("use s1")
    match.act("move@60,51")
    match.act("react n1", [5])
    shown = described(match, "charge s1")
    assert shown["rows"] == count_melee(match, "charge s1", 2)
    assert {m["reason"] for m in shown["modifiers"]} == {"category", "frontal", "reaction"}
    assert shown["enemy"] == []


@pytest.mark.clause("G-F4", "G-R49")
def test_a_charge_at_an_officer_throws_nothing() -> None:
    match = battle("60,50/270", "80,36/90", ("LnInf", "LnInf"), ng="61.5,45.5:4")
    match.act("use s1")
    shown = described(match, "charge ng1")
    assert (shown["rows"], shown["officer"]) == (None, True)
    assert has(facts(match, "charge ng1", ()), "OFFICER_FALLS")


@pytest.mark.clause("G-K4", "G-K5", "G-K6", "G-R6")
@pytest.mark.parametrize("general", ["60,26:1", "60,26:6", "110,10:1", "110,10:0:2", "20,80:3", "20,80:0"])
def test_leadership(general: str) -> None:
    match = battle("60,50/270", "60,43/90;-", ("LnInf", "2LnInf"), ng=general)
    passed = 0
    for faces in throws(1):
        board = copy(match.state)
        load(board.dice, list(faces))
        passed += bool(leadership_check(board, MOST_DIVISIONS, one(LOG)))
    assert leadership(match.state, MOST_DIVISIONS) == passed / FACES


def test_a_charge_that_only_another_aim_makes_is_looked_at_with_that_aim() -> None:
    match = battle("60,50/270", "57,41/90;54,44/90", ("LnInf", "2LnInf"))
    first, second = (seen for seen in match.look(SOUTH, "south")["seen"] if seen["body"] in (NORTH, NORTH + 1))
    assert (first["aim"], second["aim"]) == ((5890, 4037), None)
    match.act("use s1")
    refused = match.why("charge n1")
    assert refused is not None and refused.code == "OTHER_FIRST"
    assert match.why("charge n1@58.9,40.37") is None
    assert first["charge"] == charge_chances(match.state, SOUTH, NORTH, (5890, 4037))

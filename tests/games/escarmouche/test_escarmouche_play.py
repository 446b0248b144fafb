"""Random play of Escarmouche: what must hold in every position, previews against what then happens, threats against
every next turn played out."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from escaramuza import Match
from escaramuza.engine.errors import BadPosition
from escaramuza.games import registry
from escaramuza.games.basics import log_events
from escaramuza.games.escarmouche import kinds, tables
from escaramuza.games.escarmouche.rules.turn import next_turn
from escaramuza.games.escarmouche.state import EMPTY, FINISHED, FORWARD_ASKS, GUARDIAN_ASKS, NOBODY, OUT, TURN, WALL
from escaramuza.kernel.buffers import ACTION, LOG, OVER, copy, one, silent_log
from escaramuza.kernel.grid import distance, square_name
from escaramuza.kernel.jit import MODE, PLAIN
from tests.naive.test_escarmouche import random_position, random_squad

GAME = registry.get("escarmouche")
UNITS = range(tables.UNITS)
BLOWS = {"STANCE_CANCELS", "DAMAGE", "NO_DAMAGE", "ELIMINATED"}
seeds = st.integers(0, 2**40)


def some(examples: int) -> settings:
    """So many examples, a few where the rules are not compiled."""
    return settings(
        max_examples=examples if MODE != PLAIN else 6, deadline=None, suppress_health_check=list(HealthCheck)
    )


def random_match(random: Random, scenario: str, without: str = "") -> Match:
    """Two random squads in the middle of a random turn; `without` an ability."""
    white, black = ([card for card in random_squad(random) if without not in card.abilities] for _ in range(2))
    assume(white and black)
    squads = {"white_squad": white, "black_squad": black}
    options = {name: ";".join(card.short() for card in cards) for name, cards in squads.items()}
    text = random_position(random, white, black, scenario)
    try:
        return Match("escarmouche", seed=1, options={**options, "scenario": scenario, "turn_limit": 0}, position=text)
    except BadPosition as error:
        assume(error.code != "POSITION_STUCK")
        raise


def legal(state: Any) -> Any:
    buffer = np.zeros(GAME.max_actions, ACTION)
    return buffer[: GAME.rules["legal_actions"](state, buffer)]


def applied(state: Any, action: Any) -> tuple[Any, list[tuple[str, dict[str, int]]]]:
    """The position after an action, and its events by name."""
    after, log = copy(state), one(LOG)
    GAME.rules["apply"](after, action, log)
    events = []
    for number, values in log_events(log):
        code = GAME.events.of(number)
        events.append((code.name, {name: values[i] for i, (name, _) in enumerate(code.numbers)}))
    return after, events


def must_hold(s: Any) -> None:
    """Board, units, conditions and the turn agree with each other."""
    standing = {int(s.units[i].at): i for i in UNITS if s.units[i].at >= 0}
    assert len(standing) == sum(s.units[i].at >= 0 for i in UNITS), "two units on one square"
    walls = {n for n in range(64) if s.board[n] == WALL}
    for n in range(64):
        assert s.board[n] == (WALL if n in walls else standing.get(n, EMPTY))
        assert bool(int(s.blocked) >> n & 1) == (n in walls or n in standing)
        assert bool(int(s.walls) >> n & 1) == (n in walls)
        assert n not in walls or tables.OBSTACLE_ZONE[n]
    assert len(walls) <= 2
    for i in UNITS:
        unit_must_hold(s, i)
    turn_must_hold(s)


def unit_must_hold(s: Any, i: int) -> None:
    u = s.units[i]
    assert u.side == i // tables.MOST_UNITS
    assert 0 <= u.health <= u.max_health
    assert (u.health == 0) == (u.at == OUT or u.max_health == 0)
    done = [int(u[name]) for name in ("acts", "attacked", "used", "overcharged")]
    conditions = [int(u[name]) for name in ("stance", "retreated", "suppressed", "drained")]
    if u.at < 0:
        assert not any(done + conditions)
        assert u.ward == tables.NONE
    if u.ward != tables.NONE:
        assert u.ward != i
        assert s.units[u.ward].side == u.side
        assert s.units[u.ward].at >= 0
    if u.side != s.side or (s.actions == tables.ACTIONS and s.phase == TURN):
        assert not any(done)
    assert not (u.used and (u.attacked or u.overcharged)), "one attack or one ability"
    assert 0 <= conditions[0] <= 1 and 0 <= conditions[1] <= 1 and 0 <= conditions[2] <= 2 and 0 <= conditions[3] <= 2


def turn_must_hold(s: Any) -> None:
    asks = s.phase in (FORWARD_ASKS, GUARDIAN_ASKS)
    acts = sum(int(s.units[i].acts) for i in UNITS)
    assert 0 <= s.actions <= tables.ACTIONS
    assert acts <= tables.ACTIONS - s.actions
    if s.phase == TURN or asks:
        assert s.actions > 0
        assert {int(s.units[i].side) for i in UNITS if s.units[i].at >= 0} == {0, 1}
        assert s.winner == NOBODY
    if not asks:
        assert (s.frame.unit, s.frame.target, s.frame.rest) == (tables.NONE, tables.NONE, 0)
    if s.phase == FINISHED and s.winner != NOBODY:
        beaten = not any(s.units[i].at >= 0 and s.units[i].side != s.winner for i in UNITS)
        assert beaten or s.markers[s.winner] == tables.MARKERS_TO_WIN
    assert 0 <= min(s.markers) <= max(s.markers) <= tables.MARKERS_TO_WIN
    assert len(legal(s)) > 0 or GAME.rules["actor"](s) == OVER


@some(120)
@given(seed=seeds)
def test_what_holds_after_any_sequence_from_the_first_die(seed: int) -> None:
    random = Random(seed)
    squads = [";".join(card.short() for card in random_squad(random)) for _ in range(2)]
    options = {
        "white_squad": squads[0],
        "black_squad": squads[1],
        "scenario": random.choice(("standard", "centre")),
        "placement": random.choice(("alternate", "secret")),
        "turn_limit": random.choice((0, 5, 100)),
    }
    state = Match("escarmouche", seed=seed, options=options).state
    play_on(state, random, 80)


@some(200)
@given(seed=seeds)
def test_what_holds_after_any_sequence_from_the_middle(seed: int) -> None:
    random = Random(seed)
    play_on(random_match(random, random.choice(("standard", "centre"))).state, random, 40)


def play_on(state: Any, random: Random, most: int) -> None:
    must_hold(state)
    for _ in range(most):
        actions = legal(state)
        if len(actions) == 0:
            break
        # Moves are many: every other choice is among the rest, where there is any.
        others = [i for i in range(len(actions)) if actions[i].kind not in (kinds.MOVE, kinds.FREE_MOVE)]
        chosen = random.choice(others) if others and random.randrange(2) else random.randrange(len(actions))
        GAME.rules["apply"](state, actions[chosen], silent_log())
        must_hold(state)


def blows(events: list[tuple[str, dict[str, int]]]) -> list[tuple[int, list[tuple[str, dict[str, int]]]]]:
    """Who is struck, with what that does; nothing yet for one whose owner is asked first."""
    found: list[tuple[int, list[tuple[str, dict[str, int]]]]] = []
    open_ = False
    for name, numbers in events:
        if name in ("UNIT_ATTACKS", "GUARD_REFUSED"):
            found.append((numbers["target"], []))
        elif name == "GUARD_TAKES":
            found.append((numbers["unit"], []))
        elif name in BLOWS and open_:
            found[-1][1].append((name, numbers))
        open_ = name in ("UNIT_ATTACKS", "GUARD_REFUSED", "GUARD_TAKES") or (open_ and name in BLOWS)
    return found


def foretold(hit: dict[str, Any]) -> list[tuple[str, dict[str, int]]]:
    """The events that a previewed hit announces."""
    unit = {"unit": hit["unit"]}
    events = [("STANCE_CANCELS", unit)] if hit["cancelled"] else []
    if hit["damage"] > 0:
        events.append(("DAMAGE", unit | {"damage": hit["damage"], "left": hit["left"]}))
    else:
        events.append(("NO_DAMAGE", unit))
    return [*events, ("ELIMINATED", unit)] if hit["out"] else events


def previews_hold(state: Any, option: dict[str, Any], action: Any) -> None:
    """What an option announces is what its action does, through every answer to what is asked meanwhile."""
    after, events = applied(state, action)
    hits = option.get("effect", [])
    struck = blows(events)
    if option["kind"] in ("guard", "no-guard"):
        # A sweep may go on: its next targets belong to what was announced when it was declared.
        struck = struck[:1]
    for hit, (unit, happened) in zip(hits, struck, strict=after.phase not in (FINISHED, GUARDIAN_ASKS)):
        assert hit["unit"] == unit
        if happened:
            assert happened == foretold(hit)
    names = [name for name, _ in events]
    if option["kind"] not in ("guard", "no-guard"):
        assert ("OWN_LOSS" in names) <= (option.get("loss") == 1)
        if "loss" in option:
            assert "OWN_LOSS" in names or "WON_BY_ELIMINATION" in names or after.phase == GUARDIAN_ASKS
    if after.phase == GUARDIAN_ASKS:
        answers_hold(after, option, hits[len(struck) - 1] if option["kind"] not in ("guard", "no-guard") else None)


def answers_hold(state: Any, option: dict[str, Any], hit: dict[str, Any] | None) -> None:
    """The answers are announced as the attack announced them, and do as they say."""
    actions = legal(state)
    answers = GAME.describe(state, actions)
    if hit is not None:
        told = {key: value for key, value in hit.items() if key != "guards"}
        assert answers[-1]["effect"] == [told]
        if option.get("ability") != "sweep":
            assert [answer["effect"][0] for answer in answers[:-1]] == hit["guards"]
    for answer, action in zip(answers, actions, strict=True):
        previews_hold(state, answer, action)


@some(200)
@given(seed=seeds)
@pytest.mark.clause("E-K3", "E-K4", "E-A3", "E-R10", "E-E3")
def test_previews_are_what_then_happens(seed: int) -> None:
    state = random_match(Random(seed), "standard").state
    actions = legal(state)
    for option, action in zip(GAME.describe(state, actions), actions, strict=True):
        previews_hold(state, option, action)


@some(100)
@given(seed=seeds)
@pytest.mark.clause("E-A10", "E-E2")
def test_a_sweep_that_nobody_guards_against_does_what_was_announced(seed: int) -> None:
    state = random_match(Random(seed), "standard").state
    actions = legal(state)
    for option, action in zip(GAME.describe(state, actions), actions, strict=True):
        if option.get("ability") != "sweep":
            continue
        after, events = applied(state, action)
        while after.phase == GUARDIAN_ASKS:
            after, more = applied(after, legal(after)[-1])
            events += more
        happened = [(unit, hurt) for unit, hurt in blows(events) if hurt]
        assert happened == [(hit["unit"], foretold(hit)) for hit in option["effect"]]


def test_a_sweep_announces_no_guardian_that_falls_before() -> None:
    options = {"white_squad": "1/1/1/1+sweep", "black_squad": "3/1/1/1+guardian;3/1/1/1"}
    match = Match("escarmouche", options=options, position="d4 d5:1:g2,e5 w 2 - -")
    [sweep] = [o for o in GAME.describe(match.state, legal(match.state)) if o.get("ability") == "sweep"]
    assert [hit["guards"] for hit in sweep["effect"]] == [[], []]


def strikes(state: Any, attacker: int, charge: bool) -> set[int]:
    """The units that an attacker can strike with its next action."""
    found = set()
    for a in legal(state):
        if a.unit != attacker or a.kind not in (kinds.ATTACK, kinds.ABILITY):
            continue
        if a.kind == kinds.ATTACK or tables.AIMED[a.choice] or (a.choice == tables.CHARGE and charge):
            found.add(int(a.target))
        elif a.choice == tables.SWEEP:
            near = [i for i in UNITS if s_at(state, i) >= 0 and distance(s_at(state, attacker), s_at(state, i)) == 1]
            found |= {i for i in near if state.units[i].side != state.side and not state.units[i].retreated}
    return found


def s_at(state: Any, unit: int) -> int:
    return int(state.units[unit].at)


def next_turns(match: Match, after_charge: bool) -> dict[str, list[str]]:
    """Square of a unit → squares of the enemies that can strike it next turn, alone, with one or two actions."""
    state = copy(match.state)
    next_turn(state, silent_log())
    found: dict[str, list[str]] = {}
    for enemy in UNITS:
        if s_at(state, enemy) < 0 or state.units[enemy].side != state.side:
            continue
        struck = strikes(state, enemy, True)
        for a in legal(state):
            if a.kind == kinds.MOVE and a.unit == enemy:
                moved, _ = applied(state, a)
                if moved.side == state.side and moved.actions == 1:
                    struck |= strikes(moved, enemy, after_charge)
        for unit in struck:
            found.setdefault(square_name(s_at(state, unit)), []).append(square_name(s_at(state, enemy)))
    return {square: sorted(by) for square, by in found.items()}


@some(80)
@given(seed=seeds)
def test_threats_are_those_of_every_next_turn(seed: int) -> None:
    match = random_match(Random(seed), "standard")
    threats = GAME.threats(match.state)
    assert {threat["square"]: threat["by"] for threat in threats} == next_turns(match, True)
    side = GAME.sides[int(match.state.side)]
    assert all(threat["side"] == side and threat["probability"] == 1.0 for threat in threats)


@pytest.mark.parametrize(
    ("white", "black", "text", "expected"),
    [
        # Within range; after a move; too far.
        ("1/1/1/1", "1/1/1/1", "d4 d5 w 2 - -", {"d4": ["d5"]}),
        ("1/1/1/1", "1/1/1/1", "d4 d6 w 2 - -", {"d4": ["d6"]}),
        ("1/1/1/1", "1/1/1/1", "d4 d7 w 2 - -", {}),
        # Suppressed next turn: without a move before, unless it charges. Drained: not at all.
        ("1/1/1/1", "2/1/1/1", "d4 d6:2:p w 2 - -", {}),
        ("1/1/1/1", "2/1/1/1", "d4 d5:2:p w 2 - -", {"d4": ["d5"]}),
        ("1/1/1/1", "2/1/1/1+charge", "d4 d6:2:p w 2 - -", {"d4": ["d6"]}),
        ("1/1/1/1", "2/1/1/1+overcharge", "d4 d5:2:x w 2 - -", {}),
        # Retreated this turn; with what an ability reaches.
        ("1/1/1/1+tactical-retreat", "1/1/1/1", "d4:1:unr d5 w 1 - -", {}),
        ("1/1/1/1", "1/1/1/1+suppressing-fire", "a1 a6 w 2 - -", {"a1": ["a6"]}),
        ("1/1/1/1;1/1/1/1", "1/3/1/1+precision-shot", "a1,a2 a5 w 2 - -", {"a1": ["a5"], "a2": ["a5"]}),
    ],
)
def test_threats_by_hand(white: str, black: str, text: str, expected: dict[str, list[str]]) -> None:
    match = Match("escarmouche", options={"white_squad": white, "black_squad": black}, position=text)
    assert {threat["square"]: threat["by"] for threat in GAME.threats(match.state)} == expected


def test_a_move_and_then_a_charge_threaten() -> None:
    options = {"white_squad": "1/1/1/1", "black_squad": "1/1/2/1+charge"}
    match = Match("escarmouche", options=options, position="a1 a6 w 2 - -")
    assert next_turns(match, True) == {"a1": ["a6"]}
    assert {threat["square"]: threat["by"] for threat in GAME.threats(match.state)} == {"a1": ["a6"]}


def test_threats_tell_the_strongest_attack_and_the_squares_it_reaches() -> None:
    options = {"white_squad": "9/1/1/1", "black_squad": "3/1/1/1+energy-bolt;1/3/1/3"}
    match = Match("escarmouche", options=options, position="d4 d5,h4 w 2 - -")
    found = {threat["square"]: threat["power"] for threat in GAME.threats(match.state)}
    # One has its bolt, the other comes a step nearer.
    assert found == {"d4": {"d5": 2, "h4": 3}}
    reach = {one["square"]: one["power"] for one in GAME.reach(match.state)}
    assert reach["d4"] == found["d4"] and "d5" not in reach and "h4" not in reach
    # Four squares away: by the bolt after a step.
    assert reach["d1"]["d5"] == 2 and reach["a1"] == {"d5": 2}


def test_no_threats_outside_a_turn() -> None:
    assert GAME.threats(Match("escarmouche", seed=1).state) == []
    assert GAME.reach(Match("escarmouche", seed=1).state) == []

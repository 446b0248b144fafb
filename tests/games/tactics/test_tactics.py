"""What scenario files cannot say: the whole capture table, secrets, colours, ready-made deployments."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza import Match
from escaramuza.agents.players import fresh
from escaramuza.games import registry
from escaramuza.games.tactics import kinds, tables
from escaramuza.games.tactics.rules.movement import has_move
from escaramuza.games.tactics.setup import random_deployment
from escaramuza.games.tactics.value import guard_falls
from escaramuza.kernel.buffers import ACTION, OVER, copy, silent_log
from escaramuza.kernel.grid import square_name
from escaramuza.kernel.jit import MODE, PLAIN

TAKES = {
    "axe": {"bow", "arquebus", "mage"},
    "sword": {"axe", "arquebus", "mage"},
    "pike": {"axe", "sword", "horse"},
    "horse": {"axe", "sword", "bow"},
    "bow": {"sword", "pike", "arquebus"},
    "arquebus": {"pike", "horse", "mage"},
    "mage": {"pike", "horse", "bow"},
}
LETTER = dict(zip(tables.CLASSES, tables.LETTERS, strict=True))


@pytest.mark.clause("T-F1", "T-K1", "T-K2", "T-G6")
@pytest.mark.parametrize(("taker", "taken"), list(product(TAKES, TAKES)))
def test_captures_follow_the_table(taker: str, taken: str) -> None:
    match = Match("tactics", position=f"7k/8/8/3{LETTER[taken].lower()}4/3{LETTER[taker]}4/8/8/K7 w 11 - -")
    reason = match.why("d4xd5")
    if taken in TAKES[taker]:
        assert reason is None
    else:
        assert reason is not None
        assert reason.code == ("EQUAL_CLASSES" if taker == taken else "CANNOT_CAPTURE")


@pytest.mark.clause("T-K1")
def test_of_two_classes_exactly_one_takes_the_other() -> None:
    classes = range(tables.GUARD)
    for a, b in product(classes, classes):
        if a != b:
            assert tables.TAKES[a, b] != tables.TAKES[b, a]
    for kind in classes:
        assert tables.TAKES[kind, : tables.GUARD].sum() == 3
        assert tables.TAKES[: tables.GUARD, kind].sum() == 3


@pytest.mark.clause("T-K3", "T-K4", "T-F1")
@pytest.mark.parametrize("name", list(TAKES))
def test_the_guard_takes_all_and_is_taken_by_all(name: str) -> None:
    letter = LETTER[name]
    assert Match("tactics", position=f"8/8/8/3k4/3{letter}4/8/8/K7 w 11 - -").why("d4xd5") is None
    assert Match("tactics", position=f"7k/8/8/3{letter.lower()}4/3K4/8/8/8 w 11 - -").why("d4xd5") is None


@pytest.mark.clause("T-G1", "T-G4")
def test_thirty_pieces_two_of_each_class_and_a_guard() -> None:
    match = Match("tactics", seed=1)
    off = match.view("white")["off_board"]
    for side in ("white", "black"):
        assert len(off[side]) == 15
        assert all(off[side].count(name) == 2 for name in TAKES)
        assert off[side].count("guard") == 1


@pytest.mark.clause("T-G5")
def test_the_guard_is_told_apart_in_every_view() -> None:
    match = deployed()
    for seat in ("white", "black", None):
        guards = [piece for piece in match.view(seat)["pieces"] if piece["guard"]]
        assert sorted(piece["side"] for piece in guards) == ["black", "white"]
        assert all((piece["class"] == "guard") == piece["guard"] for piece in match.view(seat)["pieces"])


def deployed(options: dict[str, str] | None = None, ready: int = 2) -> Match:
    match = Match("tactics", seed=1, options=options)
    match.act("roll", dice=[2, 5])
    match.act("attack")
    for _ in range(ready):
        for action in match.shortcuts()["line"]:
            match.act(action)
        match.act("ready")
    return match


@pytest.mark.clause("T-R2")
def test_a_secret_deployment_is_seen_by_its_own_side_only() -> None:
    match = deployed(ready=1)
    match.act("A@a6")
    assert match.actor == "black"
    own = {piece["side"] for piece in match.view("white")["pieces"]}
    other = {piece["side"] for piece in match.view("black")["pieces"]}
    assert (own, other) == ({"white"}, {"black"})
    assert match.view(None)["pieces"] == []
    assert match.view(None)["hidden"] == ["white", "black"]
    assert match.view("black")["off_board"]["white"] == []


@pytest.mark.clause("T-R2")
def test_the_log_of_a_secret_deployment_is_for_its_own_side_only() -> None:
    match = deployed(ready=1)
    for seat, knows in (("white", True), ("black", False), (None, False)):
        placed = match.history(seat)[2:17]
        assert all((step is not None) == knows for step in placed)
        assert match.history(seat)[17] is not None, "that a side is ready is not a secret"
    for action in match.shortcuts()["line"]:
        match.act(action)
    match.act("ready")
    assert all(step is not None for seat in ("white", "black", None) for step in match.history(seat))


@pytest.mark.clause("T-R2")
def test_both_sides_are_seen_once_both_are_ready() -> None:
    match = deployed()
    for seat in ("white", "black", None):
        assert len(match.view(seat)["pieces"]) == 30
        assert match.view(seat)["hidden"] == []


@pytest.mark.clause("T-R2")
def test_the_open_option_hides_nothing_and_the_defender_goes_first() -> None:
    match = deployed({"deployment": "open"}, ready=0)
    assert match.actor == "white"  # black attacks
    match.act("A@a1")
    for seat in ("white", "black", None):
        assert [piece["square"] for piece in match.view(seat)["pieces"]] == ["a1"]
        assert all(step is not None for step in match.history(seat))


@pytest.mark.clause("T-R7")
@pytest.mark.parametrize(
    ("dice", "choice", "attacker"),
    [
        ([6, 1], "attack", "white"),
        ([6, 1], "defend", "black"),
        ([1, 6], "attack", "black"),
        ([1, 6], "defend", "white"),
    ],
)
def test_either_colour_attacks_by_its_own_choice_or_the_other_s(dice: list[int], choice: str, attacker: str) -> None:
    match = Match("tactics", seed=1)
    match.act("roll", dice)
    match.act(choice)
    assert match.view(None)["attacker"] == attacker
    for _ in range(2):
        for action in match.shortcuts()["line"]:
            match.act(action)
        match.act("ready")
    assert match.actor == attacker
    assert {piece["side"] for piece in match.view(None)["pieces"] if piece["square"][1] in "123"} == {"white"}


@pytest.mark.clause("T-R2")
@pytest.mark.parametrize("placed", range(1, 16))
def test_what_the_other_side_places_changes_nothing_that_a_seat_sees(placed: int) -> None:
    """The waiting seat and a spectator, while it happens; the second to deploy, once the first is ready."""
    seen = []
    for name in ("line", "wings"):
        match = Match("tactics", seed=1)
        match.act("roll", dice=[2, 5])
        match.act("attack")
        for action in match.shortcuts()[name][:placed]:
            match.act(action)
        looks = [match.view("black"), match.view(None), match.seen_by("black").tobytes(), match.seen_by(None).tobytes()]
        looks.append([step and step.action for step in match.history("black")])
        if placed == 15:
            match.act("ready")
            looks += [match.view("black"), match.seen_by("black").tobytes(), match.legal()]
        seen.append(looks)
    assert seen[0] == seen[1]


def test_a_side_deploys_with_what_the_rules_call_legal() -> None:
    """What stands after a deployment drawn again for search obeys the same rules as one placed by hand."""
    match = deployed(ready=1)
    for seed in range(30):
        guess = copy(match.state)
        match.game.rules["determinize"](guess, 1, seed)
        other = Match("tactics", seed=1)
        other.act("roll", dice=[2, 5])
        other.act("attack")
        pieces = [u for u in guess.units if u.side == 0]
        for unit in sorted(pieces, key=lambda u: u.kind != tables.GUARD):
            other.act(f"{tables.LETTERS[unit.kind]}@{square_name(int(unit.at))}")
        assert other.legal() == ["ready"]


@settings(max_examples=60 if MODE != PLAIN else 10, deadline=None)
@given(seed=st.integers(0, 2**40), depth=st.integers(33, 200))
def test_the_quick_looks_agree_with_the_legal_list(seed: int, depth: int) -> None:
    """`has_move` and the value's `guard_falls` against what is legal."""
    game = registry.get("tactics")
    state = fresh(game, game.options(), seed)
    bulk = game.compiled("escaramuza.engine.bulk")
    bulk.random_game(state, seed, np.zeros(game.max_actions, ACTION), silent_log(), np.zeros(depth, ACTION))
    if game.rules["actor"](state) == OVER or game.view(state, game.options())["phase"] != "turn":
        return
    buffer = np.zeros(game.max_actions, ACTION)
    count = game.rules["legal_actions"](state, buffer)
    targets = {int(buffer[i].to) for i in range(count) if buffer[i].kind == kinds.MOVE}
    guard = int(state.units[(1 - state.side) * tables.PIECES + tables.PIECES - 1].at)
    assert bool(has_move(state)) == (count > 1)
    assert bool(guard_falls(state)) == (guard in targets)


@pytest.mark.parametrize("name", [*tables.READY_MADE, "random"])
@pytest.mark.parametrize("attacker", ["attack", "defend"])
def test_ready_made_deployments_are_legal_for_both_sides(name: str, attacker: str) -> None:
    for seed in range(20 if name == "random" else 1):
        match = Match("tactics", seed=seed)
        match.act("roll")
        match.act(attacker)
        for _ in range(2):
            for action in match.shortcuts(seed)[name]:
                match.act(action)
            assert match.legal() == ["ready"]
            match.act("ready")
        assert match.view(None)["phase"] == "turn"


def test_random_deployments_differ() -> None:
    assert random_deployment(1) == random_deployment(1)
    assert random_deployment(1) != random_deployment(2)


def test_shortcuts_are_for_an_empty_side_only() -> None:
    match = Match("tactics", seed=1)
    assert match.shortcuts() == {}
    match.act("roll")
    match.act("attack")
    assert set(match.shortcuts()) == {"line", "wedge", "wings", "random"}
    match.act(match.legal()[0])
    assert match.shortcuts() == {}

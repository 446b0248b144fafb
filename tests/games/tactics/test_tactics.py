"""What scenario files cannot say: the whole capture table, secrets, colours, ready-made deployments."""

from itertools import product

import pytest

from escaramuza import Match
from escaramuza.games.tactics import tables
from escaramuza.games.tactics.setup import random_deployment

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
    for a, b in product(TAKES, TAKES):
        if a != b:
            assert (b in TAKES[a]) != (a in TAKES[b])
    for name in TAKES:
        assert len(TAKES[name]) == 3
        assert sum(name in others for others in TAKES.values()) == 3


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
        assert match.history(seat)[17] is not None, "that a side is ready is no secret"
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
def test_attacker_and_colour_are_independent() -> None:
    seen = set()
    for seed in range(40):
        match = Match("tactics", seed=seed)
        match.act("roll")
        winner = match.actor
        match.act("attack")
        seen.add((winner, match.view(None)["attacker"]))
    assert seen == {("white", "white"), ("black", "black")}


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

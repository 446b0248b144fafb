"""The oracle of Escaramuzas de Café itself, on situations set up by hand from the rulebook."""

from typing import Any

import pytest

from tests.naive.cafe import plane
from tests.naive.cafe.attacks import best_assignment
from tests.naive.cafe.units import BLUE, RED, ROW, SIDES
from tests.naive.cafe_oracle import State

OPTIONS = {
    "players": 1,
    "objectives": 3,
    "cards": True,
    "face_down": False,
    "runners_fight": True,
    "defence": "once",
    "assignment": "best",
    "wounds": "both",
    "contested": "neutral",
    "rounds": 6,
}
TYPES = {"A": "alpha", "B": "baramon", "E": "eco", "M": "minguin", "T": "thanary", "D": "domucor"}
WOOD = {"kind": "wood", "roles": ["cover", "difficult"]}
ROCK = {"kind": "rock", "roles": ["solid"]}
MARSH = {"kind": "marsh", "roles": ["dangerous"]}
BRIDGE = {"kind": "bridge", "roles": ["bridge"]}
# Four domucors a side far away from everything, so that nobody is beaten too soon.
FAR = {f"b{n}": ("D", 200, 400 * n) for n in range(10, 14)} | {f"r{n}": ("D", 8800, 400 * n) for n in range(10, 14)}


def square(x: int, y: int, width: int, height: int, kind: dict[str, Any]) -> dict[str, Any]:
    """An upright piece of terrain."""
    corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
    return {"id": 0, **kind, "corners": corners}


def unit(name: str, letter: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    """A unit of a scene."""
    side = BLUE if name[0] == "b" else RED
    health = {"A": 5, "B": 4, "E": 3, "M": 2, "T": 2, "D": 1}[letter]
    told = {
        "id": "br".index(name[0]) * 30 + int(name[1:]) - 1,
        "side": side,
        "seat": side,
        "type": TYPES[letter],
        "x": x,
        "y": y,
        "facing": 0,
        "state": "table",
        "health": health,
        "wounds": 0,
        "kills": 0,
        "acted": False,
        "statuses": [],
    }
    return told | more


def situation(
    units: dict[str, Any],
    terrain: tuple[dict[str, Any], ...] = (),
    hands: dict[str, list[str]] | None = None,
    causes: dict[int, Any] | None = None,
    seat: str = BLUE,
    phase: str = "turn",
    far: bool = True,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """Blue's turn with seven points, round 1, objectives out of the way."""
    everybody = {**(FAR if far else {}), **units}
    scene = {
        "phase": phase,
        "seat": seat,
        "winner": None,
        "how": None,
        "round": 1,
        "points": {BLUE: 7, RED: 7},
        "passed": [],
        "turn_order": [BLUE, RED],
        "table": {"width": 9000, "height": 6000},
        "zones": {BLUE: {"x": 0, "width": 1800}, RED: {"x": 7200, "width": 1800}},
        "terrain": [{**piece, "id": i} for i, piece in enumerate(terrain)],
        "objectives": [
            {"id": i, "x": 4500, "y": y, "owner": None, "first": None, "unbroken": False}
            for i, y in enumerate((3000, 500, 5500))
        ],
        "units": [unit(name, *row[:3], **(row[3] if len(row) > 3 else {})) for name, row in everybody.items()],
        "hands": {BLUE: {}, RED: {}},
        "deck": 20,
        "activation": None,
        "way": None,
        "sheet": [{"round": 1, **{side: dict.fromkeys(ROW, 0) for side in SIDES}}],
        "kills": {side: {"close": 0, "range": 0, "close_round": 0, "range_round": 0} for side in SIDES},
    }
    return State.from_scene(scene | more, OPTIONS | (options or {}), hands or {}, causes)


def play(state: State, *steps: tuple[str, list[int]] | str) -> State:
    """Play actions, each with its dice, all of which must be legal."""
    for step in steps:
        text, dice = (step, []) if isinstance(step, str) else step
        assert state.legal(text) is True, (text, state.phase, state.reason)
        state.apply(text, dice)
    return state


def test_bases_and_gaps() -> None:
    assert plane.base(0, 0, 0) == ((100, 75), (-100, 75), (-100, -75), (100, -75))
    assert plane.base(0, 0, 900) == ((-75, 100), (-75, -100), (75, -100), (75, 100))
    assert plane.within(plane.base(0, 0, 0), plane.base(500, 0, 0), 300)
    assert not plane.within(plane.base(0, 0, 0), plane.base(501, 0, 0), 300)
    assert not plane.overlap(plane.base(0, 0, 0), plane.base(200, 0, 0))
    assert plane.overlap(plane.base(0, 0, 0), plane.base(199, 0, 0))


def test_overlap_with_a_hollow_shape() -> None:
    hollow = ((0, 0), (1000, 0), (1000, 1000), (900, 1000), (900, 100), (0, 100))
    assert sum(abs(plane.cross(*part)) for part in plane.triangles(hollow)) == 2 * (1000 * 100 + 100 * 900)
    assert not plane.overlap(plane.base(500, 500, 0), hollow)
    assert plane.overlap(plane.base(850, 500, 0), hollow)
    assert not plane.overlap(plane.base(800, 500, 0), hollow)


def test_lines() -> None:
    state = situation({}, (square(1000, 1000, 500, 500, ROCK),))
    assert not state.table.free_line((900, 1200), (1600, 1300))
    assert state.table.free_line((900, 1000), (1600, 1000)), "along the edge"
    assert state.table.free_line((900, 1100), (1100, 900)), "through the corner"
    assert not state.table.free_line((900, 1101), (1101, 900))


def test_walk_half_run_all_measured_at_the_centre() -> None:
    state = play(situation({"b1": ("T", 2000, 3000)}), "use b1")
    assert state.legal("walk@25,30") is True
    assert state.legal("walk@25.01,30") is False
    assert state.legal("run@30,30") is True
    assert state.legal("run@30,30.01") is False
    assert state.legal("run@27.07,37.07") is True
    assert state.legal("run@27.08,37.08") is False


def test_difficult_ground_counts_double_and_bridges_do_not() -> None:
    wood = square(2200, 2000, 400, 2000, WOOD)
    state = play(situation({"b1": ("T", 2000, 3000)}, (wood,)), "use b1")
    assert state.legal("run@25.9,30") is True
    assert state.legal("run@26.1,30") is False
    bridged = play(situation({"b1": ("T", 2000, 3000)}, (wood, square(2100, 2900, 600, 200, BRIDGE))), "use b1")
    assert bridged.legal("run@30,30") is True
    twice = play(situation({"b1": ("T", 2000, 3000)}, (wood, wood)), "use b1")
    assert twice.legal("run@25.9,30") is True, "counted once where pieces overlap"


def test_nobody_goes_through_bases_rocks_or_off_the_table() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("D", 2500, 3000), "b2": ("T", 500, 5000)}
    state = play(situation(units, (square(2000, 3300, 300, 100, ROCK),)), "use b1")
    assert state.legal("run@23,30") is True, "touching"
    assert state.legal("run@23.01,30") is False
    assert state.legal("run@29,30") is False
    assert state.legal("run@20,32.25") is True
    assert state.legal("run@20,32.26") is False
    assert state.legal("run@20,36") is False
    other = play(situation({"b1": ("T", 500, 500)}), "use b1")
    assert other.legal("run@1,5") is True
    assert other.legal("run@0.99,5") is False


def test_the_base_is_turned_at_the_end_where_it_must_fit() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("D", 2400, 2860), "b2": ("D", 2400, 3140)}
    state = play(situation(units), "use b1")
    assert state.legal("run@24,30") is False
    units = {"b1": ("T", 2000, 3000), "r1": ("D", 2400, 2850), "b2": ("D", 2400, 3150)}
    state = play(situation(units), "use b1")
    assert state.legal("run@24,30") is True, "between them"
    assert state.legal("run@24,30/90") is False
    assert state.legal("run@29,30/90") is True
    assert state.legal("run@29,30/360") is False


def test_bends_add_up() -> None:
    state = play(situation({"b1": ("T", 2000, 3000)}), "use b1", "run>25,30")
    assert state.phase == "way" and abs(state.top.left - 500) < 1
    assert state.legal("go@25,34.9") is True
    assert state.legal("go@25,35.2") is False
    assert state.legal("hold") is False
    state = play(state, "bend@25,32", "go@23,32")
    assert state.units[0].here == (2300, 3200) and state.turn_of == RED


def test_dangerous_ground() -> None:
    marsh = square(2200, 2000, 200, 2000, MARSH)
    state = play(situation({"b1": ("T", 2000, 3000)}, (marsh,)), "use b1", ("run@27,30", [6, 5]))
    assert state.units[0].wounds == 2
    state = play(situation({"b1": ("T", 2000, 3000)}, (marsh,)), "use b1", ("run@27,30", [5]))
    assert state.units[0].wounds == 0
    state = situation({"b1": ("T", 2000, 3000, {"wounds": 1})}, (marsh,))
    play(state, "use b1", ("run@27,30", [6, 5]))
    assert state.units[0].state == "out" and state.kills[RED]["range"] == 0
    corner = {"id": 0, **MARSH, "corners": [[2199, 3000], [2400, 2990], [2400, 3000]]}
    state = play(situation({"b1": ("T", 2200, 2800)}, (corner,)), "use b1", "run@22,32")
    assert state.units[0].wounds == 0, "its corner is cut by less than half a tenth of a millimetre: no die"
    state = situation({"b1": ("T", 2000, 3000)}, (marsh,), hands={BLUE: ["tactical"]})
    play(state, ("card:tactical b1@22.4,30", [6, 5]), "use b1", ("run@27,30", [5]))
    assert state.units[0].wounds == 2, "a shift before the activation has a die of its own"


def test_shooting_range_and_cover() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("A", 4600, 3000), "r2": ("A", 4601, 3500)}
    state = play(situation(units), "use b1", "hold")
    assert state.legal("shoot r1") is True
    assert state.legal("shoot r2") is False
    assert state.legal("fight r1") is False
    assert state.legal("shoot b10") is False
    play(state, ("shoot r1", [4, 3]), "stand")
    assert state.units[30].health == 4
    wood = square(4700, 2000, 500, 3000, WOOD)
    state = play(situation(units, (wood,)), "use b1", "hold", ("shoot r1", [4, 3]))
    assert state.units[30].health == 5 and state.turn_of == RED, "touching the wood is cover"
    state = play(situation(units, (wood,)), "use b1", "hold", ("shoot r1", [5, 6]), "stand")
    assert state.units[30].health == 3
    state = play(situation(units, (square(4000, 2000, 199, 3000, WOOD),)), "use b1", "hold", ("shoot r1", [4, 3]))
    assert state.phase == "evade", "the wood ends 3.01 cm before the base"
    state = play(situation(units, (square(4000, 2000, 200, 3000, WOOD),)), "use b1", "hold", ("shoot r1", [4, 3]))
    assert state.turn_of == RED
    state = play(situation(units, (square(3000, 2900, 500, 200, ROCK),)), "use b1", "hold")
    assert state.legal("shoot r1") is False


@pytest.mark.parametrize(
    ("hits", "defence", "cancelled"),
    [
        ([5, 4], [5, 4], 2),
        ([5, 4], [4, 4], 1),
        ([6, 6], [6, 6], 0),
        ([4, 4], [6], 1),
        ([5, 5, 4], [5, 6, 3], 2),
        ([4, 6, 5], [5, 4, 1, 1], 2),
    ],
)
def test_evasion(hits: list[int], defence: list[int], cancelled: int) -> None:
    assert best_assignment(hits, defence) == cancelled


def test_ones_wound_both_and_two_are_panic() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("A", 4000, 3000)}
    state = play(situation(units), "use b1", "hold", ("shoot r1", [4, 1]), ("evade", [1, 1, 3, 3, 4, 5, 4]))
    assert state.units[0].wounds == 1 and state.units[30].wounds == 3 and state.units[30].state == "out"
    assert state.kills[BLUE] == {"range": 1, "close": 0} and state.units[0].kills == 1
    state = play(situation(units, options={"wounds": "defenders"}), "use b1", "hold", ("shoot r1", [4, 1]), "stand")
    assert state.units[0].wounds == 0 and state.units[30].health == 4
    state = play(situation(units), "use b1", "hold", ("shoot r1", [1, 1]))
    assert state.units[0].state == "out" and state.kills[RED]["range"] == 0
    units["r1"] = ("A", 2300, 3000)
    state = play(situation(units), "use b1", "hold", ("fight r1", [1, 1, 1]))
    assert state.units[0].state == "out" and state.kills[RED]["close"] == 1
    state = play(situation(units), "use b1", "hold", ("fight r1", [1, 1, 5]), ("stand", [4, 5]))
    assert state.units[0].state == "out" and state.kills[RED]["close"] == 1, "three wound points"


def test_option_defence_for_each_hit_and_chosen_assignment() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("T", 2300, 3000)}
    state = play(situation(units, options={"defence": "each"}), "use b1", "hold", ("fight r1", [4, 5, 6]))
    play(state, ("evade", [4, 1, 3, 3]))
    assert state.units[30].state == "out", "the first is cancelled, the second and the 6 are not"
    state = play(situation(units, options={"assignment": "chosen"}), "use b1", "hold", ("fight r1", [4, 5, 2]))
    play(state, ("evade", [5, 4]))
    assert state.phase == "assign" and state.seat == RED
    assert state.legal("cancel:3") is False
    play(state, "cancel:1")
    assert state.units[30].health == 1, "the 4 cannot cancel the 5"


def test_close_combat_is_a_duty_once_for_each() -> None:
    units = {"b1": ("A", 2000, 3000), "r1": ("A", 2500, 3000), "r2": ("A", 1500, 3000), "r3": ("D", 3500, 3000)}
    state = play(situation(units), "use b1", "hold")
    assert state.legal("end") is False and state.legal("shoot r3") is False and state.legal("fight r3") is False
    play(state, ("fight r1", [2, 2, 2]))
    assert state.legal("fight r1") is False and state.legal("end") is False
    play(state, ("fight r2", [2, 2, 2]))
    assert state.turn_of == RED
    runner = {"b1": ("T", 2000, 3000), "r1": ("A", 3000, 3000)}
    state = play(situation(runner), "use b1", "run@25,30")
    assert state.phase == "attack"
    state = play(situation(runner, options={"runners_fight": False}), "use b1", "run@25,30")
    assert state.turn_of == RED


def test_advance_support_and_the_fight_that_follows() -> None:
    units = {"b1": ("A", 2000, 3000), "r1": ("D", 2500, 3000), "r2": ("T", 3000, 3000)}
    state = play(situation(units), "use b1", "hold", ("fight r1", [5, 2, 2]), "stand")
    assert state.phase == "advance"
    stayed = play(state.copy(), "stay")
    assert stayed.turn_of == RED and stayed.units[0].here == (2000, 3000)
    play(state, "advance")
    assert state.phase == "support" and state.seat == RED
    alone = play(state.copy(), "no-support")
    assert alone.units[0].here == (2500, 3000) and alone.phase == "attack" and alone.legal("fight r2") is True
    play(state, "support r2")
    assert state.legal("go@26,30") is False and state.legal("go@25,30") is True
    play(state, "go@25,30")
    assert state.units[0].here == (2000, 3000) and state.turn_of == RED and not state.units[31].acted


def test_promotion_follows_the_attack() -> None:
    units = {"b1": ("D", 2000, 3000, {"wounds": 1}), "r1": ("D", 4000, 3000)}
    state = play(situation(units), "use b1", "hold", ("shoot r1", [5, 5]))
    state.apply("stand", [], {BLUE: ["spy"]})
    assert state.units[0].wounds == 0 and state.units[0].kills == 0 and state.hands[BLUE] == ["spy"]
    state = play(situation(units), "use b1", "hold", ("shoot r1", [5, 5]))
    state.apply("stand", [], {})
    assert state.phase == "trap"
    play(state, "trap b10")
    assert state.units[9].state == "out" and state.kills[RED]["range"] == 0


def test_minguin_heals() -> None:
    units = {"b1": ("M", 2000, 3000), "b2": ("A", 2300, 3000, {"health": 3, "wounds": 2})}
    state = play(situation(units), "use b1", "hold")
    assert state.legal("heal b1") is False and state.legal("heal b10") is False
    play(state, "heal b2")
    assert state.units[1].health == 4 and state.units[1].wounds == 0
    state = play(situation(units | {"r1": ("D", 4899, 3000)}), "use b1", "hold")
    assert state.legal("heal b2") is False
    state = play(situation(units | {"r1": ("D", 4901, 3000)}), "use b1", "hold")
    assert state.legal("heal b2") is True


def end_of_round(state: State) -> State:
    """Both pass."""
    while state.phase == "turn":
        play(state, "pass")
    return state


def test_objectives_zone_and_points() -> None:
    units = {"b1": ("D", 4500, 3000), "b2": ("D", 7200, 1000), "r1": ("D", 4500, 1125), "b3": ("D", 3000, 500)}
    state = end_of_round(situation(units))
    assert [one["owner"] for one in state.objectives] == [BLUE, RED, None]
    assert state.score == {BLUE: 2, RED: 1} and state.phase == "initiative"
    units["r1"] = ("D", 4500, 1126)
    assert end_of_round(situation(units)).objectives[1]["owner"] is None
    units |= {"r1": ("D", 4500, 3300), "b4": ("D", 7300, 3000), "b5": ("D", 7300, 4000)}
    state = end_of_round(situation(units))
    assert state.objectives[0]["owner"] is None and state.score == {BLUE: 3, RED: 0}


def test_initiative_and_turns() -> None:
    state = situation({"b1": ("D", 2000, 1000), "r1": ("D", 7000, 1000)}, phase="initiative")
    play(state, ("roll", [1, 2, 2, 1, 3, 4, 6, 6]))
    assert state.points == {BLUE: 12, RED: 12} and state.seat == RED
    play(state, "use r1", "hold")
    assert state.seat == BLUE and state.points == {BLUE: 12, RED: 11} and state.units[30].acted
    play(state, "pass")
    assert state.seat == RED and state.legal("use r1") is False
    play(state, "pass")
    assert state.phase == "initiative" and state.round == 2 and not state.units[30].acted


def test_six_rounds_then_points_with_the_first_and_unbroken() -> None:
    units = {"b1": ("D", 4500, 3000), "r1": ("D", 4500, 500)}
    state = end_of_round(
        situation(
            units,
            round=6,
            sheet=[{"round": n, **{side: dict.fromkeys(ROW, 0) for side in SIDES}} for n in range(1, 7)],
            objectives=[
                {"id": 0, "x": 4500, "y": 3000, "owner": BLUE, "first": BLUE, "unbroken": True},
                {"id": 1, "x": 4500, "y": 500, "owner": BLUE, "first": BLUE, "unbroken": True},
                {"id": 2, "x": 4500, "y": 5500, "owner": RED, "first": BLUE, "unbroken": False},
            ],
        )
    )
    assert state.phase == "finished" and state.winner == BLUE and state.how == "points"
    assert state.score == {BLUE: 4, RED: 2}


def test_beaten_at_three_units() -> None:
    units = {f"b{n}": ("A", 2000, 600 * n) for n in range(1, 5)} | {
        "r1": ("D", 2300, 600),
        **{f"r{n}": ("D", 8000, 600 * n) for n in range(2, 5)},
    }
    state = play(situation(units, far=False), "use b1", "hold", ("fight r1", [5, 5, 2]), "stand")
    assert state.phase == "finished" and state.winner == BLUE and state.how == "beaten"


NEAR_ENEMY = {"b1": ("A", 2000, 3000), "r1": ("A", 2500, 3000)}


def test_ma_gives_a_die_for_health() -> None:
    state = situation(NEAR_ENEMY, hands={BLUE: ["ma"]})
    play(state, "use b1", "hold", "card:ma", ("fight r1", [2, 2, 2, 5]), "stand")
    assert state.units[0].health == 4 and state.units[30].health == 4 and state.hands[BLUE] == [] and state.deck == 21
    weak = situation({"b1": ("A", 2000, 3000, {"health": 1}), "r1": ("A", 2500, 3000)}, hands={BLUE: ["ma"]})
    assert play(weak, "use b1", "hold").legal("card:ma") is False


def test_divine_wind() -> None:
    units = {"b1": ("D", 2000, 3000), "r1": ("T", 2500, 3000), "b2": ("A", 3000, 3000)}
    state = situation(units, hands={BLUE: ["divine-wind"]})
    assert state.legal("card:divine-wind b2 r1") is False
    assert state.legal("card:divine-wind b1 r10") is False
    play(state, "card:divine-wind b1 r1")
    assert state.units[0].state == state.units[30].state == "out"
    assert state.kills[BLUE]["close"] == 1 and state.kills[RED]["close"] == 0


def test_instinct() -> None:
    units = {
        "b1": ("A", 2000, 3000),
        "b2": ("D", 2000, 2500),
        "r1": ("D", 2800, 3000),
        "r2": ("D", 2000, 3450),
        "r3": ("D", 2801, 3300),
    }
    state = situation(units, hands={BLUE: ["instinct"]})
    play(state, ("card:instinct b1", [6, 5, 6]))
    assert state.units[0].health == 4
    assert [state.units[n].state for n in (1, 30, 31, 32)] == ["out", "table", "out", "table"]
    assert state.kills[BLUE] == {"close": 1, "range": 0}
    single = situation(NEAR_ENEMY, hands={BLUE: ["instinct"]})
    assert single.legal("card:instinct b1") is False


def test_knife_and_poison() -> None:
    state = situation(NEAR_ENEMY, hands={BLUE: ["knife"]})
    play(state, ("card:knife b1 r1", [5]))
    assert state.units[30].health == 4 and state.units[30].statuses() == ["poison"]
    assert state.legal("pass") is True
    play(state, "use b1", "card-only")
    end_of_round(state)
    assert state.units[30].health == 3 and state.units[30].statuses() == []


def test_tourniquet_saves_for_a_round() -> None:
    units = {"b1": ("A", 2000, 3000), "r1": ("D", 2500, 3000)}
    state = situation(units, hands={RED: ["tourniquet"]})
    play(state, "use b1", "hold", ("fight r1", [5, 2, 2]), "stand")
    assert state.phase == "tourniquet" and state.seat == RED
    dead = play(state.copy(), "no")
    assert dead.units[30].state == "out"
    play(state, "card:tourniquet")
    assert state.units[30].health == 1 and state.units[30].statuses() == ["tourniquet"]
    play(state, "use r1", "run@30,30")
    end_of_round(state)
    assert state.units[30].state == "out" and state.kills[BLUE]["close"] == 1 and state.round == 2


def test_camouflage_false_orders_and_cheetah() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("A", 3000, 3000)}
    state = situation(units, hands={BLUE: ["camouflage", "cheetah"], RED: ["false-orders", "first-aid"]})
    play(state, "use b1", "walk@24,30")
    assert state.phase == "window" and state.seat == BLUE and state.legal("card:camouflage") is True
    play(state, "card:cheetah", "go@27,30", "card:camouflage")
    assert state.phase == "window" and state.seat == RED and state.legal("card:first-aid r1") is False
    hidden = play(state.copy(), "no")
    assert hidden.turn_of == RED and hidden.units[0].camouflaged
    play(hidden, "use r1", "hold")
    assert hidden.legal("fight b1") is False
    play(state, "card:false-orders")
    assert state.seat == RED and state.legal("go@22,30") is True and state.legal("go@21.99,30") is False


def test_tactical_shifts_along_the_long_side() -> None:
    units = {"b1": ("T", 2000, 3000), "r1": ("A", 3000, 3000), "b2": ("T", 3300, 3000)}
    state = situation(units, hands={BLUE: ["tactical"]})
    assert state.legal("card:tactical b1@23,30") is True and state.legal("card:tactical b1@17,30") is True
    assert state.legal("card:tactical b1@23.01,30") is False
    assert state.legal("card:tactical b1@20,32") is False
    assert state.legal("card:tactical b2@35,30") is False
    assert state.legal("card:tactical r1@31,30") is False


def test_sniper_and_first_aid() -> None:
    units = {"b1": ("A", 2000, 3000, {"health": 3}), "r1": ("A", 5100, 3000)}
    state = situation(units, (square(2200, 2000, 50, 500, WOOD),), {BLUE: ["sniper", "first-aid"]})
    play(state, "use b1", "hold")
    assert state.legal("card:sniper") is False
    state = situation(units, (square(2200, 2900, 50, 500, WOOD),), {BLUE: ["sniper", "first-aid"]})
    play(state, "use b1", "hold")
    assert state.legal("shoot r1") is False
    play(state, "card:sniper", ("shoot r1", [3, 3]))
    assert state.phase == "window" and state.top.moment == "end"
    play(state, "card:first-aid b1")
    assert state.units[0].health == 4

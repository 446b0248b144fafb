"""What scenario files cannot say: armies, options, texts that are refused, positions, what only a program can ask."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escaramuza import Match
from escaramuza.engine.errors import BadOption, BadPosition, Refused
from escaramuza.games import registry
from escaramuza.games.cafe import kinds, tables
from escaramuza.games.cafe.setup import swapped
from escaramuza.games.field.actions import action
from escaramuza.kernel.buffers import ACTION, WHY, one
from escaramuza.kernel.jit import CHECKED, COMPILED

GAME = registry.get("cafe")
SCENARIOS = Path(__file__).parent.parent.parent / "scenarios" / "cafe"
PLAIN = {"name": "plain", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]]}
BLUE = "20,50;5,45;5,48;5,51;5,54"
RED = "36,50;85,45;85,48;85,51;85,54"


def game(position: str | None = None, **options: Any) -> Match:
    small = {"map": PLAIN, "blue_army": "T5", "red_army": "T5"}
    return Match("cafe", seed=1, options=small | options, position=position)


def refusal(match: Match, text: str) -> tuple[str, dict[str, Any]] | None:
    reason = match.why(text)
    return None if reason is None else (reason.code, dict(reason.numbers))


@pytest.mark.clause("C-F1", "C-N1", "C-Y1", "C-I1")
def test_the_published_army_of_15_plays_without_a_word() -> None:
    match = Match("cafe", seed=1)
    for side in ("blue", "red"):
        own = [unit for unit in match.view()["units"] if unit["side"] == side]
        assert Counter(unit["letter"] for unit in own) == {"A": 1, "B": 2, "E": 3, "M": 1, "T": 4, "D": 4}
        assert {unit["state"] for unit in own} == {"hand"}
    view = match.view()
    assert (len(view["objectives"]), view["rounds"], view["turn_order"]) == (3, 6, ["blue", "red"])
    assert match.legal() == ["roll"]


@pytest.mark.clause("C-Q1", "C-Y1", "C-X1")
@pytest.mark.parametrize(
    ("letter", "name", "figures"),
    [
        # Health, resistance, shooting, close combat, move; enemies to destroy for a promotion.
        ("D", "domucor", (1, 1, 2, 3, 800, 1)),
        ("T", "thanary", (2, 2, 2, 3, 1000, 2)),
        ("M", "minguin", (2, 2, 1, 2, 1300, 2)),
        ("E", "eco", (3, 2, 2, 3, 800, 3)),
        ("B", "baramon", (4, 3, 2, 3, 800, 3)),
        ("A", "alpha", (5, 4, 2, 3, 600, 3)),
    ],
)
def test_the_table_of_units(letter: str, name: str, figures: tuple[int, ...]) -> None:
    unit = game(blue_army=f"{letter}5").view()["units"][0]
    assert (unit["letter"], unit["type"], unit["name"]) == (letter, name, name.capitalize())
    shown = ("max_health", "resistance", "shooting", "fighting", "move", "promotes_at")
    assert tuple(unit[key] for key in shown) == figures
    assert unit["health"] == figures[0]


@pytest.mark.clause("C-N1", "C-F1")
@pytest.mark.parametrize(
    ("text", "army"),
    [("D5", "D5"), ("d3 a1,M1", "A1 M1 D3"), ("D10 D10; D10", "D30"), ("T2 D2 T2", "T4 D2"), ("A0 D5", "D5")],
)
def test_armies_of_5_to_30_units(text: str, army: str) -> None:
    options = game(blue_army=text).options
    assert options.blue_army == army  # type: ignore[attr-defined]


@pytest.mark.clause("C-N1", "C-F1")
@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("D4", "ARMY_SIZE", {"count": 4, "fewest": 5, "most": 30}),
        ("D31", "ARMY_SIZE", {"count": 31, "fewest": 5, "most": 30}),
        ("D5 X1", "ARMY_TEXT", {"text": "X1"}),
        ("5D", "ARMY_TEXT", {"text": "5D"}),
        ("D", "ARMY_TEXT", {"text": "D"}),
        ("", "ARMY_TEXT", {"text": ""}),
    ],
)
def test_what_is_no_army(text: str, code: str, words: dict[str, Any]) -> None:
    for side in ("blue_army", "red_army"):
        with pytest.raises(BadOption) as refused:
            game(**{side: text})
        assert (refused.value.option, refused.value.code) == (side, code)
        assert dict(refused.value.reason.numbers) == words


@pytest.mark.clause("C-O2", "C-R9", "C-I1", "C-R11")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("players", 5),
        ("players", 0),
        ("vp_all", 21),
        ("vp_zone", -1),
        ("objectives", 4),
        ("rounds", 0),
        ("rounds", 13),
        ("defence", "twice"),
        ("assignment", "worst"),
        ("wounds", "attackers"),
        ("contested", "lost"),
    ],
)
def test_options_out_of_their_range(option: str, value: Any) -> None:
    with pytest.raises(Refused) as refused:
        game(**{option: value})
    assert refused.value.code == "BAD_OPTION"


@pytest.mark.clause("C-O2", "C-R9")
def test_no_more_objectives_than_the_map_has() -> None:
    with pytest.raises(BadOption) as refused:
        game(objectives=5)
    assert (refused.value.option, refused.value.code) == ("objectives", "MAP_OBJECTIVES")


@pytest.mark.clause("C-S1", "C-N3", "C-R14")
def test_a_table_of_90_by_60_with_zones_along_the_short_edges() -> None:
    view = Match("cafe", seed=1).view()
    assert view["table"] == {"width": 9000, "height": 6000}
    assert view["zones"] == {"blue": {"x": 0, "width": 1800}, "red": {"x": 7200, "width": 1800}}
    assert game().view()["terrain"] == []
    wide = game(map=PLAIN | {"width": 8000, "height": 5500, "gap": 5000}).view()
    assert wide["table"] == {"width": 8000, "height": 5500}
    assert wide["zones"] == {"blue": {"x": 0, "width": 1500}, "red": {"x": 6500, "width": 1500}}
    assert Match("cafe", seed=1, options={"map": "random:7"}).view()["map"]


@pytest.mark.clause("C-S2", "C-R14")
def test_a_swap_changes_the_zones() -> None:
    match = game()
    match.act("roll", dice=[1, 6])
    match.act("swap")
    assert match.view()["zones"] == {"blue": {"x": 7200, "width": 1800}, "red": {"x": 0, "width": 1800}}


@pytest.mark.clause("C-B1", "C-F1", "C-R1")
@pytest.mark.parametrize(
    ("facing", "corners"),
    [
        ("0", [(1900, 4925), (1900, 5075), (2100, 4925), (2100, 5075)]),
        ("180", [(1900, 4925), (1900, 5075), (2100, 4925), (2100, 5075)]),
        ("90", [(1925, 4900), (1925, 5100), (2075, 4900), (2075, 5100)]),
        # Half of 20 and 15 mm, turned by 45 degrees: (10 ± 7.5) / √2.
        ("45", [(1876, 4982), (1982, 4876), (2018, 5124), (2124, 5018)]),
    ],
)
def test_a_base_is_20_by_15_mm(facing: str, corners: list[tuple[int, int]]) -> None:
    match = game(f"20,50/{facing};5,45;5,48;5,51;5,54 {RED} 1 b 7:7 b --- 0:0 -|-")
    assert sorted(tuple(corner) for corner in match.view()["units"][0]["corners"]) == corners


@pytest.mark.clause("C-F2", "C-K2")
def test_the_deck_has_29_cards() -> None:
    copies = {
        "ma": 4,
        "divine-wind": 2,
        "spy": 2,
        "instinct": 2,
        "knife": 2,
        "false-orders": 2,
        "first-aid": 4,
        "tourniquet": 2,
        "camouflage": 2,
        "sniper": 2,
        "trap": 1,
        "tactical": 2,
        "cheetah": 2,
    }
    assert dict(zip(tables.CARDS, tables.COPIES.tolist(), strict=True)) == copies
    assert sum(copies.values()) == 29
    assert game().view()["deck"] == 29
    assert game(cards=False).view()["deck"] == 0


@pytest.mark.clause("C-F2", "C-S5", "C-R15")
def test_a_trap_among_the_opening_cards_is_back_in_the_deck() -> None:
    put_back = 0
    for seed in range(3):
        match = Match("cafe", seed=seed, options={"map": PLAIN, "blue_army": "D6", "red_army": "D6", "players": 3})
        match.act("roll", dice=[6, 1])
        match.act("keep")
        while match.view()["phase"] == "deploy":
            for text in (*match.shortcuts()["line"], "ready"):
                events = match.act(text)
        put_back += [event.code for event in events].count("TRAP_PUT_BACK")
        assert (match.view()["deck"], match.state.deck[tables.TRAP_CARD]) == (29 - 24, 1)
        assert {hand["count"] for hand in match.view()["hands"].values()} == {4}
    assert put_back


@pytest.mark.clause("C-K1", "C-R17")
def test_used_cards_go_back_into_the_deck() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 spy,tactical|ma,ma")
    assert match.view()["deck"] == 25
    match.act("card:tactical b1@21,50")
    match.act("card:spy red")
    assert match.view()["deck"] == 27
    assert match.state.deck[tables.SPY] == match.state.deck[tables.TACTICAL] == 2


@pytest.mark.clause("C-R17", "C-R12")
def test_an_empty_deck_gives_nothing() -> None:
    match = game(f"{BLUE} {RED.replace('50', '50:1', 1)} 1 b 7:7 b --- 0:0 -|-", blue_army="D5")
    match.state.deck[:] = 0
    for text in ("use b1", "hold"):
        match.act(text)
    match.act("shoot r1", dice=[4, 2])
    codes = [event.code for event in match.act("stand")]
    assert codes[-2:] == ["PROMOTED", "DECK_EMPTY"]


@pytest.mark.clause("C-D6", "C-U1")
def test_a_second_shot_is_refused() -> None:
    """The activation of a unit that has shot is over; a program that asks all the same is told why not."""
    match = game(f"20,50;22,50:1;5,48;5,51;5,54 {RED} 1 b 7:7 b --- 0:0 -|-", blue_army="M1 T4")
    match.act("use b1")
    match.act("hold")
    match.state.frames[match.state.depth - 1].has_shot = 1
    assert refusal(match, "shoot r1") == ("HAS_SHOT", {"unit": 0})
    assert refusal(match, "heal b2") == ("HAS_SHOT", {"unit": 0})


@pytest.mark.clause("C-A1")
@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"kind": 99}, "NO_SUCH_ACTION"),
        ({"kind": -1}, "NO_SUCH_ACTION"),
        ({"kind": kinds.ASK, "choice": 3}, "NO_SUCH_ACTION"),
        ({"kind": kinds.ASK, "choice": -1}, "NO_SUCH_ACTION"),
        ({"kind": kinds.USE, "unit": -1}, "NO_SUCH_UNIT"),
        ({"kind": kinds.USE, "unit": 60}, "NO_SUCH_UNIT"),
        ({"kind": kinds.CARD, "choice": -1}, "NO_SUCH_CARD"),
        ({"kind": kinds.CARD, "choice": 13}, "NO_SUCH_CARD"),
        ({"kind": kinds.CARD, "choice": tables.SPY, "target": -1}, "NO_SUCH_OPPONENT"),
        ({"kind": kinds.CARD, "choice": tables.SPY, "target": 6}, "NO_SUCH_OPPONENT"),
    ],
)
def test_actions_that_no_text_can_name(what: dict[str, int], code: str) -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 spy|ma")
    assert GAME.reasons.of(GAME.rules["check"](match.state, action(**what), one(WHY))).name == code


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "UNREADABLE_ACTION", {"text": ""}),
        ("fly b1", "UNREADABLE_ACTION", {"text": "fly b1"}),
        ("cancel:10", "UNREADABLE_ACTION", {"text": "cancel:10"}),
        ("cancel:²", "UNREADABLE_ACTION", {"text": "cancel:²"}),
        ("ask:often", "UNREADABLE_ACTION", {"text": "ask:often"}),
        ("card:ma b1", "UNREADABLE_ACTION", {"text": "card:ma b1"}),
        ("card:knife b1", "UNREADABLE_ACTION", {"text": "card:knife b1"}),
        ("card:tactical b1", "UNREADABLE_ACTION", {"text": "card:tactical b1"}),
        ("use b31", "NO_SUCH_UNIT_TEXT", {"text": "b31"}),
        ("use b0", "NO_SUCH_UNIT_TEXT", {"text": "b0"}),
        ("use g1", "NO_SUCH_UNIT_TEXT", {"text": "g1"}),
        ("card:instinct 5", "NO_SUCH_UNIT_TEXT", {"text": "5"}),
        ("card:spy green", "NO_SUCH_SEAT_TEXT", {"text": "green"}),
        ("card:joker", "NO_SUCH_CARD_TEXT", {"text": "joker"}),
        ("walk@12.345,30", "UNREADABLE_PLACE", {"text": "12.345,30"}),
        ("walk@-1,30", "UNREADABLE_PLACE", {"text": "-1,30"}),
        ("run@12", "UNREADABLE_PLACE", {"text": "12"}),
        ("b1@12,30/45.55", "UNREADABLE_PLACE", {"text": "12,30/45.55"}),
    ],
)
def test_texts_that_are_no_action(text: str, code: str, words: dict[str, Any]) -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -|-")
    assert refusal(match, text) == (code, words)
    reason = match.why(text)
    assert reason is not None
    assert all(reason.text(lang) for lang in ("es", "fr", "en"))


def test_letters_and_spaces_around_do_not_matter() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -|-")
    match.act("  USE   B1 ")
    assert match.steps[-1].action == "use b1"


@pytest.mark.clause("C-E10")
@pytest.mark.parametrize(
    ("position", "code"),
    [
        (f"{BLUE} {RED} 1 b 7:7 b --- 0:0", "POSITION_FIELDS"),
        (f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -|- -", "POSITION_FIELDS"),
        (f"{BLUE};1,1 {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNITS"),
        (f"20,50 {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNITS"),
        (f"{BLUE.replace('20,50', '20')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:3')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:0')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:2:3')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:2:0:ca')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:2:0:p1')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:2:0:p9t')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50/360')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '20,50:2:0:k2')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_UNIT"),
        (f"{BLUE.replace('20,50', '0.99,50')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_OFF_TABLE"),
        (f"{BLUE.replace('20,50', '5,46.49')} {RED} 1 b 7:7 b --- 0:0 -|-", "POSITION_OVERLAP"),
        (f"{BLUE} {RED} 0 b 7:7 b --- 0:0 -|-", "POSITION_ROUND"),
        (f"{BLUE} {RED} 7 b 7:7 b --- 0:0 -|-", "POSITION_ROUND"),
        (f"{BLUE} {RED} ² b 7:7 b --- 0:0 -|-", "POSITION_ROUND"),
        (f"{BLUE} {RED} {'1' * 5000} b 7:7 b --- 0:0 -|-", "POSITION_ROUND"),
        (f"{BLUE} {RED} 1 g 7:7 b --- 0:0 -|-", "POSITION_SIDE"),
        (f"{BLUE} {RED} 1 b 7:7 br --- 0:0 -|-", "POSITION_SIDE"),
        (f"{BLUE} {RED} 1 b 13:7 b --- 0:0 -|-", "POSITION_POINTS"),
        (f"{BLUE} {RED} 1 b 7 b --- 0:0 -|-", "POSITION_POINTS"),
        (f"{BLUE} {RED} 1 b 7:7 b -- 0:0 -|-", "POSITION_OWNERS"),
        (f"{BLUE} {RED} 1 b 7:7 b --x 0:0 -|-", "POSITION_OWNERS"),
        (f"{BLUE} {RED} 1 b 7:7 b --- 0 -|-", "POSITION_SCORE"),
        (f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -", "POSITION_HANDS"),
        (f"{BLUE} {RED} 1 b 7:7 b --- 0:0 trap|-", "POSITION_HANDS"),
        (f"{BLUE} {RED} 1 b 7:7 b --- 0:0 spy,spy|spy", "POSITION_HANDS"),
        (f"{BLUE} {RED} 1 b 7:7 b --- 0:0 joker|-", "POSITION_HANDS"),
    ],
)
def test_texts_that_are_no_position(position: str, code: str) -> None:
    with pytest.raises(BadPosition) as refused:
        game(position)
    assert refused.value.code == code


@pytest.mark.clause("C-E10", "C-R20")
def test_a_position_on_solid_terrain_is_none() -> None:
    rock = {"kind": "rock", "corners": [[1900, 4900], [2100, 4900], [2100, 5100], [1900, 5100]]}
    with pytest.raises(BadPosition) as refused:
        game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -|-", map=PLAIN | {"terrain": [rock]})
    assert refused.value.code == "POSITION_OFF_TABLE"


SMALLEST = PLAIN | {"width": 6000, "height": 4000, "gap": 4000, "objectives": [[1400, 300], [4500, 2000], [1500, 3700]]}


@pytest.mark.clause("C-N1", "C-R14", "C-R15")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("plan", ["line", "blocks", "random"])
def test_ready_deployments_find_room_for_thirty_units_in_the_smallest_zones(plan: str, players: int) -> None:
    match = game(map=SMALLEST, blue_army="D30", red_army="D30", players=players)
    for text in ("roll", "keep"):
        match.act(text)
    for seat in match.seat_names:
        for text in (*match.shortcuts(5, seat)[plan], "ready"):
            match.act(text)
    assert match.view()["phase"] == "initiative"


@pytest.mark.clause("C-R14", "C-R31")
@pytest.mark.parametrize("plan", ["line", "blocks", "random"])
def test_ready_deployments_go_around_units_that_stand_between_the_usual_places(plan: str) -> None:
    match = game(map=SMALLEST, blue_army="D30", red_army="D30")
    for text in ("roll", "keep", *(f"b{unit}@6.25,{0.75 + 3 * unit}" for unit in range(1, 12))):
        match.act(text)
    for text in (*match.shortcuts(5, "blue")[plan], "ready"):
        match.act(text)
    assert match.actor == "red"


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("C-R14", "C-E9")
@pytest.mark.parametrize("face_down", [True, False])
def test_where_others_stand_between_the_usual_places_a_unit_is_squeezed_in(face_down: bool) -> None:
    match = game(map=SMALLEST, blue_army="D30", red_army="D30", face_down=face_down)
    for text in ("roll", "keep"):
        match.act(text)
    awkward = [f"b{11 * k + row + 1}@{x},{3.75 + 3 * row}" for k, x in enumerate(("6.25", "10")) for row in range(11)]
    while match.view()["phase"] == "deploy":
        match.act(awkward.pop(0) if match.actor == "blue" and awkward else match.legal()[0])
    assert match.view()["phase"] == "initiative"


@pytest.mark.clause("C-E10", "C-R2")
def test_without_action_points_a_position_waits_for_the_initiative() -> None:
    match = game(f"{BLUE} {RED} 2 b 1:0 b B-- 3:1 -|-")
    match.act("pass")
    assert (match.view()["phase"], match.view()["round"]) == ("initiative", 3)
    again = game(match.position)
    assert (again.position, again.view()["phase"]) == (match.position, "initiative")


@pytest.mark.clause("C-E10", "C-R23")
def test_a_position_may_be_decided_already() -> None:
    match = game(f"20,50;5,45;5,48;-;- {RED} 2 b 7:7 b --- 9:0 -|-")
    assert (match.actor, match.outcome, match.view()["how"]) == (None, {"blue": -1, "red": 1}, "beaten")


@pytest.mark.clause("C-I1")
def test_in_a_rematch_the_players_keep_their_armies() -> None:
    options = swapped(game(blue_army="D5", red_army="T6").options)  # type: ignore[arg-type]
    assert (options.blue_army, options.red_army) == ("T6", "D5")


@pytest.mark.clause("C-Y1", "C-R15")
def test_units_of_a_kind_are_told_apart() -> None:
    match = game(blue_army="A1 D5", red_army="D6", players=3)
    names = [match.names["en"][f"unit:{unit}"] for unit in (0, 1, 5, 30)]
    assert names == ["Alpha (Blue)", "Domucor 1 (Blue)", "Domucor 5 (Blue)", "Domucor 1 (Red)"]
    assert match.seat_names == ("blue", "red", "blue-2", "red-2", "blue-3", "red-3")


def shown_by_scenarios() -> tuple[set[str], set[str]]:
    """The refusals, with their numbers, and the events that the scenario files name."""
    codes, events = set(), set()
    for file in SCENARIOS.glob("*.toml"):
        for scenario in tomllib.loads(file.read_text(encoding="utf-8"))["scenario"]:
            codes |= {step["code"] for step in scenario["steps"] if "code" in step and "numbers" in step}
            events |= {name for step in scenario["steps"] for name in step.get("events", [])}
    return codes, events


def test_every_refusal_and_every_event_is_shown_by_a_scenario() -> None:
    codes, events = shown_by_scenarios()
    assert {code.name for code in GAME.reasons} - codes == {"NO_SUCH_ACTION"}
    assert {code.name for code in GAME.events} - events == {"DECK_EMPTY"}


def test_every_card_has_a_chapter() -> None:
    assert {card.replace("-", "_") for card in tables.CARDS} <= {file.stem for file in SCENARIOS.glob("*.toml")}


def described(match: Match) -> list[dict[str, Any]]:
    """What a client is offered."""
    buffer = np.zeros(GAME.max_actions, ACTION)
    return GAME.describe(match.state, buffer[: GAME.rules["legal_actions"](match.state, buffer)])


@pytest.mark.clause("C-R4")
def test_what_a_client_is_told_of_an_action() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 tactical,spy|ma")
    options = {option["action"]: option for option in described(match)}
    assert options["use b1"] == {"action": "use b1", "kind": "use", "unit": 0}
    assert options["card:spy red"] == {"action": "card:spy red", "kind": "card", "card": "spy", "seat": "red"}
    shift = options["card:tactical b1@22.98,50"]
    assert (shift["card"], shift["unit"], shift["x"], shift["y"], shift["facing"]) == ("tactical", 0, 2298, 5000, 0)
    for text in ("use b1", "hold"):
        match.act(text)
    [shot] = [option for option in described(match) if option["kind"] == "shoot"]
    assert (shot["action"], shot["unit"], shot["target"]) == ("shoot r1", 0, 30)
    chances = shot["chances"]
    assert (chances["close"], chances["cover"], chances["dice"], chances["needs"]) == (False, False, 2, 4)
    assert chances["stand"]["target_destroyed"] == pytest.approx(1 / 4)
    assert chances["stand"]["attacker_panics"] == pytest.approx(1 / 36)


@pytest.mark.clause("C-R8")
def test_agents_do_not_send_support_that_gave_up() -> None:
    close = "20,50;5,45;5,48;5,51;5,54 23,50;31,50;85,48;85,51;85,54"
    match = game(f"{close} 1 b 7:7 b --- 0:0 -|-", blue_army="E5", red_army="D5")
    for text, dice in (("use b1", []), ("hold", []), ("fight r1", [4, 2, 2]), ("stand", []), ("advance", [])):
        match.act(text, dice)
    buffer = np.zeros(GAME.max_actions, ACTION)

    def promising() -> list[str]:
        count = GAME.rules["propose"](match.state, buffer)
        return [GAME.format_action(match.state, a) for a in buffer[:count]]

    assert promising() == ["no-support", "support r2"]
    match.act("support r2")
    match.act("give-up")
    assert promising() == ["no-support"]
    assert match.why("support r2") is None, "a player may change one's mind"

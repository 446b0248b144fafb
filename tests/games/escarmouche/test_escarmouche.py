"""What scenario files cannot say: squads and cards, secrets, looks, texts that are refused, refusals by the dozen."""

import re
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escaramuza import Match
from escaramuza.engine.errors import BadOption, BadPosition
from escaramuza.games import registry
from escaramuza.games.escarmouche import kinds, tables
from escaramuza.games.escarmouche.actions import action
from escaramuza.games.escarmouche.ranks import points, rank
from escaramuza.games.escarmouche.squads import from_short
from escaramuza.kernel.buffers import ACTION, WHY, one

NOTHING_SEEN = {"shape": "escarmouche", "reach": [], "range": [], "seen": [], "targets": []}

GAME = registry.get("escarmouche")
SCENARIOS = Path(__file__).parent.parent.parent / "scenarios" / "escarmouche"
# One of each rank without abilities, by the formula: cost 8, 10, 15, 24 and 27.
TROOPER, VETERAN, ELITE, CHAMPION, PARAGON = "1/1/1/1", "3/1/1/1", "3/1/1/2", "5/1/2/3", "8/1/2/3"
SQUARE = re.compile("[a-h][1-8]")
SEATS = ("white", "black", None)


def game(white: str, black: str, position: str | None = None, **more: Any) -> Match:
    return Match("escarmouche", seed=1, options={"white_squad": white, "black_squad": black, **more}, position=position)


def described(match: Match) -> list[dict[str, Any]]:
    """What a client is offered."""
    buffer = np.zeros(GAME.max_actions, ACTION)
    return GAME.describe(match.state, buffer[: GAME.rules["legal_actions"](match.state, buffer)])


def unit_of(match: Match, number: int, seat: str | None = None) -> dict[str, Any]:
    return next(unit for unit in match.view(seat)["units"] if unit["id"] == number)


@pytest.mark.clause("E-C1", "E-C2", "E-C3")
@pytest.mark.parametrize(
    "squad",
    [TROOPER, ";".join([TROOPER] * 6), f"{PARAGON};{PARAGON}", ";".join([CHAMPION, CHAMPION, ELITE, VETERAN, TROOPER])],
)
def test_squads_that_may_play(squad: str) -> None:
    match = game(squad, TROOPER)
    own = [unit for unit in match.view()["units"] if unit["side"] == "white"]
    assert len(own) == squad.count(";") + 1
    assert match.view()["squads"]["white"]["points"] == sum(unit["points"] for unit in own) <= 30


@pytest.mark.clause("E-C1", "E-C2", "E-F1")
@pytest.mark.parametrize(
    ("squad", "code", "numbers"),
    [
        ({"name": "Nobody", "units": []}, "SQUAD_EMPTY", {"most": 6}),
        (";".join([TROOPER] * 7), "SQUAD_TOO_MANY", {"found": 7, "most": 6}),
        (";".join([PARAGON, PARAGON, TROOPER]), "SQUAD_POINTS", {"points": 31, "most": 30}),
        ("10/1/3/3", "UNIT_TOO_DEAR", {"unit": "A", "cost": 31, "most": 30}),
    ],
)
def test_squads_that_may_not(squad: Any, code: str, numbers: dict[str, Any]) -> None:
    for option in ("white_squad", "black_squad"):
        with pytest.raises(BadOption) as refused:
            Match("escarmouche", options={option: squad})
        assert (refused.value.code, refused.value.option) == (code, option)
        assert refused.value.reason.numbers == numbers


@pytest.mark.clause("E-C3", "E-C4")
@pytest.mark.parametrize(
    ("unit", "cost", "name", "worth"),
    [
        (TROOPER, 8, "trooper", 1),
        (VETERAN, 10, "veteran", 3),
        (ELITE, 15, "elite", 6),
        (CHAMPION, 24, "champion", 10),
        (PARAGON, 27, "paragon", 15),
        # With an ability one rank higher.
        ("1/1/1/1+tactical-retreat", 10, "elite", 6),
        ("1/1/1/1+guardian+defensive-stance", 15, "champion", 10),
        ("4/1/3/2+charge", 22, "paragon", 15),
        ("5/1/2/3+tactical-retreat", 26, "paragon", 15),
    ],
)
def test_rank_and_points_stand_on_the_card(unit: str, cost: int, name: str, worth: int) -> None:
    card = unit_of(game(unit, TROOPER), 0)
    assert (card["cost"], card["rank"], card["points"]) == (cost, name, worth)
    assert points(rank(cost, len(card["abilities"]))) == worth


@pytest.mark.clause("E-F3")
def test_twelve_abilities_with_their_costs() -> None:
    costs = {
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
    assert len(costs) == 12
    assert costs == tables.ABILITY_COST
    for ability, cost in costs.items():
        # 10 + 2 + 1 + 3 + 0.6: the ability is added before rounding up.
        assert from_short(f"10/1/1/1+{ability}").units[0].cost == 17 + cost


def test_the_options_without_a_word_start_a_good_game() -> None:
    match = Match("escarmouche", seed=1)
    view = match.view()
    assert (view["scenario"], view["placement"], view["turn_limit"]) == ("standard", "alternate", 100)
    assert view["squads"]["white"] != view["squads"]["black"]
    assert match.legal() == ["roll"]


@pytest.mark.clause("E-M2", "E-C4")
def test_every_unit_has_its_card_on_the_table() -> None:
    match = game("4/2/1/1+feint;3/1/1/1", TROOPER, "d4:2,- h8 w 2 - -")
    for seat in SEATS:
        first, second, other = match.view(seat)["units"]
        assert first == {
            "id": 0,
            "side": "white",
            "number": 1,
            "name": "A",
            "icon": "swordman",
            "quote": "",
            "cost": 17,
            "rank": "champion",
            "points": 10,
            "abilities": ["feint"],
            "health": 2,
            "max_health": 4,
            "range": 2,
            "move": 1,
            "power": 1,
            "square": "d4",
            "state": "board",
            "acted": 0,
            "attacked": False,
            "statuses": [],
        }
        assert (second["state"], second["square"], second["health"], second["max_health"]) == ("out", None, 0, 3)
        assert (other["id"], other["number"], other["square"]) == (6, 1, "h8")


@pytest.mark.clause("E-M2")
@pytest.mark.parametrize(
    ("mark", "status"),
    [("s", "stance"), ("nur", "retreated"), ("P", "suppressed"), ("nox", "drained-next"), ("X", "drained")],
)
def test_conditions_are_shown_with_markers(mark: str, status: str) -> None:
    ability = "tactical-retreat" if "r" in mark else "overcharge"
    match = game(f"3/1/1/1+{ability}", TROOPER, f"d4:3:{mark} h8 w {1 if 'n' in mark else 2} - -")
    assert unit_of(match, 0)["statuses"] == [{"id": status}]
    assert unit_of(match, 0)["acted"] == ("n" in mark)
    assert unit_of(match, 0)["attacked"] == ("u" in mark)


@pytest.mark.clause("E-M2")
def test_a_coming_suppression_and_guards_are_shown_on_both_units() -> None:
    match = game(TROOPER, "3/1/1/1+guardian;1/1/1/1", "d4 h8:2:pg2,a8 w 2 - -")
    assert unit_of(match, 6)["statuses"] == [{"id": "suppressed-next"}, {"id": "guards", "unit": 7}]
    assert unit_of(match, 7)["statuses"] == [{"id": "guarded", "unit": 6}]


@pytest.mark.clause("E-M1", "E-P1", "E-P2", "E-F4")
def test_the_board_and_its_zones() -> None:
    view = game(TROOPER, TROOPER, scenario="centre").view()
    rows = {n: [f"{file}{n}" for file in "abcdefgh"] for n in range(1, 9)}
    assert view["zones"] == {"white": {"home": rows[1] + rows[2]}, "black": {"home": rows[7] + rows[8]}}
    assert view["centre"] == ["d4", "e4", "d5", "e5"]
    middle = [square for n in (3, 4, 5, 6) for square in rows[n]]
    assert view["obstacle_zone"] == [square for square in middle if square not in view["centre"]]
    assert (view["phase"], view["obstacles"], view["markers"]) == ("die-off", [], {"white": 0, "black": 0})
    assert {unit["state"] for unit in view["units"]} == {"hand"}


@pytest.mark.clause("E-R6", "E-R13")
def test_the_view_says_what_is_asked() -> None:
    match = game("3/1/1/2+sweep", "5/1/1/1;5/1/1/1+guardian", "d4 d5,h8:5:g1 w 2 - -")
    match.act("sweep:d4")
    asked = {"kind": "guardian", "attacker": 0, "target": 6, "ability": "sweep", "damage": 1, "guardians": [7]}
    assert (match.view()["phase"], match.view()["ask"]) == ("guardian", asked)
    match.undo()
    match.act("d4xd5")
    assert match.view()["ask"] == asked | {"ability": None, "damage": 2}
    match = game("1/1/1/1+forward;1/1/1/1;1/1/1/1", TROOPER, "d4,d3,c4 h8 w 2 - -")
    match.act("forward:d4,d3-d2")
    assert (match.view()["phase"], match.view()["ask"]) == ("forward", {"kind": "forward", "unit": 0, "moved": 1})


@pytest.mark.clause("E-F4", "E-V1")
def test_the_end_is_shown() -> None:
    match = game(TROOPER, TROOPER, "c4 h8 w 1 - 4:1", scenario="centre")
    match.act("c4-d4")
    view = match.view()
    assert (view["phase"], view["winner"], view["markers"]) == ("finished", "white", {"white": 5, "black": 0})
    assert match.actor is None


def secret(*placed: str, scenario: str = "standard") -> Match:
    """White is first to place in secret, and has done so much."""
    match = game("1/1/1/1;1/3/1/1;1/1/1/1", "1/1/1/1;1/1/1/1", placement="secret", scenario=scenario)
    match.act("roll", dice=[2, 5])
    if scenario == "centre":
        match.act("obstacle@d3")
        match.act("obstacle@e6")
    for text in placed:
        match.act(text)
    return match


@pytest.mark.clause("E-R5")
def test_a_secret_placement_is_seen_by_its_own_side_only() -> None:
    match = secret("1@d2", "3@e2")
    assert [unit["square"] for unit in match.view("white")["units"]] == ["d2", None, "e2", None, None]
    for seat in ("black", None):
        view = match.view(seat)
        assert [unit["state"] for unit in view["units"]] == ["hidden"] * 3 + ["hand"] * 2
        assert all(unit["square"] is None for unit in view["units"])
        assert (view["secret"], view["hidden"]) == (True, ["white"])
        assert match.look(0, seat) == NOTHING_SEEN
        assert [step and step.action for step in match.history(seat)] == ["roll", None, None]
    assert [step and step.action for step in match.history("white")] == ["roll", "1@d2", "3@e2"]
    assert match.look(0, "white")["reach"] == ["c1", "d1", "e1", "c2", "c3", "d3", "e3"]


@pytest.mark.clause("E-R5")
def test_all_is_seen_once_both_are_ready() -> None:
    match = secret("1@d2", "2@a1", "3@e2", "ready", "1@d7", "2@e7")
    assert match.view("white")["hidden"] == ["black"]
    assert match.view("black")["hidden"] == ["white"]
    assert match.view(None)["hidden"] == ["white", "black"]
    match.act("ready")
    for seat in SEATS:
        view = match.view(seat)
        assert [unit["square"] for unit in view["units"]] == ["d2", "a1", "e2", "d7", "e7"]
        assert (view["secret"], view["hidden"]) == (False, [])
        assert all(step is not None for step in match.history(seat))


@pytest.mark.clause("E-R5")
@pytest.mark.parametrize("scenario", ["standard", "centre"])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_what_the_other_side_places_changes_nothing_that_a_seat_is_told(count: int, scenario: str) -> None:
    """Two different placements of White, for Black and a spectator: while they happen, and once White is ready."""
    told = []
    for placed in (["1@d2", "2@a1", "3@e2", "ready"], ["3@h1", "1@b2", "2@c1", "ready"]):
        match = secret(*placed[:count], scenario=scenario)
        answers: list[Any] = [match.shortcuts(7, "black"), match.game.threats(match.seen_by("black"))]
        for seat in ("black", None):
            answers += [match.view(seat), match.seen_by(seat).tobytes(), [match.look(i, seat) for i in range(12)]]
            answers.append([step and (step.action, step.events) for step in match.history(seat)])
        if match.actor == "black":
            answers += [match.legal(), [option["action"] for option in described(match)]]
        told.append(answers)
    assert told[0] == told[1]


@pytest.mark.clause("E-R5")
@pytest.mark.parametrize("text", ["d2-d3", "d2xd3", "guard:d2", "defensive-stance:d2"])
def test_no_refusal_tells_where_hidden_units_stand(text: str) -> None:
    told = [refusal(secret(*placed, "ready"), text) for placed in (["1@d2", "2@a1", "3@e2"], ["1@b2", "2@a1", "3@e2"])]
    assert told[0] == told[1]


@pytest.mark.clause("E-R5")
def test_where_units_are_placed_in_turn_nothing_is_hidden() -> None:
    match = game("1/1/1/1;1/1/1/1", TROOPER)
    match.act("roll", dice=[2, 5])
    match.act("1@d2")
    for seat in SEATS:
        assert unit_of(match, 0, seat)["square"] == "d2"
        assert all(step is not None for step in match.history(seat))
        assert match.view(seat)["hidden"] == []


def test_shortcuts_place_all_units_in_secret_and_the_next_one_in_turn() -> None:
    match = secret()
    for name, texts in match.shortcuts(3).items():
        assert len(texts) == 3
        again = secret()
        for text in texts:
            again.act(text)
        assert again.legal() == ["ready"], name
    assert set(match.shortcuts(3)) == set(match.shortcuts(3, "black")) == {"line", "spread", "random"}
    assert match.shortcuts(3) != match.shortcuts(4)
    # The one with the range stands behind.
    assert match.shortcuts()["line"] == ["1@d2", "2@e1", "3@c2"]
    match = game("1/1/1/1;1/1/1/1", "1/1/1/1;1/1/1/1")
    assert match.shortcuts() == {}
    match.act("roll", dice=[2, 5])
    assert match.shortcuts(seat="black") == {}
    while match.legal() != ["roll"]:
        [text] = match.shortcuts(5)["random"]
        match.act(text)
    assert match.shortcuts() == {}


@pytest.mark.clause("E-R3", "E-R2", "E-U2", "E-U4")
def test_a_look_shows_reach_range_sight_and_what_hides_whom() -> None:
    match = game("3/2/1/1;1/1/1/1;1/1/1/1", "1/1/1/1;1/1/1/1;1/1/1/1", "a1,a2,- b2,c3,h8 w 2 - -")
    assert match.look(0) == {
        "shape": "escarmouche",
        "reach": ["b1"],
        "range": ["b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
        # Past a2 and b2 there is no line to a3, b3 and c3.
        "seen": ["b1", "c1", "a2", "b2", "c2"],
        "targets": [
            {"unit": 6, "corner": (1, 1), "square": "b2", "visible": True, "blocked_by": []},
            {"unit": 7, "corner": (1, 1), "square": "c3", "visible": False, "blocked_by": ["b2"]},
        ],
    }
    enemy = match.look(6, "white")
    assert enemy["reach"] == ["b1", "c1", "c2", "a3", "b3"]
    assert [target["unit"] for target in enemy["targets"]] == [0, 1]


def test_a_look_at_nobody_is_empty() -> None:
    match = game("3/2/1/1;1/1/1/1", TROOPER, "a1,- h8 w 2 - -")
    for unit in (1, 2, 11, -1, 12):
        assert match.look(unit) == NOTHING_SEEN
    assert game(TROOPER, TROOPER).look(0) == NOTHING_SEEN


@pytest.mark.clause("E-R3", "E-L3", "E-L4")
def test_a_look_names_obstacles_and_friends_in_the_way() -> None:
    match = game("3/3/1/1;1/1/1/1", "1/1/1/1;1/1/1/1", "c3,d4 c5,e5 w 2 c4 0:0", scenario="centre")
    hidden = {target["square"]: target["blocked_by"] for target in match.look(0)["targets"]}
    assert hidden == {"c5": ["c4"], "e5": ["d4"]}


def named(*names: str) -> dict[str, Any]:
    figures = {"health": 3, "range": 1, "move": 1, "power": 1}
    return {"name": "Squad", "units": [{"name": name, **figures} for name in names]}


@pytest.mark.clause("E-R16")
def test_units_of_equal_name_are_told_apart() -> None:
    options = {"white_squad": named("Ana", "Leo", "Ana"), "black_squad": named("Leo", "Rex")}
    match = Match("escarmouche", seed=1, options=options, position="d4,d5,d6 e4,e5 w 2 - -")
    english = [match.names["en"][f"unit:{i}"] for i in (0, 1, 2, 6, 7)]
    assert english == ["Ana #1", "Leo (White)", "Ana #3", "Leo (Black)", "Rex"]
    assert match.names["es"]["unit:1"] == "Leo (Blancas)"
    assert match.names["fr"]["unit:6"] == "Leo (Noirs)"
    reason = match.why("d4-e4")
    assert reason is not None
    assert reason.sentence == "Leo (Black) is on e4."
    assert reason.text("es").startswith("Leo (Negras)")
    [event, *_] = match.act("d6-d7")
    assert "Ana #3" in event.sentence


def test_equal_names_on_both_sides_are_numbered_and_sided() -> None:
    options = {"white_squad": named("Ana", "Ana"), "black_squad": named("Ana")}
    names = Match("escarmouche", options=options).names["en"]
    assert list(names.values()) == ["Ana #1 (White)", "Ana #2 (White)", "Ana (Black)"]


# A legal use of each ability by the unit on d4, with an ally on e4 and an enemy on d5.
USES = {
    "charge": "charge:d4-c4xd5",
    "energy-bolt": "energy-bolt:d4xd5",
    "defensive-stance": "defensive-stance:d4",
    "suppressing-fire": "suppressing-fire:d4xd5",
    "tactical-retreat": "tactical-retreat:d4-d3",
    "forward": "forward:d4,e4-e3",
    "devastating-strike": "devastating-strike:d4xd5",
    "feint": "feint:d4~e4",
    "guardian": "guardian:d4+e4",
    "sweep": "sweep:d4",
    "precision-shot": "precision-shot:d4xd5",
    "overcharge": "overcharge:d4xd5",
}
ATTACKING = {"charge", "energy-bolt", "suppressing-fire", "devastating-strike", "sweep", "precision-shot", "overcharge"}


def refusal(match: Match, text: str) -> tuple[str, dict[str, Any]] | None:
    reason = match.why(text)
    return None if reason is None else (reason.code, dict(reason.numbers))


def caller(ability: str, marks: str = "", second: str = "", side: str = "w") -> Match:
    """The unit on d4 has the ability, and perhaps another one and marks."""
    own = f"d4:2:{marks},e4" if marks else "d4,e4"
    abilities = f"{ability}+{second}" if second else ability
    actions = 1 if "n" in marks else 2
    return game(f"2/1/1/1+{abilities};1/1/1/1", "3/1/1/1", f"{own} d5 {side} {actions} - -")


@pytest.mark.clause("E-S1", "E-S2", "E-T5", "E-R4", "E-A4")
@pytest.mark.parametrize("ability", USES)
def test_when_an_ability_is_not_to_be_had(ability: str) -> None:
    text, unit = USES[ability], {"unit": 0}
    other = "feint" if ability != "feint" else "charge"
    assert refusal(caller(ability), text) is None
    assert refusal(caller(ability, "n"), text) is None, "a move leaves it"
    assert refusal(caller(ability, "P"), text) is None, "the one action of a suppressed unit"
    assert refusal(caller(ability, "nP"), text) == ("SUPPRESSED", unit)
    assert refusal(caller(ability, "nu", other), text) == ("HAS_USED_ABILITY", unit)
    assert refusal(caller(ability, side="b"), text) == ("NOT_YOUR_UNIT", unit)
    number = tables.ABILITIES.index(ability)
    assert refusal(caller(other), text) == ("NO_ABILITY", unit | {"ability": number})
    after = caller(ability, "na")
    assert refusal(after, text) == (None if ability == "overcharge" else ("HAS_ATTACKED", unit))


@pytest.mark.clause("E-R8", "E-E1", "E-A12")
@pytest.mark.parametrize("ability", USES)
def test_overcharge_shuts_the_others_out_now_and_those_that_attack_next_turn(ability: str) -> None:
    second = "" if ability == "overcharge" else "overcharge"
    text, unit = USES[ability], {"unit": 0}
    assert refusal(caller(ability, "nox", second), text) == ("HAS_OVERCHARGED", unit)
    drained = refusal(caller(ability, "X", second), text)
    assert drained == (("DRAINED", unit) if ability in ATTACKING else None)


@pytest.mark.clause("E-T1")
@pytest.mark.parametrize("ability", USES)
def test_no_ability_before_the_first_turn(ability: str) -> None:
    match = caller(ability)
    match.state.phase = 3
    assert refusal(match, USES[ability]) == ("NOT_NOW", {"phase": 3})


@pytest.mark.clause("E-T2", "E-K1", "E-K4", "E-C1")
@pytest.mark.parametrize(
    ("what", "code"),
    [
        ({"kind": 99}, "NO_SUCH_ACTION"),
        ({"kind": kinds.ABILITY, "choice": 12}, "NO_SUCH_ACTION"),
        ({"kind": kinds.ABILITY, "choice": -1}, "NO_SUCH_ACTION"),
        ({"kind": kinds.MOVE, "unit": 3, "to": 0}, "NO_SUCH_UNIT"),
        ({"kind": kinds.MOVE, "unit": 2, "to": 0}, "UNIT_OUT"),
        ({"kind": kinds.ATTACK, "unit": 0, "target": 11}, "NO_TARGET"),
        ({"kind": kinds.ATTACK, "unit": 0, "target": 7}, "UNIT_OUT"),
        ({"kind": kinds.ABILITY, "unit": 0, "target": 4, "choice": tables.FEINT}, "NO_TARGET"),
        ({"kind": kinds.ABILITY, "unit": 0, "target": 2, "choice": tables.FEINT}, "UNIT_OUT"),
    ],
)
def test_actions_that_no_text_can_name(what: dict[str, int], code: str) -> None:
    """Texts name units by their square; a program could name one that has gone or never was."""
    match = game("2/1/1/1+feint;1/1/1/1;1/1/1/1", "3/1/1/1;1/1/1/1", "d4,e4,- d5,- w 2 - -")
    why = one(WHY)
    assert GAME.reasons.of(GAME.rules["check"](match.state, action(**what), why)).name == code


def told_by_scenarios() -> tuple[set[str], set[str]]:
    """The refusals and the events that the scenario files name."""
    codes, events = set(), set()
    for file in SCENARIOS.glob("*.toml"):
        for scenario in tomllib.loads(file.read_text(encoding="utf-8"))["scenario"]:
            codes |= {step["code"] for step in scenario["steps"] if "code" in step}
            events |= {name for step in scenario["steps"] for name in step.get("events", [])}
    return codes, events


def test_every_refusal_and_every_event_is_shown_by_a_scenario() -> None:
    codes, events = told_by_scenarios()
    by_program = {"NO_SUCH_ACTION", "UNIT_OUT", "NO_TARGET"}
    assert {code.name for code in GAME.reasons} - codes == by_program
    assert {code.name for code in GAME.events} - events == set()


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "UNREADABLE_ACTION", {"text": ""}),
        ("a1", "UNREADABLE_ACTION", {"text": "a1"}),
        ("a1-a2-a3", "UNREADABLE_ACTION", {"text": "a1-a2-a3"}),
        ("i1-i2", "UNREADABLE_ACTION", {"text": "i1-i2"}),
        ("fly:a1", "UNREADABLE_ACTION", {"text": "fly:a1"}),
        ("charge", "UNREADABLE_ACTION", {"text": "charge"}),
        ("obstacle@i3", "UNREADABLE_ACTION", {"text": "obstacle@i3"}),
        ("guard:", "UNREADABLE_ACTION", {"text": "guard:"}),
        ("a9-a8", "NOT_A_SQUARE", {"square": "a9"}),
        ("a1xa0", "NOT_A_SQUARE", {"square": "a0"}),
        ("guard:a9", "NOT_A_SQUARE", {"square": "a9"}),
        ("feint:a1~a9", "NOT_A_SQUARE", {"square": "a9"}),
        ("e4-e5", "NOBODY_THERE", {"square": "e4"}),
        ("a1xe5", "NOBODY_THERE", {"square": "e5"}),
        ("charge:a1-a2xe5", "NOBODY_THERE", {"square": "e5"}),
        ("forward:a1,e5-e6", "NOBODY_THERE", {"square": "e5"}),
        ("guardian:e5+a1", "NOBODY_THERE", {"square": "e5"}),
        ("guard:e5", "NOBODY_THERE", {"square": "e5"}),
        ("7@c2", "UNIT_NUMBER", {"number": 7, "most": 6}),
        ("0@c2", "UNIT_NUMBER", {"number": 0, "most": 6}),
    ],
)
def test_texts_that_are_no_action(text: str, code: str, words: dict[str, Any]) -> None:
    match = game(TROOPER, TROOPER, "a1 h8 w 2 - -")
    assert refusal(match, text) == (code, words)
    reason = match.why(text)
    assert reason is not None
    assert all(reason.text(lang) for lang in ("es", "fr", "en"))


@pytest.mark.clause("E-S2")
@pytest.mark.parametrize("ability", USES)
def test_an_ability_written_wrongly_is_told_its_form(ability: str) -> None:
    match = caller(ability)
    for text in (f"{ability}:", f"{ability}:d4-", f"{ability}:d4xd5xd6", f"{ability}:d4 d5"):
        found = refusal(match, text)
        assert found is not None
        assert found[0] == "UNREADABLE_ABILITY"
        assert found[1]["text"] == text
        assert SQUARE.sub("□", found[1]["form"]) == SQUARE.sub("□", USES[ability])


def test_letters_and_spaces_around_do_not_matter() -> None:
    match = game(TROOPER, TROOPER, "a1 h8 w 2 - -")
    match.act("  A1-B2 ")
    assert match.steps[-1].action == "a1-b2"
    assert game(TROOPER, TROOPER).why(" ROLL") is None


POSITIONS = [
    ("e2,c1 e7 w 2 -", "POSITION_FIELDS"),
    ("e2,c1 e7 w 2 - - -", "POSITION_FIELDS"),
    ("", "POSITION_FIELDS"),
    ("e2,c1 e7 x 2 - -", "POSITION_SIDE"),
    ("e2,c1 e7 wb 2 - -", "POSITION_SIDE"),
    ("e2,c1 e7 w 0 - -", "POSITION_ACTIONS"),
    ("e2,c1 e7 w 3 - -", "POSITION_ACTIONS"),
    ("e2 e7 w 2 - -", "POSITION_UNITS"),
    ("e2,c1,a1 e7 w 2 - -", "POSITION_UNITS"),
    ("e2,c1 e7,e8 w 2 - -", "POSITION_UNITS"),
    ("-,- e7 w 2 - -", "POSITION_NOBODY"),
    ("e2,c1 - w 2 - -", "POSITION_NOBODY"),
    ("e9,c1 e7 w 2 - -", "POSITION_SQUARE"),
    ("e2,c0 e7 w 2 - -", "POSITION_SQUARE"),
    ("e2,* e7 w 2 - -", "POSITION_SQUARE"),
    ("e2,:3 e7 w 2 - -", "POSITION_SQUARE"),
    ("e2,e2 e7 w 2 - -", "POSITION_TAKEN"),
    ("e2,c1 e2 w 2 - -", "POSITION_TAKEN"),
    ("c3,c1 e7 w 2 c3 0:0", "POSITION_TAKEN"),
    ("e2:0,c1 e7 w 2 - -", "POSITION_HEALTH"),
    ("e2:4,c1 e7 w 2 - -", "POSITION_HEALTH"),
    ("e2:x,c1 e7 w 2 - -", "POSITION_HEALTH"),
    ("e2:3:q,c1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2:3:ss,c1 e7 w 2 - -", "POSITION_MARKS"),
    # Marks of the other side, or of the other time.
    ("e2:3:p,c1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2,c1 e7:3:P w 2 - -", "POSITION_MARKS"),
    ("e2,c1 e7:3:an w 1 - -", "POSITION_MARKS"),
    # A guard of itself, of nobody, of one that is out.
    ("e2:3:g1,c1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2:3:g3,c1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2:3:g2,- e7 w 2 - -", "POSITION_MARKS"),
    ("e2:3:g,c1 e7 w 2 - -", "POSITION_MARKS"),
    # Without the ability.
    ("e2,c1:3:g1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2:3:r,c1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2:3:X,c1 e7 w 2 - -", "POSITION_MARKS"),
    ("e2,c1 e7:3:un b 1 - -", "POSITION_MARKS"),
    # More done than one action can be.
    ("e2,c1:3:a e7 w 1 - -", "POSITION_MARKS"),
    ("e2,c1:3:aonx e7 w 1 - -", "POSITION_MARKS"),
    ("e2:3:uan,c1 e7 w 1 - -", "POSITION_MARKS"),
    ("e2,c1:3:anX e7 w 1 - -", "POSITION_MARKS"),
    ("e2,c1 e7 w 2 d4 0:0", "POSITION_OBSTACLE"),
    ("e2,c1 e7 w 2 a2 0:0", "POSITION_OBSTACLE"),
    ("e2,c1 e7 w 2 c4,c4 0:0", "POSITION_OBSTACLE"),
    ("e2,c1 e7 w 2 x 0:0", "POSITION_OBSTACLE"),
    ("e2,c1 e7 w 2 c4, 0:0", "POSITION_OBSTACLE"),
    ("e2,c1 e7 w 2 c4 5:0", "POSITION_MARKERS"),
    ("e2,c1 e7 w 2 c4 1", "POSITION_MARKERS"),
    ("e2,c1 e7 w 2 c4 1:-1", "POSITION_MARKERS"),
    ("e2,c1 e7 w 2 c4 -", "POSITION_SCENARIO"),
    ("e2,c1 e7 w 2 - 0:0", "POSITION_SCENARIO"),
    ("e2:3:n,c1 e7 w 2 - -", "POSITION_ACTED"),
    ("e2:3:n,c1:3:n e7 w 1 - -", "POSITION_ACTED"),
    ("-,a1:3:nP e7 w 1 - -", "POSITION_STUCK"),
]


@pytest.mark.clause("E-E6")
@pytest.mark.parametrize(("text", "code"), POSITIONS)
def test_texts_that_are_no_position(text: str, code: str) -> None:
    scenario = "centre" if code in ("POSITION_OBSTACLE", "POSITION_MARKERS") or "c3 0:0" in text else "standard"
    with pytest.raises(BadPosition) as refused:
        game("3/1/1/1+guardian;3/1/1/1+overcharge", "3/1/1/1", text, scenario=scenario)
    assert refused.value.code == code
    assert all(refused.value.sentence(lang) for lang in ("es", "fr", "en"))


def test_every_sentence_about_positions_and_actions_is_shown() -> None:
    known = {code for code in GAME.locale["en"]["notation"] if code.startswith("POSITION_")}
    assert known == {code for _, code in POSITIONS}


@pytest.mark.clause("E-E6")
@pytest.mark.parametrize(
    "text",
    [
        "e2,c1:2:s e7 w 2 - -",
        "e2:3:ung2,c1 e7:1:p w 1 - -",
        "e2:3:g2,c1:3:x e7 b 2 - -",
        "-,c1:1:onx e7 w 1 - -",
        "e2:3:P,c1:3:X e7:3:s w 2 - -",
        "e2:3:nP,c1 e7 w 1 - -",
        "e2,c1 e7:3:an b 1 - -",
        "e2,c1 e7 w 1 - -",
    ],
)
def test_written_positions_go_both_ways(text: str) -> None:
    assert game("3/1/1/1+guardian;3/1/1/1+overcharge", "3/1/1/1", text).position == text


@pytest.mark.clause("E-E6", "E-F4")
def test_obstacles_and_markers_go_both_ways() -> None:
    text = "e2 e7 b 2 c3,h6 4:1"
    assert game(TROOPER, TROOPER, text, scenario="centre").position == text
    assert game(TROOPER, TROOPER, "e2 e7 b 2 - -", scenario="centre").position == "e2 e7 b 2 - 0:0"


@pytest.mark.clause("E-E6")
def test_a_position_with_a_question_or_before_the_first_turn_is_not_read() -> None:
    match = game("1/1/1/1+forward;1/1/1/1;1/1/1/1", TROOPER, "d4,d3,c4 h8 w 2 - -")
    match.act("forward:d4,d3-d2")
    start = game("1/1/1/1+forward;1/1/1/1;1/1/1/1", TROOPER)
    for text in (match.position, start.position):
        with pytest.raises(BadPosition):
            game("1/1/1/1+forward;1/1/1/1;1/1/1/1", TROOPER, text)


def offered(match: Match) -> dict[str, dict[str, Any]]:
    return {option["action"]: option for option in described(match)}


@pytest.mark.clause("E-T2", "E-S2")
@pytest.mark.parametrize(
    ("ability", "more"),
    [
        ("charge", {"to": "c4", "target": 6, "effect": [1]}),
        ("energy-bolt", {"target": 6, "effect": [2]}),
        ("defensive-stance", {}),
        ("suppressing-fire", {"target": 6, "effect": [1]}),
        ("tactical-retreat", {"to": "d3"}),
        ("forward", {"target": 1, "to": "e3"}),
        ("devastating-strike", {"target": 6, "effect": [4], "loss": 1}),
        ("feint", {"target": 1}),
        ("guardian", {"target": 1}),
        ("sweep", {"effect": [1]}),
        ("precision-shot", {"target": 6, "effect": [2]}),
        ("overcharge", {"target": 6, "effect": [1]}),
    ],
)
def test_each_ability_is_offered_with_what_it_does(ability: str, more: dict[str, Any]) -> None:
    option = offered(caller(ability))[USES[ability]]
    if "effect" in more:
        option["effect"] = [hit["power"] for hit in option["effect"]]
    assert option == {"action": USES[ability], "kind": "ability", "ability": ability, "unit": 0, "at": "d4", **more}


@pytest.mark.clause("E-T2", "E-R6", "E-R13")
def test_moves_attacks_and_answers_are_offered_with_what_they_do() -> None:
    match = game("1/1/1/2+forward;1/1/1/1;1/1/1/1", "3/1/1/1;3/1/1/1+guardian", "d4,e4,c4 d5:3:s,e6:1:g1 w 2 - -")
    options = offered(match)
    assert options["d4-d3"] == {"action": "d4-d3", "kind": "move", "unit": 0, "at": "d4", "to": "d3"}
    taken = {"unit": 7, "power": 2, "damage": 2, "cancelled": 0, "left": 0, "out": True}
    struck = {"unit": 6, "power": 2, "damage": 1, "cancelled": 1, "left": 2, "out": False}
    assert options["d4xd5"] == {
        "action": "d4xd5",
        "kind": "attack",
        "unit": 0,
        "at": "d4",
        "target": 6,
        "effect": [struck | {"guards": [taken]}],
    }
    match.act("d4xd5")
    assert offered(match) == {
        "guard:e6": {"action": "guard:e6", "kind": "guard", "unit": 7, "at": "e6", "effect": [taken]},
        "no-guard": {"action": "no-guard", "kind": "no-guard", "effect": [struck]},
    }
    match.undo()
    match.act("forward:d4,e4-e3")
    free = offered(match)
    assert free["done"] == {"action": "done", "kind": "done"}
    assert free["c4-c3"] == {"action": "c4-c3", "kind": "free-move", "unit": 2, "at": "c4", "to": "c3"}


@pytest.mark.clause("E-P2", "E-R5")
def test_what_is_offered_before_the_first_turn() -> None:
    match = game("1/1/1/1;1/1/1/1", TROOPER, scenario="centre", placement="secret")
    assert described(match) == [{"action": "roll", "kind": "roll"}]
    match.act("roll", dice=[2, 5])
    assert offered(match)["obstacle@d3"] == {"action": "obstacle@d3", "kind": "obstacle", "to": "d3"}
    match.act("obstacle@d3")
    match.act("obstacle@e3")
    assert offered(match)["2@d2"] == {"action": "2@d2", "kind": "place", "unit": 1, "number": 2, "to": "d2"}
    match.act("2@d2")
    match.act("1@e2")
    assert described(match) == [{"action": "ready", "kind": "ready"}]

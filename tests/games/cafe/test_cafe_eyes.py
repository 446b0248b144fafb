"""Who sees what of Escaramuzas de Café: hands, units face down, a secret deployment; the scene and the look."""

from typing import Any

import pytest

from escaramuza import Match
from escaramuza.engine.errors import Refused
from escaramuza.games.cafe.odds import attack_chances
from escaramuza.kernel.buffers import copy
from escaramuza.kernel.jit import CHECKED, COMPILED

PLAIN = {"name": "plain", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]]}
SEATS = ("blue", "red", None)
BLUE = "20,50;5,45;5,48;5,51;5,54"
RED = "36,50;85,45;85,48;85,51;85,54"


def game(position: str | None = None, **options: Any) -> Match:
    small = {"map": PLAIN, "blue_army": "A1 T4", "red_army": "D5"}
    return Match("cafe", seed=1, options=small | options, position=position)


def unit_of(match: Match, number: int, seat: str | None = None) -> dict[str, Any]:
    return next(unit for unit in match.view(seat)["units"] if unit["id"] == number)


@pytest.mark.clause("C-B2", "C-Z1", "C-R16")
def test_health_wounds_and_marks_lie_beside_a_unit() -> None:
    match = game(f"20,50/45:3:2:acptk2;5,45;5,48;5,51;- {RED} 3 r 4:5 b B-r 12:7 -|-")
    for seat in SEATS:
        unit = unit_of(match, 0, seat)
        assert (unit["health"], unit["max_health"], unit["wounds"], unit["kills"]) == (3, 5, 2, 2)
        assert (unit["x"], unit["y"], unit["facing"], unit["acted"]) == (2000, 5000, 450, True)
        assert unit["statuses"] == [{"id": "camouflage"}, {"id": "poison"}, {"id": "tourniquet"}]
        assert (unit_of(match, 4, seat)["state"], unit_of(match, 1, seat)["state"]) == ("out", "table")


@pytest.mark.clause("C-B2", "C-Z1", "C-W2", "C-R9")
def test_flags_points_rounds_and_the_sheet_are_shown() -> None:
    match = game(f"45,10;45,30;5,48;5,51;5,54 {RED.replace('36', '20')} 3 r 4:5 b B-r 12:7 -|-")
    view = match.view()
    assert (view["round"], view["points"], view["score"]) == (3, {"blue": 4, "red": 5}, {"blue": 12, "red": 7})
    owners = [(flag["owner"], flag["first"], flag["unbroken"]) for flag in view["objectives"]]
    assert owners == [("blue", "blue", True), (None, None, False), ("red", "blue", False)]
    assert (view["patch"], view["reach"], view["range"]) == (250, 300, 2400)
    match.act("pass")
    assert match.view()["passed"] == ["red"]
    match.act("pass")
    row = match.view()["sheet"][2]
    assert (row["round"], row["blue"]["objectives"], row["red"]["objectives"]) == (3, 2, 1)
    assert match.view()["score"] == {"blue": 14, "red": 8}


@pytest.mark.clause("C-B2", "C-G3", "C-G4")
def test_kills_are_counted_by_kind_and_round() -> None:
    units = "20,50;20,30;5,48;5,51;5,54 36,50;23,30;85,45;85,48;85,51;85,54"
    match = game(f"{units} 1 r 7:7 b --- 0:0 -|-", red_army="D6")
    match.act("pass")
    for text, dice in (("use b1", []), ("hold", []), ("shoot r1", [4, 2]), ("stand", [])):
        match.act(text, dice)
    for text, dice in (("use b2", []), ("hold", []), ("fight r2", [4, 2, 2]), ("stand", []), ("stay", [])):
        match.act(text, dice)
    assert match.view()["kills"]["blue"] == {"close": 1, "range": 1, "close_round": 1, "range_round": 1}
    assert match.view()["dice"] == {"blue": [], "red": []}
    match.act("pass")
    assert match.view()["kills"]["blue"] == {"close": 1, "range": 1, "close_round": 0, "range_round": 0}
    match.act("roll", dice=[1, 2, 3, 4])
    assert match.view()["dice"] == {"blue": [1, 2], "red": [3, 4]}


@pytest.mark.clause("C-G9", "C-R10")
@pytest.mark.parametrize(("place", "attack", "close"), [("36,50", "shoot r1", 0), ("23,50", "fight r1", 1)])
def test_the_sixth_kill_stands_in_its_column(place: str, attack: str, close: int) -> None:
    match = game(f"{BLUE} {RED.replace('36,50', place)} 2 b 7:7 b --- 0:0 -|-")
    match.state.kills[0, close] = 5
    for text, dice in (("use b1", []), ("hold", []), (attack, [4, 2, 2][: 2 + close]), ("stand", [])):
        match.act(text, dice)
    row = match.view()["sheet"][1]["blue"]
    assert (row["six_range"], row["six_close"]) == ((0, 5) if close else (5, 0))


@pytest.mark.clause("C-O4", "C-R22", "C-R16")
def test_nothing_lies_beside_what_is_nobodys_and_who_is_out() -> None:
    units = "42,30;20,50;5,48;5,51;5,54 48,30;23,50;85,48;85,51;85,54"
    match = game(f"{units} 2 b 7:7 b -B- 0:0 knife|-")
    match.act("card:knife b2 r2", dice=[6])
    assert (unit_of(match, 31)["state"], unit_of(match, 31)["statuses"]) == ("out", [])
    for text in ("use b3", "card-only", "pass", "pass"):
        match.act(text)
    flag = match.view()["objectives"][1]
    assert (flag["owner"], flag["first"], flag["unbroken"]) == (None, "blue", False)


@pytest.mark.clause("C-R3", "C-R4", "C-R8", "C-R17")
def test_the_scene_says_what_goes_on_and_what_is_asked() -> None:
    units = f"{BLUE} 23,50;31,50;85,45;85,48;85,51;85,54"
    match = game(f"{units} 1 b 7:7 b --- 0:0 ma,cheetah|tourniquet", red_army="E6")
    match.act("use b1")
    match.act("walk>19,50")
    view = match.view("blue")
    assert (view["phase"], view["seat"]) == ("way", "blue")
    look = match.look(0, "blue")
    assert look["walk"] == look["run"]
    assert look["walk"][180] == (1700, 5000), "what is left of the move"
    legs = [(2000, 5000), (1900, 5000)]
    assert view["way"] == {"unit": 0, "purpose": "walk", "left": 200, "legs": legs, "target": -1}
    match.act("go@20,50")
    assert match.view("blue")["ask"] == {"kind": "window", "cards": ["cheetah"], "moment": "moved", "unit": 0}
    assert match.view("red")["ask"]["cards"] == []
    match.act("no")
    match.act("card:ma")
    expected = {"unit": 0, "mode": "walk", "range": 2400, "extra_dice": 1, "fought": []}
    assert match.view()["activation"] == expected
    match.act("fight r1", dice=[4, 2, 5, 6])
    view = match.view()
    assert (view["phase"], view["seat"], view["ask"]["unit"]) == ("evade", "red", 30)
    attack = {key: view["attack"][key] for key in ("attacker", "target", "close", "cover", "dice", "hits")}
    assert attack == {
        "attacker": 0,
        "target": 30,
        "close": True,
        "cover": False,
        "dice": [4, 2, 5, 6],
        "hits": [4, 5, 6],
    }
    match.act("stand")
    ask = match.view("red")["ask"]
    assert (ask["kind"], ask["unit"], ask["points"], ask["cards"]) == ("tourniquet", 30, 3, ["tourniquet"])
    match.act("no")
    ask = match.view()["ask"]
    assert (ask["kind"], ask["unit"], ask["x"], ask["y"]) == ("advance", 0, 2300, 5000)
    match.act("advance")
    match.act("support r2")
    way = match.view()["way"]
    assert (way["unit"], way["purpose"], way["left"], way["target"]) == (31, "support", 800, 0)


@pytest.mark.clause("C-F2")
def test_the_question_about_a_tourniquet_says_how_much_it_could_hold_back() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -|tourniquet,tourniquet", red_army="E5")
    for text, dice in (("use b1", []), ("hold", []), ("shoot r1", [4, 4]), ("stand", [])):
        match.act(text, dice)
    assert match.view()["ask"]["points"] == 2
    match.act("card:tourniquet")
    assert match.view()["ask"]["points"] == 1


@pytest.mark.clause("C-W1", "C-R11")
def test_the_end_is_shown() -> None:
    match = game("20,50;5,45;5,48;5,51;5,54 36,50;85,45;85,48;85,51;- 2 b 7:7 b --- 0:0 -|-")
    for text, dice in (("use b1", []), ("hold", []), ("shoot r1", [4, 2]), ("stand", [])):
        match.act(text, dice)
    view = match.view()
    assert (view["phase"], view["seat"], view["winner"], view["how"]) == ("finished", None, "blue", "beaten")
    drawn = game(f"{BLUE} {RED} 6 b 7:7 b --- 3:3 -|-")
    drawn.act("pass")
    drawn.act("pass")
    assert (drawn.view()["winner"], drawn.view()["how"]) == (None, "draw")


def placed(*texts: str, **options: Any) -> Match:
    """Blue deploys first, at the left edge, and has done so much."""
    match = game(**options)
    match.act("roll", dice=[6, 1])
    match.act("keep")
    for text in texts:
        match.act(text)
    return match


FIRST = ["b1@10,30", "b2@10,34", "b3@12,38/90", "b4@10,42", "b5@10,46", "ready"]
SECOND = ["b3@18,10", "b5@8,20", "b1@6,50", "b2@10,54", "b4@16,30", "ready"]


@pytest.mark.clause("C-S4", "C-E9", "C-R14")
@pytest.mark.parametrize("count", [1, 3, 5, 6])
def test_what_the_other_side_deploys_changes_nothing_that_a_seat_is_told(count: int) -> None:
    told = []
    for texts in (FIRST, SECOND):
        match = placed(*texts[:count])
        answers: list[Any] = [match.shortcuts(7, "red"), match.game.threats(match.seen_by("red"))]
        for seat in ("red", None):
            answers += [match.view(seat), match.seen_by(seat).tobytes(), [match.look(i, seat) for i in range(5)]]
            answers.append([step and (step.action, step.events) for step in match.history(seat)])
        if match.actor == "red":
            answers.append(match.legal())
        told.append(answers)
        assert match.view("red")["hidden"] == ["blue"]
        assert {unit["state"] for unit in match.view("red")["units"] if unit["side"] == "blue"} == {"hidden"}
        assert unit_of(match, 0 if texts is FIRST else 2, "blue")["state"] == "table"
    assert told[0] == told[1]


@pytest.mark.clause("C-S4", "C-E9")
def test_until_the_first_round_starts_only_backs_are_seen() -> None:
    told = []
    # The same places, held by other units.
    for order in ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)):
        match = placed(*(f"b{unit}@10,{30 + 4 * k}" for k, unit in enumerate(order)), "ready")
        for text in (*match.shortcuts()["line"], "ready"):
            match.act(text)
        assert match.view("blue")["units"][0]["type"] == "alpha"
        for seat in ("red", None):
            backs = [unit for unit in match.view(seat)["units"] if unit["side"] == "blue"]
            assert {(unit["type"], unit["letter"], unit["name"]) for unit in backs} == {(None, None, None)}
            assert {(unit["health"], unit["move"]) for unit in backs} == {(0, 0)}
            assert all(unit["face_down"] and unit["state"] == "table" for unit in backs)
            assert [(unit["x"], unit["y"]) for unit in backs] == [(1000, 3000 + 400 * k) for k in range(5)]
        told.append([match.view(None)["units"], [step and step.action for step in match.history(None)]])
        match.act("roll", dice=[1, 2, 1, 1])
        assert unit_of(match, 0, "red")["type"] == "alpha"
        assert not unit_of(match, 0, "red")["face_down"]
        assert all(step is not None for step in match.history("red"))
    assert told[0] == told[1]


@pytest.mark.clause("C-S4", "C-R14")
def test_face_up_nothing_is_hidden() -> None:
    match = placed("b1@10,30", face_down=False)
    for seat in SEATS:
        assert (unit_of(match, 0, seat)["x"], unit_of(match, 0, seat)["type"]) == (1000, "alpha")
        assert match.view(seat)["hidden"] == []
        assert not match.view(seat)["secret"]


@pytest.mark.clause("C-B2", "C-F2")
def test_more_damage_than_health_leaves_none() -> None:
    match = game(f"{BLUE} {RED.replace('36', '23')} 1 b 7:7 b --- 0:0 -|tourniquet,tourniquet")
    for text, dice in (("use b1", []), ("hold", []), ("fight r1", [4, 4, 2]), ("stand", [])):
        match.act(text, dice)
    assert (match.view()["phase"], unit_of(match, 30)["health"]) == ("tourniquet", 0)
    assert game(match.position).position == match.position


@pytest.mark.clause("C-C1", "C-R3")
def test_a_threat_in_close_combat_distance_is_that_of_a_fight() -> None:
    match = game(f"{BLUE} {RED.replace('36', '23')} 1 r 7:7 b --- 0:0 -|-")
    threats = {threat["unit"]: threat for threat in match.game.threats(match.seen_by("red"))}
    fight = attack_chances(match.state, 0, 30, close=True)["evade"]["target_destroyed"]
    assert threats[30]["probability"] == fight
    # b1 would fight r1, so it shoots at nobody; r1 likewise.
    assert threats[30]["by"][0] == 0 and set(threats) == {0, 30}


@pytest.mark.clause("C-K2", "C-F2")
def test_a_hand_is_seen_by_its_player_only() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 ma,spy,spy|sniper,knife")
    assert match.view("blue")["hands"]["blue"] == {"count": 3, "cards": ["ma", "spy", "spy"], "own": True, "shown": []}
    assert match.view("red")["hands"]["red"]["cards"] == ["knife", "sniper"]
    for seat, other in (("blue", "red"), ("red", "blue"), (None, "red"), (None, "blue")):
        hand = match.view(seat)["hands"][other]
        assert (hand["cards"], hand["shown"], hand["own"]) == ([], [], False)
    assert [match.view(seat)["deck"] for seat in SEATS] == [24, 24, 24]


@pytest.mark.clause("C-E8", "C-F2")
def test_a_card_shown_by_espionage_is_seen_by_all_until_it_is_played_and_cannot_be_unseen() -> None:
    match = game(f"{BLUE} {RED.replace('36', '23')} 1 b 7:7 b --- 0:0 spy|tourniquet")
    match.act("card:spy red")
    for seat in SEATS:
        assert match.view(seat)["hands"]["red"]["cards"] == match.view(seat)["hands"]["red"]["shown"] == ["tourniquet"]
    with pytest.raises(Refused):
        match.undo()
    guess = copy(match.seen_by("blue"))
    match.game.rules["determinize"](guess, 0, 5)
    assert guess.held[1].tolist() == match.state.held[1].tolist()
    for text, dice in (("use b1", []), ("hold", []), ("fight r1", [4, 2, 2]), ("stand", []), ("card:tourniquet", [])):
        match.act(text, dice)
    assert match.view("red")["hands"]["red"] == {"count": 0, "cards": [], "own": True, "shown": []}


@pytest.mark.clause("C-R17", "C-E8")
def test_a_move_after_which_another_is_asked_about_a_card_cannot_be_taken_back() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 -|false-orders")
    for text in ("use b1", "walk@22,50"):
        match.act(text)
    assert match.actor == "red"
    with pytest.raises(Refused) as refused:
        match.undo("blue")
    assert refused.value.code == "UNDO_STOPS_AT_SECRET"


@pytest.mark.clause("C-R17")
def test_a_move_that_asks_nobody_else_can_be_taken_back() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 camouflage|tourniquet")
    for text in ("use b1", "walk@22,50"):
        match.act(text)
    assert (match.actor, match.view("blue")["phase"]) == ("blue", "window")
    assert match.undo("blue").action == "walk@22,50"


@pytest.mark.clause("C-X2", "C-R12")
def test_who_draws_a_card_alone_knows_which() -> None:
    match = game(f"{BLUE} {RED} 1 r 7:7 b --- 0:0 -|-")
    for text, dice in (("use r1", []), ("hold", []), ("shoot b1", [1, 2, 5])):
        match.act(text, dice)
    for text, dice in (("use b1", []), ("hold", []), ("shoot r1", [4, 2]), ("stand", [])):
        match.act(text, dice)
    # An Alpha needs three kills: no card yet.
    assert "CARD_NAMED" not in [event.code for event in match.events]
    match = game(f"20,50:5:0:k2;5,45;5,48;5,51;5,54 {RED} 1 b 7:7 b --- 0:0 -|-")
    for text, dice in (("use b1", []), ("hold", []), ("shoot r1", [4, 2]), ("stand", [])):
        match.act(text, dice)
    codes = {seat: [event.code for event in match.history(seat)[-1].events] for seat in SEATS}  # type: ignore[union-attr]
    assert "CARD_NAMED" in codes["blue"]
    for seat in ("red", None):
        assert "CARD_DRAWN" in codes[seat]
        assert "CARD_NAMED" not in codes[seat]


@pytest.mark.clause("C-R15", "C-F2")
def test_partners_do_not_see_each_others_cards() -> None:
    units = f"{BLUE};5,42 {RED};85,42"
    match = game(f"{units} 1 b 7:7 b --- 0:0 ma|spy|knife|-", blue_army="D6", red_army="D6", players=2)
    assert match.view("blue")["hands"]["blue-2"]["cards"] == []
    assert match.view("blue-2")["hands"]["blue-2"]["cards"] == ["knife"]
    assert match.view("blue")["turn_order"] == ["blue", "red", "blue-2", "red-2"]
    assert [unit["seat"] for unit in match.view()["units"][:3]] == ["blue", "blue-2", "blue"]


@pytest.mark.clause("C-F2", "C-K2")
def test_a_guess_at_hidden_hands_keeps_their_size_and_never_holds_the_trap() -> None:
    match = game(f"{BLUE} {RED} 1 b 7:7 b --- 0:0 ma,spy|ma,knife,sniper,first-aid")
    for lot in range(40):
        guess = copy(match.seen_by("blue"))
        match.game.rules["determinize"](guess, 0, lot)
        assert guess.held[0].tolist() == match.state.held[0].tolist()
        assert (guess.held[1].sum(), guess.held[1][10], guess.deck[10], guess.deck.sum()) == (4, 0, 1, 23)


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("C-R1", "C-R6", "C-R7", "C-R20")
def test_a_look_shows_where_a_unit_gets_and_whom_it_sees() -> None:
    wood = {"kind": "wood", "corners": [[2200, 4900], [2400, 4900], [2400, 5100], [2200, 5100]]}
    rock = {"kind": "rock", "corners": [[1950, 5300], [2050, 5300], [2050, 5400], [1950, 5400]]}
    field = PLAIN | {"terrain": [wood, rock]}
    units = f"{BLUE} 26.5,50;20,58;36,32;85,51;85,54"
    match = game(f"{units} 1 b 7:7 b --- 0:0 -|-", map=field, blue_army="D5")
    look = match.look(0)
    # East: 2 cm free, then the wood at double cost. South: the rock stops the base at 52.25. North and west: all free.
    assert (look["walk"][0], look["run"][180], look["run"][270], look["run"][90]) == (
        (2300, 5000),
        (1200, 5000),
        (2000, 4200),
        (2000, 5225),
    )
    targets = {target["unit"]: target for target in look["targets"]}
    assert (targets[30]["gap"], targets[30]["cover"], targets[30]["cover_by"]) == (450, True, [0])
    assert (targets[31]["blocked_by"], targets[31]["chances"]) == ([1], None)
    assert (targets[32]["in_range"], targets[33]["in_range"]) == (True, False)
    judged = match.look(0, place=(2350, 5000, 0))["place"]
    assert judged["walk"] == {
        "legal": False,
        "why": "TOO_FAR",
        "cost": 400,
        "straight": 350,
        "to": (2300, 5000),
        "bends": [],
    }
    assert judged["run"] == {
        "legal": True,
        "why": None,
        "cost": 500,
        "straight": 350,
        "to": (2350, 5000),
        "bends": [],
    }
    nearer = {target["unit"]: target for target in match.look(0, place=(2300, 5000, 0))["targets"]}
    assert (nearer[30]["gap"], nearer[30]["close"], nearer[30]["cover"]) == (150, True, False)


@pytest.mark.clause("C-S4")
def test_nobody_looks_at_hidden_units() -> None:
    match = placed(*FIRST)
    nothing = {"walk": [], "run": [], "walk_bends": [], "run_bends": [], "place": None, "targets": []}
    assert match.look(0, "red") == {"shape": "cafe", **nothing}
    assert match.look(0, "blue")["walk"]

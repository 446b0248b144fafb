"""Options and armies of For Glory, and measuring at any time."""

import pytest
from pydantic import ValidationError

from escaramuza import Match
from escaramuza.engine.errors import BadOption, BadPosition
from escaramuza.games import registry
from escaramuza.games.basics import NotationError
from escaramuza.games.field.notation import place_text
from escaramuza.games.forglory.armies import army_points, army_units, read_army
from escaramuza.games.forglory.battles import ready_battles
from escaramuza.games.forglory.options import ForGloryOptions
from escaramuza.kernel.jit import CHECKED, COMPILED

PLAIN = {"name": "plain"}
NOBODY = "0,0,0,0,0,0:0,0,0,0,0,0"
OWN = {"map": PLAIN, "objectives": 0, "south_army": "2LnInf / 2LnInf", "north_army": "2LnInf / 2LnInf"}


@pytest.mark.clause("G-G1", "G-G2", "G-R7", "G-R53", "G-R12", "G-R16", "G-Q1")
def test_the_base_rules_are_the_default() -> None:
    options = ForGloryOptions()
    assert (options.objectives, options.rounds, options.scale) == (3, 12, "one")
    assert (options.markers, options.follow, options.points) == ("stay", False, 0)
    assert (options.map.width, options.map.height) == (12000, 9000)
    assert set(ForGloryOptions.model_fields) == {
        "battle",
        "map",
        "south_army",
        "north_army",
        "objectives",
        "points",
        "objectives_from",
        "deployment",
        "rounds",
        "scale",
        "markers",
        "follow",
    }, "no supplement hides among them"


@pytest.mark.clause("G-R12")
@pytest.mark.parametrize(("rounds", "fits"), [(0, False), (1, True), (30, True), (31, False)])
def test_rounds(rounds: int, fits: bool) -> None:
    if fits:
        assert ForGloryOptions(rounds=rounds).rounds == rounds
    else:
        with pytest.raises(ValidationError):
            ForGloryOptions(rounds=rounds)


@pytest.mark.clause("G-V1", "G-R16")
def test_as_many_objectives_as_one_likes() -> None:
    field = {"name": "plain", "objectives": [[1000 * k, 4000] for k in range(1, 8)]}
    for wanted in range(8):
        match = Match("forglory", seed=1, options={**OWN, "map": field, "objectives": wanted})
        assert [place["x"] for place in match.view()["objectives"]] == [1000 * k for k in range(1, wanted + 1)]
    with pytest.raises(BadOption) as caught:
        Match("forglory", options={**OWN, "objectives": 1})
    assert caught.value.code == "MAP_OBJECTIVES_FEW"


@pytest.mark.clause("G-A2", "G-A1", "G-U1")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2LnInf / 2LnInf", None),
        ("4LnInf", "ARMY_DIVISIONS"),
        ("2LnInf / HC", "ARMY_BRIGADES"),
        (" / ".join(["2LC"] * 8), None),
        (" / ".join(["2LC"] * 9), "ARMY_DIVISIONS"),
        ("20LnInf / 20HA", None),
        ("20LnInf / 21HA", "ARMY_SIZE"),
        ("2LnInf:X / 2LnInf", "ARMY_TEXT"),
    ],
)
def test_an_army_has_two_divisions_of_two_units_or_more(text: str, code: str | None) -> None:
    if code is None:
        assert army_units(read_army(text)) == army_units(text)
        return
    with pytest.raises(NotationError) as caught:
        read_army(text)
    assert caught.value.code == code


@pytest.mark.clause("G-A5", "G-R15")
def test_the_most_an_army_may_cost() -> None:
    army = "3LnInf LI / 2HC 2LC"
    given = {**OWN, "south_army": army}
    assert army_points(army) == 12
    assert ForGloryOptions.model_validate({**given, "points": 12}).points == 12
    assert ForGloryOptions.model_validate({**given, "points": 0}).points == 0, "as agreed"
    with pytest.raises(BadOption) as caught:
        Match("forglory", options={**given, "points": 11})
    assert caught.value.code == "ARMY_POINTS"


@pytest.mark.clause("G-R15")
def test_the_default_armies_are_agreed_ones() -> None:
    for battle in ready_battles().values():
        for army in battle.armies:
            units = army_units(army.text)
            assert len({division for division, _, _ in units}) >= 2
    options = ForGloryOptions()
    assert army_points(options.south_army) == army_points(options.north_army) == 12


@pytest.mark.clause("G-D7", "G-D1", "G-D2")
def test_forces_come_one_after_another() -> None:
    match = Match("forglory", seed=1, options=OWN)
    match.act("roll")
    match.act("ready")
    match.act("ready", [4, 3, 5, 1])
    waits = {officer["text"]: officer["die"] for officer in match.view()["officers"] if not officer["staff"]}
    assert waits == {"sg1": 4, "sg2": 3, "ng1": 5, "ng2": 1}
    assert match.actor == "north"


def at_rest(**changes: str) -> Match:
    units = changes.get("south", "40,60/270;46,60/270;94,80/270;100,80/270")
    enemies = changes.get("north", "40,50/90;26,10/90;94,10/90;100,10/90")
    order = changes.get("order", "sg1:7*")
    position = f"{units} {enemies} 43,66:4;97,84:4;60,88:4 23,6:4;97,6:4;60,2:4 - . 1 {NOBODY} {order}"
    return Match("forglory", seed=1, position=position, options=OWN)


@pytest.mark.clause("G-Z10", "G-Z2", "G-Z9")
def test_anybody_measures_at_any_time() -> None:
    match = at_rest(order="ng1:7*")
    assert match.actor == "north", "and yet South looks"
    found = match.look(0)
    gaps = {row["body"]: row["gap"] for row in found["seen"]}
    assert gaps[40] == 700, "from front to front"
    assert found["command"] == {"officer": 80, "gap": 353, "within": True, "near": True}


@pytest.mark.clause("G-L4", "G-EX2")
def test_the_reaction_area_of_infantry() -> None:
    found = at_rest().look(0)
    xs, ys = zip(*found["area"], strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == (3750, 4250, 4850, 5850)


@pytest.mark.clause("G-Y2", "G-Y3", "G-E2", "G-R2", "G-R63")
@pytest.mark.parametrize(
    ("x", "share", "obscured"),
    [
        (40, 1000, False),
        (42.4, 520, False),
        (42.5, 500, True),
        (44.9, 20, True),
        (44.94, 20, True),
        (44.96, 1, True),
        (44.99, 1, True),
        (45, 0, False),
    ],
)
def test_how_much_is_seen(x: float, share: int, obscured: bool) -> None:
    [row] = [
        row for row in at_rest(north=f"{x},50/90;26,10/90;94,10/90;100,10/90").look(0)["seen"] if row["body"] == 40
    ]
    assert (row["share"], row["obscured"], row["cover"]) == (share, obscured, obscured)


@pytest.mark.clause("G-Z8", "G-Z2")
def test_bases_never_overlap() -> None:
    assert at_rest(south="40,60/270;45,60/270;94,80/270;100,80/270").view()["units"][1]["x"] == 4500
    with pytest.raises(BadPosition):
        at_rest(south="40,60/270;44.99,60/270;94,80/270;100,80/270")


@pytest.mark.clause("G-E13", "G-R25")
def test_a_written_position_forms_its_groups_from_the_distances() -> None:
    def of_first(match: Match) -> list[int]:
        units: list[int] = next(group["units"] for group in match.view()["groups"] if group["officer"] == 80)
        return units

    match = at_rest(south="40,60/270;66.51,66/270;94,80/270;100,80/270", order="sg1:7*,s2:1")
    assert match.position.endswith(" sg1:7*,s2:1")
    assert of_first(match) == [0]
    assert of_first(at_rest(south="40,60/270;66.5,66/270;94,80/270;100,80/270")) == [0, 1]
    with pytest.raises(BadPosition):
        at_rest(order="s2:1*")


@pytest.mark.parametrize(("lang", "said"), [("es", "12,5 cm"), ("fr", "12,5 cm"), ("en", "12.5 cm")])
def test_sentences_have_the_decimal_sign_of_their_language(lang: str, said: str) -> None:
    for game_id in ("forglory", "cafe"):
        game = registry.get(game_id)
        terms = game.locale[lang]["terms"]
        assert game.number_text("length", 1250, terms) == said
        assert game.number_text("length", 1200, terms) == "12 cm"
        assert game.number_text("angle", 225, terms) == said.replace("12", "22").replace(" cm", "°")


def test_a_modifier_has_its_sign_and_a_total_only_a_minus() -> None:
    game = registry.get("forglory")
    assert [game.number_text("signed", value, {}) for value in (2, 0, -1)] == ["+2", "0", "−1"]
    assert [game.number_text("total", value, {}) for value in (11, 0, -1)] == ["11", "0", "−1"]


def test_notation_keeps_its_point_in_every_language() -> None:
    assert place_text(1250, 3005, 225) == "12.5,30.05/22.5"


@pytest.mark.clause("G-R66", "G-D7")
def test_only_a_ready_battle_has_a_historical_deployment() -> None:
    assert ForGloryOptions().deployment == "free"
    assert ForGloryOptions(battle="corvaldes", deployment="historical").deployment == "historical"
    for changed in (OWN, {"battle": "velmora", "north_army": "2LnInf / 2LnInf"}, {"battle": "velmora", "map": PLAIN}):
        with pytest.raises(ValidationError, match="historical"):
            ForGloryOptions(**changed, deployment="historical")


@pytest.mark.clause("G-R66")
@pytest.mark.parametrize("battle", ready_battles())
def test_the_zones_of_a_battle(battle: str) -> None:
    """One for each division, on the table, in the own half, and no two of them on each other."""
    ready = ready_battles()[battle]
    found = []
    for side, army in enumerate(ready.armies):
        assert len(army.zones) == len(army.divisions)
        for west, north, east, south in army.zones:
            assert 0 <= west < east <= ready.map.width and 0 <= north < south <= ready.map.height
            assert 2 * north >= ready.map.height if side == 0 else 2 * south <= ready.map.height
            for other_west, other_north, other_east, other_south in found:
                assert east <= other_west or other_east <= west or south <= other_north or other_south <= north
            found.append((west, north, east, south))


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("G-R66", "G-D5")
@pytest.mark.parametrize("scale", ["one", "half"])
@pytest.mark.parametrize("battle", ready_battles())
def test_every_division_finds_room_in_its_zone(battle: str, scale: str) -> None:
    """By the ready-made line; all of it is in the zone, and what is offered lies there."""
    match = Match("forglory", seed=5, options={"battle": battle, "deployment": "historical", "scale": scale})
    divisions = sum(len(army.divisions) for army in ready_battles()[battle].armies)
    officers = divisions + 2
    match.act("roll", [4] * officers)
    match.act("ready")
    match.act("ready", [6] * divisions)
    while match.view()["phase"] in ("picking", "deploy"):
        if match.view()["phase"] == "picking":
            match.act(match.legal()[0])
            continue
        placing = match.view()["placing"]
        division = next(one for one in match.view()["divisions"] if one["id"] == placing["division"])
        west, north, east, south = division["zone"]
        for action in match.shortcuts()["line"]:
            match.act(action)
        scene = match.view()
        bodies = [b for b in (*scene["units"], *scene["officers"]) if b["division"] == division["id"]]
        assert all(b["state"] == "table" for b in bodies)
        assert all(west <= b["x"] <= east and north <= b["y"] <= south for b in bodies)
    assert match.view()["phase"] == "staff-place"

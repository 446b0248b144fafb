"""A match: what Python users call, and every error they can meet."""

import random
from pathlib import Path
from typing import Any

import pytest

import escaramuza
from escaramuza import Match
from escaramuza.engine.errors import BadPosition, IllegalAction, Refused

START = "7k/8/8/8/8/3A4/8/K7 w 11 - -"


def deployed(seed: int = 1, **more: object) -> Match:
    match = Match("tactics", seed=seed, **more)  # type: ignore[arg-type]
    match.act("roll")
    match.act("attack")
    for _ in range(2):
        for action in match.shortcuts()["line"]:
            match.act(action)
        match.act("ready")
    return match


def test_a_match_from_the_first_die_to_the_result() -> None:
    match = Match("tactics", seed=3)
    lots = random.Random(3)
    assert match.actor == "white"
    assert match.legal() == ["roll"]
    while match.actor is not None:
        assert match.outcome is None
        match.act(lots.choice(match.legal()))
    assert match.outcome is not None
    assert sorted(match.outcome.values()) in ([-1, 1], [0, 0])
    assert match.legal() == []
    assert match.events


def test_why_says_code_section_numbers_and_sentence() -> None:
    match = Match("tactics", position=START)
    reason = match.why("d3-d5")
    assert reason is not None
    assert (reason.code, reason.section, reason.clause) == ("NO_CHARGE", "Carga", "T-C1")
    assert dict(reason.numbers) == {"piece": 0, "steps": 2}
    assert "2" in reason.sentence
    assert "axe" in reason.sentence
    assert "hacha" in reason.text("es")
    assert "hache" in reason.text("fr")
    assert match.why("d3-d4") is None


@pytest.mark.parametrize(
    "text", ["", "hello", "e2", "e2-", "i2-i3", "e2-e10", "X@a1", "e2--e3", "é2-e3", "d3-d4 d4-d5", "d３-d４", "d٣-d٤"]
)
def test_texts_that_are_no_action(text: str) -> None:
    match = Match("tactics", position=START)
    reason = match.why(text)
    assert reason is not None
    assert reason.code == "UNREADABLE_ACTION"
    with pytest.raises(IllegalAction):
        match.act(text)
    assert match.steps == []


def test_spellings_that_players_use() -> None:
    match = Match("tactics", position=START)
    for text in ("d3-d4", "D3-D4", " d3d4 "):
        assert match.why(text) is None
    wrong = match.why("d3xd4")
    assert wrong is not None
    assert wrong.code == "NOTHING_TO_CAPTURE"
    match.act("D3D4")
    assert match.steps[-1].action == "d3-d4"


def test_an_illegal_action_changes_nothing() -> None:
    match = Match("tactics", position=START)
    before = match.hash
    with pytest.raises(IllegalAction) as error:
        match.act("d3-d6")
    assert error.value.code == "TOO_FAR"
    assert error.value.reason.section == "Movimiento"
    assert match.hash == before
    assert match.steps == []


def test_undo_goes_back_to_the_last_die_and_no_further() -> None:
    match = deployed()
    start = match.hash
    moves = [action for action in match.legal() if action != "end"]
    match.act(moves[0])
    assert match.hash != start
    assert match.undo().action == moves[0]
    assert match.hash == start
    with pytest.raises(Refused) as error:
        match.undo()
    assert error.value.code == "UNDO_STOPS_AT_DICE"
    with pytest.raises(Refused) as error:
        Match("tactics").undo()
    assert error.value.code == "NOTHING_TO_UNDO"


def test_undo_is_for_the_seat_that_acted() -> None:
    match = Match("tactics", seed=1)
    match.act("roll")
    chooser = match.actor
    assert chooser is not None
    match.act("defend")
    other = "white" if chooser == "black" else "black"
    with pytest.raises(Refused) as error:
        match.undo(other)
    assert error.value.code == "UNDO_NOT_YOURS"
    match.undo(chooser)
    assert match.actor == chooser


def test_the_same_seed_gives_the_same_match_and_no_seed_another() -> None:
    assert deployed(5).hash == deployed(5).hash
    assert deployed(5).hash != deployed(6).hash
    assert Match("tactics").seed != Match("tactics").seed


def test_the_commitment_binds_the_seed() -> None:
    first, second = Match("tactics", seed=1), Match("tactics", seed=2)
    assert len(first.commitment) == 64
    assert first.commitment != second.commitment
    assert first.commitment == Match("tactics", seed=1).commitment


@pytest.mark.parametrize("seed", [-1, 2**128, "1", 1.7, True])
def test_impossible_seeds(seed: Any) -> None:
    with pytest.raises(Refused) as error:
        Match("tactics", seed=seed)
    assert error.value.code == "BAD_SEED"


def test_dice_thrown_at_a_real_table() -> None:
    match = Match("tactics", seed=1)
    assert match.needs_dice("roll")
    assert match.needs_dice("roll", [4])
    assert match.needs_dice("roll", [4, 4])
    assert not match.needs_dice("roll", [4, 4, 5, 2])
    events = match.act("roll", dice=[4, 4, 5, 2])
    assert [event.code for event in events][:2] == ["DIE_OFF_THROWN", "DIE_OFF_TIED"]
    assert match.actor == "white"
    impossible: list[Any] = [[7], [0], [1.5], [True], ["3"]]
    for faces, code in [*((faces, "BAD_DICE") for faces in impossible), ([1], "DICE_LEFT_OVER")]:
        before = match.hash
        with pytest.raises(Refused) as error:
            match.act("attack", dice=faces)
        assert error.value.code == code
        assert match.hash == before


@pytest.mark.parametrize(
    ("position", "code"),
    [
        ("7k/8/8/8/8/8/8/K7 w 11 -", "POSITION_FIELDS"),
        ("7k/8/8/8/8/8/K7 w 11 - -", "POSITION_RANKS"),
        ("7k/8/8/8/8/8/8/K6 w 11 - -", "POSITION_RANK"),
        ("7k/8/8/8/8/8/8/K8 w 11 - -", "POSITION_RANK"),
        ("7k/8/8/8/8/8/AAAAAAAAA/K7 w 11 - -", "POSITION_TOO_MANY"),
        ("7k/8/8/8/8/8/9/K7 w 11 - -", "POSITION_LETTER"),
        ("7k/8/8/8/8/8/Q7/K7 w 11 - -", "POSITION_LETTER"),
        ("8/8/8/8/8/8/8/K7 w 11 - -", "POSITION_NO_GUARD"),
        ("7k/8/8/8/8/8/8/KK6 w 11 - -", "POSITION_TOO_MANY"),
        ("7k/8/8/8/8/8/AAA5/K7 w 11 - -", "POSITION_TOO_MANY"),
        ("7k/8/8/8/8/8/8/K7 x 11 - -", "POSITION_SIDE"),
        ("7k/8/8/8/8/8/8/K7 w -1 - -", "POSITION_POINTS"),
        ("7k/8/8/8/8/8/8/K7 w 25 - -", "POSITION_POINTS"),
        ("7k/8/8/8/8/8/8/K7 w 1½ - -", "POSITION_POINTS"),
        ("7k/8/8/8/8/8/8/K7 w " + "1" * 5000 + " - -", "POSITION_POINTS"),
        ("7k/8/8/8/8/8/8/K7 w 11 x -", "POSITION_CHARGE"),
        ("7k/8/8/8/8/8/8/K7 w 11 - e4", "POSITION_MOVED"),
        ("7k/8/8/8/8/8/8/K7 w 11 - h8", "POSITION_MOVED"),
        ("7k/8/8/8/8/8/8/K7 w 11 - a9", "POSITION_MOVED"),
        ("", "POSITION_FIELDS"),
    ],
)
def test_impossible_positions(position: str, code: str) -> None:
    with pytest.raises(BadPosition) as error:
        Match("tactics", position=position)
    assert error.value.code == code
    for lang in ("es", "fr", "en"):
        assert error.value.sentence(lang)


@pytest.mark.clause("T-E3")
def test_positions_go_both_ways() -> None:
    for text in (START, "4k3/8/2h5/3gm3/3AHB2/8/8/4K3 w 9 c d4,f4", deployed().position):
        assert Match("tactics", position=text).position == text


@pytest.mark.clause("T-E3")
def test_a_written_position_has_no_first_charge_left_and_counts_its_turns_anew() -> None:
    match = Match("tactics", position=START, options={"turn_limit": 2})
    match.act("end", dice=[1, 2])
    assert match.position.split()[1:4] == ["b", "3", "-"]
    match.act("end")
    assert match.outcome == {"white": 0, "black": 0}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"turn_limit": -1}, "BAD_OPTION"),
        ({"turn_limit": "many"}, "BAD_OPTION"),
        ({"deployment": "loud"}, "BAD_OPTION"),
        ({"colour": 1}, "UNKNOWN_OPTION"),
    ],
)
def test_impossible_options(options: dict[str, object], code: str) -> None:
    with pytest.raises(Refused) as error:
        Match("tactics", options=options)
    assert error.value.code == code
    assert next(iter(options)) in str(error.value)


@pytest.mark.parametrize(
    "seats", [{"red": "Ana"}, {"white": ""}, {"white": "x" * 81}, {"white": "two\nlines"}, {"white": 5}]
)
def test_impossible_seats(seats: dict[str, str]) -> None:
    with pytest.raises(Refused):
        Match("tactics", seats=seats)


def test_unknown_games() -> None:
    for game_id in ("chess", "", "field", "tactics.rules", "../tactics"):
        with pytest.raises(Refused) as error:
            Match(game_id)
        assert error.value.code == "UNKNOWN_GAME"
    with pytest.raises(AttributeError):
        _ = escaramuza.nothing


def test_a_seat_that_does_not_exist_sees_nothing() -> None:
    with pytest.raises(Refused) as error:
        deployed().view("red")
    assert error.value.code == "NO_SUCH_SEAT"


def test_errors_speak_three_languages() -> None:
    error = Refused("NOTHING_TO_UNDO")
    assert len({error.sentence(lang) for lang in ("es", "fr", "en")}) == 3
    assert str(error) == error.sentence("en")


def test_saving_replaces_the_file_whole(tmp_path: Path) -> None:
    match, path = deployed(), tmp_path / "game.match"
    path.write_text("old", encoding="utf-8")
    match.save(path)
    assert escaramuza.load(path).hash == match.hash
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(OSError, match="No such file"):
        match.save(tmp_path / "nowhere" / "game.match")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Refused) as error:
        Match("tactics", lang="de")
    assert error.value.code == "BAD_LANGUAGE"


def test_an_earlier_state_of_a_match() -> None:
    match = deployed()
    assert match.rewound(1).legal() == ["attack", "defend"]
    assert match.rewound(0).legal() == ["roll"]
    assert match.copy().hash == match.hash
    assert len(match.steps) == 34


def test_a_position_with_wild_spaces_can_be_saved(tmp_path: Path) -> None:
    match = Match("tactics", position="  7k/8/8/8/8/3A4/8/K7\nw   11 - -")
    match.save(tmp_path / "x.match")
    assert escaramuza.load(tmp_path / "x.match").position == START

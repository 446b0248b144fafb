"""Match files: damaged and foreign ones are refused with the line that is wrong."""

import random
from pathlib import Path

import pytest

from escaramuza import Match, load
from escaramuza.engine import record
from escaramuza.engine.errors import BadMatchFile

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*/*.match"))


def played(steps: int = 60, seed: int = 4) -> Match:
    match = Match("tactics", seed=seed, seats={"white": "Ana «la roja»", "black": "greedy"})
    lots = random.Random(seed)
    for _ in range(steps):
        match.act(lots.choice(match.legal()))
    return match


def refused(text: str) -> BadMatchFile:
    with pytest.raises(BadMatchFile) as error:
        record.loads(text)
    return error.value


TEXT = record.dumps(played())
LINES = TEXT.splitlines()


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[: number - 1], line, *LINES[number:]]) + "\n"


def test_a_file_holds_everything() -> None:
    match = record.loads(TEXT)
    assert match.seats == {"white": "Ana «la roja»", "black": "greedy"}
    assert len(match.steps) == 60
    assert record.dumps(match) == TEXT


@pytest.mark.parametrize("text", ["", "hello", "\n\n", "PK\x03\x04", "escaramuza"])
def test_foreign_files(text: str) -> None:
    error = refused(text)
    assert (error.line, error.code) == (1, "FILE_FOREIGN")
    assert "line 1" in str(error)


def test_binary_files(tmp_path: Path) -> None:
    path = tmp_path / "x.match"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(BadMatchFile) as error:
        load(path)
    assert error.value.code == "FILE_FOREIGN"


@pytest.mark.parametrize(
    ("number", "line", "code"),
    [
        (1, "escaramuza match 99", "FILE_FORMAT"),
        (2, "game chess", "UNKNOWN_GAME"),
        (2, "gamme tactics", "FILE_HEADER"),
        (3, "rules 99", "FILE_RULES"),
        (4, "options {", "FILE_HEADER"),
        (4, "options []", "FILE_HEADER"),
        (4, 'options {"turn_limit": -5}', "FILE_REFUSED"),
        (4, 'options {"colour": 1}', "FILE_REFUSED"),
        (4, "options " + "[" * 200_000, "FILE_HEADER"),
        (5, 'seats {"red": "Ana"}', "FILE_REFUSED"),
        (5, 'seats {"white": 7}', "FILE_HEADER"),
        (6, "position nonsense", "FILE_REFUSED"),
        (7, "seed 12", "FILE_HEADER"),
        (8, "commitment " + "0" * 64, "FILE_COMMITMENT"),
        (9, "start 0000000000000000", "FILE_HASH"),
        (10, "1 roll 0000000000000000", "FILE_HASH"),
        (10, "2 roll 0000000000000000", "FILE_STEP"),
        (10, "garbage", "FILE_STEP"),
        (10, "1" * 5000 + " roll 0000000000000000", "FILE_STEP"),
        (10, LINES[9].replace("roll", "ROLL"), "FILE_STEP"),
        (11, "2 end 0000000000000000", "FILE_REFUSED"),
    ],
)
def test_damaged_lines_are_named(number: int, line: str, code: str) -> None:
    error = refused(with_line(number, line))
    assert (error.line, error.code) == (number, code)
    for lang in ("es", "fr", "en"):
        assert str(number) in error.sentence(lang)


def test_a_changed_seed_is_found_by_the_commitment() -> None:
    assert refused(with_line(7, "seed " + "0" * 31 + "5")).code == "FILE_COMMITMENT"


def test_a_changed_option_is_found_by_the_first_hash() -> None:
    error = refused(with_line(4, 'options {"deployment":"open","turn_limit":200}'))
    assert (error.line, error.code) == (9, "FILE_HASH")


def test_a_swapped_action_is_found() -> None:
    match = Match("tactics", seed=4)
    match.act("roll")
    match.act("attack")
    lines = record.dumps(match).splitlines()
    lines[10] = lines[10].replace("attack", "defend")
    error = refused("\n".join(lines))
    assert (error.line, error.code) == (11, "FILE_HASH")


def test_a_file_cut_short_is_found() -> None:
    for keep in range(1, len(LINES)):
        error = refused("\n".join(LINES[:keep]) + "\n")
        assert error.line == keep + 1
    assert refused(TEXT + "more\n").code == "FILE_TRAILING"
    assert refused(TEXT[: len(TEXT) // 2]).code in ("FILE_STEP", "FILE_HASH", "FILE_CUT")


def test_dice_entered_by_hand_are_kept() -> None:
    match = Match("tactics", seed=4)
    match.act("roll", dice=[3, 3, 6, 1])
    again = record.loads(record.dumps(match))
    assert again.steps[0].dice == (3, 3, 6, 1)
    assert again.actor == "white"


def test_undone_steps_leave_no_trace() -> None:
    match = Match("tactics", seed=4)
    match.act("roll")
    before = record.dumps(match)
    match.act("attack")
    match.undo()
    assert record.dumps(match) == before


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_matches_replay_bit_for_bit(path: Path) -> None:
    match = load(path)
    assert match.actor is None
    assert record.dumps(match) == path.read_text(encoding="utf-8")


def test_there_are_golden_matches() -> None:
    assert len(GOLDEN) >= 3

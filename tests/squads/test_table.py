"""The table of many units: correct, complete, and patient with bad rows."""

import random

import pytest

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import ranks
from escaramuza.games.escarmouche.tables import ABILITIES
from escaramuza.squads.table import Table
from escaramuza.squads.words import SquadError, sentence

HEADER = "health,range,move,power,abilities"


def rows_of(text: str) -> tuple[list[str], list[tuple[int, int, list[str], str]]]:
    table = Table(text.splitlines(keepends=True), "t.csv")
    return table.header, [(r.number, r.line, r.cells, r.problem.code if r.problem else "") for r in table.rows()]


@pytest.mark.clause("E-F1", "E-F2")
def test_twenty_thousand_rows() -> None:
    lot = random.Random(5)
    given = [([lot.randint(1, 10) for _ in range(4)], lot.sample(ABILITIES, lot.randint(0, 2))) for _ in range(20_000)]
    lines = [HEADER, *(",".join([*map(str, figures), ";".join(abilities)]) for figures, abilities in given)]
    header, rows = rows_of("\n".join(lines))
    assert header == [*HEADER.split(","), "cost", "rank", "points"]
    assert len(rows) == 20_000
    for (figures, abilities), (number, line, cells, problem) in zip(given, rows, strict=True):
        health, reach, move, power = figures
        cost = ranks.cost(health, reach, move, power, abilities)
        rank = ranks.rank(cost, len(abilities))
        assert cells == [*map(str, figures), ";".join(abilities), str(cost), rank, str(ranks.points(rank))]
        assert (line, problem) == (number + 1, "")


def test_other_columns_stay_where_they_are() -> None:
    header, rows = rows_of('id, Power,note,MOVE,range,health,abilities\n7,2,"a, b",3,1,4, charge ; sweep \n')
    assert header == ["id", " Power", "note", "MOVE", "range", "health", "abilities", "cost", "rank", "points"]
    assert rows[0][2] == ["7", "2", "a, b", "3", "1", "4", " charge ; sweep ", "27", "paragon", "15"]


def test_a_priced_table_is_priced_anew() -> None:
    header, rows = rows_of(f"{HEADER},cost,rank,points\n4,1,3,2,,99,king,99\n")
    assert header == [*HEADER.split(","), "cost", "rank", "points"]
    assert rows[0][2][-3:] == ["19", "elite", "6"]


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("0,1,1,1,", "UNIT_FIGURE"),
        ("11,1,1,1,", "UNIT_FIGURE"),
        (",1,1,1,", "UNIT_FIGURE"),
        ("1.5,1,1,1,", "UNIT_FIGURE"),
        ("-1,1,1,1,", "UNIT_FIGURE"),
        ("٣,1,1,1,", "UNIT_FIGURE"),
        ("9" * 5000 + ",1,1,1,", "UNIT_FIGURE"),
        ("1,1,1,1,fly", "UNKNOWN_ABILITY"),
        ("1,1,1,1,charge;charge", "SAME_ABILITY"),
        ("1,1,1,1,charge;sweep;feint", "TOO_MANY_ABILITIES"),
        ("1,1,1,1", "CSV_WIDTH"),
        ("1,1,1,1,,", "CSV_WIDTH"),
        ("x" * 200_000 + ",1,1,1,", "CSV_ROW"),
    ],
)
def test_a_bad_row_is_numbered_and_the_rest_goes_on(row: str, code: str) -> None:
    _, rows = rows_of(f"{HEADER}\n1,1,1,1,\n\n{row}\n2,1,1,1,\n")
    assert [(number, line, problem) for number, line, _, problem in rows] == [(1, 2, ""), (2, 4, code), (3, 5, "")]


def test_a_cell_over_several_lines_keeps_the_count() -> None:
    _, rows = rows_of(f'{HEADER},note\n1,1,1,1,,"two\nlines"\n0,1,1,1,,\n')
    assert [(number, line, problem) for number, line, _, problem in rows] == [(1, 2, ""), (2, 4, "UNIT_FIGURE")]


SPOILT = ['4,1,3,2,"charge', "5,1,1,1,", "6,1,1,1,"]


@pytest.mark.parametrize(
    ("rows", "bad"),
    [
        ([*SPOILT, '7,1,1,1,"feint"', "8,1,1,1,"], {1: "CSV_ROW"}),
        ([*SPOILT, "8,1,1,1,"], {1: "CSV_ROW"}),
        ([*SPOILT, '7,1,1,1,"', "8,1,1,1,"], {1: "UNKNOWN_ABILITY", 4: "CSV_ROW"}),
        (["5,1,1,1,", *SPOILT, *SPOILT], {2: "CSV_ROW", 5: "CSV_ROW"}),
        (['4,1,3,"2', "5,1,1,1,", '6,1,1,1",'], {1: "UNIT_FIGURE", 3: "UNIT_FIGURE"}),
        ([*SPOILT, *["5,1,1,1,"] * 3000], {1: "CSV_ROW"}),
    ],
)
def test_a_stray_quote_spoils_its_own_row_only(rows: list[str], bad: dict[int, str]) -> None:
    _, found = rows_of("\n".join([HEADER, *rows]))
    assert [(number, line) for number, line, _, _ in found] == [(i, i + 1) for i in range(1, len(rows) + 1)]
    assert {number: problem for number, _, _, problem in found if problem} == bad
    assert all(cells[0] == rows[number - 1][0] for number, _, cells, problem in found if not problem)


def test_many_stray_quotes_take_no_more_time() -> None:
    for row in ('x",y,"z', '4,1,3,2,"charge'):
        _, rows = rows_of("\n".join([HEADER, *[row] * 3000]))
        assert len(rows) == 3000
        assert all(problem for *_, problem in rows)


def test_a_note_of_several_lines_is_no_stray_quote() -> None:
    note = '"said ""no""\n5,1,1,1,,\n\nand went"'
    _, rows = rows_of(f"{HEADER},note\n4,1,3,2,charge,{note}\n0,1,1,1,,{note}\n2,1,1,1,,x\n")
    assert [(number, line, problem) for number, line, _, problem in rows] == [
        (1, 2, ""),
        (2, 6, "UNIT_FIGURE"),
        (3, 10, ""),
    ]
    assert rows[0][2][5] == 'said "no"\n5,1,1,1,,\n\nand went'


def test_cells_are_quoted_in_one_line() -> None:
    for row in ('4,1,3,2,"fly\nhigh"', '"4\n\x1b[31m",1,3,2,'):
        problem = next(Table([HEADER + "\n", *row.splitlines(keepends=True)], "t").rows()).problem
        assert isinstance(problem, NotationError)
        assert len(sentence(problem, "es").splitlines()) == 1
        assert "\x1b" not in sentence(problem, "es")


def test_a_unit_over_budget_is_priced() -> None:
    row = next(Table([HEADER + "\n", "10,10,10,10,\n"], "t").rows())
    assert row.over_budget
    assert row.cells[-2:] == ["paragon", "15"]


@pytest.mark.parametrize("text", ["", "health,range,move,power\n", "x" * 200_000])
def test_columns_that_are_missing_are_named(text: str) -> None:
    with pytest.raises(SquadError) as caught:
        Table([text], "t.csv")
    assert "abilities" in caught.value.sentence("es")
    assert "t.csv" in caught.value.sentence("es")


@pytest.mark.parametrize(
    ("text", "code", "named"),
    [
        ("health;range;move;power;abilities\n", "CSV_SEPARATOR", "«;»"),
        ("id\thealth\trange\tmove\tpower\tabilities\n", "CSV_SEPARATOR", "«\\t»"),
        ("\udcff\udcfeh\0e\0a\0", "CSV_UTF16", "UTF-16"),
        ("h\0e\0a\0l\0t\0h\0", "CSV_UTF16", "UTF-16"),
        ("salud,alcance\n", "CSV_COLUMNS", "salud, alcance"),
        ("\n", "CSV_NO_HEADER", "health, range"),
        ('"health\n', "CSV_HEADER", "health, range"),
    ],
)
def test_a_header_of_another_kind_is_told_what_it_looks_like(text: str, code: str, named: str) -> None:
    with pytest.raises(SquadError) as caught:
        Table([text], "t.csv")
    assert caught.value.code == code
    assert named in caught.value.sentence("es")

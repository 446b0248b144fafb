"""`escaramuza barracks`: what people and programs get from it."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader

from escaramuza.cli.main import run as run_main
from escaramuza.games.escarmouche import sharing, squads


class Result(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        with pytest.raises(SystemExit) as ended:
            run_main(["barracks", *arguments])
        shown = capsys.readouterr()
        return Result(int(ended.value.code or 0), shown.out, shown.err)

    return call


def one_sentence(result: Result) -> str:
    assert result.code == 2, result
    assert result.out == ""
    assert len(result.err.strip().splitlines()) == 1, result.err
    return result.err


UNIT = ["rank", "--health", "4", "--range", "1", "--move", "3", "--power", "2"]


def test_a_unit_is_rated(run: Any) -> None:
    shown = run(*UNIT, "--abilities", "charge, sweep")
    assert shown.code == 0
    assert "cost 27, rank paragon, 15 RP" in shown.out
    data = json.loads(run(*UNIT, "--json").out)
    assert (data["cost"], data["rank"], data["points"]) == (19, "elite", 6)
    assert data["steps"]["power"]["rank"] == "champion"
    dear = run("rank", "--health", "10", "--range", "5", "--move", "5", "--power", "5")
    assert dear.code == 0
    assert "30" in dear.err
    assert data["problems"] == []
    dear = run("rank", "--health", "10", "--range", "5", "--move", "5", "--power", "5", "--json", "--lang", "es")
    (problem,) = json.loads(dear.out)["problems"]
    assert "30" in problem
    assert problem in dear.err


def test_a_table_is_priced(run: Any) -> None:
    Path("in.csv").write_text(
        "name,health,range,move,power,abilities\nÁna,4,1,3,2,charge;sweep\nBob,0,1,1,1,\nCyd,10,9,9,9,\nDee,1,1,1,1,\n",
        encoding="utf-8",
    )
    done = run("rank", "--csv", "in.csv")
    assert done.code == 2, "one row is bad"
    rows = list(csv.reader(io.StringIO(done.out)))
    assert rows[0] == ["name", "health", "range", "move", "power", "abilities", "cost", "rank", "points"]
    assert [row[0] for row in rows[1:]] == ["Ána", "Cyd", "Dee"]
    assert rows[1][-3:] == ["27", "paragon", "15"]
    assert "row 2 (line 3): “health” is a whole number from 1 to 10, not “0”." in done.err
    assert "row 3 (line 4): it costs" in done.err


def test_a_dear_row_is_no_mistake_and_the_file_may_be_its_own_result(run: Any) -> None:
    Path("in.csv").write_text("health,range,move,power,abilities\n10,9,9,9,\n", encoding="utf-8")
    done = run("rank", "--csv", "in.csv", "-o", "in.csv")
    assert (done.code, done.out) == (0, "")
    assert Path("in.csv").read_text(encoding="utf-8").splitlines()[1].endswith("paragon,15")
    assert run("rank", "--csv", "in.csv", "-o", "in.csv").code == 0
    assert [path.name for path in Path().iterdir()] == ["in.csv"], "nothing is left lying about"


def test_a_stray_quote_spoils_one_row(run: Any) -> None:
    rows = ['4,1,3,2,"charge', "5,1,1,1,", "6,1,1,1,", '7,1,1,1,"feint"', "8,1,1,1,"]
    Path("in.csv").write_text("\r\n".join(["health,range,move,power,abilities", *rows, ""]), encoding="utf-8")
    done = run("rank", "--csv", "in.csv")
    assert done.code == 2
    assert [row[0] for row in csv.reader(io.StringIO(done.out))] == ["health", "5", "6", "7", "8"]
    assert done.err.splitlines()[0].startswith("row 1 (line 2):")
    assert len(done.err.splitlines()) == 2


@pytest.mark.parametrize("target", ["no/such/x.csv", "folder", "in.csv/x.csv"])
def test_a_target_that_cannot_be_written_is_named(run: Any, target: str) -> None:
    Path("folder").mkdir()
    Path("in.csv").write_text("health,range,move,power,abilities\n1,1,1,1,\n", encoding="utf-8")
    said = one_sentence(run("rank", "--csv", "in.csv", "-o", target))
    assert target in said
    assert ".part" not in said
    assert sorted(path.name for path in Path().iterdir()) == ["folder", "in.csv"]


@pytest.mark.parametrize(
    ("data", "named"),
    [
        ("health,range,move,power,abilities\n1,1,1,1,\n".encode("utf-16"), "UTF-16"),
        ("health,range,move,power,abilities\n1,1,1,1,\n".encode("utf-16-le"), "UTF-16"),
        (b"\xef\xbb\xbfhealth;range;move;power;abilities\r\n1;1;1;1;\r\n", "“;”"),
        (b"name,size\nA,1\n", "name, size"),
    ],
)
def test_a_table_of_another_kind_is_told_what_it_looks_like(run: Any, data: bytes, named: str) -> None:
    Path("in.csv").write_bytes(data)
    said = one_sentence(run("rank", "--csv", "in.csv"))
    assert "in.csv" in said
    assert named in said


def test_bytes_that_are_no_text_go_through(tmp_path: Path) -> None:
    given = b"note,health,range,move,power,abilities\n\xe9\xff,1,1,1,1,\n"
    done = subprocess.run(
        [sys.executable, "-m", "escaramuza", "barracks", "rank", "--csv", "-"],
        input=given,
        capture_output=True,
        check=True,
        cwd=tmp_path,
    )
    assert done.stdout == b"note,health,range,move,power,abilities,cost,rank,points\n\xe9\xff,1,1,1,1,,8,trooper,1\n"


def test_a_squad_is_checked(run: Any) -> None:
    good = run("squad", "check", "morvane")
    assert good.code == 0
    assert "30 of 30" in good.out
    assert "may play" in good.out
    bad = run("squad", "check", "10/3/3/3;10/3/3/3;10/3/3/3", "--lang", "es")
    assert bad.code == 2
    assert "Unidad 1: A cuesta 40" in bad.err
    assert "45 puntos de rango" in bad.err
    data = json.loads(run("squad", "check", "10/3/3/3", "--json").out)
    assert data["legal"] is False
    assert data["problems"][0]["unit"] == 0
    assert data["units"][0]["cost"] == 40


def test_a_name_is_not_taken_for_markup(run: Any) -> None:
    unit = {"name": "[/red] [bold]", "health": 1, "range": 1, "move": 1, "power": 1}
    Path("u.json").write_text(json.dumps(unit), encoding="utf-8")
    assert "[/red] [bold]" in run("squad", "check", "u.json").out


def test_squads_by_lot_are_written_and_read_again(run: Any) -> None:
    made = run("squad", "random", "--style", "swarm", "--points", "20", "--seed", "7", "-o", "s.json", "--lang", "fr")
    assert made.code == 0
    assert "s.json" in made.out
    assert "graine : 7" in made.out
    checked = json.loads(run("squad", "check", "s.json", "--json").out)
    assert checked["legal"] is True
    assert checked["points"] <= 20
    again = run("squad", "random", "--style", "swarm", "--points", "20", "--seed", "7", "--json", "--lang", "fr")
    assert again.out == Path("s.json").read_text(encoding="utf-8")
    assert run("squad", "random").code == 0


def test_a_unit_by_lot(run: Any) -> None:
    data = json.loads(run("unit", "random", "--rank", "champion", "--archetype", "scout", "--seed", "1", "--json").out)
    Path("u.json").write_text(json.dumps(data), encoding="utf-8")
    assert json.loads(run("squad", "check", "u.json", "--json").out)["points"] == 10


def test_a_unit_by_lot_is_shown_as_a_unit(run: Any) -> None:
    shown = run("unit", "random", "--rank", "champion", "--seed", "1", "-o", "u.json").out
    assert json.loads(Path("u.json").read_text(encoding="utf-8"))["unit"]["name"] in shown
    assert "champion" in shown
    assert "of 30" not in shown


def test_the_ready_squads(run: Any) -> None:
    for lang in ("es", "fr", "en"):
        shown = run("squad", "list", "--lang", lang).out
        assert all(id in shown for id in squads.ready_squads())
    listed = json.loads(run("squad", "list", "--json").out)
    assert [entry["id"] for entry in listed] == list(squads.ready_squads())


def test_codes(run: Any) -> None:
    code = run("code", "karyatis", "--lang", "es").out.strip()
    assert sharing.decode(code) == sharing.decode(sharing.encode(squads.ready_squads()["karyatis"], "es"))
    assert run("squad", "check", code).code == 0
    assert run("squad", "check", f"https://example.org/barracks?c={code}").code == 0


def test_printing(run: Any) -> None:
    done = run("print", "morvane", "-o", "m.pdf", "--paper", "letter", "--parts", "cards,board", "--lang", "fr")
    assert done.code == 0
    printed = PdfReader("m.pdf")
    assert len(printed.pages) == 3
    assert "Déplacement" in printed.pages[0].extract_text()
    assert run("print", "morvane", "-o", "m.pdf", "--address", "https://example.org/").code == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["rank", "--health", "4"], "--range"),
        (["rank", "--health", "many", "--range", "1", "--move", "1", "--power", "1"], "--health"),
        ([*UNIT[:-1], "11"], "power"),
        ([*UNIT, "--abilities", "fly"], "fly"),
        ([*UNIT, "--abilities", "charge,charge"], "charge"),
        ([*UNIT, "--csv", "x.csv"], "--csv"),
        (["rank", "--csv", "nowhere.csv"], "nowhere.csv"),
        (["squad", "check", "nowhere.json"], "nowhere.json"),
        (["squad", "check", "S1AAAAAAAAAAAAAAAA"], "code"),
        (["squad", "check", "http://[x"], "code"),
        (["squad", "check", "x" * 5000], "xxx"),
        (["squad", "check"], "FILE"),
        (["squad", "random", "--style", "lazy"], "lazy"),
        (["squad", "random", "--points", "31"], "31"),
        (["squad", "random", "--seed", "-1"], "--seed"),
        (["unit", "random", "--rank", "king"], "king"),
        (["unit", "random", "--archetype", "cook"], "cook"),
        (["code", "4/1/3"], "4/1/3"),
        (["print", "morvane", "--paper", "a5"], "a5"),
        (["print", "morvane", "--parts", "poster"], "poster"),
        (["print", "morvane", "--address", "here"], "here"),
        (["print", "morvane", "-o", "no/such/folder.pdf"], "no/such/folder.pdf"),
        (["squad", "list", "--lang", "de"], "de"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_gets_one_sentence_that_names_it(run: Any, arguments: list[str], named: str) -> None:
    assert named in one_sentence(run(*arguments))


def test_alone_it_shows_its_commands(run: Any) -> None:
    shown = run()
    assert shown.code == 2
    assert "Usage" in shown.err.splitlines()[0]
    assert "squad" in shown.err

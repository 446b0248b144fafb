"""`escaramuza maps`."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from escaramuza.cli.main import run as run_main
from escaramuza.games.cafe import map_codes, maps
from escaramuza.games.cafe.random_maps import random_map
from escaramuza.games.forglory import maps as battle_maps
from escaramuza.games.forglory.random_maps import random_map as random_battle_map
from escaramuza.maps import library


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        with pytest.raises(SystemExit) as ended:
            run_main(["maps", *arguments])
        shown = capsys.readouterr()
        return Result(int(ended.value.code or 0), shown.out, shown.err)

    return call


def one_sentence(result: Result) -> str:
    assert result.code == 2, result
    assert result.out == ""
    assert len(result.err.strip().splitlines()) == 1, result.err
    return result.err


def test_the_ready_maps_are_listed(run: Run) -> None:
    shown = run("list", "--lang", "es")
    assert shown.code == 0
    assert "La primera taza" in shown.out
    assert "bosque 4" in shown.out
    data = json.loads(run("list", "--json").out)
    assert [entry["id"] for entry in data] == list(maps.ready_maps())


def test_a_map_by_lot_is_written_checked_and_shared(run: Run) -> None:
    made = run("random", "--symmetric", "--seed", "7", "-o", "map.json")
    assert made.code == 0
    assert "symmetric:7: 90 × 60 cm" in made.out
    field = random_map(7, symmetric=True)
    assert library.read("map.json") == field
    assert json.loads(run("random", "--symmetric", "--seed", "7", "--json").out) == json.loads(library.dumps(field))
    checked = run("check", "map.json")
    assert checked.code == 0
    assert "The map can be played on." in checked.out
    code = run("code", "map.json").out.strip()
    assert code == map_codes.encode(field)
    for source in (code, f"https://example.org/maps?c={code}", f"example.org/maps?c={code}", "symmetric:7"):
        assert run("code", source).out.strip() == code
    Path("code.txt").write_text(code + "\n", encoding="utf-8")
    assert run("code", "code.txt").out.strip() == code
    other = run("random")
    assert other.code == 0
    assert "random:" in other.out


def test_a_map_alone_and_from_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    field = maps.default_map()
    Path("bare.json").write_text(field.model_dump_json(), encoding="utf-8")
    assert library.read("bare.json") == field
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(library.dumps(field).encode())))
    assert run("code", "-").out.strip() == map_codes.encode(field)


def test_everything_wrong_is_told(run: Run) -> None:
    bad = maps.default_map().model_copy(update={"gap": 100, "height": 1})
    library.write("bad.json", bad)
    shown = run("check", "bad.json", "--lang", "fr")
    assert shown.code == 2
    assert "La table mesure 0,01 cm de haut" in shown.err
    assert len(shown.err.splitlines()) == len(maps.problems(bad))
    data = json.loads(run("check", "bad.json", "--json").out)
    assert data["legal"] is False
    assert [problem["code"] for problem in data["problems"]] == [problem.code for problem in maps.problems(bad)]


def test_what_cannot_be_read_is_one_sentence(run: Run) -> None:
    files = {
        "broken.json": "{",
        "list.json": "[]",
        "squad.json": '{"escaramuza": "squad"}',
        "foreign.txt": "hello",
        "newer.json": '{"escaramuza": "map", "version": 2, "map": {}}',
        "bare.json": '{"name": "x"}',
        "none.json": '{"escaramuza": "map", "version": 1}',
        "deep.json": "[" * 100_000,
    }
    for name, text in files.items():
        Path(name).write_text(text, encoding="utf-8")
        assert name in one_sentence(run("check", name))
    Path("bytes.json").write_bytes(b"\xff\xfe\xff")
    Path("long.json").write_text(" " * (library.MOST_BYTES + 1), encoding="utf-8")
    for name in ("bytes.json", "long.json"):
        assert name in one_sentence(run("check", name))
    assert "first-cup" in one_sentence(run("check", "nowhere"))
    assert "first-cup" in one_sentence(run("check", "x" * 5000))
    assert "first-cup" in one_sentence(run("check", ""))
    assert "damaged" in one_sentence(run("check", "M1AAAAAAAAAA"))
    assert "damaged" in one_sentence(run("check", "https://example.org/maps"))
    assert "9007199254740991" in one_sentence(run("check", "random:99999999999999999"))
    assert "--seed" in one_sentence(run("random", "--seed", "-1"))


def test_the_ready_maps_of_a_game(run: Run) -> None:
    shown = run("list", "--game", "forglory", "--lang", "fr")
    assert shown.code == 0
    assert "Le pont de Velmora" in shown.out
    assert "gué 2" in shown.out
    data = json.loads(run("list", "--game", "forglory", "--json").out)
    assert [entry["id"] for entry in data] == list(battle_maps.ready_maps())
    assert "cafe, forglory" in one_sentence(run("list", "--game", "tactics"))


def test_a_map_of_for_glory_is_written_checked_and_shared(run: Run) -> None:
    made = run("random", "--game", "forglory", "--symmetric", "--seed", "7", "-o", "map.json")
    assert made.code == 0
    field = random_battle_map(7, symmetric=True)
    assert f"symmetric:7: {field.width // 100} × {field.height // 100} cm, roads: 3, objectives: 5" in made.out
    assert library.read("map.json") == field
    assert json.loads(Path("map.json").read_text(encoding="utf-8"))["game"] == "forglory"
    checked = run("check", "map.json")
    assert checked.code == 0
    assert "The map can be played on." in checked.out
    code = run("code", "map.json").out.strip()
    assert code == battle_maps.BOOK.encode(field)
    assert run("code", "symmetric:7", "--game", "forglory").out.strip() == code
    for source in (code, f"https://example.org/maps?c={code}"):
        assert run("code", source).out.strip() == code, "a code tells its game"
    assert run("code", "velmora").out.strip() == battle_maps.BOOK.encode(battle_maps.default_map())


def test_a_file_tells_its_game(run: Run) -> None:
    field = battle_maps.default_map()
    bare = field.model_dump(mode="json")
    Path("roads.json").write_text(json.dumps(bare), encoding="utf-8")
    assert library.read("roads.json") == field
    Path("named.json").write_text(json.dumps({"game": "forglory", "name": "x"}), encoding="utf-8")
    assert library.read("named.json") == battle_maps.Map(name="x")
    Path("plain.json").write_text(json.dumps({"name": "x"}), encoding="utf-8")
    assert library.read("plain.json", "forglory") == battle_maps.Map(name="x")
    assert "plain.json" in one_sentence(run("check", "plain.json")), "for the other game objectives are missing"
    assert run("check", "plain.json", "--game", "forglory").code == 0
    for game_id in ("chess", ["cafe"], None):
        Path("other.json").write_text(json.dumps({"game": game_id, "name": "x"}), encoding="utf-8")
        assert "other.json" in one_sentence(run("check", "other.json"))


def test_a_map_of_another_game_is_refused(run: Run) -> None:
    library.write("cafe.json", maps.default_map())
    for source in ("cafe.json", "first-cup", map_codes.encode(maps.default_map())):
        said = one_sentence(run("check", source, "--game", "forglory"))
        assert said.strip() == "This is a map of Escaramuzas de Café."
    assert "This is a map of For Glory." in one_sentence(run("check", "velmora", "--game", "cafe"))


def test_everything_wrong_with_a_map_of_for_glory_is_told(run: Run) -> None:
    bad = battle_maps.default_map().model_copy(update={"roads": (((0, 0),),), "height": 1})
    library.write("bad.json", bad)
    shown = run("check", "bad.json", "--lang", "es")
    assert shown.code == 2
    assert "Carretera 1" in shown.err
    assert len(shown.err.splitlines()) == len(battle_maps.problems(bad))

"""`escaramuza print`: a game to cut out."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pypdf import PdfReader

from escaramuza.cli.main import run as run_main
from escaramuza.games.cafe import map_codes
from escaramuza.games.cafe.maps import default_map, ready_maps
from escaramuza.games.forglory.maps import BOOK as FOR_GLORY
from escaramuza.maps import library as maps


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
            run_main(["print", *arguments])
        shown = capsys.readouterr()
        return Result(int(ended.value.code or 0), shown.out, shown.err)

    return call


def test_everything_is_printed_unless_told(run: Any) -> None:
    done = run("cafe")
    assert done.code == 0
    assert "cafe.pdf" in done.out
    assert len(PdfReader("cafe.pdf").pages) == 17


def test_for_glory(run: Any) -> None:
    done = run("forglory")
    assert done.code == 0 and "forglory.pdf" in done.out
    assert len(PdfReader("forglory.pdf").pages) == 10
    armies = ["--south", "2li:v hc / 3LnInf", "--north", "2FA / 2LC"]
    done = run("forglory", "-o", "x.pdf", "--parts", "armies,units", "--scale", "half", "--lang", "es", *armies)
    assert done.code == 0
    front, _, south, north = (page.extract_text() for page in PdfReader("x.pdf").pages)
    assert front.count("LnInf") == 3 and south.count("veterana") == 2 and "7 puntos" in south.replace("\xa0", " ")
    assert "Artillería a pie" in north
    assert run("forglory", "-o", "b.pdf", "--parts", "armies", "--battle", "corvaldes").code == 0
    assert "General Lasalde" in PdfReader("b.pdf").pages[0].extract_text()


def test_tactics(run: Any) -> None:
    done = run("tactics", "--lang", "fr")
    assert done.code == 0 and "tactics.pdf" in done.out
    assert len(PdfReader("tactics.pdf").pages) == 3
    for strange in (["--map", "first-cup"], ["--full-size-map"], ["--blue", "T5"]):
        refused = run("tactics", *strange)
        assert refused.code == 2 and f"{strange[0]} means nothing for Tactics." in refused.err


def test_maps_of_for_glory(run: Any) -> None:
    code = FOR_GLORY.encode(FOR_GLORY.default().model_copy(update={"name": "Campo de casa"}))
    for source, named in ((code, "Campo de casa"), ("hollenmar", "Hollenmar"), ("random:7", "1 : ")):
        assert run("forglory", "-o", "m.pdf", "--parts", "map", "--map", source).code == 0
        assert named in PdfReader("m.pdf").pages[0].extract_text().replace("\xa0", " ")


def test_parts_armies_paper_and_language(run: Any) -> None:
    armies = ["--blue", "T5", "--red", "d6"]
    done = run("cafe", "-o", "x.pdf", "--parts", "units, score", "--paper", "letter", "--lang", "fr", *armies)
    assert done.code == 0
    front, back, score = PdfReader("x.pdf").pages
    assert front.extract_text().count("Thanary") == 5
    assert front.extract_text().count("Domucor") == 6
    assert "Domucor" not in back.extract_text()
    assert "manche" in score.extract_text()
    assert float(front.mediabox.width) == pytest.approx(612)


def test_maps_by_name_lot_code_link_and_file(run: Any) -> None:
    field = default_map().model_copy(update={"name": "Mesa del bar"})
    code = map_codes.encode(field)
    maps.write("mine.json", field)
    for source in ("mine.json", code, f"https://example.org/maps?c={code}"):
        assert run("cafe", "-o", "m.pdf", "--parts", "map", "--map", source).code == 0
        assert "Mesa del bar" in PdfReader("m.pdf").pages[0].extract_text()
    for source in (list(ready_maps())[1], "random:7"):
        assert run("cafe", "-o", "m.pdf", "--parts", "map", "--map", source).code == 0
    assert len(PdfReader("m.pdf").pages) == 1


def test_the_map_in_full_size(run: Any) -> None:
    assert run("cafe", "-o", "m.pdf", "--parts", "map", "--full-size-map").code == 0
    assert len(PdfReader("m.pdf").pages) == 1 + 15


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["chess"], "chess"),
        (["escarmouche"], "barracks print"),
        (["cafe", "--paper", "a5"], "a5"),
        (["cafe", "--parts", "poster"], "poster"),
        (["cafe", "--parts", ""], "units"),
        (["cafe", "--blue", "Q3"], "Q3"),
        (["cafe", "--red", "A1"], "5"),
        (["cafe", "--map", "nowhere"], "nowhere"),
        (["cafe", "--map", "M1AAAAAAAAAAAAAAAA"], "code"),
        (["cafe", "--map", "bad.json"], "3"),
        (["cafe", "-o", "no/such/folder.pdf"], "no/such/folder.pdf"),
        (["cafe", "--lang", "de"], "de"),
        (["cafe", "--south", "2LC / 2LC"], "--south"),
        (["cafe", "--map", "velmora"], "For Glory"),
        (["forglory", "--blue", "A5"], "--blue"),
        (["forglory", "--parts", "cards"], "cards"),
        (["forglory", "--scale", "triple"], "triple"),
        (["forglory", "--battle", "waterloo"], "waterloo"),
        (["forglory", "--south", "3LnInf"], "division"),
        (["forglory", "--north", "2XX / 2LC"], "2XX"),
        (["forglory", "--map", "first-cup"], "Café"),
        ([], "GAME"),
    ],
)
def test_bad_input_gets_one_sentence_that_names_it(run: Any, arguments: list[str], named: str) -> None:
    bare = default_map().model_dump(mode="json")
    Path("bad.json").write_text(json.dumps({**bare, "objectives": []}), encoding="utf-8")
    done = run(*arguments)
    assert done.code == 2, done
    assert done.out == ""
    assert len(done.err.strip().splitlines()) == 1, done.err
    assert named in done.err

"""Squad files, links and codes: read, written, and refused with a clear word."""

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.games.escarmouche import sharing, squads
from escaramuza.games.escarmouche.squads import Squad, Unit
from escaramuza.squads import library
from escaramuza.squads.words import SquadError, Unfit
from tests.squads import drafts

KEYS = st.sampled_from(["escaramuza", "version", "squad", "name", "units", "health", "x"])
JSONS = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner)
)
ODD_LINKS = st.text().map(lambda text: f"http://{text}")
MORVANE = squads.ready_squads()["morvane"]


@given(st.one_of(drafts.units, drafts.squads))
@settings(deadline=None)
def test_a_file_brings_back_what_was_written(what: Unit | Squad) -> None:
    assert library.loads(library.dumps(what).encode(), "x") == what


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    file = tmp_path / "squad.json"
    library.write(str(file), MORVANE)
    data = json.loads(file.read_text(encoding="utf-8"))
    assert (data["escaramuza"], data["version"], data["squad"]["name"]) == ("squad", 1, "Morvane")
    assert library.find(str(file)) == MORVANE


@pytest.mark.parametrize("form", ["bare squad", "bare unit", "code", "bom", "link", "short"])
def test_other_forms_of_a_file(form: str) -> None:
    unit = MORVANE.units[0]
    code = sharing.encode(MORVANE, "fr")
    forms: dict[str, tuple[str, Unit | Squad]] = {
        "bare squad": (MORVANE.model_dump_json(), MORVANE),
        "bare unit": (unit.model_dump_json(), unit),
        "code": (code + "\n", sharing.decode(code)),
        "bom": ("\ufeff" + library.dumps(MORVANE), MORVANE),
        "link": (f"https://example.org/barracks?c={code}", sharing.decode(code)),
        "short": ("4/1/3/2+charge;3/3/2/2\n", squads.from_short("4/1/3/2+charge;3/3/2/2")),
    }
    text, what = forms[form]
    assert library.loads(text.encode(), "x") == what


def test_what_a_command_may_name() -> None:
    code = sharing.encode(MORVANE)
    assert library.find("morvane") == MORVANE
    assert library.find(code) == library.find(f"http://h/barracks?x=1&c={code}") == sharing.decode(code)
    assert library.squad_of(library.find(sharing.encode(MORVANE.units[0]))).units[0].name == "Aldric Morvane"


@pytest.mark.parametrize(
    "pasted",
    [
        "localhost:8000/barracks?c={}",
        "example.org/barracks/?x=1&c={}#top",
        "HTTPS://example.org/barracks?c={}",
        "http://[::1]:8000/barracks?c={}",
        "<https://example.org/barracks?c={}>.",
        "(https://example.org/barracks?c={})",
        "{}.",
        "{});",
        "{}>,\n",
    ],
)
def test_codes_and_links_as_they_are_pasted(pasted: str) -> None:
    code = sharing.encode(MORVANE)
    given = pasted.format(code)
    assert library.find(given) == library.loads(given.encode(), "x") == sharing.decode(code)


def test_a_short_form_may_be_spread_over_lines() -> None:
    assert library.find("4/1/3/2 ;\n3/3/2/2") == squads.from_short("4/1/3/2;3/3/2/2")


@pytest.mark.parametrize("source", ["x" * 5000, "", "a\nb", "dir/" * 2000, "\udcff", "x\0y"])
def test_what_names_nothing_is_told_so_in_one_line(source: str) -> None:
    with pytest.raises(SquadError) as caught:
        library.find(source)
    assert caught.value.code == "NO_SUCH_SQUAD"
    assert len(caught.value.sentence("en")) < 300
    assert len(caught.value.sentence("en").splitlines()) == 1


SOURCES = st.one_of(
    st.text(),
    ODD_LINKS,
    st.text().map(lambda text: f"h/barracks?c={text}"),
    st.from_regex(r"[US]1[A-Za-z0-9_-]{8,40}", fullmatch=True),
    st.from_regex(r"\d{1,3}/\d{1,3}/\d{1,3}/\d{1,3}(.|\s){0,20}", fullmatch=True),
)


@given(SOURCES)
@settings(deadline=None)
def test_whatever_a_command_names_it_is_a_squad_or_a_sentence(source: str) -> None:
    try:
        said = library.squad_of(library.find(source)).name
    except EscaramuzaError as error:
        said = error.sentence("fr")
    except OSError as error:
        said = str(error)
    assert said


@pytest.mark.parametrize("depth", [*range(900, 1000, 7), 100_000])
def test_nested_too_deep(depth: int) -> None:
    data = '{"name": "S", "health": ' + "[" * depth + "]" * depth + "}"
    with pytest.raises(EscaramuzaError) as caught:
        library.loads(data.encode(), "x.json")
    assert caught.value.sentence("es")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.BytesIO(library.dumps(MORVANE).encode())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=given))
    assert library.find("-") == MORVANE


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def squad_text(**change: Any) -> bytes:
    return json.dumps({**json.loads(library.dumps(MORVANE)), **change}).encode()


@pytest.mark.parametrize(
    ("data", "code", "named"),
    [
        (b"", "SQUAD_FILE_FOREIGN", "x.json"),
        (b"\xff\xfe\x00", "SQUAD_FILE_FOREIGN", "x.json"),
        (b"hello", "SQUAD_FILE_FOREIGN", "x.json"),
        (b"[]", "SQUAD_FILE_FOREIGN", "x.json"),
        (b"[" * 100_000, "SQUAD_FILE_FOREIGN", "x.json"),
        (b'{"name": ' + b"9" * 10_000 + b"}", "SQUAD_FILE_FOREIGN", "x.json"),
        (b'{\n"name": }', "SQUAD_FILE_JSON", "2"),
        (squad_text(version=7), "SQUAD_FILE_VERSION", "7"),
        (squad_text(escaramuza="army"), "SQUAD_FILE_KIND", "squad"),
        (b'{"escaramuza": "unit", "version": 1}', "SQUAD_FILE_KIND", "unit"),
        (b'{"escaramuza": ["unit"], "version": 1}', "SQUAD_FILE_KIND", "unit"),
        (squad_text(squad={"name": "S", "units": [{"name": "A"}]}), "FIELD_MISSING", "units[1].health"),
        (b'{"name": "S"}', "FIELD_MISSING", "health"),
        (b"S1AAAAAAAAAAAAAAAA", "CODE_DAMAGED", "x.json"),
        (b"https://example.org/barracks", "CODE_DAMAGED", "x.json"),
        (b"http://[x", "CODE_DAMAGED", "x.json"),
        (b"localhost:8000/barracks?c=", "CODE_DAMAGED", "x.json"),
    ],
)
def test_a_wrong_file_is_told_what_is_wrong(data: bytes, code: str, named: str) -> None:
    with pytest.raises((SquadError, Unfit)) as caught:
        library.loads(data, "x.json")
    assert caught.value.code == code
    assert all(named in caught.value.sentence(lang) for lang in ("es", "fr", "en"))


@given(st.one_of(st.binary(), JSONS.map(lambda data: json.dumps(data).encode()), ODD_LINKS.map(_encoded)))
@settings(deadline=None)
def test_whatever_is_in_a_file_it_is_read_or_refused(data: bytes) -> None:
    try:
        said = library.loads(data, "x.json").name
    except EscaramuzaError as error:
        said = error.sentence("es")
    assert said


def test_no_file_and_too_long_a_file(tmp_path: Path) -> None:
    with pytest.raises(SquadError) as caught:
        library.find(str(tmp_path / "nothing.json"))
    assert "morvane" in caught.value.sentence("en")
    long = tmp_path / "long.json"
    long.write_bytes(b" " * (library.MOST_BYTES + 1))
    with pytest.raises(SquadError) as caught:
        library.find(str(long))
    assert caught.value.code == "SQUAD_FILE_LONG"
    with pytest.raises(OSError):
        library.find(str(tmp_path))

"""REST: print and play of For Glory."""

import dataclasses
import io
from typing import Any

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from escaramuza.games.forglory.maps import BOOK, default_map
from escaramuza.press.forglory import PARTS, SCALES
from escaramuza.server.games import forglory as forglory_print
from escaramuza.server.games.forglory import ForGloryPrintBody

ADDRESS = "/api/forglory/print"


def printed(client: TestClient, **body: Any) -> PdfReader:
    answer = client.post(ADDRESS, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert "for-glory.pdf" in answer.headers["content-disposition"]
    return PdfReader(io.BytesIO(answer.content))


def error_of(answer: Any) -> tuple[str, dict[str, str]]:
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    return error["code"], error["text"]


def test_everything(client: TestClient) -> None:
    assert len(printed(client, what=list(PARTS)).pages) == 10
    assert list(forglory_print.Part.__args__) == list(PARTS)
    assert list(ForGloryPrintBody.model_fields["scale"].annotation.__args__) == list(SCALES)  # type: ignore[union-attr]


def test_armies_scale_paper_and_language(client: TestClient) -> None:
    pages = printed(
        client,
        what=["units", "armies"],
        south_army="3LI:E / 2HC",
        north_army="2FA / 2HA 2LC",
        scale="double",
        paper="letter",
        lang="fr",
    ).pages
    fronts = "".join(page.extract_text() for page in pages[:4:2])
    assert [fronts.count(code) for code in ("LnInf", "LI", "HC", "LC", "FA", "HA")] == [0, 3, 2, 2, 2, 2]
    assert fronts.count("élite") == 3
    assert "Feuille d’armée" in pages[-1].extract_text()
    assert float(pages[0].mediabox.width) == pytest.approx(612)


def test_battles_bring_their_map_and_names(client: TestClient) -> None:
    (overview, *sheets) = printed(client, what=["map", "armies"], battle="corvaldes", lang="es").pages
    assert "Corvaldes" in overview.extract_text()
    assert "General Lasalde" in sheets[0].extract_text()
    (overview,) = printed(client, what=["map"], battle="corvaldes", map="velmora", lang="es").pages
    assert "Velmora" in overview.extract_text()


def test_maps_by_name_code_and_as_they_are(client: TestClient) -> None:
    field = default_map().model_copy(update={"name": "Campo de casa"})
    for given in (field.model_dump(mode="json"), BOOK.encode(field)):
        assert "Campo de casa" in printed(client, what=["map"], map=given).pages[0].extract_text()
    for given in ("hollenmar", "random:7", None):
        assert len(printed(client, what=["map"], map=given).pages) == 1
    assert len(printed(client, what=["map"], full_size_map=True, scale="half").pages) == 9


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"what": []}, "BAD_MESSAGE"),
        ({"what": ["cards"]}, "BAD_MESSAGE"),
        ({"paper": "a5"}, "BAD_MESSAGE"),
        ({"scale": "triple"}, "BAD_MESSAGE"),
        ({"lang": "de"}, "BAD_MESSAGE"),
        ({"address": "https://example.org"}, "BAD_MESSAGE"),
        ({"battle": "waterloo"}, "UNKNOWN_BATTLE"),
        ({"south_army": "Q3 / 2LC"}, "ARMY_TEXT"),
        ({"north_army": "3LnInf"}, "ARMY_DIVISIONS"),
        ({"map": "nowhere"}, "UNKNOWN_MAP"),
        ({"map": "first-cup"}, "UNKNOWN_MAP"),
        ({"map": {"name": "x", "kind": "y"}}, "MAP_FIELD_UNKNOWN"),
        ({"map": 7}, "MAP_FORM"),
        ({"map": {"name": "x", "width": 100}}, "MAP_WIDTH"),
    ],
)
def test_what_cannot_be_printed(client: TestClient, change: dict[str, Any], code: str) -> None:
    found, text = error_of(client.post(ADDRESS, json={"what": ["map"], **change}))
    assert found == code
    assert set(text) == {"es", "fr", "en"}


def test_half_letters_are_quoted_whole(client: TestClient) -> None:
    for name, code in (("map", "UNKNOWN_MAP"), ("battle", "UNKNOWN_BATTLE"), ("south_army", "ARMY_TEXT")):
        body = f'{{"what": ["map"], "{name}": "\\ud800"}}'.encode()
        answer = client.post(ADDRESS, content=body, headers={"content-type": "application/json"})
        assert error_of(answer)[0] in (code, "BAD_MESSAGE")


def test_a_long_queue_is_refused(client: TestClient) -> None:
    jobs = client.app.state.hub.jobs  # type: ignore[attr-defined]
    jobs.settings = dataclasses.replace(jobs.settings, most_prints_waiting=0)
    answer = client.post(ADDRESS, json={"what": ["score"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "TOO_FAST")

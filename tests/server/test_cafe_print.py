"""REST: print and play of Escaramuzas de Café."""

import dataclasses
import io
from typing import Any

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from escaramuza.games.cafe import map_codes
from escaramuza.games.cafe.maps import default_map
from escaramuza.press.cafe import PARTS
from escaramuza.server.games import cafe as cafe_print

ADDRESS = "/api/cafe/print"


def printed(client: TestClient, **body: Any) -> PdfReader:
    answer = client.post(ADDRESS, json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert "escaramuzas-de-cafe.pdf" in answer.headers["content-disposition"]
    return PdfReader(io.BytesIO(answer.content))


def error_of(answer: Any) -> tuple[str, dict[str, str]]:
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    return error["code"], error["text"]


def test_everything(client: TestClient) -> None:
    assert len(printed(client, what=list(PARTS)).pages) == 17
    assert list(cafe_print.Part.__args__) == list(PARTS)


def test_armies_paper_and_language(client: TestClient) -> None:
    pages = printed(client, what=["units", "score"], blue_army="T5", red_army="D6", paper="letter", lang="fr").pages
    assert pages[0].extract_text().count("Thanary") == 5
    assert "manche" in pages[2].extract_text()
    assert float(pages[0].mediabox.width) == pytest.approx(612)


def test_maps_by_name_code_and_as_they_are(client: TestClient) -> None:
    field = default_map().model_copy(update={"name": "Mesa del bar"})
    for given in (field.model_dump(mode="json"), map_codes.encode(field)):
        assert "Mesa del bar" in printed(client, what=["map"], map=given).pages[0].extract_text()
    for given in ("first-cup", "random:7", None):
        assert len(printed(client, what=["map"], map=given).pages) == 1
    assert len(printed(client, what=["map"], full_size_map=True).pages) == 16


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"what": []}, "BAD_MESSAGE"),
        ({"what": ["poster"]}, "BAD_MESSAGE"),
        ({"paper": "a5"}, "BAD_MESSAGE"),
        ({"lang": "de"}, "BAD_MESSAGE"),
        ({"address": "https://example.org"}, "BAD_MESSAGE"),
        ({"blue_army": "Q3"}, "ARMY_TEXT"),
        ({"red_army": "A1"}, "ARMY_SIZE"),
        ({"map": "nowhere"}, "UNKNOWN_MAP"),
        ({"map": "M1AAAAAAAAAAAAAAAA"}, "MAP_CODE_DAMAGED"),
        ({"map": {"name": "x"}}, "MAP_FIELD_MISSING"),
        ({"map": 7}, "MAP_FORM"),
        ({"map": {"name": "x", "objectives": []}}, "MAP_OBJECTIVES"),
    ],
)
def test_what_cannot_be_printed(client: TestClient, change: dict[str, Any], code: str) -> None:
    found, text = error_of(client.post(ADDRESS, json={"what": ["map"], **change}))
    assert found == code
    assert set(text) == {"es", "fr", "en"}


def test_half_letters_are_no_map(client: TestClient) -> None:
    body = b'{"what": ["map"], "map": "\\ud800"}'
    answer = client.post(ADDRESS, content=body, headers={"content-type": "application/json"})
    assert error_of(answer)[0] == "UNKNOWN_MAP"


def test_a_long_queue_is_refused(client: TestClient) -> None:
    jobs = client.app.state.hub.jobs  # type: ignore[attr-defined]
    jobs.settings = dataclasses.replace(jobs.settings, most_prints_waiting=0)
    answer = client.post(ADDRESS, json={"what": ["score"]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "TOO_FAST")

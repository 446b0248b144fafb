"""REST: print and play of Tactics, and the quick references."""

import io
from typing import Any

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from escaramuza.press.tactics import PARTS
from escaramuza.server.games import tactics as tactics_print

ADDRESS = "/api/tactics/print"


def test_everything(client: TestClient) -> None:
    answer = client.post(ADDRESS, json={"what": list(PARTS), "paper": "letter", "lang": "es"})
    assert answer.status_code == 200, answer.text
    assert "tactics.pdf" in answer.headers["content-disposition"]
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) == 3 and float(pages[0].mediabox.width) == pytest.approx(612)
    assert "Quién captura a quién" in pages[2].extract_text()
    assert list(tactics_print.Part.__args__) == list(PARTS)


@pytest.mark.parametrize("change", [{"what": []}, {"what": ["map"]}, {"paper": "a5"}, {"lang": "de"}, {"address": "x"}])
def test_what_cannot_be_printed(client: TestClient, change: dict[str, Any]) -> None:
    answer = client.post(ADDRESS, json={"what": ["board"], **change})
    assert answer.status_code == 422 and answer.json()["error"]["code"] == "BAD_MESSAGE"


def test_quick_references(client: TestClient) -> None:
    told = client.get("/api/games/tactics/reference", params={"lang": "fr"}).json()
    assert told["blocks"][0]["title"] == "Qui prend qui" and len(told["blocks"][0]["rows"]) == 8
    assert client.get("/api/games/tactics/reference").json()["blocks"][0]["title"] == "Who takes whom"
    assert client.get("/api/games/chess/reference").status_code == 404
    assert client.get("/api/games/tactics/reference", params={"lang": "de"}).status_code == 422

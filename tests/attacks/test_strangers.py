"""Others who come by a guest's links: pages of other sites, and caches on the way."""

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import new_match


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://[::1", "http://evil@testserver", "file://", ""]
)
def test_a_stranger_is_told_so_whatever_it_calls_itself(client: TestClient, origin: str) -> None:
    token = new_match(client)["tokens"]["white"]
    with client.websocket_connect(f"/api/table/{token}", headers={"origin": origin}) as wire:
        assert wire.receive_json()["error"]["code"] == "STRANGER"


def test_nobody_on_the_way_keeps_what_a_link_opens(client: TestClient) -> None:
    made = client.post("/api/matches", json={"game": "tactics"})
    token = made.json()["tokens"]["white"]
    answers = [made, *(client.get(f"/api/matches/{one}") for one in (token, "nobody-s")), client.get("/api/nothing")]
    assert [answer.status_code for answer in answers] == [201, 200, 404, 404]
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)

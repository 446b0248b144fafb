"""What the server notes and counts: every request with its id, never a link; figures on a port of their own."""

import io
import json
import logging
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from prometheus_client import REGISTRY
from starlette.testclient import TestClient

from escaramuza.server import logs, metrics, processes
from escaramuza.server.store import Store
from tests import effort
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit


@pytest.fixture(params=["text", "json"])
def noted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Everything that is written, in both forms."""
    root, written = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    monkeypatch.setattr("sys.stderr", written)
    logs.set_up(request.param, "info")
    yield written
    root.handlers[:] = before
    root.setLevel(level)
    logging.getLogger("escaramuza").setLevel(logging.NOTSET)


def test_no_link_is_ever_noted(client: TestClient, noted: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    made = new_match(client, position=MIDDLE)
    token, other = made["tokens"]["white"], made["tokens"]["black"]
    with sit(client, token) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.act(guest.state["legal"][0]["action"])["ok"]
    for path in (
        f"/api/matches/{token}",
        f"/api/matches/{token}/file",
        f"/api/matches/{token}/nothing/of/this",
        f"/m/{token}",
        f"/replay/{token}?next=/m/{other}",
        f"//m//{token}",
        f"/api/table/{token}",
        f"/%6D/{token}",
    ):
        client.get(path, headers={"Referer": f"http://testserver/m/{token}"})
    client.delete(f"/api/matches/{made['spectator']}")

    async def fail(*_: Any) -> Any:
        raise RuntimeError(f"GET http://testserver/api/matches/{token} and /m/{other} went wrong")

    monkeypatch.setattr(Store, "open", fail)
    with sit(client, token) as wire:
        assert wire.receive_json()["type"] == "bye"
    text = noted.getvalue()
    assert "/api/matches/{token}" in text
    assert "went wrong" in text
    for secret in (token, other, made["spectator"]):
        assert secret not in text


def test_a_request_is_noted_with_its_id_and_its_match(client: TestClient, noted: io.StringIO) -> None:
    token = new_match(client)["tokens"]["white"]
    answer = client.get(f"/api/matches/{token}", headers={"X-Request-Id": "from-the-front.1"})
    assert answer.headers["X-Request-Id"] == "from-the-front.1"
    [id] = client.app.state.hub.live  # type: ignore[attr-defined]
    line = noted.getvalue().strip().splitlines()[-1]
    assert "from-the-front.1" in line
    assert id in line
    if line.startswith("{"):
        told = json.loads(line)
        assert (told["method"], told["path"], told["status"]) == ("GET", "/api/matches/{token}", 200)
        assert (told["request"], told["match"]) == ("from-the-front.1", id)


@pytest.mark.parametrize("bad", ["", "two words", "x" * 65, "line\tbreak", "é"])
def test_an_id_that_could_break_a_line_is_replaced(client: TestClient, bad: str) -> None:
    answer = client.get("/api/health", headers={"X-Request-Id": bad.encode("latin-1")})
    assert logs.KNOWN_ID.fullmatch(answer.headers["X-Request-Id"])
    assert answer.headers["X-Request-Id"] != bad


def test_every_answer_has_an_id(client: TestClient) -> None:
    seen = {client.get(path).headers["X-Request-Id"] for path in ("/api/health", "/api/nothing", "/", "/api/matches/x")}
    assert len(seen) == 4


def test_what_is_played_is_counted(client: TestClient) -> None:
    def value(name: str, **labels: str) -> float:
        return REGISTRY.get_sample_value(name, labels) or 0.0

    actions = value("escaramuza_actions_total", game="tactics")
    timed = value("escaramuza_action_seconds_count", game="tactics")
    stored = value("escaramuza_database_seconds_count")
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.act(guest.state["legal"][0]["action"])["ok"]
        assert value("escaramuza_connections") == 1
        assert value("escaramuza_live_matches") == 1
    assert value("escaramuza_actions_total", game="tactics") == actions + 1
    assert value("escaramuza_action_seconds_count", game="tactics") == timed + 1
    assert value("escaramuza_database_seconds_count") > stored
    assert sum(value("escaramuza_games", state=state) for state in metrics.STATES) >= 4


def test_figures_have_a_port_of_their_own(client: TestClient) -> None:
    server = metrics.answer(processes.listen("127.0.0.1", 0))
    try:
        with urllib.request.urlopen(
            f"http://127.0.0.1:{server.server_port}/metrics", timeout=effort.PATIENCE
        ) as answer:
            text = answer.read().decode()
    finally:
        server.shutdown()
        server.server_close()
    for name in ("actions_total", "action_seconds_bucket", "connections", "live_matches", "jobs", "games"):
        assert f"escaramuza_{name}" in text
    # The public port has a page there, and no figures.
    assert "escaramuza_actions" not in client.get("/metrics").text

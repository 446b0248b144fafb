"""A server answers before its games are compiled, says how far they are, and lets nobody fall between."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.kernel import jit
from escaramuza.preparation import crew
from escaramuza.server.app import create_app
from escaramuza.server.board import Board
from escaramuza.server.readiness import Readiness
from escaramuza.server.settings import Settings
from escaramuza.server.words import Problem
from tests.server.conftest import Guest, new_match

pytestmark = pytest.mark.skipif(jit.MODE == jit.PLAIN, reason="nothing is prepared in plain mode")


class Games:
    """Which games are ready, as a test wishes."""

    def __init__(self) -> None:
        self.ready = {"escarmouche", "cafe", "forglory"}

    def __call__(self, game_id: str, needs: Any) -> bool:
        return game_id in self.ready


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Games:
    """Tactics is not ready, and nobody works on it."""
    found = Games()
    monkeypatch.setattr(crew, "is_ready", found)
    monkeypatch.setattr(crew.Crew, "_add_worker", lambda self: None)
    return found


@pytest.fixture
def early(games: Games, settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings)) as opened:
        yield opened


def finish(client: TestClient, game_id: str) -> None:
    """The crew is done with a game."""
    del client.app.state.hub.readiness.crew.open[game_id]  # type: ignore[attr-defined]


def test_how_far_each_game_is(early: TestClient) -> None:
    found = {one["id"]: one for one in early.get("/api/readiness").json()}
    assert list(found) == ["tactics", "escarmouche", "cafe", "forglory"]
    assert found["escarmouche"] == {
        "id": "escarmouche",
        "name": "Escarmouche",
        "state": "ready",
        "share": 1.0,
        "seconds": 0.0,
        "why": "",
    }
    tactics = found["tactics"]
    assert (tactics["state"], tactics["share"], tactics["why"]) == ("waiting", 0.0, "")
    assert tactics["seconds"] > 0


def test_pages_and_lists_need_no_compiled_game(early: TestClient) -> None:
    assert early.get("/api/health").json()["ok"]
    assert [game["id"] for game in early.get("/api/games").json()] == ["tactics", "escarmouche", "cafe", "forglory"]
    assert early.get("/api/games/tactics/rules").status_code == 200


def test_a_match_of_a_game_that_is_not_ready_is_told_to_wait(early: TestClient) -> None:
    answer = early.post("/api/matches", json={"game": "tactics", "seats": {"white": "link", "black": "link"}})
    assert answer.status_code == 503
    error = answer.json()["error"]
    assert (error["code"], error["game"]) == ("PREPARING", "tactics")
    assert set(error["text"]) == {"es", "fr", "en"}
    assert "Tactics" in error["text"]["en"]
    finish(early, "tactics")
    assert new_match(early)["tokens"]


def test_a_written_position_and_a_file_wait_too(early: TestClient) -> None:
    position = early.get("/api/positions/tactics", params={"p": "6Sk/8/8/8/8/8/8/K7 w 11 - -"})
    assert position.json()["error"]["code"] == "PREPARING"
    text = next((Path(__file__).parent.parent / "golden" / "tactics").glob("*.match")).read_text(encoding="utf-8")
    assert early.post("/api/matches/import", json={"file": text}).json()["error"]["code"] == "PREPARING"


def test_other_games_are_played_meanwhile(early: TestClient) -> None:
    made = new_match(early, game="escarmouche")
    assert early.get(f"/api/matches/{made['tokens']['white']}").json()["game"] == "escarmouche"


def test_a_table_says_how_far_its_game_is_and_then_opens(games: Games, settings: Settings) -> None:
    games.ready.add("tactics")
    with TestClient(create_app(settings)) as before:
        token = new_match(before)["tokens"]["white"]
    games.ready.discard("tactics")
    with TestClient(create_app(settings)) as client, client.websocket_connect(f"/api/table/{token}") as session:
        first = session.receive_json()
        assert (first["type"], first["id"], first["state"]) == ("preparing", "tactics", "waiting")
        assert session.receive_json()["type"] == "preparing"
        finish(client, "tactics")
        assert Guest(session).hello()["type"] == "update"


def test_a_game_that_failed_says_why(early: TestClient) -> None:
    early.app.state.hub.readiness.crew.open["tactics"].why = "no luck"  # type: ignore[attr-defined]
    assert early.get("/api/readiness").json()[0]["state"] == "failed"
    answer = early.post("/api/matches", json={"game": "tactics", "seats": {}})
    assert answer.status_code == 503
    error = answer.json()["error"]
    assert error["code"] == "NOT_PREPARED"
    assert "no luck" in error["text"]["fr"]


def test_a_wanted_game_comes_first(games: Games, settings: Settings) -> None:
    games.ready.clear()
    with TestClient(create_app(settings)) as client:
        client.get("/api/readiness", params={"wanted": "cafe"})
        assert client.app.state.hub.readiness.crew.order[0] == "cafe"  # type: ignore[attr-defined]
        client.get("/api/readiness", params={"wanted": "chess"})
        assert client.app.state.hub.readiness.crew.order[0] == "cafe"  # type: ignore[attr-defined]


def test_all_processes_say_that_a_game_failed_and_how_far_the_others_are(games: Games) -> None:
    """One of them compiles; a game that it gives up is not waited for at the others."""
    games.ready -= {"cafe"}

    async def check() -> None:
        board = Board()
        first, other = Readiness(True, board), Readiness(False, board)
        assert other.of("tactics").state == "waiting", "nothing is known yet"
        first.start()
        first.crew.open["tactics"].why = "no luck"
        while (now := other.of("tactics")).state != "failed":
            await asyncio.sleep(0.01)
        assert now.why == "no luck"
        with pytest.raises(Problem, match="NOT_PREPARED"):
            await other.must_be_ready("tactics")
        assert other.of("cafe") == first.of("cafe")
        assert other.of("forglory").state == "ready"
        first.close()

    asyncio.run(asyncio.wait_for(check(), 60))


def test_a_game_that_is_wanted_at_another_process_comes_first(games: Games) -> None:
    games.ready.clear()

    async def check() -> None:
        board = Board()
        first, other = Readiness(True, board), Readiness(False, board)
        first.start()
        other.want("forglory")
        while first.crew.order[0] != "forglory":
            await asyncio.sleep(0.01)
        first.close()

    asyncio.run(asyncio.wait_for(check(), 60))


def test_a_board_that_is_being_written_is_not_believed() -> None:
    board = Board()
    assert board.read() == {}
    board.write({"tactics": {"state": "ready"}})
    board.memory[len(board.games) + 12] ^= 1
    assert board.read() == {}
    board.write({"tactics": {"state": "failed"}})
    assert board.read() == {"tactics": {"state": "failed"}}

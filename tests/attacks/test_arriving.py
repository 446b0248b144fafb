"""Two who come in the same moment, at different processes: what each of them brings stays."""

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from escaramuza.server.opening import open_engine
from tests.attacks.test_deleting import Pair, after_reading, servers
from tests.server.conftest import new_match
from tests.server.test_arriving import SMALL, arrive

__all__ = ["servers"]
OTHER = "4/1/2/2;3/1/2/2"


def squads(url: str) -> dict[str, object]:
    engine = open_engine(url)
    with engine.connect() as connection:
        found: dict[str, object] = connection.execute(text("SELECT options FROM matches")).scalar_one()
    engine.dispose()
    return found


def test_what_another_brings_in_the_same_moment_stays(
    servers: Pair, fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = servers
    made = new_match(here, game="escarmouche", terms={"brings": True})
    before = squads(fresh_postgres)

    def black_comes() -> None:
        client: TestClient = there
        assert arrive(client, made["tokens"]["black"], "Luc", brought=OTHER).status_code == 204

    after_reading(here, monkeypatch, black_comes)
    answer = arrive(here, made["tokens"]["white"], "Ana", brought=SMALL)
    assert answer.status_code == 204, answer.text
    after = squads(fresh_postgres)
    for option in ("white_squad", "black_squad"):
        assert after[option] != before[option]

"""Backups: whole, consistent, of either kind of database into either kind."""

import asyncio
import gzip
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect, text
from starlette.testclient import TestClient

from escaramuza.server import backup, database, tables
from escaramuza.server.app import create_app
from escaramuza.server.opening import DatabaseInUse, claim, open_engine
from escaramuza.server.settings import Settings
from escaramuza.server.store import Entry, Store
from tests.cli import calling
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit

SEATS = {"white": {"name": "Ñandú", "kind": "person", "agent": None}}
ROW = {"game": "tactics", "rules": 1, "options": {"x": [1, None]}, "seats": SEATS}
ROW |= {"position": None, "seed": "0" * 32, "finished": False}


@pytest.fixture
def empty_postgres(postgres: str) -> Iterator[str]:
    engine = open_engine(postgres)
    with engine.begin() as connection:
        for table in (*reversed(tables.metadata.sorted_tables), "alembic_version"):
            connection.execute(text(f'DROP TABLE IF EXISTS "{getattr(table, "name", table)}" CASCADE'))
    yield postgres
    engine.dispose()


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'here.db'}"


@pytest.fixture(params=["sqlite", "empty_postgres"])
def source(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


async def fill(url: str, matches: int = 3) -> None:
    store = Store(url)
    for number in range(matches):
        id = f"match-{number}"
        await store.create({"id": id, **ROW}, {f"token-{number}": ["white"], f"watch-{number}": []})
        await store.append(id, 0, [Entry("roll", "a" * 16, [3, 4]), Entry("undo", "b" * 16, [], kept=0)], False)
    await store.keep_analysis("match-0", [{"step": 0, "expected": 0.5}])
    store.close()


def rows_of(url: str) -> dict[str, list[Any]]:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = {
            table.name: [
                {name: backup._portable(value) for name, value in row.items()}
                for row in connection.execute(table.select().order_by(*table.primary_key)).mappings()
            ]
            for table in tables.metadata.sorted_tables
        }
    engine.dispose()
    return found


def test_a_backup_comes_back_into_either_kind(source: str, postgres: str, tmp_path: Path) -> None:
    asyncio.run(fill(source))
    before = rows_of(source)
    file = tmp_path / "all.backup"
    assert backup.write(source, file) == {"matches": 3, "tokens": 6, "steps": 6, "analyses": 1}
    assert file.stat().st_mode & 0o777 == 0o600, "it holds the dice to come"
    for target in (f"sqlite:///{tmp_path / 'there.db'}", postgres):
        backup.restore(file, target, force=True)
        assert rows_of(target) == before


def test_a_restored_match_goes_on(client: TestClient, settings: Settings, tmp_path: Path) -> None:
    made = new_match(client, position=MIDDLE, seats={"white": "person", "black": "person"})
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        moves = [option["action"] for option in guest.state["legal"] if option["kind"] == "move"]
        assert guest.act(moves[0])["ok"]
        # While the server works on it.
        backup.write(settings.database, tmp_path / "all.backup")
    other = f"sqlite:///{tmp_path / 'other.db'}"
    backup.restore(tmp_path / "all.backup", other)
    again = Settings(database=other, web=settings.web)
    with TestClient(create_app(again)) as server, sit(server, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert [step["action"] for step in guest.state["steps"]] == [moves[0]]
        assert guest.ask(type="undo")["ok"]


def test_a_backup_is_of_one_moment(source: str, tmp_path: Path) -> None:
    """While matches are written: no step is there without its match, and no gap in a log."""
    asyncio.run(fill(source, 1))
    stop = threading.Event()

    async def play() -> None:
        store, number = Store(source), 1
        while not stop.is_set():
            id = f"match-{number}"
            await store.create({"id": id, **ROW}, {f"token-{number}": ["white"]})
            for head in range(3):
                await store.append(id, head, [Entry("roll", "a" * 16, [])], False)
            number += 1
        store.close()

    writer = threading.Thread(target=lambda: asyncio.run(play()))
    writer.start()
    try:
        for turn in range(5):
            file = tmp_path / f"{turn}.backup"
            backup.write(source, file)
            lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
            matches = {line["row"]["id"] for line in lines if line.get("table") == "matches"}
            steps: dict[str, list[int]] = {}
            for line in lines:
                if line.get("table") == "steps":
                    steps.setdefault(line["row"]["match"], []).append(line["row"]["number"])
            assert steps.keys() <= matches
            assert all(numbers == list(range(len(numbers))) for numbers in steps.values())
    finally:
        stop.set()
        writer.join()


def test_what_is_there_stays_without_force(source: str, tmp_path: Path) -> None:
    asyncio.run(fill(source, 2))
    file = tmp_path / "all.backup"
    backup.write(source, file)
    before = rows_of(source)
    with pytest.raises(backup.NotEmpty):
        backup.restore(file, source)
    assert rows_of(source) == before
    backup.restore(file, source, force=True)
    assert rows_of(source) == before


@pytest.mark.parametrize("harm", ["cut", "turned", "no end", "other end", "two"])
def test_a_damaged_file_changes_nothing(sqlite: str, tmp_path: Path, harm: str) -> None:
    asyncio.run(fill(sqlite))
    file, before = tmp_path / "all.backup", rows_of(sqlite)
    backup.write(sqlite, file)
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    if harm == "cut":
        file.write_bytes(file.read_bytes()[:-20])
    elif harm == "turned":
        file.write_bytes(gzip.compress(b"".join(lines).replace(b'"roll"', b'"rolL"', 1)))
    elif harm == "no end":
        file.write_bytes(gzip.compress(b"".join(lines[:-1])))
    elif harm == "other end":
        file.write_bytes(gzip.compress(b"".join([*lines[:-2], lines[-1]])))
    else:
        file.write_bytes(gzip.compress(b"".join(lines * 2)))
    with pytest.raises(backup.Damaged):
        backup.restore(file, sqlite, force=True)
    assert rows_of(sqlite) == before


@pytest.mark.parametrize("header", [{"version": 2}, {"tables": "9999"}])
def test_a_newer_file_is_named_as_such(sqlite: str, tmp_path: Path, header: dict[str, Any]) -> None:
    first = {"form": backup.FORM, "version": 1, "tables": database.NEWEST, "made": ""} | header
    (tmp_path / "new.backup").write_bytes(gzip.compress(json.dumps(first).encode()))
    with pytest.raises(backup.Newer):
        backup.restore(tmp_path / "new.backup", sqlite)


def test_a_backup_of_older_tables_is_brought_up_to_date(sqlite: str, tmp_path: Path) -> None:
    from alembic import command

    engine, config = open_engine(sqlite), database.migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO matches (id, game, rules, options, seats, seed, finished) "
                "VALUES ('old', 'tactics', 1, '{}', '{}', '0', false)"
            )
        )
    file = tmp_path / "old.backup"
    backup.write(sqlite, file)
    with engine.connect() as connection:
        kept = {column["name"] for column in inspect(connection).get_columns("matches")}
        assert "rematch" not in kept, "reading changes nothing"
    engine.dispose()
    other = f"sqlite:///{tmp_path / 'other.db'}"
    backup.restore(file, other)
    [row] = rows_of(other)["matches"]
    assert row["id"] == "old"
    assert row["visited"] is not None


def test_a_file_that_a_server_works_on_is_not_replaced(sqlite: str, tmp_path: Path) -> None:
    asyncio.run(fill(sqlite))
    backup.write(sqlite, tmp_path / "all.backup")
    held = claim(sqlite)
    with pytest.raises(DatabaseInUse):
        backup.restore(tmp_path / "all.backup", sqlite, force=True)
    held.close()


def test_tables_of_others_stay(empty_postgres: str, sqlite: str, tmp_path: Path) -> None:
    asyncio.run(fill(sqlite))
    backup.write(sqlite, tmp_path / "all.backup")
    engine = open_engine(empty_postgres)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE theirs (n integer)"))
    try:
        backup.restore(tmp_path / "all.backup", empty_postgres, force=True)
        with engine.connect() as connection:
            assert inspect(connection).has_table("theirs")
    finally:
        with engine.begin() as connection:
            connection.execute(text("DROP TABLE theirs"))
        engine.dispose()


def call(place: Path, *arguments: str, lang: str = "en") -> calling.Result:
    return calling.call((*arguments, "--lang", lang), "", dict(os.environ), place)


def test_the_commands(sqlite: str, tmp_path: Path) -> None:
    asyncio.run(fill(sqlite))
    file, other = str(tmp_path / "all.backup"), f"sqlite:///{tmp_path / 'other.db'}"
    assert "3 matches, 6 steps" in call(tmp_path, "backup", file, "--database", sqlite).out
    refused = call(tmp_path, "backup", file, "--database", sqlite, lang="es")
    assert (refused.code, "ya existe" in refused.err) == (2, True)
    assert call(tmp_path, "backup", file, "--database", sqlite, "--force").code == 0
    assert "3 matches and 6 steps" in call(tmp_path, "restore", file, "--database", other).out
    refused = call(tmp_path, "restore", file, "--database", other, lang="fr")
    assert (refused.code, "déjà 3 parties" in refused.err) == (2, True)
    (tmp_path / "text").write_text("no backup")
    refused = call(tmp_path, "restore", str(tmp_path / "text"), "--database", other)
    assert (refused.code, "is not a backup" in refused.err) == (2, True)
    assert call(tmp_path, "restore", str(tmp_path / "nowhere"), "--database", other).code == 2
    (tmp_path / "cut").write_bytes(Path(file).read_bytes()[:100])
    refused = call(tmp_path, "restore", str(tmp_path / "cut"), "--database", other, "--force")
    assert (refused.code, "damaged" in refused.err) == (2, True)


def test_matches_are_listed_and_deleted(sqlite: str, tmp_path: Path) -> None:
    asyncio.run(fill(sqlite))
    listed = call(tmp_path, "matches", "list", "--database", sqlite, "--json").json
    assert [(match["id"], match["steps"]) for match in listed] == [(f"match-{n}", 2) for n in range(3)]
    assert not {"seed", "options"} & listed[0].keys()
    assert "Ñandú" in call(tmp_path, "matches", "list", "--database", sqlite).out
    refused = call(tmp_path, "matches", "delete", "match-1", "match-9", "--database", sqlite)
    assert (refused.code, "match-9" in refused.err) == (2, True)
    assert len(rows_of(sqlite)["matches"]) == 3, "all or none"
    assert call(tmp_path, "matches", "delete", "match-1", "--database", sqlite).code == 0
    left = rows_of(sqlite)
    assert [row["id"] for row in left["matches"]] == ["match-0", "match-2"]
    assert {row["match"] for row in left["steps"]} == {"match-0", "match-2"}

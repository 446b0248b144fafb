"""What `escaramuza serve` says of a database it cannot work with."""

import os
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.cli import calling

from escaramuza.cli.serve import _hosts
from escaramuza.server.opening import claim, migrate, open_engine


def serve(database: str, place: Path, lang: str = "en") -> calling.Result:
    arguments = ("serve", "--port", "1", "--database", database, "--lang", lang)
    return calling.call(arguments, "", {**os.environ, "XDG_DATA_HOME": str(place)}, place)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'matches.db'}"


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Another server"), ("es", "Otro servidor"), ("fr", "Un autre serveur")]
)
def test_one_server_at_a_time_works_on_a_file(database: str, tmp_path: Path, lang: str, said: str) -> None:
    held = claim(database)
    result = serve(database, tmp_path, lang)
    held.close()
    assert result.code == 2
    assert result.err.startswith(said)
    assert "matches.db" in result.err


def test_a_newer_database_is_named_as_such(database: str, tmp_path: Path) -> None:
    engine = open_engine(database)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    result = serve(database, tmp_path)
    assert result.code == 2
    assert "newer version of Escaramuza (tables 9999" in result.err.replace("\n", " ")


def test_a_file_that_is_no_database(database: str, tmp_path: Path) -> None:
    (tmp_path / "matches.db").write_text("not a database, but a text that is long enough to be taken for one" * 20)
    result = serve(database, tmp_path)
    assert result.code == 2
    assert "cannot be opened" in result.err


def test_a_server_on_this_machine_alone_answers_to_its_own_names() -> None:
    assert "*" not in _hosts("127.0.0.1", [], "en")
    assert _hosts("0.0.0.0", [], "en") == ("*",)
    assert {"my-pc.local", "localhost"} <= set(_hosts("0.0.0.0", ["my-pc.local"], "en"))
    assert "*" not in _hosts("0.0.0.0", ["my-pc.local"], "en")


@pytest.mark.parametrize("name", ["*foo", "http://x", "a b", ""])
def test_a_host_that_is_none_is_refused(database: str, tmp_path: Path, name: str) -> None:
    arguments = ("serve", "--port", "1", "--database", database, "--lang", "en", "--allow-host", name)
    result = calling.call(arguments, "", {**os.environ, "XDG_DATA_HOME": str(tmp_path)}, tmp_path)
    assert result.code == 2
    assert "--allow-host" in result.err


@pytest.mark.parametrize("option", [("--workers", "2"), ("--thinkers", "0")])
def test_many_processes_need_postgres(database: str, tmp_path: Path, option: tuple[str, str]) -> None:
    arguments = ("serve", "--port", "1", "--database", database, "--lang", "en", *option)
    result = calling.call(arguments, "", {**os.environ, "XDG_DATA_HOME": str(tmp_path)}, tmp_path)
    assert result.code == 2
    assert option[0] in result.err and "PostgreSQL" in result.err


@pytest.mark.parametrize("where", ["sqlite:///x.db", "nonsense"])
def test_a_worker_needs_postgres(tmp_path: Path, where: str) -> None:
    result = calling.call(("worker", "--database", where, "--lang", "es"), "", {**os.environ}, tmp_path)
    assert result.code == 2
    assert "PostgreSQL" in result.err

"""`escaramuza doctor`: every state of every subject that a machine can get into."""

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from escaramuza.cli import doctor
from escaramuza.server.database import known_schemas
from escaramuza.server.opening import migrate, open_engine

SUBJECTS = ["python", "packages", "cache", "games", "database", "postgres", "web", "tests"]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder and a cache folder of this test's own, the rules as most people have them."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("ESCARAMUZA_CACHE", str(tmp_path / "cache"))
    return tmp_path


def database_file(place: Path) -> Path:
    file = place / "data" / "escaramuza" / "escaramuza.db"
    file.parent.mkdir(parents=True)
    return file


def finding(subject: str) -> doctor.Finding:
    return next(found for found in doctor.examine() if found.subject == subject)


def run(place: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "escaramuza", "doctor", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "en_GB.UTF-8", **env},
        cwd=place,
    )


def test_a_line_a_subject_and_nothing_is_changed(place: Path) -> None:
    done = run(place, "--lang", "en")
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == len(SUBJECTS) + 1
    assert all(re.match("(ok|warning|problem) ", line) for line in lines[:-1])
    assert str(place / "cache") in done.stdout
    assert not (place / "data").exists()


def test_json_says_the_same_to_programs(place: Path) -> None:
    done = run(place, "--json", "--lang", "es")
    told = json.loads(done.stdout)
    assert [row["subject"] for row in told["findings"]] == SUBJECTS
    assert told["can_play"] == (done.returncode == 0)
    assert {row["state"] for row in told["findings"]} <= {"ok", "warning", "problem"}
    assert "se crea en el primer inicio" in told["findings"][4]["found"]


@pytest.mark.parametrize(("lang", "word"), [("es", "aviso"), ("fr", "attention"), ("en", "warning")])
def test_it_speaks_the_language_asked_for(
    place: Path, lang: str, word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "ROOM_FOR_RULES", 1 << 62)
    with pytest.raises(doctor.typer.Exit):
        doctor.doctor(lang=lang)
    assert word in capsys.readouterr().out


def test_without_a_working_compiler_nothing_can_be_played(place: Path) -> None:
    (place / "numba").mkdir()
    (place / "numba" / "__init__.py").write_text("raise ImportError('wrong LLVM')")
    done = run(place, "--lang", "en", PYTHONPATH=str(place))
    assert done.returncode == 1, done.stderr
    assert "wrong LLVM → install it again" in done.stdout
    assert "You cannot play yet" in done.stdout


def test_a_cache_folder_that_cannot_be_written_to_is_a_warning(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCARAMUZA_CACHE", "/proc/nowhere")
    found = finding("cache")
    assert found.state == doctor.WARNING
    assert "ESCARAMUZA_CACHE" in str(found.advice("en"))


def test_little_room_is_a_warning(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_free", lambda _: 1024**2)
    assert [finding(subject).state for subject in ("cache", "database")] == [doctor.WARNING, doctor.WARNING]
    assert "room" in str(finding("cache").advice("en"))


def test_the_cache_folder_tells_its_size(place: Path) -> None:
    (place / "cache").mkdir()
    (place / "cache" / "rule").write_bytes(bytes(3 * 1024**2))
    assert finding("cache").facts["used"] == "3 MB"


def test_games_that_are_not_compiled_yet_are_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from escaramuza.kernel import jit

    monkeypatch.setattr(jit, "MODE", jit.COMPILED)
    monkeypatch.setattr(doctor, "compiled_games", lambda: ["tactics", "cafe"])
    assert finding("games").text("en") == "compiled: tactics, cafe; not yet: escarmouche, forglory"
    monkeypatch.setattr(doctor, "compiled_games", lambda: ["tactics", "escarmouche", "cafe", "forglory"])
    assert finding("games").state == doctor.OK
    monkeypatch.setattr(jit, "MODE", jit.PLAIN)
    assert "ESCARAMUZA_RULES is plain" in finding("games").text("en")


def test_a_database_of_this_version(place: Path) -> None:
    file = database_file(place)
    engine = open_engine(f"sqlite:///{file}")
    migrate(engine)
    engine.dispose()
    found = finding("database")
    assert (found.state, found.facts["schema"]) == (doctor.OK, known_schemas()[0])


@pytest.mark.parametrize(
    ("version", "state", "word"),
    [("9999", doctor.PROBLEM, "newer"), (None, doctor.OK, "up to date at the next start")],
)
def test_a_database_of_another_version(place: Path, version: str | None, state: str, word: str) -> None:
    connection = sqlite3.connect(database_file(place))
    connection.execute("create table alembic_version (version_num text)")
    if version is not None:
        connection.execute("insert into alembic_version values (?)", (version,))
    connection.commit()
    connection.close()
    found = finding("database")
    assert found.state == state
    assert word in found.text("en")


def test_a_database_that_is_none(place: Path) -> None:
    database_file(place).write_text("not a database at all, but a letter to grandmother")
    found = finding("database")
    assert found.state == doctor.PROBLEM
    assert "aside" in str(found.advice("en"))


def test_a_database_folder_that_cannot_be_written_to(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc/nowhere")
    assert finding("database").state == doctor.PROBLEM


def test_the_web_app_is_needed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escaramuza.server.settings.PACKAGE", place)
    assert finding("web").state == doctor.PROBLEM
    (place / "web").mkdir()
    (place / "web" / "index.html").touch()
    assert finding("web").text("en") == f"in {place / 'web'}"


def test_what_only_some_need_prevents_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    driver = finding("postgres")
    assert driver.state == doctor.OK
    assert "escaramuza[postgres]" in str(driver.advice("en"))
    monkeypatch.setenv("PATH", str(place))
    tests = finding("tests")
    assert tests.state == doctor.WARNING
    assert "Chromium" in tests.text("en")
    assert "Node" in str(tests.advice("en"))


@pytest.mark.parametrize(("lang", "word"), [("es", "controlador"), ("fr", "pilote"), ("en", "driver")])
def test_postgres_without_its_driver_says_what_to_install(place: Path, lang: str, word: str) -> None:
    (place / "psycopg.py").write_text("raise ImportError")
    done: Any = subprocess.run(
        [sys.executable, "-m", "escaramuza", "serve", "--database", "postgresql://nobody@127.0.0.1/x", "--lang", lang],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(place)},
        cwd=place,
    )
    assert done.returncode == 2
    assert word in done.stderr
    assert 'pip install "escaramuza[postgres]"' in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_nothing_is_changed_by_looking(place: Path) -> None:
    before = sorted(str(path) for path in place.rglob("*"))
    doctor.compiled_games()
    assert sorted(str(path) for path in place.rglob("*")) == before

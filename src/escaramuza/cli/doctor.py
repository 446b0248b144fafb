"""`escaramuza doctor`: whether this machine can play, one line per subject, each with what to do."""

import os
import platform
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import JsonOption, LangOption

OK, WARNING, PROBLEM = "ok", "warning", "problem"
STYLES = {OK: "green", WARNING: "yellow", PROBLEM: "red"}
GAMES_CODE = ("numpy", "numba", "llvmlite")
# What the compiled rules of all games take, and what some thousand matches take.
ROOM_FOR_RULES = 300 * 1024**2
ROOM_FOR_MATCHES = 50 * 1024**2
PACKAGE = Path(__file__).resolve().parent.parent
CHECKOUT = PACKAGE.parent.parent


@dataclass(frozen=True)
class Finding:
    """One subject: its state, what was found, and what to do, both as codes of messages."""

    subject: str
    state: str
    found: str
    todo: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str) -> str:
        """What was found."""
        return shared.say(self.found, lang, **self.facts)

    def advice(self, lang: str) -> str | None:
        """What to do, where there is something."""
        return None if self.todo is None else shared.say(self.todo, lang, **self.facts)


def doctor(json: JsonOption = False, lang: LangOption = None) -> None:
    """Look at everything that playing needs; exit code 1 if something prevents it. Nothing is changed."""
    words = shared.language(lang)
    findings = list(examine())
    can_play = all(finding.state != PROBLEM for finding in findings)
    if json:
        shared.print_json({"can_play": can_play, "findings": [_as_json(finding, words) for finding in findings]})
    else:
        _show(findings, words)
        shared.out.print(shared.say("DOCTOR_CAN_PLAY" if can_play else "DOCTOR_CANNOT_PLAY", words), style="bold")
    raise typer.Exit(0 if can_play else 1)


def _as_json(finding: Finding, lang: str) -> dict[str, Any]:
    return {
        "subject": finding.subject,
        "state": finding.state,
        "found": finding.text(lang),
        "todo": finding.advice(lang),
        "facts": finding.facts,
    }


def _show(findings: list[Finding], lang: str) -> None:
    states = {state: shared.say(f"DOCTOR_STATE_{state.upper()}", lang) for state in STYLES}
    subjects = {finding.subject: shared.say(f"DOCTOR_{finding.subject.upper()}", lang) for finding in findings}
    width, wide = max(map(len, states.values())), max(map(len, subjects.values()))
    for finding in findings:
        advice = finding.advice(lang)
        line = f" {subjects[finding.subject]:<{wide}}  {finding.text(lang)}{f' → {advice}' if advice else ''}"
        shared.out.print(f"{states[finding.state]:<{width}}", style=STYLES[finding.state], end="")
        shared.out.print(line, markup=False, soft_wrap=True)


def examine() -> Iterator[Finding]:
    """Every subject, in the order in which they build on each other."""
    checks: tuple[Callable[[], Finding], ...] = (
        _python,
        _packages,
        _cache,
        _games,
        _database,
        _postgres,
        _web_app,
        _tests,
    )
    for check in checks:
        yield check()


def _python() -> Finding:
    facts = {
        "version": metadata.version("escaramuza"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "folder": str(PACKAGE),
    }
    return Finding("python", OK, "DOCTOR_PYTHON_FOUND", facts=facts)


def _packages() -> Finding:
    """The compiler: there, and able to compile on this machine."""
    facts: dict[str, Any] = {"packages": ", ".join(f"{name} {_version_of(name)}" for name in GAMES_CODE)}
    try:
        import numba

        numba.njit(lambda number: number + 1)(1)
    # Whatever stops the compiler here, a broken library or a wrong version, stops every game.
    except Exception as error:
        facts["why"] = next(iter(str(error).splitlines()), "") or type(error).__name__
        return Finding("packages", PROBLEM, "DOCTOR_PACKAGES_BROKEN", "DOCTOR_INSTALL_AGAIN", facts)
    return Finding("packages", OK, "DOCTOR_PACKAGES_FOUND", facts=facts)


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "–"


def _cache() -> Finding:
    """Where compiled rules are kept. Without it each start compiles everything again, which is slow, not wrong."""
    try:
        from escaramuza.kernel import cache
    except Exception:
        # Told under the packages already.
        return Finding("cache", PROBLEM, "DOCTOR_GAMES_UNKNOWN")

    folder = cache.root()
    used, free = _size(folder), _free(folder)
    facts = {"folder": str(folder), "used": _spoken(used), "free": _spoken(free)}
    if not _can_write(folder):
        return Finding("cache", WARNING, "DOCTOR_CACHE_DENIED", "DOCTOR_CACHE_MOVE", facts)
    if free < ROOM_FOR_RULES:
        return Finding("cache", WARNING, "DOCTOR_CACHE_FOUND", "DOCTOR_CACHE_ROOM", facts)
    return Finding("cache", OK, "DOCTOR_CACHE_FOUND", facts=facts)


def compiled_games() -> list[str]:
    """The games whose rules lie compiled in the cache folder."""
    from escaramuza.engine.prepare import is_kept
    from escaramuza.games import registry
    from escaramuza.preparation.jobs import PLAYED

    return [game_id for game_id in registry.ids() if is_kept(game_id, PLAYED)]


def _games() -> Finding:
    try:
        from escaramuza.games import registry
        from escaramuza.kernel import jit
    except Exception:
        # Told under the packages already.
        return Finding("games", PROBLEM, "DOCTOR_GAMES_UNKNOWN")
    if jit.MODE != jit.COMPILED:
        return Finding("games", WARNING, "DOCTOR_GAMES_MODE", "DOCTOR_GAMES_UNSET", {"mode": jit.MODE})
    done = compiled_games()
    left = [game_id for game_id in registry.ids() if game_id not in done]
    facts = {"done": ", ".join(done) or "–", "left": ", ".join(left)}
    if left:
        return Finding("games", WARNING, "DOCTOR_GAMES_LEFT", "DOCTOR_GAMES_WAIT", facts)
    return Finding("games", OK, "DOCTOR_GAMES_FOUND", facts=facts)


def _database() -> Finding:
    """The default one: a file that can be opened, by this version, with room to grow."""
    from escaramuza.server.database import known_schemas
    from escaramuza.server.settings import default_file

    file = default_file()
    free = _free(file.parent)
    facts: dict[str, Any] = {"file": str(file), "free": _spoken(free)}
    if not _can_write(file.parent) or (file.exists() and not os.access(file, os.W_OK)):
        return Finding("database", PROBLEM, "DOCTOR_DATABASE_DENIED", "DOCTOR_DATABASE_OTHER", facts)
    room = "DOCTOR_DATABASE_ROOM" if free < ROOM_FOR_MATCHES else None
    state = WARNING if room else OK
    if not file.exists():
        return Finding("database", state, "DOCTOR_DATABASE_NEW", room, facts)
    try:
        schema = _schema(file)
    except sqlite3.DatabaseError as error:
        return Finding(
            "database", PROBLEM, "DOCTOR_DATABASE_BROKEN", "DOCTOR_DATABASE_ASIDE", {**facts, "why": str(error)}
        )
    facts |= {"schema": schema or "–", "size": _spoken(file.stat().st_size)}
    known = known_schemas()
    if schema is not None and schema not in known:
        return Finding("database", PROBLEM, "DOCTOR_DATABASE_NEWER", "DOCTOR_DATABASE_UPGRADE", facts)
    if schema != known[0]:
        return Finding("database", state, "DOCTOR_DATABASE_OLDER", room, facts)
    return Finding("database", state, "DOCTOR_DATABASE_FOUND", room, facts)


def _schema(file: Path) -> str | None:
    """The version of the tables in a database; None where there are none yet."""
    connection = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
    try:
        if not connection.execute("select 1 from sqlite_master where name = 'alembic_version'").fetchone():
            return None
        row = connection.execute("select version_num from alembic_version").fetchone()
        return None if row is None else str(row[0])
    finally:
        connection.close()


def _postgres() -> Finding:
    """The driver is an extra: missing is as it should be, unless somebody wants it."""
    from escaramuza.server.database import has_postgres_driver

    if has_postgres_driver():
        return Finding("postgres", OK, "DOCTOR_POSTGRES_FOUND", facts={"version": _version_of("psycopg")})
    return Finding("postgres", OK, "DOCTOR_POSTGRES_MISSING", "DOCTOR_POSTGRES_INSTALL")


def _web_app() -> Finding:
    from escaramuza.server.settings import web_app

    folder = web_app()
    facts = {"folder": str(folder)}
    if (folder / "index.html").is_file():
        return Finding("web", OK, "DOCTOR_WEB_FOUND", facts=facts)
    todo = "DOCTOR_WEB_BUILD" if _in_checkout() else "DOCTOR_INSTALL_AGAIN"
    return Finding("web", PROBLEM, "DOCTOR_WEB_MISSING", todo, facts)


def _tests() -> Finding:
    """What only `make test` needs; it never prevents playing."""
    found = {
        "Chromium": shutil.which("chromium-headless-shell"),
        "PostgreSQL": shutil.which("initdb") or next(Path("/usr/lib/postgresql").glob("*/bin/initdb"), None),
        "nginx": shutil.which("nginx") or shutil.which("/usr/sbin/nginx"),
        "Node": shutil.which("node"),
    }
    missing = ", ".join(name for name, place in found.items() if place is None)
    if not _in_checkout():
        return Finding("tests", OK, "DOCTOR_TESTS_ELSEWHERE")
    if missing:
        todo = "DOCTOR_TESTS_NODE" if found["Node"] is None else "DOCTOR_TESTS_INSTALL"
        return Finding("tests", WARNING, "DOCTOR_TESTS_MISSING", todo, {"missing": missing})
    return Finding("tests", OK, "DOCTOR_TESTS_FOUND", facts={"found": ", ".join(found)})


def _in_checkout() -> bool:
    return (CHECKOUT / "Makefile").is_file() and (CHECKOUT / "web" / "package.json").is_file()


def _standing(folder: Path) -> Path:
    """The folder itself, or what there is of the way to it."""
    return next(place for place in (folder, *folder.absolute().parents) if place.exists())


def _can_write(folder: Path) -> bool:
    """By trying: what a folder's mode says is not the whole story."""
    try:
        with tempfile.TemporaryFile(dir=_standing(folder)):
            return True
    except OSError:
        return False


def _free(folder: Path) -> int:
    return shutil.disk_usage(_standing(folder)).free


def _size(folder: Path) -> int:
    """The bytes of all files; one that goes while we look counts for nothing."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(place, name)).st_size
            except OSError:
                continue
    return total


def _spoken(size: int) -> str:
    return f"{size / 1024**3:.1f} GB" if size >= 1024**3 else f"{size / 1024**2:.0f} MB"

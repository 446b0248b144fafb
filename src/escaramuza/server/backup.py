"""All matches of a database as one file, and back into a database of either kind.

The file is compressed text, one line per object: a header with the version of this form and of the tables, the rows of
each table, and an end with how many there are and a checksum of all that comes before. It is read to its end before
anything is changed. The tables are made as they were when the file was written and brought up to date afterwards, so
older files stay good.
"""

import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, DateTime, Engine, MetaData, Table, insert, inspect, select, text
from sqlalchemy.engine import make_url

from escaramuza.server import database, tables
from escaramuza.server.opening import NewerDatabase, claim, open_engine

FORM = "escaramuza backup"
VERSION = 1
AT_ONCE = 500
# What is in the database only for a while is left out: its table says so.
Counts = dict[str, int]


class NoBackup(Exception):
    """The file is something else."""


class Damaged(Exception):
    """The file is not as it was written."""


class Newer(Exception):
    """The file is of a later version of this program."""

    def __init__(self, found: str, known: str) -> None:
        super().__init__(found)
        self.found, self.known = found, known


class NotEmpty(Exception):
    """The database has matches already."""

    def __init__(self, matches: int) -> None:
        super().__init__(matches)
        self.matches = matches


def write(url: str, file: Path) -> Counts:
    """Write a backup, also while servers work on the database: all of it is read as it stood at one moment."""
    engine = open_engine(url)
    aside = file.with_name(f"{file.name}.part")
    try:
        with _snapshot(engine) as connection, _private(aside) as raw, gzip.GzipFile("", "wb", 6, raw, 0) as packed:
            counts = _write_rows(connection, packed)
        os.replace(aside, file)
    finally:
        aside.unlink(missing_ok=True)
        engine.dispose()
    return counts


@contextmanager
def _private(file: Path) -> Iterator[Any]:
    """A new file that others cannot read: it holds the dice to come of every match. On the disk when it is closed."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
        yield opened
        opened.flush()
        os.fsync(opened.fileno())


@contextmanager
def _snapshot(engine: Engine) -> Iterator[Connection]:
    postgres = engine.dialect.name == "postgresql"
    with engine.connect() as opened:
        connection = opened.execution_options(isolation_level="REPEATABLE READ") if postgres else opened
        if postgres:
            # Reading all of a large database takes longer than an action may.
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        else:
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()


def _write_rows(connection: Connection, packed: Any) -> Counts:
    digest = hashlib.sha256()

    def put(line: dict[str, Any]) -> None:
        data = (json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
        digest.update(data)
        packed.write(data)

    made = datetime.now(UTC).isoformat(timespec="seconds")
    put({"form": FORM, "version": VERSION, "tables": _version(connection), "made": made})
    counts: Counts = dict.fromkeys(_kept(), 0)
    # As they are there: an older server may be working on them.
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name in counts)
    for table in there.sorted_tables:
        found = connection.execution_options(yield_per=AT_ONCE).execute(select(table).order_by(*table.primary_key))
        for row in found.mappings():
            put({"table": table.name, "row": {name: _portable(value) for name, value in row.items()}})
            counts[table.name] += 1
    put({"end": counts, "sha256": digest.hexdigest()})
    return counts


def _kept() -> list[str]:
    return [table.name for table in tables.metadata.sorted_tables if table.info != tables.PASSING]


def _version(connection: Connection) -> str:
    """The version of the tables that are there; of none, that of those that would be made."""
    if not inspect(connection).has_table("alembic_version"):
        return database.NEWEST
    found = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if found not in database.known_schemas():
        raise NewerDatabase(found)
    return found


def _portable(value: Any) -> Any:
    if not isinstance(value, datetime):
        return value
    # SQLite knows no zones: what it has is UTC.
    return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()


def read(file: Path) -> tuple[dict[str, Any], Counts]:
    """Look through a backup: its header and how many rows it has of each table."""
    digest = hashlib.sha256()
    counts: Counts = {}
    header: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    for data, line in _lines(file):
        if header is None:
            header = _header(line)
        elif end is not None:
            raise Damaged
        elif "end" in line:
            end = line
            continue
        else:
            counts[line["table"]] = counts.get(line["table"], 0) + 1
        digest.update(data)
    if header is None:
        raise NoBackup
    if end is None or end.get("sha256") != digest.hexdigest():
        raise Damaged
    if {name: count for name, count in end["end"].items() if count} != counts:
        raise Damaged
    return header, end["end"]


def _lines(file: Path) -> Iterator[tuple[bytes, dict[str, Any]]]:
    with file.open("rb") as raw:
        if raw.read(2) != b"\x1f\x8b":
            raise NoBackup
    try:
        with gzip.open(file, "rb") as packed:
            for data in packed:
                line = json.loads(data)
                if not isinstance(line, dict):
                    raise Damaged
                yield data, line
    except (EOFError, gzip.BadGzipFile, zlib.error, ValueError) as error:
        raise Damaged from error


def _header(line: dict[str, Any]) -> dict[str, Any]:
    if line.get("form") != FORM:
        raise NoBackup
    if line["version"] > VERSION:
        raise Newer(str(line["version"]), str(VERSION))
    if line["tables"] not in database.known_schemas():
        raise Newer(line["tables"], database.NEWEST)
    return line


def restore(file: Path, url: str, force: bool = False) -> Counts:
    """Bring a backup into a database, in one piece or not at all; what is there already only goes by force."""
    header, counts = read(file)
    held = claim(url)
    try:
        if make_url(url).get_backend_name() == "sqlite":
            _restore_file(file, header, url, force)
        else:
            engine = open_engine(url)
            try:
                with engine.begin() as connection:
                    connection.execute(text("SET LOCAL statement_timeout = 0"))
                    _fill(connection, file, header, force)
            finally:
                engine.dispose()
    finally:
        if held is not None:
            held.close()
    return counts


def _restore_file(file: Path, header: dict[str, Any], url: str, force: bool) -> None:
    """SQLite gets a new file that takes the old one's place when it is whole."""
    place = Path(str(make_url(url).database))
    if place.exists():
        engine = open_engine(url)
        with engine.connect() as connection:
            _must_be_empty(connection, force)
            # What is written ahead of the old file must not be taken for something of the new one.
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        engine.dispose()
    aside = place.with_name(f"{place.name}.restoring")
    _unlink(aside)
    try:
        engine = open_engine(f"sqlite:///{aside}")
        with engine.begin() as connection:
            _fill(connection, file, header, force)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        engine.dispose()
        for left in ("-wal", "-shm"):
            Path(f"{place}{left}").unlink(missing_ok=True)
        os.replace(aside, place)
    finally:
        _unlink(aside)


def _unlink(file: Path) -> None:
    for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        name.unlink(missing_ok=True)


def _must_be_empty(connection: Connection, force: bool) -> None:
    if force or not inspect(connection).has_table("matches"):
        return
    matches = int(connection.execute(text("SELECT count(*) FROM matches")).scalar() or 0)
    if matches:
        raise NotEmpty(matches)


def _fill(connection: Connection, file: Path, header: dict[str, Any], force: bool) -> None:
    """The tables as they were when the backup was written, its rows, and then the tables as they are now."""
    from alembic import command

    _must_be_empty(connection, force)
    _drop_ours(connection)
    config = database.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, header["tables"])
    then = MetaData()
    then.reflect(connection)
    _insert(connection, file, then)
    command.upgrade(config, "head")


def _drop_ours(connection: Connection) -> None:
    """Ours and no others: a database of PostgreSQL's may have tables of somebody else."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in tables.metadata.tables or name == "alembic_version")
    found.drop_all(connection)


def _insert(connection: Connection, file: Path, then: MetaData) -> None:
    waiting: list[dict[str, Any]] = []
    at: Table | None = None

    def put() -> None:
        if at is not None and waiting:
            connection.execute(insert(at), waiting)
            waiting.clear()

    for _, line in _lines(file):
        if "table" not in line:
            continue
        table = then.tables[line["table"]]
        if table is not at or len(waiting) >= AT_ONCE:
            put()
            at = table
        waiting.append({name: _stored(table, name, value) for name, value in line["row"].items()})
    put()


def _stored(table: Table, name: str, value: Any) -> Any:
    return datetime.fromisoformat(value) if value and isinstance(table.c[name].type, DateTime) else value

"""A database before anybody works with it: connected to, held by one server if it is a file, with its tables made."""

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.engine import make_url

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.server import database
from escaramuza.server.words import message

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

# The lock that is held while tables are made.
MIGRATING = 0x7AB1E5


class DriverMissing(EscaramuzaError):
    """PostgreSQL is asked for, and its driver is an extra that is not installed."""

    code = "DRIVER_MISSING"

    def sentence(self, lang: str = "en") -> str:
        return message(self.code, lang)


class DatabaseInUse(EscaramuzaError):
    """Another server works on the same file."""

    code = "DATABASE_IN_USE"

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.file = file

    def sentence(self, lang: str = "en") -> str:
        return message(self.code, lang, file=self.file)


class NewerDatabase(EscaramuzaError):
    """The tables were made by a newer version of this program."""

    code = "NEWER_DATABASE"

    def __init__(self, found: str) -> None:
        super().__init__(found)
        self.found = found

    def sentence(self, lang: str = "en") -> str:
        return message(self.code, lang, found=self.found, known=database.NEWEST)


def open_engine(url: str) -> Engine:
    """SQLite with a write-ahead log, or PostgreSQL by psycopg."""
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
        if not database.has_postgres_driver():
            raise DriverMissing
    # A database that says nothing is given up: everybody waits for one thread.
    patience = {"connect_timeout": 5, "tcp_user_timeout": 15_000, "options": "-c statement_timeout=15000"}
    postgres = parsed.get_backend_name() == "postgresql"
    engine = create_engine(
        parsed, pool_pre_ping=postgres, connect_args=patience if postgres else {}, hide_parameters=True
    )
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)

        @event.listens_for(engine, "connect")
        def _pragmas(connection: Any, _: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


def is_shared(url: str) -> bool:
    """Whether several processes can work on a database."""
    return make_url(url).get_backend_name() in ("postgresql", "postgres")


def claim(url: str) -> Any:
    """The right to be the only server on a file of SQLite's, as long as what this gives is kept; a process that dies
    lets go of it. Servers on PostgreSQL share it, and where the system has no such locks nobody is kept out."""
    parsed = make_url(url)
    if fcntl is None or parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    held = Path(f"{parsed.database}.lock").open("a")  # noqa: SIM115
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        held.close()
        raise DatabaseInUse(parsed.database) from error
    except OSError:
        # A file system without locks keeps nobody out.
        held.close()
        return None
    return held


def migrate(engine: Engine) -> None:
    """Bring the tables up to date; where they are, nothing is loaded for it."""
    found = _schema(engine)
    if found == database.NEWEST:
        return
    if found is not None and found not in database.known_schemas():
        raise NewerDatabase(found)
    from alembic import command

    config = database.migrations()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Of several that start at once, one makes the tables.
            connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _schema(engine: Engine) -> str | None:
    """The version of the tables; None where there are none yet."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("select version_num from alembic_version")).scalar()
        return found

"""Storage: every action is in the database before anybody hears that it was made.

One thread does all the work, in transactions that gather whatever is waiting: under load many actions share a commit,
alone each has its own. A confirmed action survives the death of the server at any moment.
"""

import asyncio
import hashlib
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert, inspect, select, text, update
from sqlalchemy.engine import make_url

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.server import tables
from escaramuza.server.database import NEWEST, has_postgres_driver, migrations
from escaramuza.server.words import message

Work = Callable[[Connection], Any]
MOST_AT_ONCE = 200


@dataclass(frozen=True)
class Stored:
    """A match as the database has it."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: dict[str, dict[str, Any]]
    position: str | None
    seed: int
    finished: bool
    steps: list[tuple[str, str, list[int]]]


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class DriverMissing(EscaramuzaError):
    """PostgreSQL is asked for, and its driver is an extra that is not installed."""

    code = "DRIVER_MISSING"

    def sentence(self, lang: str = "en") -> str:
        return message(self.code, lang)


def open_engine(url: str) -> Engine:
    """SQLite with a write-ahead log, or PostgreSQL by psycopg."""
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
        if not has_postgres_driver():
            raise DriverMissing
    engine = create_engine(parsed, pool_pre_ping=True)
    if parsed.get_backend_name() == "sqlite":
        if parsed.database and parsed.database != ":memory:":
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)

        @event.listens_for(engine, "connect")
        def _pragmas(connection: Any, _: Any) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=5000", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables up to date; where they are, nothing is loaded for it."""
    if _schema(engine) == NEWEST:
        return
    from alembic import command

    config = migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _schema(engine: Engine) -> str | None:
    """The version of the tables; None where there are none yet."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found: str | None = connection.execute(text("select version_num from alembic_version")).scalar()
        return found


class Store:
    """The database behind one writer thread."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        migrate(self.engine)
        self.waiting: queue.SimpleQueue[tuple[Work, asyncio.Future[Any], asyncio.AbstractEventLoop] | None] = (
            queue.SimpleQueue()
        )
        self.thread = threading.Thread(target=self._serve, name="store", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Finish what is waiting and let go of the database."""
        self.waiting.put(None)
        self.thread.join()
        self.engine.dispose()

    async def _run(self, work: Work) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self.waiting.put((work, future, loop))
        return await future

    def _serve(self) -> None:
        while True:
            first = self.waiting.get()
            if first is None:
                return
            batch = [first]
            while len(batch) < MOST_AT_ONCE:
                try:
                    more = self.waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    self.waiting.put(None)
                    break
                batch.append(more)
            self._commit(batch)

    def _commit(self, batch: list[Any]) -> None:
        """Do a batch in one transaction; if that fails, each by itself, so that one bad item harms no other."""
        try:
            with self.engine.begin() as connection:
                results = [work(connection) for work, _, _ in batch]
        except Exception as error:
            if len(batch) == 1:
                _answer(batch[0], None, error)
                return
            for item in batch:
                self._commit([item])
            return
        for item, result in zip(batch, results, strict=True):
            _answer(item, result, None)

    async def create(self, match: dict[str, Any], seats_of: dict[str, list[str]]) -> None:
        """A new match with the seats of each token."""

        def work(connection: Connection) -> None:
            connection.execute(insert(tables.matches).values(**match))
            rows = [{"hash": hashed(token), "match": match["id"], "seats": seats} for token, seats in seats_of.items()]
            connection.execute(insert(tables.tokens), rows)

        await self._run(work)

    async def append(
        self,
        match: str,
        first: int,
        steps: list[tuple[str, str, list[int]]],
        finished: bool,
        taken_back: bool = False,
    ) -> None:
        """Steps from number `first` on; those that stood there before go if they were taken back."""

        def work(connection: Connection) -> None:
            t = tables.steps
            if taken_back:
                connection.execute(delete(t).where(t.c.match == match, t.c.number >= first))
            if steps:
                rows = [
                    {"match": match, "number": first + i, "action": action, "hash": digest, "dice": dice}
                    for i, (action, digest, dice) in enumerate(steps)
                ]
                connection.execute(insert(t), rows)
            if finished:
                connection.execute(update(tables.matches).where(tables.matches.c.id == match).values(finished=True))

        await self._run(work)

    async def open(self, token: str) -> tuple[str, list[str]] | None:
        """The match and the seats that a token opens."""

        def work(connection: Connection) -> Any:
            t = tables.tokens
            return connection.execute(select(t.c.match, t.c.seats).where(t.c.hash == hashed(token))).first()

        row = await self._run(work)
        return None if row is None else (row[0], list(row[1]))

    async def load(self, match: str) -> Stored | None:
        """A whole match."""

        def work(connection: Connection) -> Any:
            row = connection.execute(select(tables.matches).where(tables.matches.c.id == match)).mappings().first()
            if row is None:
                return None
            t = tables.steps
            rows = connection.execute(
                select(t.c.action, t.c.hash, t.c.dice).where(t.c.match == match).order_by(t.c.number)
            )
            return dict(row), [(action, digest, list(dice)) for action, digest, dice in rows]

        found = await self._run(work)
        if found is None:
            return None
        row, steps = found
        return Stored(
            row["id"], row["game"], row["rules"], row["options"], row["seats"], row["position"], int(row["seed"], 16),
            row["finished"], steps,
        )  # fmt: skip

    async def keep_analysis(self, match: str, points: list[dict[str, Any]]) -> None:
        """An analysis is made once."""

        def work(connection: Connection) -> None:
            connection.execute(delete(tables.analyses).where(tables.analyses.c.match == match))
            connection.execute(insert(tables.analyses).values(match=match, points=points))

        await self._run(work)

    async def analysis(self, match: str) -> list[dict[str, Any]] | None:
        """The analysis of a match, if it was made."""

        def work(connection: Connection) -> Any:
            t = tables.analyses
            return connection.execute(select(t.c.points).where(t.c.match == match)).scalar()

        found = await self._run(work)
        return None if found is None else list(found)


def _answer(item: Any, result: Any, error: Exception | None) -> None:
    _, future, loop = item

    def settle() -> None:
        if future.cancelled():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    if not loop.is_closed():
        loop.call_soon_threadsafe(settle)

"""Storage: every action is in the database before anybody hears that it was made.

A match is a log of entries, each an action or a take-back, numbered without a gap. An entry is stored for the head that
it was judged on: of two writers with the same head the database takes one and tells the other that it is late. Nothing
that is stored is ever removed.

One thread does all the work, in transactions that gather whatever is waiting: under load many actions share a commit,
alone each has its own. A confirmed action survives the death of the server at any moment, and of the machine.
"""

import asyncio
import hashlib
import queue
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from escaramuza.engine import agreement
from escaramuza.server import metrics, news, tables
from escaramuza.server.opening import migrate, open_engine

Work = Callable[[Connection], Any]
MOST_AT_ONCE = 200


class Stale(Exception):
    """The match has gone on, or is over: what was to be stored was judged on an older head."""


class Gone(Exception):
    """The database's file is no longer where it was."""


@dataclass(frozen=True)
class Entry:
    """An action, or a take-back that keeps so many steps; with the hash of the position after it."""

    action: str
    hash: str
    dice: list[int]
    kept: int | None = None


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
    rematch: str | None
    take_back: dict[str, Any] | None
    # The seats that agree to delete it.
    leaving: list[str]
    # From a number on: all, or those that somebody did not know.
    entries: list[Entry]
    # Who is at the table, at any process: id → process and seats.
    visits: dict[str, tuple[str, list[str]]]
    # What people agreed on beside the options; None where they were not asked.
    terms: dict[str, Any] | None = None
    # When something was last played or taken back, or the match was made.
    moved: datetime | None = None

    @property
    def steps(self) -> list[Entry]:
        """The actions that were not taken back."""
        standing: list[Entry] = []
        for entry in self.entries:
            if entry.kept is None:
                standing.append(entry)
            else:
                del standing[entry.kept :]
        return standing


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Store:
    """The database behind one writer thread."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        migrate(self.engine)
        # Who we are to the others, where other processes may work on the same database.
        self.process = secrets.token_hex(8)
        self.shared = self.engine.dialect.name == "postgresql"
        self.file = _file_of(self.engine)
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

    def tell(self, connection: Connection, match: str) -> None:
        """Once this transaction is done, the other processes hear that there is something new about a match."""
        news.tell(connection, match, self.process)

    async def run(self, work: Work) -> Any:
        """Do some work in the next transaction; what it gives."""
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
        """Do a batch in one transaction; if one of them cannot be done, each by itself, so that it harms no other."""
        try:
            if self.file is not None and _identity(self.file[0]) != self.file[1]:
                raise Gone
            with metrics.database_seconds.time(), self.engine.begin() as connection:
                results = [work(connection) for work, _, _ in batch]
        except Exception as error:
            if len(batch) > 1 and not _is_cut(error):
                for item in batch:
                    self._commit([item])
                return
            for item in batch:
                _answer(item, None, error)
            return
        for item, result in zip(batch, results, strict=True):
            _answer(item, result, None)

    async def create(self, match: dict[str, Any], seats_of: dict[str, list[str]]) -> None:
        """A new match with the seats of each token."""

        def work(connection: Connection) -> None:
            connection.execute(insert(tables.matches).values(**match))
            rows = [{"hash": hashed(token), "match": match["id"], "seats": seats} for token, seats in seats_of.items()]
            connection.execute(insert(tables.tokens), rows)

        await self.run(work)

    async def append(self, match: str, head: int, entries: list[Entry], finished: bool) -> None:
        """Entries from number `head` on, if that is where the match stands."""

        def work(connection: Connection) -> None:
            over, take_back = locked(connection, match, head)
            if over:
                raise Stale
            made = {"match": match, "made": datetime.now(UTC)}
            rows = [{**made, "number": head + i, **vars(entry)} for i, entry in enumerate(entries)]
            connection.execute(insert(tables.steps), rows)
            if finished or take_back is not None:
                values = {"finished": finished, "take_back": None}
                connection.execute(update(tables.matches).where(tables.matches.c.id == match).values(values))
            self.tell(connection, match)

        try:
            await self.run(work)
        except IntegrityError as error:
            # Somebody else stored an entry of this number at the same moment.
            raise Stale from error

    async def ask(self, match: str, head: int, before: Any, after: Any) -> None:
        """What is asked about taking back at this head, if it is still what it was before."""

        def work(connection: Connection) -> None:
            over, found = locked(connection, match, head)
            if over or found != before:
                raise Stale
            connection.execute(update(tables.matches).where(tables.matches.c.id == match).values(take_back=after))
            self.tell(connection, match)

        await self.run(work)

    async def open(self, token: str) -> tuple[str, list[str]] | None:
        """The match and the seats that a token opens."""

        def work(connection: Connection) -> Any:
            t = tables.tokens
            return connection.execute(select(t.c.match, t.c.seats).where(t.c.hash == hashed(token))).first()

        row = await self.run(work)
        return None if row is None else (row[0], list(row[1]))

    async def load(self, match: str, since: int = 0) -> Stored | None:
        """A whole match, or what is new of it from an entry on."""

        def work(connection: Connection) -> Any:
            row = connection.execute(select(tables.matches).where(tables.matches.c.id == match)).mappings().first()
            if row is None:
                return None
            t = tables.steps
            rows = connection.execute(
                select(t.c.action, t.c.hash, t.c.dice, t.c.kept)
                .where(t.c.match == match, t.c.number >= since)
                .order_by(t.c.number)
            )
            played = t.c.action.not_like(f"{agreement.MARK}%")
            last = select(t.c.made).where(t.c.match == match, played).order_by(t.c.number.desc()).limit(1)
            moved = connection.execute(last).scalar() or row["created"]
            return dict(row), [Entry(*entry) for entry in rows], self._visits(connection, match), _in_utc(moved)

        found = await self.run(work)
        if found is None:
            return None
        row, entries, visits, moved = found
        return Stored(
            row["id"],
            row["game"],
            row["rules"],
            row["options"],
            row["seats"],
            row["position"],
            int(row["seed"], 16),
            row["finished"],
            row["rematch"],
            row["take_back"],
            row["leaving"] or [],
            entries,
            visits,
            row["terms"],
            moved,
        )

    def _visits(self, connection: Connection, match: str) -> dict[str, tuple[str, list[str]]]:
        if not self.shared:
            return {}
        v = tables.visits
        rows = connection.execute(select(v.c.id, v.c.process, v.c.seats).where(v.c.match == match))
        return {id: (process, list(seats)) for id, process, seats in rows}

    async def admit(self, match: str, seats_of: dict[str, list[str]]) -> None:
        """More tokens for a match."""

        def work(connection: Connection) -> None:
            rows = [{"hash": hashed(token), "match": match, "seats": seats} for token, seats in seats_of.items()]
            connection.execute(insert(tables.tokens), rows)

        await self.run(work)

    async def seats_of(self, match: str) -> dict[str, dict[str, Any]]:
        """Who sits where at a match; nobody where it is deleted."""

        def work(connection: Connection) -> Any:
            t = tables.matches
            return connection.execute(select(t.c.seats).where(t.c.id == match)).scalar()

        return await self.run(work) or {}

    async def link_rematch(self, match: str, rematch: str) -> str:
        """Say which match is the rematch of another; the first that was made of it is, and its id is given back."""

        def work(connection: Connection) -> Any:
            t = tables.matches
            connection.execute(update(t).where(t.c.id == match, t.c.rematch.is_(None)).values(rematch=rematch))
            self.tell(connection, match)
            return connection.execute(select(t.c.rematch).where(t.c.id == match)).scalar()

        return str(await self.run(work))

    async def keep_analysis(self, match: str, points: list[dict[str, Any]]) -> None:
        """An analysis is made once."""

        def work(connection: Connection) -> None:
            connection.execute(delete(tables.analyses).where(tables.analyses.c.match == match))
            connection.execute(insert(tables.analyses).values(match=match, points=points))

        await self.run(work)

    async def analysis(self, match: str) -> list[dict[str, Any]] | None:
        """The analysis of a match, if it was made."""

        def work(connection: Connection) -> Any:
            t = tables.analyses
            return connection.execute(select(t.c.points).where(t.c.match == match)).scalar()

        found = await self.run(work)
        return None if found is None else list(found)


def locked(connection: Connection, match: str, head: int) -> tuple[bool, Any]:
    """Whether a match is over, and what is asked about taking back, if it stands at this head; nobody else changes it
    until this transaction is done."""
    t, number = tables.matches, tables.steps.c.number
    row = connection.execute(
        select(t.c.finished, t.c.take_back).where(t.c.id == match).with_for_update(key_share=True)
    ).first()
    last = connection.execute(select(func.max(number)).where(tables.steps.c.match == match)).scalar()
    if row is None or head != (0 if last is None else last + 1):
        raise Stale
    return row[0], row[1]


def _in_utc(time: datetime) -> datetime:
    """SQLite keeps times without their zone."""
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time


def _is_cut(error: Exception) -> bool:
    """Whether the connection was lost: then nobody knows what of it was stored, and trying again could do it twice."""
    return isinstance(error, Gone) or (isinstance(error, DBAPIError) and error.connection_invalidated)


def _file_of(engine: Engine) -> tuple[Path, tuple[int, int]] | None:
    """SQLite's file and which one it is; None for other databases."""
    name = engine.url.database
    if engine.url.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    identity = _identity(Path(name))
    return None if identity is None else (Path(name), identity)


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


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

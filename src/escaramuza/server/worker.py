"""A process that thinks and prints for all servers on a PostgreSQL, on this or another machine.

A job is taken with `FOR UPDATE SKIP LOCKED`, of whoever has least in work and was served longest ago, and held by an
advisory lock of the worker's own connection for as long as it is in work: if the worker dies, however that may be, the
database lets go of the lock at once and another one takes the job up. Who holds what is seen in `pg_locks`, so nothing
has to be tidied up after anybody.
"""

import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg

from escaramuza.engine.prepare import is_ready
from escaramuza.games import registry
from escaramuza.preparation import jobs
from escaramuza.server import attendance, news, work
from escaramuza.server.orders import ANALYSIS, LAB, MOST_TRIES, PRINT, THOUGHT

T = TypeVar("T")
log = logging.getLogger("escaramuza.worker")
# What our advisory locks are called; the second number of each is that of a job, and 0 is held while one is chosen.
MARK = 0x35CA
LOOK_SECONDS = 1.0
AGAIN_SECONDS = 0.3
LONGEST_FINISH = 20.0

TAKE = """
WITH held AS (
    SELECT objid::bigint AS id FROM pg_locks
    WHERE locktype = 'advisory' AND classid = %(mark)s AND objsubid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
), guests AS (
    SELECT guest, max(taken) AS served,
           count(*) FILTER (WHERE answer IS NULL AND id IN (SELECT id FROM held)) AS at_work
    FROM jobs WHERE lane = %(lane)s GROUP BY guest
)
SELECT j.id, j.kind, j.data, j.tries FROM jobs j JOIN guests g ON g.guest = j.guest
WHERE j.lane = %(lane)s AND j.answer IS NULL AND j.id NOT IN (SELECT id FROM held) AND g.at_work < %(each)s
  AND (j.game = '' OR j.game || ' ' || j.rules = ANY(%(games)s)) AND j.id <> ALL(%(mine)s)
ORDER BY g.at_work, g.served NULLS FIRST, j.made
LIMIT 1 FOR UPDATE OF j SKIP LOCKED
"""


class Worker:
    """Takes jobs and does them, each in a thread of its own, so many of each lane at a time."""

    def __init__(self, url: str, thinkers: int, each: int, printers: int = 1, experimenters: int = 1) -> None:
        self.address = news.address_of(url)
        self.process = secrets.token_hex(8)
        self.places = {THOUGHT: thinkers, ANALYSIS: 1, PRINT: printers, LAB: experimenters}
        # Of how many jobs in work over all workers one guest may be the cause.
        self.each = {THOUGHT: each, ANALYSIS: 1, PRINT: printers, LAB: 1}
        self.busy: Counter[str] = Counter()
        self.running: dict[int, work.Signals] = {}
        self.connection: psycopg.Connection[Any] | None = None
        self.using = threading.RLock()
        self.closing = threading.Event()
        self.gone = False
        self.wake = threading.Event()
        self.beaten = 0.0
        self.ready: set[str] = set()
        self.listener = news.Listener(url, news.WORK, self._hear, self.wake.set)

    def run(self) -> None:
        """Work until it is told to stop."""
        self.listener.start()
        while not self.closing.is_set():
            try:
                self._beat()
                took = [lane for lane in self.places if self.busy[lane] < self.places[lane] and self._take(lane)]
            except psycopg.Error as error:
                log.warning("no work at the moment: %s", next(iter(str(error).splitlines()), type(error).__name__))
                self.closing.wait(AGAIN_SECONDS)
                continue
            if not took:
                self.wake.wait(LOOK_SECONDS)
                self.wake.clear()
        self._go()

    def stop(self) -> None:
        """Hand back what is in work, and end."""
        self.closing.set()
        self.wake.set()

    def _go(self) -> None:
        unfinished = dict(self.running)
        for signals in unfinished.values():
            signals.cancel.set()
        self.listener.close()
        try:
            self._say(lambda connection: self._leave(connection, list(unfinished)))
        except psycopg.Error:
            log.warning("the database was not told that this worker goes")
        with self.using:
            self.gone = True
            if self.connection is not None:
                # With it go the locks: others take up what was in work.
                self.connection.close()

    def _leave(self, connection: psycopg.Connection[Any], unfinished: list[int]) -> None:
        connection.execute("DELETE FROM processes WHERE id = %s", [self.process])
        # What is handed back has killed nobody.
        connection.execute("UPDATE jobs SET tries = tries - 1 WHERE id = ANY(%s) AND answer IS NULL", [unfinished])
        connection.execute("SELECT pg_advisory_unlock_all()")
        connection.execute("SELECT pg_notify(%s, 'new')", [news.WORK])

    def _hear(self, notice: str) -> None:
        what, _, id = notice.partition(" ")
        if what in ("cancel", "hurry") and (signals := self.running.get(int(id))) is not None:
            (signals.cancel if what == "cancel" else signals.hurry).set()
        self.wake.set()

    def _say(self, statements: Callable[[psycopg.Connection[Any]], T]) -> T:
        """A transaction on the connection that holds the locks."""
        with self.using:
            if self.gone:
                # A thought that ends late must not connect again.
                raise psycopg.InterfaceError("this worker is gone")
            if self.connection is None or self.connection.closed:
                self.connection = self._connect()
            try:
                with self.connection.transaction():
                    return statements(self.connection)
            except psycopg.Error:
                if self.connection.broken:
                    self.connection.close()
                raise

    def _connect(self) -> psycopg.Connection[Any]:
        """A new connection holds again what is in work, or it is given up."""
        options = "-c statement_timeout=15000"
        connection = psycopg.connect(
            self.address, autocommit=True, connect_timeout=5, tcp_user_timeout=15_000, options=options
        )
        for id, signals in list(self.running.items()):
            held = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", [MARK, id]).fetchone()
            if held != (True,):
                signals.cancel.set()
        return connection

    def _beat(self) -> None:
        """Say now and then that this worker is there, and give up what is not wanted any more."""
        if time.monotonic() - self.beaten < attendance.BEAT_SECONDS:
            return
        new = [game_id for game_id in registry.ids() if game_id not in self.ready and is_ready(game_id, jobs.PLAYED)]
        if new:
            self.ready |= set(new)
            # Nobody's first opponent has to wait for it.
            threading.Thread(target=lambda: list(map(work.load, new)), daemon=True).start()
        wanted = self._say(self._be_there)
        for id, signals in list(self.running.items()):
            if id not in wanted:
                signals.cancel.set()
        self.beaten = time.monotonic()

    def _be_there(self, connection: psycopg.Connection[Any]) -> set[int]:
        connection.execute(
            "INSERT INTO processes VALUES (%s, %s, now()) ON CONFLICT (id) DO UPDATE SET seen = now()",
            [self.process, attendance.WORKER],
        )
        rows = connection.execute("SELECT id FROM jobs WHERE id = ANY(%s)", [list(self.running)])
        return {id for (id,) in rows}

    def _take(self, lane: str) -> bool:
        """Take a job and begin with it, if there is one."""

        def taking(connection: psycopg.Connection[Any]) -> Any:
            # One after the other, so that what a guest has in work is counted rightly.
            connection.execute("SELECT pg_advisory_xact_lock(%s, 0)", [MARK])
            games = [f"{game_id} {registry.get(game_id).version}" for game_id in self.ready]
            wanted = {"mark": MARK, "lane": lane, "each": self.each[lane], "games": games, "mine": list(self.running)}
            found = connection.execute(TAKE, wanted).fetchone()
            if found is None:
                return None
            connection.execute("SELECT pg_advisory_lock(%s, %s)", [MARK, found[0]])
            connection.execute("UPDATE jobs SET taken = clock_timestamp(), tries = tries + 1 WHERE id = %s", [found[0]])
            return found

        found = self._say(taking)
        if found is None:
            return False
        id, kind, data, tries = found
        self.busy[lane] += 1
        self.running[id] = work.Signals()
        threading.Thread(target=self._work, args=(lane, id, kind, data, tries), daemon=True).start()
        return True

    def _work(self, lane: str, id: int, kind: str, data: dict[str, Any], tries: int) -> None:
        try:
            if tries >= MOST_TRIES:
                answer: str | None = work.failure("whoever did it died")
            else:
                answer = work.do(kind, data, lambda share: self._tell(id, share), self.running[id])
            written = self._finish(id, answer)
        finally:
            del self.running[id]
            self.busy[lane] -= 1
            self.wake.set()
        if not written:
            self._let_go(id)

    def _tell(self, id: int, share: float) -> None:
        try:
            self._say(
                lambda connection: connection.execute(
                    "SELECT pg_notify(%s, %s)", [news.NEWS, f"share {id} {share:.3f}"]
                )
            )
        except psycopg.Error:
            log.debug("job %s: nobody hears how far it is", id)

    def _finish(self, id: int, answer: str | None) -> bool:
        """Write what came of a job; while the database is away it is tried again for a while. Whether it was."""

        def finishing(connection: psycopg.Connection[Any]) -> None:
            if answer is not None:
                connection.execute("UPDATE jobs SET answer = %s WHERE id = %s", [answer, id])
                connection.execute("SELECT pg_notify(%s, %s)", [news.NEWS, f"done {id}"])
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", [MARK, id])

        until = time.monotonic() + LONGEST_FINISH
        while not self.closing.is_set() and time.monotonic() < until:
            try:
                self._say(finishing)
                return True
            except psycopg.Error as error:
                why = next(iter(str(error).splitlines()), type(error).__name__)
                log.warning("job %s: its answer cannot be written: %s", id, why)
                self.closing.wait(AGAIN_SECONDS)
        return False

    def _let_go(self, id: int) -> None:
        """Hold a job no longer whose answer could not be written, so that it is done again. A connection that cannot
        say even that takes its locks along."""
        try:
            self._say(lambda connection: connection.execute("SELECT pg_advisory_unlock(%s, %s)", [MARK, id]))
        except psycopg.Error:
            with self.using:
                if self.connection is not None:
                    self.connection.close()

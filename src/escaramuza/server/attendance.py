"""Who is at which table, over all processes of a server.

Each process says in the database that it is there, again and again, and which connections it has; the others read who
is at a table when they hear that somebody came or went. A process that is not seen for a while is gone, and its guests
with it. A process by itself, as on SQLite, knows all its guests anyway: nothing is written.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from escaramuza.server import news, tables
from escaramuza.server.guests import Guest
from escaramuza.server.store import Store, Work

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch

log = logging.getLogger("escaramuza.server")
SERVER, WORKER = "server", "worker"
BEAT_SECONDS = 2.0
# Nobody who lives is silent for so long.
GONE_SECONDS = 10
# Addresses with fewer connections elsewhere are not worth asking for.
MANY = 20


@dataclass
class Visit:
    """A connection of this process, and whether the others can know of it yet."""

    live: "LiveMatch"
    guest: Guest
    written: bool = False

    def note(self) -> None:
        """The others can know of it now."""
        self.written = True


class Attendance:
    """The connections of this process, kept true in the database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.here: dict[str, Visit] = {}
        # How many connections an address has at other processes, as far as that is many.
        self.elsewhere: Counter[str] = Counter()
        self.tasks: set[asyncio.Task[Any]] = set()

    def arrive(self, live: "LiveMatch", guest: Guest) -> None:
        """A guest sits down here; whoever had one of its seats elsewhere will hear of it."""
        if self.store.shared and guest.id not in self.here:
            visit = self.here[guest.id] = Visit(live, guest)
            self._write(self._arrival(visit, True), visit.note)

    def leave(self, guest: Guest) -> None:
        """A guest is gone."""
        visit = self.here.pop(guest.id, None)
        if visit is not None:
            self._write(self._departure([guest.id]))

    def is_known(self, guest: Guest) -> bool:
        """Whether the others can know of a guest."""
        return guest.id in self.here and self.here[guest.id].written

    def _write(self, work: Work, then: Callable[[], None] = lambda: None) -> None:
        """Now, if the database is there; otherwise with a later beat."""

        async def doing() -> None:
            try:
                await self.store.run(work)
                then()
            except Exception as error:
                log.warning("who is at the table is not known to other processes yet: %s", type(error).__name__)

        self.tasks.add(task := asyncio.create_task(doing()))
        task.add_done_callback(self.tasks.discard)

    def _arrival(self, visit: Visit, takes_over: bool) -> Work:
        v, guest, match = tables.visits, visit.guest, visit.live.id

        def work(connection: Connection) -> None:
            _be_there(connection, self.store.process, SERVER)
            for id, seats in connection.execute(select(v.c.id, v.c.seats).where(v.c.match == match)).all():
                if set(seats) & set(guest.seats):
                    if not takes_over:
                        return
                    connection.execute(delete(v).where(v.c.id == id))
                    # Everybody is to read who is there now, this process too.
                    news.tell(connection, match)
            row = {"process": self.store.process, "match": match, "guest": guest.name[:80], "seats": guest.seats}
            connection.execute(insert(v).values(id=guest.id, **row))
            self.store.tell(connection, match)

        return work

    def _departure(self, ids: list[str]) -> Work:
        v = tables.visits

        def work(connection: Connection) -> None:
            for match in connection.execute(delete(v).where(v.c.id.in_(ids)).returning(v.c.match)).scalars().all():
                self.store.tell(connection, match)

        return work

    async def beat(self) -> list[str]:
        """Say that this process is there, and put right what the database knows of its guests; the matches whose guests
        went with a process that died."""
        bereft: list[str]
        self.elsewhere, written, bereft = await self.store.run(self._beat)
        for id, visit in list(self.here.items()):
            if id not in written and visit.written:
                # The database lost it; if the seat is somebody else's by now, the table will hear of that.
                self._write(self._arrival(visit, False), visit.live.hear)
            elif id not in written:
                self._write(self._arrival(visit, True), visit.note)
        if strangers := [id for id in written if id not in self.here]:
            self._write(self._departure(strangers))
        return bereft

    def _beat(self, connection: Connection) -> tuple[Counter[str], set[str], list[str]]:
        me, v = self.store.process, tables.visits
        _be_there(connection, me, SERVER)
        bereft = bury(connection)
        for match in bereft:
            self.store.tell(connection, match)
        mine = set(connection.execute(select(v.c.id).where(v.c.process == me)).scalars())
        counts = select(v.c.guest, func.count()).where(v.c.process != me).group_by(v.c.guest)
        others = connection.execute(counts.having(func.count() >= MANY)).all()
        return Counter(dict(map(tuple, others))), mine, bereft

    async def close(self) -> None:
        """This process goes, and its guests with it."""
        if not self.store.shared:
            return

        def work(connection: Connection) -> None:
            for match in _remove(connection, tables.processes.c.id == self.store.process):
                self.store.tell(connection, match)

        await self.store.run(work)


def _be_there(connection: Connection, process: str, kind: str) -> None:
    p = tables.processes
    found = connection.execute(update(p).where(p.c.id == process).values(seen=func.now()))
    if not found.rowcount:
        connection.execute(insert(p).values(id=process, kind=kind, seen=func.now()))


def bury(connection: Connection) -> list[str]:
    """Forget processes that have died; the matches whose tables they served."""
    return _remove(connection, tables.processes.c.seen < func.now() - text(f"interval '{GONE_SECONDS} seconds'"))


def _remove(connection: Connection, which: Any) -> list[str]:
    p, v = tables.processes, tables.visits
    gone = connection.execute(select(p.c.id).where(which).with_for_update(skip_locked=True)).scalars().all()
    if not gone:
        return []
    served = connection.execute(select(v.c.match).where(v.c.process.in_(gone)).distinct()).scalars().all()
    connection.execute(delete(p).where(p.c.id.in_(gone)))
    return list(served)


def count_workers(connection: Connection) -> int:
    """Workers that were seen lately."""
    p = tables.processes
    lately = p.c.seen > func.now() - text(f"interval '{GONE_SECONDS} seconds'")
    return int(connection.execute(select(func.count()).where(p.c.kind == WORKER, lately)).scalar() or 0)

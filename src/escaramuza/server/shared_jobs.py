"""Orders as rows of PostgreSQL, done by workers here or on other machines (`server/worker.py`).

A row is wanted as long as a server says so again and again; one that nobody wants any more, because whoever waited went
or died, is removed. A row that is gone although it is still wanted (PostgreSQL empties the table when it crashes) is
made again.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from escaramuza.server import attendance, news, tables
from escaramuza.server.orders import PRINT, Order, Progress, result_of
from escaramuza.server.settings import Settings
from escaramuza.server.store import Store
from escaramuza.server.words import Problem

log = logging.getLogger("escaramuza.server")
MOST_ID = 2**31
# What is not wanted for so long is nobody's any more; what was done is remembered for fairness.
UNWANTED_SECONDS = 15
REMEMBERED_SECONDS = 60
# Whoever asked first for an agent's decision makes it; the others let it go first.
SECOND_SECONDS = 0.3


@dataclass
class Waiting:
    """Somebody here who waits for a job."""

    lane: str
    answer: asyncio.Future[dict[str, Any] | None]
    progress: Progress | None


class SharedJobs:
    """Has orders done by workers."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.most_prints = settings.printers + settings.most_prints_waiting
        self.most_prints_each = settings.most_prints_each
        self.waiting: defaultdict[int, list[Waiting]] = defaultdict(list)
        self.tasks: set[asyncio.Task[None]] = set()

    async def do(self, order: Order, progress: Progress | None = None) -> Any:
        """What comes of an order."""
        while True:
            id, mine, answer = await self._ask(order)
            answer = answer or await self._wait(id, order.lane, progress)
            if answer is not None:
                if not mine:
                    await asyncio.sleep(SECOND_SECONDS)
                return result_of(answer)

    async def _ask(self, order: Order) -> tuple[int, bool, dict[str, Any] | None]:
        """The job of an order, whether it was made for it, and what came of it if that is known already."""
        j, now = tables.jobs, func.clock_timestamp()
        row = {
            "id": secrets.randbelow(MOST_ID),
            "key": order.key,
            "lane": order.lane,
            "kind": order.kind,
            "game": order.game_id,
            "rules": order.rules,
            "guest": order.guest[:80],
            "data": order.data,
            "made": now,
            "wanted": now,
            "tries": 0,
        }

        def work(connection: Connection) -> tuple[int, bool, Any]:
            if order.lane == PRINT and self._prints_are_too_many(connection, order.guest[:80]):
                raise Problem("TOO_FAST", 429)
            before = connection.execute(select(j.c.id, j.c.answer).where(j.c.key == order.key)).first()
            if before is not None and "failed" in (before[1] or ()):
                # Whoever asks again wants it tried again.
                connection.execute(delete(j).where(j.c.id == before[0]))
            made = insert(j).values(row).on_conflict_do_nothing().returning(j.c.id)
            if (id := connection.execute(made).scalar()) is not None:
                connection.execute(select(func.pg_notify(news.WORK, "new")))
                return id, True, None
            wanted = update(j).where(j.c.key == order.key).values(wanted=now).returning(j.c.id, j.c.answer)
            found = connection.execute(wanted).first()
            # Gone again in this moment: as if it had been there and was lost.
            return (found[0], False, found[1]) if found is not None else (-1, True, None)

        id, mine, answer = await self.store.run(work)
        return id, mine, answer

    def _prints_are_too_many(self, connection: Connection, guest: str) -> bool:
        """All of them, or this guest's."""
        j = tables.jobs
        waiting = select(j.c.guest, func.count()).where(j.c.lane == PRINT, j.c.answer.is_(None)).group_by(j.c.guest)
        counts = dict(map(tuple, connection.execute(waiting).all()))
        return sum(counts.values()) >= self.most_prints or counts.get(guest, 0) >= self.most_prints_each

    async def _wait(self, id: int, lane: str, progress: Progress | None) -> dict[str, Any] | None:
        """The answer to a job; None if the job is lost."""
        if id < 0:
            return None
        waiting = Waiting(lane, asyncio.get_running_loop().create_future(), progress)
        self.waiting[id].append(waiting)
        try:
            return await waiting.answer
        except asyncio.CancelledError:
            if self.waiting[id] == [waiting]:
                self._later(self._give_up(id))
            raise
        finally:
            self.waiting[id].remove(waiting)
            if not self.waiting[id]:
                del self.waiting[id]

    def hurry(self, key: str) -> None:
        """Tell whichever worker has the job."""
        j = tables.jobs

        def work(connection: Connection) -> None:
            found = select(j.c.id).where(j.c.key == key, j.c.answer.is_(None))
            for id in connection.execute(found).scalars().all():
                connection.execute(select(func.pg_notify(news.WORK, f"hurry {id}")))

        self._later(self.store.run(work))

    async def _give_up(self, id: int) -> None:
        """Nobody here waits for a job any more; whoever waits elsewhere asks for it again."""
        j = tables.jobs

        def work(connection: Connection) -> None:
            if connection.execute(delete(j).where(j.c.id == id, j.c.answer.is_(None))).rowcount:
                connection.execute(select(func.pg_notify(news.WORK, f"cancel {id}")))
                connection.execute(select(func.pg_notify(news.NEWS, f"done {id}")))

        await self.store.run(work)

    def _later(self, work: Any) -> None:
        async def doing() -> None:
            try:
                await work
            except Exception as error:
                log.warning("a job is not looked after at the moment: %s", type(error).__name__)

        self.tasks.add(task := asyncio.create_task(doing()))
        task.add_done_callback(self.tasks.discard)

    def hear(self, what: str, id: int, rest: list[str]) -> None:
        """How far a job is, or that it is done or gone."""
        if what == "done" and id in self.waiting:
            self._later(self._look([id]))
        elif what == "share":
            for waiting in self.waiting.get(id, ()):
                if waiting.progress is not None:
                    waiting.progress(float(rest[0]))

    async def _look(self, ids: list[int]) -> None:
        """What has become of some jobs; they are still wanted."""
        j = tables.jobs

        def work(connection: Connection) -> dict[int, Any]:
            wanted = update(j).where(j.c.id.in_(ids)).values(wanted=func.now()).returning(j.c.id, j.c.answer)
            return {id: answer for id, answer in connection.execute(wanted)}  # noqa: C416

        found = await self.store.run(work)
        for id in ids:
            if id not in found or found[id] is not None:
                for waiting in self.waiting.get(id, ()):
                    if not waiting.answer.done():
                        waiting.answer.set_result(found.get(id))

    async def beat(self) -> None:
        """Say which jobs are still wanted, in case a notice was missed what became of them, and remove what nobody
        wants."""
        await self.store.run(_sweep)
        if self.waiting:
            await self._look(list(self.waiting))

    def expect(self, game_id: str) -> None:
        """Workers load a game when they first need it."""

    def load(self, lane: str) -> tuple[int, int]:
        """How many are waited for here; whether a worker has taken them up is not known to a server."""
        return sum(1 for waiting in list(self.waiting.values()) for one in waiting if one.lane == lane), 0

    async def workers(self) -> int:
        """Those that were seen lately."""
        return int(await self.store.run(attendance.count_workers))

    def close(self) -> None:
        """What this process wanted is nobody's after a while."""


def _sweep(connection: Connection) -> None:
    j = tables.jobs
    age = func.now() - j.c.wanted
    unwanted = (j.c.answer.is_(None)) & (age > text(f"interval '{UNWANTED_SECONDS} seconds'"))
    for id in connection.execute(delete(j).where(unwanted).returning(j.c.id)).scalars().all():
        connection.execute(select(func.pg_notify(news.WORK, f"cancel {id}")))
    connection.execute(delete(j).where(age > text(f"interval '{REMEMBERED_SECONDS} seconds'")))

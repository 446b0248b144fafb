"""How long matches are kept: visits, removal of those that nobody visits any more, deletion by the seats."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, select, text, update

from escaramuza.server import news, tables
from escaramuza.server.store import Stale, locked
from escaramuza.server.words import Problem

if TYPE_CHECKING:
    from escaramuza.server.hub import Hub

# A visit is noted again after so long: days are counted, not minutes.
NOTED_AGAIN = timedelta(hours=1)
# So many at a time, so that nobody's action waits for a large removal.
AT_ONCE = 100
# Which lock of PostgreSQL's says that somebody sweeps.
SWEEPING = 0x65736361
# Why a match that is stored cannot be opened.
UNREADABLE = ("OTHER_RULES", "DAMAGED")
log = logging.getLogger("escaramuza.server")


def remove(connection: Connection, ids: Sequence[str]) -> int:
    """Matches with all that is stored of them; how many there were. Whoever sits elsewhere at one of them, or at one
    that has it as its rematch, hears of it."""
    m = tables.matches
    before = update(m).where(m.c.rematch.in_(ids)).values(rematch=None).returning(m.c.id)
    for id in (*ids, *connection.execute(before).scalars().all()):
        news.tell(connection, id)
    return int(connection.execute(delete(m).where(m.c.id.in_(ids))).rowcount)


class Keeper:
    """Notes visits and removes what is kept no longer; of several servers on one database one at a time."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.since = 0.0

    async def sweep(self, now: float) -> None:
        """Everything that is due at a time of the monotonic clock."""
        await self.note_visits(now)
        while await self.remove_old() == AT_ONCE:
            pass

    async def note_visits(self, now: float) -> None:
        """Of matches that somebody asked for since the last time, or sits at."""
        ids = [id for id, live in self.hub.live.items() if live.connections or self.hub.used.get(id, 0) >= self.since]
        self.since = now
        time = datetime.now(UTC)
        for start in range(0, len(ids), AT_ONCE):
            await self.hub.store.run(_visit(ids[start : start + AT_ONCE], time))

    async def remove_old(self) -> int:
        """Matches whose time is up, at most so many; how many there were."""
        settings = self.hub.settings
        days = {False: settings.keep_unfinished, True: settings.keep_finished}
        ids: list[str] = []
        for finished, most in days.items():
            if most and len(ids) < AT_ONCE:
                ids += await self.hub.store.run(_sweep(finished, timedelta(days=most), AT_ONCE - len(ids)))
        for id in ids:
            forget(self.hub, id)
        if ids:
            log.info("%s matches that nobody visits any more were removed", len(ids))
        return len(ids)


def _visit(ids: list[str], now: datetime) -> Any:
    m = tables.matches

    def work(connection: Connection) -> None:
        old = (m.c.visited.is_(None)) | (m.c.visited < now - NOTED_AGAIN)
        connection.execute(update(m).where(m.c.id.in_(ids), old).values(visited=now))

    return work


def _sweep(finished: bool, kept: timedelta, most: int) -> Any:
    m = tables.matches

    def work(connection: Connection) -> list[str]:
        if connection.dialect.name == "postgresql":
            # Held until the end of the transaction; whoever comes second leaves it to the first.
            free = connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": SWEEPING}).scalar()
            if not free:
                return []
        old = select(m.c.id).where(m.c.finished == finished, m.c.visited < datetime.now(UTC) - kept).limit(most)
        ids = list(connection.execute(old).scalars())
        if ids:
            remove(connection, ids)
        return ids

    return work


@dataclass(frozen=True)
class Leaving:
    """What became of a wish to delete a match: the seats that agree, and those that still have to."""

    deleted: bool
    agreed: list[str]
    waiting: list[str]


async def agree_to_delete(hub: "Hub", token: str) -> Leaving:
    """Whoever holds a seat wants the match deleted. Alone at once; where other people have played too, once all of them
    agree."""
    try:
        live, seats = await hub.find(token)
    except Problem as problem:
        if problem.code not in UNREADABLE:
            raise
        return await _delete_unreadable(hub, token)
    async with live.lock:
        while True:
            await live.read()
            played = {step.seat for step in live.match.steps}
            try:
                return await _agree(hub, (live.id, live.head), seats, _people(live.seats) & played)
            except Stale:
                # Somebody else may have played since, at another process.
                continue


async def _delete_unreadable(hub: "Hub", token: str) -> Leaving:
    """A match that cannot be opened any more can still be deleted. Who has played in it is not known: if anybody has,
    everybody is asked."""
    opened = await hub.store.open(token)
    stored = None if opened is None else await hub.store.load(opened[0])
    if opened is None or stored is None:
        raise Problem("DEAD_LINK", 404)
    concerned = _people(stored.seats) if stored.entries else set()
    try:
        return await _agree(hub, (stored.id, len(stored.entries)), opened[1], concerned)
    except Stale:
        raise Problem("STALE", 409) from None


def _people(seats: Mapping[str, Mapping[str, Any]]) -> set[str]:
    return {seat for seat, info in seats.items() if not info["agent"]}


async def _agree(hub: "Hub", place: tuple[str, int], seats: list[str], concerned: set[str]) -> Leaving:
    """Delete a match if all whom it concerns agree: those that did before, and these seats now. Who is concerned was
    found out at a head of the match; if it has gone on since, it is `Stale`."""
    if not seats:
        raise Problem("SPECTATORS_WATCH", 403)
    id, head = place
    m = tables.matches

    def work(connection: Connection) -> Leaving:
        locked(connection, id, head)
        before = connection.execute(select(m.c.leaving).where(m.c.id == id)).scalar() or []
        agreed = sorted({*before, *seats})
        waiting = sorted(concerned - set(agreed))
        if waiting:
            connection.execute(update(m).where(m.c.id == id).values(leaving=agreed))
            hub.store.tell(connection, id)
        else:
            remove(connection, [id])
        return Leaving(not waiting, agreed, waiting)

    found: Leaving = await hub.store.run(work)
    if found.deleted:
        forget(hub, id)
    elif id in hub.live:
        hub.live[id].hear_leaving(found.agreed)
    return found


async def keep(hub: "Hub", token: str) -> None:
    """Somebody does not agree, or thought better of it: the match stays."""
    live, seats = await hub.find(token)
    if not seats:
        raise Problem("SPECTATORS_WATCH", 403)
    async with live.lock:
        await live.read()
        if not live.leaving:
            raise Problem("NOT_LEAVING", 409)
        await hub.store.run(lambda connection: _stay(hub, connection, live.id))
        live.hear_leaving([])


def _stay(hub: "Hub", connection: Connection, id: str) -> None:
    m = tables.matches
    connection.execute(update(m).where(m.c.id == id).values(leaving=None))
    hub.store.tell(connection, id)


def forget(hub: "Hub", id: str) -> None:
    """A match that is no longer stored: whoever sits at it is told, and nothing in memory leads to it."""
    for other in hub.live.values():
        if other.rematch_id == id:
            other.hear()
    if id in hub.analyses:
        hub.analyses[id].asked = float("-inf")
    hub.used.pop(id, None)
    live = hub.live.pop(id, None)
    if live is None:
        return
    live.closed = True
    live.opponents.stop()
    for guest in list(live.guests):
        live.part_from(guest, "DELETED")

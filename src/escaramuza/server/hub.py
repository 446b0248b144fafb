"""All matches of a server: created, found by token, kept in memory while somebody plays them."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from escaramuza.agents import levels, names
from escaramuza.engine import record
from escaramuza.engine.errors import Refused, find_game
from escaramuza.engine.match import Match
from escaramuza.engine.setting_up import must_be_a_name, valid_options
from escaramuza.server import attendance, logs, news, rematches
from escaramuza.server.attendance import Attendance
from escaramuza.server.inquiries import Inquiries
from escaramuza.server.limits import Buckets, Places
from escaramuza.server.live import LiveMatch, Services
from escaramuza.server.local_jobs import LocalJobs
from escaramuza.server.orders import Jobs
from escaramuza.server.questions import Questions
from escaramuza.server.readiness import Readiness
from escaramuza.server.rebuilding import rebuild
from escaramuza.server.settings import Settings
from escaramuza.server.shared_jobs import SharedJobs
from escaramuza.server.store import Entry, Store, Stored
from escaramuza.server.terms import Terms
from escaramuza.server.words import Problem

# Matches that are fetched from the database at once.
LOADERS = 2
DRAWERS = 2
LOOKING_SECONDS = 1.0
log = logging.getLogger("escaramuza.server")
PERSON, LINK, AGENT = "person", "link", "agent"


@dataclass
class Analysing:
    """An analysis in work: how far it is, and when somebody last asked for it."""

    asked: float
    share: float = 0.0

    def note(self, share: float) -> None:
        """So far it is."""
        self.share = share


class Hub:
    """The live matches, the store behind them, and those who think for agents."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.jobs: Jobs = SharedJobs(self.store, settings) if self.store.shared else LocalJobs(settings)
        # By itself a server has a child of its own for the lab, so that nobody's opponent shares one with it.
        self.lab = Inquiries(settings, self.jobs if self.store.shared else LocalJobs(settings))
        self.questions = Questions(settings)
        # Apart from files and replays: who comes back to a table does not wait behind them.
        self.loaders = ThreadPoolExecutor(LOADERS, "loaders")
        self.attendance = Attendance(self.store)
        self.drawers = ThreadPoolExecutor(DRAWERS, "drawers")
        self.services = Services(self.store, self.jobs, self.attendance, self.drawers)
        self.live: dict[str, LiveMatch] = {}
        self.used: dict[str, float] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.connections: Counter[str] = Counter()
        self.arrivals = Buckets(settings.requests_burst, settings.requests_rate)
        # What changes or redraws a table, over all connections of a guest.
        self.actions = Buckets(settings.actions_burst, settings.actions_rate)
        self.places = Places(settings.actions_each)
        self.analyses: dict[str, Analysing] = {}
        # Games that somebody is about to play, for which whoever thinks for agents is not ready yet.
        self.awaited: set[str] = set()
        # The diagrams of rules as they were drawn once: they are always the same.
        self.diagrams: dict[str, bytes] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.readiness = Readiness(settings.prepares, settings.board)
        self.readiness.start()
        self.listener: news.Listener | None = None
        if self.store.shared:
            loop = asyncio.get_running_loop()
            hear, again = (lambda notice: _tell(loop, self._hear, notice)), (lambda: _tell(loop, self._hear_all))
            self.listener = news.Listener(settings.database, news.NEWS, hear, again)
            self.listener.start()
            self.tasks.add(asyncio.create_task(self._beat()))

    async def _beat(self) -> None:
        """Say again and again that this process is there."""
        while True:
            try:
                for id in await self.attendance.beat():
                    self._hear(f"match {id}")
                await self.jobs.beat()
            except Exception as error:
                log.warning("the database is away: %s", next(iter(str(error).splitlines()), type(error).__name__))
            await asyncio.sleep(attendance.BEAT_SECONDS)

    def _hear(self, notice: str) -> None:
        """Another process has something new; what this one did itself it knows."""
        what, id, *origin = notice.split()
        if what != "match":
            self.jobs.hear(what, int(id), origin)
        elif id in self.live and origin != [self.store.process]:
            self.live[id].hear()

    def _hear_all(self) -> None:
        """Whatever was said meanwhile was missed."""
        for live in self.live.values():
            live.hear()
        self.tasks.add(task := asyncio.create_task(self._look_again()))
        task.add_done_callback(self.tasks.discard)

    async def _look_again(self) -> None:
        with contextlib.suppress(Exception):
            await self.jobs.beat()

    async def close(self) -> None:
        """Stop thinking and let go of the database."""
        for task in list(self.tasks):
            task.cancel()
        if self.listener is not None:
            self.listener.close()
        with contextlib.suppress(Exception):
            await self.attendance.close()
        for live in self.live.values():
            live.opponents.close()
        self.readiness.close()
        self.jobs.close()
        self.lab.close()
        self.questions.close()
        for pool in (self.loaders, self.drawers):
            pool.shutdown(wait=True, cancel_futures=True)
        self.store.close()

    async def create(
        self,
        game_id: str,
        holders: Mapping[str, str],
        options: Mapping[str, Any] | None = None,
        people: Mapping[str, str] | None = None,
        position: str | None = None,
        terms: Terms | None = None,
        guest: str = "",
    ) -> dict[str, Any]:
        """A new match: the tokens of its seats, the spectators' one, and the seat of its creator.

        Beside the event loop: a map is judged corner by corner, and the first time what judges it is loaded."""
        game = find_game(game_id)
        if terms is not None and (terms.claim_after or self.settings.shortest_claim) < self.settings.shortest_claim:
            raise Problem("CLAIM_TOO_SHORT", 422, least=self.settings.shortest_claim)
        await self.readiness.must_be_ready(game_id)

        def set_up() -> tuple[Match, dict[str, dict[str, Any]]]:
            chosen = valid_options(game, options)
            order = game.seats_for(chosen)
            seats = {seat: self._holder(game_id, seat, holders.get(seat, PERSON), people or {}) for seat in order}
            if set(holders) - set(order):
                raise Problem("BAD_SEATS", 422, seats=", ".join(order))
            labels = {seat: info["agent"] or info["name"] or seat for seat, info in seats.items()}
            return Match(game_id, options=chosen, seats=labels, position=position), seats

        match, seats = await self.questions.set_up(guest, set_up)
        await self._prepare(game_id, seats)
        made = await self._store(match, seats, terms)
        return {name: made[name] for name in ("tokens", "spectator", "mine")}

    async def _prepare(self, game_id: str, seats: Mapping[str, Mapping[str, Any]]) -> None:
        """A game's rules are there, and on their way to whoever thinks for its agents and answers questions."""
        await self.readiness.must_be_ready(game_id)
        if any(info["agent"] for info in seats.values()):
            self.jobs.expect(game_id)
        # A table that is being opened comes first; questions are asked once somebody has looked at it.
        asyncio.get_running_loop().call_later(LOOKING_SECONDS, self.questions.jobs.expect, game_id)

    def _holder(self, game_id: str, seat: str, holder: str, people: Mapping[str, str]) -> dict[str, Any]:
        """Who holds a seat: a person here, a person by link, or an agent that does not take the server for itself."""
        name = people.get(seat, "").strip()
        if name:
            must_be_a_name(name)
        if holder in (PERSON, LINK):
            return {"name": name, "kind": holder, "agent": None}
        agent = names.parse(levels.agent_of(game_id, holder))
        self._must_be_bearable(agent)
        return {"name": name or holder, "kind": AGENT, "agent": agent.text}

    def _must_be_bearable(self, agent: names.AgentName) -> None:
        budget, most = agent.budget, self.settings
        if budget is None:
            return
        if (budget.sims or 0) > most.most_sims or max(budget.seconds or 0, budget.turn or 0) > most.most_seconds:
            raise Problem("TOO_STRONG", 422, agent=agent.text, sims=most.most_sims, seconds=most.most_seconds)

    async def _store(
        self, match: Match, seats: dict[str, dict[str, Any]], terms: Terms | None = None
    ) -> dict[str, Any]:
        here = [seat for seat, info in seats.items() if info["kind"] == PERSON]
        shared = rematches.new_token()
        tokens = {
            seat: shared if seat in here else rematches.new_token() for seat, info in seats.items() if not info["agent"]
        }
        spectator = rematches.new_token()
        opened = {token: [seat for seat, its in tokens.items() if its == token] for token in tokens.values()}
        id = secrets.token_hex(16)
        row: dict[str, Any] = {
            "id": id,
            "game": match.game.id,
            "rules": match.game.version,
            "options": match.options.model_dump(),
            "seats": seats,
            "position": match.started_from,
            "seed": f"{match.seed:032x}",
            "finished": match.actor is None and not match.steps,
            "terms": None if terms is None else terms.model_dump(),
        }
        await self.store.create(row, {**opened, spectator: []})
        entries = [Entry(step.action, step.hash, list(step.dice)) for step in match.steps]
        if entries:
            await self.store.append(id, 0, entries, match.actor is None)
        stored = Stored(
            id,
            match.game.id,
            match.game.version,
            row["options"],
            seats,
            match.started_from,
            match.seed,
            match.actor is None,
            None,
            None,
            [],
            entries,
            {},
            row["terms"],
        )
        self.live[id] = LiveMatch(stored, match, self.services)
        self.used[id] = time.monotonic()
        return {"id": id, "tokens": tokens, "spectator": spectator, "mine": here[0] if here else None}

    async def rematch(self, token: str, same: bool = False) -> dict[str, str]:
        """The same again, with the sides changed or kept as the first who asks wishes, once for all who ask: the seat's
        token in the new match."""
        live, seats = await self.find(token)
        if not seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if live.match.actor is not None:
            raise Problem("NOT_OVER", 409)
        async with live.lock:
            # It may have been made, or deleted, elsewhere.
            await live.read()
            while seats[0] not in live.rematch:
                if live.rematch_id is None:
                    await self._make_rematch(live, same)
                    await live.tell_all()
                if live.rematch_id is not None and seats[0] not in live.rematch:
                    await rematches.admit(live, seats)
        return {"token": live.rematch[seats[0]]}

    async def again(self, token: str) -> dict[str, str]:
        """The same again with the same sides: a match of its own, which nobody else is asked about."""
        live, seats = await self.find(token)
        if not seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if live.match.actor is not None:
            raise Problem("NOT_OVER", 409)
        if any(not info["agent"] and seat not in seats for seat, info in live.seats.items()):
            raise Problem("OTHERS_PLAYED", 409)
        match = live.match
        same = {seat: dict(live.seats[seat]) for seat in match.seat_names}
        labels = {seat: info["agent"] or info["name"] or seat for seat, info in same.items()}
        made = await self._store(Match(match.game.id, options=match.options, seats=labels), same, live.terms)
        return {"token": made["tokens"][seats[0]]}

    async def _make_rematch(self, live: LiveMatch, same: bool) -> None:
        """The same again; if another process made one in the same moment, that one is it."""
        match = live.match
        order = match.seat_names
        moved = rematches.moved(live, same)
        seats = {moved[seat]: {**info, "was": seat} for seat, info in live.seats.items()}
        labels = {seat: info["agent"] or info["name"] or seat for seat, info in seats.items()}
        options = match.options if same else match.game.swapped(match.options)
        again = Match(match.game.id, options=options, seats=labels)
        made = await self._store(again, {seat: seats[seat] for seat in order}, live.terms)
        live.rematch_id = await self.store.link_rematch(live.id, made["id"])
        if live.rematch_id == made["id"]:
            live.rematch = {seat: made["tokens"][moved[seat]] for seat in order if moved[seat] in made["tokens"]}
        else:
            await rematches.admit_guests(live)

    async def import_match(self, text: str, guest: str) -> dict[str, Any]:
        """A match file: played on at one screen, or replayed."""
        if record.steps_in(text) > self.settings.longest_match:
            raise Problem("TOO_LONG", 413, most=self.settings.longest_match)
        await self.readiness.must_be_ready(record.game_id_of(text))
        match = await self.questions.read(guest, lambda: record.loads(text))
        seats = {}
        for seat, label in match.seats.items():
            agent = _agent_of(label)
            if agent is not None and match.actor is not None:
                self._must_be_bearable(names.parse(agent))
            seats[seat] = {"name": label, "kind": AGENT if agent else PERSON, "agent": agent}
        # Whoever takes in a file studies it.
        made = await self._store(match, seats, Terms(hints=True))
        token = next(iter(made["tokens"].values()), made["spectator"])
        return {"token": token, "finished": match.actor is None}

    async def find(self, token: str) -> tuple[LiveMatch, list[str]]:
        """The match and the seats that a token opens."""
        opened = await self.store.open(token)
        if opened is None:
            raise Problem("DEAD_LINK", 404)
        id, seats = opened
        return await self._find_live(id), seats

    async def _find_live(self, id: str) -> LiveMatch:
        self.used[id] = time.monotonic()
        logs.about_match(id)
        lock = self.loading.setdefault(id, asyncio.Lock())
        async with lock:
            if id not in self.live:
                stored = await self.store.load(id)
                if stored is None:
                    raise Problem("DEAD_LINK", 404)
                await self._prepare(stored.game, stored.seats)
                match = await asyncio.get_running_loop().run_in_executor(self.loaders, rebuild, stored)
                self.live[id] = live = LiveMatch(stored, match, self.services)
                if self.store.shared:
                    # What others said while it was being loaded was not heard.
                    live.hear()
        return self.live[id]

    def forget_idle(self) -> None:
        """Let go of matches that nobody has looked at for a while; the database has them."""
        limit = time.monotonic() - self.settings.idle_seconds
        for id, live in list(self.live.items()):
            if not live.connections and not live.lock.locked() and self.used.get(id, 0) < limit:
                del self.live[id]
                self.used.pop(id, None)
                self.loading.pop(id, None)


def _tell(loop: asyncio.AbstractEventLoop, hear: Callable[..., None], *what: str) -> None:
    """Let the event loop hear what a thread has heard, unless it is over."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(hear, *what)


def _agent_of(label: str) -> str | None:
    try:
        return names.parse(label).text
    except Refused:
        return None

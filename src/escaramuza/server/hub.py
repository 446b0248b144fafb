"""All matches of a server: created, found by token, kept in memory while somebody plays them."""

import asyncio
import contextlib
import os
import secrets
import threading
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from escaramuza.agents import names
from escaramuza.engine import record
from escaramuza.engine.errors import Refused, find_game
from escaramuza.engine.match import Match, must_be_a_name, valid_options
from escaramuza.server import logs
from escaramuza.server.limits import Buckets
from escaramuza.server.live import LiveMatch
from escaramuza.server.questions import Questions
from escaramuza.server.readiness import Readiness
from escaramuza.server.rebuilding import rebuild
from escaramuza.server.settings import Settings
from escaramuza.server.store import Entry, Store
from escaramuza.server.thinking import Thinkers
from escaramuza.server.words import Problem

# So many simulations, unless a large battle on a slow machine would let people wait.
LEVELS = {
    "easy": "search:sims=100,time=2",
    "normal": "search:sims=2000,time=3",
    "hard": "search:sims=20000,time=10",
}
THINKERS_NICE = 10
PERSON, LINK, AGENT = "person", "link", "agent"


def give_way() -> None:
    """A thinking thread lets those that answer people go first, where the system has priorities for threads."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), THINKERS_NICE)


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(18)


@dataclass
class Analysing:
    """An analysis in work: how far it is, and when somebody last asked for it."""

    asked: float
    share: float = 0.0


class Hub:
    """The live matches, the store behind them, and the threads in which agents think."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.thinkers = Thinkers(settings.thinkers, settings.thoughts_each, "thinker", give_way)
        self.questions = Questions(settings.answerers, settings.answers_burst, settings.answers_rate, give_way)
        # Analyses take long and wait for each other, never an opponent for them.
        self.analysts = Thinkers(1, 1, "analyst", give_way)
        self.live: dict[str, LiveMatch] = {}
        self.used: dict[str, float] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.closing = threading.Event()
        self.connections: Counter[str] = Counter()
        self.arrivals = Buckets(settings.requests_burst, settings.requests_rate)
        self.analyses: dict[str, Analysing] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.readiness = Readiness()
        self.readiness.start()

    def close(self) -> None:
        """Stop thinking and let go of the database."""
        for live in self.live.values():
            live.opponents.stop()
        self.closing.set()
        self.readiness.crew.close()
        for closes in (self.thinkers, self.analysts, self.questions):
            closes.close()
        self.store.close()

    async def create(
        self,
        game: str,
        holders: Mapping[str, str],
        options: Mapping[str, Any] | None = None,
        people: Mapping[str, str] | None = None,
        position: str | None = None,
    ) -> dict[str, Any]:
        """A new match: the tokens of its seats, the spectators' one, and the seat of its creator."""
        spec = find_game(game)
        chosen = valid_options(spec, options)
        order = spec.seats_for(chosen)
        seats = {seat: self._holder(seat, holders.get(seat, PERSON), people or {}) for seat in order}
        unknown = set(holders) - set(order)
        if unknown:
            raise Problem("BAD_SEATS", 422, seats=", ".join(order))
        await self.readiness.must_be_ready(game)
        labels = {seat: info["agent"] or info["name"] or seat for seat, info in seats.items()}
        match = Match(game, options=chosen, seats=labels, position=position)
        made = await self._store(match, seats)
        return {name: made[name] for name in ("tokens", "spectator", "mine")}

    def _holder(self, seat: str, holder: str, people: Mapping[str, str]) -> dict[str, Any]:
        """Who holds a seat: a person here, a person by link, or an agent that does not take the server for itself."""
        name = people.get(seat, "").strip()
        if name:
            must_be_a_name(name)
        if holder in (PERSON, LINK):
            return {"name": name, "kind": holder, "agent": None}
        agent = names.parse(LEVELS.get(holder, holder))
        self._must_be_bearable(agent)
        return {"name": name or holder, "kind": AGENT, "agent": agent.text}

    def _must_be_bearable(self, agent: names.AgentName) -> None:
        budget, most = agent.budget, self.settings
        if budget is not None and ((budget.sims or 0) > most.most_sims or (budget.seconds or 0) > most.most_seconds):
            raise Problem("TOO_STRONG", 422, agent=agent.text, sims=most.most_sims, seconds=most.most_seconds)

    async def _store(self, match: Match, seats: dict[str, dict[str, Any]]) -> dict[str, Any]:
        here = [seat for seat, info in seats.items() if info["kind"] == PERSON]
        shared = new_token()
        tokens = {seat: shared if seat in here else new_token() for seat, info in seats.items() if not info["agent"]}
        spectator = new_token()
        opened = {token: [seat for seat, its in tokens.items() if its == token] for token in tokens.values()}
        id = secrets.token_hex(16)
        row = {
            "id": id,
            "game": match.game,
            "rules": match.spec.version,
            "options": match.options.model_dump(),
            "seats": seats,
            "position": match.started_from,
            "seed": f"{match.seed:032x}",
            "finished": match.actor is None and not match.steps,
        }
        await self.store.create(row, {**opened, spectator: []})
        entries = [Entry(step.action, step.hash, list(step.dice)) for step in match.steps]
        if entries:
            await self.store.append(id, 0, entries, match.actor is None)
        self.live[id] = LiveMatch(id, match, seats, self.store, self.thinkers, len(entries))
        self.used[id] = time.monotonic()
        return {"id": id, "tokens": tokens, "spectator": spectator, "mine": here[0] if here else None}

    async def rematch(self, token: str) -> dict[str, str]:
        """The same again with the sides changed, once for all who ask: the seat's token in the new match."""
        live, seats = await self.find(token)
        if not seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if live.match.actor is not None:
            raise Problem("NOT_OVER", 409)
        async with live.lock:
            if live.rematch_id is None:
                await self._make_rematch(live)
                await live.tell_all()
            if seats[0] not in live.rematch:
                await self._admit_to_rematch(live, seats)
        return {"token": live.rematch[seats[0]]}

    async def _make_rematch(self, live: LiveMatch) -> None:
        """The same again; seats alternate between the sides, so everybody changes with their neighbour."""
        match = live.match
        order = match.seat_names
        moved = _moved(live)
        seats = {moved[seat]: dict(info) for seat, info in live.seats.items()}
        labels = {seat: info["agent"] or info["name"] or seat for seat, info in seats.items()}
        again = Match(match.game, options=match.spec.swapped(match.options), seats=labels)
        made = await self._store(again, {seat: seats[seat] for seat in order})
        live.rematch_id = await self.store.link_rematch(live.id, made["id"])
        if live.rematch_id == made["id"]:
            live.rematch = {seat: made["tokens"][moved[seat]] for seat in order if moved[seat] in made["tokens"]}

    async def _admit_to_rematch(self, live: LiveMatch, seats: list[str]) -> None:
        """A token of its own for somebody who joins a rematch that was made before the server was started."""
        moved, token = _moved(live), new_token()
        await self.store.admit(str(live.rematch_id), {token: [moved[seat] for seat in seats]})
        live.rematch.update(dict.fromkeys(seats, token))

    async def import_match(self, text: str) -> dict[str, Any]:
        """A match file: played on at one screen, or replayed."""
        if record.steps_in(text) > self.settings.longest_match:
            raise Problem("TOO_LONG", 413, most=self.settings.longest_match)
        await self.readiness.must_be_ready(record.game_of(text))
        match = await asyncio.get_running_loop().run_in_executor(None, record.loads, text)
        seats = {}
        for seat, label in match.seats.items():
            agent = _agent_of(label)
            if agent is not None and match.actor is not None:
                self._must_be_bearable(names.parse(agent))
            seats[seat] = {"name": label, "kind": AGENT if agent else PERSON, "agent": agent}
        made = await self._store(match, seats)
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
                await self.readiness.must_be_ready(stored.game)
                match = await asyncio.get_running_loop().run_in_executor(None, rebuild, stored)
                self.live[id] = LiveMatch(
                    id,
                    match,
                    stored.seats,
                    self.store,
                    self.thinkers,
                    len(stored.entries),
                    stored.rematch,
                    stored.finished,
                )
        return self.live[id]

    def forget_idle(self) -> None:
        """Let go of matches that nobody has looked at for a while; the database has them."""
        limit = time.monotonic() - self.settings.idle_seconds
        for id, live in list(self.live.items()):
            if not live.connections and not live.lock.locked() and self.used.get(id, 0) < limit:
                del self.live[id]
                self.used.pop(id, None)
                self.loading.pop(id, None)


def _moved(live: LiveMatch) -> dict[str, str]:
    """Where each seat of a match sits in its rematch."""
    order = live.match.seat_names
    return {seat: order[number ^ 1] for number, seat in enumerate(order)}


def _agent_of(label: str) -> str | None:
    try:
        return names.parse(label).text
    except Refused:
        return None

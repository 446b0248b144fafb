"""Figures for Prometheus, on a port of their own and answered beside the event loop: also while it is kept busy."""

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, start_http_server

from escaramuza.games import registry
from escaramuza.server.orders import ANALYSIS, PRINT, THOUGHT

if TYPE_CHECKING:
    from escaramuza.server.hub import Hub

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = 0.5
LANES = (THOUGHT, ANALYSIS, PRINT)
STATES = ("ready", "preparing", "waiting", "failed")

actions = Counter("escaramuza_actions", "Actions that were stored and confirmed, of people and agents.", ["game"])
action_seconds = Histogram(
    "escaramuza_action_seconds", "From reading a guest's action to having told everybody.", ["game"], buckets=SECONDS
)
database_seconds = Histogram("escaramuza_database_seconds", "A transaction, with all that it gathers.", buckets=SECONDS)
loop_lag_seconds = Histogram(
    "escaramuza_loop_lag_seconds", "How much later than asked for the event loop came back.", buckets=SECONDS
)
connections = Gauge("escaramuza_connections", "Open connections to tables.")
live_matches = Gauge("escaramuza_live_matches", "Matches in memory.")
jobs = Gauge("escaramuza_jobs", "Thoughts, analyses, questions and prints.", ["kind", "state"])
games = Gauge("escaramuza_games", "Games by how far they are.", ["state"])


def watch(hub: "Hub") -> None:
    """Read what stands now from this server, whenever somebody asks."""
    connections.set_function(lambda: sum(list(hub.connections.values())))
    live_matches.set_function(lambda: len(hub.live))
    for lane in LANES:
        for state in ("waiting", "working"):
            jobs.labels(lane, state).set_function(partial(_jobs, hub, lane, state))
    jobs.labels("question", "working").set_function(partial(_questions, hub))
    for state in STATES:
        games.labels(state).set_function(partial(_games, hub, state))


def _questions(hub: "Hub") -> int:
    return sum(one.turn.locked() for one in list(hub.questions.purses.values()))


def _jobs(hub: "Hub", lane: str, state: str) -> int:
    waiting, working = hub.jobs.load(lane)
    return waiting if state == "waiting" else working


def _games(hub: "Hub", state: str) -> int:
    return sum(hub.readiness.of(game).state == state for game in registry.ids())


async def measure_lag() -> None:
    """Feel how long the event loop keeps others waiting."""
    while True:
        wanted = time.perf_counter() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        loop_lag_seconds.observe(max(0.0, time.perf_counter() - wanted))


def listen(host: str, port: int) -> Any:
    """Answer at `/metrics`; what this gives is shut down to stop it."""
    server, _ = start_http_server(port, host, REGISTRY)
    return server

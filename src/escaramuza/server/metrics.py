"""Figures for Prometheus, on a port of their own and answered beside the event loop: also while it is kept busy."""

import asyncio
import socket
import threading
import time
from functools import partial
from socketserver import ThreadingMixIn
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from prometheus_client import REGISTRY, Counter, Gauge, Histogram, make_wsgi_app

from escaramuza.games import registry
from escaramuza.server.orders import ANALYSIS, LAB, PRINT, QUESTION, THOUGHT

if TYPE_CHECKING:
    from escaramuza.server.hub import Hub

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
LAG_SECONDS = 0.5
LANES = (QUESTION, THOUGHT, ANALYSIS, PRINT, LAB)
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
jobs = Gauge("escaramuza_jobs", "Thoughts, analyses, questions, prints and experiments.", ["kind", "state"])
games = Gauge("escaramuza_games", "Games by how far they are.", ["state"])


def watch(hub: "Hub") -> None:
    """Read what stands now from this server, whenever somebody asks."""
    connections.set_function(lambda: sum(list(hub.connections.values())))
    live_matches.set_function(lambda: len(hub.live))
    for lane in LANES:
        for state in ("waiting", "working"):
            jobs.labels(lane, state).set_function(partial(_jobs, hub, lane, state))
    for state in STATES:
        games.labels(state).set_function(partial(_games, hub, state))


def _jobs(hub: "Hub", lane: str, state: str) -> int:
    done_by = {QUESTION: hub.questions.jobs, LAB: hub.lab.jobs}
    waiting, working = done_by.get(lane, hub.jobs).load(lane)
    return waiting if state == "waiting" else working


def _games(hub: "Hub", state: str) -> int:
    return sum(hub.readiness.of(game_id).state == state for game_id in registry.ids())


async def measure_lag() -> None:
    """Feel how long the event loop keeps others waiting."""
    while True:
        wanted = time.perf_counter() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        loop_lag_seconds.observe(max(0.0, time.perf_counter() - wanted))


class _Quiet(WSGIRequestHandler):
    """Whoever asks for figures asks often: nothing is noted of it."""

    timeout = 10

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


class _Figures(ThreadingMixIn, WSGIServer):
    """Answers on a socket that listens already."""

    daemon_threads = True

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.getsockname()[:2], _Quiet, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.server_name, self.server_port = listening.getsockname()[:2]
        self.setup_environ()
        self.set_app(make_wsgi_app(REGISTRY))


def answer(listening: socket.socket) -> WSGIServer:
    """Answer at `/metrics`; what this gives is shut down to stop it."""
    server = _Figures(listening)
    threading.Thread(target=server.serve_forever, name="figures", daemon=True).start()
    return server

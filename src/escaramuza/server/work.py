"""What workers do: plain functions of what they are given, so that they are the same in a child process of a server and
in a worker on another machine."""

import base64
import logging
import threading
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from escaramuza.agents import names
from escaramuza.agents.players import Agents
from escaramuza.agents.search import Cancelled
from escaramuza.engine import record
from escaramuza.engine.errors import EscaramuzaError, find_game
from escaramuza.engine.prepare import MATCH
from escaramuza.games.game import Game
from escaramuza.preparation import jobs, loading
from escaramuza.server.analysis import analyse
from escaramuza.server.orders import Progress
from escaramuza.server.words import problem_of

log = logging.getLogger("escaramuza.server")
NEEDS = (MATCH, jobs.SEARCH, jobs.GREEDY)
# Where each kind of paper is made.
PRESSES = {"squad": "barracks", "cafe": "cafe_print", "forglory": "forglory_print"}
PROGRESS_SECONDS = 0.2
_loading = threading.Lock()

Data = dict[str, Any]


def packed(state: Any) -> str:
    """A position as text."""
    return base64.b64encode(state.tobytes()).decode()


def _unpacked(spec: Game, text: str) -> Any:
    return np.frombuffer(base64.b64decode(text), spec.state).copy()[0]


def load(game: str) -> Game:
    """A game with all that agents need of it; the first time it is taken from the cache."""
    spec = find_game(game)
    with _loading:
        loading.load(spec, NEEDS)
    return spec


def move(data: Data, progress: Progress, cancel: threading.Event) -> str:
    """The action of an agent."""
    spec = load(data["game"])
    state = _unpacked(spec, data["state"])
    seat = int(spec.rules["actor"](state))
    agents = Agents(spec, {seat: names.parse(data["agent"])}, data["seed"])
    return agents.choose(state, lambda share, _: progress(share), cancel)


def hint(data: Data, progress: Progress, cancel: threading.Event) -> Data:
    """What an agent would do, what it expects, and how it would go on."""
    spec = load(data["game"])
    agent = names.parse(data["agent"]).search(data["seed"])
    thought = agent.think(spec, _unpacked(spec, data["state"]), None, cancel)
    return {"action": thought.action, "line": thought.line or (thought.action,), "expected": thought.expected}


def analyse_file(data: Data, progress: Progress, cancel: threading.Event) -> list[Data]:
    """The expected result over a finished match."""
    load(data["game"])

    def going_on(share: float) -> None:
        if cancel.is_set():
            raise Cancelled
        progress(share)

    return analyse(record.loads(data["file"]), going_on)


def print_pages(data: Data, progress: Progress, cancel: threading.Event) -> str:
    """A PDF, as text."""
    pages: bytes = import_module(f"escaramuza.server.{PRESSES[data['what']]}").printed(data["body"])
    return base64.b64encode(pages).decode()


KINDS: dict[str, Callable[[Data, Progress, threading.Event], Any]] = {
    "move": move,
    "hint": hint,
    "analyse": analyse_file,
    "print": print_pages,
}


def do(kind: str, data: Data, tell: Progress, cancel: threading.Event) -> Data | None:
    """Do a piece of work: its result, a refusal, or why it failed; None where nobody wants it any more. How far it is
    is told now and then."""
    told = 0.0

    def progress(share: float) -> None:
        nonlocal told
        if (now := time.monotonic()) - told >= PROGRESS_SECONDS:
            told = now
            tell(share)

    try:
        return {"result": KINDS[kind](data, progress, cancel)}
    except Cancelled:
        return None
    except EscaramuzaError as error:
        return {"refused": dict(problem_of(error))}
    except Exception as error:
        log.error("%s failed", kind, exc_info=error)
        return {"failed": type(error).__name__}

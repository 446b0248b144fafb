"""What workers do: plain functions of what they are given, so that they are the same in a child process of a server and
in a worker on another machine."""

import base64
import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from escaramuza.agents import names, reasons
from escaramuza.agents.judging import takes_draw
from escaramuza.agents.players import Agents
from escaramuza.agents.search import Cancelled
from escaramuza.engine import diagrams, record
from escaramuza.engine.errors import EscaramuzaError, find_game
from escaramuza.engine.match import Match
from escaramuza.engine.prepare import MATCH
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.lab.asked import playing
from escaramuza.preparation import jobs, loading
from escaramuza.server import games, messages, wire
from escaramuza.server.analysis import analyse
from escaramuza.server.orders import Progress
from escaramuza.server.words import problem_of

log = logging.getLogger("escaramuza.worker")
NEEDS = (MATCH, jobs.SEARCH, jobs.GREEDY)
PROGRESS_SECONDS = 0.2
_loading = threading.Lock()

Data = dict[str, Any]
# Matches whose agents are remembered, with what they thought about last; and how many bytes of it.
MOST_REMEMBERED = 64
MOST_REMEMBERED_BYTES = 256 << 20
_remembered: OrderedDict[tuple[str, int, str], Agents] = OrderedDict()
_remembering = threading.Lock()
# Kinds of match, by game and options, that something is asked about again and again.
MOST_KINDS = 64


class Signals:
    """What whoever works hears meanwhile: that nobody wants it any more, or that it should end with what there is."""

    def __init__(self, cancel: threading.Event | None = None) -> None:
        self.cancel = cancel or threading.Event()
        self.hurry = threading.Event()


def packed(state: Any) -> str:
    """A position as text."""
    return base64.b64encode(state.tobytes()).decode()


def _unpacked(game: Game, text: str) -> Any:
    return np.frombuffer(base64.b64decode(text), game.state).copy()[0]


def about(match: Match, state: Any = None) -> Data:
    """What is to be known of a match to answer a question about it: how it stands, or as somebody sees it."""
    return {
        "game": match.game.id,
        "options": match.options.model_dump_json(),
        "state": packed(match.state if state is None else state),
    }


def _standing(data: Data) -> Match:
    """That match."""
    match = _match_of(load(data["game"]).id, data["options"])
    return match.standing(_unpacked(match.game, data["state"]))


@lru_cache(MOST_KINDS)
def _match_of(game_id: str, options: str) -> Match:
    return Match(game_id, seed=0, options=json.loads(options))


def load(game_id: str) -> Game:
    """A game with all that agents need of it; the first time it is taken from the cache."""
    game = find_game(game_id)
    with _loading:
        loading.load(game, NEEDS)
    return game


def move(data: Data, progress: Progress, signals: Signals) -> str:
    """The action of an agent."""
    game = load(data["game"])
    state = _unpacked(game, data["state"])
    seat = int(game.rules["actor"](state))
    if data.get("hurry"):
        signals.hurry.set()
    key = (data.get("match", ""), seat, data["agent"])
    with _remembering:
        agents = _remembered.pop(key, None)
    if agents is None:
        agents = Agents(game, {seat: names.parse(data["agent"])}, data["seed"])
    agents.reseed(data["seed"])
    action = agents.choose(state, lambda share, _: progress(share), signals.cancel, signals.hurry)
    if key[0]:
        _remember(key, agents)
    return action


def _remember(key: tuple[str, int, str], agents: Agents) -> None:
    """Keep what an agent thought; what was used longest ago goes first, and what is too much by itself at once."""
    with _remembering:
        _remembered[key] = agents
        while _remembered and (
            len(_remembered) > MOST_REMEMBERED
            or sum(agents.size for agents in _remembered.values()) > MOST_REMEMBERED_BYTES
        ):
            _remembered.popitem(last=False)


def hint(data: Data, progress: Progress, signals: Signals) -> wire.Hint:
    """What an agent would do, what it expects, and how it would go on."""
    match = _standing(data)
    agent = names.parse(data["agent"]).search(data["seed"])
    thought = agent.think(match.game, buffers.copy(match.state), None, signals.cancel)
    reason = reasons.of(match.game, buffers.copy(match.state), thought, signals.cancel)
    line = thought.line or (thought.action,)
    return messages.hint(match, {"action": thought.action, "line": line, "expected": thought.expected, **reason})


def why(data: Data, progress: Progress, signals: Signals) -> Any:
    """Whether an action is allowed, or why not."""
    return messages.why(_standing(data), data["action"])


def odds(data: Data, progress: Progress, signals: Signals) -> wire.Odds:
    """What an action leads to."""
    return messages.odds(_standing(data).odds(data["action"], lambda: _must_be_wanted(signals)))


def look(data: Data, progress: Progress, signals: Signals) -> Mapping[str, Any]:
    """What a unit could do, in a position as a seat sees it."""
    match, place = _standing(data), data["place"]
    game = match.game
    return {} if game.look is None else game.look(match.state, data["unit"], None if place is None else tuple(place))


def threats(data: Data, progress: Progress, signals: Signals) -> wire.Threats:
    """What is in danger, in a position as a seat sees it."""
    match = _standing(data)
    return messages.threats(match.game, match.state)


def draw_position(data: Data, progress: Progress, signals: Signals) -> wire.WrittenPosition:
    """The scene of a written position."""
    load(data["game"])
    match = Match(data["game"], seed=0, position=data["position"], options=data["options"])
    return {"scene": match.view(match.seat_names[0]), "position": match.position}


def draw_diagrams(data: Data, progress: Progress, signals: Signals) -> list[diagrams.Drawing]:
    """The diagrams of a game's rules."""
    game = load(data["game"])
    drawn = []
    for diagram in game.diagrams:
        _must_be_wanted(signals)
        drawn.append(diagrams.draw(game.id, diagram))
    return drawn


def _must_be_wanted(signals: Signals) -> None:
    if signals.cancel.is_set():
        raise Cancelled


def answer_draw(data: Data, progress: Progress, signals: Signals) -> bool:
    """Whether a machine takes a draw."""
    game = load(data["game"])
    return takes_draw(game, _unpacked(game, data["state"]), data["seat"], data["seed"], signals.cancel)


def analyse_file(data: Data, progress: Progress, signals: Signals) -> list[Data]:
    """The expected result over a finished match."""
    load(data["game"])

    def going_on(share: float) -> None:
        _must_be_wanted(signals)
        progress(share)

    return analyse(record.loads(data["file"]), going_on)


def print_pages(data: Data, progress: Progress, signals: Signals) -> str:
    """A PDF, as text."""
    own = games.of(data["game"])
    assert own is not None, f"{data['game']} is not printed"
    pages: bytes = own.printed(data["body"])
    return base64.b64encode(pages).decode()


def prepare_lab(data: Data, progress: Progress, signals: Signals) -> bool:
    """Have compiled what an experiment needs."""
    return playing.prepare(data["game"], data["needs"], progress, signals.cancel)


def play_rows(data: Data, progress: Progress, signals: Signals) -> Data:
    """Some of the games of an experiment."""
    return playing.play(data["experiment"], range(*data["rows"]), data["seconds"], signals.cancel)


KINDS: dict[str, Callable[[Data, Progress, Signals], Any]] = {
    "move": move,
    "hint": hint,
    "why": why,
    "odds": odds,
    "look": look,
    "threats": threats,
    "scene": draw_position,
    "diagrams": draw_diagrams,
    "draw": answer_draw,
    "analyse": analyse_file,
    "print": print_pages,
    "prepare": prepare_lab,
    "play": play_rows,
}


def do(kind: str, data: Data, tell: Progress, signals: Signals) -> str | None:
    """Do a piece of work: its result, a refusal, or why it failed, as JSON; None where nobody wants it any more. Now
    and then it tells how far it is."""
    told = 0.0

    def progress(share: float) -> None:
        nonlocal told
        if (now := time.monotonic()) - told >= PROGRESS_SECONDS:
            told = now
            tell(share)

    try:
        return json.dumps({"result": KINDS[kind](data, progress, signals)}, allow_nan=False)
    except Cancelled:
        return None
    except EscaramuzaError as error:
        return json.dumps({"refused": dict(problem_of(error))})
    except Exception as error:
        log.error("%s failed", kind, exc_info=error)
        return failure(type(error).__name__)


def failure(why: str) -> str:
    """The answer to work that could not be done."""
    return json.dumps({"failed": why})

"""Whole games on a graphics card: `bulk.series` once more, without lists of actions. Each random game has a thread,
each greedy one a block, so that threads that run together do the same thing. A template for `kernel.jit.for_game`,
with what a card needs to know of a game's records among its globals: see `Card`."""

from typing import Any

import numpy as np

from escaramuza.engine.bulk import GREEDY
from escaramuza.games.game import Game
from escaramuza.kernel import buffers, device, jit
from escaramuza.kernel.dice import below, reseed
from escaramuza.kernel.jit import rule

TEMPLATE = "escaramuza.engine.card"
NEEDED = ("each_action", "each_proposal", "began")
THREADS = 64
# The threads of a greedy game: those of a warp, or few, since a simulated one is slow.
LANES = 4 if device.SIMULATED else 32
# With fewer registers a thread more games run at once.
REGISTERS = 128
SIDES = 2
TOLD = SIDES + 3
WORD = 8

actor: Any
side_of: Any
began: Any
each_action: Any
each_proposal: Any
apply: Any
judge: Any
outcome: Any
determinize: Any
cuda: Any
STATE: Any
RECORD: Any
WORDS: Any
ACTION: Any
WEIGHTS: Any


def play(starts, cells, deciders, lots, logs, most, told, finals):
    """The kernel of random games: game i is the i-th thread's. Last positions are written as far as there is room."""
    i = cuda.grid(1)
    if i >= len(lots):
        return
    rooms = cuda.local.array(1, STATE)
    actions = cuda.local.array(1, ACTION)
    log = logs[0]
    rooms[0] = starts[cells[i]]
    s = rooms[0]
    reseed(s.dice, lots[i])
    n = 0
    while n < most and actor(s) != buffers.OVER:
        each_action(s, actions, below(lots[i], n, each_action(s, actions, buffers.NONE)))
        apply(s, actions[0], log)
        n += 1
    results = cuda.local.array(TOLD, np.int64)
    tell(s, n, results)
    for k in range(TOLD):
        told[i, k] = results[k]
    if i < len(finals):
        finals[i] = s


def weigh(starts, cells, deciders, lots, logs, most, told, finals):
    """The kernel of greedy games: game i is the i-th block's. Its threads share the position and try an action each, in
    a copy of their own; all then find the same best one, as `bulk.greedy_choice` does, and the first makes it."""
    i = cuda.blockIdx.x
    lane = cuda.threadIdx.x
    words = cuda.shared.array(WORDS, np.int64)
    worths = cuda.shared.array(LANES, np.int64)
    own = cuda.local.array(WORDS, np.int64)
    actions = cuda.local.array(1, ACTION)
    log = logs[0]
    rooms = words.view(RECORD)
    s = rooms[0]
    after = own.view(RECORD)[0]
    if lane == 0:
        rooms[0] = starts[cells[i]]
        reseed(s.dice, lots[i])
    cuda.syncthreads()
    n = 0
    while n < most:
        seat = actor(s)
        if seat == buffers.OVER:
            break
        if deciders[i, seat] == GREEDY:
            side = side_of(s, seat)
            seed = lots[i] + n
            count = each_proposal(s, actions, buffers.NONE)
            best = -1
            best_value = -(1 << 40)
            ties = 0
            for first in range(0, count, LANES):
                if first + lane < count:
                    each_proposal(s, actions, first + lane)
                    # Word by word: a record is copied byte by byte there.
                    for k in range(WORDS):
                        own[k] = words[k]
                    determinize(after, seat, seed)
                    apply(after, actions[0], log)
                    worths[lane] = judge(after, side, WEIGHTS)
                cuda.syncthreads()
                for k in range(min(LANES, count - first)):
                    if worths[k] > best_value:
                        best = first + k
                        best_value = worths[k]
                        ties = 1
                    elif worths[k] == best_value:
                        ties += 1
                        if below(seed, first + k, ties) == 0:
                            best = first + k
                cuda.syncthreads()
            each_proposal(s, actions, best)
        else:
            each_action(s, actions, below(lots[i], n, each_action(s, actions, buffers.NONE)))
        cuda.syncthreads()
        if lane == 0:
            apply(s, actions[0], log)
        cuda.syncthreads()
        n += 1
    if lane == 0:
        results = cuda.local.array(TOLD, np.int64)
        tell(s, n, results)
        for k in range(TOLD):
            told[i, k] = results[k]
        if i < len(finals):
            finals[i] = s


@rule
def tell(s, n, told):
    """A game that has ended: each side's result, its actions, who began, its turns."""
    outcome(s, told)
    told[SIDES] = n
    told[SIDES + 1] = began(s)
    told[SIDES + 2] = s.turns


def playable(game: Game) -> bool:
    """Whether a game offers what a card needs."""
    return all(name in game.rules for name in NEEDED)


class Card:
    """A game's kernels, each compiled when it is first used."""

    def __init__(self, game: Game) -> None:
        self.cuda = device.require()
        if not playable(game):
            raise device.NoDevice(f"{game.name} cannot be played on a graphics card")
        self.game = game
        module = jit.for_game(TEMPLATE, game.id, names_for(game))
        self.random = self.cuda.jit(module.play)
        self.greedy = self.cuda.jit(module.weigh, **({} if device.SIMULATED else {"max_registers": REGISTERS}))
        self.logs = np.array([buffers.silent_log()])

    def series(
        self, starts: Any, cells: Any, deciders: Any, lots: Any, most: int, keep: int = 0
    ) -> tuple[Any, Any, Any]:
        """Play the games of `lots`: each side's results; actions, who began and turns; the first `keep` positions."""
        games = len(lots)
        send = self.cuda.to_device
        told = self.cuda.device_array((games, TOLD), np.int64)
        finals = send(np.zeros(max(keep, 1), self.game.state))
        greedy = (deciders == GREEDY).any()
        kernel = self.greedy[games, LANES] if greedy else self.random[-(-games // THREADS), THREADS]
        with device.compiling():
            kernel(send(starts), send(cells), send(deciders), send(lots), send(self.logs), most, told, finals)
        found = told.copy_to_host()
        return found[:, :SIDES], found[:, SIDES:], finals.copy_to_host()[:keep]


def names_for(game: Game) -> dict[str, Any]:
    """What the template finds among its globals."""
    records = {"STATE": _kind(game.state), "RECORD": game.state, "ACTION": _kind(buffers.ACTION)}
    records["WORDS"] = game.state.itemsize // WORD
    return {**game.rules, **records, "WEIGHTS": game.weights.array, "cuda": device.cuda()}


def _kind(dtype: np.dtype[Any]) -> Any:
    """A record as kernels name it."""
    if device.SIMULATED:
        return dtype
    from numba import from_dtype

    return from_dtype(dtype)

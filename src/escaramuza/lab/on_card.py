"""The rows of an experiment on a graphics card: random and greedy games of games that can be played there."""

from concurrent.futures import Future, ThreadPoolExecutor
from importlib.util import find_spec
from threading import Event
from typing import Any

import numpy as np

from escaramuza.engine import card
from escaramuza.games import registry
from escaramuza.kernel import device
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Plan
from escaramuza.lab.rows import MOST_ACTIONS, QUICK, ROW, Played, Player

# A launch takes as long as its longest game: it should have many, more than a look may ask for.
AHEAD = 4 if device.SIMULATED else 1 << 15


def check(plan: Plan) -> None:
    """Refuse what cannot be played there, and say what is missing."""
    if not card.playable(plan.game):
        known = [found.name for game_id in registry.ids() if card.playable(found := registry.get(game_id))]
        raise LabError("CARD_GAME", game=plan.game.name, known=", ".join(known))
    slow = next((agent.text for agent in plan.agents.values() if agent.kind not in QUICK), None)
    if slow is not None:
        raise LabError("CARD_AGENT", agent=slow, known=", ".join(QUICK))
    if plan.experiment.swings:
        raise LabError("CARD_SWINGS")
    require()


def require() -> None:
    """Refuse where there is no card, or nothing to speak to it with."""
    if find_spec("numba_cuda") is None:
        raise LabError("NEEDS_EXTRA", extra="gpu")
    try:
        device.require()
    except device.NoDevice as error:
        raise LabError("NO_CARD", why=str(error).splitlines()[0] if str(error) else "CUDA") from error


class CardPlayer(Player):
    """Plays rows of a plan on the card."""

    def __init__(self, plan: Plan, cancel: Event | None = None) -> None:
        super().__init__(plan, cancel)
        self.card = card.Card(plan.game)

    def series(self, starts: Any, deciders: Any, lots: Any) -> Played:
        """One game per thread."""
        outcomes, made, _ = self.card.series(starts, np.arange(len(lots)), deciders, lots, MOST_ACTIONS)
        return Played(outcomes, made[:, 0], made[:, 1], made[:, 2])


class OnCard:
    """One launch at a time, of more games than are asked for: what is played ahead is there for the next part."""

    size = 1
    part = AHEAD

    def __init__(self, plan: Plan, cancel: Event) -> None:
        self.player = CardPlayer(plan, cancel)
        self.budget = plan.experiment.budget // 2 * 2
        self.ahead = np.zeros(0, ROW)
        self.pool = ThreadPoolExecutor(1)

    def submit(self, rows: range) -> "Future[Any]":
        """Rows, of those that are there or of a new launch."""
        return self.pool.submit(self._play, rows)

    def _play(self, rows: range) -> Any:
        if self.player.cancel.is_set():
            return np.zeros(0, ROW)
        if not len(self.ahead) or not self.ahead["row"][0] <= rows.start <= rows.stop - 1 <= self.ahead["row"][-1]:
            self.ahead = self.player.play(range(rows.start, min(max(rows.stop, rows.start + AHEAD), self.budget)))
        begin = rows.start - int(self.ahead["row"][0])
        return self.ahead[begin : begin + len(rows)].copy()

    def close(self) -> None:
        """A launch that was begun is waited for: there is no stopping a card."""
        self.pool.shutdown(cancel_futures=True)

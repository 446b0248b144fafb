"""Games on a server: compiled beside it by a crew, loaded into it when somebody first wants one."""

import asyncio
from typing import Literal

from pydantic import BaseModel

from escaramuza.engine.errors import find_game
from escaramuza.engine.prepare import MATCH
from escaramuza.games import registry
from escaramuza.preparation import jobs, loading
from escaramuza.preparation.crew import Crew
from escaramuza.server.board import Board
from escaramuza.server.words import Fault, Problem

# A browser that waits for the server has its first page by then.
PAGE_SECONDS = 0.3
# How often the process that compiles says how far it is.
TELL_SECONDS = 0.3
# What a table calls in this process; agents think elsewhere.
TABLE = (MATCH, jobs.TABLE)


class GameReadiness(BaseModel):
    """How far a game is: the share of it that is prepared, and about how many seconds are left."""

    id: str
    name: str
    state: Literal["ready", "preparing", "waiting", "failed"]
    share: float
    seconds: float | None
    why: str


class Readiness:
    """Which games can be played by now. Of several processes that share a board one compiles, and the others read on it
    how far that is."""

    def __init__(self, prepares: bool = True, board: Board | None = None) -> None:
        self.prepares = prepares
        self.board = board
        self.crew = Crew(registry.ids(), jobs.PLAYED, None if prepares else 0)
        self.loaded: set[str] = set()
        self.loading: dict[str, asyncio.Lock] = {}
        self.telling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to compile what is missing, once the first page had the time to be shown."""
        loop = asyncio.get_running_loop()
        loop.call_later(PAGE_SECONDS, self.crew.start)
        if self.prepares and self.board is not None:
            self.telling = loop.create_task(self._tell(self.board))

    def close(self) -> None:
        """Compile no more."""
        if self.telling is not None:
            self.telling.cancel()
        self.crew.close()

    async def _tell(self, board: Board) -> None:
        """Say how far each game is until all are ready or given up, and hear which ones are wanted elsewhere."""
        while True:
            for game_id in board.wanted():
                self.crew.want(game_id)
            now = {game_id: self.of(game_id) for game_id in registry.ids()}
            board.write({game_id: one.model_dump() for game_id, one in now.items()})
            if all(one.state in ("ready", "failed") for one in now.values()):
                return
            await asyncio.sleep(TELL_SECONDS)

    def of(self, game_id: str) -> GameReadiness:
        """How far a game is."""
        if not self.prepares:
            self.crew.look_again()
        now = self.crew.progress(game_id)
        if now.state != "ready" and not self.prepares and self.board is not None:
            told = self.board.read().get(game_id)
            if told is not None:
                return GameReadiness(**told)
        seconds = None if now.seconds is None else round(now.seconds, 1)
        name = registry.get(game_id).name
        return GameReadiness(
            id=game_id, name=name, state=now.state, share=round(now.share, 3), seconds=seconds, why=now.why
        )

    def want(self, game_id: str) -> None:
        """Somebody is about to play this game: it comes forward."""
        self.crew.want(game_id)
        if not self.prepares and self.board is not None:
            self.board.want(game_id)

    async def must_be_ready(self, game_id: str) -> None:
        """Load a game's rules if they are compiled; a problem that says how long it takes, or why not, if they are
        not."""
        game = find_game(game_id)
        if game_id in self.loaded:
            return
        now = self.of(game_id)
        if now.state == "failed":
            raise Problem("NOT_PREPARED", 503, game=game.name, why=now.why)
        if now.state != "ready":
            self.want(game_id)
            raise Unprepared(now)
        async with self.loading.setdefault(game_id, asyncio.Lock()):
            if game_id not in self.loaded:
                await asyncio.get_running_loop().run_in_executor(None, loading.load, game, TABLE)
                self.loaded.add(game_id)


class Unprepared(Problem):
    """A game that is not ready yet, and how far it is."""

    def __init__(self, now: GameReadiness) -> None:
        super().__init__("PREPARING", 503, game=now.name, seconds=max(1, round(now.seconds or 0)))
        self.now = now

    def as_json(self) -> Fault:
        """As it goes over the wire, with the game that is waited for."""
        return {**super().as_json(), "game": self.now.id}

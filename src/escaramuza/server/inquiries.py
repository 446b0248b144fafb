"""Questions of the lab in work. A question is one stream of news, and nothing else: who closes it has it ended.

Games are ordered in stretches of about a second, so that those who wait take turns, whatever one of them asks, and what
was found is told after each. A guest has one stretch in work at a time.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing, contextmanager
from typing import Any, Literal

from pydantic import BaseModel

from escaramuza.lab.asked import playing
from escaramuza.lab.asked.answer import Gathering, LabAnswer
from escaramuza.server.orders import Failed, Jobs, Order, once
from escaramuza.server.settings import Settings
from escaramuza.server.words import Fault, Problem

log = logging.getLogger("escaramuza.server")
# The first answer comes soon, the others are worth the way.
FIRST_SECONDS, STRETCH_SECONDS = 0.4, 1.0
# A stream is never silent for longer: whoever closed it is noticed, and fronts do not lose patience.
SILENT_SECONDS = 1.0
MOST_KEPT = 300


class LabNews(BaseModel):
    """How far a question is. An answer that is not new is left out."""

    state: Literal["waiting", "preparing", "playing", "done", "failed"]
    # Of what is to be prepared, or of the games that are probably needed.
    share: float
    games: int = 0
    seconds: float = 0.0
    answer: LabAnswer | None = None
    # Why it ended: it is as precise as wanted, or it may play no more games, or compute no longer.
    end: Literal["precise", "games", "time"] | None = None
    # The command that plays the same games, and the experiment as a file where that names one.
    repeat: str = ""
    file: str = ""
    fault: Fault | None = None


class Inquiries:
    """All questions in work, and what was found lately."""

    def __init__(self, settings: Settings, jobs: Jobs) -> None:
        self.settings = settings
        self.jobs = jobs
        self.open: Counter[str] = Counter()
        self.kept: OrderedDict[str, LabNews] = OrderedDict()

    def must_be_on(self) -> None:
        """Not where the operator has switched it off."""
        if self.settings.lab == "off":
            raise Problem("LAB_OFF", 403)

    def must_have_room(self, guest: str) -> None:
        """For one more question of a guest's."""
        if self.open[guest] >= self.settings.experiments_each:
            raise Problem("LAB_ONE_AT_A_TIME", 429, most=self.settings.experiments_each)
        if self.open.total() >= self.settings.most_experiments:
            raise Problem("LAB_BUSY", 429)

    @contextmanager
    def _place(self, guest: str) -> Iterator[None]:
        self.must_have_room(guest)
        self.open[guest] += 1
        try:
            yield
        finally:
            self.open[guest] -= 1
            if not self.open[guest]:
                del self.open[guest]

    async def news(self, guest: str, run: Gathering) -> AsyncGenerator[LabNews, None]:
        """All that is to be told about a question; its end tells why. Close it to have it ended."""
        key = f"{run.inquiry.kind} {run.plan.experiment.model_dump_json()} {run.plan.game.version}"
        if key in self.kept:
            self.kept.move_to_end(key)
            yield self.kept[key]
            return
        last = LabNews(state="waiting", share=0.0)
        try:
            with self._place(guest):
                for stage in (self._prepared(guest, run), self._played(guest, run)):
                    # Who is let go of without being closed ends at some time or other.
                    async with aclosing(stage):
                        async for last in stage:
                            yield last
        except Problem as problem:
            yield _failed(last, problem.as_json())
            return
        except Failed as error:
            log.warning("a question of the lab cannot be answered: %s", error)
            yield _failed(last, Problem("FAULT", 500).as_json())
            return
        self.kept[key] = last
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)

    async def _prepared(self, guest: str, run: Gathering) -> AsyncGenerator[LabNews, None]:
        """Have compiled what only the lab needs, the first time."""
        far = 0.0

        def note(share: float) -> None:
            nonlocal far
            far = share

        game_id = run.plan.game.id
        order = Order("prepare", once(), guest, game_id, {"game": game_id, "needs": playing.needs_of(run.plan)})
        yield LabNews(state="waiting", share=0.0)
        async with aclosing(self._beats(order, note)) as beats:
            async for _ in beats:
                yield LabNews(state="preparing" if far else "waiting", share=far)

    async def _played(self, guest: str, run: Gathering) -> AsyncGenerator[LabNews, None]:
        experiment, most = run.plan.experiment.model_dump_json(), self.settings.experiment_seconds
        last = LabNews(state="waiting", share=0.0)
        while last.end is None:
            seconds = STRETCH_SECONDS if len(run.rows) else FIRST_SECONDS
            wanted = run.wanted
            data = {"experiment": experiment, "rows": [wanted.start, wanted.stop], "seconds": seconds}
            order = Order("play", once(), guest, run.plan.game.id, data)
            async with aclosing(self._beats(order)) as beats:
                async for played in beats:
                    if played is None:
                        yield last.model_copy(update={"answer": None})
                    else:
                        last = await asyncio.to_thread(_told, run, played, most)
                        yield last

    async def _beats(self, order: Order, progress: Any = None) -> AsyncGenerator[Any, None]:
        """Have an order done: None every now and then, and at the end what came of it. It ends with whoever listens."""
        work = asyncio.ensure_future(self.jobs.do(order, progress))
        try:
            while not (await asyncio.wait({work}, timeout=SILENT_SECONDS))[0]:
                yield None
            yield work.result()
        finally:
            work.cancel()

    def close(self) -> None:
        """Nothing more is computed."""
        self.jobs.close()


def _told(run: Gathering, played: dict[str, Any], most: float) -> LabNews:
    """What can be told after some more rows."""
    run.take(*playing.unpack(played), played["seconds"])
    answer = run.answer() if run.ready else None
    late = run.seconds >= most and run.ready
    end: Any = "precise" if run.enough else "games" if run.over else "time" if late else None
    shares = [len(run.rows) / run.budget, run.seconds / most]
    if answer is not None and answer.half:
        shares.append((run.precision / 100 / answer.half) ** 2)
    return LabNews(
        state="playing" if end is None else "done",
        share=1.0 if end else min(max(shares), 0.99),
        games=len(run.rows),
        seconds=round(run.seconds, 2),
        answer=answer,
        end=end,
        repeat=run.inquiry.repeat(len(run.rows)),
        file="" if run.inquiry.command else run.inquiry.as_file(len(run.rows)),
    )


def _failed(last: LabNews, fault: Fault) -> LabNews:
    return last.model_copy(update={"state": "failed", "answer": None, "fault": fault})

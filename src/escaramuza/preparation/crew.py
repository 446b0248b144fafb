"""The crew: worker processes on all cores that compile games side by side, and how far each game is.

A worker that dies is replaced and its job given out again, for a few times; a game whose job fails is given up and says
why, and the others go on. What is compiled is in the cache, so another crew, or the next one, goes on from there.
"""

import contextlib
import json
import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Literal

from escaramuza.engine.prepare import is_ready, mark_ready
from escaramuza.kernel import cache
from escaramuza.preparation import estimate, jobs
from escaramuza.preparation.deaths import how_it_ended
from escaramuza.preparation.jobs import Cost, Job

log = logging.getLogger("escaramuza.preparation")
State = Literal["ready", "preparing", "waiting", "failed"]
TRIES = 3
STOP_SECONDS = 1.0
# A process that says nothing for so long hangs: no rule takes a minute to compile.
SILENT_SECONDS = 600.0
# So much of what a process said in dying is noted.
LAST_WORDS = 4000
# A process of the compiler's takes some 200 MB, and there are some fifty jobs in all.
MOST_WORKERS = 16
# How often somebody who waits is told how far it is.
EACH = 0.2


@dataclass(frozen=True)
class Progress:
    """How far a game is: its state, the share done, about how many seconds are left, and why it failed."""

    game_id: str
    state: State
    share: float = 1.0
    seconds: float | None = 0.0
    why: str = ""


class Preparing:
    """One game in the making."""

    def __init__(self, game_id: str, todo: list[Job]) -> None:
        self.game_id = game_id
        self.todo = todo
        self.doing: list[Job] = []
        self.cost = Cost(todo)
        self.why = ""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do, or no use in it."""
        return bool(self.why) or not (self.todo or self.doing)

    def next_job(self) -> Job | None:
        """A job that need not wait for another one."""
        waves = [job.wave for job in (*self.todo, *self.doing)]
        return next((job for job in self.todo if job.wave == min(waves)), None)


class Crew:
    """Prepares games; from any thread, `want` puts a game forward, `progress` says how far it is, `wait` waits."""

    def __init__(self, games: Iterable[str], needs: Sequence[str], workers: int | None = None) -> None:
        self.needs = tuple(needs)
        self.changed = threading.Condition()
        self.open = {
            game_id: Preparing(game_id, jobs.jobs_for(game_id, needs))
            for game_id in games
            if not is_ready(game_id, needs)
        }
        self.order = list(self.open)
        self.wanted: list[str] = []
        self.size = min(_cores(), MOST_WORKERS) if workers is None else workers
        self.threads: list[threading.Thread] = []
        # The processes at work, and what each of them complains of.
        self.processes: dict[subprocess.Popen[str], IO[bytes]] = {}
        self.patience = SILENT_SECONDS
        self.hanging: set[subprocess.Popen[str]] = set()
        # How often a job's process died, and of what the last one did.
        self.deaths: Counter[Job] = Counter()
        self.ends: dict[Job, str] = {}
        self.pace = estimate.Pace()
        self.closing = False
        # Whether all that was compiled could be kept: only then the next start may rely on it.
        self.kept = True

    def start(self) -> None:
        """Begin, if there is anything to do."""
        with self.changed:
            if self.closing:
                return
            for _ in range(min(self.size, sum(len(making.todo) for making in self.open.values()))):
                self._add_worker()

    def _add_worker(self) -> None:
        thread = threading.Thread(target=self._work, name="preparing", daemon=True)
        self.threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Stop; what is compiled stays."""
        with self.changed:
            self.closing = True
            self.changed.notify_all()
            for process in self.processes:
                process.kill()
        for thread in self.threads:
            thread.join(STOP_SECONDS)

    def want(self, game_id: str) -> None:
        """Somebody waits for this game: it comes before those that nobody waits for, and after those that somebody has
        waited for longer, with a worker more if all are busy elsewhere."""
        with self.changed:
            making = self.open.get(game_id)
            if making is None or making.over or self.closing or game_id in self.wanted:
                return
            before = [other for other in self.wanted if other in self.order]
            self.wanted.append(game_id)
            self.order = [*before, game_id, *(other for other in self.order if other not in self.wanted)]
            if self.threads and not making.doing:
                self._add_worker()
            self.changed.notify_all()

    def look_again(self) -> None:
        """Leave out what another crew has made ready."""
        with self.changed:
            for game_id in [game_id for game_id in self.order if is_ready(game_id, self.needs)]:
                del self.open[game_id]
                self.order.remove(game_id)
            self.changed.notify_all()

    def wait(self, game_id: str, seconds: float | None = None) -> Progress:
        """Wait until a game is ready or given up."""
        with self.changed:
            self.changed.wait_for(lambda: self.closing or self._is_over(game_id), seconds)
        return self.progress(game_id)

    def wait_for_any(self, games: Sequence[str], seconds: float) -> list[Progress]:
        """Wait until one of some games is ready or given up, for a while; those that are."""
        with self.changed:
            self.changed.wait_for(lambda: self.closing or any(self._is_over(game_id) for game_id in games), seconds)
            return [self.progress(game_id) for game_id in games if self._is_over(game_id)]

    def _is_over(self, game_id: str) -> bool:
        return game_id not in self.open or self.open[game_id].over

    def progress(self, game_id: str) -> Progress:
        """How far a game is."""
        with self.changed:
            making = self.open.get(game_id)
            if making is None:
                return Progress(game_id, "ready")
            share = min(making.cost.done / making.cost.total, 1.0)
            if making.why:
                return Progress(game_id, "failed", share, None, making.why)
            left = [(other.cost.total - other.cost.done, len(other.doing)) for other in self._in_order(making)]
            seconds = self.pace.seconds_left(left, max(1, self.size))
            return Progress(game_id, "preparing" if making.doing else "waiting", min(share, 0.99), seconds)

    def _in_order(self, last: Preparing) -> list[Preparing]:
        """The games that are done before this one, and this one."""
        ahead = [self.open[game_id] for game_id in self.order[: self.order.index(last.game_id)]]
        return [*(making for making in ahead if not making.over), last]

    def _work(self) -> None:
        """A worker's life: a process, and jobs for it until there are none."""
        process: subprocess.Popen[str] | None = None
        try:
            while (job := self._take()) is not None:
                try:
                    process = process or self._start_process()
                    why = self._do(process, job)
                except (OSError, ValueError) as error:
                    # No process can be started, or it says what nobody understands.
                    log.error("%s: %s", job.text, error)
                    why = f"{type(error).__name__}: {getattr(error, 'strerror', None) or error}"
                    if process is not None:
                        self._stop_process(process)
                        process = None
                if why is None and process is not None:
                    self._tell_of_end(job, process)
                    self._stop_process(process)
                    process = None
                self._finish(job, why)
        finally:
            if process is not None:
                self._stop_process(process)

    def _take(self) -> Job | None:
        """The next job: of the first game that nobody works on, else of the first that has one; None at the end."""
        with self.changed:
            while not self.closing:
                busy = [self.open[game_id] for game_id in self.order if not self.open[game_id].over]
                if not busy:
                    return None
                for making in sorted(busy, key=lambda making: bool(making.doing)):
                    job = making.next_job()
                    if job is not None:
                        making.todo.remove(job)
                        making.doing.append(job)
                        return job
                self.changed.wait()
            return None

    def _start_process(self) -> subprocess.Popen[str]:
        complaints = tempfile.TemporaryFile()  # noqa: SIM115
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "escaramuza.preparation.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
                encoding="utf-8",
                # An interruption at the terminal is this process's to handle.
                start_new_session=True,
            )
        except OSError:
            complaints.close()
            raise
        with self.changed:
            self.processes[process] = complaints
            if self.closing:
                process.kill()
        return process

    def _stop_process(self, process: subprocess.Popen[str]) -> None:
        with self.changed:
            complaints = self.processes.pop(process, None)
            self.hanging.discard(process)
        process.kill()
        with contextlib.suppress(OSError):
            process.communicate()
        if complaints is not None:
            complaints.close()

    def _tell_of_end(self, job: Job, process: subprocess.Popen[str]) -> None:
        """Note why the process of a job died; a game that is given up for it says so."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        with self.changed:
            if self.closing:
                return
            hung = process in self.hanging
            end = f"said nothing for {self.patience:.0f} s" if hung else how_it_ended(process.returncode)
            self.ends[job] = end
            complaints = self.processes.get(process)
        log.error("%s: the compiling process %s\n%s", job.text, end, _last_words(complaints))

    def _lines(self, process: subprocess.Popen[str]) -> Iterator[str]:
        """What a process says; one that says nothing for too long is ended."""
        assert process.stdout is not None
        while True:
            waiting = threading.Timer(self.patience, self._lose_patience, [process])
            waiting.daemon = True
            waiting.start()
            line = process.stdout.readline()
            waiting.cancel()
            # A line without its end was cut off by death.
            if not line.endswith("\n"):
                return
            yield line

    def _lose_patience(self, process: subprocess.Popen[str]) -> None:
        with self.changed:
            self.hanging.add(process)
        process.kill()

    def _do(self, process: subprocess.Popen[str], job: Job) -> str | None:
        """Have a job done: "" when it is, why not when it failed, None when the worker died."""
        assert process.stdin is not None
        try:
            process.stdin.write(f"{job.text}\n")
            process.stdin.flush()
        except OSError:
            return None
        before = time.monotonic()
        for line in self._lines(process):
            said, now = json.loads(line), time.monotonic()
            self.pace.worked(now - before)
            before = now
            if "rule" in said:
                with self.changed:
                    self.pace.compiled(self.open[job.game_id].cost.count(said["rule"], said["entry"]))
            elif "failed" in said:
                log.error("%s: %s", job.text, said["detail"])
                return str(said["failed"])
            else:
                if said["problem"]:
                    cache.note_problem(*said["problem"])
                    self.kept = False
                return ""
        return None

    def _finish(self, job: Job, why: str | None) -> None:
        making = self.open[job.game_id]
        with self.changed:
            making.doing.remove(job)
            if self.closing and why is None:
                making.todo.insert(0, job)
            elif why is None:
                self.deaths[job] += 1
                if self.deaths[job] < TRIES:
                    making.todo.insert(0, job)
                else:
                    making.why = f"{job.text}: {TRIES} times the compiling process {self.ends.get(job, 'ended')}"
            elif why:
                making.why = why
            elif why == "":
                making.cost.finish(job)
                if making.over:
                    if self.kept:
                        mark_ready(job.game_id, self.needs)
                    del self.open[job.game_id]
                    self.order.remove(job.game_id)
            self.changed.notify_all()


def _last_words(complaints: IO[bytes] | None) -> str:
    """The end of what a process complained of."""
    if complaints is None:
        return ""
    end = complaints.seek(0, os.SEEK_END)
    complaints.seek(max(0, end - LAST_WORDS))
    return complaints.read().decode("utf-8", "replace").strip()


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


Tell = Callable[[list[Progress]], None]


def prepare(games: Sequence[str], needs: Sequence[str], tell: Tell, workers: int | None = None) -> list[Progress]:
    """Prepare games on all cores, telling how far each is; the end of it."""
    crew = Crew(games, needs, workers)
    crew.start()
    waiting = list(games)
    try:
        while waiting:
            waiting = [
                game_id
                for game_id in waiting
                if game_id not in {over.game_id for over in crew.wait_for_any(waiting, EACH)}
            ]
            tell([crew.progress(game_id) for game_id in games])
        return [crew.progress(game_id) for game_id in games]
    finally:
        crew.close()

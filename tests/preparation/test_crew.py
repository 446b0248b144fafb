"""Games are prepared by processes beside this one: once, whatever happens to them."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escaramuza.engine.prepare import MATCH
from escaramuza.kernel import cache, jit
from escaramuza.preparation import crew, estimate, jobs
from escaramuza.preparation.crew import Crew
from tests import forks

pytestmark = pytest.mark.skipif(jit.MODE != jit.COMPILED, reason="nothing is compiled in plain mode")
# The jobs of Tactics that take a second or two, for tests that need not see all of them.
QUICK = ("actor", "side_of", "outcome", "value")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache for this process and those that it starts."""
    monkeypatch.setenv(cache.PLACE, str(tmp_path))
    monkeypatch.setattr(cache, "_problems", [])
    cache.choose_again()
    monkeypatch.setattr(crew, "subprocess", forks.bare)
    yield tmp_path
    cache.choose_again()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "_heaviest_first", lambda game: list(QUICK))


def entries(folder: Path) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in folder.glob("rules-*/*.entry"))


def prepare(games: tuple[str, ...] = ("tactics",), workers: int = 2) -> list[crew.Progress]:
    return crew.prepare(games, (MATCH,), lambda now: None, workers)


@pytest.mark.usefixtures("quick")
def test_a_game_is_prepared_once_and_known_afterwards(empty: Path) -> None:
    shares = []
    done = crew.prepare(("tactics",), (MATCH,), lambda now: shares.append(now[0].share), 2)
    assert [one.state for one in done] == ["ready"]
    assert entries(empty) == ["rules.actor", "rules.outcome", "rules.side_of", "value.judge", "value.value"]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    again = Crew(["tactics"], (MATCH,))
    assert not again.open
    assert again.progress("tactics") == crew.Progress("tactics", "ready")


@pytest.mark.usefixtures("quick")
def test_a_failing_game_says_why_and_leaves_the_others_alone(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = jobs.jobs_for

    def with_a_bad_one(game_id: str, needs: tuple[str, ...]) -> list[jobs.Job]:
        found = real(game_id, needs)
        return (
            [*found, jobs.Job(game_id, MATCH, 1, "escaramuza.engine.nothing", "x")]
            if game_id == "escarmouche"
            else found
        )

    monkeypatch.setattr(jobs, "jobs_for", with_a_bad_one)
    monkeypatch.setattr(crew, "Cost", lambda found: jobs.Cost([job for job in found if not job.template]))
    first, second = prepare(("escarmouche", "tactics"))
    assert (first.state, second.state) == ("failed", "ready")
    assert "escaramuza.engine.nothing" in first.why
    assert second.why == ""


@pytest.mark.usefixtures("quick")
def test_killed_workers_are_replaced(empty: Path) -> None:
    at_work = Crew(["tactics"], (MATCH,), workers=2)
    at_work.start()
    killed = 0
    while at_work.progress("tactics").state != "ready" and killed < 2:
        for process in list(at_work.processes):
            process.send_signal(signal.SIGKILL)
            killed += 1
        time.sleep(0.3)
    assert at_work.wait("tactics", 120).state == "ready"
    at_work.close()
    assert entries(empty) == ["rules.actor", "rules.outcome", "rules.side_of", "value.judge", "value.value"]


@pytest.mark.usefixtures("quick")
def test_a_worker_that_always_dies_is_given_up(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(self: Crew) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    monkeypatch.setattr(Crew, "_start_process", dies)
    [done] = prepare()
    assert done.state == "failed"
    assert "3" in done.why


@pytest.mark.usefixtures("quick")
def test_two_crews_at_once_share_the_work(empty: Path) -> None:
    """Every rule that either compiled was compiled by one of them alone: it was stored once."""
    stored: Counter[str] = Counter()
    before: dict[str, int] = {}
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            for path in empty.glob("rules-*/*.[pe][an]*"):
                try:
                    changed = path.stat().st_ino
                except OSError:
                    continue
                if path.suffix in (".part", ".entry") and before.get(path.name) != changed:
                    before[path.name] = changed
                    stored[path.name] += 1
            time.sleep(0.005)

    watcher = threading.Thread(target=watch)
    watcher.start()
    results: list[crew.Progress] = []
    both = [threading.Thread(target=lambda: results.extend(prepare(workers=1))) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    stop.set()
    watcher.join()
    assert [one.state for one in results] == ["ready", "ready"]
    assert set(stored.values()) == {1}


@pytest.mark.usefixtures("quick")
def test_where_nothing_can_be_kept_it_is_prepared_all_the_same(
    empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv(cache.PLACE, str(blocked))
    monkeypatch.delenv(cache.ASIDE, raising=False)
    cache.choose_again()
    try:
        [done] = prepare()
        assert done.state == "ready"
        problem = cache.problem()
        assert problem is not None
        assert problem[0] == "CACHE_UNWRITABLE"
    finally:
        os.environ.pop(cache.ASIDE, None)


def test_a_wanted_game_comes_first(empty: Path) -> None:
    waiting = Crew(["tactics", "escarmouche", "cafe"], (MATCH,), workers=1)
    waiting.want("cafe")
    assert waiting.order == ["cafe", "tactics", "escarmouche"]
    job = waiting._take()
    assert job is not None
    assert job.game_id == "cafe"
    assert waiting.progress("cafe").state == "preparing"
    assert waiting.progress("tactics").state == "waiting"
    # The next worker takes up a game that nobody works on.
    other = waiting._take()
    assert other is not None
    assert other.game_id == "tactics"


def test_a_game_is_given_up_where_no_process_can_be_started(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*args: Any, **options: Any) -> Any:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(forks.bare, "Popen", refused)
    (now,) = prepare()
    assert now.state == "failed"
    assert "Resource temporarily unavailable" in now.why


def test_what_is_stopped_is_not_ready(empty: Path) -> None:
    at_work = Crew(["tactics"], (MATCH,), workers=1)
    job = at_work._take()
    assert job is not None
    at_work.open["tactics"].todo.clear()
    at_work.closing = True
    at_work._finish(job, None)
    assert at_work.progress("tactics").state == "waiting"


def test_whoever_waits_longest_comes_first(empty: Path) -> None:
    waiting = Crew(["tactics", "escarmouche", "cafe"], (MATCH,), workers=1)
    for game_id in ("cafe", "escarmouche", "cafe"):
        waiting.want(game_id)
    assert waiting.order == ["cafe", "escarmouche", "tactics"]


def test_later_waves_wait_for_earlier_ones(empty: Path) -> None:
    making = crew.Preparing("tactics", jobs.jobs_for("tactics", (MATCH, jobs.SEARCH, jobs.TABLE)))
    first = [job for job in making.todo if job.wave == jobs.FIRST]
    for _ in first:
        job = making.next_job()
        assert job is not None
        assert job.wave == jobs.FIRST
        making.todo.remove(job)
        making.doing.append(job)
    assert making.next_job() is None
    making.doing.clear()
    job = making.next_job()
    assert job is not None
    assert job.wave == jobs.SECOND


def test_the_time_left_follows_the_work_that_is_left() -> None:
    pace = estimate.Pace()
    alone = pace.seconds_left([(100.0, 1)], 2)
    behind = pace.seconds_left([(300.0, 1), (100.0, 0)], 2)
    assert 0 < alone < behind
    pace.worked(60.0)
    assert pace.seconds_left([(100.0, 1)], 2) > alone
    assert pace.seconds_left([(100.0, 1)], 8) < pace.seconds_left([(100.0, 1)], 2)


def test_every_job_is_reached_and_costs_something(empty: Path) -> None:
    found = jobs.jobs_for("tactics", (MATCH, *jobs.TEMPLATES))
    cost = jobs.Cost(found)
    assert cost.done == 0
    for job in found:
        before = cost.done
        cost.finish(job)
        assert cost.done > before, job
    assert cost.done == pytest.approx(cost.total)


def test_what_could_not_be_kept_is_not_called_ready_next_time(tmp_path: Path) -> None:
    """No file may grow beyond a kilobyte: a mark would fit, the rules do not."""
    code = (
        "import resource; from escaramuza.preparation import crew, jobs; from escaramuza.kernel import cache\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))\n"
        "jobs._heaviest_first = lambda game: ['side_of']\n"
        "[done] = crew.prepare(('tactics',), (crew.jobs.MATCH,), lambda now: None, 1)\n"
        "print(done.state, cache.problem()[0])\n"
    )
    # Nor may bytecode: half of it would stay beside our sources for everybody.
    environment = {**os.environ, cache.PLACE: str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["ready", "CACHE_FULL"], done.stderr
    assert not list(tmp_path.glob("rules-*/*.ready"))


def process(code: str, complaints: Any = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.usefixtures("quick")
def test_a_worker_that_hangs_is_ended_and_its_game_given_up(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "SILENT_SECONDS", 0.3)
    monkeypatch.setattr(Crew, "_start_process", lambda self: process("import time; time.sleep(3600)"))
    [done] = prepare(workers=1)
    assert done.state == "failed"
    assert "said nothing for" in done.why


@pytest.mark.usefixtures("quick")
def test_it_is_told_why_a_worker_died(
    empty: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """To whoever runs it in its own words, to guests without them."""
    real = Crew._start_process
    killed = "import os, sys; print('no memory left', file=sys.stderr, flush=True); os.kill(os.getpid(), 9)"

    def dies(self: Crew) -> subprocess.Popen[str]:
        with monkeypatch.context() as patch:
            start, command = crew.subprocess.Popen, [sys.executable, "-c", killed]
            patch.setattr(crew.subprocess, "Popen", lambda _, **more: start(command, **more))
            return real(self)

    monkeypatch.setattr(Crew, "_start_process", dies)
    [done] = prepare(workers=1)
    assert "3 times the compiling process was killed by SIGKILL" in done.why
    assert "no memory left" not in done.why
    assert "no memory left" in caplog.text

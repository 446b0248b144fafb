"""Experiments on a cluster: the rows of this machine, also where a node is lost; what is missing is one sentence."""

import pickle
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from escaramuza.lab import cluster, crews, questions, running
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Experiment, Plan
from escaramuza.lab.rows import Player
from escaramuza.lab.running import Run, Work


def squads(**how: Any) -> Experiment:
    given = {"precision": 20.0, "budget": 60, **how}
    return questions.squads(["morvane", "ixion-7", "karyatis"], "random", **given)


class Elsewhere:
    """A crew as far away as another machine: the plan comes as bytes, and parts come back in the wrong order."""

    size, part = 2, 3

    def __init__(self, plan: Plan) -> None:
        self.player = cluster.ready(pickle.loads(pickle.dumps(plan)), plan.digest)
        self.late: list[tuple[Future[Any], range]] = []
        self.closed = False

    def submit(self, rows: range) -> "Future[Any]":
        found: Future[Any] = Future()
        self.late.append((found, rows))
        if len(self.late) == self.size or rows.stop % 20 == 0:
            for waiting, wanted in reversed(self.late):
                waiting.set_result(self.player.play(wanted))
            self.late.clear()
        return found

    def close(self) -> None:
        self.closed = True


def test_rows_played_elsewhere_are_those_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Run(squads(), Work(1)).go()
    made: list[Elsewhere] = []

    def crew(work: Work, plan: Plan, cancel: Any) -> Elsewhere:
        made.append(Elsewhere(plan))
        return made[-1]

    monkeypatch.setattr(running.Work, "crew", crew)
    there = Run(squads(), Work(1)).go()
    assert there.rows.tobytes() == here.rows.tobytes()
    assert made[0].closed


def test_a_plan_takes_along_what_its_files_held(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("5/1/2/3;4/1/2/2")
    plan = Plan(questions.squads([str(file), "morvane"], "random", precision=20.0, budget=20))
    rows = Player(plan).play(range(4))
    packed = pickle.dumps(plan)
    file.unlink()
    there = pickle.loads(packed)
    assert there.digest == plan.digest
    assert Player(there).play(range(4)).tobytes() == rows.tobytes()


def test_a_node_with_other_rules_or_agents_plays_nothing() -> None:
    with pytest.raises(LabError) as refused:
        cluster.ready(Plan(squads()), "0123456789abcdef")
    assert refused.value.code == "OTHER_NODE"


def test_what_a_node_refuses_and_what_ray_loses_are_sentences() -> None:
    for answer, code in (
        (LabError("OTHER_NODE", game="Tactics"), "OTHER_NODE"),
        (OSError("gone\nfar"), "CLUSTER_LOST"),
    ):
        came: Future[Any] = Future()
        found: Future[Any] = Future()
        if isinstance(answer, LabError):
            came.set_result(pickle.loads(pickle.dumps(answer)))
        else:
            came.set_exception(answer)
        cluster._hand_over(came, found)
        error = found.exception()
        assert isinstance(error, LabError) and error.code == code
        assert "\n" not in error.sentence("en")


@pytest.mark.parametrize("address", ["", "over there", "http://x", "ray://", "ray://host"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(LabError) as refused:
        Run(squads(), Work(cluster=address))
    assert refused.value.code == "BAD_CLUSTER"


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(LabError) as refused:
        Run(squads(), Work(cluster="ray://host:10001"))
    assert "escaramuza[cluster]" in refused.value.sentence("en")


def test_agents_that_think_go_one_game_at_a_time() -> None:
    assert crews.usual_part(Plan(squads())) == crews.PART
    assert crews.usual_part(Plan(questions.fair("tactics", "search:sims=2"))) == 1


@pytest.fixture
def nodes() -> Any:
    """A cluster of three nodes, the first of which only leads."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    workers = [made.add_node(num_cpus=1) for _ in range(2)]
    ray.init(address=made.address, log_to_driver=False)
    yield made, workers
    ray.shutdown()
    made.shutdown()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_node_killed_in_the_middle_changes_no_row(nodes: Any) -> None:
    made, workers = nodes
    wanted = squads(precision=1.0, budget=12_000)
    killed: list[int] = []

    def kill(run: Run) -> None:
        if run.games > 2000 and not killed:
            killed.append(run.games)
            made.remove_node(workers[0], allow_graceful=False)

    there = Run(wanted, Work(cluster=made.address, on_progress=kill)).go()
    assert killed and killed[0] < len(there.rows)
    assert there.rows.tobytes() == Run(wanted, Work(1)).go().rows.tobytes()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_agents_that_search_play_the_same_on_a_cluster(nodes: Any) -> None:
    wanted = questions.fair("tactics", "search:sims=4", precision=50.0, budget=8)
    there = Run(wanted, Work(cluster=nodes[0].address)).go()
    assert there.rows.tobytes() == Run(wanted, Work(1)).go().rows.tobytes()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_cluster_of_this_machine_alone_is_started_and_left() -> None:
    ray = pytest.importorskip("ray")
    there = Run(squads(), Work(2, cluster="local")).go()
    assert there.rows.tobytes() == Run(squads(), Work(1)).go().rows.tobytes()
    assert not ray.is_initialized()


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_cluster_that_is_not_there_is_one_sentence() -> None:
    pytest.importorskip("ray")
    with pytest.raises(LabError) as refused:
        Run(squads(), Work(cluster="127.0.0.1:1")).go()
    assert refused.value.code == "NO_CLUSTER"

"""Agents: names, honesty, repeatability, and that thinking pays."""

import threading
from typing import Any

import numpy as np
import pytest

from escaramuza import Match
from escaramuza.agents import names
from escaramuza.agents.growth import Tree
from escaramuza.agents.players import Agents
from escaramuza.agents.search import Budget, Cancelled, SearchAgent
from escaramuza.engine.errors import Refused
from escaramuza.games import registry
from escaramuza.games.cafe import kinds
from escaramuza.kernel import buffers
from escaramuza.kernel.buffers import copy, silent_log

MIDDLE = "3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -"


def think(match: Match, sims: int = 400, seed: int = 1, **more: Any) -> Any:
    return SearchAgent(Budget(sims=sims), seed, **more).think(match.game, match.state)


@pytest.mark.parametrize(
    "text", ["random", "naive", "greedy", "search", "search:sims=10", "search:time=0.5", "search:turn=1,wobble=5"]
)
def test_names_of_agents(text: str) -> None:
    assert names.parse(text).kind == text.partition(":")[0]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "foo",
        "random:x",
        "search:sims",
        "search:sims=0",
        "search:sims=-1",
        "search:sims=x",
        "search:time=0",
        "search:time=-1",
        "search:time=nan",
        "search:time=inf",
        "search:depth=3",
        "search:sims=1e9",
        "search:sims=5,sims=6",
        "search:sims=5,depth=3",
        "search:sims=5,time=0",
        "search:sims=5,",
        "search:wobble=-1",
        "search:wobble=nan",
        "naive:sims=5",
    ],
)
def test_names_that_are_none(text: str) -> None:
    with pytest.raises(Refused) as error:
        names.parse(text)
    assert text in str(error.value)


def test_the_same_seed_and_simulations_give_the_same_thought() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    first, second = think(match), think(match)
    assert first.candidates == second.candidates
    assert first.line == second.line
    assert think(match, seed=2).candidates != first.candidates


def test_threads_do_not_change_the_answer() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    assert think(match, threads=1).candidates == think(match, threads=2).candidates


def test_search_cannot_see_the_dice_to_come() -> None:
    """Positions that differ only in the dice key are one and the same to it."""
    first, second = (Match("tactics", seed=seed, position=MIDDLE) for seed in (1, 2))
    assert think(first).candidates == think(second).candidates


@pytest.mark.clause("T-R2")
def test_search_cannot_see_a_secret_deployment() -> None:
    thoughts = []
    for name in ("line", "wings"):
        match = Match("tactics", seed=1)
        match.act("roll", dice=[2, 5])
        match.act("attack")
        for action in match.shortcuts()[name]:
            match.act(action)
        match.act("ready")
        thoughts.append(think(match, sims=100))
    assert thoughts[0].candidates == thoughts[1].candidates


def test_search_takes_the_guard_when_it_can() -> None:
    match = Match("tactics", position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    thought = think(match)
    assert thought.action == "g8xh8"
    assert thought.expected > 0.95
    assert thought.line == ("g8xh8",)


def test_search_saves_its_guard() -> None:
    """A sword stands beside the guard and nothing can take it but the guard itself."""
    match = Match("tactics", position="7k/8/8/8/8/8/1s6/K2A4 w 3 - -")
    assert think(match).action == "a1xb2"


def test_search_finds_a_capture_by_charge() -> None:
    """Both squares of a diagonal charge are needed to reach the guard."""
    match = Match("tactics", position="7k/8/5H2/8/8/8/8/K7 w 6 c -")
    assert think(match).action == "f6xh8"


def test_the_thought_says_what_it_knows() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    thought = think(match)
    legal = match.legal()
    assert thought.action in legal
    assert thought.line[0] == thought.action
    assert thought.sims == 400
    assert 0 <= thought.expected <= 1
    assert sum(candidate.visits for candidate in thought.candidates) == 400
    assert all(candidate.action in legal for candidate in thought.candidates)
    for action in thought.line:
        match.act(action)


def test_progress_grows_to_the_end() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    seen: list[tuple[float, int]] = []
    SearchAgent(Budget(sims=450)).think(match.game, match.state, lambda share, done: seen.append((share, done)))
    assert seen == sorted(seen)
    assert seen[-1] == (1.0, 450)
    assert len(seen) > 3


def test_thinking_can_be_cancelled() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    stop = threading.Event()
    agent = SearchAgent(Budget(sims=1_000_000))
    with pytest.raises(Cancelled):
        agent.think(match.game, match.state, lambda share, done: stop.set(), stop)


def test_a_budget_of_time_ends() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    for threads in (1, 2):
        thought = SearchAgent(Budget(seconds=0.05), threads=threads).think(match.game, match.state)
        assert thought.sims > 0
        assert thought.action in match.legal()


def test_a_budget_of_both_ends_with_the_first() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    assert SearchAgent(Budget(sims=30, seconds=600.0)).think(match.game, match.state).sims == 30
    assert SearchAgent(Budget(sims=9_000_000, seconds=0.05)).think(match.game, match.state).sims < 9_000_000


def test_simulations_that_grow_slow_do_not_overrun_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test's own: the first ten of a tree cost nothing, each further one 25 ms."""
    now, grow = [0.0], Tree.grow

    def slowly(tree: Tree, sims: int) -> None:
        now[0] += 0.025 * (max(0, tree.done + sims - 10) - max(0, tree.done - 10))
        grow(tree, sims)

    monkeypatch.setattr(Tree, "grow", slowly)
    match = Match("tactics", seed=1, position=MIDDLE)
    SearchAgent(Budget(sims=2000, seconds=3.0), threads=1, clock=lambda: now[0]).think(match.game, match.state)
    assert 3.0 <= now[0] < 3.6


def test_a_name_may_give_both_limits() -> None:
    assert names.parse("search:sims=100,time=0.5").budget == Budget(sims=100, seconds=0.5)


def test_a_name_may_give_the_time_of_a_whole_turn() -> None:
    assert names.parse("search:turn=3").budget == Budget(turn=3.0)
    assert names.parse("search:sims=100,turn=3").budget == Budget(sims=100, turn=3.0)
    with pytest.raises(Refused, match="turn"):
        names.parse("search:turn=0")


def test_a_decision_gets_its_share_of_a_turn() -> None:
    assert Budget(sims=100, turn=8.0).for_decision(0.25) == Budget(sims=100, seconds=2.0)
    assert Budget(seconds=1.0, turn=8.0).for_decision(0.5) == Budget(seconds=1.0)
    assert Budget(seconds=1.0).for_decision(0.5) == Budget(seconds=1.0)


def test_a_choice_that_nothing_can_overtake_is_made_at_once() -> None:
    """The same choice as with all simulations, after fewer of them."""
    match = Match("tactics", seed=1, position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    seen: list[int] = []
    agent = SearchAgent(Budget(sims=4000), 1)
    action = agent.choose(match.game, match.state, progress=lambda share, done: seen.append(done))
    assert match.game.format_action(match.state, action) == "g8xh8"
    assert 0 < seen[-1] < 4000
    assert think(match, sims=4000).sims == 4000


def test_a_full_tree_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escaramuza.agents.search.MOST_NODES", 20)
    match = Match("tactics", seed=1, position=MIDDLE)
    assert think(match, sims=300).sims == 300


def test_a_finished_game_gives_nothing_to_think_about() -> None:
    match = Match("tactics", position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    match.act("g8xh8")
    with pytest.raises(ValueError, match="over"):
        think(match)


@pytest.mark.parametrize("agent", ["random", "greedy", "search:sims=20"])
def test_agents_play_matches_by_legal_actions(agent: str) -> None:
    match = Match("tactics", seed=5, options={"turn_limit": 12})
    table = Agents(match.game, {0: names.parse(agent), 1: names.parse("greedy")}, seed=5)
    while match.actor is not None:
        match.act(table.choose(match.state))
    assert match.outcome is not None


def test_greedy_takes_the_guard_and_does_not_see_dice() -> None:
    match = Match("tactics", position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    table = Agents(match.game, {0: names.parse("greedy")}, seed=5)
    assert table.choose(match.state) == "g8xh8"
    chosen = set()
    for seed in range(5):
        other = Match("tactics", seed=seed, position=MIDDLE)
        chosen.add(Agents(other.game, {0: names.parse("greedy")}, seed=7).choose(other.state))
    assert len(chosen) == 1


def test_the_table_stops_at_a_seat_without_an_agent() -> None:
    match = Match("tactics", seed=5)
    table = Agents(match.game, {0: names.parse("random")}, seed=5)
    table.play(match.state)
    assert match.actor == "black"


@pytest.mark.parametrize(("sims", "seconds"), [(None, None), (0, None), (None, 0.0), (0, 1.0), (-1, None)])
def test_impossible_budgets(sims: int | None, seconds: float | None) -> None:
    with pytest.raises(ValueError, match="budget"):
        Budget(sims=sims, seconds=seconds)


def test_a_forced_action_needs_no_thinking() -> None:
    match = Match("tactics", seed=1)
    table = Agents(match.game, {0: names.parse("search:time=3000"), 1: names.parse("search:time=3000")}, seed=1)
    assert table.choose(match.state) == "roll"


def test_trees_are_kept_where_nothing_new_came_between() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    agent = SearchAgent(Budget(sims=400), 1)
    first = agent.choose(match.game, match.state)
    assert agent.remembered is not None
    match.game.rules["apply"](match.state, first, silent_log())
    known = sum(
        tree.visits(node)
        for tree in agent.remembered.trees
        for node in tree.children_of(0)
        if tree.nodes[node].action.tobytes() == first.tobytes()
    )
    root = copy(match.state)
    match.game.rules["observe"](match.state, 0, root)
    assert root.tobytes() == agent.remembered.expected
    kept = agent._trees(match.game, match.state, root, 0, 400)
    assert sum(tree.done for tree in kept) == known > 0
    assert sum(tree.visits(node) for tree in kept for node in tree.children_of(0)) == known - len(kept)


def test_trees_are_forgotten_where_dice_were_thrown() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    agent = SearchAgent(Budget(sims=50), 1)
    agent.choose(match.game, match.state)
    end = match.game.parse_action(match.state, "end")
    agent._remember(match.game, match.state, [Tree(match.game, copy(match.state), 0, 1, 10)], end)
    assert agent.remembered is None


def test_who_wobbles_takes_lesser_actions_too_and_the_worse_the_seldomer() -> None:
    agent = SearchAgent(Budget(sims=1), wobble=5.0)
    taken = []
    for agent.thoughts in range(400):
        taken.append(agent._wobbled([("good", 10, 6.0), ("worse", 10, 5.5), ("lost", 10, 1.0)]))
    assert taken.count("good") > taken.count("worse") > 20
    assert taken.count("lost") < 5


def test_who_is_in_a_hurry_has_an_action_at_once() -> None:
    match, hurry = Match("tactics", seed=1, position=MIDDLE), threading.Event()
    hurry.set()
    agent = SearchAgent(Budget(seconds=600.0), 1)
    action = agent.choose(match.game, match.state, hurry=hurry)
    assert match.game.format_action(match.state, action) in match.legal()


def test_weights_that_are_handed_over_count() -> None:
    match = Match("tactics", seed=1, position=MIDDLE)
    judge, weights = match.game.rules["judge"], match.game.weights
    assert judge(match.state, 0, weights.array) == match.game.rules["value"](match.state, 0)
    assert judge(match.state, 0, weights.changed(soften=5000).array) != judge(match.state, 0, weights.array)
    with pytest.raises(KeyError, match="pieces"):
        weights.changed(pieces=1)


@pytest.mark.parametrize("game_id", registry.ids())
def test_whole_games_with_kept_trees(game_id: str) -> None:
    """Also where cards are drawn whose order nobody knows."""
    match = Match(game_id, seed=3)
    seats = range(len(match.seat_names))
    table = Agents(match.game, dict.fromkeys(seats, names.parse("search:sims=4,wobble=5")), 1)
    table.play(match.state)
    assert match.actor is None


@pytest.mark.parametrize("game_id", ["tactics", "escarmouche"])
def test_a_naive_agent_takes_what_it_can(game_id: str) -> None:
    match = Match(game_id, seed=3)
    table = Agents(match.game, dict.fromkeys(range(2), names.parse("naive")), 1)
    while match.actor is not None:
        match.act(table.choose(match.state))
    assert match.outcome is not None


def test_a_naive_agent_does_not_call_the_same_supporter_for_ever() -> None:
    """Who finds no way there gives it up, and may be called again: sooner or later it does without."""
    match = Match("cafe", seed=1)
    actions = np.zeros(2, buffers.ACTION)
    actions["kind"] = kinds.SUPPORT_WITH, kinds.NO_SUPPORT
    call, do_without = match.game.obvious(match.state, actions)
    assert do_without >= call

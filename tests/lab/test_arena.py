"""The arena: fair pairing, honest intervals, repeatable games, and nothing lost when it is stopped."""

from typing import Any

import pytest
from tests import toy

from escaramuza.agents import names
from escaramuza.agents.players import Agents
from escaramuza.engine.errors import Refused
from escaramuza.games import registry
from escaramuza.lab.arena import Arena, First, Score, elo, wilson
from escaramuza.lab.speed import playouts, simulations


def arena(first: str, second: str, games: int, seed: int = 1) -> Arena:
    return Arena(registry.get("tactics"), (names.parse(first), names.parse(second)), games, seed)


def test_greedy_beats_random() -> None:
    report = arena("greedy", "random", 200).run()
    assert report.score.games == 200
    assert report.score.score >= 0.9
    assert min(report.score.by_side.values()) >= 0.9


def test_search_beats_greedy() -> None:
    assert arena("search:sims=150", "greedy", 16).run().score.interval[0] > 0.5


def test_an_agent_against_itself_is_even() -> None:
    low, high = arena("random", "random", 1000).run().score.interval
    assert low < 0.5 < high


def test_the_same_seed_gives_the_same_result_with_any_number_of_workers() -> None:
    scores = [arena("greedy", "random", 60, seed=7).run(workers=workers).score for workers in (1, 2, 3)]
    assert scores[0] == scores[1] == scores[2]
    assert arena("random", "random", 100, seed=8).run().score != arena("random", "random", 100, seed=9).run().score


def test_sides_are_swapped() -> None:
    """An agent that always loses as one side would show: each side holds half of the games."""
    match = arena("greedy", "random", 10)
    match.run()
    assert match.counts == {"white": 5, "black": 5}


def test_an_interruption_keeps_what_was_finished() -> None:
    match = arena("random", "random", 2000)

    def stop(score: Score) -> None:
        if score.games:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.run(stop, workers=1)
    report = match.report()
    assert 0 < report.score.games < 2000
    assert report.as_json()["games_planned"] == 2000


@pytest.mark.parametrize("games", [0, -1])
def test_impossible_numbers_of_games(games: int) -> None:
    with pytest.raises(Refused):
        arena("random", "random", games)


def test_wilson_s_interval_by_known_figures() -> None:
    low, high = wilson(0.5, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    low, high = wilson(1.0, 10)
    assert low == pytest.approx(0.72247, abs=1e-5)
    assert high == 1.0
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(0.5, 0) == (0.0, 1.0)


def test_elo_by_known_figures() -> None:
    assert elo(0.5) == pytest.approx(0)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(0.25) == pytest.approx(-190.85, abs=0.01)
    assert elo(1.0) is None
    assert elo(0.0) is None


def test_searching_agents_stop_at_once_when_the_arena_does() -> None:
    match = arena("search:time=60", "search:time=60", 4)

    def stop(score: Score) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        match.run(stop, workers=2)
    assert match.score.games == 0


def test_a_report_for_programs() -> None:
    data = arena("greedy", "random", 4).run().as_json()
    assert data["wins"] + data["draws"] + data["losses"] == data["games"] == 4
    assert data["interval"][0] <= data["score"] <= data["interval"][1]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_an_agent_plays_all_seats_of_its_side(monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    tables: list[dict[int, str]] = []

    class Watched(Agents):
        def play(self, *given: Any) -> int:
            tables.append({seat: name.text for seat, name in self.names.items()})
            return super().play(*given)

    monkeypatch.setattr("escaramuza.lab.arena.Agents", Watched)
    agents = (names.parse("greedy"), names.parse("random"))
    report = Arena(toy.GAME, agents, 4, 1, toy.ToyOptions(players=players)).run(workers=1)
    assert report.score.actions == 4 * 2 * players * toy.ROUNDS
    both = [dict(enumerate(pair * players)) for pair in (["greedy", "random"], ["random", "greedy"])]
    assert tables == 2 * both


def test_how_whoever_begins_does() -> None:
    agents = (names.parse("random"), names.parse("random"))
    report = Arena(toy.GAME, agents, 60, 1, toy.ToyOptions(players=2)).run(workers=1)
    score = report.score
    # The first side always begins in this game.
    blue, red = score.by_side.values()
    assert score.first.games == 60
    assert score.first.score == pytest.approx((blue + 1 - red) / 2)
    data = report.as_json()["first"]
    assert data["score"] == score.first.score
    assert data["interval"] == list(wilson(score.first.score, 60))


def test_where_nobody_knows_who_began_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(registry.get("tactics")), "opener", lambda self, s: -1)
    report = arena("random", "random", 4).run()
    assert report.score.first == First()
    assert report.as_json()["first"] is None


def test_speed_is_measured() -> None:
    game = registry.get("tactics")
    assert min(*playouts(game, 0.1), simulations(game, 0.1)) > 0

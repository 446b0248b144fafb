"""The search agent finds Escarmouche's combinations of two actions, and answers for a guardian."""

import pytest

from escaramuza import Match
from escaramuza.agents import names
from escaramuza.agents.search import Budget, SearchAgent, Thought
from escaramuza.games import registry
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.lab.arena import Arena

SIMS = 1500


def think(white: str, black: str, position: str, *actions: str, scenario: str = "standard") -> Thought:
    options = {"white_squad": white, "black_squad": black, "scenario": scenario}
    match = Match("escarmouche", seed=1, options=options, position=position)
    for action in actions:
        match.act(action)
    return SearchAgent(Budget(sims=SIMS), 1).think(match.game, match.state)


@pytest.mark.parametrize(
    ("white", "black", "position", "part"),
    [
        ("4/1/3/2;3/1/2/1", "2/1/2/3;1/1/1/1", "b2,a1 e5:2,- w 2 - -", "xe5"),
        ("4/1/3/2+charge;3/4/2/2", "3/1/2/3", "b2,e1 e5:3 w 2 - -", "charge:"),
        ("4/2/3/2+overcharge", "4/1/2/3", "e3 e5 w 2 - -", "e3xe5"),
        ("3/1/3/1+devastating-strike;1/1/1/1", "4/1/2/3", "b2,a1 e5 w 2 - -", "devastating-strike:d4xe5"),
        ("3/3/1/1+precision-shot;2/1/1/1", "2/1/1/1;1/1/1/1", "a1,b2 e5:2,- w 2 - -", None),
    ],
    ids=["walk and strike", "charge and shoot", "overcharge and strike", "walk and devastate", "no win yet"],
)
def test_two_actions_that_win_are_found(white: str, black: str, position: str, part: str | None) -> None:
    thought = think(white, black, position)
    if part is None:
        assert thought.expected < 0.98
    else:
        assert len(thought.line) == 2
        assert any(part in action for action in thought.line)
        assert thought.expected > 0.98


def test_suppressing_fire_keeps_a_striker_away() -> None:
    thought = think("3/2/1/1+suppressing-fire;3/2/1/1", "2/1/2/3", "d2,h1 d6 w 2 - -")
    assert thought.action == "suppressing-fire:d2xd6"


def test_a_guard_is_taken_up_for_a_unit_that_would_fall() -> None:
    """The archer on c3 has struck and cannot outrun its enemy; the guardian beside it has health to spare."""
    thought = think("2/1/1/4;9/1/1/1+guardian", "9/1/4/2", "c3:2:na,c2 c4:5 w 1 - -")
    assert thought.action == "guardian:c2+c3"


def test_a_guardian_takes_a_deadly_blow() -> None:
    thought = think("3/1/1/2", "2/3/2/3;8/1/1/1+guardian", "c4 c5:2,d8:8:g1 w 2 - -", "c4xc5")
    assert thought.action == "guard:d8"


def test_the_last_marker_is_fetched() -> None:
    thought = think("3/1/3/1;3/1/3/1", "3/1/3/1;3/1/3/1", "b3,a1 g7,h8 w 2 - 4:3", scenario="centre")
    assert thought.expected > 0.98


def test_greedy_beats_random_over_mixed_squads() -> None:
    weak = Arena(registry.get("escarmouche"), (names.parse("greedy"), names.parse("random")), 200, 1).run().score
    assert weak.interval[0] > 0.9


@pytest.mark.long
@pytest.mark.slow
def test_search_beats_greedy_over_mixed_squads() -> None:
    agents = (names.parse("search:sims=500"), names.parse("greedy"))
    assert Arena(registry.get("escarmouche"), agents, 30, 1).run().score.interval[0] > 0.5


def test_a_series_mixes_the_squads_and_keeps_a_pair_together() -> None:
    mixed = registry.get("escarmouche").mixed
    assert mixed is not None
    drawn = [mixed(lot) for lot in range(60)]
    assert {options.white_squad.name for options in drawn} == {squad.name for squad in ready_squads().values()}
    assert drawn[7] == mixed(7)

"""The agents of Escaramuzas de Café: they shoot what they can, hold what counts, and answer in others' turns."""

import pytest

from escaramuza import Match
from escaramuza.agents import names
from escaramuza.agents.search import Budget, SearchAgent, Thought
from escaramuza.games import registry
from escaramuza.lab.arena import Arena

SIMS = 400
BARE = {"name": "bare", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]], "terrain": []}
REST_BLUE, REST_RED = "5,5;5,10;5,15;5,20", "85,5;85,10;85,15;85,20"


def think(blue: str, red: str, position: str, *actions: str, cards: bool = False) -> Thought:
    options = {"map": BARE, "blue_army": blue, "red_army": red, "cards": cards}
    match = Match("cafe", seed=1, options=options, position=position)
    for action in actions:
        match.act(action)
    return SearchAgent(Budget(sims=SIMS), 1).think(match.game, match.state)


def test_a_shot_is_taken() -> None:
    thought = think("D5", "D5", f"30,50;{REST_BLUE} 40,50;{REST_RED} 1 b 5:5 b --- 0:0 -", "use b1", "hold")
    assert thought.action == "shoot r1"


def test_an_objective_is_taken_in_the_last_round() -> None:
    """Nobody else can move any more: the last activation walks up to the middle."""
    done = REST_BLUE.replace(";", ":1:0:a;") + ":1:0:a"
    red = "85,30:1:0:a;" + REST_RED.replace(";", ":1:0:a;") + ":1:0:a"
    position = f"32,30;{done} {red} 6 b 1:0 b --- 0:0 -"
    options = {"map": BARE, "blue_army": "D5", "red_army": "D5", "cards": False}
    match = Match("cafe", seed=1, options=options, position=position)
    agent = SearchAgent(Budget(sims=SIMS), 1)
    while match.actor is not None:
        match.act(match.game.format_action(match.state, agent.choose(match.game, match.state)))
    assert match.outcome == {"blue": 1, "red": -1}


@pytest.mark.parametrize(("red", "answer"), [("A1 D4", {"evade", "stand"}), ("D5", {"evade"})])
def test_the_defender_answers(red: str, answer: set[str]) -> None:
    position = f"30,50;{REST_BLUE} 40,50;{REST_RED} 1 b 5:5 b --- 0:0 -"
    options = {"map": BARE, "blue_army": "T5", "red_army": red, "cards": False}
    match = Match("cafe", seed=1, options=options, position=position)
    for action, dice in (("use b1", ()), ("hold", ()), ("shoot r1", (5, 2))):
        match.act(action, dice)
    assert match.actor == "red"
    assert SearchAgent(Budget(sims=SIMS), 1).think(match.game, match.state).action in answer


def test_greedy_beats_random() -> None:
    weak = Arena(registry.get("cafe"), (names.parse("greedy"), names.parse("random")), 100, 1).run().score
    assert weak.interval[0] > 0.85


@pytest.mark.long
@pytest.mark.slow
def test_search_beats_greedy() -> None:
    strong = Arena(registry.get("cafe"), (names.parse("search:sims=100"), names.parse("greedy")), 16, 1).run().score
    assert strong.interval[0] > 0.5


def test_a_series_changes_the_battlefield_and_keeps_a_pair_together() -> None:
    mixed = registry.get("cafe").mixed
    assert mixed is not None
    drawn = [mixed(lot) for lot in range(40)]
    assert len({options.map.name for options in drawn}) > 15
    assert drawn[7] == mixed(7)

"""The round robin: fair to both seats, and none of the ready squads is hopeless or unbeatable."""

import pytest

from escaramuza.agents import names
from escaramuza.games import registry
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.lab.arena import Score
from escaramuza.lab.balance import Contest, first_side


def contest(squads: dict[str, object], games: int) -> Contest:
    def pairing(white: str, black: str) -> EscarmoucheOptions:
        return EscarmoucheOptions.model_validate({"white_squad": squads[white], "black_squad": squads[black]})

    return Contest(registry.get("escarmouche"), list(squads), pairing, names.parse("greedy"), games, seed=1)


def test_each_ready_squad_scores_between_35_and_65_percent() -> None:
    standings = contest(dict(ready_squads()), 60).run()
    assert len(standings) == 6
    assert all(standing.games == 300 for standing in standings)
    assert sum(standing.score for standing in standings) == pytest.approx(3)
    assert {standing.name: standing.score for standing in standings if not 0.35 <= standing.score <= 0.65} == {}


def test_a_hopeless_squad_shows() -> None:
    steps = []
    standings = contest({"giants": "8/1/3/3", "mice": "1/1/1/1"}, 20).run(
        lambda done, total: steps.append((done, total))
    )
    assert [standing.name for standing in standings] == ["giants", "mice"]
    assert standings[0].score > 0.9
    assert standings[0].interval[0] > 0.7
    assert steps == [(1, 1)]


def test_points_of_the_first_side_do_not_depend_on_who_held_it() -> None:
    score = Score(wins=2, draws=0, losses=1, by_side={"white": 0.5, "black": 1.0})
    assert first_side(score) == 1.0

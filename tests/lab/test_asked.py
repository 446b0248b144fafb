"""What the app asks the lab: intervals that hold whenever one looks, experiments that the command line repeats."""

import json
import shlex
import tomllib
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter
from tests.effort import tries
from typer.testing import CliRunner

from escaramuza.cli import lab
from escaramuza.games import registry
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.lab import experiment, quantiles
from escaramuza.lab.asked import sharpening
from escaramuza.lab.asked.question import LabQuestion, inquiry_of, usual_values
from escaramuza.lab.experiment import Plan
from escaramuza.maps.library import book, mapped
from escaramuza.words import LANGUAGES

RUNS = tries(60, 600)
LOOKS = (10, 30, 100, 300, 1000)


def asked(**body: Any) -> Any:
    return inquiry_of(TypeAdapter(LabQuestion).validate_python(body), 1000)


@pytest.mark.parametrize("truth", [0.5, 0.1, 0.97])
def test_a_share_is_within_its_interval_at_every_look(truth: float) -> None:
    lots = np.random.default_rng(5)
    missed = 0
    for _ in range(RUNS):
        values = lots.binomial(2, truth, LOOKS[-1]) / 2
        found = [sharpening.share(values[:look], 2.0) for look in LOOKS]
        missed += any(not one.low <= truth <= one.high for one in found)
    assert missed <= 0.05 * RUNS + 3 * (0.05 * RUNS) ** 0.5


def test_an_interval_is_narrow_from_the_first_games_on() -> None:
    values = np.tile([0.0, 1.0, 0.5, 0.5], 25)
    alone = sharpening.share(values, 20.0).half
    assert sharpening.share(values, 0.5).half < 1.5 * alone


def test_a_median_is_within_its_interval_at_every_look() -> None:
    lots = np.random.default_rng(6)
    missed = 0
    for _ in range(RUNS):
        # Both games of a pair are alike.
        values = np.repeat(lots.exponential(1.0, LOOKS[-1] // 2), 2)
        found = [quantiles.quantile(values[:look]) for look in LOOKS]
        missed += any(not one.low <= np.log(2) <= one.high for one in found)
    assert missed <= 0.05 * RUNS + 3 * (0.05 * RUNS) ** 0.5


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "rule", "game": "escarmouche", "option": "scenario", "agent": "search"},
        {"kind": "field", "squad": ready_squads()["morvane"].model_copy(update={"name": "M 1"}).model_dump()},
        {"kind": "squads", "squads": [one.model_dump() for one in list(ready_squads().values())[:3]]},
    ],
    ids=lambda body: body["kind"],
)
def test_the_file_is_the_experiment(body: dict[str, Any]) -> None:
    made = asked(**body, seed=9)
    assert made.repeat(40) == "escaramuza lab run experiment.toml"
    again = experiment.checked(tomllib.loads(made.as_file(40)))
    assert again == made.experiment.model_copy(update={"budget": 40})
    assert Plan(again).digest == Plan(made.experiment).digest


def test_usual_values_are_those_that_the_usual_set_up_allows() -> None:
    assert usual_values(registry.get("tactics"), "deployment") == ["secret", "open"]
    assert usual_values(registry.get("cafe"), "cards") == [False, True]
    assert usual_values(registry.get("cafe"), "rounds")[1] == registry.get("cafe").option_fields["rounds"]["default"]


def test_every_sentence_is_there_in_every_language() -> None:
    made = asked(kind="fair", game="tactics")
    assert made.command == ("fair", "tactics", "--agent", "greedy")
    from escaramuza.lab.asked.words import number, share

    assert [share(0.4534)(lang) for lang in LANGUAGES] == ["45,3\u202f%", "45,3\u202f%", "45.3%"]
    assert number(12345)("en") == "12,345"


@pytest.mark.parametrize("game_id", mapped())
def test_a_map_is_asked_about_as_its_command_does(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games, with the same army on both sides."""
    made = asked(kind="map", game=game_id, map=book(game_id).default().model_dump(mode="json"), seed=3)
    game = registry.get(game_id)
    for name in experiment.shared_by_sides(game):
        assert len({json.dumps(made.experiment.options[f"{side}_{name}"], default=str) for side in game.sides}) == 1
    played: list[Any] = []

    def stop(experiments: list[Any], *_: Any) -> Any:
        played.extend(experiments)
        raise KeyboardInterrupt

    monkeypatch.setattr("escaramuza.cli.lab_running.run", stop)
    monkeypatch.setattr("escaramuza.cli.lab_running.ready", lambda *_: game)
    CliRunner().invoke(lab.app, shlex.split(made.repeat(40))[2:])
    [same] = played
    assert Plan(same).digest == Plan(made.experiment).digest

"""Plain Python = compiled = bounds-checked: the same games, position by position, event by event."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from escaramuza.games import registry
from escaramuza.kernel.jit import COMPILED, MODE
from tests.conformance.play_games import main

pytestmark = pytest.mark.skipif(MODE != COMPILED, reason="compares the compiled rules with the other modes")
SCRIPT = Path(__file__).parent / "play_games.py"
# Must show: 200 games in plain Python, in four parts so that they can run side by side.
PLAIN_GAMES = 50


def games_in(mode: str, game: str, first: int, games: int) -> list[list[object]]:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), game, str(first), str(games)],
        env={**os.environ, "ESCARAMUZA_RULES": mode},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded: list[list[object]] = json.loads(done.stdout)
    return loaded


def here(game: str, first: int, games: int) -> list[list[object]]:
    return [list(result) for result in main(game, str(first), str(games))]


@pytest.mark.parametrize("game", registry.READY)
@pytest.mark.parametrize("part", range(4))
def test_plain_python_plays_the_same_games(game: str, part: int) -> None:
    assert games_in("plain", game, part * PLAIN_GAMES, PLAIN_GAMES) == here(game, part * PLAIN_GAMES, PLAIN_GAMES)


@pytest.mark.parametrize("game", registry.READY)
def test_bounds_checked_rules_play_the_same_games(game: str) -> None:
    assert games_in("checked", game, 0, 500) == here(game, 0, 500)

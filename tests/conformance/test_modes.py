"""Plain Python = compiled = bounds-checked: the same games, position by position, event by event."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from escaramuza.games import registry
from escaramuza.kernel.jit import COMPILED
from tests.conformance.play_games import main
from tests.conformance.setups import GAMES, plain_games

pytestmark = pytest.mark.rules(COMPILED)
ROOT = Path(__file__).parent.parent.parent
# In parts that can run side by side; all but the first are left to `make explore`.
PARTS = 24
parts = [part if part == 0 else pytest.param(part, marks=pytest.mark.long) for part in range(PARTS)]
CHECKED_GAMES = 200


def games_in(mode: str, game_id: str, first: int, games: int) -> list[list[object]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.play_games", game_id, str(first), str(games)],
        cwd=ROOT,
        env={**os.environ, "ESCARAMUZA_RULES": mode},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded: list[list[object]] = json.loads(done.stdout)
    return loaded


def here(game_id: str, first: int, games: int) -> list[list[object]]:
    return [list(result) for result in main(game_id, str(first), str(games))]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("part", parts)
def test_plain_python_plays_the_same_games(game_id: str, part: int) -> None:
    games = -(-plain_games(registry.get(game_id)) // PARTS)
    assert games_in("plain", game_id, part * games, games) == here(game_id, part * games, games)


@pytest.mark.long
@pytest.mark.parametrize("game_id", GAMES)
def test_bounds_checked_rules_play_the_same_games(game_id: str) -> None:
    assert games_in("checked", game_id, 0, CHECKED_GAMES) == here(game_id, 0, CHECKED_GAMES)

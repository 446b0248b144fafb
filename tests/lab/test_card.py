"""Games on a graphics card, in Numba's simulator: the same as on the processor, bit for bit."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from escaramuza.kernel import device
from escaramuza.lab import on_card, questions
from escaramuza.lab.errors import LabError
from escaramuza.lab.running import Run, Work

ROOT = Path(__file__).parents[2]


GAMES = ("tactics", "escarmouche")
# The simulator plays in Python, so greedy games are short; random ones get further.
TURNS = 4


@pytest.mark.slow
def test_simulated_games_are_those_of_the_processor(tmp_path: Path) -> None:
    """A process of its own: the simulator is chosen when Numba is loaded."""
    how = ["--small", "--check", "1", "--turns", str(TURNS), "--out", str(tmp_path)]
    command = [sys.executable, "-m", "bench.gpu", *how]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, check=True)
    found = json.loads((tmp_path / "gpu.json").read_text())
    assert found.pop("simulated")
    assert {kind: (one["same"], one["games"]) for kind, one in found.items()} == {
        f"{game_id} {kind}": (1, 1) for game_id in GAMES for kind in ("random", "greedy")
    }


ROWS = """
from escaramuza.lab import questions
from escaramuza.lab.running import Run, Work
for game in {games}:
    wanted = questions.dice(game, "greedy", "random", options={{"turn_limit": 2}}, precision=50.0, budget=2)
    card, processor = (Run(wanted, Work(1, device=device)).go().rows for device in ("cuda", "cpu"))
    assert len(card) == 2 and card.tobytes() == processor.tobytes(), (card, processor)
    print(game, "the same")
"""


@pytest.mark.slow
def test_rows_of_a_card_are_those_of_the_processor() -> None:
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", ROWS.format(games=GAMES)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == [f"{game_id} the same" for game_id in GAMES], done.stderr


def test_without_a_card_it_says_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = questions.fair("tactics", "random", precision=50.0, budget=4)

    def none() -> None:
        raise device.NoDevice("no CUDA device was found")

    monkeypatch.setattr(device, "require", none)
    with pytest.raises(LabError) as refused:
        Run(wanted, Work(device="cuda"))
    assert refused.value.code == "NO_CARD" and "no CUDA device was found" in refused.value.sentence("en")
    monkeypatch.setattr(on_card, "find_spec", lambda name: None)
    with pytest.raises(LabError) as refused:
        Run(wanted, Work(device="cuda"))
    assert "escaramuza[gpu]" in refused.value.sentence("en")

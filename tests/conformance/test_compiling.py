"""Compiled rules release the GIL and allocate nothing: looked up in their intermediate code, freshly compiled.

`make test` runs this before all else, since it fills the cache that every other test reads.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from escaramuza.games import registry
from escaramuza.kernel.jit import CHECKED, COMPILED, MODE
from tests.conformance.compile_rules import allocates

pytestmark = pytest.mark.skipif(MODE != COMPILED, reason="compiles for every mode")
ROOT = Path(__file__).parent.parent.parent
# The largest first, so that they are compiled side by side.
GAMES = sorted(registry.READY, key=lambda game: -registry.get(game).state.itemsize)


def test_an_allocation_would_be_noticed() -> None:
    @numba.njit
    def wasteful(n: int) -> float:
        return np.zeros(n)[0]  # type: ignore[no-any-return]

    wasteful(3)
    assert allocates(wasteful)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", [COMPILED, CHECKED])
def test_compiled_rules_release_the_gil_and_allocate_nothing(game: str, mode: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.compile_rules", game],
        cwd=ROOT,
        env={**os.environ, "ESCARAMUZA_RULES": mode},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == []

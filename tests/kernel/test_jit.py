"""The one place that compiles: its cache, its modes, and what compiled rules may not do."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tests.forks import bare

from escaramuza.games import registry
from escaramuza.kernel import jit
from escaramuza.kernel.buffers import ACTION, LOG, MAX_EVENTS, WHY, because, emit, one, record, silent_log

compiled_only = pytest.mark.skipif(jit.MODE == jit.PLAIN, reason="nothing is compiled in plain mode")


def test_an_unknown_mode_is_refused() -> None:
    done = bare.run("import escaramuza.kernel.jit", ESCARAMUZA_RULES="fast")
    assert done.returncode != 0
    assert "'fast'" in done.stderr


@compiled_only
def test_compiling_leaves_numba_s_own_settings_alone() -> None:
    code = (
        "import numba; before = numba.config.CACHE_DIR\n"
        "import escaramuza.kernel.grid\n"
        "assert before == numba.config.CACHE_DIR"
    )
    assert bare.run(code).returncode == 0


def test_threads_that_ask_for_the_same_template_get_it_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_template.py").write_text("import time\ntime.sleep(0.2)\nlast = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        with ThreadPoolExecutor(4) as threads:
            given = list(threads.map(lambda _: hasattr(jit.for_game("slow_template", "toy", {}), "last"), range(4)))
    finally:
        sys.modules.pop("slow_template_toy", None)
    assert given == [True] * 4


def test_a_record_has_no_bytes_of_nobody() -> None:
    with pytest.raises(ValueError, match="padding"):
        record([("small", "i4"), ("large", "i8")])


def test_reasons_and_events_carry_their_numbers() -> None:
    why, log = one(WHY), one(LOG)
    assert because(why, 3, 10, 20) == 3
    assert (why.code, why.numbers[:3].tolist()) == (3, [10, 20, 0])
    emit(log, 5, 1, 2, 3)
    assert (log.n, log.events[0].code, log.events[0].numbers[:4].tolist()) == (1, 5, [1, 2, 3, 0])


def test_a_silent_log_takes_nothing_and_a_full_one_counts_what_it_lost() -> None:
    quiet, full = silent_log(), one(LOG)
    emit(quiet, 5, 1)
    assert quiet.n == -1
    for _ in range(MAX_EVENTS + 2):
        emit(full, 5, 1)
    assert (full.n, full.lost) == (MAX_EVENTS, 2)


def test_templates_are_loaded_once_a_game() -> None:
    game = registry.get("tactics")
    assert game.compiled("escaramuza.engine.bulk") is game.compiled("escaramuza.engine.bulk")
    with pytest.raises(ModuleNotFoundError):
        game.compiled("escaramuza.engine.nothing")
    assert np.zeros(1, ACTION).itemsize == 40


def test_games_do_not_share_compiled_templates(tmp_path: Path) -> None:
    """A function without the position among its arguments looks the same in every game; each has its own."""
    template = (
        "from escaramuza.kernel.jit import rule\n\nfactor: int\n\n\n@rule\ndef scaled(x):\n    return x * factor\n"
    )
    (tmp_path / "template.py").write_text(template)
    use = "import sys; from escaramuza.kernel.jit import for_game; game, factor = sys.argv[1:]; "
    use += "print(for_game('template', game, {'factor': int(factor)}).scaled(10))"
    env = {"ESCARAMUZA_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    found = [
        bare.run(use, game_id, factor, **env).stdout
        for game_id, factor in (("chess", "2"), ("go", "3"), ("chess", "2"))
    ]
    assert found == ["20\n", "30\n", "20\n"]

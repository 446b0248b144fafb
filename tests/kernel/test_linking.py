"""Rules are compiled part by part and linked once, and give what plain Python gives."""

import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from tests.forks import bare

from escaramuza.games import registry
from escaramuza.kernel import jit
from escaramuza.kernel.jit import rule
from escaramuza.preparation import jobs

pytestmark = pytest.mark.skipif(jit.MODE == jit.PLAIN, reason="nothing is compiled in plain mode")

# Three levels, a diamond, one of them also called from Python, and helpers of Numba's own.
MODULE = """
from escaramuza.kernel.jit import rule


@rule
def lowest(x):
    return max(x, 3) * 2


@rule
def left(x):
    return lowest(x) + 1


@rule
def right(x):
    return lowest(x + 1) - min(x, 7)


@rule
def top(x):
    return left(x) * 1000 + right(x)


@rule
def sum_up_to(x):
    if x == 0:
        return 0
    return x + sum_up_to(x - 1)


@rule
def twice(x):
    return 2 * sum_up_to(x)
"""


def use(code: str, folder: Path) -> list[str]:
    (folder / "diamond.py").write_text(MODULE)
    done = bare.run(f"import diamond; {code}", ESCARAMUZA_CACHE=str(folder / "cache"), PYTHONPATH=str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_parts_meet_whoever_compiled_them(tmp_path: Path) -> None:
    """Each line in a process of its own: parts of one are linked in another, some loaded, some compiled."""
    expected = {"lowest": 10, "left": 11, "right": 12 - 5, "top": 11007}
    for name in ("left", "lowest", "top", "right", "top"):
        assert use(f"print(diamond.{name}(5))", tmp_path) == [str(expected[name])]
    kept = [path.name.partition("-")[0] for path in (tmp_path / "cache").rglob("*.part")]
    assert sorted(kept) == ["diamond.left", "diamond.lowest", "diamond.right"]
    kept = [path.name.partition("-")[0] for path in (tmp_path / "cache").rglob("*.entry")]
    assert sorted(kept) == ["diamond.left", "diamond.lowest", "diamond.right", "diamond.top"]


def test_a_rule_may_call_itself(tmp_path: Path) -> None:
    """Called from Python or from another rule, compiled or loaded."""
    for _ in range(2):
        assert use("print(diamond.sum_up_to(4), diamond.twice(4))", tmp_path) == ["10", "20"]


def test_a_missing_part_is_compiled_again(tmp_path: Path) -> None:
    use("print(diamond.top(5))", tmp_path)
    for file in (tmp_path / "cache").rglob("diamond.lowest-*.part"):
        file.unlink()
    for file in (tmp_path / "cache").rglob("*.entry"):
        file.unlink()
    assert use("print(diamond.top(5))", tmp_path) == ["11007"]
    assert list((tmp_path / "cache").rglob("diamond.lowest-*.part"))


def test_a_rule_that_allocates_does_not_compile() -> None:
    @rule
    def wasteful(n):  # type: ignore[no-untyped-def]
        return np.zeros(n)[0]

    with pytest.raises(numba.core.errors.TypingError, match="zeros"):
        wasteful(3)


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_rule_releases_the_gil_and_may_not_allocate(game_id: str) -> None:
    for function in registry.get(game_id).rules.values():
        for reached in jobs.reach(function):
            for form in (reached.compiled, reached.compiled.part):
                assert form.targetoptions["nogil"], reached.__name__
                assert form.targetoptions["_nrt"] is False, reached.__name__


def test_nothing_is_compiled_before_it_is_called() -> None:
    code = "import sys, escaramuza.games.tactics, escaramuza.games.forglory; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_scratch_arrays_can_be_made_at_any_time() -> None:
    """A rule is compiled, then another one that uses an array nobody used before."""
    code = (
        "from escaramuza.kernel.jit import rule\n"
        "from escaramuza.kernel.scratch import scratch\n"
        "room, other = scratch(4), scratch(2, 3)\n"
        "@rule\n"
        "def first(x):\n"
        "    a = room()\n"
        "    a[1] = x\n"
        "    return a[1]\n"
        "@rule\n"
        "def second(x):\n"
        "    a = other()\n"
        "    a[1, 2] = x\n"
        "    return a[1, 2] + first(x)\n"
        "print(first(5), second(7))\n"
    )
    done = bare.run(code)
    assert done.stdout.split() == ["5", "14"], done.stderr


BUILT_UPON = """
from escaramuza.kernel.jit import rule


@rule
def helper(x):
    return top(x) + 1


@rule
def outer(x):
    return helper(x) * 2 + top(x)
"""


def test_what_stands_on_a_foundation_calls_its_native_code(tmp_path: Path) -> None:
    """Compiled, loaded, and with the foundation's own file gone."""
    (tmp_path / "building.py").write_text(BUILT_UPON)
    code = "from escaramuza.kernel import jit; jit.foundation(diamond.top); "
    code += "print(jit.for_game('building', 'diamond', {'top': diamond.top}).outer(5))"
    for _ in range(2):
        assert use(code, tmp_path) == [str(11008 * 2 + 11007)]
    assert not list((tmp_path / "cache").rglob("diamond.top*.part")), "the foundation was taken in instead of called"
    [foundation] = (tmp_path / "cache").rglob("diamond.top*.entry")
    foundation.unlink()
    assert use(code, tmp_path) == [str(11008 * 2 + 11007)]


def test_what_stands_on_a_changed_foundation_is_compiled_again(tmp_path: Path) -> None:
    """Its code, or only a number in it that makes the result another type; in a module whose change nothing in the file
    names of those that stand on it shows."""
    ground = "from escaramuza.kernel.jit import foundation, rule\n\nK = {}\n\n\n"
    ground += "@foundation\n@rule\ndef top(x):\n    return {}\n"
    (tmp_path / "variant.py").write_text(
        "import ground\nfrom escaramuza.kernel.jit import foundation, rule\n\n\n"
        "@foundation\n@rule\ndef middle(x):\n    return ground.top(x) + 1\n"
    )
    code = "import variant; print(variant.middle(5))"
    for number, result, expected in ((2, "x * K", 11), (2, "x * x", 26), (2.5, "x * K", 13.5), (2, "x * K", 11)):
        (tmp_path / "ground.py").write_text(ground.format(number, result))
        for _ in range(2):
            assert use(code, tmp_path) == [str(expected)]

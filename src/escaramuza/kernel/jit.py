"""`@rule`: rules are plain Python, compiled here and nowhere else.

What is compiled is kept (`kernel.cache`); how, says `kernel.linking`.
"""

import importlib.util
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

COMPILED, CHECKED, PLAIN = "compiled", "checked", "plain"
MODE = os.environ.get("ESCARAMUZA_RULES", COMPILED)
if MODE not in (COMPILED, CHECKED, PLAIN):
    raise ValueError(f"ESCARAMUZA_RULES is {MODE!r}; it may be {COMPILED}, {CHECKED} (bounds-checked) or {PLAIN}")
if MODE == PLAIN:
    # Compiled code widens where NumPy's scalars would wrap: plain runs must not get past such a place unnoticed.
    warnings.filterwarnings("error", message=".*overflow encountered.*", category=RuntimeWarning)


def rule(function: Callable[..., Any]) -> Any:
    """Compile a rule: no GIL, no Python objects; as it stands when `ESCARAMUZA_RULES=plain`."""
    if MODE == PLAIN:
        return function
    from escaramuza.kernel import linking

    return linking.compiled(function, MODE, checked=MODE == CHECKED)


def foundation(function: Any) -> Any:
    """Mark a rule as one that playouts and search are built upon; see `linking.Rule`."""
    if MODE != PLAIN:
        function.foundation = True
    return function


def plain(function: Any) -> Any:
    """A rule as plain Python: for what is asked once and is not worth compiling."""
    return getattr(function, "py_func", function)


def wrapping(function: Callable[..., Any]) -> Any:
    """Compile a dice rule, the one place where unsigned numbers wrap on purpose."""
    if MODE != PLAIN:
        return rule(function)

    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet


def for_game(template: str, game: str, names: Mapping[str, Any]) -> ModuleType:
    """The template module `template`, loaded once more for `game` with the game's rules among its globals.

    Code that is written once for all games (playouts, search) calls the rules as globals, so that the compiler can
    inline them and cache the result; a closure or a function pointer would give up one or the other.
    """
    name = f"{template}_{game}"
    if name in sys.modules:
        return sys.modules[name]
    origin = importlib.util.find_spec(template)
    if origin is None or origin.origin is None:
        raise ModuleNotFoundError(template)
    spec = importlib.util.spec_from_file_location(name, origin.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(names)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


Task = tuple[Any, tuple[Any, ...]]
Report = Callable[[int, int], None]


def prepare(tasks: Iterable[Task], report: Report | None = None) -> None:
    """Compile each (rule, example arguments), or load it from the cache, reporting (step, steps) before each one."""
    if MODE == PLAIN:
        return
    listed = list(tasks)
    for step, (function, examples) in enumerate(listed, start=1):
        if report is not None:
            report(step, len(listed))
        function.compile(types_of(examples))


def types_of(examples: tuple[Any, ...]) -> tuple[Any, ...]:
    """The signature of a call with such arguments."""
    import numba

    return tuple(numba.typeof(example) for example in examples)

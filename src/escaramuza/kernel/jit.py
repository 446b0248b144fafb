"""`@rule`: rules are plain Python, compiled here and nowhere else.

What is compiled is kept (`kernel.cache`); how, says `kernel.linking`.
"""

import importlib.util
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, update_wrapper
from types import ModuleType
from typing import Any

import numpy as np

# Loaded before any rule, so that it knows when the sources change under them.
import escaramuza.kernel.sources  # noqa: F401

COMPILED, CHECKED, PLAIN = "compiled", "checked", "plain"
MODE = os.environ.get("ESCARAMUZA_RULES", COMPILED)
if MODE not in (COMPILED, CHECKED, PLAIN):
    raise ValueError(f"ESCARAMUZA_RULES is {MODE!r}; it may be {COMPILED}, {CHECKED} (bounds-checked) or {PLAIN}")
if MODE == PLAIN:
    # Compiled code widens where NumPy's scalars would wrap: plain runs must not get past such a place unnoticed.
    warnings.filterwarnings("error", message=".*overflow encountered.*", category=RuntimeWarning)


# What makes a device function of a rule's source while something is compiled for a graphics card; see `kernel.device`.
on_device: Callable[[Callable[..., Any]], Any] | None = None


class Rule:
    """A rule, compiled when it is first called, or when something is compiled that calls it: until then nobody waits
    for the compiler to be loaded."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        # What playouts and search are built upon; see `linking.Entry`.
        self.foundation = False
        self._on_device: Any = None

    @cached_property
    def compiled(self) -> Any:
        """The rule as Numba knows it."""
        from escaramuza.kernel import linking

        return linking.compiled(self, MODE, checked=MODE == CHECKED)

    @property
    def _numba_type_(self) -> Any:
        if on_device is None:
            return self.compiled._numba_type_
        if self._on_device is None:
            self._on_device = on_device(self.py_func)
        return self._on_device._numba_type_

    def __call__(self, *args: Any) -> Any:
        return self.compiled(*args)

    def compile(self, examples: tuple[Any, ...]) -> None:
        """Compile for arguments like these, or load what somebody compiled."""
        import numba

        self.compiled.compile(tuple(numba.typeof(example) for example in examples))


def rule(function: Callable[..., Any]) -> Any:
    """Compile a rule: no GIL, no Python objects; as it stands when `ESCARAMUZA_RULES=plain`."""
    return function if MODE == PLAIN else Rule(function)


def foundation(function: Any) -> Any:
    """Mark a rule as one that playouts and search are built upon."""
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


# Whoever asks for a module that another thread is loading waits until it is whole. Templates may load each other.
_loading = threading.RLock()


def for_game(template: str, game_id: str, names: Mapping[str, Any]) -> ModuleType:
    """The template module `template`, loaded once more for `game` with the game's rules among its globals.

    Code that is written once for all games (playouts, search) calls the rules as globals, so that the compiler can
    inline them and cache the result; a closure or a function pointer would give up one or the other.
    """
    name = f"{template}_{game_id}"
    with _loading:
        return sys.modules.get(name) or _load(template, name, names)


def _load(template: str, name: str, names: Mapping[str, Any]) -> ModuleType:
    origin = importlib.util.find_spec(template)
    if origin is None or origin.origin is None:
        raise ModuleNotFoundError(template)
    spec = importlib.util.spec_from_file_location(name, origin.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__.update(names)
    module.__dict__["__rules__"] = names
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
        function.compile(examples)

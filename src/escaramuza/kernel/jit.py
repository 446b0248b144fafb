"""`@rule`: rules are plain Python, compiled here and nowhere else.

Numba's own cache does not notice a change in a function that a rule calls, so compiled rules live in a folder named
after a digest of every rule source. A changed source means a new folder, never a stale rule.
"""

import hashlib
import importlib.util
import os
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from platformdirs import user_cache_dir

COMPILED, CHECKED, PLAIN = "compiled", "checked", "plain"
MODE = os.environ.get("ESCARAMUZA_RULES", COMPILED)
PACKAGE = Path(__file__).resolve().parent.parent
KEEP_DAYS = 30
NARROW = (numba.types.int8, numba.types.int16, numba.types.int32)
# While a template is loaded for a game, the game's own folder within the cache: a function that takes no position has
# the same signature in every game, and Numba must not take one game's for another's.
_own_folder: ContextVar[str] = ContextVar("own_folder", default="")

if MODE not in (COMPILED, CHECKED, PLAIN):
    raise ValueError(f"ESCARAMUZA_RULES is {MODE!r}; it may be {COMPILED}, {CHECKED} (bounds-checked) or {PLAIN}")
if MODE == PLAIN:
    # Compiled code widens where NumPy's scalars would wrap: plain runs must not get past such a place unnoticed.
    warnings.filterwarnings("error", message=".*overflow encountered.*", category=RuntimeWarning)


def rule(function: Callable[..., Any]) -> Any:
    """Compile a rule: no GIL, no Python objects; as it stands when `ESCARAMUZA_RULES=plain`."""
    if MODE == PLAIN:
        return function
    folder = cache_folder()
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder / _own_folder.get()) if folder else ""
    try:
        options: dict[str, Any] = {"nogil": True, "cache": folder is not None, "boundscheck": MODE == CHECKED}
        # Nobody hands a rule to C: compiling that entrance would be for nothing.
        options["no_cfunc_wrapper"] = True
        return _for_any_number(numba.njit(**options)(function))
    finally:
        config.CACHE_DIR = before


def _for_any_number(compiled: Any) -> Any:
    """Numba would compile a function anew for every constant that it is called with, and for every mixture of fields
    and whole numbers; one version for all is enough."""
    template = compiled.get_call_template

    def general(args: Any, kws: Any) -> Any:
        return template([_widest(a) for a in args], {name: _widest(a) for name, a in kws.items()})

    compiled.get_call_template = general
    return compiled


def _widest(kind: Any) -> Any:
    """The type that a call is compiled for: no constants, no narrow whole numbers."""
    kind = numba.types.unliteral(kind)
    return numba.types.int64 if kind in NARROW else kind


def wrapping(function: Callable[..., Any]) -> Any:
    """Compile a dice rule, the one place where unsigned numbers wrap on purpose."""
    if MODE != PLAIN:
        return rule(function)

    def quiet(*args: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*args)

    return quiet


def rule_sources() -> list[Path]:
    """Every file whose change can change a compiled rule: the kernel, the games, and the templates over them."""
    own = [path for folder in ("kernel", "games") for path in (PACKAGE / folder).rglob("*.py")]
    templates = [
        path
        for folder in ("engine", "agents")
        for path in (PACKAGE / folder).rglob("*.py")
        if "\n@rule\n" in path.read_text(encoding="utf-8")
    ]
    return sorted(own + templates)


@cache
def cache_folder() -> Path | None:
    """The folder of this digest's compiled rules, or None where nothing can be written."""
    # The place counts too: Numba finds its files by it, so another copy of the project compiles its own.
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {MODE} {PACKAGE}".encode())
    for path in rule_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    root = Path(os.environ.get("ESCARAMUZA_CACHE") or user_cache_dir("escaramuza"))
    folder = root / f"rules-{digest.hexdigest()[:16]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    forget_old_caches(root)
    return folder


def forget_old_caches(root: Path) -> None:
    """Remove digests that nobody has used for a month."""
    limit = time.time() - KEEP_DAYS * 86400
    for folder in root.glob("rules-*"):
        try:
            if folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


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
    token = _own_folder.set(game)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        _own_folder.reset(token)
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
        function.compile(tuple(numba.typeof(example) for example in examples))

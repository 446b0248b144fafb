"""Getting a game's compiled rules ready, with progress the first time."""

import sys
from collections.abc import Callable

from escaramuza.engine import explain
from escaramuza.games.spec import GameSpec
from escaramuza.kernel import jit

Show = Callable[[str], None]
_done: set[str] = set()


def prepare(spec: GameSpec, show: Show | None = None, lang: str = "en") -> None:
    """Compile or load the rules of a game once in a process; `show` gets a line a step when it has to compile."""
    if spec.id in _done:
        return
    folder = jit.cache_folder()
    marker = None if folder is None else folder / f"{spec.id}.ready"
    quiet = jit.MODE == jit.PLAIN or (marker is not None and marker.exists())
    tell = show or (show_progress if sys.stderr.isatty() else _say_nothing)

    def report(step: int, steps: int) -> None:
        if not quiet:
            tell(explain.say("PREPARING", lang, game=spec.name, step=step, steps=steps))

    jit.prepare(spec.tasks(), report)
    if not quiet and sys.stderr.isatty():
        tell("")
    if marker is not None:
        marker.touch()
    _done.add(spec.id)


def show_progress(line: str) -> None:
    """A line on standard error; on a terminal it replaces the one before."""
    sys.stderr.write(f"\r\x1b[K{line}" if sys.stderr.isatty() else f"{line}\n")
    sys.stderr.flush()


def _say_nothing(_: str) -> None:
    """A library does not write into a program's logs."""

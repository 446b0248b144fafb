"""Four tabletop skirmish wargames on one digital table."""

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from escaramuza.engine.match import Match
    from escaramuza.engine.record import load

__all__ = ["Match", "load"]
__version__ = version("escaramuza")


def __getattr__(name: str) -> Any:
    """`Match` and `load`, imported when first asked for: the compiler behind them takes a moment."""
    if name == "Match":
        from escaramuza.engine.match import Match

        return Match
    if name == "load":
        from escaramuza.engine.record import load

        return load
    raise AttributeError(f"module 'escaramuza' has no attribute {name!r}")

"""Loads what calls of the command line have in common: the libraries, and the games that most of them play."""

import rich.console
import rich.progress
import rich.table
import typer

from escaramuza.agents.rehearsal import rehearse
from escaramuza.games import registry

__all__ = ["rich", "typer"]

for name in ("tactics", "escarmouche"):
    rehearse(registry.get(name))

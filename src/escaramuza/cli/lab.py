"""`escaramuza lab`: is it fair? Experiments, and questions that have a command of their own.

Each command is a function in the module of its name, `cli/lab_<name>.py`, and loaded when it is asked for.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import typer

from escaramuza.cli import lazy, shared
from escaramuza.lab.errors import LabError

# In the order of `--help`.
COMMANDS: tuple[str, ...] = (
    "run",
    "fair",
    "squads",
    "map",
    "cost",
    "house-rule",
    "dice",
    "length",
    "ladder",
    "tune",
)

# What statistics are made with, and the commands that do without.
EXTRA = ("polars", "choix")
WITHOUT_EXTRA = ("ladder", "tune")


def _help(name: str) -> str:
    return shared.help_of(f"LAB_{_word(name).upper()}")


def _word(name: str) -> str:
    return name.replace("-", "_")


def _load(name: str) -> Any:
    module = import_module(f"escaramuza.cli.lab_{_word(name)}")
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name, help=_help(name))(getattr(module, f"lab_{_word(name)}"))
    return typer.main.get_command(alone)


app = typer.Typer(cls=lazy.commands(COMMANDS, _load, _help), no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def about(ctx: typer.Context) -> None:
    """What needs packages that are not there says so before anything is played."""
    if ctx.invoked_subcommand not in WITHOUT_EXTRA and any(find_spec(name) is None for name in EXTRA):
        raise LabError("NEEDS_EXTRA", extra="lab")

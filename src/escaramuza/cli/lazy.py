"""Commands that are loaded when they are asked for: most of them bring the compiler and the games along."""

from collections.abc import Callable, Sequence
from typing import Any

from typer.core import TyperGroup


def commands(names: Sequence[str], load: Callable[[str], Any], help_of: Callable[[str], str]) -> type[TyperGroup]:
    """A group of commands by their names; help comes without loading them."""

    class Commands(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return list(names)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            # For a name that nobody knows all are loaded, so that a similar one can be suggested.
            for name in (cmd_name,) if cmd_name in names else names:
                if name not in self.commands:
                    self.commands[name] = load(name)
            return self.commands.get(cmd_name)

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            with formatter.section("Commands"):
                formatter.write_dl([(name, help_of(name)) for name in names])

    return Commands

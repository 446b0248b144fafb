"""`escaramuza`: the commands, and what a wrong input or an interruption looks like."""

import sys
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from escaramuza.cli import lazy, shared

# In the order of `--help`; each is a function, or a Typer `app`, in the module of its name.
COMMANDS = (
    "games",
    "play",
    "serve",
    "worker",
    "backup",
    "restore",
    "matches",
    "prepare",
    "arena",
    "lab",
    "perft",
    "replay",
    "bench",
    "rules",
    "print",
    "barracks",
    "maps",
    "doctor",
)


def _help(name: str) -> str:
    return shared.help_of(f"COMMAND_{name.upper()}")


def _load(name: str) -> Any:
    """One command, ready to be called."""
    module = import_module(f"escaramuza.cli.{name}")
    text = _help(name)
    if hasattr(module, "app"):
        group = typer.main.get_command(module.app)
        group.name, group.help = name, text
        return group
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    shape = getattr(module, "WithGroups", None)
    alone.command(name, cls=shape, help=text)(module.print_game if name == "print" else getattr(module, name))
    return typer.main.get_command(alone)


app = typer.Typer(
    name="escaramuza",
    # `serve` must start at once, `doctor` even where the compiler cannot be loaded.
    cls=lazy.commands(COMMANDS, _load, _help),
    help=shared.help_of("APP"),
    subcommand_metavar="[COMMAND] [ARGS]...",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from escaramuza import __version__

        typer.echo(f"escaramuza {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def about(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=shared.help_of("VERSION"))
    ] = False,
) -> None:
    """Options of the program itself; without a command the web app opens in the browser."""
    if ctx.invoked_subcommand is None:
        from escaramuza.cli.ports import open_app

        open_app()


def run(arguments: list[str] | None = None) -> None:
    """Run a command; bad input gives one sentence and exit code 2, Ctrl-C 130."""
    given = sys.argv[1:] if arguments is None else arguments
    lang = shared.language_of(given)
    try:
        code = app(given, standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error.format_message(), err=True)
            sys.exit(shared.BAD_INPUT)
        _complain(_usage(error, lang))
    except OSError as error:
        _complain(file_problem(error, lang))
    except (KeyboardInterrupt, typer.Abort):
        shared.err.print()
        sys.exit(shared.INTERRUPTED)
    except Exception as error:
        # Imported only now: whoever never needs the compiler does not wait for it.
        try:
            from escaramuza.engine.errors import EscaramuzaError
        except Exception:
            # A broken library: what went wrong first is what matters.
            raise error from None

        if not isinstance(error, EscaramuzaError):
            raise
        _complain(error.sentence(lang))


def _usage(error: Any, lang: str) -> str:
    """What is wrong with the words of a command, in the language asked for."""
    kind = type(error).__name__
    parameter = getattr(error, "param", None)
    if kind == "NoSuchOption":
        return shared.say("USAGE_NO_OPTION", lang, option=error.option_name)
    if parameter is not None:
        name = parameter.metavar or parameter.opts[0]
        name = parameter.opts[0] if parameter.opts[0].startswith("-") else name
        return shared.say("USAGE_MISSING" if kind == "MissingParameter" else "USAGE_VALUE", lang, name=name)
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    return shared.say("USAGE", lang, message=message)


def file_problem(error: OSError, lang: str) -> str:
    """A file that cannot be read or written, as a sentence."""
    name = error.filename or "?"
    if isinstance(error, FileNotFoundError):
        return shared.say("FILE_NOT_FOUND", lang, file=name)
    if isinstance(error, PermissionError):
        return shared.say("FILE_DENIED", lang, file=name)
    if isinstance(error, IsADirectoryError):
        return shared.say("FILE_IS_FOLDER", lang, file=name)
    return shared.say("FILE_PROBLEM", lang, file=name, why=error.strerror or str(error))


def _complain(sentence: str) -> None:
    shared.err.print(sentence, style="red", markup=False, soft_wrap=True)
    sys.exit(shared.BAD_INPUT)

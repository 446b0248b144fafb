"""`escaramuza`: the commands, and what a wrong input or an interruption looks like."""

import sys
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from escaramuza.cli.shared import BAD_INPUT, INTERRUPTED, err, help_of, language_of, say

app = typer.Typer(
    name="escaramuza",
    help=help_of("APP"),
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        from escaramuza import __version__

        typer.echo(f"escaramuza {__version__}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help=help_of("VERSION"))
    ] = False,
) -> None:
    """Options of the program itself."""


def _add_commands() -> None:
    from escaramuza.cli import arena, barracks, bench, games, maps, perft, play, replay, rules, serve
    from escaramuza.cli.print import print_game

    for module in (games, play, serve, arena, perft, replay, bench, rules):
        name = module.__name__.rpartition(".")[2]
        app.command(name, help=help_of(f"COMMAND_{name.upper()}"))(getattr(module, name))
    app.command("print", help=help_of("COMMAND_PRINT"))(print_game)
    app.add_typer(barracks.app, name="barracks", help=help_of("COMMAND_BARRACKS"))
    app.add_typer(maps.app, name="maps", help=help_of("COMMAND_MAPS"))


_add_commands()


def run(arguments: list[str] | None = None) -> None:
    """Run a command; bad input gives one sentence and exit code 2, Ctrl-C 130."""
    from escaramuza.engine.errors import EscaramuzaError

    given = sys.argv[1:] if arguments is None else arguments
    lang = language_of(given)
    try:
        code = app(given, standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except EscaramuzaError as error:
        _complain(error.sentence(lang))
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error.format_message(), err=True)
            sys.exit(BAD_INPUT)
        _complain(_usage(error, lang))
    except OSError as error:
        _complain(file_problem(error, lang))
    except (KeyboardInterrupt, typer.Abort):
        err.print()
        sys.exit(INTERRUPTED)


def _usage(error: Any, lang: str) -> str:
    """What is wrong with the words of a command, in the language asked for."""
    kind = type(error).__name__
    parameter = getattr(error, "param", None)
    if kind == "NoSuchOption":
        return say("USAGE_NO_OPTION", lang, option=error.option_name)
    if parameter is not None:
        name = parameter.metavar or parameter.opts[0]
        name = parameter.opts[0] if parameter.opts[0].startswith("-") else name
        return say("USAGE_MISSING" if kind == "MissingParameter" else "USAGE_VALUE", lang, name=name)
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    return say("USAGE", lang, message=message)


def file_problem(error: OSError, lang: str) -> str:
    """A file that cannot be read or written, as a sentence."""
    name = error.filename or "?"
    if isinstance(error, FileNotFoundError):
        return say("FILE_NOT_FOUND", lang, file=name)
    if isinstance(error, PermissionError):
        return say("FILE_DENIED", lang, file=name)
    if isinstance(error, IsADirectoryError):
        return say("FILE_IS_FOLDER", lang, file=name)
    return say("FILE_PROBLEM", lang, file=name, why=error.strerror or str(error))


def _complain(sentence: str) -> None:
    err.print(sentence, style="red", markup=False, soft_wrap=True)
    sys.exit(BAD_INPUT)

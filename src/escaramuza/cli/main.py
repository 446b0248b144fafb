"""`escaramuza`: the commands, and what a wrong input or an interruption looks like."""

import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from escaramuza.cli.shared import BAD_INPUT, INTERRUPTED, err, system_language

app = typer.Typer(
    name="escaramuza",
    help="Four tabletop skirmish wargames on one digital table.",
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
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Four tabletop skirmish wargames on one digital table."""


def _add_commands() -> None:
    from escaramuza.cli import arena, bench, games, perft, play, replay, rules, serve

    for module in (games, play, serve, arena, perft, replay, bench, rules):
        name = module.__name__.rpartition(".")[2]
        app.command(name)(getattr(module, name))


_add_commands()


def _language_of(arguments: list[str]) -> str:
    """The language for an error that comes before or outside a command."""
    for i, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value in ("es", "fr", "en"):
            return value
    return system_language()


def run(arguments: list[str] | None = None) -> None:
    """Run a command; bad input gives one sentence and exit code 2, Ctrl-C 130."""
    from escaramuza.engine.errors import EscaramuzaError, Refused
    from escaramuza.games.registry import GAMES, UnknownGame

    given = sys.argv[1:] if arguments is None else arguments
    lang = _language_of(given)
    try:
        code = app(given, standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except UnknownGame as error:
        what = "GAME_NOT_READY" if error.game in GAMES else "UNKNOWN_GAME"
        name = GAMES.get(error.game, error.game)
        _complain(Refused(what, game=name, games=", ".join(error.known)).sentence(lang))
    except EscaramuzaError as error:
        _complain(error.sentence(lang))
    except TyperException as error:
        _complain(error.format_message() if hasattr(error, "format_message") else str(error))
    except OSError as error:
        _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        err.print()
        sys.exit(INTERRUPTED)


def _complain(sentence: str) -> None:
    err.print(sentence, style="red", markup=False, soft_wrap=True)
    sys.exit(BAD_INPUT)

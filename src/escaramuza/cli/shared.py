"""What every command shares: languages, messages, options, and errors as one sentence."""

import json
import locale
import os
import sys
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from escaramuza.words import LANGUAGES, Words

BAD_INPUT = 2
INTERRUPTED = 130
MOST_SEED = (1 << 62) - 1

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

# A message of the command line's.
say = Words(__file__).text


def system_language() -> str:
    """es, fr or en, from the environment."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return name[:2].lower() if name[:2].lower() in LANGUAGES else "en"


def language_of(arguments: list[str]) -> str:
    """The language of a command line, also where it cannot be read as a whole."""
    for i, argument in enumerate(arguments):
        value = argument.partition("=")[2] if argument.startswith("--lang=") else ""
        if argument == "--lang" and i + 1 < len(arguments):
            value = arguments[i + 1]
        if value in LANGUAGES:
            return value
    return system_language()


def help_of(what: str) -> str:
    """A text of `--help`, in the language of this command line."""
    return say(f"HELP_{what}", language_of(sys.argv[1:]))


def language(lang: str | None) -> str:
    """The language asked for; a sentence for one that does not exist."""
    if lang is None:
        return system_language()
    if lang not in LANGUAGES:
        from escaramuza.engine.errors import Refused

        raise Refused("BAD_LANGUAGE", name=lang, languages=", ".join(LANGUAGES))
    return lang


def must_be_within(option: str, value: float, low: float, high: float) -> None:
    """Refuse a number outside its range, naming both."""
    if not low <= value <= high:
        from escaramuza.engine.errors import Refused

        raise Refused("OUT_OF_RANGE", option=option, value=value, low=low, high=high)


def fail(sentence: str) -> NoReturn:
    """One sentence, exit code 2."""
    err.print(sentence, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(BAD_INPUT)


def print_json(data: Any) -> None:
    """JSON on standard output and nothing else."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def get_ready(game_id: str, lang: str, *needs: str) -> Any:
    """A game with its rules, and what else is needed, compiled; a bar shows how far it is the first time."""
    from escaramuza.engine.errors import find_game
    from escaramuza.engine.prepare import MATCH, is_ready, prepare

    game = find_game(game_id)
    if not is_ready(game_id, (MATCH, *needs)):
        _compile(game, (MATCH, *needs), lang)
    prepare(game, lang)
    return game


def _compile(game: Any, needs: tuple[str, ...], lang: str) -> None:
    from escaramuza.cli.prepare import with_bars

    [result] = with_bars([game.id], needs, lang)
    if result.state == "failed":
        fail(say("NOT_PREPARED", lang, game=game.name, why=result.why))


def complain_of_cache(lang: str) -> None:
    """Say what is wrong with the cache, if anything is."""
    from escaramuza.kernel import cache

    problem = cache.problem()
    if problem is not None:
        err.print(say(problem[0], lang, detail=problem[1]), style="yellow", markup=False, soft_wrap=True)


def option_pairs(game: Any, pairs: list[str], lang: str) -> dict[str, Any]:
    """The options given as NAME=VALUE."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, found, value = pair.partition("=")
        if not found:
            fail(say("BAD_OPTION_FORM", lang, text=pair, options=", ".join(game.options.model_fields)))
        options[name] = _value(game, name, value)
    return options


def _value(game: Any, name: str, value: str) -> Any:
    """An option's value; a squad or a map may also be a file, a link, or - for standard input."""
    field = game.option_fields.get(name, {})
    if field.get("squad"):
        from escaramuza.squads import library

        return library.squad_of(library.find(value))
    if field.get("map"):
        from escaramuza.maps import library as maps

        return maps.find(value, game.id)
    return value


def valid_options(game: Any, pairs: list[str] | None, lang: str) -> Any | None:
    """The options of every game of a series, or None where none are given."""
    from escaramuza.engine.setting_up import valid_options as validated

    return validated(game, option_pairs(game, pairs, lang)) if pairs else None


GameArgument = Annotated[str, typer.Argument(metavar="GAME", help=help_of("GAME"))]
JsonOption = Annotated[bool, typer.Option("--json", help=help_of("JSON"))]
LangOption = Annotated[str | None, typer.Option("--lang", metavar="es|fr|en", help=help_of("LANG"))]
OptionOption = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help=help_of("OPTION"))]
SeedOption = Annotated[int | None, typer.Option("--seed", help=help_of("SEED"))]
RunSeedOption = Annotated[int, typer.Option("--seed", help=help_of("SEED"))]
WorkersOption = Annotated[int | None, typer.Option("--workers", help=help_of("ARENA_WORKERS"))]
OutOption = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help=help_of("BARRACKS_OUT"))]

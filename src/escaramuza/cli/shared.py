"""What every command shares: languages, messages, options, and errors as one sentence."""

import json
import locale
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from escaramuza.games.spec import LANGUAGES

BAD_INPUT = 2
INTERRUPTED = 130

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="tactics, … (see `escaramuza games`)")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
LangOption = Annotated[
    str | None, typer.Option("--lang", metavar="es|fr|en", help="Language; by default your system's.")
]
SeedOption = Annotated[int | None, typer.Option("--seed", help="Dice seed, for a run that can be repeated.")]


@cache
def _words(lang: str) -> Mapping[str, str]:
    loaded: dict[str, str] = json.loads((Path(__file__).parent / "locale" / f"{lang}.json").read_text(encoding="utf-8"))
    return loaded


def say(code: str, lang: str, **words: Any) -> str:
    """A message of the command line's."""
    return _words(lang)[code].format(**words)


def system_language() -> str:
    """es, fr or en, from the environment."""
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    if not name:
        name = locale.getlocale()[0] or ""
    return name[:2].lower() if name[:2].lower() in LANGUAGES else "en"


def language(lang: str | None) -> str:
    """The language asked for; a sentence for one that does not exist."""
    if lang is None:
        return system_language()
    if lang not in LANGUAGES:
        fail(say("BAD_LANGUAGE", system_language(), name=lang, languages=", ".join(LANGUAGES)))
    return lang


def fail(sentence: str) -> None:
    """One sentence, exit code 2."""
    err.print(sentence, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(BAD_INPUT)


def print_json(data: Any) -> None:
    """JSON on standard output and nothing else."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def show_preparing(line: str) -> None:
    """Progress of the first compilation, on standard error."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
    else:
        sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def get_ready(game: str, lang: str) -> Any:
    """The spec of a game with its rules compiled, showing progress the first time."""
    from escaramuza.engine.prepare import prepare
    from escaramuza.games import registry

    spec = registry.get(game)
    prepare(spec, show_preparing, lang)
    return spec

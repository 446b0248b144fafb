"""Maps in files, links and codes, and what is wrong with one as a sentence, for every game that has them.

A file is JSON: `{"escaramuza": "map", "version": 1, "game": "forglory", "map": {…}}`, or the map alone, or the text of
a share code. One that names no game is of Escaramuzas de Café, unless it has roads.
"""

import importlib
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from escaramuza.engine import explain
from escaramuza.engine.errors import EscaramuzaError, WordedError
from escaramuza.engine.files import is_there
from escaramuza.games import registry
from escaramuza.games.basics import NotationError
from escaramuza.games.field.book import AT_RANDOM, MapBook
from escaramuza.games.field.form import LONGEST_NAME, TableMap
from escaramuza.words import FALLBACK, LANGUAGES, Words

VERSION = 1
MOST_BYTES = 1_000_000
STDIN = "-"
MARK, KIND = "escaramuza", "map"
# A link with its scheme, or as browsers show it; `<…>` is how mail programs write one.
LINK = re.compile(r"[<(]?(?:https?://|[^\s/?#]+/maps/?\?)", re.IGNORECASE)


class MapError(WordedError):
    """A file, a link or a name that is not a map."""

    words = Words(__file__)


class BadMap(EscaramuzaError):
    """A map or a code that cannot be read or played on; `place` says where it stood, if that helps."""

    def __init__(self, error: NotationError, place: str = "", *, game_id: str) -> None:
        super().__init__(error.code)
        self.code = error.code
        self.error = error
        self.place = place
        self.game_id = game_id

    def sentence(self, lang: str = FALLBACK) -> str:
        said = book(self.game_id).sentence(self.error, lang)
        return f"{self.place}: {said}" if self.place else said


def _module(game_id: str) -> str | None:
    """Where a game that is played on maps keeps them: BOOK in the module `maps` of its package."""
    return registry.module_name(game_id, f"escaramuza.games.{game_id}.maps", "maps")


@cache
def mapped() -> tuple[str, ...]:
    """The games that are played on maps."""
    return tuple(game_id for game_id in registry.ids() if _module(game_id))


@cache
def book(game_id: str) -> MapBook[Any]:
    """The maps of a game, loaded when asked for: they bring its rules along."""
    module = _module(game_id)
    assert module is not None, f"{game_id} has no maps"
    found: MapBook[Any] = importlib.import_module(module).BOOK
    return found


@cache
def first() -> str:
    """The game of a map that names none: it had maps when no other game did."""
    return next(each.game_id for each in books() if each.unnamed)


def books() -> list[MapBook[Any]]:
    """The maps of all games."""
    return [book(game_id) for game_id in mapped()]


def book_of(field: TableMap) -> MapBook[Any]:
    """The maps that a map belongs to."""
    return next(each for each in books() if isinstance(field, each.model))


def sentences(error: NotationError, game_id: str) -> dict[str, str]:
    """What is wrong with a map, in all languages."""
    return {lang: book(game_id).sentence(error, lang) for lang in LANGUAGES}


def find(source: str, game_id: str | None = None) -> Any:
    """What a word on the command line names: a ready-made map, a random one, a link or code, a file, `-`. With a game
    only its own maps will do, without one a random map is of the first game that had maps.

    Raises only what reads as a sentence, EscaramuzaError or OSError.
    """
    text = source.strip()
    for each in books():
        if text in each.ready:
            return _of_game(each.ready[text], game_id)
    if AT_RANDOM.fullmatch(text):
        own = book(game_id or first())
        return _told(own, own.read, text)
    code = _code_in(text)
    return _of_game(_decoded(code) if code else read(source, game_id), game_id)


def _of_game(field: TableMap, game_id: str | None) -> TableMap:
    own = book_of(field).game_id
    if game_id is not None and own != game_id:
        raise BadMap(NotationError("MAP_OTHER_GAME", game=registry.get(own).name), game_id=game_id)
    return field


def _told(own: MapBook[Any], reads: Any, given: Any, place: str = "") -> Any:
    """What reading gives; what is wrong is told in the words of the game."""
    try:
        return reads(given)
    except NotationError as error:
        raise BadMap(error, place, game_id=own.game_id) from error


def _decoded(code: str, place: str = "") -> Any:
    own = next((each for each in books() if each.code.looks_like_code(code)), book(first()))
    return _told(own, own.decode, code, place)


def read(file: str, game_id: str | None = None) -> Any:
    """The map in a file; `-` is standard input. The game is for one that does not tell."""
    return loads(_bytes(file, game_id), file, game_id)


def _bytes(file: str, game_id: str | None) -> bytes:
    if file == STDIN:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    elif not is_there(file):
        ready = ", ".join(id for each in books() if game_id in (None, each.game_id) for id in each.ready)
        raise MapError("NO_SUCH_MAP", text=" ".join(explain.quoted(file).split())[: 2 * LONGEST_NAME], ready=ready)
    else:
        with open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise MapError("MAP_FILE_LONG", file=file, most=MOST_BYTES)
    return data


def loads(data: bytes, file: str, game_id: str | None = None) -> Any:
    """The map in the bytes of a file; the name is for the sentences."""
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise MapError("MAP_FILE_FOREIGN", file=file) from error
    if text.startswith(("{", "[")):
        return _from_json(_parsed(text, file), file, game_id)
    code = _code_in(text)
    if not code:
        raise MapError("MAP_FILE_FOREIGN", file=file)
    return _decoded(code, file)


def _parsed(text: str, file: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise MapError("MAP_FILE_JSON", file=file, line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise MapError("MAP_FILE_FOREIGN", file=file) from error


def _from_json(data: Any, file: str, game_id: str | None) -> Any:
    if not isinstance(data, dict) or data.get(MARK, KIND) != KIND or data.get("game", first()) not in mapped():
        raise MapError("MAP_FILE_FOREIGN", file=file)
    if MARK in data and data.get("version") != VERSION:
        raise MapError("MAP_FILE_VERSION", file=file, found=str(data.get("version"))[:20], known=VERSION)
    form = data.get(KIND) if MARK in data else {name: value for name, value in data.items() if name != "game"}
    own = book(data.get("game") or _game_id_of(form) or game_id or first())
    return _told(own, own.checked, form, file)


def _game_id_of(form: Any) -> str | None:
    """The game that alone has what a map has."""
    if not isinstance(form, dict):
        return None
    fields = {each.game_id: set(each.model.model_fields) for each in books()}
    others = {game_id: set().union(*(own for other, own in fields.items() if other != game_id)) for game_id in fields}
    found = [game_id for game_id, own in fields.items() if form.keys() & (own - others[game_id])]
    return found[0] if len(found) == 1 else None


def _code_in(text: str) -> str:
    """The code in a link or on its own."""
    if LINK.match(text):
        query = text.partition("?")[2].partition("#")[0]
        return parse_qs(query).get("c", [""])[0] or "?"
    return text if any(each.code.looks_like_code(text) for each in books()) else ""


def dumps(field: TableMap) -> str:
    """The text of a file."""
    game_id = book_of(field).game_id
    named = {} if game_id == first() else {"game": game_id}
    data = {MARK: KIND, "version": VERSION, **named, KIND: field.model_dump(mode="json")}
    return json.dumps(data, ensure_ascii=False) + "\n"


def write(file: str, field: TableMap) -> None:
    """Write a file that `read` reads."""
    Path(file).write_text(dumps(field), encoding="utf-8")

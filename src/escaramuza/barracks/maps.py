"""Maps of Escaramuzas de Café in files, links and codes, and what is wrong with one as a sentence.

A file is JSON: `{"escaramuza": "map", "version": 1, "map": {…}}`, or the map alone, or the text of a share code.
"""

import json
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from escaramuza.barracks.library import is_there
from escaramuza.barracks.words import BarracksError, one_line
from escaramuza.engine import explain
from escaramuza.engine.errors import EscaramuzaError
from escaramuza.games.cafe import map_codes, maps
from escaramuza.games.cafe.maps import BY_LOT, LONGEST_NAME, Map
from escaramuza.games.spec import LANGUAGES, NotationError

VERSION = 1
MOST_BYTES = 1_000_000
STDIN = "-"
MARK, KIND = "escaramuza", "map"
WORDS = Path(maps.__file__).parent / "locale"
# A link with its scheme, or as browsers show it; `<…>` is how mail programs write one.
LINK = re.compile(r"[<(]?(?:https?://|[^\s/?#]+/maps/?\?)", re.IGNORECASE)


class BadMap(EscaramuzaError):
    """A map or a code that cannot be read or played on; `place` says where it stood, if that helps."""

    def __init__(self, error: NotationError, place: str = "") -> None:
        super().__init__(error.code)
        self.code = error.code
        self.error = error
        self.place = place

    def sentence(self, lang: str = explain.FALLBACK) -> str:
        said = sentence(self.error, lang)
        return f"{self.place}: {said}" if self.place else said


@cache
def _words(lang: str) -> Mapping[str, Mapping[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads((WORDS / f"{lang}.json").read_text(encoding="utf-8"))
    return loaded


def sentence(error: NotationError, lang: str) -> str:
    """What is wrong with a map, in the words of the game."""
    return _words(lang)["notation"][error.code].format(**error.words)


def sentences(error: NotationError) -> dict[str, str]:
    """The same in all languages."""
    return {lang: sentence(error, lang) for lang in LANGUAGES}


def term(key: str) -> dict[str, str]:
    """A term of the game in all languages, as `terrain:wood` or `role:cover`."""
    return {lang: _words(lang)["terms"][key] for lang in LANGUAGES}


def find(source: str) -> Map:
    """What a word on the command line names: a ready map, one by lot, a link or code, a file, `-`.

    Raises only what reads as a sentence, EscaramuzaError or OSError.
    """
    text = source.strip()
    try:
        if text in maps.ready_maps() or BY_LOT.fullmatch(text):
            return maps.read_map(text)
        code = _code_in(text)
        return map_codes.decode(code) if code else read(source)
    except NotationError as error:
        raise BadMap(error) from error


def read(file: str) -> Map:
    """The map in a file; `-` is standard input."""
    return loads(_bytes(file), file)


def _bytes(file: str) -> bytes:
    if file == STDIN:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    elif not is_there(file):
        ready = ", ".join(maps.ready_maps())
        raise BarracksError("NO_SUCH_MAP", text=one_line(file, 2 * LONGEST_NAME), ready=ready)
    else:
        with open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BarracksError("MAP_FILE_LONG", file=file, most=MOST_BYTES)
    return data


def loads(data: bytes, file: str) -> Map:
    """The map in the bytes of a file; the name is for the sentences."""
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise BarracksError("MAP_FILE_FOREIGN", file=file) from error
    try:
        if text.startswith(("{", "[")):
            return _from_json(_parsed(text, file), file)
        code = _code_in(text)
        if code:
            return map_codes.decode(code)
    except NotationError as error:
        raise BadMap(error, file) from error
    raise BarracksError("MAP_FILE_FOREIGN", file=file)


def _parsed(text: str, file: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BarracksError("SQUAD_FILE_JSON", file=file, line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise BarracksError("MAP_FILE_FOREIGN", file=file) from error


def _from_json(data: Any, file: str) -> Map:
    if not isinstance(data, dict) or data.get(MARK, KIND) != KIND:
        raise BarracksError("MAP_FILE_FOREIGN", file=file)
    if MARK not in data:
        return maps.checked(data)
    if data.get("version") != VERSION:
        raise BarracksError("SQUAD_FILE_VERSION", file=file, found=str(data.get("version"))[:20], known=VERSION)
    return maps.checked(data.get(KIND))


def _code_in(text: str) -> str:
    """The code in a link or on its own."""
    if LINK.match(text):
        query = text.partition("?")[2].partition("#")[0]
        return parse_qs(query).get("c", [""])[0] or "?"
    return text if map_codes.looks_like_code(text) else ""


def dumps(field: Map) -> str:
    """The text of a file."""
    data = {MARK: KIND, "version": VERSION, KIND: field.model_dump(mode="json")}
    return json.dumps(data, ensure_ascii=False) + "\n"


def write(file: str, field: Map) -> None:
    """Write a file that `read` reads."""
    Path(file).write_text(dumps(field), encoding="utf-8")

"""Squads and units in files, links and codes: read with a clear word where that fails, written the way we read them.

A file is JSON: `{"escaramuza": "squad", "version": 1, "squad": {…}}`, or the squad or unit alone, or the text of a
share code. A unit in a file may have a picture of its own, which only printing looks at.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from escaramuza.engine.files import is_there
from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import sharing, squads
from escaramuza.games.escarmouche.squads import Squad, Unit
from escaramuza.squads import portraits
from escaramuza.squads.words import SquadError, Unfit, one_line

VERSION = 1
MOST_BYTES = 1_000_000
STDIN = "-"
MARK = "escaramuza"
KINDS = ("unit", "squad")
# Of each unit, None for those without one; whether they are pictures is for whoever looks at them.
Pictures = tuple[Any, ...]
# A link with its scheme, or as browsers show it; `<…>` is how mail programs write one.
LINK = re.compile(r"[<(]?(?:https?://|[^\s/?#]+/barracks/?\?)", re.IGNORECASE)


def find(source: str) -> Unit | Squad:
    """What a word on the command line names: a ready squad, a link or code, the short form, a file, `-`.

    Raises only what reads as a sentence, EscaramuzaError or OSError.
    """
    return find_pictured(source)[0]


def find_pictured(source: str) -> tuple[Unit | Squad, Pictures]:
    """The same with the pictures of its units, which only files carry."""
    text = source.strip()
    if text in squads.ready_squads():
        return squads.ready_squads()[text], ()
    try:
        named = _named(text)
    except NotationError as error:
        raise Unfit(error) from error
    return (named, ()) if named is not None else _loads(_bytes(source), source)


def squad_of(found: Unit | Squad) -> Squad:
    """A squad; a unit alone is a squad of one."""
    return found if isinstance(found, Squad) else Squad(name=found.name, units=(found,))


def read(file: str) -> Unit | Squad:
    """The squad or unit in a file; `-` is standard input."""
    return loads(_bytes(file), file)


def _bytes(file: str) -> bytes:
    if file == STDIN:
        return _not_too_long(sys.stdin.buffer.read(MOST_BYTES + 1), file)
    if not is_there(file):
        ready = ", ".join(squads.ready_squads())
        raise SquadError("NO_SUCH_SQUAD", text=one_line(file, 2 * squads.LONGEST_NAME), ready=ready)
    with open(file, "rb") as opened:
        return _not_too_long(opened.read(MOST_BYTES + 1), file)


def _not_too_long(data: bytes, file: str) -> bytes:
    if len(data) > MOST_BYTES:
        raise SquadError("SQUAD_FILE_LONG", file=file, most=MOST_BYTES)
    return data


def loads(data: bytes, file: str) -> Unit | Squad:
    """The squad or unit in the bytes of a file; the name is for the sentences."""
    return _loads(data, file)[0]


def _loads(data: bytes, file: str) -> tuple[Unit | Squad, Pictures]:
    try:
        text = data.decode("utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise SquadError("SQUAD_FILE_FOREIGN", file=file) from error
    try:
        if text.startswith(("{", "[")):
            return _from_json(_parsed(text, file), file)
        named = _named(text)
    except NotationError as error:
        raise Unfit(error, file) from error
    except RecursionError as error:
        raise SquadError("SQUAD_FILE_FOREIGN", file=file) from error
    if named is None:
        raise SquadError("SQUAD_FILE_FOREIGN", file=file)
    return named, ()


def _parsed(text: str, file: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise SquadError("SQUAD_FILE_JSON", file=file, line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise SquadError("SQUAD_FILE_FOREIGN", file=file) from error


def _from_json(data: Any, file: str) -> tuple[Unit | Squad, Pictures]:
    if not isinstance(data, dict):
        raise SquadError("SQUAD_FILE_FOREIGN", file=file)
    if MARK not in data:
        return _pictured("squad" if "units" in data else "unit", data)
    kind = data[MARK]
    if kind not in KINDS or kind not in data:
        raise SquadError("SQUAD_FILE_KIND", file=file, kinds=", ".join(KINDS))
    if data.get("version") != VERSION:
        raise SquadError("SQUAD_FILE_VERSION", file=file, found=str(data.get("version"))[:20], known=VERSION)
    return _pictured(kind, data[kind])


def _pictured(kind: str, data: Any) -> tuple[Unit | Squad, Pictures]:
    if kind == "unit":
        bare, picture = portraits.set_apart(data)
        return squads.checked(Unit, bare), (picture,)
    if not isinstance(data, dict) or not isinstance(data.get("units"), list):
        return squads.checked(Squad, data), ()
    apart = [portraits.set_apart(unit) for unit in data["units"]]
    squad = squads.checked(Squad, {**data, "units": [bare for bare, _ in apart]})
    return squad, tuple(picture for _, picture in apart)


def _named(text: str) -> Unit | Squad | None:
    """What a link, a code or the short form stands for; None where it is none of them."""
    code = _code_in(text)
    if code:
        return sharing.decode(code)
    return squads.from_short(text) if squads.SHORT_UNIT.match(text) else None


def _code_in(text: str) -> str:
    """The code in a link or on its own."""
    if LINK.match(text):
        query = text.partition("?")[2].partition("#")[0]
        return parse_qs(query).get("c", [""])[0] or "?"
    return text if sharing.looks_like_code(text) else ""


def dumps(what: Unit | Squad) -> str:
    """The text of a file."""
    kind = "squad" if isinstance(what, Squad) else "unit"
    data = {MARK: kind, "version": VERSION, kind: what.model_dump(mode="json")}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def write(file: str, what: Unit | Squad) -> None:
    """Write a file that `read` reads."""
    Path(file).write_text(dumps(what), encoding="utf-8")

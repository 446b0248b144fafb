"""The match file: a header, then each action with the hash of the position after it. It replays bit for bit. What the
players said about ending it stands among the actions.

escaramuza match 1
game tactics
rules 1
options {"deployment": "secret", "turn_limit": 200}
seats {"white": "Ana", "black": "search:sims=1000"}
position -
seed 00000000000000000000000000000001
commitment 5e0e…
start 9c1f…
1 roll 41d2…
2 attack 77ab…
3 e2-e3 dice 3,4 0f3c…
4 @black resign 0f3c…
steps 4
"""

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from escaramuza.engine import agreement
from escaramuza.engine.errors import BadMatchFile, BadOption, EscaramuzaError, Refused, find_game
from escaramuza.engine.match import Match, commitment
from escaramuza.games.game import Game

FORMAT = 1
FIRST_LINE = f"escaramuza match {FORMAT}"
HEADER = ("game", "rules", "options", "seats", "position", "seed", "commitment", "start")
STEP = re.compile(r"([0-9]{1,7}) (\S+(?: \S+)*?)(?: dice ([1-6](?:,[1-6])*))? ([0-9a-f]{16})")
LONGEST_FILE = 16 * 1024 * 1024


def dumps(match: Match) -> str:
    """The text of a match file."""
    header = {
        "game": match.game.id,
        "rules": str(match.game.version),
        "options": match.options.model_dump_json(),
        "seats": json.dumps(match.seats, ensure_ascii=False),
        "position": match.started_from or "-",
        "seed": f"{match.seed:032x}",
        "commitment": match.commitment,
        "start": match.first_hash,
    }
    lines = [FIRST_LINE, *(f"{name} {header[name]}" for name in HEADER)]
    for number, step in enumerate(match.steps, start=1):
        dice = f" dice {','.join(map(str, step.dice))}" if step.dice else ""
        lines.append(f"{number} {step.action}{dice} {step.hash}")
    return "\n".join([*lines, f"steps {len(match.steps)}"]) + "\n"


def save(match: Match, path: Path) -> None:
    """Write a match file whole or not at all."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(dumps(match))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: str | Path) -> str:
    """The text of a file that may be a match file."""
    with Path(path).open("rb") as file:
        data = file.read(LONGEST_FILE + 1)
    if len(data) > LONGEST_FILE:
        raise BadMatchFile(1, "FILE_FOREIGN")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadMatchFile(1, "FILE_FOREIGN") from error


def load(path: str | Path, lang: str = "en") -> Match:
    """The match of a file, replayed and checked step by step."""
    return loads(read(path), lang)


def game_id_of(text: str) -> str:
    """The game that a file's text is a match of."""
    return _game(_header(_lines(text))).id


def steps_in(text: str) -> int:
    """How many steps a file's text has at most: its lines, as they are read, without the first and the header."""
    return max(0, len(text.splitlines()) - len(HEADER) - 1)


def loads(text: str, lang: str = "en") -> Match:
    """The match of a file's text."""
    lines = _lines(text)
    match = _begin(_header(lines), lang)
    first = len(HEADER) + 1
    for number, line in enumerate(lines[first:], start=1):
        if line == f"steps {number - 1}":
            if len(lines) > first + number:
                raise BadMatchFile(first + number + 1, "FILE_TRAILING")
            return match
        _step(match, number, line, first + number)
    raise BadMatchFile(len(lines) + 1, "FILE_CUT", steps=len(match.steps))


def _lines(text: str) -> list[str]:
    lines = text.splitlines()
    if not lines or not lines[0].startswith("escaramuza match "):
        raise BadMatchFile(1, "FILE_FOREIGN")
    if lines[0] != FIRST_LINE:
        raise BadMatchFile(1, "FILE_FORMAT", found=lines[0].removeprefix("escaramuza match "), expected=FORMAT)
    return lines


def _header(lines: list[str]) -> dict[str, str]:
    header = {}
    for number, name in enumerate(HEADER, start=2):
        line = lines[number - 1] if number <= len(lines) else ""
        if not line.startswith(f"{name} "):
            raise BadMatchFile(number, "FILE_HEADER", name=name)
        header[name] = line.removeprefix(f"{name} ")
    return header


def _line(name: str) -> int:
    return HEADER.index(name) + 2


def _json(header: dict[str, str], name: str) -> dict[str, Any]:
    try:
        loaded = json.loads(header[name])
    except (ValueError, RecursionError) as error:
        raise BadMatchFile(_line(name), "FILE_HEADER", name=name) from error
    if not isinstance(loaded, dict):
        raise BadMatchFile(_line(name), "FILE_HEADER", name=name)
    return loaded


def _game(header: dict[str, str]) -> Game:
    try:
        return find_game(header["game"])
    except Refused as error:
        raise BadMatchFile(_line("game"), error.code, **error.numbers) from error


def _begin(header: dict[str, str], lang: str) -> Match:
    """The match before its first step, as the header has it."""
    game = _game(header)
    if header["rules"] != str(game.version):
        raise BadMatchFile(_line("rules"), "FILE_RULES", found=header["rules"], expected=game.version)
    if not re.fullmatch(r"[0-9a-f]{32}", header["seed"]):
        raise BadMatchFile(_line("seed"), "FILE_HEADER", name="seed")
    seed = int(header["seed"], 16)
    if commitment(seed) != header["commitment"]:
        raise BadMatchFile(_line("commitment"), "FILE_COMMITMENT")
    seats = _json(header, "seats")
    options = _json(header, "options")
    position = None if header["position"] == "-" else header["position"]
    if not all(isinstance(name, str) for name in seats.values()):
        raise BadMatchFile(_line("seats"), "FILE_HEADER", name="seats")
    try:
        match = Match(game.id, seed=seed, options=options, seats=seats, position=position, lang=lang)
    except EscaramuzaError as error:
        names = {"BAD_OPTION": "options", "UNKNOWN_OPTION": "options", "NO_SUCH_SEAT": "seats", "BAD_NAME": "seats"}
        line = _line("options" if isinstance(error, BadOption) else names.get(error.code, "position"))
        raise BadMatchFile(line, "FILE_REFUSED", reason=error) from error
    if match.first_hash != header["start"]:
        raise BadMatchFile(_line("start"), "FILE_HASH", expected=match.first_hash, found=header["start"])
    return match


def _step(match: Match, number: int, line: str, at: int) -> None:
    """Replay one line."""
    found = STEP.fullmatch(line)
    if found is None or int(found[1]) != number:
        raise BadMatchFile(at, "FILE_STEP", step=number, text=line[:60])
    dice = [int(face) for face in found[3].split(",")] if found[3] else []
    if match.actor is None:
        raise BadMatchFile(at, "FILE_AFTER_END")
    if dice and agreement.is_word(found[2]):
        raise BadMatchFile(at, "FILE_WORD_DICE", step=number)
    try:
        match.repeat(found[2], dice)
    except EscaramuzaError as error:
        raise BadMatchFile(at, "FILE_REFUSED", reason=error) from error
    if match.steps[-1].action != found[2]:
        raise BadMatchFile(at, "FILE_STEP", step=number, text=line[:60])
    if match.hash != found[4]:
        raise BadMatchFile(at, "FILE_HASH", expected=match.hash, found=found[4])

"""What one of several processes tells the others of the games that it compiles: a piece of memory that they share. A
process that dies leaves what it wrote."""

import json
import mmap
import struct
import zlib
from collections.abc import Mapping
from typing import Any

from escaramuza.games import registry

SIZE = 64 * 1024
# Length and checksum of what is written: whoever reads in the middle of a change sees that it is none.
HEAD = struct.Struct("<II")


class Board:
    """Made before the processes are; one of them writes, all others read and say what they want."""

    def __init__(self) -> None:
        self.games = registry.ids()
        # A flag for each game that somebody wants, then what is written.
        self.memory = mmap.mmap(-1, len(self.games) + SIZE)
        self.known: dict[str, Any] = {}

    def write(self, said: Mapping[str, Any]) -> None:
        """Say something instead of what was said before."""
        data = json.dumps(said).encode()
        if HEAD.size + len(data) <= SIZE:
            start = len(self.games)
            self.memory[start : start + HEAD.size + len(data)] = HEAD.pack(len(data), zlib.crc32(data)) + data

    def read(self) -> dict[str, Any]:
        """What was said last; nothing at first."""
        start = len(self.games) + HEAD.size
        length, checksum = HEAD.unpack(self.memory[len(self.games) : start])
        data = self.memory[start : start + min(length, SIZE)]
        if length and zlib.crc32(data) == checksum:
            self.known = json.loads(data)
        return self.known

    def want(self, game_id: str) -> None:
        """Somebody waits for this game."""
        self.memory[self.games.index(game_id)] = 1

    def wanted(self) -> list[str]:
        """The games that somebody waits for."""
        return [game_id for number, game_id in enumerate(self.games) if self.memory[number]]

"""Scenes that were drawn a moment ago: people at a table often see the same, and the scene after a step is also the one
before the next. Drawing is most of what an update costs."""

import threading
import weakref
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from escaramuza.engine.match import Match, Step
from escaramuza.server import wire
from escaramuza.server.changes import Piece, pieces_of

# Of all matches together, in bytes of positions: a large battle's scene takes some hundred kilobytes and its position
# 24, a scene of small games has at least the weight of so many. So five hundred matches of Tactics have one each.
MOST = 3_000_000
LEAST_WEIGHT = 5_000


class Drawn:
    """What somebody sees: the position without what is hidden from them, its scene and its text. Nobody changes it."""

    def __init__(self, match: Match, seen: Any) -> None:
        self.game, self.options = match.game, match.options
        self.seen = seen
        # The step that led here as it is told, with the step itself and what was seen before it.
        self.arrival: tuple[weakref.ref[Drawn], Step, wire.Step] | None = None
        # Not cached properties: until Python 3.12 the first look at one waits for those of all other matches.
        self._scene: Any = None
        self._pieces: Mapping[int, Piece] | None = None
        self._position: str | None = None

    @property
    def scene(self) -> Any:
        """As a client draws it."""
        if self._scene is None:
            self._scene = self.game.view(self.seen, self.options)
        return self._scene

    @property
    def pieces(self) -> Mapping[int, Piece]:
        """What is to be seen on it, by id."""
        if self._pieces is None:
            self._pieces = pieces_of(self.scene)
        return self._pieces

    @property
    def position(self) -> str:
        """As a text."""
        if self._position is None:
            self._position = self.game.format_position(self.seen)
        return self._position


class Scenes:
    """The last ones that were asked for."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.weight = 0
        self.lock = threading.Lock()
        self.drawn: OrderedDict[tuple[int, bytes], Drawn] = OrderedDict()

    def of(self, match: Match, eyes: str | None, steps: int | None = None) -> Drawn:
        """What a seat sees of a match, now or after so many steps."""
        seen = match.seen_by(eyes, steps)
        # The options are those of one match, and stay in memory as long as what was drawn with them.
        key = (id(match.options), seen.tobytes())
        with self.lock:
            found = self.drawn.pop(key, None)
            if found is None:
                found = Drawn(match, seen)
                self.weight += _weight(key)
            self.drawn[key] = found
            while self.weight > self.most and len(self.drawn) > 1:
                old, _ = self.drawn.popitem(last=False)
                self.weight -= _weight(old)
        return found


def _weight(key: tuple[int, bytes]) -> int:
    return max(LEAST_WEIGHT, len(key[1]))


SCENES = Scenes()

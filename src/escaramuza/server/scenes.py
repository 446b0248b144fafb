"""Scenes that were drawn a moment ago: people at a table often see the same, and the scene after a step is also the one
before the next. Drawing is most of what an update costs."""

import threading
from collections import OrderedDict
from functools import cached_property
from typing import Any

from escaramuza.engine.match import Match

# Of all matches together: a large battle's scene takes some hundred kilobytes.
MOST = 128


class Drawn:
    """What somebody sees: the position without what is hidden from them, its scene and its text. Nobody changes it."""

    def __init__(self, match: Match, seen: Any) -> None:
        self.spec, self.options = match.spec, match.options
        self.seen = seen

    @cached_property
    def scene(self) -> Any:
        """As a client draws it."""
        return self.spec.view(self.seen, self.options)

    @cached_property
    def position(self) -> str:
        """As a text."""
        return self.spec.format_position(self.seen)


class Scenes:
    """The last ones that were asked for."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.lock = threading.Lock()
        self.drawn: OrderedDict[tuple[int, bytes], Drawn] = OrderedDict()

    def of(self, match: Match, eyes: str | None, steps: int | None = None) -> Drawn:
        """What a seat sees of a match, now or after so many steps."""
        seen = match.seen_by(eyes, steps)
        # The options are those of one match, and stay in memory as long as what was drawn with them.
        key = (id(match.options), seen.tobytes())
        with self.lock:
            found = self.drawn.pop(key, None) or Drawn(match, seen)
            self.drawn[key] = found
            if len(self.drawn) > self.most:
                self.drawn.popitem(last=False)
        return found


SCENES = Scenes()

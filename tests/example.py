"""Games that others bring, installed for the time of a test as people do it: with pip, into a folder of its own.

Duel is the example of the tutorial; Tag is played on a table without squares.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from escaramuza.games import registry

ROOT = Path(__file__).parent.parent
GAME, MEASURED = "duel", "tag"
SOURCES = {GAME: ROOT / "examples" / "duel", MEASURED: ROOT / "tests" / "tag"}
# Nothing is fetched: what builds the package is installed already.
INSTALL = ("-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target")


@cache
def folder(game_id: str = GAME) -> str:
    """Where one of them is installed."""
    place = mkdtemp(prefix="escaramuza-example-")
    command = [sys.executable, *INSTALL, place, str(SOURCES[game_id])]
    subprocess.run(command, check=True, capture_output=True, text=True, cwd=place)
    return place


@contextmanager
def installed(*places: str) -> Iterator[None]:
    """As if somebody had installed the example, or what else is in these folders; other processes see it too."""
    wanted = places or (folder(),)
    with pytest.MonkeyPatch.context() as patch:
        for place in wanted:
            patch.syspath_prepend(place)
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (*wanted, os.environ.get("PYTHONPATH", "")))))
        registry.refresh()
        yield
    registry.refresh()

"""The drawings: one path each in a square of 512 × 512."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from escaramuza.squads.words import FOLDER


@cache
def _drawings() -> Mapping[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / "icons.json").read_text(encoding="utf-8"))
    return loaded


def credit() -> str:
    """Who drew them, and their licence."""
    return str(_drawings()["credit"])


def unit_icons() -> Mapping[str, str]:
    """Name → path, for units."""
    icons: dict[str, str] = _drawings()["units"]
    return icons


def symbols() -> Mapping[str, str]:
    """Name → path, for characteristics and markers."""
    found: dict[str, str] = _drawings()["symbols"]
    return found


def of(game_id: str) -> Mapping[str, str]:
    """Name → path, for the pieces, cards and markers that a game prints."""
    found: dict[str, str] = _drawings()[game_id]
    return found

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


def tactics() -> Mapping[str, str]:
    """Name → path, for the pieces of Tactics."""
    found: dict[str, str] = _drawings()["tactics"]
    return found


def cafe() -> Mapping[str, str]:
    """Name → path, for the units, cards and markers of Escaramuzas de Café."""
    found: dict[str, str] = _drawings()["cafe"]
    return found


def forglory() -> Mapping[str, str]:
    """Name → path, for the labels and markers of For Glory."""
    found: dict[str, str] = _drawings()["forglory"]
    return found

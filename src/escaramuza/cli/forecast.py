"""What an attack may bring, where a game works it out exactly for its clients."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from escaramuza.cli.shared import say
from escaramuza.engine.match import Match
from escaramuza.kernel.buffers import ACTION


def forecast(match: Match, action: str, lang: str) -> list[str]:
    """The chances of a legal action in lines; none where the game tells none of its own."""
    if match.why(action) is not None:
        return []
    state, actions = match.seen_by(match.actor), np.zeros(1, ACTION)
    actions[0] = match.game.parse_action(state, action)
    chances = match.game.describe(state, actions)[0].get("chances")
    if not chances:
        return []
    hits = _shares(chances["stand"]["hits"])
    first = say("CHANCES_HITS", lang, dice=chances["dice"], needs=chances["needs"], hits=hits)
    return [first, *(_line(f"CHANCES_{answer.upper()}", chances[answer], lang) for answer in ("evade", "stand"))]


def _line(key: str, found: Mapping[str, Any], lang: str) -> str:
    return say(
        key,
        lang,
        damage=_shares(found["damage"]),
        out=_share(found["target_destroyed"]),
        own=_share(found["attacker_destroyed"]),
        panic=_share(found["attacker_panics"]),
    )


def _shares(shares: Sequence[float]) -> str:
    """`0: 25.0%, 1: 50.0%, 2: 25.0%`."""
    return ", ".join(f"{number}: {_share(share)}" for number, share in enumerate(shares) if share)


def _share(share: float) -> str:
    return f"{share:.1%}"

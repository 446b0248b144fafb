"""What a machine says to an offer of a draw: yes, unless it stands better, as far as its seat knows."""

from threading import Event
from typing import Any

from escaramuza.agents import names
from escaramuza.engine.match import Match
from escaramuza.games.game import Game
from escaramuza.kernel import buffers

JUDGE = "search:sims=1500,time=3"
# Up to this expected result a machine does not stand better: search is not exact.
EVEN = 0.52


def is_setting_up(match: Match) -> bool:
    """Whether a match is still being set up: then nobody stands better."""
    return match.view()["phase"] in match.game.setup_phases


def takes_draw(game: Game, state: Any, seat: int, seed: int, cancel: Event | None = None) -> bool:
    """Whether a machine's seat takes a draw; what the seat cannot see is drawn again before it is thought about."""
    thought_of = buffers.copy(state)
    game.rules["determinize"](thought_of, seat, seed)
    side_of = game.rules["side_of"]
    actor = int(game.rules["actor"](thought_of))
    expected = names.parse(JUDGE).search(seed).think(game, thought_of, None, cancel).expected
    own = int(side_of(thought_of, actor)) == int(side_of(thought_of, seat))
    return (expected if own else 1 - expected) <= EVEN

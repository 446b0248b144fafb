"""Loads what servers and those who work for them have in common, and the games that most tests play."""

import escaramuza.server.app
import escaramuza.server.child  # noqa: F401
from escaramuza.agents.rehearsal import rehearse
from escaramuza.games import registry
from escaramuza.server import games

for game in registry.ready():
    games.of(game.id)
for name in ("tactics", "escarmouche"):
    rehearse(registry.get(name))

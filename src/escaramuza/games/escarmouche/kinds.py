"""The kinds of action in Escarmouche."""

ROLL, OBSTACLE, PLACE, READY, MOVE, ATTACK, ABILITY, FREE_MOVE, DONE, GUARD, NO_GUARD = range(11)

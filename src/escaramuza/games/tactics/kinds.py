"""The kinds of action in Tactics."""

ROLL, CHOOSE, PLACE, READY, MOVE, END = range(6)
ATTACK, DEFEND = 0, 1

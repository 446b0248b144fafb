"""The Barracks of Escarmouche: rate units, draw squads at random, keep and share them, print cards and tokens."""

# The game that squads are of.
GAME = "escarmouche"

"""The Barracks of Escarmouche: rate units, draw squads by lot, keep and share them, print cards and tokens."""

"""Players without a chair: random, greedy, search."""

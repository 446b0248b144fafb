"""The games: each a package of its own that knows the kernel and no other game."""

"""A slow, plain reading of For Glory, kept apart from the real rules to check them."""

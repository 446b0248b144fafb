"""Loads the compiler and has it compile something: what it needs for that is loaded with the first function only."""

import numba


@numba.njit
def first(x):  # type: ignore[no-untyped-def]
    return max(x, 3) * 2


first(1)

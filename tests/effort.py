"""How much a test tries: what every change must pass, or with `--long` all that `make explore` has time for."""

from escaramuza.kernel.jit import COMPILED, MODE

# Set by conftest.py before any test is loaded.
long = False


def tries(usual: int, at_length: int) -> int:
    """So many, by what was asked for; where rules are not compiled always the usual number."""
    return at_length if long and MODE == COMPILED else usual

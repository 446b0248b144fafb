"""How much a test tries: what every change must pass, or with `--long` all that `make explore` has time for."""

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from escaramuza.kernel.jit import COMPILED, MODE

# Seconds after which a test gives up waiting: a busy machine is slow, not wrong.
PATIENCE = 300

# Set by conftest.py before any test is loaded.
long = False


def tries(usual: int, at_length: int) -> int:
    """So many, by what was asked for; where rules are not compiled always the usual number."""
    return at_length if long and MODE == COMPILED else usual


def combinations(**values: Iterable[Any]) -> pytest.MarkDecorator:
    """A test for every combination with --long; otherwise for as few as have every value of each in them."""
    lists = [list(given) for given in values.values()]
    rows = (
        list(product(*lists))
        if long
        else [tuple(one[i % len(one)] for one in lists) for i in range(max(map(len, lists)))]
    )
    return pytest.mark.parametrize(tuple(values), rows)

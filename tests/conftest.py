"""Which tests run, and in which order.

The same commit gets the same verdict: examples are drawn at random only when they are asked for, with `make explore`.
What takes minutes is left to it as well, and a test that says nothing about a mode of the rules does not run in it.
What takes long begins first, so that no worker waits for another at the end.
"""

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

from escaramuza.kernel.jit import MODE
from tests import effort

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run what takes minutes: long series and tournaments")


def pytest_configure(config: pytest.Config) -> None:
    effort.long = bool(config.getoption("--long"))
    for line in (
        "long: takes minutes, and runs with --long only",
        "rules(*modes): says something about these modes of the rules only, and does not run in another",
    ):
        config.addinivalue_line("markers", line)
    if config.getoption("--hypothesis-profile", None) != "explore":
        # Numbers that stand in the modules loaded so far would be drawn too: which those are differs between workers.
        nothing = providers._local_constants
        providers._get_local_constants = lambda: nothing


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    def runs(item: pytest.Item) -> bool:
        if item.get_closest_marker("long") and not config.getoption("--long"):
            return False
        return all(MODE in marker.args for marker in item.iter_markers("rules"))

    left = [item for item in items if not runs(item)]
    if left:
        config.hook.pytest_deselected(items=left)
    items[:] = sorted(filter(runs, items), key=lambda item: item.get_closest_marker("slow") is None)

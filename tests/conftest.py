"""What takes long begins first, so that no worker waits for another at the end; and the same commit gets the same
verdict: examples are drawn by lot only when they are asked for, with `make explore`."""

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", print_blob=True)
settings.load_profile("same")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)

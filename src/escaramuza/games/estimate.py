"""What a game's estimate is made of: a table of weights, each with a name, handed over to `judge` as an array."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray


class Weights(Mapping[str, int]):
    """The weights of an estimate in their order."""

    def __init__(self, **weights: int) -> None:
        self._numbers = weights

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def array(self) -> NDArray[np.int64]:
        """As `judge` takes them."""
        return np.array(list(self._numbers.values()), np.int64)

    def changed(self, **others: int) -> "Weights":
        """These with some numbers changed; a name that is not there is an error."""
        unknown = others.keys() - self._numbers.keys()
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        return Weights(**{**self._numbers, **others})

"""A quantile with an interval that is valid whenever one looks, of values about which nothing is known.

Howard and Ramdas, "Sequential estimation of quantiles with applications to A/B testing and best-arm identification"
(2022), theorem 1: ranks so far from the wanted one that the truth is ever outside with a chance of at most alpha. Games
of a pair are alike, so pairs count, not games: the share of a pair below a bound lies between 0 and 1 all the same.
"""

import math
from typing import Any

import numpy as np

from escaramuza.lab.statistics import ALPHA, Estimate


def margin(count: int, share: float, alpha: float = ALPHA) -> float:
    """How far off a rank has to be, as a share of all."""
    level = (1.4 * math.log(max(math.log(2.1 * count), 1e-9)) + math.log(10 / alpha)) / count
    return 1.5 * math.sqrt(share * (1 - share) * max(level, 0.0)) + 0.8 * max(level, 0.0)


def quantile(values: Any, wanted: float = 0.5, alpha: float = ALPHA) -> Estimate:
    """A quantile of values that come in pairs."""
    ordered = np.sort(np.asarray(values, np.float64))
    count = len(ordered)
    if count == 0:
        return Estimate(0.0, 0.0, 0.0, 0)
    pairs = max(count // 2, 1)
    low = wanted - margin(pairs, 1 - wanted, alpha)
    high = wanted + margin(pairs, wanted, alpha)
    return Estimate(_at(ordered, wanted), _at(ordered, max(low, 0.0)), _at(ordered, min(high, 1.0)), count)


def _at(ordered: Any, share: float) -> float:
    place = min(max(math.ceil(share * len(ordered)) - 1, 0), len(ordered) - 1)
    return float(ordered[place])

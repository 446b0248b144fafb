"""A share with an interval that is narrow from the first games on and stays valid whenever one looks.

A confidence sequence is narrowest at the precision that it is made for. Whoever watches an answer sharpen looks long
before that, so there are three: one for the wanted precision and two for coarser ones, which share the chance of being
wrong among them. Where all hold, the truth is within all of them.
"""

from typing import Any

from escaramuza.lab.statistics import ALPHA, ConfidenceSequence, Estimate

# Half widths in points of a hundred, each with its part of alpha; the wanted precision has the rest.
COARSE = ((15.0, 0.1), (5.0, 0.1))


def share(values: Any, precision: float, alpha: float = ALPHA) -> Estimate:
    """The mean of values between 0 and 1; the precision in points of a hundred."""
    coarse = [(points, part) for points, part in COARSE if points > precision]
    plans = [*coarse, (precision, 1 - sum(part for _, part in coarse))]
    found = []
    for points, part in plans:
        sequence = ConfidenceSequence(alpha * part, points / 100)
        sequence.add(values)
        found.append(sequence.estimate)
    low, high = max(one.low for one in found), min(one.high for one in found)
    value = found[0].value if not len(values) else float(sum(values) / len(values))
    return Estimate(min(max(value, low), high), low, high, len(values))

"""Records as plain Python: whoever reads many fields of many records, as a scene does, reads them ten times as fast."""

from collections import namedtuple
from functools import cache
from typing import Any

import numpy as np


def rows(records: Any) -> list[Any]:
    """An array of records as tuples with the same names: numbers are plain, arrays are lists."""
    kind = _row(records.dtype)
    return [*map(kind._make, zip(*(records[name].tolist() for name in kind._fields), strict=True))]


@cache
def _row(dtype: np.dtype[Any]) -> Any:
    return namedtuple("Row", dtype.names or ())

"""Rules on a graphics card, from the same source: a rule that a kernel calls is compiled as a device function.

Nothing here is imported unless somebody asks for it: the extra `gpu` brings numba-cuda. With `NUMBA_ENABLE_CUDASIM=1`
kernels run in Numba's simulator, on any machine, and call the rules as they are compiled for the processor.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from escaramuza.kernel import jit

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "0") not in ("", "0")


class NoDevice(Exception):
    """There is no graphics card that could be used; why."""


def cuda() -> Any:
    """Numba's CUDA, or NoDevice."""
    if not hasattr(np, "row_stack"):
        # numba-cuda 0.30 still asks for the name that NumPy 2.5 has dropped.
        np.row_stack = np.vstack
    try:
        from numba import cuda as found
    except ImportError as error:
        raise NoDevice(str(error)) from error
    return found


def require() -> Any:
    """Numba's CUDA with a card to run on, or NoDevice."""
    found = cuda()
    if not SIMULATED:
        try:
            usable = found.is_available()
        except Exception as error:
            raise NoDevice(str(error).strip()) from error
        if not usable:
            raise NoDevice("no CUDA device was found")
    return found


def _dispatcher(function: Callable[..., Any]) -> Any:
    """A device function; like rules on the processor it is compiled for wide numbers only, never for constants, so that
    there is one of each and tables stay below the 64 kB that a card has for constants."""
    from numba import types
    from numba.cuda.dispatcher import CUDADispatcher

    narrow = (types.int8, types.int16, types.int32)

    def widest(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if kind in narrow or isinstance(kind, types.IntEnumMember) else kind

    class OnDevice(CUDADispatcher):  # type: ignore[misc]
        def get_call_template(self, args: Any, kws: Any) -> Any:
            return super().get_call_template([widest(a) for a in args], {k: widest(a) for k, a in kws.items()})

    options = {"device": True, "debug": False, "lineinfo": False, "opt": True, "link": (), "fastmath": False}
    return OnDevice(function, targetoptions=options)


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Within it, rules are device functions to whoever calls them in compiled code."""
    before, jit.on_device = jit.on_device, None if SIMULATED else _dispatcher
    try:
        yield
    finally:
        jit.on_device = before

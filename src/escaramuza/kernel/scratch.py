"""Arrays and records for the time of one call: on the stack when compiled, so that no rule allocates memory."""

from collections.abc import Callable
from functools import cached_property
from math import prod
from typing import Any, cast

import numpy as np

from escaramuza.kernel.jit import MODE, PLAIN

ITEM = 8


def scratch(*shape: int) -> Callable[[], Any]:
    """A function without arguments that gives a rule an int64 array of this shape; what is in it is nobody's."""
    if MODE == PLAIN:
        return lambda: np.zeros(shape, np.int64)
    return cast(Callable[[], Any], Scratch(shape))


def scratch_record(dtype: np.dtype[Any]) -> Callable[[], Any]:
    """The same for a record."""
    if MODE == PLAIN:
        return lambda: np.zeros(1, dtype)[0]
    return cast(Callable[[], Any], Scratch(dtype))


class Scratch:
    """Such a function for compiled rules, which alone can call it."""

    def __init__(self, kind: tuple[int, ...] | np.dtype[Any]) -> None:
        self.kind = kind

    @cached_property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target

        made = _record(self.kind) if isinstance(self.kind, np.dtype) else _array(self.kind)
        context = cpu_target.typing_context
        # Numba looks for new intrinsics only when it is told to.
        context.refresh()
        return context.resolve_value_type(made)


def _record(dtype: np.dtype[Any]) -> Any:
    from numba import from_dtype
    from numba.core import cgutils
    from numba.extending import intrinsic

    kind = from_dtype(dtype)

    def build(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        # A record is worked on through a pointer to its bytes.
        room = cgutils.alloca_once(builder, context.get_data_type(kind))
        room.align = ITEM
        return room

    def typed(_context: Any) -> Any:
        return kind(), build

    return intrinsic(typed)


def _array(shape: tuple[int, ...]) -> Any:
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    kind = types.Array(types.int64, len(shape), "C")
    steps = [ITEM * prod(shape[axis + 1 :]) for axis in range(len(shape))]

    def build(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        def numbers(values: Any) -> Any:
            return cgutils.pack_array(builder, [context.get_constant(types.intp, value) for value in values])

        room = cgutils.alloca_once(builder, context.get_value_type(types.int64), size=prod(shape))
        array = context.make_array(kind)(context, builder)
        arrayobj.populate_array(
            array,
            data=room,
            shape=numbers(shape),
            strides=numbers(steps),
            itemsize=context.get_constant(types.intp, ITEM),
            meminfo=None,
        )
        return array._getvalue()

    def typed(_context: Any) -> Any:
        return kind(), build

    return intrinsic(typed)

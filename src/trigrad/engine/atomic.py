"""Numbers that several threads change at once: whatever one of them does with such a number is done as a whole.

They stand in an int64 array, best in a ``LINE`` of its own each, since processors hand whole lines of their caches to
and fro.
"""

import threading
from typing import Any

from trigrad.engine.record import Row
from trigrad.engine.rule import NATIVE

LINE = 8  # numbers of 8 bytes in a line of a cache

_lock = threading.Lock()


def add(numbers: Row, index: int, change: int) -> int:
    """Change the number at an index; return what it was before."""
    with _lock:
        before = int(numbers[index])
        numbers[index] = before + change
    return before


def read(numbers: Row, index: int) -> int:
    """The number at an index."""
    with _lock:
        return int(numbers[index])


def write(numbers: Row, index: int, value: int) -> None:
    """Replace the number at an index."""
    with _lock:
        numbers[index] = value


def _compiled() -> tuple[Any, Any, Any]:
    """The same for compiled rules: single instructions, which all threads see in the same order."""
    from numba.core import cgutils, types
    from numba.core.extending import intrinsic
    from numba.core.typing.templates import signature

    order, width = "seq_cst", 8

    def place(context: Any, builder: Any, of: Any, values: Any) -> Any:
        array = context.make_array(of.args[0])(context, builder, values[0])
        index = context.cast(builder, values[1], of.args[1], types.intp)
        return cgutils.get_item_pointer(context, builder, of.args[0], array, [index])  # type: ignore[no-untyped-call]

    def number(context: Any, builder: Any, of: Any, values: Any) -> Any:
        return context.cast(builder, values[2], of.args[2], types.int64)

    @intrinsic
    def add(_context: Any, numbers: Any, index: Any, change: Any) -> Any:
        def code(*how: Any) -> Any:
            return how[1].atomic_rmw("add", place(*how), number(*how), order)

        return signature(types.int64, numbers, index, change), code  # type: ignore[no-untyped-call]

    @intrinsic
    def read(_context: Any, numbers: Any, index: Any) -> Any:
        def code(*how: Any) -> Any:
            return how[1].load_atomic(place(*how), order, width)

        return signature(types.int64, numbers, index), code  # type: ignore[no-untyped-call]

    @intrinsic
    def write(_context: Any, numbers: Any, index: Any, value: Any) -> Any:
        def code(*how: Any) -> Any:
            how[1].store_atomic(number(*how), place(*how), order, width)

        return signature(types.void, numbers, index, value), code  # type: ignore[no-untyped-call]

    return add, read, write


if NATIVE:
    add, read, write = _compiled()

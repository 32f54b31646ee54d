"""What is left to the garbage collector."""

import gc
from collections.abc import Callable


def left_by(function: Callable[[], object]) -> int:
    """How many objects that refer to each other in circles a function leaves behind."""
    gc.collect()
    gc.disable()
    try:
        function()
        return gc.collect()
    finally:
        gc.enable()

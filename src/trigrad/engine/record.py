"""Records: rows of bytes with named fields, in which games and all that bots think with are kept."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import numpy as np


class Record(np.void):  # type: ignore[misc]  # NumPy makes types of records of it, its stubs call it final
    """A record whose fields are attributes, as in ``np.record``, but read seven times as fast.

    Interpreted rules do little else. The types of records share this class, so that records can be pickled;
    a field that only others have is a ``ValueError``.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def record_dtype(fields: Sequence[Any]) -> "np.dtype[np.void]":
    """The type of records with these ``fields``, each a name, a type and perhaps a shape.

    ``ValueError`` for a field that hides a method of ``np.void``.
    """
    for name, *_ in fields:
        if hasattr(np.void, name):
            raise ValueError(f"a field may not be called {name!r}: np.void has a method of this name")
        setattr(Record, name, property(itemgetter(name)))
    return np.dtype((Record, np.dtype(list(fields), align=True)))


def new_record(dtype: "np.dtype[np.void]") -> Any:
    """One zeroed record."""
    return np.zeros(1, dtype)[0]

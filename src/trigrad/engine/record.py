"""Records: rows of bytes with named fields, in which games and all that bots think with are kept.

A kind of record is a class that names its fields, each by the type of its numbers and, for a table of them, its
shape; a subclass adds fields to those of its base::

    class State(Header):
        step = int8()  # 0..2
        hand = int8(5, 3)  # card at each place of each player's hand

``State.dtype`` is the NumPy type that follows from it, and a type checker sees ``game.step`` as an integer and
``game.hand`` as a ``Grid`` of them. A record is read and written in place, copied and compared as bytes, and
compiled rules know it as a Numba record. Every byte of it belongs to a field: NumPy copies a record field by field,
so that what lay between them would get lost or come from somewhere else. So what is left free, for the next field to
lie at a multiple of its width, is a field too, ``_zeros_…``.
"""

from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, overload

import numpy as np

T = TypeVar("T")
R = TypeVar("R", bound="Record")


class Array(Protocol[T]):
    """Some numbers, or records, in a row."""

    @overload
    def __getitem__(self, index: int, /) -> T: ...
    @overload
    def __getitem__(self, index: slice, /) -> "Array[T]": ...

    def __setitem__(self, index: int, value: T, /) -> None:
        """Change one of them."""

    def __len__(self) -> int:
        """How many there are."""

    def __iter__(self) -> Iterator[T]:
        """Each of them, in order."""

    def tolist(self) -> list[T]:
        """All of them as Python's own numbers, which are read one by one in a third of the time."""

    def tobytes(self) -> bytes:
        """All of them as bytes."""


class Grid(Protocol):
    """Integers along two axes."""

    @overload
    def __getitem__(self, index: int, /) -> "Row": ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> "Grid": ...

    def __setitem__(self, index: tuple[int, int], value: int, /) -> None:
        """Change one integer."""

    def __len__(self) -> int:
        """How many rows there are."""

    def __iter__(self) -> Iterator["Row"]:
        """Each row, in order."""

    def tobytes(self) -> bytes:
        """All of them as bytes."""


class Cube(Protocol):
    """Integers along three axes."""

    @overload
    def __getitem__(self, index: int, /) -> Grid: ...
    @overload
    def __getitem__(self, index: tuple[int, int], /) -> "Row": ...
    @overload
    def __getitem__(self, index: tuple[int, int, int], /) -> int: ...

    def __setitem__(self, index: tuple[int, int, int], value: int, /) -> None:
        """Change one integer."""


Row = Array[int]
Floats = Array[float]


class Field:
    """A field of a kind of record, until the class is complete: the type of its numbers and its shape."""

    def __init__(self, kind: Any, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape


class _Integers(Protocol):
    """Makes a field of integers; what shape it has is what the type checker sees of it."""

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, length: int, /) -> Row: ...
    @overload
    def __call__(self, rows: int, columns: int, /) -> Grid: ...
    @overload
    def __call__(self, layers: int, rows: int, columns: int, /) -> Cube: ...


class _Reals(Protocol):
    """The same for a field of floating point numbers."""

    @overload
    def __call__(self) -> float: ...
    @overload
    def __call__(self, length: int, /) -> Floats: ...


def _fields_of(kind: Any) -> Callable[..., Any]:
    return lambda *shape: Field(kind, shape)


int8: _Integers = _fields_of(np.int8)
uint8: _Integers = _fields_of(np.uint8)
int16: _Integers = _fields_of(np.int16)
int32: _Integers = _fields_of(np.int32)
uint32: _Integers = _fields_of(np.uint32)
int64: _Integers = _fields_of(np.int64)
float64: _Reals = _fields_of(np.float64)


def record(kind: type[R]) -> R:
    """A field that is itself a record."""
    field: Any = Field(kind.dtype, ())
    return field  # type: ignore[no-any-return]  # what the type checker is to see of it


def records(kind: type[R], length: int) -> Array[R]:
    """A field of some records in a row."""
    field: Any = Field(kind.dtype, (length,))
    return field  # type: ignore[no-any-return]  # as above


if TYPE_CHECKING:

    class _Void:
        """What the type checker is to see of ``np.void``, which its stubs call final."""

        dtype: ClassVar[np.dtype[np.void]]
        _FIELDS: ClassVar[dict[str, tuple[Any, tuple[int, ...]]]]

        def __getitem__(self, name: str, /) -> Any: ...
        def tobytes(self) -> bytes: ...
else:
    _Void = np.void


def _aligned(fields: dict[str, tuple[Any, tuple[int, ...]]]) -> dict[str, tuple[Any, tuple[int, ...]]]:
    """These fields, with others of zeros between them and at the end, so that each lies at a multiple of its width.

    GPUs read nothing that lies elsewhere.
    """
    laid: dict[str, tuple[Any, tuple[int, ...]]] = {}
    at, widest = 0, 1

    def fill_up(width: int) -> int:
        gap = -at % width
        if gap:
            laid[f"_zeros_{at}"] = (np.int8, (gap,))
        return at + gap

    for name, (kind, shape) in fields.items():
        numbers = np.dtype((kind, shape))
        at = fill_up(_width(numbers))
        laid[name] = (kind, shape)
        at, widest = at + numbers.itemsize, max(widest, _width(numbers))
    fill_up(widest)
    return laid


def _width(numbers: np.dtype[Any]) -> int:
    """Of the widest number in a type, in bytes; NumPy does not tell it of a class's records."""
    if numbers.base.fields:
        return max(_width(field[0]) for field in numbers.base.fields.values())
    return numbers.base.alignment


class Record(_Void):
    """The base of all kinds of records; fields are attributes, as in ``np.record``, but read seven times as fast."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Complete a kind of record; ``ValueError`` for a field that would hide one, or a method of ``np.void``."""
        own = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        inherited = vars(cls.__base__).get("_FIELDS", {})
        for name in own:
            if hasattr(np.void, name) or name in inherited:
                owner = "the records that this kind adds to have" if name in inherited else "every NumPy record has"
                raise ValueError(f"a field may not be called {name!r}: {owner} something of this name")
            setattr(cls, name, property(itemgetter(name)))
        fields = _aligned(inherited | {name: (field.kind, field.shape) for name, field in own.items()})
        cls._FIELDS = fields
        layout = np.dtype([(name, kind, shape) for name, (kind, shape) in fields.items()], align=True)
        cls.dtype = np.dtype((cls, layout))

    if not TYPE_CHECKING:  # or any name could be written, a misspelt one too

        def __setattr__(self, name: str, value: Any) -> None:
            self[name] = value

    def __reduce__(self) -> tuple[Any, ...]:
        """How to pickle a record: as its bytes, to be read by its class."""
        return record_from_bytes, (type(self), self.tobytes())


def new_record(kind: type[R]) -> R:
    """One zeroed record."""
    return new_records(kind, 1)[0]


def new_records(kind: type[R], count: int) -> Array[R]:
    """``count`` zeroed records, as a NumPy array (count,)."""
    return np.zeros(count, kind.dtype)


def record_from_bytes(kind: type[R], saved: bytes) -> R:
    """The record that ``tobytes`` has saved."""
    record: R = np.frombuffer(bytearray(saved), kind.dtype)[0]
    return record


def records_from(kind: type[R], saved: Any) -> Array[R]:
    """The records of an array that ``np.load`` has read, which knows their fields but not their kind.

    ``ValueError`` if they have other fields.
    """
    if np.asarray(saved).dtype != kind.dtype:
        raise ValueError(f"these are no records of the kind {kind.__name__}")
    records: Array[R] = np.array(saved).view(kind.dtype)
    return records


def copy_record(record: R) -> R:
    """An independent copy of a record."""
    return record_from_bytes(type(record), record.tobytes())

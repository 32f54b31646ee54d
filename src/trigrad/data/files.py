"""Files of columns: arrays with a row for each game or decision, and a header that says what they are.

What a file is follows from its name: ``.npz`` is NumPy's, ``.zst`` the same compressed with Zstandard, which is
quicker, and ``.parquet`` is for data frames and databases. All three hold the same columns.
"""

import io
import json
import sys
import zipfile
import zlib
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

SUFFIXES = (".npz", ".zst", ".parquet")
_HEADER, _LENGTHS = "header", "_lengths"


class BadData(ValueError):
    """A file, or data, that is not what it should be; the message says why."""


class Ragged(NamedTuple):
    """A column whose rows have different lengths."""

    values: NDArray[Any]  # (sum of lengths,): the rows one after the other
    lengths: NDArray[Any]  # (rows,)

    def starts(self) -> NDArray[np.int64]:
        """Where each row begins, and where the last one ends, (rows + 1,)."""
        return np.concatenate([[0], np.cumsum(self.lengths, dtype=np.int64)])


Column = NDArray[Any] | Ragged
Columns = Mapping[str, Column]


def check(path: Path) -> None:
    """``BadData`` for a file that could not be written: by its name, or for want of a library or of its folder."""
    if path.suffix not in SUFFIXES:
        raise BadData(f"{path}: a file of games ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    if path.suffix == ".zst" and _zstd() is None:
        raise BadData(f"{path}: .zst needs a library; pip install 'trigrad[zstd]', or choose .npz")
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise BadData(f"{path}: .parquet needs a library; pip install 'trigrad[parquet]', or choose .npz")
    if not path.parent.is_dir():
        raise BadData(f"{path}: there is no folder {path.parent}")


def write(path: Path, header: Mapping[str, Any], columns: Columns) -> None:
    """Write a file; ``BadData`` as ``check``, ``OSError``."""
    check(path)
    words = json.dumps(header)
    if path.suffix == ".parquet":
        from trigrad.data import parquet

        parquet.write(path, words, columns)
    elif path.suffix == ".zst":
        saved = io.BytesIO()
        np.savez(saved, allow_pickle=False, **_flat(words, columns))
        path.write_bytes(_zstd().compress(saved.getbuffer()))
    else:
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, **_flat(words, columns))


def read(path: Path) -> tuple[dict[str, Any], dict[str, Column]]:
    """The header and the columns of a file; ``BadData`` if it is none, ``OSError`` if it cannot be read."""
    check(path)
    content = path.read_bytes()
    try:
        words, columns = _read(path.suffix, content)
        header = json.loads(words)
    except BadData as error:
        raise BadData(f"{path}: {error}") from error
    except (
        ValueError,
        RecursionError,
        KeyError,
        EOFError,
        NotImplementedError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        raise BadData(f"{path}: this is no file of columns, or it is damaged") from error
    if not isinstance(header, dict):
        raise BadData(f"{path}: the header is no object")
    return header, columns


def _read(suffix: str, content: bytes) -> tuple[str, dict[str, Column]]:
    if suffix == ".parquet":
        from trigrad.data import parquet

        return parquet.read(content)
    return _unflat(_decompressed(content) if suffix == ".zst" else content)


def _decompressed(content: bytes) -> bytes:
    zstd = _zstd()
    try:
        plain: bytes = zstd.decompress(content)
    except zstd.ZstdError as error:
        raise BadData("this is not compressed with Zstandard, or it is damaged") from error
    return plain


def _zstd() -> Any:
    """Python's own library, or the same for older Pythons; None where it is not installed."""
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        try:
            from backports import zstd
        except ImportError:
            return None
    return zstd


def _flat(words: str, columns: Columns) -> dict[str, Any]:
    """The arrays of an npz file."""
    arrays: dict[str, Any] = {_HEADER: np.array(words)}
    for name, column in columns.items():
        arrays[name] = column.values if isinstance(column, Ragged) else column
        if isinstance(column, Ragged):
            arrays[name + _LENGTHS] = column.lengths
    return arrays


def _unflat(content: bytes) -> tuple[str, dict[str, Column]]:
    loaded = np.load(io.BytesIO(content), allow_pickle=False)
    if not isinstance(loaded, np.lib.npyio.NpzFile):
        raise BadData("this is no file of columns")
    with loaded as arrays:
        found = {name: arrays[name] for name in arrays.files}
    words = str(found.pop(_HEADER))
    columns: dict[str, Column] = {}
    for name in [name for name in found if not name.endswith(_LENGTHS)]:
        lengths = found.get(name + _LENGTHS)
        columns[name] = found[name] if lengths is None else Ragged(found[name], lengths)
    return words, columns

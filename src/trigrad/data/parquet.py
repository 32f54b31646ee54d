"""Columns as a Parquet file, by pyarrow (the extra ``trigrad[parquet]``)."""

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from trigrad.data.files import BadData, Column, Columns, Ragged

_HEADER = b"trigrad"  # the key of the header in the file's metadata


def write(path: Path, words: str, columns: Columns) -> None:
    """Write a file: a row of fixed length is a fixed-size list, one of any length a list."""
    table = pa.table({name: _array(column) for name, column in columns.items()}, metadata={_HEADER: words.encode()})
    pq.write_table(table, path, compression="zstd")


def _array(column: Column) -> Any:
    if isinstance(column, Ragged):
        return pa.LargeListArray.from_arrays(column.starts(), pa.array(column.values))
    if column.ndim == 1:
        return pa.array(column)
    return pa.FixedSizeListArray.from_arrays(pa.array(column.reshape(-1)), column.shape[1])


def read(content: bytes) -> tuple[str, dict[str, Column]]:
    """The header and the columns of a file; ``BadData`` if it is none."""
    try:
        table = pq.read_table(pa.BufferReader(content)).combine_chunks()
        columns = {name: _column(table.column(name)) for name in table.column_names}
    except pa.ArrowException as error:
        raise BadData("this is no Parquet file, or it is damaged") from error
    metadata = table.schema.metadata or {}
    if _HEADER not in metadata:
        raise BadData("this Parquet file was not written by Trigrad")
    return metadata[_HEADER].decode(), columns


def _column(chunked: Any) -> Column:
    array = chunked.combine_chunks() if chunked.num_chunks != 1 else chunked.chunk(0)
    if array.null_count:
        raise BadData("a value is missing")
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        return Ragged(_numbers(array.flatten()), np.diff(array.offsets.to_numpy()).astype(np.int32))
    if pa.types.is_fixed_size_list(array.type):
        return _numbers(array.flatten()).reshape(len(array), array.type.list_size)
    return _numbers(array)


def _numbers(array: Any) -> NDArray[Any]:
    numbers: NDArray[Any] = array.to_numpy(zero_copy_only=False)
    return numbers

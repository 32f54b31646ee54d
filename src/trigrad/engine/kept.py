"""Keeping what Numba has compiled: its own cache trusts every file, and mixes up what two processes write at once.

Here each function has a file for each kind of arguments, and a file is read only if the shelf vouches for it.
"""

import hashlib
import pickle
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from trigrad.engine.shelf import Shelf

_VERSIONS = (sys.implementation.cache_tag, numba.__version__, np.__version__)

_dumps: Callable[[Any], bytes] = dumps  # which has no types


class Kept(NullCache):
    """The compiled forms of one function, as Numba asks for them."""

    def __init__(self, function: Callable[..., Any], shelf: Shelf) -> None:
        self._function = function
        self._shelf = shelf

    @property
    def cache_path(self) -> str | None:
        """Where they lie."""
        folder: Path | None = self._shelf.folder
        return None if folder is None else str(folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature, None if it is to be compiled."""
        target_context.refresh()
        saved = self._shelf.read(self._name(sig, target_context.codegen()))
        if saved is None:
            return None
        parts = pickle.loads(saved)  # noqa: S301 - our own bytes, the shelf vouches for them
        return CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]  # noqa: SLF001 - as Numba does

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled form."""
        if not data.library.has_dynamic_globals:  # or an address of this process is in it
            self._shelf.write(self._name(sig, data.codegen), _dumps(data._reduce()))  # noqa: SLF001 - as Numba does

    def _name(self, sig: Any, codegen: Any) -> str:
        """The name of a file: of all that the code depends on beside the sources, for which the folder stands."""
        code = self._function.__code__
        closure = [cell.cell_contents for cell in self._function.__closure__ or ()]
        key = (
            *_VERSIONS,
            codegen.magic_tuple(),  # the processor
            self._function.__module__,
            self._function.__qualname__,
            code.co_firstlineno,
            code.co_code,
            _dumps(closure) if closure else b"",
            sig,
        )
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        readable = re.sub(r"\W+", ".", f"{self._function.__module__}.{self._function.__qualname__}")[-80:]
        return f"{readable.lstrip('.')}-{digest}.nbc"

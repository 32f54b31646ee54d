"""The one switch between interpreted and native rules.

A rule is a small plain function over a game record. Where ``TRIGRAD_NATIVE=1``
is set when this module is first imported, ``@rule`` compiles it; otherwise it
leaves the function as it is. One process runs one way, since a rule calls other
rules by name. Where there is no compiler after all, it says so, and leaves rules as they are too.
"""

import hashlib
import logging
import os
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

from trigrad.engine import shelf
from trigrad.engine.shelf import Shelf

logger = logging.getLogger(__name__)

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def source_digest() -> str:
    """A short digest of every file that compiled code depends on.

    Numba looks at one file when it decides whether a cached function is stale,
    and so would miss a change in a rule called from another file. A cache folder
    per digest cannot be stale.
    """
    digest = hashlib.sha256()
    for room in ("engine", "games", "bots", "arena", "data"):
        for path in sorted((_PACKAGE / room).rglob("*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.relative_to(_PACKAGE).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def native_cache() -> Path:
    """The folder that holds compiled rules of exactly this source."""
    return platformdirs.user_cache_path("trigrad", appauthor=False) / "native" / source_digest()


def cache_folder() -> Path | None:
    """The folder that this process and those it starts keep compiled rules in: NUMBA_CACHE_DIR, else ``native_cache``.

    One for them alone where that cannot be used; None where there is no folder at all.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return shelf.usable(Path(chosen).absolute() if chosen else native_cache())


def _compiler() -> tuple[Callable[..., Any], Shelf]:
    import numba

    from trigrad.engine.indexing import ApartCompiler, RuleCompiler
    from trigrad.engine.kept import Kept

    # A whole game may stand where a rule was compiled for the generator alone: its fields come first.
    warnings.filterwarnings("ignore", category=numba.NumbaExperimentalFeatureWarning, message=".*subtype.*")
    _make_int_wide()
    # Without Numba's own memory management no array is counted, which is a fifth faster, and a rule
    # that would allocate does not compile.
    options = {"nogil": True, "error_model": "numpy", "_nrt": False}
    kept = Shelf(cache_folder())

    def compiled(function: Callable[..., Any], *, is_apart: bool = False) -> Any:
        dispatcher: Any = numba.njit(**options, pipeline_class=ApartCompiler if is_apart else RuleCompiler)(function)  # type: ignore[call-overload]
        dispatcher._cache = Kept(function, kept)  # noqa: SLF001 - where ``cache=True`` puts Numba's own
        return _with_wide_arguments(dispatcher)

    return compiled, kept


def _make_int_wide() -> None:
    """Let ``int()`` of a small integer be one of 64 bits in compiled rules too, as in Python.

    Numba would keep the width: a loop over ``range(int(small))`` then counts in 32 bits, which is slower.
    """
    from numba.core import types
    from numba.core.extending import intrinsic
    from numba.core.typing.templates import signature
    from numba.cpython import builtins

    @intrinsic
    def cast_int(_context: Any, number: Any) -> Any:
        def convert(context: Any, builder: Any, of: Any, values: Any) -> Any:
            return context.cast(builder, values[0], of.args[0], of.return_type)

        return signature(types.int64, number), convert  # type: ignore[no-untyped-call]

    builtins.cast_int = cast_int


def _with_wide_arguments(compiled: Any) -> Any:
    """Let other rules call a compiled one with 64-bit integers only.

    Numba would compile it anew for each constant and each width of an integer that it is
    called with, which takes far longer and runs no faster.
    """
    from numba.core import types

    template = compiled.get_call_template

    def wide(argument: Any) -> Any:
        kind = types.unliteral(argument)  # type: ignore[no-untyped-call]
        return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind

    def get_call_template(args: Any, kws: Any) -> Any:
        return template(tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()})

    compiled.get_call_template = get_call_template
    return compiled


def _compiler_if_wanted() -> tuple[Callable[..., Any] | None, Shelf | None]:
    if os.environ.get("TRIGRAD_NATIVE", "0") != "1":
        return None, None
    try:
        return _compiler()
    except (ImportError, OSError) as error:  # Numba is not there for every machine
        logger.warning("the rules run uncompiled, which is slow: %s", str(error).partition("\n")[0])
        return None, None


_compile, kept_rules = _compiler_if_wanted()
NATIVE = _compile is not None


def rule(function: F) -> F:
    """Mark a function as part of the rules: interpreted, or native if the switch is on."""
    return function if _compile is None else _compile(function)


def apart(function: F) -> F:
    """Mark a rule of whose arguments none lies within another, as what is read and what is written.

    It may then read and write several numbers at once. ``rule`` is for all others.
    """
    return function if _compile is None else _compile(function, is_apart=True)

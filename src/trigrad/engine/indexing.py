"""How rules are compiled: an index counts from the front, never from the end, and some handle several numbers at once.

Numba asks of each index whether it is negative, as Python does. Rules have none that are, and are a tenth faster when
they are not asked. Other functions that Numba compiles in this process keep Python's way.
"""

from typing import Any

from numba.core import config, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import AnnotateTypes


def unsigned(kind: Any) -> Any:
    """The type of an index, or of a tuple of them, without the negative numbers."""
    if isinstance(kind, (types.Tuple, types.UniTuple)):
        return types.Tuple([unsigned(part) for part in kind.types])  # type: ignore[no-untyped-call]
    return types.uint64 if isinstance(kind, types.Integer) else kind


def from_the_front(node: Any, signature: Any) -> Any:
    """How a node of a function is to be called: with an index without a sign where it reads or changes an array."""
    is_indexing = isinstance(node, ir.SetItem) or (isinstance(node, ir.Expr) and node.op == "getitem")
    if not is_indexing or not isinstance(signature.args[0], types.Array):
        return signature
    array, index, *value = signature.args
    return signature.replace(args=(array, unsigned(index), *value))


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call]
class CountFromTheFront(AnalysisPass):
    """Have indices handed on as numbers without a sign."""

    _name = "count_from_the_front"

    def __init__(self) -> None:
        """Numba wants one."""

    def run_pass(self, state: Any) -> bool:
        """Change what was found of the calls of a function."""
        state.calltypes = {node: from_the_front(node, signature) for node, signature in state.calltypes.items()}
        return True


class RuleCompiler(CompilerBase):
    """Numba's compiler with this pass."""

    apart = False  # whether no argument lies within another

    def compile_extra(self, func: Any) -> Any:
        """Compile a function; what it calls is compiled meanwhile, each in its own way. Numba does one at a time."""
        before = config.SLP_VECTORIZE  # type: ignore[attr-defined]
        config.SLP_VECTORIZE = int(self.apart)  # type: ignore[attr-defined]
        try:
            return super().compile_extra(func)  # type: ignore[no-untyped-call]
        finally:
            config.SLP_VECTORIZE = before  # type: ignore[attr-defined]

    def define_pipelines(self) -> list[Any]:
        """Numba's passes, and this one between types and code."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
        passes.add_pass_after(CountFromTheFront, AnnotateTypes)
        passes.finalize()
        self.state.flags.noalias = self.apart
        return [passes]


class ApartCompiler(RuleCompiler):
    """The same for rules whose arguments lie apart: what lies side by side is read and written in one go.

    Only for these: where numbers are few, as in a playout, to gather them first makes rules a fifth slower.
    """

    apart = True

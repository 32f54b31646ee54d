"""Jinja as a table's page needs it, which is filled anew for each choice: the same pages in half the time.

Imported macros are made once a page rather than at each ``import … with context``; calls, keys and attributes are those
of Python; sentences without gaps are part of the template; and what needs no escaping is not escaped.
"""

import re
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from functools import cache, partial
from keyword import iskeyword
from operator import eq
from types import CodeType
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

_IMPORTS = "imports"  # in the context of every page
_SPECIAL = re.compile("[&<>\"']").search

marked: Callable[[str], Markup] = partial(str.__new__, Markup)
"""A string that is markup already, as such."""


class _Macros:
    """What a template defines, as attributes, and its name."""

    def __init__(self, template: Template, context: Context) -> None:
        for _ in template.root_render_func(context):
            pass  # what it prints is no macro
        self.__dict__ = context.vars
        self.__name__ = template.name


class Imports:
    """The macros that templates import, made once for all that are filled from one context: that is what they see.

    They do not see the variables of the template that imports them, which Jinja would let them.
    """

    def __init__(self, context: Mapping[str, object]) -> None:
        self.context = {**context, _IMPORTS: self}
        self._macros: dict[str, _Macros] = {}
        self.opened: list[Context] = []  # whatever templates were filled from

    def macros(self, environment: Environment, name: str) -> _Macros:
        """The macros of a template."""
        found = self._macros.get(name)
        if found is None:
            template = environment.get_template(name)
            found = self._macros[name] = _Macros(template, template.new_context(self.context))
        return found

    def close(self) -> None:
        """Let go of all: macros refer to each other in circles, which only the garbage collector would find."""
        for context in self.opened:
            context.vars.clear()
        self.opened.clear()
        self._macros.clear()
        self.context.clear()


def _imported(context: Context, name: str) -> _Macros:
    imports: Imports = context.parent.get(_IMPORTS) or Imports(context.get_all())
    return imports.macros(context.environment, name)


class _Compiler(CodeGenerator):
    """Writes calls, keys and attributes as Python has them; what is not there is an error anyhow."""

    def _import_common(self, node: nodes.Import | nodes.FromImport, frame: Frame) -> None:
        if not node.with_context:
            super()._import_common(node, frame)
            return
        self.write("imported(context, ")
        self.visit(node.template, frame)
        self.write(")")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - Jinja's
        if node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Of a dictionary first its key, where Jinja tries methods first."""
        if iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write(f"(of[{node.attr!r}] if type(of := ")
        self.visit(node.node, frame)
        self.write(f") is dict and {node.attr!r} in of else of.{node.attr})")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("[")
        self.visit(node.arg, frame)
        self.write("]")


def _macro(
    environment: Environment,
    function: Callable[..., str],
    name: str,
    arguments: tuple[str, ...],
    catch_kwargs: bool,
    catch_varargs: bool,
    caller: bool,
    default_autoescape: bool | None = None,
) -> Callable[..., Markup]:
    """A macro as a function, where it takes nothing but the ``arguments`` that it names."""
    if catch_kwargs or catch_varargs or caller:
        return Macro(  # type: ignore[return-value]
            environment, function, name, list(arguments), catch_kwargs, catch_varargs, caller, default_autoescape
        )
    count = len(arguments)

    def call(*given: Any, **named: Any) -> Markup:
        if named or len(given) < count:
            given += tuple([named.pop(argument, missing) for argument in arguments[len(given) :]])
            if named:
                raise TypeError(f"the macro {name} takes no {', '.join(named)}")
        return marked(function(*given))

    return call


def _joined(parts: tuple[Any, ...]) -> str:
    """What stands on both sides of a ``~``: markup if any of it is, and the rest of it escaped then."""
    for part in parts:
        if type(part) is Markup:
            return marked("".join([escaped(each) for each in parts]))
    return "".join(map(str, parts))


class _Template(Template):
    @classmethod
    def from_code(cls, environment: Environment, code: CodeType, *arguments: Any, **named: Any) -> Template:
        template = super().from_code(environment, code, *arguments, **named)
        quick = {"escape": escaped, "Markup": marked, "Macro": _macro, "markup_join": _joined, "imported": _imported}
        template.root_render_func.__globals__.update(quick)
        return template

    def new_context(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002 - Jinja's name, as the next
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> Context:
        context = super().new_context(vars, shared, locals)
        imports = context.parent.get(_IMPORTS)
        if imports is not None:
            imports.opened.append(context)
        return context


class _Constants(NodeTransformer):
    """Puts what a function makes of a constant in the place of its call, and nothing where an ``else`` is not given."""

    def __init__(self, functions: Mapping[str, Callable[[str], Markup]]) -> None:
        self._functions = functions

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja's name
        self.generic_visit(node)
        function = self._functions.get(node.node.name) if isinstance(node.node, nodes.Name) else None
        if function and len(node.args) == 1 and isinstance(node.args[0], nodes.Const) and not node.kwargs:
            return nodes.Const(function(node.args[0].value), lineno=node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        return node  # Jinja joins constants as if none were markup

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.expr2 = node.expr2 or nodes.Const("", lineno=node.lineno)  # Jinja makes an error there, to print nothing
        return node


_TESTS: Mapping[str | None, Callable[..., object]] = {
    None: bool,
    "equalto": eq,
    "in": lambda value, group: value in group,
}


def _sorted(values: Iterable[Any], attribute: str) -> list[Any]:
    return sorted(values, key=_getter(attribute))


@cache
def _getter(path: str) -> Callable[[Any], Any]:
    """What finds ``card.group`` in a value: keys of dictionaries, attributes of all else."""
    first, _, rest = path.partition(".")

    def get(value: Any) -> Any:
        return value[first] if type(value) is dict else getattr(value, first)

    if not rest:
        return get
    inner = _getter(rest)
    return lambda value: inner(get(value))


def _select(values: Iterable[Any], path: str, test: str | None = None, *given: Any) -> list[Any]:
    """The values of which something holds: a test of what is found under a path, or that it is anything at all."""
    find, holds = _getter(path), _TESTS[test]
    return [value for value in values if holds(find(value), *given)]


def _reject(values: Iterable[Any], path: str) -> list[Any]:
    """The values of which nothing is found under a path."""
    find = _getter(path)
    return [value for value in values if not find(value)]


class QuickEnvironment(Environment):
    """An environment of such templates; no function of theirs may ask for the context, as Jinja's decorators allow.

    The ``constant`` functions, by name, make the same of a string for as long as the environment is used.
    """

    template_class = _Template
    code_generator_class = _Compiler
    constant: Mapping[str, Callable[[str], Markup]] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.filters.update(list=list, sort=_sorted, selectattr=_select, rejectattr=_reject)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = _Constants(self.constant).visit(super()._parse(source, name, filename))
        return template

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What all templates know, copied: each page is filled from a copy of it, and Jinja's chain is slow to copy."""
        return {**self.globals, **(d or {})}


def escaped(value: Any) -> str:
    """A value as it may stand in a page."""
    kind = type(value)
    if kind is Markup or (kind is str and not _SPECIAL(value)):
        text: str = value
        return text
    return str(value) if kind is int or kind is float else escape(value)

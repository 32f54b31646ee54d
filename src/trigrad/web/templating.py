"""Jinja as a table's page needs it, which is filled anew for each choice: the same pages in half the time.

Imported macros are made once a page rather than at each ``import … with context``; a call passes on what the template
says and nothing else; and what is markup or a number already is not looked at twice.
"""

from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

from jinja2 import Environment, Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup, escape

_IMPORTS = "imports"  # in the context of every page


class Imports:
    """The macros that templates import, made once for all that are filled from one context: that is what they see.

    They do not see the variables of the template that imports them, which Jinja would let them.
    """

    def __init__(self, context: Mapping[str, object]) -> None:
        self.context = {**context, _IMPORTS: self}
        self._modules: dict[str | None, TemplateModule] = {}

    def module(self, name: str | None, make: Callable[[dict[str, object]], TemplateModule]) -> TemplateModule:
        """The macros of a template."""
        if name not in self._modules:
            self._modules[name] = make(self.context)
        return self._modules[name]


class _Context(Context):
    def call(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return function(*arguments, **named)  # none of ours wants to be passed the context


class _Template(Template):
    @classmethod
    def from_code(cls, environment: Environment, code: CodeType, *arguments: Any, **named: Any) -> Template:
        template = super().from_code(environment, code, *arguments, **named)
        template.root_render_func.__globals__["escape"] = escaped
        return template

    def make_module(
        self,
        vars: dict[str, Any] | None = None,  # noqa: A002 - Jinja's name, as the next
        shared: bool = False,
        locals: Mapping[str, Any] | None = None,  # noqa: A002
    ) -> TemplateModule:
        imports = vars.get(_IMPORTS) if vars else None
        if imports is None:
            return super().make_module(vars, shared, locals)
        module: TemplateModule = imports.module(self.name, super().make_module)
        return module


class QuickEnvironment(Environment):
    """An environment of such templates; no function of theirs may ask for the context, as Jinja's decorators allow."""

    template_class = _Template
    context_class = _Context


def escaped(value: Any) -> str:
    """A value as it may stand in a page."""
    kind = type(value)
    if kind is Markup:
        markup: Markup = value
        return markup
    return str(value) if kind is int else escape(value)

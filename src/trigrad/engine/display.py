"""How records, views and games show themselves, to people who print them or end a notebook's cell with one.

Only what everybody may know is shown: never the generator, whose key is the seed, nor hidden cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from html import escape
from typing import Any

draw: Callable[[Any], str | None] | None = None
"""Draws the picture of a record, once ``trigrad.notebook`` is imported."""


class Shown:
    """Plain data, a dataclass of such, that a notebook shows as a table in which others lie."""

    def _repr_html_(self) -> str:
        return in_html(self)


def table(rows: Mapping[str, object]) -> str:
    """Facts by name as a table in HTML."""
    cells = "".join(f"<tr><th>{escape(str(name))}</th><td>{in_html(value)}</td></tr>" for name, value in rows.items())
    return f"<table>{cells}</table>"


def in_html(value: object) -> str:
    """Plain data as HTML: fields as a table, several things as a list where they are more than words or numbers."""
    if is_dataclass(value):
        return table({each.name: getattr(value, each.name) for each in fields(value)})
    if isinstance(value, Mapping):
        return table(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        inside = [in_html(each) for each in value]
        listed = any(is_dataclass(each) or isinstance(each, Mapping) for each in value)
        return f"<ul>{''.join(f'<li>{each}</li>' for each in inside)}</ul>" if listed else ", ".join(inside)
    return "–" if value is None else escape(str(value))


def picture(record: Any) -> str | None:
    """The picture of a record, where somebody draws them."""
    return None if draw is None else draw(record)

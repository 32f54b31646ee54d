"""How records and games show themselves, to people who print them or end a notebook's cell with one.

Only what everybody may know is shown: never the generator, whose key is the seed, nor hidden cards.
"""

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

draw: Callable[[Any], str | None] | None = None
"""Draws the picture of a record, once ``trigrad.notebook`` is imported."""


def table(rows: Mapping[str, object]) -> str:
    """Facts by name as a table in HTML."""
    cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in rows.items())
    return f"<table>{cells}</table>"


def picture(record: Any) -> str | None:
    """The picture of a record, where somebody draws them."""
    return None if draw is None else draw(record)

"""The picture of a game of Québec: places and names for the pages in ``pages/``."""

from collections.abc import Mapping
from typing import Any

from trigrad.games.quebec.view import View


def picture(view: View) -> Mapping[str, Any]:
    """What ``pages/table.html`` needs besides the view."""
    return {}

"""The picture of a game of Saint Petersburg: names and tables for the pages in ``pages/``."""

from collections.abc import Mapping
from typing import Any

from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.view import View
from trigrad.games.petersburg.words import GROUP_NAMES, PHASE_NAMES

NAMES = {
    "cards": {kind.id: kind.name for kind in c.KIND_LIST},
    "phases": PHASE_NAMES,
    "groups": GROUP_NAMES,
}
NOBLE_TABLE = [int(points) for points in c.NOBLE_TABLE]  # by different aristocrats


def picture(view: View) -> Mapping[str, Any]:
    """What ``pages/table.html`` needs besides the view: names, and the table for aristocrats."""
    return {
        "names": NAMES,
        "noble_table": NOBLE_TABLE,
        "noble_extra": c.NOBLE_EXTRA if view.society else 0,
        "phases": c.PHASES,
    }

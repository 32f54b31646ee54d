"""What one seat sees of a game, as a file to report a fault with: whoever reads it learns no more than the seat knew.

It holds no seed, and where something is hidden no choice of others by its notation: the same place of a hand may hold
another card in a game that the seat could not tell from this one. What others chose stands in the log, as all saw it.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from trigrad import __version__
from trigrad.engine.text import Language
from trigrad.table.table import FINISH, HOLD, UNDO, Entry, Table

FORMAT = "trigrad-sight"
FORMAT_VERSION = 1

_OTHER = {UNDO: "undo", HOLD: "hold", FINISH: "finish"}  # entries that are no choices


def of_seat(table: Table, viewer: int, names: Sequence[str], language: Language) -> dict[str, Any]:
    """A game in play, or over, as a seat or a spectator sees it: plain data in the order in which people read it."""
    rules = table.rules
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "program": __version__,
        "game": rules.game.name,
        "rules_version": rules.game.rules_version,
        "players": rules.players,
        "options": dict(rules.options),
        "undo": rules.undo,
        "hints": rules.hints,
        "memory": rules.memory,
        "names": list(names),
        "viewer": viewer,
        "version": table.version,
        "to_move": table.to_move,
        "asked": rules.game.prompt(table.record).render(language),
        "legal": [rules.game.notation(action) for action in table.legal(viewer)],
        "choices": [_choice(table, entry, viewer) for entry in table.entries],
        "log": [{"seat": line.seat, "bot": line.bot, "text": line.text.render(language)} for line in table.log()],
        "view": asdict(table.view(viewer)),
    }


def _choice(table: Table, entry: Entry, viewer: int) -> dict[str, Any]:
    """Who chose, and what, as far as the viewer may know that by its notation."""
    rules = table.rules
    public = entry.action in _OTHER or entry.seat == viewer or not rules.game.hides(rules.options)
    action = _OTHER.get(entry.action) or rules.game.notation(entry.action)
    return {"seat": entry.seat, "bot": entry.bot, "action": action if public else None}

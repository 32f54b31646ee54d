"""Games as data: many in a file, and as arrays of decisions to learn from."""

from trigrad.data.decisions import Decisions, decisions
from trigrad.data.files import BadData
from trigrad.data.games import Games, load, save

__all__ = ["BadData", "Decisions", "Games", "decisions", "load", "save"]

"""The games. Each folder here is one; nothing outside a folder knows its rules."""

import importlib
import pkgutil
from functools import cache

from trigrad.engine.game import Game


class UnknownGame(LookupError):
    """There is no game of this name."""


@cache
def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def load(name: str) -> Game:
    """A game by its name; ``UnknownGame`` if there is none."""
    if name not in names():
        raise UnknownGame(name)
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game

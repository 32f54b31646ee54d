"""The games. Each folder or module here is one; nothing outside knows its rules."""

import importlib
import pkgutil
from functools import cache

from trigrad.engine.game import Game


class UnknownGame(LookupError):
    """There is no game of this name."""


@cache
def every_name() -> tuple[str, ...]:
    """The names of all games, sorted, also of those that are not listed."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


@cache
def names() -> tuple[str, ...]:
    """The names of the games that players are offered, sorted."""
    return tuple(name for name in every_name() if load(name).listed)


@cache
def load(name: str) -> Game:
    """A game by its name, its rules made known; ``UnknownGame`` if there is none.

    ``ValueError`` for one that calls itself otherwise than its folder or module.
    """
    if name not in every_name():
        raise UnknownGame(name)
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    if game.name != name:
        raise ValueError(f"the game in {name} calls itself {game.name}")
    game.register()
    return game

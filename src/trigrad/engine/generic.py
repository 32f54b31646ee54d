"""Rules by the kind of record: generic code, written once, for every game.

``legal_actions(game, out)`` and its like here find the game's own function from
the record's type: by look-up when interpreted, at compile time when native. So a
playout, a bot or a search is one plain ``@rule`` function for all games.
"""

from collections.abc import Callable, Mapping
from typing import Any

from trigrad.engine.rule import NATIVE

Functions = Mapping[str, Callable[..., Any]]

_BY_STATE: dict[Any, Functions] = {}


def register(state: Any, functions: Functions) -> None:
    """Make a game's functions known for its record type."""
    _BY_STATE[state] = functions
    if NATIVE:
        import numba

        _BY_STATE[numba.from_dtype(state)] = functions


def setup(game: Any, options: Any, seed: Any) -> None:
    """A new game in a zeroed record; ``options`` int32[...], ``seed`` uint32[8]."""
    _BY_STATE[game.dtype]["setup"](game, options, seed)


def legal_actions(game: Any, out: Any) -> int:
    """Write the legal actions into ``out``, ascending; return how many (0 only when over)."""
    count: int = _BY_STATE[game.dtype]["legal_actions"](game, out)
    return count


def apply_action(game: Any, action: int, journal: Any) -> None:
    """Carry out one legal choice of the player to move."""
    _BY_STATE[game.dtype]["apply_action"](game, action, journal)


def resample(game: Any, viewer: int, seed: Any) -> None:
    """Re-draw all that ``viewer`` cannot know; ``seed`` uint32[8]."""
    _BY_STATE[game.dtype]["resample"](game, viewer, seed)


def evaluate(game: Any, player: int) -> float:
    """How well a player stands, by the game's scoring rules, as a number to compare."""
    worth: float = _BY_STATE[game.dtype]["evaluate"](game, player)
    return worth


def meaning(game: Any, action: int) -> int:
    """A number for what a legal action would do, the same wherever it would do the same.

    An action that points at a place of a hand or of the board means another card in another
    imagined world. Two actions of the same meaning are equally good.
    """
    number: int = _BY_STATE[game.dtype]["meaning"](game, action)
    return number


def _call_natively(function: Callable[..., Any]) -> None:
    """Tell Numba that a generic function is, for each record type, the game's own compiled one."""
    from numba.core import types
    from numba.core.datamodel import models
    from numba.extending import register_model

    class ByRecord(types.Callable, types.Opaque):
        def own(self, game: Any) -> Any:
            return types.Dispatcher(_BY_STATE[game][function.__name__])

        def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
            return self.own(args[0]).get_call_type(context, args, kws)

        def get_call_signatures(self) -> Any:
            return (), True

        def get_impl_key(self, sig: Any) -> Any:
            return self.own(sig.args[0]).get_impl_key(sig)

    register_model(ByRecord)(models.OpaqueModel)
    function._numba_type_ = ByRecord(f"generic {function.__name__}")  # type: ignore[attr-defined]


if NATIVE:
    for _function in (setup, legal_actions, apply_action, resample, evaluate, meaning):
        _call_natively(_function)

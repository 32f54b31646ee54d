"""Rules by the kind of record: generic code, written once, for every game.

``legal_actions(game, out)`` and its like here find the game's own function from
the record's type: by look-up when interpreted, at compile time when native. So a
playout, a bot or a search is one plain ``@rule`` function for all games.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from trigrad.engine.header import Header, S
from trigrad.engine.journal import Journal
from trigrad.engine.random import reseed
from trigrad.engine.record import Floats, Row
from trigrad.engine.rule import NATIVE, rule


@rule
def draw_chance_anew(game: Header, _viewer: int, seed: Row) -> None:
    """The ``resample`` of a game that hides nothing: only what is not drawn yet changes."""
    reseed(game, seed)


@rule
def action_itself(_game: Header, action: int) -> int:
    """The ``meaning`` of an action where no action points at hidden cards, or at cards still to come."""
    return int(action)


@rule
def no_features(_game: Header, _player: int, _out: Floats) -> int:
    """The features of a game that has none: bots go by ``evaluate``."""
    return 0


@dataclass(frozen=True, kw_only=True)
class Functions(Generic[S]):
    """A game's rules, each a ``@rule`` function on its record, which raises nothing and allocates nothing."""

    setup: Callable[[S, Row, Row], None]
    """``setup(game, options, seed)``: begin a new game in a zeroed record.

    ``options`` int32[1 + number of options], see ``Game.encode_options``; ``seed`` uint32[8].
    """

    legal_actions: Callable[[S, Row], int]
    """``legal_actions(game, out)``: write the legal actions into ``out``, ascending; return how many.

    ``out`` int16[num_actions] or longer. 0 only when the game is over.
    """

    apply_action: Callable[[S, int, Journal], None]
    """``apply_action(game, action, journal)``: carry out one legal choice of the player to move.

    All that follows from it without a choice is done too, and noted: ``journal`` int16[rows, 6].
    """

    evaluate: Callable[[S, Row], None]
    """``evaluate(game, worths)``: what each player's position is worth, by the game's own scoring, to compare.

    ``worths`` int64[MAX_PLAYERS], in hundredths of a point; of a finished game the scores.
    """

    observe: Callable[[S, int, bool, Row], None]
    """``observe(game, viewer, memory, out)``: write what a viewer (-1 = a spectator) may know, see ``Observation``.

    ``out`` any numbers, as many as ``Game.observation`` has, all of which are written. With ``memory`` also what
    everybody saw and is no longer visible. The same for all games that the viewer cannot tell apart.
    """

    resample: Callable[[S, int, Row], None] = draw_chance_anew
    """``resample(game, viewer, seed)``: draw anew all that ``viewer`` (-1 = a spectator) cannot know.

    ``seed`` uint32[8]. What comes of it depends on the viewer's knowledge and on ``seed`` alone.
    """

    meaning: Callable[[S, int], int] = action_itself
    """``meaning(game, action)``: a number for what a legal action would do, the same wherever it would do the same.

    Below ``Game.num_meanings``. An action that points at a place of a hand or of the board means another card
    in another imagined world. Two actions of the same meaning are equally good.
    """

    features: Callable[[S, int, Floats], int] = no_features
    """``features(game, player, out)``: write what a strong player looks at; return the stage of the game.

    ``out`` float64[number of ``Game.feature_names``]; the stage, below ``Game.stages``, says which weights
    these features have. Features of a player do not depend on how seats are numbered.
    """


_BY_STATE: dict[Any, Functions[Any]] = {}


def register(state: type[S], functions: Functions[S]) -> None:
    """Make a game's functions known for its kind of record."""
    _BY_STATE[state] = functions
    if NATIVE:
        import numba

        _BY_STATE[numba.from_dtype(state.dtype)] = functions


def setup(game: Header, options: Row, seed: Row) -> None:
    """See ``Functions.setup``."""
    _BY_STATE[type(game)].setup(game, options, seed)


def legal_actions(game: Header, out: Row) -> int:
    """See ``Functions.legal_actions``."""
    return _BY_STATE[type(game)].legal_actions(game, out)


def apply_action(game: Header, action: int, journal: Journal) -> None:
    """See ``Functions.apply_action``."""
    _BY_STATE[type(game)].apply_action(game, action, journal)


def evaluate(game: Header, worths: Row) -> None:
    """See ``Functions.evaluate``."""
    _BY_STATE[type(game)].evaluate(game, worths)


def observe(game: Header, viewer: int, memory: bool, out: Row) -> None:
    """See ``Functions.observe``."""
    _BY_STATE[type(game)].observe(game, viewer, memory, out)


def resample(game: Header, viewer: int, seed: Row) -> None:
    """See ``Functions.resample``."""
    _BY_STATE[type(game)].resample(game, viewer, seed)


def meaning(game: Header, action: int) -> int:
    """See ``Functions.meaning``."""
    return _BY_STATE[type(game)].meaning(game, action)


def features(game: Header, player: int, out: Floats) -> int:
    """See ``Functions.features``."""
    return _BY_STATE[type(game)].features(game, player, out)


def _call_natively(function: Callable[..., Any]) -> None:
    """Tell Numba that a generic function is, for each kind of record, the game's own compiled one."""
    from numba.core import types
    from numba.core.datamodel import models
    from numba.core.target_extension import current_target
    from numba.extending import register_model

    class ByRecord(types.Callable, types.Opaque):
        def own(self, game: Any) -> Any:
            own = getattr(_BY_STATE[game], function.__name__)
            on_gpu = current_target() == "cuda"  # type: ignore[no-untyped-call]
            return _for_a_gpu(own) if on_gpu else types.Dispatcher(own)

        def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
            return self.own(args[0]).get_call_type(context, args, kws)

        def get_call_signatures(self) -> Any:
            return (), True

        def get_impl_key(self, sig: Any) -> Any:
            return self.own(sig.args[0]).get_impl_key(sig)

    register_model(ByRecord)(models.OpaqueModel)
    function._numba_type_ = ByRecord(f"generic {function.__name__}")  # type: ignore[attr-defined]


def _for_a_gpu(own: Any) -> Any:
    """The type of a rule where it is called from a kernel: numba-cuda compiles its source anew."""
    from numba.cuda.descriptor import cuda_target

    return cuda_target.typing_context.resolve_value_type(own)


if NATIVE:
    for _function in (setup, legal_actions, apply_action, evaluate, observe, resample, meaning, features):
        _call_natively(_function)

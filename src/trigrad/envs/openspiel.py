"""The games for OpenSpiel: importing this registers ``trigrad_quorum`` and its like. Needs ``trigrad[openspiel]``.

``pyspiel.load_game("trigrad_petersburg(players=3,expansions=banquet)")``: the parameters are the players, the options,
and ``shuffles``, among how many a chance node at the start chooses; all later chance follows from it, so that a history
says everything. Players are seats, actions and their strings those of ``Game``. Observers give ``Game.observe``
encoded, with memory for perfect recall; ``resample_from_infostate`` is ``Game.resampled``, so that ISMCTS cannot peek.
"""

import trigrad.native  # noqa: F401 - before anything of the rules

# isort: split
import hashlib
from typing import Any

import numpy as np
import pyspiel

from trigrad import games
from trigrad.engine.game import SPECTATOR, Game, returns

SHUFFLES = 4096


def _type_of(game: Game) -> Any:
    usual: dict[str, Any] = {option.key: option.choices[0][0] for option in game.options}
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"trigrad_{game.name}",
        long_name=f"Trigrad: {game.title.en}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.chance else kinds.ChanceMode.DETERMINISTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if game.hidden_information
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"players": game.min_players, "shuffles": SHUFFLES, **usual},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # the library is there for its users alone
    """A game with its players and options."""

    def __init__(self, name: str, kind: Any, params: dict[str, Any]) -> None:
        """A game of the kind ``kind``; ``UnknownOption`` for parameters that cannot be."""
        self.rules = games.load(name)
        chosen = {"players": self.rules.min_players, "shuffles": SHUFFLES, **params}
        self.players = int(chosen.pop("players"))
        shuffles = int(chosen.pop("shuffles"))
        if shuffles < 1:
            raise ValueError(f"there is one shuffle or more, not {shuffles}")
        self.shuffles = shuffles if self.rules.chance else 0
        self.options = {key: str(value) for key, value in chosen.items()}
        self.rules.encode_options(self.players, self.options)
        sizes = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=self.shuffles,
            num_players=self.players,
            min_utility=self.rules.min_return,
            max_utility=self.rules.max_return,
            utility_sum=1.0,
            max_game_length=self.rules.max_game_length,
        )
        super().__init__(kind, sizes, params)

    def new_initial_state(self) -> "SpielState":
        """A game whose shuffle is not yet chosen."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player observes, see ``Observer``."""
        if params:
            raise ValueError(f"observations have no parameters, as {params}")
        return Observer(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A game in progress."""

    def __init__(self, game: SpielGame) -> None:
        """A game before its shuffle."""
        super().__init__(game)
        self._name, self._players, self._options = game.rules.name, game.players, game.options
        self._shuffles = game.shuffles
        self._record: Any = None if game.shuffles else self._begin(0)

    @property
    def _rules(self) -> Game:
        return games.load(self._name)

    def _begin(self, shuffle: int) -> Any:
        seed = hashlib.sha256(f"trigrad shuffle {shuffle}".encode()).digest()
        return self._rules.new(self._players, seed, self._options)

    @property
    def record(self) -> Any:
        """The game's record; None before the shuffle is chosen."""
        return self._record

    def current_player(self) -> int:
        """The seat to move, or that chance is, or that the game is over."""
        if self._record is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._record.over else int(self._record.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return self._rules.legal(self._record) if player == self._record.to_move else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every shuffle, each as likely as the others."""
        return [(shuffle, 1 / self._shuffles) for shuffle in range(self._shuffles)]

    def _apply_action(self, action: int) -> None:
        if self._record is None:
            self._record = self._begin(action)
        else:
            self._rules.apply_silently(self._record, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"shuffle {action}" if player == pyspiel.PlayerId.CHANCE else self._rules.notation(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._record is not None and bool(self._record.over)

    def returns(self) -> list[float]:
        """Each player's share of the victory."""
        return [0.0] * self._players if self._record is None else returns(self._record)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """The game as it might be for all that a player knows; ``sampler()`` is a number 0 .. 1 by chance."""
        other = self.clone()
        seed = hashlib.sha256(repr(sampler()).encode()).digest()
        other._record = self._rules.resampled(self._record, player, seed)  # noqa: SLF001 - another of its kind
        return other  # type: ignore[no-any-return]  # a clone is of the same kind

    def __str__(self) -> str:
        return "before the shuffle" if self._record is None else str(self._rules.view(self._record, SPECTATOR))


class Observer:
    """A player's observation as the library asks for it: ``tensor``, its parts in ``dict``, and a string."""

    def __init__(self, rules: Game, kind: Any) -> None:
        """With perfect recall, what everybody saw is observed even when it is no longer visible."""
        self._rules, self._memory = rules, bool(kind.perfect_recall)
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        layout = rules.observation
        self.tensor = np.zeros(layout.encoded_size, np.float32)
        self.dict: dict[str, Any] = {}
        first = 0
        for part in layout.parts:
            shape = (*part.shape, len(part.names)) if part.names else part.shape or (1,)
            self.dict[part.name] = self.tensor[first : first + part.encoded_size].reshape(shape)
            first += part.encoded_size

    def _viewer(self, player: int) -> int:
        return SPECTATOR if self._public else player

    def set_from(self, state: SpielState, player: int) -> None:
        """Observe a state; before the shuffle there is nothing."""
        self.tensor.fill(0)
        if state.record is not None:
            seen = self._rules.observe(state.record, self._viewer(player), self._memory)
            self.tensor[:] = self._rules.observation.encode(seen)

    def string_from(self, state: SpielState, player: int) -> str:
        """A key that is the same for all states which the player cannot tell apart."""
        if state.record is None:
            return "before the shuffle"
        return self._rules.information_key(state.record, self._viewer(player), self._memory).hex()


def _register(name: str) -> None:
    """Make a game known by a class of its own: the library keeps it until Python has ended, when no function may go."""
    kind = _type_of(games.load(name))

    class Named(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, kind, params or {})

    pyspiel.register_game(kind, Named)


for _name in games.every_name():
    _register(_name)

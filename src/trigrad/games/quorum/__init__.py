"""Quorum: senators between Rome and its provinces, for 2 to 4 players."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trigrad.engine.game import Difficulty, Functions, Game, Move, Tuning, Words
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.quorum import actions, board, components, features, guide, reasons, refusals, view, words
from trigrad.games.quorum.evaluation import evaluate
from trigrad.games.quorum.events import EVENTS, REVEALING
from trigrad.games.quorum.knowledge import OBSERVATION, observe, resample
from trigrad.games.quorum.options import OPTIONS
from trigrad.games.quorum.rules import apply_action, legal_actions
from trigrad.games.quorum.setup import setup
from trigrad.games.quorum.state import State
from trigrad.games.quorum.view import PlayerSheet, View


class Quorum(Game[State, View]):
    """Quorum, for 2 to 4 players."""

    name = "quorum"
    title = Name("Quorum", "Quorum", "Кворум")
    about = Text(
        "Take a card, play a card, and move ahead in the province that it names. Whoever is in front there makes each "
        "of their cards count more; gods change what a province is worth."
    )
    minutes = (20, 40)
    difficulty = Difficulty.EASY
    tie_break = Text("influence")
    min_players = components.PLAYERS_MIN
    max_players = components.PLAYERS_MAX
    options = OPTIONS
    chance = hidden_information = True
    # In each of a player's twelve turns: replace Rome (once, Ruling Q5), take and play; after each of at most three
    # gods one choice more, where it acts (Rulings Q1, Q4, Q6)
    max_game_length = components.PLAYERS_MAX * (components.ROUNDS * 3 + components.GODS_MAX)
    record_type = State
    num_actions = actions.NUM_ACTIONS
    num_meanings = actions.NUM_MEANINGS
    events = EVENTS
    revealing = REVEALING
    observation = OBSERVATION
    functions = Functions(
        setup=setup,
        legal_actions=legal_actions,
        apply_action=apply_action,
        evaluate=evaluate,
        observe=observe,
        resample=resample,
        meaning=actions.meaning,
        features=features.features,
    )
    tuning = Tuning(turns=1, tries=10, explore=0.5, margin=0.3, spread=5.0)
    feature_names = features.NAMES
    reasons = reasons.REASONS
    stages = features.STAGES
    guides = guide.GUIDES
    weights = Path(__file__).with_name("weights.npy")

    def notation(self, action: int) -> str:
        return actions.notation(action)

    def words(self, game: State, action: int) -> Words:
        return words.words(game, action)

    def ask(self, game: State) -> Text:
        return words.ask(game)

    def why_not(self, game: State, action: int) -> Text:
        return refusals.why_not(game, action)

    def line(self, event: Event, memory: bool) -> Text | None:
        return words.line(event, memory)

    def view(self, game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
        return view.view(game, viewer, memory, hints)

    def open_view(self, game: State) -> View:
        return view.open_view(game)

    def score_sheet(self, game: State) -> tuple[PlayerSheet, ...]:
        return view.score_sheet(game)

    def asked(self, game: State) -> Sequence[str]:
        return guide.asked(game)

    def touched(self, event: Event) -> Sequence[str]:
        return board.touched(event)

    def moves(self, event: Event, before: Sequence[Event]) -> Sequence[Move]:
        return board.moves(event)

    def picture(self, view: View) -> Mapping[str, Any]:
        return board.picture(view)


GAME = Quorum()

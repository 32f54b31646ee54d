"""Québec: four centuries of building a city, for 2 to 5 players."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trigrad.engine.game import Difficulty, Functions, Game, Move, Tuning, Words
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.quebec import (
    actions,
    board,
    evaluation,
    features,
    guide,
    knowledge,
    reasons,
    refusals,
    rules,
    setup,
    view,
    words,
)
from trigrad.games.quebec.components import PLAYERS_MAX, PLAYERS_MIN
from trigrad.games.quebec.events import EVENTS, REVEALING
from trigrad.games.quebec.options import OPTIONS, has_event_cards
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import PlayerSheet, View


class Quebec(Game[State, View]):
    """Québec, by its rulebook and the rulings B1 to B25."""

    name = "quebec"
    title = Name("Québec", "Québec", "Квебек")
    about = Text(
        "Four centuries build one town. Lend your workers to the architects of others, use what their districts offer, "
        "and have most people in the zones when a century ends."
    )
    minutes = (60, 90)
    difficulty = Difficulty.HARD
    rules_version = 1
    min_players = PLAYERS_MIN
    max_players = PLAYERS_MAX
    options = OPTIONS
    chance = True
    hidden_information = True
    max_game_length = 691  # proved in docs/games/quebec.md; the longest of 15,000 games took 393
    record_type = State
    num_actions = actions.NUM_ACTIONS
    events = EVENTS
    revealing = REVEALING
    observation = knowledge.OBSERVATION
    functions = Functions(
        setup=setup.setup,
        legal_actions=rules.legal_actions,
        apply_action=rules.apply_action,
        evaluate=evaluation.evaluate,
        observe=knowledge.observe,
        resample=knowledge.resample,
        features=features.features,
    )
    tuning = Tuning(playout=20, mast=2, explore=0.3, spread=20.0, foresees=True)
    feature_names = features.NAMES
    reasons = reasons.REASONS
    stages = features.STAGES
    guides = guide.GUIDES
    weights = Path(__file__).with_name("weights.npy")

    def hides(self, options: Mapping[str, str]) -> bool:
        return has_event_cards(options)

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

    def score_sheet(self, game: State) -> Sequence[PlayerSheet]:
        return view.score_sheet(game)

    def asked(self, game: State) -> Sequence[str]:
        return guide.asked(game)

    def touched(self, event: Event) -> Sequence[str]:
        return board.touched(event)

    def moves(self, event: Event, before: Sequence[Event]) -> Sequence[Move]:
        return board.moves(event, before)

    def picture(self, view: View) -> Mapping[str, Any]:
        return board.picture(view)


GAME = Quebec()

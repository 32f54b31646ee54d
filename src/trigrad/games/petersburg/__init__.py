"""Saint Petersburg: workers, buildings and aristocrats for the new capital, for 2 to 5 players."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trigrad.engine.game import Difficulty, Functions, Game, Move, Tuning, Words
from trigrad.engine.journal import Event
from trigrad.engine.text import Name, Text
from trigrad.games.petersburg import (
    actions,
    board,
    components,
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
from trigrad.games.petersburg.events import EVENTS, REVEALING
from trigrad.games.petersburg.options import OPTIONS
from trigrad.games.petersburg.state import State
from trigrad.games.petersburg.view import PlayerSheet, View


class SaintPetersburg(Game[State, View]):
    """Saint Petersburg, with The Banquet and New Society."""

    name = "petersburg"
    title = Name("Saint Petersburg", "Saint-Pétersbourg", "Санкт-Петербург")
    about = Text(
        "Workers earn the rubles, buildings the points, aristocrats both. Every card makes the next one of its kind "
        "cheaper, and there is never enough money to buy them all."
    )
    minutes = (45, 75)
    difficulty = Difficulty.MEDIUM
    tie_break = Text("money")
    rules_version = 1
    min_players, max_players = components.PLAYERS_MIN, components.PLAYERS_MAX
    options = OPTIONS
    chance = hidden_information = True
    max_game_length = 3400  # 3351 by the rules, see docs/games/petersburg.md; the longest seen was 1330
    record_type = State
    num_actions = actions.NUM_ACTIONS
    num_meanings = actions.NUM_MEANINGS
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
        meaning=actions.meaning,
        features=features.features,
    )
    tuning = Tuning(playout=60, mast=3, explore=0.3, foresees=True)
    feature_names = features.NAMES
    reasons = reasons.REASONS
    stages = features.STAGES
    guides = guide.GUIDES
    weights = Path(__file__).with_name("weights.npy")

    def notation(self, action: int) -> str:
        return actions.notation(action)

    def parse(self, text: str) -> int:
        return super().parse(actions.FORMER_NOTATIONS.get(text, text))

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


GAME = SaintPetersburg()

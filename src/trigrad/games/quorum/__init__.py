"""Quorum: senators between Rome and its provinces, for 2 to 4 players."""

from trigrad.engine.game import Game, Tuning
from trigrad.engine.text import Name
from trigrad.games.quorum import board, rules, scoring, view, words
from trigrad.games.quorum.components import PLAYERS_MAX, PLAYERS_MIN
from trigrad.games.quorum.state import State

GAME = Game(
    name="quorum",
    title=Name("Quorum", "Quorum", "Кворум"),
    rules_version=1,
    State=State,
    NUM_ACTIONS=rules.NUM_ACTIONS,
    min_players=PLAYERS_MIN,
    max_players=PLAYERS_MAX,
    tuning=Tuning(turns=1, tries=10, explore=0.5, margin=0.3, spread=5.0),
    setup=rules.setup,
    legal_actions=rules.legal_actions,
    apply_action=rules.apply_action,
    resample=rules.resample,
    evaluate=scoring.lead,
    meaning=rules.meaning,
    NUM_MEANINGS=rules.NUM_MEANINGS,
    describe=words.describe,
    parse=words.parse,
    prompt=words.prompt,
    explain=words.explain,
    tell=words.tell,
    view=view.view,
    picture=board.picture,
    score_sheet=view.score_sheet,
    revealing=frozenset(rules.REVEALING),
)

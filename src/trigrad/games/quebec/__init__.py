"""Québec: four centuries of building a city, for 2 to 5 players."""

from trigrad.engine.game import Game, Option, Tuning
from trigrad.engine.text import Name, Text
from trigrad.games.quebec import board, rules, scoring, view, words
from trigrad.games.quebec.components import PLAYERS_MAX, PLAYERS_MIN
from trigrad.games.quebec.state import State

# The values stand in the order of ``setup.WITH_EVENTS``, ``setup.SPREAD`` and their like
OPTIONS = (
    Option(
        "rules",
        Text("Rules"),
        (("events", Text("Complete with events")), ("complete", Text("Complete")), ("family", Text("Family"))),
    ),
    Option(
        "layout",
        Text("Building tiles"),
        (("spread", Text("Spread evenly")), ("free", Text("At random"))),
    ),
)

GAME = Game(
    name="quebec",
    title=Name("Québec", "Québec", "Квебек"),
    rules_version=1,
    State=State,
    NUM_ACTIONS=rules.NUM_ACTIONS,
    min_players=PLAYERS_MIN,
    max_players=PLAYERS_MAX,
    options=OPTIONS,
    tuning=Tuning(playout=40, spread=20.0, noise=0.15),
    setup=rules.setup,
    legal_actions=rules.legal_actions,
    apply_action=rules.apply_action,
    resample=rules.resample,
    evaluate=scoring.lead,
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

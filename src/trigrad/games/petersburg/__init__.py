"""Saint Petersburg: workers, buildings and aristocrats for the new capital, for 2 to 5 players."""

from trigrad.engine.game import Game, Tuning
from trigrad.engine.text import Name
from trigrad.games.petersburg import board, rules, view, words, worth
from trigrad.games.petersburg.components import PLAYERS_MAX, PLAYERS_MIN
from trigrad.games.petersburg.options import OPTIONS
from trigrad.games.petersburg.state import State

GAME = Game(
    name="petersburg",
    title=Name("Saint Petersburg", "Saint-Pétersbourg", "Санкт-Петербург"),
    rules_version=1,
    State=State,
    NUM_ACTIONS=rules.NUM_ACTIONS,
    min_players=PLAYERS_MIN,
    max_players=PLAYERS_MAX,
    options=OPTIONS,
    tuning=Tuning(noise=2.0),
    setup=rules.setup,
    legal_actions=rules.legal_actions,
    apply_action=rules.apply_action,
    resample=rules.resample,
    evaluate=worth.lead,
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

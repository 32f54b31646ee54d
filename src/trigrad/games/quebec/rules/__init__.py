"""The rules of Québec, a module for each chapter of the rulebook.

``turn`` (the four actions) · ``buildings`` (starting, completing) · ``districts``
(complementary actions) · ``leaders`` · ``events`` (what event cards do) · ``century``
(its end, and the game's) · ``workers`` (the small moves that these are made of).
"""

from trigrad.engine.journal import Journal
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.actions import SITE_0, ZONE_0, write_sites
from trigrad.games.quebec.components import CORNERS
from trigrad.games.quebec.rules.buildings import complete_building, place_architect, seek_sites
from trigrad.games.quebec.rules.century import close_century, finish_turn, score_century
from trigrad.games.quebec.rules.districts import act, go_on, write_choices
from trigrad.games.quebec.rules.leaders import fill_pair, write_pairs
from trigrad.games.quebec.rules.turn import begin_turn, end_turn, take_turn, write_turn
from trigrad.games.quebec.state import (
    CENTURY_CLOSES,
    CENTURY_SCORES,
    DISTRICT_GOES_ON,
    NOBODY,
    PAIR,
    PLACE_ARCHITECT,
    REDIRECT,
    SITES_WANTED,
    TURN,
    TURN_ENDS,
    TURN_FINISHES,
    State,
)


@rule
def legal_actions(game: State, out: Row) -> int:
    """Write the legal actions into ``out`` (at least NUM_ACTIONS long), ascending; return how many."""
    if game.over == 1:
        return 0
    step = int(game.step)
    if step == TURN:
        return write_turn(game, out)
    if step == PLACE_ARCHITECT:
        return write_sites(int(game.open), out)
    if step == REDIRECT:
        for zone in range(CORNERS):
            out[zone] = ZONE_0 + zone
        return CORNERS
    if step == PAIR:
        return write_pairs(game, out)
    return write_choices(game, out)


@rule
def apply_action(game: State, action: int, journal: Journal) -> None:
    """Carry out one legal choice of the player to move, with all that follows from it."""
    step, action = int(game.step), int(action)  # a list of choices may hold narrow integers
    game.step = NOBODY
    if step == TURN:
        take_turn(game, action, journal)
    elif step == PLACE_ARCHITECT:
        place_architect(game, action - SITE_0, journal)
    elif step == REDIRECT:
        complete_building(game, action - ZONE_0, journal)
    elif step == PAIR:
        fill_pair(game, action - ZONE_0, journal)
    else:
        act(game, step, action, journal)
    while game.step == NOBODY and game.over == 0:
        _proceed(game, journal)


@rule
def _proceed(game: State, journal: Journal) -> None:
    """One stage further, while nobody is asked anything."""
    stage = int(game.stage)
    if stage == TURN_ENDS:
        end_turn(game)
    elif stage == SITES_WANTED:
        seek_sites(game, journal)
    elif stage == DISTRICT_GOES_ON:
        go_on(game)
    elif stage == CENTURY_CLOSES:
        close_century(game, journal)
    elif stage == CENTURY_SCORES:
        score_century(game, journal)
    elif stage == TURN_FINISHES:
        finish_turn(game)
    else:
        begin_turn(game, journal)

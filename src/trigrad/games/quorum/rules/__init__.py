"""The rulebook of Quorum: what the player to move can choose, and what comes of it.

``turn`` holds the two steps of a turn and the end of the game, ``gods`` what a god does. Section names in quotation
marks are the rulebook's.
"""

from trigrad.engine.journal import Journal
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quorum.actions import ADVANCE_0, PLAY_0, REPLACE, TAKE_0
from trigrad.games.quorum.components import NUM_PROVINCES, ROME_SIZE
from trigrad.games.quorum.rules.gods import let_god_act
from trigrad.games.quorum.rules.turn import choose_to_replace, may_replace, may_take, play_card, take_card
from trigrad.games.quorum.state import ADVANCE, TAKE, State


@rule
def legal_actions(game: State, out: Row) -> int:
    """By the step of the turn ("Course of the game", "Cards of gods")."""
    if game.over == 1:
        return 0
    if game.step == TAKE:
        return _ways_to_take(game, out)
    if game.step == ADVANCE:
        for province in range(NUM_PROVINCES):
            out[province] = ADVANCE_0 + province
        return NUM_PROVINCES
    count = int(game.hand_size[game.to_move])
    for i in range(count):
        out[i] = PLAY_0 + i
    return count


@rule
def _ways_to_take(game: State, out: Row) -> int:
    """A card of Rome, or before that another Rome (Rulings Q5, Q6)."""
    count = 0
    for position in range(ROME_SIZE):
        if may_take(game, position):
            out[count] = TAKE_0 + position
            count += 1
    if may_replace(game):
        out[count] = REPLACE
        count += 1
    return count


@rule
def apply_action(game: State, action: int, journal: Journal) -> None:
    """Carry out one legal choice of the player to move, with all that follows from it."""
    if action < REPLACE:
        take_card(game, action - TAKE_0, journal)
    elif action == REPLACE:
        choose_to_replace(game, journal)
    elif action < PLAY_0:
        let_god_act(game, action - ADVANCE_0, journal)
    else:
        play_card(game, action - PLAY_0, journal)

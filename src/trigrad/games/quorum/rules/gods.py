"""What a god does (rulebook, "Cards of gods")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.quorum.components import GOD_LEFT, GOD_RIGHT, NUM_PROVINCES, VALUE_MAX, VALUE_MIN
from trigrad.games.quorum.events import CHANGED
from trigrad.games.quorum.rules.turn import advance_marker
from trigrad.games.quorum.state import PLAY, State, acting_god


@rule
def let_god_act(game: State, province: int, journal: Journal) -> None:
    """One step in a province, then its two neighbours change their values (Rulings Q3, Q4)."""
    god = acting_god(game)
    advance_marker(game, game.to_move, province, 1, journal)
    change_value(game, neighbour(game, province, -1), GOD_LEFT[god], journal)
    change_value(game, neighbour(game, province, 1), GOD_RIGHT[god], journal)
    game.step = PLAY


@rule
def neighbour(game: State, province: int, turn: int) -> int:
    """The province next on the ring: right is clockwise (+1), left counter-clockwise (-1) (Ruling Q2)."""
    place = 0
    while game.ring[place] != province:
        place += 1
    return int(game.ring[(place + turn + NUM_PROVINCES) % NUM_PROVINCES])


@rule
def change_value(game: State, province: int, change: int, journal: Journal) -> None:
    """Change a province's value; a change that would leave 1..4 is ignored (Ruling Q3)."""
    before = int(game.values[province])
    if VALUE_MIN <= before + change <= VALUE_MAX:
        game.values[province] = before + change
    note(journal, CHANGED, game.to_move, province, before, game.values[province])

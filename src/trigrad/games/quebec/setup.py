"""Québec's set-up: tiles, workers, events, and what nobody can know of them."""

from typing import Any

from trigrad.engine.random import below, reseed, shuffle
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    CENTURIES,
    COLOUR_SITES,
    COLOUR_STARTS,
    COLOUR_TILES,
    CORNERS,
    DUEL,
    EVENTS_OF_CENTURY,
    SPREAD_COUNT,
    SPREADS,
    START_ACTIVE,
    START_ACTIVE_SECOND_OF_2,
    TILES_OF_COLOUR,
    WORKERS,
)
from trigrad.games.quebec.state import NEUTRAL, NONE, TURN

# Values of the options
WITH_EVENTS, COMPLETE, FAMILY = range(3)
SPREAD, FREE = range(2)


@rule
def setup(game: Any, options: Any, seed: Any) -> None:
    """A new game in a zeroed record ("Setting up").

    ``options``: int32[3], players 2..5, rules, layout. ``seed``: uint32[8].
    """
    reseed(game, seed)
    game.players = options[0]
    game.family = 1 if options[1] == FAMILY else 0
    for colour in range(CORNERS):
        _lay_tiles(game, colour, options[2])
    game.open = game.tiles[0]
    _draw_events(game, options[1] == WITH_EVENTS)
    game.turn = below(game, game.players)
    game.to_move = game.turn
    game.step = TURN
    _hand_out(game)


@rule
def _lay_tiles(game: Any, colour: int, layout: int) -> None:
    """Tiles of a colour on its sites: spread or free (Ruling B2).

    The stars of the first sites hold the centuries meanwhile.
    """
    spread = below(game, SPREAD_COUNT[colour]) if layout == SPREAD else 0
    centuries = game.stars
    for i in range(TILES_OF_COLOUR):
        centuries[i] = SPREADS[colour, spread, i] if layout == SPREAD else COLOUR_TILES[colour, i]
    if layout == SPREAD:
        for district in range(CORNERS):
            shuffle(game, centuries, COLOUR_STARTS[colour, district], COLOUR_STARTS[colour, district + 1])
    else:
        shuffle(game, centuries, 0, TILES_OF_COLOUR)
    for i in range(TILES_OF_COLOUR):
        game.tiles[centuries[i]] |= 1 << int(COLOUR_SITES[colour, i])
        centuries[i] = 0


@rule
def _hand_out(game: Any) -> None:
    """Everybody's workers; with two players the second has one active worker more (Ruling B3)."""
    for architect in range(NEUTRAL + 1):
        game.architects[architect] = NONE
    game.fulfilled[0] = NONE
    game.fulfilled[1] = NONE
    game.owner = NONE
    for player in range(game.players):
        second_of_two = game.players == DUEL and player != game.turn
        active = START_ACTIVE_SECOND_OF_2 if second_of_two else START_ACTIVE
        game.active[player] = active
        game.passive[player] = int(WORKERS[game.players]) - active
        game.leaders[player] = NONE


@rule
def _draw_events(game: Any, with_events: bool) -> None:
    """One event of each century; only that of 1608 is shown."""
    for century in range(CENTURIES):
        game.drawn[century] = century * EVENTS_OF_CENTURY + below(game, EVENTS_OF_CENTURY) if with_events else NONE


@rule
def resample(game: Any, viewer: int, seed: Any) -> None:  # noqa: ARG001  # everybody knows the same
    """Re-draw what nobody can know: the events of centuries to come, and the generator."""
    reseed(game, seed)
    if game.drawn[0] == NONE:
        return
    for century in range(int(game.century) + 1, CENTURIES):
        game.drawn[century] = century * EVENTS_OF_CENTURY + below(game, EVENTS_OF_CENTURY)

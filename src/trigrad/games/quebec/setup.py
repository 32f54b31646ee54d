"""Québec's set-up: tiles, event cards, workers (rulebook, "Setting up")."""

from trigrad.engine.random import below, reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    CENTURIES,
    COLOUR_SITES,
    COLOUR_STARTS,
    COLOUR_TILES,
    CORNERS,
    DUEL,
    EVENT_CARDS_OF_CENTURY,
    SPREAD_COUNT,
    SPREADS,
    START_ACTIVE,
    START_ACTIVE_SECOND_OF_2,
    TILES_OF_COLOUR,
    WORKERS,
)
from trigrad.games.quebec.options import FAMILY, LAYOUT, RULES, SPREAD, WITH_EVENT_CARDS
from trigrad.games.quebec.state import NEUTRAL, NONE, TURN, State


@rule
def setup(game: State, options: Row, seed: Row) -> None:
    """A new game in a zeroed record ("Setting up").

    ``options``: int32[3], players 2..5, then as in ``options``. ``seed``: uint32[8].
    """
    reseed(game, seed)
    game.players = options[0]
    game.family = 1 if options[RULES] == FAMILY else 0
    for colour in range(CORNERS):
        _lay_tiles(game, colour, options[LAYOUT])
    game.open = game.tiles[0]
    if options[RULES] == WITH_EVENT_CARDS:
        draw_event_cards(game, 0)
    else:
        _leave_event_cards(game)
    game.turn = below(game, game.players)
    game.to_move = game.turn
    game.step = TURN
    _hand_out(game)


@rule
def _lay_tiles(game: State, colour: int, layout: int) -> None:
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
def draw_event_cards(game: State, first: int) -> None:
    """One event card for each century from ``first`` on ("Setting up", 7)."""
    for century in range(first, CENTURIES):
        game.drawn[century] = century * EVENT_CARDS_OF_CENTURY + below(game, EVENT_CARDS_OF_CENTURY)


@rule
def _leave_event_cards(game: State) -> None:
    """Without event cards, as in the family rules (Ruling B1)."""
    for century in range(CENTURIES):
        game.drawn[century] = NONE


@rule
def _hand_out(game: State) -> None:
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

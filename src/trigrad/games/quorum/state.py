"""The record of a game of Quorum."""

from trigrad.engine.header import Header
from trigrad.engine.record import int8, uint8
from trigrad.engine.rule import rule
from trigrad.games.quorum.components import (
    CARDS,
    GODS_MAX,
    HAND,
    NUM_PROVINCES,
    PLAYERS_MAX,
    ROME_CARDS,
    ROME_SIZE,
    ROUNDS,
    god_of,
)

# What is asked of the player to move
TAKE, ADVANCE, PLAY = 0, 1, 2

SHOWN_BYTES = (ROME_CARDS + 7) // 8


class State(Header):
    """Cards are numbered 0..71 (Rome) and 72..85 (gods), provinces 0..5 as in the data file."""

    step = int8()  # TAKE, ADVANCE or PLAY
    replaced = int8()  # 1 if Rome was replaced by choice this turn
    ring = int8(NUM_PROVINCES)  # province at each place, clockwise seen from above
    values = int8(NUM_PROVINCES)  # value of each province, 1..4
    spaces = int8(PLAYERS_MAX, NUM_PROVINCES)  # space of each player's marker in each province, 0..15
    ranking = int8(NUM_PROVINCES, PLAYERS_MAX)  # players of each province, farthest first; lower in a stack first
    rome = int8(ROME_SIZE)  # card at each position of Rome
    deck = int8(CARDS)  # draw pile, top at deck_size - 1; 0 behind it
    deck_size = int8()  # 17..73 once the cards are dealt
    hand = int8(PLAYERS_MAX, HAND + 1)  # Rome cards in each hand, oldest first
    hand_size = int8(PLAYERS_MAX)  # 1..5
    gods = int8(PLAYERS_MAX, GODS_MAX)  # gods that each player has taken, oldest first
    god_count = int8(PLAYERS_MAX)  # 0..3
    played = int8(PLAYERS_MAX, ROUNDS)  # cards that each player has in play, oldest first
    played_count = int8(PLAYERS_MAX)  # 0..12
    shown = uint8(SHOWN_BYTES)  # one bit a Rome card: its front has been face up


@rule
def is_shown(game: State, card: int) -> bool:
    """Whether the front of a Rome card has been face up in this game."""
    return (int(game.shown[card >> 3]) >> (int(card) & 7)) & 1 == 1


@rule
def mark_shown(game: State, card: int) -> None:
    """From now on everybody has seen the front of a Rome card."""
    game.shown[card >> 3] |= 1 << (int(card) & 7)


@rule
def acting_god(game: State) -> int:
    """Which god 0..6 the player to move has taken last: the one that is to act."""
    player = int(game.to_move)
    return god_of(game.gods[player, int(game.god_count[player]) - 1])

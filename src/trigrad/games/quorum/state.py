"""The record of a game of Quorum."""

import numpy as np

from trigrad.engine.header import state_dtype
from trigrad.games.quorum.components import (
    CARDS,
    GODS_MAX,
    HAND,
    MARKET,
    PLAYERS_MAX,
    PROVINCES,
    ROME_CARDS,
    ROUNDS,
)

# What is asked of the player to move
TAKE, ADVANCE, PLAY = 0, 1, 2

_PROVINCES = len(PROVINCES)
SHOWN_BYTES = (ROME_CARDS + 7) // 8

# Cards are numbered 0..71 (Rome) and 72..85 (gods), provinces 0..5 as in the data file.
State = state_dtype(
    [
        ("step", np.int8),  # TAKE, ADVANCE or PLAY
        ("replaced", np.int8),  # 1 if Rome was replaced by choice this turn
        ("ring", np.int8, (_PROVINCES,)),  # province at each place, clockwise seen from above
        ("values", np.int8, (_PROVINCES,)),  # value of each province, 1..4
        ("positions", np.int8, (PLAYERS_MAX, _PROVINCES)),  # marker of player in province, 0..15
        ("ranking", np.int8, (_PROVINCES, PLAYERS_MAX)),  # players, farthest first; lower in a stack first
        ("rome", np.int8, (MARKET,)),  # cards on offer
        ("deck", np.int8, (CARDS,)),  # draw pile, top at deck_size - 1
        ("deck_size", np.int8),
        ("hand", np.int8, (PLAYERS_MAX, HAND + 1)),  # Rome cards in hand, oldest first
        ("hand_size", np.int8, (PLAYERS_MAX,)),
        ("gods", np.int8, (PLAYERS_MAX, GODS_MAX)),  # god cards taken
        ("god_count", np.int8, (PLAYERS_MAX,)),
        ("played", np.int8, (PLAYERS_MAX, ROUNDS)),  # cards in play, oldest first
        ("played_count", np.int8, (PLAYERS_MAX,)),
        ("shown", np.uint8, (SHOWN_BYTES,)),  # one bit a Rome card: its front has been face up
    ]
)

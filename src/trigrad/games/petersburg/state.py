"""The record of a game of Saint Petersburg."""

from typing import Any

import numpy as np

from trigrad.engine.header import MAX_PLAYERS, state_dtype
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import DECK_MAX, KINDS, MARKET_MAX, TABLE_KINDS, WAREHOUSE_LIMIT

# What is asked of the player to move
ACT = 0  # one of the four actions, or a special card
DISPLACE = 1  # which own card makes room for a trading card
DRAWN = 2  # what to do with the card drawn
PILE = 3  # which card of the discard pile
DISCARD = 4  # which other hand card goes ("Away with it!")
HOST = 5  # which own card the Buffoon or the Banquet lies on
THEFT = 6  # play the Theft now, at the beginning of the phase?
GUILD_MIX = 7  # how many of the Guild's four are points
HOUSE_DEAL = 8  # buy points at the Trading House?
PUB_DEAL = 9  # how many points to buy in the Pubs

# Where a card that is being bought comes from: a place on the board, one in the hand, or drawn
FROM_HAND = MARKET_MAX
FROM_DRAWN = FROM_HAND + WAREHOUSE_LIMIT

# What a card was drawn with
BY_OBSERVATORY, BY_PRISON, BY_BLACK_MARKET = 0, 1, 2

# Cards are counted by kind (see ``components``), seats are 0.., phases and decks 0..3.
State = state_dtype(
    [
        ("money", np.int16, (MAX_PLAYERS,)),  # rubles
        ("points", np.int16, (MAX_PLAYERS,)),  # on the score track
        ("displaceable", np.int64, (MAX_PLAYERS,)),  # one bit a kind: a free copy lies face up in the area
        ("income_rubles", np.int16, (MAX_PLAYERS, 3)),  # printed on the area's cards, by colour
        ("income_points", np.int16, (MAX_PLAYERS, 3)),
        ("owned", np.int8, (MAX_PLAYERS, TABLE_KINDS)),  # copies of a kind in the area
        ("cards", np.int8, (MAX_PLAYERS, 3)),  # cards of a colour in the area
        ("discount", np.int8, (MAX_PLAYERS, 3)),  # rubles off each card of a colour
        ("wool", np.int8, (MAX_PLAYERS,)),  # weaving symbols in the area
        ("face_down", np.int8, (MAX_PLAYERS, 3)),  # used this round, in the order of components.USABLE
        ("hand", np.int8, (MAX_PLAYERS, WAREHOUSE_LIMIT)),  # kinds, oldest first
        ("hand_size", np.int8, (MAX_PLAYERS,)),
        ("host", np.int8, (2,)),  # kind under the Buffoon and under the Banquet, -1 = not played
        ("host_owner", np.int8, (2,)),  # seat, or -1
        ("thief", np.int8),  # seat with the Theft in hand, or -1
        ("market", np.int8, (MARKET_MAX,)),  # kinds on the board: the lower row first, then the upper
        ("market_size", np.int8),
        ("lower_size", np.int8),  # how many of them are the lower row
        ("deck", np.int8, (4, DECK_MAX)),  # kinds, top at deck_size - 1
        ("deck_size", np.int8, (4,)),
        ("pile", np.int8, (KINDS,)),  # discarded cards of each kind
        ("pile_cards", np.int16),  # discarded cards without action cards
        ("phase", np.int8),
        ("round_number", np.int16),  # from 1
        ("last_round", np.int8),  # 1 once a deck has run out
        ("starter", np.int8, (4,)),  # seat with the phase's token
        ("disc", np.int8),  # seat with the disc of five players, or -1
        ("step", np.int8),  # what is asked: ACT..PUB_DEAL
        ("first", np.int8),  # seat that acts first in this phase
        ("passes", np.int8),  # players who passed in a row
        ("extra", np.int8),  # actions left of a Double Turn
        ("asked", np.int8),  # questions dealt with after the income of buildings
        ("buying", np.int8),  # kind that is being bought or laid on a host
        ("source", np.int8),  # where it comes from
        ("drawn", np.int8),  # kind drawn, -1 = none
        ("drawn_by", np.int8),  # BY_OBSERVATORY, BY_PRISON, BY_BLACK_MARKET
        ("society", np.int8),  # 1 = nobles beyond the tenth score
        ("open_money", np.int8),
        ("open_hands", np.int8),
    ]
)


@rule
def plain(field: Any) -> int:
    """A small field as an integer of full width, so that a rule is compiled for one type of argument."""
    return int(field) + 0

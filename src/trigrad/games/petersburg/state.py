"""The record of a game of Saint Petersburg."""

from trigrad.engine.header import MAX_PLAYERS, Header
from trigrad.engine.record import int8, int16, int64
from trigrad.games.petersburg.components import DECK_MAX, KINDS, MARKET_MAX, TABLE_KINDS, WAREHOUSE_LIMIT

# What is asked of the player to move
ACT = 0  # one of the four actions, or a special card
DISPLACE = 1  # which own card makes room for a trading card
DRAWN = 2  # what to do with the card drawn
PILE = 3  # which card of the discard pile
DISCARD = 4  # which other hand card goes ("Away with it!")
HOST = 5  # which own card the Jester or the Banquet lies on
PICKPOCKET_PLAY = 6  # play the Pickpocket now, at the beginning of the phase?
GUILD_MIX = 7  # how many of the Guild Hall's four are points
HOUSE_DEAL = 8  # buy points at the Trading House?
PUB_DEAL = 9  # how many points to buy in the Pubs

# Where a card that is being bought comes from: a place on the board, one in the hand, or drawn
FROM_HAND = MARKET_MAX
FROM_DRAWN = FROM_HAND + WAREHOUSE_LIMIT

# What a card was drawn with
BY_OBSERVATORY, BY_PRISON, BY_BLACK_MARKET = range(3)

# The two guests, action cards that lie on a host
JESTER_GUEST, BANQUET_GUEST = range(2)


class State(Header):
    """A game: cards are counted by kind (see ``components``), phases and decks are 0..3, colours 0..2."""

    money = int16(MAX_PLAYERS)  # rubles, from 0
    points = int16(MAX_PLAYERS)  # on the score track, from 0

    # Areas: what lies there, and beside it what the rules ask of it most often
    owned = int8(MAX_PLAYERS, TABLE_KINDS)  # copies of a kind in the area
    cards = int8(MAX_PLAYERS, 3)  # cards of a colour in the area
    income_rubles = int16(MAX_PLAYERS, 3)  # rubles printed on the area's cards, by colour
    income_points = int16(MAX_PLAYERS, 3)  # points printed on them, by colour
    discount = int8(MAX_PLAYERS, 3)  # rubles off each card of a colour
    wool = int8(MAX_PLAYERS)  # weaving symbols in the area
    displaceable = int64(MAX_PLAYERS)  # one bit a kind: a copy lies face up in the area, without a guest
    face_down = int8(MAX_PLAYERS, 3)  # copies used this round, in the order of components.USABLE
    host = int8(2)  # kind under the Jester and under the Banquet, -1 = not laid
    host_owner = int8(2)  # seat whose card that is, or -1

    hand = int8(MAX_PLAYERS, WAREHOUSE_LIMIT)  # kinds, oldest first
    hand_size = int8(MAX_PLAYERS)  # 0..4
    pickpocket = int8()  # seat with the Pickpocket in hand, or -1

    # The board, the decks, the discard pile
    market = int8(MARKET_MAX)  # kinds on the board: the lower row first, then the upper
    market_size = int8()  # 0..10
    lower_size = int8()  # how many of them are the lower row, 0..10
    deck = int8(4, DECK_MAX)  # kinds, top at deck_size - 1
    deck_size = int8(4)  # 0..45
    pile = int8(KINDS)  # discarded cards of each kind
    pile_cards = int16()  # discarded cards without action cards

    # Phases and rounds
    phase = int8()  # 0..3
    round_number = int16()  # from 1
    last_round = int8()  # 1 once a deck has run out
    starter = int8(4)  # seat with the phase's token
    disc = int8()  # seat with the disc of five players, or -1
    first = int8()  # seat that acts first in this phase
    passes = int8()  # players who passed in a row

    # The choice that is open
    step = int8()  # what is asked: ACT..PUB_DEAL
    extra = int8()  # actions left of a Double Turn, 0..2
    asked = int8()  # questions dealt with after the income of buildings, 0..15
    buying = int8()  # kind that is being bought or laid on a host, -1 = none
    source = int8()  # where it comes from: a place on the board, FROM_HAND + place in the hand, FROM_DRAWN
    drawn = int8()  # kind drawn, -1 = none
    drawn_by = int8()  # BY_OBSERVATORY, BY_PRISON, BY_BLACK_MARKET

    # What the table has chosen
    society = int8()  # 1 = New Society is in play: aristocrats beyond the tenth score
    open_money = int8()  # 1 = everybody sees all money
    open_hands = int8()  # 1 = everybody sees all hands

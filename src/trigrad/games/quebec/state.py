"""The record of a game of Québec."""

import numpy as np

from trigrad.engine.header import MAX_PLAYERS, state_dtype
from trigrad.games.quebec.components import CENTURIES, SITES, SLOTS, ZONES

# What is asked of the player to move (``step``)
NOBODY = 0  # only while a choice is being carried out
TURN = 1  # one of the four actions
PLACE_ARCHITECT = 2  # on an open site
REDIRECT = 3  # the political leader: the zone for the workers of a completed building
PAIR = 4  # the political leader for two players: the zone to fill first
CHOOSE_DISTRICT = 5  # an "any" district: whose action
USE = 6  # a part that scores or activates
SETTLE_ZONE = 7  # workers into which zone
SETTLE_NUMBER = 8  # how many
MOVE_FROM = 9  # own workers out of which zone
MOVE_NUMBER = 10  # how many
MOVE_TO = 11  # into which zone
START_BUILDING = 12  # the rich district
CONTRIBUTE_AGAIN = 13  # the business district
UPGRADE_STAR = 14  # the arts district

# What comes when that is answered (``stage``)
SITES_WANTED = 0  # lifted architects look for a site
CENTURY_CLOSES = 1  # the economic leader's building, then the scoring
CENTURY_SCORES = 2  # the scoring and the next century
TURN_FINISHES = 3  # the turn that the century's end interrupted
DISTRICT_GOES_ON = 4  # the next part of a complementary action
TURN_ENDS = 5  # the next player's turn
TURN_BEGINS = 6  # a turn begins

# What ended a century (``cause``)
NO_WORKERS = 1  # a player about to move had none left
NO_SITE = 2  # none for a player's own architect
NO_SITE_FOR_LEADER = 3  # none for the economic leader's architect
NO_SITE_FOR_COMMON = 4  # none for the common architect of two players

NEUTRAL = MAX_PLAYERS  # index of the neutral architect
NONE = -1

# Where points come from besides the zones (``earned``)
FROM_DISTRICTS, FROM_LEADERS, FROM_EVENTS = range(3)
SOURCES = 3

_CORNERS = len(ZONES) - 1

# Sites are 0..43, a set of sites has one bit each. Zones are 0..4 as in the data file, the
# Citadel last; a set of zones has one bit each.
State = state_dtype(
    [
        ("step", np.int8),  # what is asked
        ("stage", np.int8),  # what follows
        ("family", np.int8),  # 1 = the family rules
        ("century", np.int8),  # 0..3
        ("turn", np.int8),  # whose turn it is: the player to move, or the one a political leader interrupts
        ("cause", np.int8),  # what ended the century before this one, 0 = it is the first
        # The board
        ("tiles", np.int64, (CENTURIES,)),  # sites of each century, a set
        ("open", np.int64),  # sites with a disc, a set
        ("architects", np.int8, (MAX_PLAYERS + 1,)),  # site of each player's and the neutral one; -1 = in hand
        ("slots", np.int8, (SITES, SLOTS)),  # player + 1 whose workers are in a slot, 0 = free
        ("starred", np.int64, (MAX_PLAYERS,)),  # sites with a star token of the player, a set
        ("stars", np.int8, (SITES,)),  # stars of the token there, 0..3
        # Workers and points of each player
        ("active", np.int8, (MAX_PLAYERS,)),  # workers on the hand tile
        ("passive", np.int8, (MAX_PLAYERS,)),  # workers in the supply
        ("zones", np.int8, (MAX_PLAYERS, len(ZONES))),  # workers in the zones
        ("points", np.int16, (MAX_PLAYERS,)),  # on the score track
        # Leaders and events
        ("leaders", np.int8, (MAX_PLAYERS,)),  # leader of each player this century, -1 = none
        ("drawn", np.int8, (CENTURIES,)),  # event of each century, those to come face down; -1 = played without
        ("fulfilled", np.int8, (2,)),  # players that were first and second in the race of 1608; -1 = nobody yet
        # A building being started
        ("own_waits", np.int8),  # 1 = the own architect is to be placed
        ("neutral_waits", np.int8),  # 1 = the neutral architect is to be placed
        ("site", np.int8),  # the site being completed, or just contributed to
        ("owner", np.int8),  # whose star token the site being completed gets; -1 = nobody's
        # A complementary action
        ("district", np.int8),  # whose action is being done
        ("part", np.int8),  # which part of it, 0..2
        ("begun", np.int8),  # 1 = some of it was done
        ("zone", np.int8),  # zone chosen so far
        ("number", np.int8),  # workers to move
        # For the score sheet
        ("scored", np.int8, (CENTURIES, len(ZONES), MAX_PLAYERS)),  # workers that scored
        ("cascaded", np.int8, (CENTURIES, len(ZONES), MAX_PLAYERS)),  # workers that cascaded; bonus in family rules
        ("earned", np.int16, (MAX_PLAYERS, SOURCES)),  # points from districts, leaders, events
    ]
)

"""The record of a game of Québec, and what can be read off it at a glance.

Sites are 0..43; a set of sites has one bit each. Zones are 0..4 as in the data file, the
Citadel last. A leader is numbered as the zone of its colour. Centuries are 0..3.
"""

from trigrad.engine.header import MAX_PLAYERS, Header
from trigrad.engine.record import int8, int16, int64
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import (
    CENTURIES,
    EVENT_CARDS_OF_CENTURY,
    SITE_WORKERS,
    SITES,
    SLOTS,
    ZONES,
    has_site,
)

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

NEUTRAL = MAX_PLAYERS  # index of the neutral architect: the economic leader's, or the common one of two players
NONE = -1

# Where points come from besides the zones (``earned``)
FROM_DISTRICTS, FROM_LEADERS, FROM_EVENT_CARDS = range(3)
SOURCES = 3

_ZONES = len(ZONES)


class State(Header):
    """The record of a game."""

    step = int8()  # what is asked
    stage = int8()  # what follows
    family = int8()  # 1 = the family rules
    century = int8()  # 0..3
    turn = int8()  # whose turn it is: the player to move, or the one a political leader interrupts
    cause = int8()  # what ended the century before this one, 0 = it is the first
    # The board
    tiles = int64(CENTURIES)  # sites of each century, a set
    open = int64()  # sites with a disc, a set
    architects = int8(MAX_PLAYERS + 1)  # site of each player's and the neutral one; -1 = in hand
    slots = int8(SITES, SLOTS)  # player + 1 whose workers are in a slot, 0 = free
    starred = int64(MAX_PLAYERS)  # sites with a star token of the player, a set
    stars = int8(SITES)  # stars of the token there, 0..3
    # Workers and points of each player
    active = int8(MAX_PLAYERS)  # workers on the hand tile, 0..25
    passive = int8(MAX_PLAYERS)  # workers in the supply, 0..25
    zones = int8(MAX_PLAYERS, len(ZONES))  # workers in the zones
    points = int16(MAX_PLAYERS)  # on the score track
    # Leaders and event cards
    leaders = int8(MAX_PLAYERS)  # leader of each player this century, -1 = none
    drawn = int8(CENTURIES)  # event card 0..15 of each century, those to come face down; -1 = played without
    fulfilled = int8(2)  # players that were first and second in the race of 1608; -1 = nobody yet
    # A building being started
    own_waits = int8()  # 1 = the own architect is to be placed
    neutral_waits = int8()  # 1 = the neutral architect is to be placed
    site = int8()  # the site being completed, or just contributed to
    owner = int8()  # whose star token the site being completed gets; -1 = nobody's
    # A complementary action
    district = int8()  # whose action is being done, 0..15
    part = int8()  # which part of it, 0..2
    begun = int8()  # 1 = some of it was done
    zone = int8()  # zone chosen so far
    number = int8()  # workers to move, 1..2
    # For the score sheet
    scored = int8(CENTURIES, len(ZONES), MAX_PLAYERS)  # workers that scored
    cascaded = int8(CENTURIES, len(ZONES), MAX_PLAYERS)  # workers that cascaded; bonus in family rules
    earned = int16(MAX_PLAYERS, SOURCES)  # points from districts, leaders, event cards


# --- Sites --------------------------------------------------------------------------------


@rule
def sites_under_construction(game: State) -> int:
    """The sites with an architect, as a set."""
    sites = 0
    for architect in range(NEUTRAL + 1):
        site = int(game.architects[architect])
        if site != NONE:
            sites |= 1 << site
    return sites


@rule
def architect_on(game: State, site: int) -> int:
    """Whose architect stands on a site: a player, ``NEUTRAL``, or -1."""
    for architect in range(NEUTRAL + 1):
        if game.architects[architect] == site:
            return architect
    return NONE


@rule
def contributions(game: State, site: int) -> int:
    """How many contributions a site has had, 0..3."""
    count = 0
    for slot in range(SLOTS):
        if game.slots[site, slot] != 0:
            count += 1
    return count


@rule
def workers_on_site(game: State, player: int, site: int) -> int:
    """A player's workers on a site."""
    groups = 0
    for slot in range(SLOTS):
        if game.slots[site, slot] == player + 1:
            groups += 1
    return groups * int(SITE_WORKERS[site])


def century_of(game: State, site: int) -> int:
    """The century of a site's tile, 0..3."""
    return next(century for century in range(CENTURIES) if has_site(game.tiles[century], site))


# --- Zones, leaders, event cards ----------------------------------------------------------


@rule
def zones_occupied(game: State, player: int) -> int:
    """In how many of the five zones a player has workers."""
    count = 0
    for zone in range(_ZONES):
        if game.zones[player, zone] > 0:
            count += 1
    return count


@rule
def holder(game: State, leader: int) -> int:
    """Who holds a leader this century, or -1."""
    for player in range(game.players):
        if game.leaders[player] == leader:
            return player
    return NONE


@rule
def in_force(game: State, card: int) -> bool:
    """Whether an event card holds now: 1608's all game, the others in their century (Ruling B8)."""
    if card < EVENT_CARDS_OF_CENTURY:
        return bool(game.drawn[0] == card)
    return bool(game.drawn[game.century] == card)

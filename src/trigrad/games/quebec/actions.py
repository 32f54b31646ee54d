"""The numbers of Québec's actions, and the kinds of events that the journal holds."""

from trigrad.games.quebec.components import DISTRICTS, LEADERS, SITES, ZONES

# Actions; what one means depends on what is asked
SITE_0 = 0  # 0..43: a site
ZONE_0 = SITE_0 + SITES  # 44..48: a zone
START_OWN = ZONE_0 + len(ZONES)  # 49: start a building with the own architect
START_NEUTRAL = START_OWN + 1  # 50: start a building with the neutral architect
LEADER_0 = START_NEUTRAL + 1  # 51..55: take a leader
DISTRICT_0 = LEADER_0 + len(LEADERS)  # 56..71: do a district's action, or this part of it
NUMBER_0 = DISTRICT_0 + len(DISTRICTS) - 1  # 72..73: NUMBER_0 + n = n workers, 1 or 2
SKIP = NUMBER_0 + 3  # 74: not this part of the complementary action
NUM_ACTIONS = SKIP + 1

# Events: kind, player, values
EV_START = 1  # 1 if with the neutral architect
EV_COMPLETE = 2  # site, stars of the token (0 = none); the player is its owner or -1
EV_LEAVE = 3  # zone, workers that went there from the completed building, 1 if redirected
EV_ARCHITECT = 4  # site, 1 if the neutral one
EV_ACTIVATE = 5  # workers
EV_CONTRIBUTE = 6  # site, workers, 1 if by the business district, 2 if by a leader
EV_SEND = 7  # zone, workers, 0 if it is the turn's action, 1 if by a district, 2 if by a leader
EV_MOVE = 8  # zone from, zone to, workers
EV_LEADER = 9  # leader
EV_DISTRICT = 10  # district whose complementary action begins
EV_UPGRADE = 11  # site, stars now
EV_POINTS = 12  # points, their source (``state.FROM_...``)
EV_CENTURY_ENDS = 13  # century, cause
EV_WITHDRAW = 14  # workers that the conscription takes out of the zones
EV_ZONE = 15  # zone, workers that score, workers that cascade, zone they go to (5 = active)
EV_FAMILY_ZONE = 16  # zone, workers that score, bonus for the majority
EV_CANALS = 17  # active workers that go back to the supply
EV_CENTURY = 18  # century that begins
EV_EVENT = 19  # event
EV_FINAL = 20  # points for workers on sites, active workers, main group, other buildings
EV_END = 21  # -
EV_SKIP = 22  # district of which a part is declined
EV_CHOOSE = 23  # a zone or a number was chosen, and the next question follows

TO_ACTIVE = len(ZONES)  # as the zone that workers cascade to

# Events after which a choice cannot be undone, since something hidden was seen
REVEALING = (EV_EVENT,)

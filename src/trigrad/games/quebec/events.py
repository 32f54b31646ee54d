"""What can happen in a game of Québec, as the journal notes it.

Sites are numbered 0..43, zones 0..4 as in the data file, the Citadel last.
"""

from trigrad.engine.journal import EventTable
from trigrad.games.quebec.components import ZONES

TO_ACTIVE = len(ZONES)  # as the zone that workers cascade to: the hand tile, where they are active

EVENTS = EventTable()

# Starting and completing buildings
STARTED = EVENTS.kind("started", "neutral")  # 1 = with the economic leader's neutral architect
COMPLETED = EVENTS.kind("completed", "site stars")  # stars of the token, 0 = none; the player is its owner or -1
LEFT_SITE = EVENTS.kind("left_site", "zone workers redirected")  # from the site to the zone; 1 = redirected
PLACED = EVENTS.kind("placed", "site neutral")  # an architect; 1 = the neutral one

# Workers
ACTIVATED = EVENTS.kind("activated", "workers")
CONTRIBUTED = EVENTS.kind("contributed", "site workers source")  # source: BY_... below
SENT = EVENTS.kind("sent", "zone workers source")  # source: BY_... below
MOVED = EVENTS.kind("moved", "origin target workers")  # from zone to zone

# Leaders and districts
LEADER_TAKEN = EVENTS.kind("leader_taken", "leader")
ACTION_BEGUN = EVENTS.kind("action_begun", "district")  # its complementary action
SKIPPED = EVENTS.kind("skipped", "district")  # a part of its action is declined
CHOSEN = EVENTS.kind("chosen")  # a zone or a number of workers; the next question follows
UPGRADED = EVENTS.kind("upgraded", "site stars")  # stars of the token now
SCORED = EVENTS.kind("scored", "points source")  # source: ``state.FROM_...``

# The end of a century and of the game
CENTURY_ENDED = EVENTS.kind("century_ended", "century cause")  # century 0..3; cause as in the record
WITHDRAWN = EVENTS.kind("withdrawn", "workers")  # that the conscription takes out of the zones
ZONE_SCORED = EVENTS.kind("zone_scored", "zone workers cascading target")  # target: a zone or ``TO_ACTIVE``
FAMILY_ZONE_SCORED = EVENTS.kind("family_zone_scored", "zone workers bonus")  # bonus for the majority in points
DEACTIVATED = EVENTS.kind("deactivated", "workers")  # that the naval canals send back to the supply
CENTURY_BEGUN = EVENTS.kind("century_begun", "century")  # 1..3
REVEALED = EVENTS.kind("revealed", "card")  # the event card of the century
FINAL_SCORED = EVENTS.kind("final_scored", "sites active group others")  # points for each of these

REVEALING = frozenset({REVEALED})

# How workers came onto a site or into a zone: by the turn's action, a district's, or a leader's
BY_TURN, BY_DISTRICT, BY_LEADER = range(3)

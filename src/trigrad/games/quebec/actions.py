"""The numbers of Québec's choices and their notation; what one means depends on what is asked."""

from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.components import DISTRICTS, LEADERS, SITES, ZONES, first_site

SITE_0 = 0  # 0..43: a site
ZONE_0 = SITE_0 + SITES  # 44..48: a zone
START_OWN = ZONE_0 + len(ZONES)  # 49: start a building with the own architect
START_NEUTRAL = START_OWN + 1  # 50: start a building with the neutral architect
LEADER_0 = START_NEUTRAL + 1  # 51..55: take a leader
DISTRICT_0 = LEADER_0 + len(LEADERS)  # 56..71: do a district's action, or this part of it
NUMBER_0 = DISTRICT_0 + len(DISTRICTS) - 1  # 72..73: NUMBER_0 + n = n workers, 1 or 2
SKIP = NUMBER_0 + 3  # 74: not this part of the complementary action
NUM_ACTIONS = SKIP + 1


def notation(action: int) -> str:
    """``site 1`` .. ``site 44``, ``zone religion``, ``start own``, ``leader political``, ``do irish``, ``workers 2``.

    And ``skip``.
    """
    if action < ZONE_0:
        return f"site {action - SITE_0 + 1}"
    if action < START_OWN:
        return f"zone {ZONES[action - ZONE_0]}"
    if action < LEADER_0:
        return "start own" if action == START_OWN else "start neutral"
    if action < DISTRICT_0:
        return f"leader {LEADERS[action - LEADER_0]}"
    if action <= NUMBER_0:
        return f"do {DISTRICTS[action - DISTRICT_0]}"
    return "skip" if action == SKIP else f"workers {action - NUMBER_0}"


@rule
def write_sites(sites: int, out: Row) -> int:
    """A set of sites as actions."""
    count = 0
    while sites != 0:
        out[count] = SITE_0 + first_site(sites)
        sites &= sites - 1
        count += 1
    return count

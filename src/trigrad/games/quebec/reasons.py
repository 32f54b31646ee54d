"""What speaks for a choice in Québec: the features that mean the same to people, and their words."""

from trigrad.engine.reason import Reason, either, more_or_fewer
from trigrad.engine.text import Text
from trigrad.games.quebec import features as f
from trigrad.games.quebec.components import (
    CITADEL_LEADER,
    CULTURAL,
    ECONOMIC,
    POLITICAL,
    RELIGIOUS,
    SLOTS,
    ZONES,
)

_FEWER = -1


def _leader(leader: int, there: Text, missing: Text) -> Reason:
    return Reason((f.LEADER_0 + leader,), either(there, missing))


REASONS = (
    Reason(
        (f.NOW,),
        more_or_fewer("{number} point as things stand", "{number} points as things stand"),
        also=(f.IN_ZONES, f.ZONES_OPEN),
    ),
    Reason(
        (f.ACTIVE,),
        more_or_fewer("{number} active worker", "{number} active workers"),
        also=(f.SPARE, f.ACTIVE_OPEN),
    ),
    Reason(
        (f.SUPPLY,),
        more_or_fewer("{number} worker in the supply", "{number} workers in the supply"),
        also=(f.SUPPLY_OPEN, f.SHORT),
    ),
    Reason(
        (f.HOME,),
        more_or_fewer("{number} worker who comes home active", "{number} workers who come home active"),
    ),
    Reason(
        tuple(range(f.ZONE_0, f.ZONE_0 + len(ZONES))),
        more_or_fewer("{number} worker in the zones", "{number} workers in the zones"),
    ),
    Reason(
        tuple(range(f.LEAD_0, f.LEAD_0 + len(ZONES))),
        more_or_fewer("{number} worker ahead in the zones", "{number} workers ahead in the zones"),
    ),
    Reason(
        (f.ON_OWN_SITE,),
        more_or_fewer("{number} worker on the own site", "{number} workers on the own site"),
    ),
    Reason(
        (f.ON_OTHER_SITES,),
        more_or_fewer("{number} worker on others’ sites", "{number} workers on others’ sites"),
    ),
    Reason(
        (f.SITE_GAIN,),
        more_or_fewer("{number} point from the own site", "{number} points from the own site"),
        also=(f.SITE_NONE, *range(f.SITE_ONE, f.SITE_ONE + SLOTS), f.SITE_PRICE, f.CULTURAL_SITE),
    ),
    Reason(
        (f.SITE_MORE,),
        more_or_fewer(
            "{number} point from the next contribution to the own site",
            "{number} points from the next contribution to the own site",
        ),
    ),
    Reason(
        (f.GROUP,),
        more_or_fewer("{number} building in the main group", "{number} buildings in the main group"),
    ),
    Reason(
        (f.BUILDINGS,),
        more_or_fewer("{number} building of one’s own", "{number} buildings of one’s own"),
    ),
    Reason(
        (f.NEAR,),
        more_or_fewer("{number} open site beside the main group", "{number} open sites beside the main group"),
    ),
    Reason(
        (f.NEAR_LATER,),
        more_or_fewer(
            "{number} site of later centuries beside the main group",
            "{number} sites of later centuries beside the main group",
        ),
    ),
    _leader(RELIGIOUS, Text("the religious leader"), Text("not the religious leader")),
    _leader(POLITICAL, Text("the political leader"), Text("not the political leader")),
    _leader(ECONOMIC, Text("the economic leader"), Text("not the economic leader")),
    _leader(CULTURAL, Text("the cultural leader"), Text("not the cultural leader")),
    _leader(CITADEL_LEADER, Text("the leader of the Citadel"), Text("not the leader of the Citadel")),
    Reason(
        (f.LEADER_OPEN,),
        either(Text("a leader can still be taken"), Text("a leader can no longer be taken")),
        also=(f.LEADER_TIMES_OPEN,),
    ),
    Reason(
        (f.OTHERS_ACTIVE,),
        more_or_fewer(
            "{number} active worker of each of the others, on average",
            "{number} active workers of each of the others, on average",
        ),
        better=_FEWER,
    ),
    Reason(
        (f.OTHERS_ROOM,),
        more_or_fewer("{number} site of others with room", "{number} sites of others with room"),
    ),
    Reason(
        (f.RACE,),
        more_or_fewer("{number} building missing in the race", "{number} buildings missing in the race"),
        better=_FEWER,
    ),
    Reason(
        (f.LARGEST,),
        more_or_fewer("{number} building ahead in the largest group", "{number} buildings ahead in the largest group"),
    ),
)
UNTOLD = (f.ONE, f.OPEN, f.DISTANCE, f.TO_PLACE, f.TO_FINISH)  # nothing that one strives for

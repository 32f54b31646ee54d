"""What speaks for a choice in Quorum: the features that mean the same to people, and their words."""

from trigrad.engine.reason import Reason, more_or_fewer
from trigrad.games.quorum import features as f
from trigrad.games.quorum.components import NUM_PROVINCES

_STRENGTHS = 3

REASONS = (
    Reason(
        (f.NOW,),
        more_or_fewer("{number} point as things stand", "{number} points as things stand"),
    ),
    Reason(
        tuple(range(f.MULTIPLIER_0, f.MULTIPLIER_0 + NUM_PROVINCES)),
        more_or_fewer("{number} step of multipliers", "{number} steps of multipliers"),
    ),
    Reason(
        tuple(range(f.COUNTED_0, f.COUNTED_0 + NUM_PROVINCES)),
        more_or_fewer("{number} card that a province counts", "{number} cards that provinces count"),
        also=(f.POLITICS_CARDS,),  # which one of the provinces counts
    ),
    Reason(
        tuple(range(f.ARMY_1, f.ARMY_1 + _STRENGTHS)),
        more_or_fewer("{number} army card", "{number} army cards"),
    ),
    Reason(
        (f.BUILDINGS,),
        more_or_fewer("{number} different building", "{number} different buildings"),
        also=(f.BUILDINGS_SQUARED,),
    ),
    Reason(
        (f.STRONG_CARDS,),
        more_or_fewer("{number} card of strength 3", "{number} cards of strength 3"),
    ),
    Reason(
        (f.GOODS_OPEN, f.GOODS_COMPLETE),
        more_or_fewer("{number} kind of goods", "{number} kinds of goods"),
    ),
    Reason(
        (f.INFLUENCE,),
        more_or_fewer("{number} space on the tracks", "{number} spaces on the tracks"),
    ),
    Reason((f.GODS,), more_or_fewer("{number} god", "{number} gods")),
    Reason(
        (f.HAND_COUNTED,),
        more_or_fewer("{number} point in hand", "{number} points in hand"),
    ),
    Reason(
        (f.HAND_INFLUENCE,),
        more_or_fewer(
            "{number} space in hand, times the provinces’ values",
            "{number} spaces in hand, times the provinces’ values",
        ),
    ),
    Reason(
        (f.HAND_BUILDINGS,),
        more_or_fewer("{number} new building in hand", "{number} new buildings in hand"),
    ),
    Reason(
        (f.HAND_POLITICS,),
        more_or_fewer("{number} politics card in hand", "{number} politics cards in hand"),
    ),
    Reason(
        (f.HAND_STRONG,),
        more_or_fewer("{number} card of strength 3 in hand", "{number} cards of strength 3 in hand"),
    ),
)
UNTOLD = (f.ONE, f.TO_PLAY, f.DISTANCE)  # the same at the end of the own turn, whatever one chose

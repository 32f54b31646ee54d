"""What speaks for a choice in Quorum: the features that mean the same to people, and their words."""

from trigrad.engine.reason import Reason, more_or_fewer
from trigrad.games.quorum import features as f
from trigrad.games.quorum.components import NUM_PROVINCES, POLITICS, POLITICS_STRENGTH, TYPES

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
        tuple(range(f.ARMY_0, f.ARMY_0 + _STRENGTHS)),
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
        tuple(range(f.GOODS_0, f.GODS)),
        more_or_fewer("{number} kind of goods", "{number} kinds of goods"),
    ),
    Reason(
        tuple(range(f.SPACES_0, f.SPACES_0 + NUM_PROVINCES)),
        more_or_fewer("{number} space on the tracks", "{number} spaces on the tracks"),
        also=(f.AHEAD,),
    ),
    Reason((f.GODS,), more_or_fewer("{number} god", "{number} gods")),
    Reason(
        (f.HAND_COUNTED,),
        more_or_fewer("{number} point in hand", "{number} points in hand"),
        also=(f.HAND_BEST, f.HAND_ALL, f.HAND_GOODS),
    ),
    Reason(
        (f.HAND_INFLUENCE,),
        more_or_fewer(
            "{number} space in hand, times the provinces’ values",
            "{number} spaces in hand, times the provinces’ values",
        ),
        also=tuple(range(f.HAND_PROVINCE_0, f.HAND_PROVINCE_0 + NUM_PROVINCES)),
    ),
    Reason(
        (f.HAND_BUILDINGS,),
        more_or_fewer("{number} new building in hand", "{number} new buildings in hand"),
    ),
    Reason(
        (f.HAND_TYPE_0 + POLITICS,),
        more_or_fewer("{number} politics card in hand", "{number} politics cards in hand"),
    ),
    Reason(
        (f.HAND_STRENGTH_0 + POLITICS_STRENGTH - 1,),
        more_or_fewer("{number} card of strength 3 in hand", "{number} cards of strength 3 in hand"),
    ),
)
# The same for all at the end of the own turn, or what depends on the other cards in hand
UNTOLD = (
    f.ONE,
    *range(f.VALUE_0, f.VALUE_0 + NUM_PROVINCES),
    *(f.HAND_TYPE_0 + kind for kind in range(len(TYPES)) if kind != POLITICS),
    *(f.HAND_STRENGTH_0 + strength for strength in range(_STRENGTHS) if strength != POLITICS_STRENGTH - 1),
    f.ROME_BEST,
    f.ROME_SECOND,
)

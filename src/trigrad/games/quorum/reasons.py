"""What speaks for a choice in Quorum: the features that mean the same to people, and their words."""

from trigrad.engine.reason import Reason, counted
from trigrad.engine.text import Text
from trigrad.games.quorum import features as f
from trigrad.games.quorum.components import NUM_PROVINCES

_STRENGTHS = 3

REASONS = (
    Reason(
        (f.NOW,),
        counted(lambda n: Text.plural("{number} point as things stand", "{number} points as things stand", n)),
    ),
    Reason(
        tuple(range(f.MULTIPLIER_0, f.MULTIPLIER_0 + NUM_PROVINCES)),
        counted(lambda n: Text.plural("{number} step of multipliers", "{number} steps of multipliers", n)),
    ),
    Reason(
        tuple(range(f.COUNTED_0, f.COUNTED_0 + NUM_PROVINCES)),
        counted(
            lambda n: Text.plural("{number} card that a province counts", "{number} cards that provinces count", n)
        ),
        also=(f.POLITICS_CARDS,),  # which one of the provinces counts
    ),
    Reason(
        tuple(range(f.ARMY_1, f.ARMY_1 + _STRENGTHS)),
        counted(lambda n: Text.plural("{number} army card", "{number} army cards", n)),
    ),
    Reason(
        (f.BUILDINGS,),
        counted(lambda n: Text.plural("{number} different building", "{number} different buildings", n)),
        also=(f.BUILDINGS_SQUARED,),
    ),
    Reason(
        (f.STRONG_CARDS,),
        counted(lambda n: Text.plural("{number} card of strength 3", "{number} cards of strength 3", n)),
    ),
    Reason(
        (f.GOODS_OPEN, f.GOODS_COMPLETE),
        counted(lambda n: Text.plural("{number} kind of goods", "{number} kinds of goods", n)),
    ),
    Reason(
        (f.INFLUENCE,),
        counted(lambda n: Text.plural("{number} space on the tracks", "{number} spaces on the tracks", n)),
    ),
    Reason((f.GODS,), counted(lambda n: Text.plural("{number} god", "{number} gods", n))),
    Reason(
        (f.HAND_COUNTED,),
        counted(lambda n: Text.plural("{number} point in hand", "{number} points in hand", n)),
    ),
    Reason(
        (f.HAND_INFLUENCE,),
        counted(
            lambda n: Text.plural(
                "{number} space in hand, times the provinces’ values",
                "{number} spaces in hand, times the provinces’ values",
                n,
            )
        ),
    ),
    Reason(
        (f.HAND_BUILDINGS,),
        counted(lambda n: Text.plural("{number} new building in hand", "{number} new buildings in hand", n)),
    ),
    Reason(
        (f.HAND_POLITICS,),
        counted(lambda n: Text.plural("{number} politics card in hand", "{number} politics cards in hand", n)),
    ),
    Reason(
        (f.HAND_STRONG,),
        counted(
            lambda n: Text.plural("{number} card of strength 3 in hand", "{number} cards of strength 3 in hand", n)
        ),
    ),
)
UNTOLD = (f.ONE, f.TO_PLAY, f.DISTANCE)  # the same at the end of the own turn, whatever one chose

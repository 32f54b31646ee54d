"""What speaks for a choice in Saint Petersburg: the features that mean the same to people, and their words."""

from trigrad.engine.reason import Reason, either, more_or_fewer
from trigrad.engine.text import Text
from trigrad.games.petersburg import features as f
from trigrad.games.petersburg.components import ARISTOCRAT, BUILDING, WORKER

_FEWER = -1

REASONS = (
    Reason(
        (f.SCORE,),
        more_or_fewer("{number} point as things stand", "{number} points as things stand"),
    ),
    Reason(
        (f.MONEY,),
        more_or_fewer("{number} ruble now", "{number} rubles now"),
        also=(f.SHORT, f.RICH),
    ),
    Reason(
        tuple(range(f.RUBLES_0, f.RUBLES_0 + 3)),
        more_or_fewer("{number} ruble to come from the own cards", "{number} rubles to come from the own cards"),
    ),
    Reason(
        tuple(range(f.POINTS_0, f.POINTS_0 + 3)),
        more_or_fewer("{number} point to come from the own cards", "{number} points to come from the own cards"),
    ),
    Reason(
        (f.CARDS_0 + WORKER,),
        more_or_fewer("{number} worker laid out", "{number} workers laid out"),
        also=(f.DISCOUNT_0 + WORKER,),
    ),
    Reason(
        (f.CARDS_0 + BUILDING,),
        more_or_fewer("{number} building laid out", "{number} buildings laid out"),
        also=(f.DISCOUNT_0 + BUILDING,),
    ),
    Reason(
        (f.CARDS_0 + ARISTOCRAT,),
        more_or_fewer("{number} aristocrat laid out", "{number} aristocrats laid out"),
        also=(f.DISCOUNT_0 + ARISTOCRAT,),
    ),
    Reason(
        (f.DISTINCT,),
        more_or_fewer("{number} different aristocrat", "{number} different aristocrats"),
        also=(f.DISTINCT_SQUARED,),
    ),
    Reason(
        (f.HAND_NEW,),
        more_or_fewer("{number} new aristocrat in hand", "{number} new aristocrats in hand"),
    ),
    Reason(
        (f.HAND_WORTH,),
        more_or_fewer("{number} point that cards in hand are worth", "{number} points that cards in hand are worth"),
        also=(f.HAND,),
    ),
    Reason((f.HAND_FULL,), either(Text("no room in the hand"), Text("room in the hand")), better=_FEWER),
    Reason(
        (f.HAND_DEAR,),
        more_or_fewer("{number} card in hand that is too dear now", "{number} cards in hand that are too dear now"),
        better=_FEWER,
    ),
    Reason(
        (f.OBSERVATORIES,),
        more_or_fewer("{number} Observatory", "{number} Observatories"),
    ),
    Reason(
        (f.OBSERVED,),
        more_or_fewer("{number} Observatory used", "{number} Observatories used"),
        better=_FEWER,
    ),
    Reason((f.PUBS,), more_or_fewer("{number} Pub", "{number} Pubs")),
    Reason((f.HOUSE,), either(Text("the Trading House"), Text("no Trading House"))),
    Reason((f.GUILDS,), either(Text("the Guild Hall"), Text("no Guild Hall"))),
    Reason((f.WAREHOUSES,), either(Text("the Warehouse"), Text("no Warehouse"))),
    Reason(
        (f.THEATRES,),
        more_or_fewer("{number} card that pays for each aristocrat", "{number} cards that pay for each aristocrat"),
    ),
    Reason(
        (f.TAXES,),
        more_or_fewer(
            "{number} card that pays for each worker or building", "{number} cards that pay for each worker or building"
        ),
    ),
    Reason((f.CLOTH,), either(Text("the Textile Factory"), Text("no Textile Factory"))),
    Reason(
        (f.MARKET_BEST,),
        more_or_fewer(
            "{number} point that the best card in reach would bring",
            "{number} points that the best card in reach would bring",
        ),
    ),
    Reason(
        (f.MARKET_NEW,),
        either(Text("a new aristocrat stays in reach"), Text("no new aristocrat stays in reach")),
    ),
)
UNTOLD = (f.ONE, *range(f.STARTER_0, f.STARTER_0 + 4), f.DISTANCE, f.TO_FINISH, *range(f.PHASE_1, f.PHASE_1 + 3))
"""Whose turn it is when, which hardly anybody chooses a card for."""

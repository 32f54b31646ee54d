"""What speaks for a choice in Saint Petersburg: the features that mean the same to people, and their words."""

from trigrad.engine.reason import Reason, counted, either
from trigrad.engine.text import Text
from trigrad.games.petersburg import features as f
from trigrad.games.petersburg.components import ARISTOCRAT, BUILDING, WORKER

_FEWER = -1

REASONS = (
    Reason(
        (f.SCORE,),
        counted(lambda n: Text.plural("{number} point as things stand", "{number} points as things stand", n)),
    ),
    Reason(
        (f.MONEY,),
        counted(lambda n: Text.plural("{number} ruble now", "{number} rubles now", n)),
        also=(f.SHORT, f.RICH),
    ),
    Reason(
        tuple(range(f.RUBLES_0, f.RUBLES_0 + 3)),
        counted(
            lambda n: Text.plural(
                "{number} ruble to come from the own cards", "{number} rubles to come from the own cards", n
            )
        ),
    ),
    Reason(
        tuple(range(f.POINTS_0, f.POINTS_0 + 3)),
        counted(
            lambda n: Text.plural(
                "{number} point to come from the own cards", "{number} points to come from the own cards", n
            )
        ),
    ),
    Reason(
        (f.CARDS_0 + WORKER,),
        counted(lambda n: Text.plural("{number} worker laid out", "{number} workers laid out", n)),
        also=(f.DISCOUNT_0 + WORKER,),
    ),
    Reason(
        (f.CARDS_0 + BUILDING,),
        counted(lambda n: Text.plural("{number} building laid out", "{number} buildings laid out", n)),
        also=(f.DISCOUNT_0 + BUILDING,),
    ),
    Reason(
        (f.CARDS_0 + ARISTOCRAT,),
        counted(lambda n: Text.plural("{number} aristocrat laid out", "{number} aristocrats laid out", n)),
        also=(f.DISCOUNT_0 + ARISTOCRAT,),
    ),
    Reason(
        (f.DISTINCT,),
        counted(lambda n: Text.plural("{number} different aristocrat", "{number} different aristocrats", n)),
        also=(f.DISTINCT_SQUARED,),
    ),
    Reason(
        (f.HAND_NEW,),
        counted(lambda n: Text.plural("{number} new aristocrat in hand", "{number} new aristocrats in hand", n)),
    ),
    Reason(
        (f.HAND_WORTH,),
        counted(
            lambda n: Text.plural(
                "{number} point that cards in hand are worth", "{number} points that cards in hand are worth", n
            )
        ),
        also=(f.HAND,),
    ),
    Reason((f.HAND_FULL,), either(Text("no room in the hand"), Text("room in the hand")), better=_FEWER),
    Reason(
        (f.HAND_DEAR,),
        counted(
            lambda n: Text.plural(
                "{number} card in hand that is too dear now", "{number} cards in hand that are too dear now", n
            )
        ),
        better=_FEWER,
    ),
    Reason(
        (f.OBSERVATORIES,),
        counted(lambda n: Text.plural("{number} Observatory", "{number} Observatories", n)),
    ),
    Reason(
        (f.OBSERVED,),
        counted(lambda n: Text.plural("{number} Observatory used", "{number} Observatories used", n)),
        better=_FEWER,
    ),
    Reason((f.PUBS,), counted(lambda n: Text.plural("{number} Pub", "{number} Pubs", n))),
    Reason((f.HOUSE,), either(Text("the Trading House"), Text("no Trading House"))),
    Reason((f.GUILDS,), either(Text("the Guild Hall"), Text("no Guild Hall"))),
    Reason((f.WAREHOUSES,), either(Text("the Warehouse"), Text("no Warehouse"))),
    Reason(
        (f.THEATRES,),
        counted(
            lambda n: Text.plural(
                "{number} card that pays for each aristocrat", "{number} cards that pay for each aristocrat", n
            )
        ),
    ),
    Reason(
        (f.TAXES,),
        counted(
            lambda n: Text.plural(
                "{number} card that pays for each worker or building",
                "{number} cards that pay for each worker or building",
                n,
            )
        ),
    ),
    Reason((f.CLOTH,), either(Text("the Textile Factory"), Text("no Textile Factory"))),
    Reason(
        (f.MARKET_BEST,),
        counted(
            lambda n: Text.plural(
                "{number} point that the best card in reach would bring",
                "{number} points that the best card in reach would bring",
                n,
            )
        ),
    ),
    Reason(
        (f.MARKET_NEW,),
        either(Text("a new aristocrat stays in reach"), Text("no new aristocrat stays in reach")),
    ),
)
UNTOLD = (f.ONE, *range(f.STARTER_0, f.STARTER_0 + 4), f.DISTANCE, f.TO_FINISH, *range(f.PHASE_1, f.PHASE_1 + 3))
"""Whose turn it is when, which hardly anybody chooses a card for."""

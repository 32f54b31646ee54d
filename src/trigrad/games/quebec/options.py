"""What a table of Québec may choose, and how the rules read it."""

from collections.abc import Mapping

from trigrad.engine.game import Option
from trigrad.engine.text import Text

OPTIONS = (
    Option(
        "rules",
        Text("Rules"),
        (("events", Text("Complete with events")), ("complete", Text("Complete")), ("family", Text("Family"))),
    ),
    Option(
        "layout",
        Text("Building tiles"),
        (("spread", Text("Spread evenly")), ("free", Text("At random"))),
    ),
)

# Their places in what ``setup`` is given, after the number of players, and their values there
RULES, LAYOUT = 1, 2
WITH_EVENT_CARDS, COMPLETE, FAMILY = range(3)
SPREAD, FREE = range(2)


def has_event_cards(options: Mapping[str, str]) -> bool:
    """Whether a table plays with event cards, those of centuries to come face down; it does by default."""
    return options.get("rules", "events") == "events"

"""The options of a table of Saint Petersburg, in the order in which ``setup`` reads them."""

from trigrad.engine.game import Option
from trigrad.engine.text import Text
from trigrad.games.petersburg import components as c

SECRET_OR_OPEN = (("secret", Text("Secret")), ("open", Text("Open")))

EXPANSIONS = Option(
    "expansions",
    Text("Expansions"),
    (
        ("base", Text("Base game")),
        ("banquet", Text("The Banquet")),
        ("society", Text("New Society")),
        ("both", Text("Both expansions")),
    ),
)
MONEY = Option("money", Text("Money"), SECRET_OR_OPEN)
HANDS = Option("hands", Text("Hand cards"), SECRET_OR_OPEN)


def _card_option(kind: int) -> Option:
    """How many expansion cards of a kind are in play, whatever the expansions say."""
    numbers = [(str(n), Text("{count} cards", {"count": n})) for n in range(c.choice_max(kind) + 1)]
    return Option(
        f"card_{c.KIND_LIST[kind].id}",
        Text("{card} (expansion cards)", {"card": c.KIND_LIST[kind].name}),
        (("auto", Text("as the expansions say")), *numbers),
        rare=True,
    )


OPTIONS = (EXPANSIONS, MONEY, HANDS, *map(_card_option, c.CHOICE_KINDS))

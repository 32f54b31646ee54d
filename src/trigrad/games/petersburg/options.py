"""The options of a table of Saint Petersburg, and where ``setup`` finds them."""

from trigrad.engine.game import Option
from trigrad.engine.text import Text
from trigrad.games.petersburg import components as c

# Places in the options that ``setup`` is handed; from OPT_CARDS on one for each of ``components.CHOICE_KINDS``
OPT_PLAYERS, OPT_EXPANSIONS, OPT_MONEY, OPT_HANDS, OPT_CARDS = range(5)

# Values at OPT_EXPANSIONS
BASE_GAME, THE_BANQUET, NEW_SOCIETY, BOTH_EXPANSIONS = range(4)

AUTO = 0  # at OPT_CARDS + i: as the expansions say; above it the number of cards + 1

SECRET_OR_OPEN = (("secret", Text("Secret")), ("open", Text("Open")))  # 0, 1

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
    numbers = [(str(n), Text.plural("{number} card", "{number} cards", n)) for n in range(c.choice_max(kind) + 1)]
    return Option(
        f"card_{c.KIND_LIST[kind].id}",
        Text("{card}: expansion cards", {"card": c.KIND_LIST[kind].name}),
        (("auto", Text("as the expansions say")), *numbers),
        rare=True,
    )


OPTIONS = (EXPANSIONS, MONEY, HANDS, *map(_card_option, c.CHOICE_KINDS))

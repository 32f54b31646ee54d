"""The picture of a game of Saint Petersburg: names and tables for the pages in ``pages/``."""

from collections.abc import Mapping
from typing import Any

from trigrad.engine.text import Text
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.view import View, card_view
from trigrad.games.petersburg.words import GROUP_NAMES, PHASE_NAMES

# What a special card does, in a line; the discounts and counts are the data's
ABILITIES = {
    "czar_and_carpenter": Text("Any green trading card can displace it."),
    "czar_and_carpenter_ns": Text("Any green trading card can displace it."),
    "carpenter_workshop": Text("Blue cards cost you 1 ruble less."),
    "gold_smelter": Text("Red cards cost you 1 ruble less."),
    "czar_superstar": Text("Blue and red cards cost you 1 ruble less. Displaces only the Czar and Carpenter."),
    "obshchina_commune": Text("Other green cards cost you 1 ruble less."),
    "new_society_card": Text("Can displace any worker."),
    "potemkin_village": Text("Counts 6 rubles when it is displaced."),
    "potemkin_village_1_4": Text("Counts 4 rubles when it is displaced."),
    "potemkin_village_3_8": Text("Counts 8 rubles when it is displaced."),
    "pub": Text("After the income of buildings: buy up to 5 points for 2 rubles each."),
    "trading_house": Text("After the income of buildings: buy 2 points for 3 rubles."),
    "warehouse": Text("You may hold four cards in hand."),
    "observatory": Text("Once a round, among buildings: draw a card of any deck, instead of its point."),
    "observatory_ns": Text("Once a round, among buildings: draw a card of any deck, instead of its point."),
    "debtors_prison": Text("Once a round, among buildings: a card of the discard pile, instead of its point."),
    "mariinsky_theater": Text("1 ruble for each of your red cards."),
    "mariinsky_theater_ns": Text("1 point for each of your red cards."),
    "coffee_house": Text("1 ruble for each of your red cards."),
    "guild_hall": Text("Four rubles or points in any mix."),
    "textile_factory": Text("2 points for each weaving symbol on your cards."),
    "tax_man": Text("1 ruble for each of your green cards."),
    "mayor": Text("1 ruble for each of your blue cards."),
    "sycophant": Text("After each income of aristocrats pay 1 ruble for it, or lose it."),
    "away_with_it": Text("Discard another card of your hand."),
    "away_with_it_2": Text("Discard another card of your hand."),
    "black_market": Text("Buy a card of the discard pile, or take it in hand."),
    "golden_donkey": Text("5 rubles."),
    "double_turn": Text("Two more actions in a row."),
    "pickpocket": Text("When a phase begins: act first in it, at no cost of an action."),
    "jester": Text("Lay it on an own card with rubles and points: its next income swaps them."),
    "the_banquet": Text("Lay it on an own card with rubles and points: its next income is doubled."),
}

NAMES = {
    "cards": {kind.id: kind.name for kind in c.KIND_LIST},
    "phases": PHASE_NAMES,
    "groups": GROUP_NAMES,
}
# The symbol drawn on a card: each kind has one of its own
ART = {kind.id: f"a-{kind.id}" for kind in c.KIND_LIST}

ARISTOCRAT_TABLE = [int(points) for points in c.ARISTOCRAT_TABLE]  # by different aristocrats


# All kinds of cards of each set, for the pages of rules
KINDS = {which: [card_view(n) for n, kind in enumerate(c.KIND_LIST) if kind.set == which] for which in c.SETS}


def picture(view: View) -> Mapping[str, Any]:
    """What ``pages/table.html`` needs besides the view: names, and the table for aristocrats."""
    return {
        "names": NAMES,
        "art": ART,
        "abilities": ABILITIES,
        "kinds": KINDS,
        "aristocrat_table": ARISTOCRAT_TABLE,
        "aristocrat_extra": c.ARISTOCRAT_EXTRA if view.society else 0,
        "phases": c.PHASES,
    }

"""The picture of a game of Saint Petersburg: names and tables for the pages in ``pages/``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from trigrad.engine.game import Move
from trigrad.engine.journal import Event, Kind
from trigrad.engine.text import Text
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg import events
from trigrad.games.petersburg.state import FROM_DRAWN, FROM_HAND
from trigrad.games.petersburg.view import AreaCard, View, card_view
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


def _lines(area: Sequence[AreaCard]) -> Iterator[tuple[str, list[AreaCard], int]]:
    """The cards of an area, a line a colour, with how many they are."""
    for group in c.GROUPS[:3]:
        held = [entry for entry in area if entry.card.group == group]
        yield group, held, sum([entry.count for entry in held])


def picture(view: View) -> Mapping[str, Any]:
    """What ``pages/table.html`` needs besides the view: names, and the table for aristocrats."""
    return {
        "names": NAMES,
        "art": ART,
        "abilities": ABILITIES,
        "kinds": KINDS,
        "lines": [list(_lines(seat.area)) for seat in view.seats],
        "aristocrat_table": ARISTOCRAT_TABLE,
        "aristocrat_extra": c.ARISTOCRAT_EXTRA if view.society else 0,
        "phases": c.PHASES,
    }


# --- What has happened ----------------------------------------------------------------------


def touched(event: Event) -> Sequence[str]:
    """The ids of the things on the page that an event changed: cards in play, and hands."""
    return _TOUCHED[event.kind](event) if event.kind in _TOUCHED else ()


def moves(event: Event) -> Sequence[Move]:
    """What an event moves on the page: cards between decks, board, hands, areas and the pile; money and points."""
    return _MOVES[event.kind](event) if event.kind in _MOVES else ()


PILE, DRAWN = "pile", "drawn"


def _laid(event: Event, kind: int) -> str:
    """A kind of card in the area of the event's player."""
    return f"player-{event.player}-{c.KIND_LIST[kind].id}"


def _held(event: Event) -> str:
    return f"held-{event.player}"


def _source(event: Event) -> str:
    if event.source == FROM_DRAWN:
        return f"{DRAWN} {_held(event)}"
    return _held(event) if event.source >= FROM_HAND else f"place-{event.source + 1}"


def _stays(*places: str) -> tuple[Move, ...]:
    return tuple(Move(place, place) for place in places)


def _sums(event: Event) -> tuple[Move, ...]:
    """A player's money and points change, as far as the event has any of them."""
    return tuple(
        Move(f"{what}-{event.player}", f"{what}-{event.player}")
        for what, field in (("money", "rubles"), ("points", "points"))
        if field in event.kind.fields and getattr(event, field)
    )


def _bought(event: Event) -> tuple[Move, ...]:
    displaced = (Move(_laid(event, event.displaced), PILE),) if event.displaced >= 0 else ()
    return (*displaced, Move(_source(event), _laid(event, event.card)), *_stays(f"money-{event.player}"))


def _laid_out(event: Event) -> tuple[Move]:
    return (Move(f"deck-{c.KIND_LIST[event.card].deck}", f"place-{event.place + 1}"),)


def _sycophants_paid(event: Event) -> tuple[Move, ...]:
    lost = (Move(_laid(event, c.SYCOPHANT), PILE),) if event.lost else ()
    return (*lost, *(_stays(f"money-{event.player}") if event.rubles else ()))


def _guest_left(event: Event) -> tuple[Move]:
    return (Move(_laid(event, event.host), PILE),)


_TOUCHED: Mapping[Kind, Callable[[Event], Sequence[str]]] = {
    events.BOUGHT: lambda event: (_laid(event, event.card),),
    events.TAKEN: lambda event: (_held(event),),
    events.GUEST_LAID: lambda event: (_laid(event, event.host),),
    events.PRISON_USED: lambda event: (_laid(event, int(c.USABLE[c.PRISON])),),
}
_MOVES: Mapping[Kind, Callable[[Event], Sequence[Move]]] = {
    events.ROUND_BEGAN: lambda _: _stays("round"),
    events.DISC_SCORED: _sums,
    events.PHASE_BEGAN: lambda event: _stays(f"phase-{c.PHASES[event.phase]}"),
    events.LAID_OUT: _laid_out,
    events.MOVED_DOWN: lambda _: _stays("market"),
    events.CLEARED: lambda event: (Move(f"lower-{c.KIND_LIST[event.card].id}", PILE),),
    events.RAN_OUT: lambda event: _stays(f"deck-{c.PHASES[event.deck]}"),
    events.FINAL_SCORED: lambda event: _stays(f"points-{event.player}"),
    events.PASSED: lambda event: _stays(f"player-{event.player}"),
    events.BOUGHT: _bought,
    events.TAKEN: lambda event: (Move(_source(event), _held(event)),),
    events.OBSERVED: lambda event: (Move(f"deck-{c.PHASES[event.deck]}", f"{DRAWN} player-{event.player}"),),
    events.PRISON_USED: lambda event: _stays(_laid(event, int(c.USABLE[c.PRISON]))),
    events.PICKED: lambda event: (Move(PILE, f"{DRAWN} player-{event.player}"),),
    events.DISCARDED: lambda event: (Move(f"{DRAWN} {_held(event)}", PILE),),
    events.ACTION_CARD_PLAYED: lambda event: (Move(_held(event), PILE),),
    events.PICKPOCKET_PLAYED: lambda event: (Move(_held(event), PILE),),
    events.DONKEY_PAID: lambda event: _stays(f"money-{event.player}"),
    events.GUEST_LAID: lambda event: (Move(_held(event), _laid(event, event.host)),),
    events.GUEST_LEFT: _guest_left,
    events.INCOME_PAID: _sums,
    events.SYCOPHANTS_PAID: _sycophants_paid,
    events.GUILD_PAID: _sums,
    events.POINTS_BOUGHT: _sums,
}

"""Made-up positions of Quorum, in which all 86 cards are still accounted for, and short ways to play and read them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trigrad.engine.conformance import seed_of
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import copy_game
from trigrad.engine.journal import ENDED, NO_JOURNAL, Event, Kind
from trigrad.engine.random import reseed, seed_words
from trigrad.engine.record import Grid, Row, new_record
from trigrad.games.quorum import GAME, actions, events
from trigrad.games.quorum import components as c
from trigrad.games.quorum.state import ADVANCE, PLAY, TAKE, State, mark_shown

__all__ = ["ADVANCE", "ENDED", "GAME", "NO_JOURNAL", "PLAY", "SPECTATOR", "TAKE", "Event", "State"]
__all__ += ["actions", "c", "copy_game", "events", "seed_of"]

FIRST, SECOND, THIRD, FOURTH = 0, 1, 2, 3  # seats
CLOCKWISE = ("asia", "germania", "africa", "hispania", "macedonia", "gallia")  # a ring

Seated = Mapping[int, Sequence[int]]  # cards of some of the seats
Markers = Mapping[str, Sequence[tuple[int, int]]]  # seats and spaces in some of the provinces, the one ahead first


# --- Cards and choices --------------------------------------------------------------


def cards(**features: Any) -> list[int]:
    """The Rome cards with these features, as ``cards(type="army", strength=1)``."""
    return [
        number
        for number, card in enumerate(c.CARD_LIST)
        if all(getattr(card, key) == value for key, value in features.items())
    ]


def only_card(where: str, influence: int) -> int:
    """Some card of a province with this influence."""
    return cards(province=where, influence=influence)[0]


GALLIA = cards(province="gallia")


def god(key: str, copy: int = 0) -> int:
    """One of the two cards of a god."""
    return [c.ROME_CARDS + i for i, which in enumerate(c.CARD_GOD) if c.GODS[which] == key][copy]


def gods(count: int) -> list[int]:
    """Some gods, the last ones of the numbering first."""
    return [c.CARDS - 1 - i for i in range(count)]


def province(key: str) -> int:
    """The number of a province."""
    return c.PROVINCES.index(key)


def advance(key: str) -> int:
    """The action of letting a god act in a province."""
    return actions.ADVANCE_0 + province(key)


# --- Positions ----------------------------------------------------------------------


def position(
    players: int = 2,
    *,
    to_move: int = 0,
    step: int = TAKE,
    ring: Sequence[str] = tuple(c.PROVINCES),
    values: Mapping[str, int] | None = None,
    markers: Markers | None = None,
    rome: Sequence[int] = (),
    hands: Seated | None = None,
    gods_of: Seated | None = None,
    played: Seated | None = None,
    deck_top: Sequence[int] = (),
    deck_bottom: Sequence[int] = (),
    shown: Iterable[int] = (),
) -> State:
    """A game as described; whatever is left open is filled with Rome cards of the lowest numbers.

    ``deck_top`` holds the next cards, the first to be drawn first, ``deck_bottom`` the last ones likewise; ``shown``
    further cards whose fronts everybody has seen.
    """
    game = new_record(State)
    reseed(game, seed_words(bytes(32)))
    game.players, game.to_move, game.step = players, to_move, step
    hands, gods_of, played = hands or {}, gods_of or {}, played or {}
    named = [rome, deck_top, deck_bottom, *hands.values(), *gods_of.values(), *played.values()]
    free = [card for card in range(c.CARDS) if not any(card in group for group in named)]
    _put_provinces(game, ring, values or {}, markers or {})
    _fill(game.rome, [*rome, *_draw(free, c.ROME_SIZE - len(rome))])
    for seat in range(players):
        _seat(game.gods, game.god_count, seat, gods_of.get(seat, ()))
        _seat(game.played, game.played_count, seat, played.get(seat, ()))
        held = hands[seat] if seat in hands else _draw(free, c.HAND - len(gods_of.get(seat, ())))
        _seat(game.hand, game.hand_size, seat, held)
    for card in [*rome_of(game), *shown, *(card for seat in range(players) for card in played_by(game, seat))]:
        if not c.is_god(card):
            mark_shown(game, card)
    deck = [*reversed(deck_bottom), *reversed(free), *reversed(deck_top)]
    _fill(game.deck, deck)
    game.deck_size = len(deck)
    return game


def _put_provinces(game: State, ring: Sequence[str], values: Mapping[str, int], markers: Markers) -> None:
    _fill(game.ring, [province(key) for key in ring])
    for key in c.PROVINCES:
        where, ahead = province(key), markers.get(key, ())
        game.values[where] = values.get(key, c.VALUE_START)
        absent = [seat for seat in range(game.players) if seat not in [seat for seat, _ in ahead]]
        _fill(game.ranking[where], [*(seat for seat, _ in ahead), *absent])
        for seat, on in ahead:
            game.spaces[seat, where] = on


def _fill(row: Row, numbers: Iterable[int]) -> None:
    for place, number in enumerate(numbers):
        row[place] = number


def _draw(free: list[int], count: int) -> list[int]:
    drawn = free[:count]
    del free[:count]
    return drawn


def _seat(grid: Grid, sizes: Row, seat: int, held: Sequence[int]) -> None:
    _fill(grid[seat], held)
    sizes[seat] = len(held)


def playing(card: int, **described: Any) -> State:
    """A position in which the first player is to play, with this card in hand."""
    return position(step=PLAY, hands={FIRST: [card, *cards(type="trade")[-4:]]}, **described)


# --- Playing on ---------------------------------------------------------------------


def take(game: State, where: int) -> list[Event]:
    """The player to move takes the card at a position 0..4 of Rome."""
    return GAME.apply(game, actions.TAKE_0 + where)


def replace_rome(game: State) -> list[Event]:
    """The player to move replaces all of Rome."""
    return GAME.apply(game, actions.REPLACE)


def act(game: State, key: str) -> list[Event]:
    """The god just taken acts in a province."""
    return GAME.apply(game, advance(key))


def play(game: State, card: int) -> list[Event]:
    """The player to move plays a card of their hand."""
    return GAME.apply(game, actions.PLAY_0 + hand_of(game, int(game.to_move)).index(card))


# --- Reading a position -------------------------------------------------------------


def legal(game: State) -> list[str]:
    """The legal actions in notation."""
    return [GAME.notation(action) for action in GAME.legal(game)]


def rome_of(game: State) -> list[int]:
    """The cards of Rome, by position."""
    return [int(card) for card in game.rome]


def hand_of(game: State, seat: int) -> list[int]:
    """The Rome cards in a hand."""
    return [int(game.hand[seat, i]) for i in range(game.hand_size[seat])]


def gods_held(game: State, seat: int) -> list[int]:
    """The gods of a seat."""
    return [int(game.gods[seat, i]) for i in range(game.god_count[seat])]


def played_by(game: State, seat: int) -> list[int]:
    """The cards that a seat has in play."""
    return [int(game.played[seat, i]) for i in range(game.played_count[seat])]


def deck_of(game: State) -> list[int]:
    """The deck, the next card first."""
    return [int(game.deck[i]) for i in range(game.deck_size)][::-1]


def all_cards(game: State) -> list[int]:
    """Every card, wherever it is, sorted."""
    found = rome_of(game) + deck_of(game)
    for seat in range(game.players):
        found += hand_of(game, seat) + gods_held(game, seat) + played_by(game, seat)
    return sorted(found)


def value(game: State, key: str) -> int:
    """The value of a province."""
    return int(game.values[province(key)])


def space(game: State, seat: int, key: str) -> int:
    """The space of a marker."""
    return int(game.spaces[seat, province(key)])


def order(game: State, key: str) -> list[int]:
    """The seats of a province, the one ahead first."""
    return [int(game.ranking[province(key), place]) for place in range(game.players)]


def of_seats(game: State, row: Row) -> list[int]:
    """The numbers that a row of the record has for the seats of a game."""
    return [int(row[seat]) for seat in range(game.players)]


def of_kind(happened: Iterable[Event], kind: Kind) -> list[Event]:
    """The events of one kind."""
    return [event for event in happened if event.kind == kind]

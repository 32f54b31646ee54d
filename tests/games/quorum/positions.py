"""Made-up positions of Quorum, in which all 86 cards are still accounted for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trigrad.engine.journal import Event
from trigrad.games.quorum import GAME, rules
from trigrad.games.quorum import components as c
from trigrad.games.quorum.state import PLAY, TAKE

FIRST, SECOND, THIRD = 0, 1, 2  # seats

Seated = Mapping[int, Sequence[int]]  # cards of some of the seats


def cards(**features: Any) -> list[int]:
    """The Rome cards with these features, as ``cards(type="army", strength=1)``."""
    return [
        number
        for number, card in enumerate(c.CARD_LIST)
        if all(getattr(card, key) == value for key, value in features.items())
    ]


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
    return rules.ADVANCE_0 + province(key)


def position(
    players: int = 2,
    *,
    to_move: int = 0,
    step: int = TAKE,
    ring: Sequence[str] = tuple(c.PROVINCES),
    values: Mapping[str, int] | None = None,
    markers: Mapping[str, Sequence[tuple[int, int]]] | None = None,
    rome: Sequence[int] = (),
    hands: Seated | None = None,
    gods_of: Seated | None = None,
    played: Seated | None = None,
    deck_top: Sequence[int] = (),
    shown: Iterable[int] = (),
) -> Any:
    """A game as described; whatever is left open is filled with Rome cards of the lowest numbers.

    ``markers`` gives each province's seats with their spaces, the one ahead first;
    ``deck_top`` the next cards, the first to be drawn first; ``shown`` further cards
    whose fronts everybody has seen.
    """
    game = GAME.new(players, bytes(32))
    hands, gods_of, played = hands or {}, gods_of or {}, played or {}
    named = [rome, deck_top, *hands.values(), *gods_of.values(), *played.values()]
    free = [card for card in range(c.CARDS) if not any(card in group for group in named)]
    _reset(game)
    game.to_move, game.step = to_move, step
    game.ring[:] = [province(key) for key in ring]
    for key, value in (values or {}).items():
        game.values[province(key)] = value
    for key, order in (markers or {}).items():
        _put_markers(game, province(key), order)
    for place, card in enumerate([*rome, *_draw(free, c.MARKET - len(rome))]):
        game.rome[place] = card
        _show(game, card)
    for seat in range(players):
        _fill(game.gods, game.god_count, seat, gods_of.get(seat, ()))
        _fill(game.played, game.played_count, seat, played.get(seat, ()))
        held = hands[seat] if seat in hands else _draw(free, c.HAND - len(gods_of.get(seat, ())))
        _fill(game.hand, game.hand_size, seat, held)
        for card in played.get(seat, ()):
            _show(game, card)
    for card in shown:
        _show(game, card)
    deck = [*reversed(free), *reversed(deck_top)]
    game.deck[: len(deck)] = deck
    game.deck_size = len(deck)
    return game


def _reset(game: Any) -> None:
    game.values[:] = c.VALUE_START
    for field in ("deck", "hand", "gods", "played", "shown", "positions", "god_count", "played_count"):
        game[field][...] = 0


def _draw(free: list[int], count: int) -> list[int]:
    drawn = free[:count]
    del free[:count]
    return drawn


def _fill(array: Any, sizes: Any, seat: int, held: Sequence[int]) -> None:
    array[seat, : len(held)] = held
    sizes[seat] = len(held)


def _show(game: Any, card: int) -> None:
    if not rules.is_god(card):
        rules.mark_shown(game, card)


def _put_markers(game: Any, where: int, order: Sequence[tuple[int, int]]) -> None:
    absent = [seat for seat in range(game.players) if seat not in [seat for seat, _ in order]]
    game.ranking[where, : game.players] = [*(seat for seat, _ in order), *absent]
    for seat, space in order:
        game.positions[seat, where] = space


def play(game: Any, card: int) -> list[Event]:
    """The player to move plays a card of their hand."""
    return GAME.apply(game, rules.PLAY_0 + hand_of(game, int(game.to_move)).index(card))


def playing(card: int, **described: Any) -> Any:
    """A position in which the first player is to play, with this card in hand."""
    return position(step=PLAY, hands={FIRST: [card, *cards(type="trade")[-4:]]}, **described)


def only_card(where: str, influence: int) -> int:
    """Some card of a province with this influence."""
    return cards(province=where, influence=influence)[0]


# --- Reading a position -------------------------------------------------------------


def rome_of(game: Any) -> list[int]:
    """The cards of Rome, by position."""
    return [int(card) for card in game.rome]


def hand_of(game: Any, seat: int) -> list[int]:
    """The Rome cards in a hand."""
    return [int(card) for card in game.hand[seat, : game.hand_size[seat]]]


def gods_held(game: Any, seat: int) -> list[int]:
    """The gods of a seat."""
    return [int(card) for card in game.gods[seat, : game.god_count[seat]]]


def deck_of(game: Any) -> list[int]:
    """The deck, the next card first."""
    return [int(card) for card in game.deck[: game.deck_size]][::-1]


def all_cards(game: Any) -> list[int]:
    """Every card, wherever it is, sorted."""
    found = rome_of(game) + deck_of(game)
    for seat in range(game.players):
        found += hand_of(game, seat) + gods_held(game, seat)
        found += [int(card) for card in game.played[seat, : game.played_count[seat]]]
    return sorted(found)


def value(game: Any, key: str) -> int:
    """The value of a province."""
    return int(game.values[province(key)])


def space(game: Any, seat: int, key: str) -> int:
    """The space of a marker."""
    return int(game.positions[seat, province(key)])


def order(game: Any, key: str) -> list[int]:
    """The seats of a province, the one ahead first."""
    return [int(seat) for seat in game.ranking[province(key), : game.players]]


def of_kind(happened: Iterable[Event], kind: int) -> list[Event]:
    """The events of one kind."""
    return [event for event in happened if event.kind == kind]

"""What lies where in a position of Saint Petersburg, and what has happened: by the names of cards."""

from collections import Counter
from collections.abc import Iterable

from trigrad.engine.journal import Event, Kind
from trigrad.engine.record import Row
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import State


def _id(kind: int) -> str:
    return c.KIND_LIST[kind].id


def _counted(copies: Row) -> Counter[str]:
    return Counter({_id(kind): int(count) for kind, count in enumerate(copies) if count})


def area(game: State, seat: int) -> Counter[str]:
    """The cards in a seat's area."""
    return _counted(game.owned[seat])


def hand(game: State, seat: int) -> list[str]:
    """The cards in a seat's hand."""
    return [_id(game.hand[seat, i]) for i in range(game.hand_size[seat])]


def board(game: State) -> tuple[list[str], list[str]]:
    """The lower and the upper row."""
    found = [_id(game.market[place]) for place in range(game.market_size)]
    return found[: int(game.lower_size)], found[int(game.lower_size) :]


def pile(game: State) -> Counter[str]:
    """The discard pile."""
    return _counted(game.pile)


def deck(game: State, phase: str) -> list[str]:
    """A phase's deck, the next card first."""
    number = c.PHASES.index(phase)
    return [_id(game.deck[number, i]) for i in range(game.deck_size[number])][::-1]


def all_cards(game: State) -> Counter[str]:
    """Every card, wherever it is."""
    found = pile(game)
    for row in board(game):
        found.update(row)
    for phase in c.PHASES:
        found.update(deck(game, phase))
    for seat in range(game.players):
        found.update(area(game, seat))
        found.update(hand(game, seat))
    guests = (c.JESTER, c.BANQUET)
    found.update(_id(guest) for guest, host in zip(guests, game.host, strict=True) if host >= 0)
    if game.drawn >= 0:
        found[_id(game.drawn)] += 1
    if game.buying in guests:
        found[_id(game.buying)] += 1
    return found


def money(game: State) -> list[int]:
    """Everybody's rubles."""
    return [int(game.money[seat]) for seat in range(game.players)]


def points(game: State) -> list[int]:
    """Everybody's points on the track."""
    return [int(game.points[seat]) for seat in range(game.players)]


def scores(game: State) -> list[int]:
    """Everybody's points at the end."""
    return [int(game.scores[seat]) for seat in range(game.players)]


def places(game: State) -> list[int]:
    """Everybody's place at the end."""
    return [int(game.places[seat]) for seat in range(game.players)]


def of_kind(happened: Iterable[Event], kind: Kind) -> list[Event]:
    """The events of one kind."""
    return [event for event in happened if event.kind == kind]

"""Made-up positions of Saint Petersburg, in which all cards of the decks are still accounted for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from trigrad.engine.game import IllegalAction
from trigrad.engine.journal import Event
from trigrad.engine.text import ENGLISH, render
from trigrad.games.petersburg import GAME, cards
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import ACT

FIRST, SECOND, THIRD = 0, 1, 2
PHASES = {"worker": c.WORKER, "building": c.BUILDING, "aristocrat": c.ARISTOCRAT, "trading": c.TRADING}


def kind(card: str) -> int:
    """The number of a kind of cards."""
    return c.KIND[card]


def position(
    players: int = 2,
    *,
    expansions: str = "both",
    options: Mapping[str, str] | None = None,
    phase: str = "worker",
    to_move: int = FIRST,
    first: int | None = None,
    round_number: int = 2,
    money: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    areas: Mapping[int, Sequence[str]] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    upper: Sequence[str] = (),
    lower: Sequence[str] = (),
    pile: Sequence[str] = (),
    deck_top: Mapping[str, Sequence[str]] | None = None,
    deck_size: Mapping[str, int] | None = None,
) -> Any:
    """A game as described, at the action step of a phase; what is not named lies in the decks.

    ``deck_top`` names the next cards, the first to be drawn first. Cards beyond ``deck_size``
    go to the discard pile's bottom: they are out of the game, not in ``pile``.
    """
    game = GAME.new(players, bytes(32), {"expansions": expansions, **(options or {})})
    free = all_cards(game)
    _clear(game)
    game.phase, game.to_move, game.first = PHASES[phase], to_move, to_move if first is None else first
    game.step, game.round_number = ACT, round_number
    game.starter[:] = [i % players for i in range(4)]
    game.disc = 4 if players == 5 else -1
    for seat in range(players):
        game.money[seat] = (money or {}).get(seat, 0)
        game.points[seat] = (points or {}).get(seat, 0)
        for card in (areas or {}).get(seat, ()):
            cards.enter_area(game, seat, _take(free, card))
        for card in (hands or {}).get(seat, ()):
            cards.add_to_hand(game, seat, _take(free, card))
    for place, card in enumerate([*lower, *upper]):
        game.market[place] = _take(free, card)
    game.lower_size, game.market_size = len(lower), len(lower) + len(upper)
    for card in pile:
        cards.discard(game, _take(free, card))
    _stack(game, free, deck_top or {}, deck_size or {})
    return game


def _take(free: Counter[str], card: str) -> int:
    assert free[card] > 0, f"no {card} is left"
    free[card] -= 1
    return kind(card)


def _clear(game: Any) -> None:
    for field in ("deck", "deck_size", "market"):
        game[field][...] = 0


def _stack(game: Any, free: Counter[str], tops: Mapping[str, Sequence[str]], sizes: Mapping[str, int]) -> None:
    for name, deck in PHASES.items():
        top = [_take(free, card) for card in tops.get(name, ())]
        rest = sorted(kind(card) for card in free.elements() if c.DECK[kind(card)] == deck)
        size = sizes.get(name, len(rest) + len(top))
        stack = [*rest[: size - len(top)], *reversed(top)]
        game.deck[deck, : len(stack)] = stack
        game.deck_size[deck] = len(stack)


# --- Acting ---------------------------------------------------------------------------


def act(game: Any, *notations: str) -> list[Event]:
    """The players to move make these choices; all that happened."""
    happened = []
    for notation in notations:
        happened += GAME.apply(game, GAME.parse(notation))
    return happened


def choices(game: Any) -> list[str]:
    """The legal choices, in notation."""
    return [GAME.describe(game, action).notation for action in GAME.legal(game)]


def refusal(game: Any, notation: str) -> str:
    """Why a choice is refused, in English; nothing may have changed."""
    before = game.tobytes()
    try:
        act(game, notation)
    except IllegalAction as refused:
        assert game.tobytes() == before
        return render(refused.reason, ENGLISH)
    raise AssertionError(f"{notation} is possible")


def end_phase(game: Any) -> list[Event]:
    """All pass until the phase is over; a question that comes up is left open."""
    happened, phase = [], int(game.phase)
    while not game.over and game.phase == phase and game.step == ACT:
        happened += act(game, "pass")
    return happened


# --- Reading a position ---------------------------------------------------------------


def area(game: Any, seat: int) -> Counter[str]:
    """The cards in a seat's area."""
    return Counter({c.KIND_LIST[k].id: int(n) for k, n in enumerate(game.owned[seat]) if n})


def hand(game: Any, seat: int) -> list[str]:
    """The cards in a seat's hand."""
    return [c.KIND_LIST[int(k)].id for k in game.hand[seat, : game.hand_size[seat]]]


def board(game: Any) -> tuple[list[str], list[str]]:
    """The lower and the upper row."""
    found = [c.KIND_LIST[int(k)].id for k in game.market[: game.market_size]]
    return found[: int(game.lower_size)], found[int(game.lower_size) :]


def pile(game: Any) -> Counter[str]:
    """The discard pile."""
    return Counter({c.KIND_LIST[k].id: int(n) for k, n in enumerate(game.pile) if n})


def deck(game: Any, name: str) -> list[str]:
    """A deck, the next card first."""
    number = PHASES[name]
    return [c.KIND_LIST[int(k)].id for k in game.deck[number, : game.deck_size[number]]][::-1]


def all_cards(game: Any) -> Counter[str]:
    """Every card, wherever it is."""
    found = pile(game)
    for row in board(game):
        found.update(row)
    for name in PHASES:
        found.update(deck(game, name))
    for seat in range(game.players):
        found.update(area(game, seat))
        found.update(hand(game, seat))
    found.update(c.KIND_LIST[(c.BUFFOON, c.BANQUET)[i]].id for i in range(2) if game.host[i] >= 0)
    if game.drawn >= 0:
        found[c.KIND_LIST[int(game.drawn)].id] += 1
    if game.buying in (c.BUFFOON, c.BANQUET):
        found[c.KIND_LIST[int(game.buying)].id] += 1
    return found


def of_kind(happened: Iterable[Event], number: int) -> list[Event]:
    """The events of one kind."""
    return [event for event in happened if event.kind == number]


def money(game: Any) -> list[int]:
    """Everybody's rubles."""
    return [int(rubles) for rubles in game.money[: game.players]]


def points(game: Any) -> list[int]:
    """Everybody's points on the track."""
    return [int(p) for p in game.points[: game.players]]

"""Made-up positions of Saint Petersburg, in which all cards of the decks are still accounted for."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.games.petersburg.reading import all_cards

from trigrad.engine.game import IllegalAction
from trigrad.engine.journal import Event
from trigrad.engine.text import ENGLISH, render
from trigrad.games.petersburg import GAME
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules import cards
from trigrad.games.petersburg.state import ACT, State

FIRST, SECOND, THIRD = 0, 1, 2


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
) -> State:
    """A game as described, at the action step of a phase; what is not named lies in the decks.

    ``deck_top`` names the next cards, the first to be drawn first. Cards beyond ``deck_size``
    go to the discard pile's bottom: they are out of the game, not in ``pile``.
    """
    game = GAME.new(players, bytes(32), {"expansions": expansions, **(options or {})})
    free = all_cards(game)
    _clear(game)
    game.phase, game.to_move, game.first = c.PHASES.index(phase), to_move, to_move if first is None else first
    game.step, game.round_number = ACT, round_number
    for deck in range(4):
        game.starter[deck] = deck % players
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
    return c.KIND[card]


def _clear(game: State) -> None:
    for field in ("deck", "deck_size", "market"):
        game[field][...] = 0


def _stack(game: State, free: Counter[str], tops: Mapping[str, Sequence[str]], sizes: Mapping[str, int]) -> None:
    for deck, phase in enumerate(c.PHASES):
        top = [_take(free, card) for card in tops.get(phase, ())]
        rest = sorted(c.KIND[card] for card in free.elements() if c.DECK[c.KIND[card]] == deck)
        size = sizes.get(phase, len(rest) + len(top))
        for place, kind in enumerate([*rest[: size - len(top)], *reversed(top)]):
            game.deck[deck, place] = kind
            game.deck_size[deck] = place + 1


# --- Acting ---------------------------------------------------------------------------


def act(game: State, *notations: str) -> list[Event]:
    """The players to move make these choices; all that happened."""
    happened = []
    for notation in notations:
        happened += GAME.apply(game, GAME.parse(notation))
    return happened


def choices(game: State) -> list[str]:
    """The legal choices, in notation."""
    return [GAME.describe(game, action).notation for action in GAME.legal(game)]


def refusal(game: State, notation: str) -> str:
    """Why a choice is refused, in English; nothing may have changed."""
    before = game.tobytes()
    try:
        act(game, notation)
    except IllegalAction as refused:
        assert game.tobytes() == before
        return render(refused.reason, ENGLISH)
    raise AssertionError(f"{notation} is possible")


def end_phase(game: State) -> list[Event]:
    """All pass until the phase is over; a question that comes up is left open."""
    happened: list[Event] = []
    phase = int(game.phase)
    while not game.over and game.phase == phase and game.step == ACT:
        happened += act(game, "pass")
    return happened


def paid_for(game: State, *notations: str) -> int:
    """What the player to move pays for these choices."""
    seat = int(game.to_move)
    before = int(game.money[seat])
    act(game, *notations)
    return before - int(game.money[seat])


def in_last_round(game: State) -> State:
    """The same game, its last round begun."""
    game.last_round = 1
    return game

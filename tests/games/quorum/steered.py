"""Games steered to rare states: Rome full of gods, three gods in a hand, stacks at the end of a track.

They begin as games do, or with the gods on top of the deck and with markers and values anywhere, and go on by players
who want something.
"""

import random
from collections.abc import Callable

from tests.games.quorum.positions import GAME, Event, State, actions, c, events, of_kind

from trigrad.games.quorum.state import acting_god

Wish = Callable[[State, int], bool]  # whether an action is wanted


def wants_gods(game: State, action: int) -> bool:
    """To take gods, and to replace Rome, where they may come from."""
    return action == actions.REPLACE or (action < actions.REPLACE and c.is_god(game.rome[action]))


def leaves_gods(game: State, action: int) -> bool:
    """To leave gods where they are, so that Rome fills with them, and never to replace it."""
    return action < actions.REPLACE and not c.is_god(game.rome[action])


def leaves_gods_to_one(game: State, action: int) -> bool:
    """To take three gods as the first seat, and no other, so that the first seat meets five of them."""
    return leaves_gods(game, action) if game.to_move else wants_gods(game, action)


def pushes(game: State, action: int) -> bool:
    """To move the marker that is farthest."""
    spaces = list(game.spaces[int(game.to_move)])
    farthest = spaces.index(max(spaces))
    if action >= actions.PLAY_0:
        return int(c.CARD_PROVINCE[game.hand[int(game.to_move), action - actions.PLAY_0]]) == farthest
    return action == actions.ADVANCE_0 + farthest


def changes_extremes(game: State, action: int) -> bool:
    """To let a god act beside a province whose value it would bring beyond 1 or 4."""
    if not actions.ADVANCE_0 <= action < actions.PLAY_0:
        return wants_gods(game, action)
    place = [int(key) for key in game.ring].index(action - actions.ADVANCE_0)
    god = acting_god(game)
    left, right = game.values[game.ring[place - 1]], game.values[game.ring[(place + 1) % c.NUM_PROVINCES]]
    return {left + c.GOD_LEFT[god], right + c.GOD_RIGHT[god]} & {0, 5} != set()


WISHES: tuple[Wish, ...] = (wants_gods, leaves_gods, leaves_gods_to_one, pushes, changes_extremes, lambda *_: True)


def begin(players: int, seed: bytes, chance: random.Random, made_up: bool) -> State:
    """A game before its first choice; if made up, gods lie on top of the deck and markers and values are anywhere."""
    game = GAME.new(players, seed)
    if not made_up:
        return game
    deck = [int(game.deck[i]) for i in range(game.deck_size)]
    for i, card in enumerate(sorted(deck, key=lambda card: c.is_god(card) + 0.5 * chance.random())):
        game.deck[i] = card
    for where in range(c.NUM_PROVINCES):
        game.values[where] = chance.randint(c.VALUE_MIN, c.VALUE_MAX)
        spaces = [chance.choice((0, 1, 2, 7, 13, 14, c.TRACK)) for _ in range(players)]
        ahead = sorted(range(players), key=lambda seat: (-spaces[seat], chance.random()))
        for seat in range(players):
            game.spaces[seat, where] = spaces[seat]
            game.ranking[where, seat] = ahead[seat]
    return game


def play_on(game: State, chance: random.Random, choices: int) -> list[Event]:
    """Some more choices, most of them by one wish of all players; what happened."""
    wish = chance.choice(WISHES)
    happened: list[Event] = []
    while choices and not game.over:
        legal = GAME.legal(game)
        wanted = [action for action in legal if wish(game, action)]
        happened += GAME.apply(game, chance.choice(wanted if wanted and chance.random() < 0.9 else legal))
        choices -= 1
    return happened


RARITIES: dict[str, Callable[[State, list[Event]], bool]] = {
    "Rome is full of gods": lambda game, _: all(map(c.is_god, game.rome)),
    "Rome was replaced by choice": lambda _, happened: any(not e.automatic for e in of_kind(happened, events.REPLACED)),
    "Rome was replaced by rule": lambda _, happened: any(e.automatic for e in of_kind(happened, events.REPLACED)),
    "three gods in a hand": lambda game, _: max(game.god_count) == c.GODS_MAX,
    "a value of 1 and one of 4": lambda game, _: {c.VALUE_MIN, c.VALUE_MAX} <= set(game.values),
    "a change was ignored": lambda _, happened: any(e.before == e.after for e in of_kind(happened, events.CHANGED)),
    "a stack at the end of a track": lambda game, _: any(
        sum(game.spaces[seat, where] == c.TRACK for seat in range(game.players)) > 1 for where in range(c.NUM_PROVINCES)
    ),
    "as few cards in the deck as can be": lambda game, _: game.deck_size == c.CARDS - c.ROME_SIZE - 4 * (c.HAND + 12),
}

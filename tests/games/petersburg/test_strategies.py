"""The games that properties are tried on reach what happens rarely."""

import random
from collections.abc import Callable

from tests.games.petersburg.strategies import TASTES, choose, made_up

from trigrad.games.petersburg import GAME, state
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules import cards
from trigrad.games.petersburg.state import State

RARE: dict[str, Callable[[State], bool]] = {
    "two guests": lambda game: min(game.host) >= 0,
    "both guests of one seat": lambda game: game.host_owner[0] == game.host_owner[1] >= 0,
    "a guest on a trading card": lambda game: max(game.host) >= c.DISPLACEABLE,
    "two cards face down": lambda game: any(sum(used) > 1 for used in game.face_down),
    "four in hand": lambda game: max(game.hand_size) == c.WAREHOUSE_LIMIT,
    "over the limit": lambda game: any(
        game.hand_size[seat] > cards.hand_limit(game, seat) for seat in range(game.players)
    ),
    "half of a double turn": lambda game: game.extra == 1,
    "ten aristocrats": lambda game: any(own[c.ARISTOCRAT] >= 10 for own in game.cards),
    "two sycophants lost": lambda game: game.pile[c.SYCOPHANT] > 1,
    "the last round": lambda game: game.last_round == 1,
}
STEPS = range(state.ACT, state.PUB_DEAL + 1)


def test_rare_states_are_reached() -> None:
    seen: set[str] = set()
    steps: set[int] = set()
    for number, taste in enumerate(sorted(TASTES) * 8):
        chance = random.Random(number)
        game = made_up(2 + number % 4, chance)
        while not game.over:
            seen |= {what for what, is_so in RARE.items() if what not in seen and is_so(game)}
            steps.add(int(game.step))
            if seen == set(RARE) and steps == set(STEPS):
                return
            GAME.apply_silently(game, choose(game, chance, taste))
    assert seen == set(RARE)
    assert steps == set(STEPS)

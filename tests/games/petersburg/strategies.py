"""Games of Saint Petersburg for Hypothesis, steered to what happens rarely.

Some begin as at a table, some in a made-up position that is full of special cards, all laid out or in hands; and they
are played on by choices that a taste makes likelier than others.
"""

import random
from collections.abc import Mapping

from hypothesis import note
from hypothesis import strategies as st
from tests.games.petersburg.positions import position
from tests.games.petersburg.reading import all_cards

from trigrad.games.petersburg import GAME, actions
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import State

SEEDS = st.binary(min_size=32, max_size=32)
CHANCE = st.randoms(use_true_random=False)
OPTIONS = st.fixed_dictionaries(
    {"expansions": st.sampled_from((*c.EXPANSIONS, "both", "both"))},
    optional={option.key: st.sampled_from([value for value, _ in option.choices]) for option in GAME.options[1:]},
)

# How much likelier a choice is made than one at random, by what it does
TASTES: dict[str, Mapping[str, float]] = {
    "any": {},
    "action cards": {"action card": 8, "guest": 20, "pass": 0.3},
    "trading cards": {"trading card": 8, "guest": 20, "pass": 0.3, "take": 0.3},
    "observatories": {"usable": 8, "use": 8, "take": 0.5, "pass": 0.3},
    "hands": {"take": 6, "play": 0.2},
    "passing": {"pass": 6},
}
# Laid out in a made-up position: cards to use, to host, to sell points, to cheapen, to count
SPECIAL = [
    *["observatory_ns", "observatory_ns", "debtors_prison", "warehouse", "pub", "pub", "trading_house", "guild_hall"],
    *["judge", "judge", "controller", "wharf", "bank", "new_farmer", "mistress_of_ceremonies_ns"],
    *["carpenter_workshop", "gold_smelter", "czar_superstar", "obshchina_commune", "sycophant", "sycophant"],
    *["textile_factory", "shepherd", "weaving_mill", "tax_man", "mayor", "mariinsky_theater_ns", "coffee_house"],
]


def sort_of(game: State, action: int) -> str:
    """What a choice does, in the words of ``TASTES``."""
    if action == actions.PASS:
        return "pass"
    if actions.OBSERVE_0 <= action <= actions.PRISON_USE:
        return "use"
    if actions.GUEST_0 <= action < actions.NUMBER_0:
        return "guest"
    if action >= actions.PASS:
        return "answer"
    in_hand = action >= actions.PLAY_0
    kind = int(game.hand[game.to_move, action - actions.PLAY_0] if in_hand else game.market[action % actions.TAKE_0])
    if c.is_action_card(kind):
        return "action card"
    if actions.TAKE_0 <= action < actions.PLAY_0:
        return "take"
    if c.is_trading_card(kind):
        return "trading card"
    return "usable" if kind in c.USABLE else "play" if in_hand else "buy"


def choose(game: State, chance: random.Random, taste: str) -> int:
    """A legal choice, drawn by a taste."""
    legal, likes = GAME.legal(game), TASTES[taste]
    return chance.choices(legal, [likes.get(sort_of(game, action), 1) for action in legal])[0]


def play_on(game: State, chance: random.Random, taste: str, count: int = 10_000) -> State:
    """The same game some choices later, or at its end."""
    while count and not game.over:
        GAME.apply_silently(game, choose(game, chance, taste))
        count -= 1
    return game


def made_up(players: int, chance: random.Random) -> State:
    """A position with special cards laid out, action cards in hands, and money to use them."""
    free = all_cards(GAME.new(players, bytes(32), {"expansions": "both"}))
    free.subtract(SPECIAL)
    actions_left = [card for card in free.elements() if c.is_action_card(c.KIND[card])]
    rest = [card for card in free.elements() if not c.is_action_card(c.KIND[card])]
    special = list(SPECIAL)
    for cards in (special, rest, actions_left):
        chance.shuffle(cards)
    areas = {seat: [*special[seat::players], *(rest.pop() for _ in range(3))] for seat in range(players)}
    hands = {seat: [actions_left.pop(), *(rest.pop() for _ in range(chance.randrange(3)))] for seat in range(players)}
    return position(
        players,
        phase=chance.choice(c.PHASES),
        to_move=chance.randrange(players),
        money={seat: chance.randrange(40) for seat in range(players)},
        areas=areas,
        hands=hands,
        lower=[rest.pop() for _ in range(chance.randrange(4))],
        upper=[rest.pop() for _ in range(4)],
        pile=[rest.pop() for _ in range(chance.randrange(8))],
    )


@st.composite
def starts(draw: st.DrawFn) -> State:
    """A new game of any number of players with any options, or a made-up position."""
    players = draw(st.integers(2, 5))
    if draw(st.booleans()):
        note(f"{players} players, made up")
        return made_up(players, draw(CHANCE))
    options = draw(OPTIONS)
    note(f"{players} players, {options}")
    return GAME.new(players, draw(SEEDS), options)


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False) -> State:
    """A game some choices after its start, or at its end."""
    taste = draw(st.sampled_from(sorted(TASTES)))
    note(f"taste: {taste}")
    return play_on(draw(starts()), draw(CHANCE), taste, 10_000 if over else draw(st.integers(0, 300)))

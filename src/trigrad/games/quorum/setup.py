"""The set-up of Quorum (rulebook, "Setting up")."""

from trigrad.engine.random import below, reseed, shuffle, shuffle_first
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quorum.components import CARDS, HAND, NUM_PROVINCES, ROME_CARDS, ROME_SIZE, VALUE_START
from trigrad.games.quorum.rules.turn import add_to_hand
from trigrad.games.quorum.state import TAKE, State, mark_shown


@rule
def setup(game: State, options: Row, seed: Row) -> None:
    """A new game in a zeroed record: the provinces, the cards, and who begins."""
    reseed(game, seed)
    game.players = options[0]
    lay_out_provinces(game)
    deal(game)
    game.to_move = below(game, game.players)
    game.step = TAKE


@rule
def lay_out_provinces(game: State) -> None:
    """Six provinces in a random ring, each of value 2, all markers at the start (Ruling Q2)."""
    for i in range(NUM_PROVINCES):
        game.ring[i] = i
        game.values[i] = VALUE_START
        for player in range(game.players):
            game.ranking[i, player] = player
    shuffle(game, game.ring, 0, NUM_PROVINCES)


@rule
def deal(game: State) -> None:
    """Rome and the hands from the Rome cards alone, then the gods join the deck."""
    deck = game.deck
    for card in range(CARDS):
        deck[card] = card
    dealt = ROME_SIZE + HAND * game.players
    shuffle_first(game, deck, dealt, ROME_CARDS)
    for i in range(ROME_SIZE):
        game.rome[i] = deck[i]
        mark_shown(game, deck[i])
    for i in range(HAND * game.players):
        add_to_hand(game, i // HAND, deck[ROME_SIZE + i])
    for i in range(CARDS):
        deck[i] = deck[i + dealt] if i + dealt < CARDS else 0
    game.deck_size = CARDS - dealt
    shuffle(game, deck, 0, game.deck_size)

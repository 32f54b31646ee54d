"""What a seat of Quorum may know: backs, and every front that has been face up (Ruling Q7)."""

from trigrad.engine.random import below, reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.engine.stack import remove, sort
from trigrad.games.quorum.components import ROME_SIZE, back, is_god
from trigrad.games.quorum.state import State, is_shown


@rule
def resample(game: State, viewer: int, seed: Row) -> None:
    """Draw anew all that ``viewer`` (-1 = a spectator) cannot know, uniformly given what they do (Ruling Q7).

    What is hidden is gathered in the deck's array and put in order there, so that it does not matter where it was.
    """
    reseed(game, seed)
    top_back = back(game.deck[int(game.deck_size) - 1])
    gather_hidden(game, viewer)
    redraw_hands(game, viewer)
    redraw_gods_in_rome(game)
    redraw_deck(game, top_back)


@rule
def is_hidden_in_hand(game: State, viewer: int, player: int, index: int) -> bool:
    """Whether the viewer has never seen the front of a card in a hand."""
    return player != viewer and not is_shown(game, game.hand[player, index])


@rule
def gather_hidden(game: State, viewer: int) -> None:
    """Put hidden cards of hands and face-down gods, beside where they lie, into the deck too; sort all of it."""
    for player in range(game.players):
        for i in range(game.hand_size[player]):
            if is_hidden_in_hand(game, viewer, player, i):
                add_to_deck(game, game.hand[player, i])
    for position in range(ROME_SIZE):
        if is_god(game.rome[position]):
            add_to_deck(game, game.rome[position])
    sort(game.deck, game.deck_size)


@rule
def add_to_deck(game: State, card: int) -> None:
    """Lay a card on the deck."""
    game.deck[game.deck_size] = card
    game.deck_size += 1


@rule
def redraw_hands(game: State, viewer: int) -> None:
    """Give each hidden hand card a front that fits its back and was never shown."""
    for player in range(game.players):
        for i in range(game.hand_size[player]):
            if is_hidden_in_hand(game, viewer, player, i):
                game.hand[player, i] = draw_out(game, back(game.hand[player, i]), True)


@rule
def redraw_gods_in_rome(game: State) -> None:
    """Draw anew which gods lie face down in Rome."""
    for position in range(ROME_SIZE):
        if is_god(game.rome[position]):
            game.rome[position] = draw_out(game, -1, False)


@rule
def redraw_deck(game: State, top_back: int) -> None:
    """Shuffle the deck under a top card with the back that everybody sees."""
    top = draw_out(game, top_back, False)
    shuffle(game, game.deck, 0, game.deck_size)
    add_to_deck(game, top)


@rule
def draw_out(game: State, wanted: int, never_shown: bool) -> int:
    """Take a random card of the back ``wanted`` out of the deck; if asked, one that was never face up."""
    index = choose_fitting(game, wanted, never_shown)
    card = int(game.deck[index])
    game.deck_size = remove(game.deck, game.deck_size, index)
    return card


@rule
def choose_fitting(game: State, wanted: int, never_shown: bool) -> int:
    """The index of a random one of the cards of the deck that fit; there always is one."""
    count = 0
    for i in range(game.deck_size):
        if fits(game, game.deck[i], wanted, never_shown):
            count += 1
    left = below(game, count) + 1
    index = -1
    while left > 0:
        index += 1
        if fits(game, game.deck[index], wanted, never_shown):
            left -= 1
    return index


@rule
def fits(game: State, card: int, wanted: int, never_shown: bool) -> bool:
    """Whether a card has this back and, if asked, was never face up."""
    return back(card) == wanted and not (never_shown and is_shown(game, card))

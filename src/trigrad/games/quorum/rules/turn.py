"""The two steps of a turn, Rome, and the end of the game.

Rulebook, "Take a card", "Play a card and strengthen your influence in a province", "End of the game".
"""

from trigrad.engine.ending import end_game
from trigrad.engine.journal import Journal, note
from trigrad.engine.random import shuffle
from trigrad.engine.rule import rule
from trigrad.engine.stack import remove
from trigrad.games.quorum.components import (
    CARD_INFLUENCE,
    CARD_PROVINCE,
    GODS_MAX,
    REPLACE_MIN_GODS,
    ROME_SIZE,
    ROUNDS,
    TRACK,
    god_of,
    is_god,
)
from trigrad.games.quorum.events import ADVANCED, PLAYED, REFILLED, REPLACED, TAKEN, TURNED_UP
from trigrad.games.quorum.scoring import final_scoring
from trigrad.games.quorum.state import ADVANCE, PLAY, TAKE, State, mark_shown

# --- "Take a card" --------------------------------------------------------------


@rule
def may_take(game: State, position: int) -> bool:
    """Any card, but no fourth god (Ruling Q6)."""
    return not is_god(game.rome[position]) or game.god_count[game.to_move] < GODS_MAX


@rule
def take_card(game: State, position: int, journal: Journal) -> None:
    """A card of Rome into the hand; Rome is refilled before a god is turned up (Ruling Q4)."""
    player = game.to_move
    card = game.rome[position]
    note(journal, TAKEN, player, position, -1 if is_god(card) else card)
    refill(game, position, journal)
    if is_god(card):
        game.gods[player, game.god_count[player]] = card
        game.god_count[player] += 1
        note(journal, TURNED_UP, player, god_of(card))
        game.step = ADVANCE
    else:
        add_to_hand(game, player, card)
        game.step = PLAY


@rule
def add_to_hand(game: State, player: int, card: int) -> None:
    """A Rome card joins a hand as its newest."""
    game.hand[player, game.hand_size[player]] = card
    game.hand_size[player] += 1


@rule
def refill(game: State, position: int, journal: Journal) -> None:
    """The top of the deck takes a position in Rome; a god stays face down."""
    game.deck_size -= 1
    card = game.deck[game.deck_size]
    game.deck[game.deck_size] = 0
    lay_in_rome(game, position, card, journal)


@rule
def lay_in_rome(game: State, position: int, card: int, journal: Journal) -> None:
    """Put a card into Rome, for all to see unless it is a god."""
    game.rome[position] = card
    if is_god(card):
        note(journal, REFILLED, -1, position, -1)
    else:
        mark_shown(game, card)
        note(journal, REFILLED, -1, position, card)


# --- Replacing Rome ---------------------------------------------------------------


@rule
def gods_in_rome(game: State) -> int:
    """How many of the five cards of Rome are gods."""
    count = 0
    for position in range(ROME_SIZE):
        if is_god(game.rome[position]):
            count += 1
    return count


@rule
def may_replace(game: State) -> bool:
    """Once a turn, before taking, with three or more gods in Rome (Ruling Q5)."""
    return game.replaced == 0 and gods_in_rome(game) >= REPLACE_MIN_GODS


@rule
def choose_to_replace(game: State, journal: Journal) -> None:
    """Replace Rome by choice, and by rule what then cannot be taken (Rulings Q5, Q6)."""
    game.replaced = 1
    replace_rome(game, 0, journal)
    replace_unusable_rome(game, journal)


@rule
def replace_unusable_rome(game: State, journal: Journal) -> None:
    """With three gods in hand and five in Rome nothing can be taken: replace by rule (Ruling Q6)."""
    while game.god_count[game.to_move] == GODS_MAX and gods_in_rome(game) == ROME_SIZE:
        replace_rome(game, 1, journal)


@rule
def replace_rome(game: State, automatic: int, journal: Journal) -> None:
    """Five new cards first, then the old five are shuffled into the deck (Rulings Q4, Q5)."""
    note(journal, REPLACED, game.to_move, automatic)
    for position in range(ROME_SIZE):
        top = int(game.deck_size) - 1 - position
        old = game.rome[position]
        lay_in_rome(game, position, game.deck[top], journal)
        game.deck[top] = old
    shuffle(game, game.deck, 0, game.deck_size)


# --- "Play a card and strengthen your influence in a province" ---------------------


@rule
def play_card(game: State, index: int, journal: Journal) -> None:
    """A card of the hand into play: its influence moves the marker; the turn ends."""
    player = game.to_move
    card = game.hand[player, index]
    game.hand_size[player] = remove(game.hand[player], game.hand_size[player], index)
    mark_shown(game, card)
    game.played[player, game.played_count[player]] = card
    game.played_count[player] += 1
    note(journal, PLAYED, player, card)
    advance_marker(game, player, CARD_PROVINCE[card], CARD_INFLUENCE[card], journal)
    end_turn(game, journal)


@rule
def advance_marker(game: State, player: int, province: int, steps: int, journal: Journal) -> None:
    """Move a marker forward, on top of those it meets: they stay ahead (Ruling Q8)."""
    before = int(game.spaces[player, province])
    after = min(TRACK, before + steps)
    note(journal, ADVANCED, player, province, before, after)
    if after == before:
        return
    game.spaces[player, province] = after
    order = game.ranking[province]
    place = 0
    while order[place] != player:
        place += 1
    while place > 0 and game.spaces[order[place - 1], province] < after:
        order[place] = order[place - 1]
        place -= 1
    order[place] = player


# --- "End of the game" --------------------------------------------------------------


@rule
def end_turn(game: State, journal: Journal) -> None:
    """On to the next player clockwise; the game ends when everybody has twelve cards in play (Ruling Q1)."""
    game.replaced = 0
    game.step = TAKE
    following = (game.to_move + 1) % game.players
    if game.played_count[following] == ROUNDS:
        final_scoring(game)
        end_game(game, journal)
    else:
        game.to_move = following
        replace_unusable_rome(game, journal)

"""What a seat of Quorum may know: backs, and every front that has been face up (Ruling Q7)."""

import numpy as np

from trigrad.engine.observation import Observation, clear, nearest_seat, seat_category, seat_names, turned
from trigrad.engine.random import below, reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.rule import apart, rule
from trigrad.engine.stack import remove, sort
from trigrad.games.quorum.components import (
    CARD_PROVINCE,
    CARDS,
    GODS,
    GODS_MAX,
    HAND,
    NUM_PROVINCES,
    PLAYERS_MAX,
    PROVINCES,
    ROME_CARDS,
    ROME_SIZE,
    ROUNDS,
    TRACK,
    VALUE_MAX,
    back,
    god_of,
    is_god,
)
from trigrad.games.quorum.state import ADVANCE, SHOWN_BYTES, State, acting_god, is_shown

# --- What a seat is told, as numbers --------------------------------------------------

_SEATS = seat_names(PLAYERS_MAX)
_FRONTS = [f"card {card}" for card in range(ROME_CARDS)]
_BACKS = [f"back {province}" for province in PROVINCES]
_HAND = HAND + 1
GOD_IN_ROME = ROME_CARDS + 1  # a category of ``rome``: a god, face down
UNKNOWN_0 = ROME_CARDS + 1  # of ``hand``: UNKNOWN_0 + province, a card of which only the back is known

OBSERVATION = Observation()
_PLAYERS = OBSERVATION.numbers("players", most=PLAYERS_MAX, meaning="number of players")
_TO_MOVE = OBSERVATION.categories("to_move", names=_SEATS, meaning="whose choice it is")
_STEP = OBSERVATION.categories("step", names=("take", "advance", "play"), meaning="what is asked")
_REPLACED = OBSERVATION.numbers("replaced", most=1, meaning="whether Rome was replaced by choice this turn")
_GOD = OBSERVATION.categories("god", names=GODS, meaning="the god that is to act")
_RING = OBSERVATION.categories("ring", NUM_PROVINCES, names=PROVINCES, meaning="province at each place, clockwise")
_VALUES = OBSERVATION.numbers("values", NUM_PROVINCES, most=VALUE_MAX, meaning="value of each province")
_SPACES = OBSERVATION.numbers(
    "spaces", PLAYERS_MAX, NUM_PROVINCES, most=TRACK, meaning="space of each player’s marker in each province"
)
_RANKS = OBSERVATION.numbers(
    "ranks", PLAYERS_MAX, NUM_PROVINCES, most=PLAYERS_MAX, meaning="place of each marker in its province, 1 = ahead"
)
_ROME = OBSERVATION.categories(
    "rome", ROME_SIZE, names=[*_FRONTS, "god"], meaning="card at each position of Rome; a god lies face down"
)
_DECK_SIZE = OBSERVATION.numbers("deck_size", most=CARDS, meaning="cards of the draw pile")
_DECK_TOP = OBSERVATION.categories("deck_top", names=[*PROVINCES, "god"], meaning="back of the top card")
_HANDS = OBSERVATION.categories(
    "hands", PLAYERS_MAX, _HAND, names=[*_FRONTS, *_BACKS], meaning="cards of each hand, oldest first: front or back"
)
_GODS = OBSERVATION.categories(
    "gods", PLAYERS_MAX, GODS_MAX, names=GODS, meaning="gods that each player has taken, oldest first"
)
_PLAYED = OBSERVATION.categories(
    "played", PLAYERS_MAX, ROUNDS, names=_FRONTS, meaning="cards that each player has in play, oldest first"
)
_SHOWN = OBSERVATION.numbers(
    "shown", ROME_CARDS, most=1, meaning="with memory: whether the front of each card has been face up"
)


_BITS = ((np.arange(256)[:, None] >> np.arange(8)) & 1).astype(np.int8)  # (256, 8): of each byte, the lowest first

_GOD_OF = np.array([0] * ROME_CARDS + [god_of(card) + 1 for card in range(ROME_CARDS, CARDS)], np.int8)
_FACE = np.array([UNKNOWN_0 + CARD_PROVINCE[:ROME_CARDS], np.arange(1, ROME_CARDS + 1)], np.int8)  # [known, card]
_LONGEST = max(_HAND, GODS_MAX, ROUNDS)
_THERE = -np.tri(_LONGEST + 1, _LONGEST, -1, np.int8)  # [cards, i]: all bits where there is a card at i, else none


@apart
def observe(game: State, viewer: int, memory: bool, out: Row) -> None:
    """Write what ``viewer`` may know into ``out``, laid out by ``OBSERVATION``."""
    clear(out)
    observe_turn(game, viewer, out)
    observe_provinces(game, viewer, out)
    observe_rome(game, out)
    if memory:
        observe_shown(game, out)
    for turn in range(game.players):
        observe_player(game, viewer, turn, out)


@apart
def observe_turn(game: State, viewer: int, out: Row) -> None:
    """Whose choice it is, and what is asked."""
    out[_PLAYERS] = game.players
    out[_TO_MOVE] = seat_category(game, viewer, game.to_move)
    if game.over == 0:
        out[_STEP] = game.step + 1
        out[_REPLACED] = game.replaced
        if game.step == ADVANCE:
            out[_GOD] = acting_god(game) + 1


@apart
def observe_provinces(game: State, viewer: int, out: Row) -> None:
    """The ring, the values, and the order of the markers."""
    for province in range(NUM_PROVINCES):
        out[_RING + province] = game.ring[province] + 1
        out[_VALUES + province] = game.values[province]
    first = nearest_seat(viewer)
    for place in range(game.players):
        for province in range(NUM_PROVINCES):
            turn = int(game.ranking[province, place]) - first
            turn += int(game.players) * (turn < 0)
            out[_RANKS + turn * NUM_PROVINCES + province] = place + 1


@apart
def observe_rome(game: State, out: Row) -> None:
    """Rome and the draw pile."""
    for position in range(ROME_SIZE):
        card = int(game.rome[position])
        out[_ROME + position] = GOD_IN_ROME if is_god(card) else card + 1
    out[_DECK_SIZE] = game.deck_size
    top = back(game.deck[int(game.deck_size) - 1])
    out[_DECK_TOP] = NUM_PROVINCES + 1 if top < 0 else top + 1


@apart
def observe_player(game: State, viewer: int, turn: int, out: Row) -> None:
    """The markers, hand, gods and cards in play of the player who sits ``turn`` places after the viewer.

    Each row is written to its full length, with nothing behind the last card: what a processor cannot foresee, as how
    many cards there are, costs it more than to write them all.
    """
    player = turned(game, viewer, turn)
    for province in range(NUM_PROVINCES):
        out[_SPACES + turn * NUM_PROVINCES + province] = game.spaces[player, province]
    observe_hand(game, player, player == viewer, out, _HANDS + turn * _HAND)
    gods, played = int(game.god_count[player]), int(game.played_count[player])
    for i in range(GODS_MAX):
        out[_GODS + turn * GODS_MAX + i] = _GOD_OF[int(game.gods[player, i])] & _THERE[gods, i]
    for i in range(ROUNDS):
        out[_PLAYED + turn * ROUNDS + i] = (game.played[player, i] + 1) & _THERE[played, i]


@apart
def observe_hand(game: State, player: int, own: bool, out: Row, first: int) -> None:
    """The cards of a hand as a viewer knows them, from the index ``first`` on; what was shown is written already."""
    cards = int(game.hand_size[player])
    for i in range(_HAND):
        card = int(game.hand[player, i])
        out[first + i] = _FACE[own | int(out[_SHOWN + card]), card] & _THERE[cards, i]


@apart
def observe_shown(game: State, out: Row) -> None:
    """Which fronts have been face up, a byte of them at a time."""
    for byte in range(SHOWN_BYTES):
        bits = int(game.shown[byte])
        for bit in range(8):
            out[_SHOWN + 8 * byte + bit] = _BITS[bits, bit]


# --- Worlds that a seat cannot tell apart ---------------------------------------------


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

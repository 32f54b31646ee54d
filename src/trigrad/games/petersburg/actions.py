"""The choices of Saint Petersburg: their numbers, their notation, and what each means."""

from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    COPIES,
    KIND_LIST,
    KINDS,
    MARKET_MAX,
    PHASES,
    PUB,
    PUB_POINTS,
    TABLE_KINDS,
    WAREHOUSE_LIMIT,
)
from trigrad.games.petersburg.state import State

DECKS = len(PHASES)
OBSERVATORIES = 2  # versions, the first of components.USABLE

# --- Numbers --------------------------------------------------------------------------

BUY_0 = 0  # buy the card at a place of the board
TAKE_0 = BUY_0 + MARKET_MAX  # take it in hand
PLAY_0 = TAKE_0 + MARKET_MAX  # lay out, or play, a card of the hand
PASS = PLAY_0 + WAREHOUSE_LIMIT
OBSERVE_0 = PASS + 1  # use an Observatory, first the base version then New Society's, on each deck
PRISON_USE = OBSERVE_0 + OBSERVATORIES * DECKS
DRAWN_BUY = PRISON_USE + 1
DRAWN_TAKE = DRAWN_BUY + 1
DRAWN_DISCARD = DRAWN_TAKE + 1
KIND_0 = DRAWN_DISCARD + 1  # a kind: own card to displace or to be host, or card of the discard pile
GUEST_0 = KIND_0 + TABLE_KINDS  # displace the card under the Jester, under the Banquet
NUMBER_0 = GUEST_0 + 2  # how many points, at Guild Hall, Trading House, Pubs
DISCARD_0 = NUMBER_0 + PUB_POINTS * int(COPIES[PUB]) + 1  # "Away with it!": which card of the hand
STEAL = DISCARD_0 + WAREHOUSE_LIMIT  # play the Pickpocket now
WAIT = STEAL + 1
NUM_ACTIONS = WAIT + 1

# --- Notation -------------------------------------------------------------------------

_OBSERVATORY_WORDS = ("observe", "observe-new")  # base version, New Society's
_GUEST_WORDS = ("jester", "banquet")

FORMER_NOTATIONS = {"guest buffoon": "guest jester"}
"""Notations as they were, in games that people have saved."""


def notation(action: int) -> str:
    """``buy 3``, ``take 3``, ``play 1``, ``pass``, ``observe trading``, ``card market``, ``points 2``, ..."""
    return _NOTATIONS[action]


def _counted(word: str, number: int) -> list[str]:
    return [f"{word} {i + 1}" for i in range(number)]


_NOTATIONS = [
    *_counted("buy", MARKET_MAX),
    *_counted("take", MARKET_MAX),
    *_counted("play", WAREHOUSE_LIMIT),
    "pass",
    *(f"{word} {deck}" for word in _OBSERVATORY_WORDS for deck in PHASES),
    "prison",
    "drawn buy",
    "drawn take",
    "drawn discard",
    *(f"card {kind.id}" for kind in KIND_LIST[:TABLE_KINDS]),
    *(f"guest {word}" for word in _GUEST_WORDS),
    *(f"points {number}" for number in range(DISCARD_0 - NUMBER_0)),
    *_counted("discard", WAREHOUSE_LIMIT),
    "steal",
    "wait",
]

# --- Meanings -------------------------------------------------------------------------

# What is done with a card, by its kind; all else means itself
BUYING_0 = NUM_ACTIONS  # from the upper row, from the lower row
TAKING_0 = BUYING_0 + 2 * KINDS  # as above
PLAYING_0 = TAKING_0 + 2 * KINDS
DISCARDING_0 = PLAYING_0 + KINDS
WITH_DRAWN_0 = DISCARDING_0 + KINDS  # buy, take, discard
NUM_MEANINGS = WITH_DRAWN_0 + 3 * KINDS


@rule
def meaning(game: State, action: int) -> int:
    """What an action would do, whatever place the card lies at."""
    player = game.to_move
    if action < TAKE_0:
        return BUYING_0 + _on_board(game, action - BUY_0)
    if action < PLAY_0:
        return TAKING_0 + _on_board(game, action - TAKE_0)
    if action < PASS:
        return PLAYING_0 + int(game.hand[player, action - PLAY_0])
    if DRAWN_BUY <= action <= DRAWN_DISCARD:
        return WITH_DRAWN_0 + (int(action) - DRAWN_BUY) * KINDS + int(game.drawn)
    if DISCARD_0 <= action < STEAL:
        return DISCARDING_0 + int(game.hand[player, action - DISCARD_0])
    return int(action)


@rule
def _on_board(game: State, place: int) -> int:
    """The kind of a card of the board, counted on for the lower row."""
    return int(game.market[place]) + (KINDS if place < game.lower_size else 0)

"""The numbers of choices in Quorum, their notation, and what each of them means."""

from trigrad.engine.rule import rule
from trigrad.games.quorum.components import GODS, HAND, NUM_PROVINCES, PROVINCES, ROME_CARDS, ROME_SIZE, is_god
from trigrad.games.quorum.state import State, acting_god

TAKE_0 = 0  # 0..4: take the card at a position of Rome
REPLACE = TAKE_0 + ROME_SIZE  # 5: replace all of Rome
ADVANCE_0 = REPLACE + 1  # 6..11: let the god act in a province
PLAY_0 = ADVANCE_0 + NUM_PROVINCES  # 12..16: play a card of the hand
NUM_ACTIONS = PLAY_0 + HAND + 1

# Meanings, see ``Functions.meaning``: taking a face-down god and REPLACE mean themselves
TAKING_0 = NUM_ACTIONS  # 72: take a Rome card
PLAYING_0 = TAKING_0 + ROME_CARDS  # 72: play it
ADVANCING_0 = PLAYING_0 + ROME_CARDS  # 42: let a god 0..6 act in a province 0..5
NUM_MEANINGS = ADVANCING_0 + len(GODS) * NUM_PROVINCES


def notation(action: int) -> str:
    """``take 1`` .. ``take 5``, ``replace``, ``advance gallia``, ``play 1`` .. ``play 5``."""
    if action < REPLACE:
        return f"take {action - TAKE_0 + 1}"
    if action == REPLACE:
        return "replace"
    if action < PLAY_0:
        return f"advance {PROVINCES[action - ADVANCE_0]}"
    return f"play {action - PLAY_0 + 1}"


@rule
def meaning(game: State, action: int) -> int:
    """What an action would do, whatever place the card lies at."""
    if action < REPLACE:
        card = int(game.rome[action - TAKE_0])
        return int(action) if is_god(card) else TAKING_0 + card
    if action == REPLACE:
        return REPLACE
    if action < PLAY_0:
        return ADVANCING_0 + acting_god(game) * NUM_PROVINCES + int(action) - ADVANCE_0
    return PLAYING_0 + int(game.hand[int(game.to_move), action - PLAY_0])

"""Why a choice is not possible in Quorum."""

from trigrad.engine.text import Text
from trigrad.games.quorum.actions import PLAY_0, REPLACE
from trigrad.games.quorum.state import ADVANCE, PLAY, TAKE, State


def why_not(game: State, action: int) -> Text:
    """What stands against an action that is not legal now."""
    if action <= REPLACE:
        return _why_not_take(game, action)
    if action < PLAY_0:
        return Text("A province is chosen only after a god was taken.")
    if game.step != PLAY:
        return _asked_now(game)
    return Text("There is no such card in the hand.")


def _why_not_take(game: State, action: int) -> Text:
    if game.step != TAKE:
        return _asked_now(game)
    if action != REPLACE:
        return Text("Nobody may hold more than three gods.")
    if game.replaced:
        return Text("Rome can be replaced only once a turn.")
    return Text("Rome can be replaced only when at least three gods lie in it.")


def _asked_now(game: State) -> Text:
    if game.step == TAKE:
        return Text("First take a card from Rome; a card is played afterwards.")
    if game.step == ADVANCE:
        return Text("First choose the province in which the god acts.")
    return Text("A card was already taken this turn; now play one.")

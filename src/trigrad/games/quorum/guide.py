"""What helps beginners with each kind of choice in Quorum."""

from collections.abc import Mapping

from trigrad.engine.game import Guide
from trigrad.engine.text import Text
from trigrad.games.quorum.rules.turn import may_replace
from trigrad.games.quorum.state import ADVANCE, TAKE, State

GUIDES: Mapping[str, Guide] = {
    "take": Guide(
        "turn",
        Text("Take one of the five cards into your hand. Those face down are gods: one that you take acts at once."),
    ),
    "replace": Guide("turn", Text("Three or more cards of Rome are gods: you may first replace all five, once.")),
    "advance": Guide(
        "gods",
        Text("Your marker moves one space in the province that you choose, and its two neighbours change in value."),
    ),
    "play": Guide(
        "turn",
        Text("Lay out a card: your marker moves as far as its banner says. The card stays, and scores at the end."),
    ),
}


def asked(game: State) -> tuple[str, ...]:
    """The kinds of choices that the player to move has, the one that is asked first."""
    if game.step == ADVANCE:
        return ("advance",)
    if game.step != TAKE:
        return ("play",)
    return ("take", "replace") if may_replace(game) else ("take",)

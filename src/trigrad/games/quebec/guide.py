"""What helps beginners with each kind of choice in Québec."""

from collections.abc import Mapping

from trigrad.engine.game import Guide
from trigrad.engine.text import Text
from trigrad.games.quebec import components as c
from trigrad.games.quebec import state
from trigrad.games.quebec.rules.leaders import may_take_leader
from trigrad.games.quebec.state import State

_NEUTRAL = Text("The neutral architect needs an open site, where its next building will stand.")

GUIDES: Mapping[str, Guide] = {
    "turn": Guide(
        "turn",
        Text("Start a building, contribute workers to a site, or send one worker to a zone: one of these every turn."),
    ),
    "leader": Guide(
        "leaders",
        Text("Or take a leader: you have it until the century ends, and can take one a century."),
    ),
    "place": Guide(
        "turn",
        Text("Your architect goes to an open site, and workers become active. When it leaves, the building is done."),
    ),
    "neutral": Guide("leaders", _NEUTRAL),
    "common": Guide("two-players", _NEUTRAL),
    "redirect": Guide(
        "leaders",
        Text("Your workers on this building need not go to its own zone: any of the four corners will do."),
    ),
    "pair": Guide(
        "leaders",
        Text("Two workers go to each zone of a pair: religion and economy, or politics and culture."),
    ),
    "any": Guide("districts", Text("A “?” district lets you do the action of any other district of its colour.")),
    "use": Guide("districts", Text("An action has parts, and each of them is yours to do or to leave.")),
    "settle": Guide(
        "districts",
        Text("They come from your supply. Each scores when the century ends, and more where you have most."),
    ),
    "move": Guide("districts", Text("First the zone that they leave, then how many, then where to.")),
    "start": Guide("districts", Text("The rich district starts a building, as if it were your action.")),
    "again": Guide(
        "districts",
        Text("A second contribution, to another building. Its workers come from the supply, and it brings no action."),
    ),
    "star": Guide("districts", Text("One more star for a token of yours, three at most: more points at the end.")),
}

_KINDS = {
    state.TURN: "turn",
    state.REDIRECT: "redirect",
    state.PAIR: "pair",
    state.CHOOSE_DISTRICT: "any",
    state.USE: "use",
    state.SETTLE_ZONE: "settle",
    state.SETTLE_NUMBER: "settle",
    state.MOVE_FROM: "move",
    state.MOVE_NUMBER: "move",
    state.MOVE_TO: "move",
    state.START_BUILDING: "start",
    state.CONTRIBUTE_AGAIN: "again",
    state.UPGRADE_STAR: "star",
}


def asked(game: State) -> tuple[str, ...]:
    """The kinds of choices that the player to move has, the one that is asked first."""
    step = int(game.step)
    if step == state.PLACE_ARCHITECT:
        return ("place" if game.own_waits else "common" if game.players == c.DUEL else "neutral",)
    if step == state.TURN and may_take_leader(game, int(game.turn)):
        return "turn", "leader"
    return (_KINDS[step],)

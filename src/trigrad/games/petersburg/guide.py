"""What helps beginners with each kind of choice in Saint Petersburg."""

from collections.abc import Iterator, Mapping

from trigrad.engine.game import Guide
from trigrad.engine.text import Text
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules.special import can_use
from trigrad.games.petersburg.state import (
    ACT,
    BY_BLACK_MARKET,
    BY_OBSERVATORY,
    BY_PRISON,
    DISCARD,
    DISPLACE,
    DRAWN,
    GUILD_MIX,
    HOST,
    HOUSE_DEAL,
    PICKPOCKET_PLAY,
    PILE,
    PUB_DEAL,
    State,
)

_DRAWN = Text("Decide about the card at once: it is bought, taken in hand, or, where that is offered, discarded.")

GUIDES: Mapping[str, Guide] = {
    "worker": Guide(
        "actions",
        Text("Buy a card, take one in hand for nothing, lay one out, or pass. Once all have passed, workers pay."),
    ),
    "building": Guide(
        "actions",
        Text("Now buildings pay, once all have passed. But any card can be bought or taken, whatever the phase."),
    ),
    "aristocrat": Guide(
        "actions",
        Text("Aristocrats pay after this phase. At the end they score too: the more different ones, the better."),
    ),
    "trading": Guide(
        "trading",
        Text("A trading card displaces one of your cards of its colour, whose worth comes off the price."),
    ),
    "use": Guide(
        "special",
        Text("Observatory and Debtor’s Prison are an action now, once a round; they then pay nothing this time."),
    ),
    "action card": Guide(
        "banquet",
        Text("Action cards are played from the hand as an action, and then discarded or laid on a card."),
    ),
    "extra": Guide("banquet", Text("You act twice in a row now.")),
    "displace": Guide(
        "trading",
        Text("Choose the card that makes room. What it is worth comes off the price, and it is discarded."),
    ),
    "observed": Guide("special", _DRAWN),
    "from prison": Guide("new-society", _DRAWN),
    "from market": Guide("banquet", _DRAWN),
    "prison": Guide("new-society", Text("Choose any card of the discard pile but an action card.")),
    "market": Guide("banquet", Text("Choose a card of the discard pile: you then buy it or take it in hand.")),
    "discard": Guide(
        "banquet",
        Text("Each card left in hand costs 5 points at the end: here you get rid of one for nothing."),
    ),
    "host": Guide(
        "banquet",
        Text("The Jester swaps the rubles and points that a card pays next, the Banquet doubles them."),
    ),
    "pickpocket": Guide("banquet", Text("Played now, you act first in this phase. It costs no action.")),
    "guild": Guide("new-society", Text("Say how many of the four are points: the others are rubles.")),
    "house": Guide("new-society", Text("After each income of buildings you may turn 3 rubles into 2 points.")),
    "pub": Guide("special", Text("After each income of buildings: up to 5 points a Pub, for 2 rubles each.")),
}

_KINDS = {
    DISPLACE: "displace",
    DISCARD: "discard",
    HOST: "host",
    PICKPOCKET_PLAY: "pickpocket",
    GUILD_MIX: "guild",
    HOUSE_DEAL: "house",
    PUB_DEAL: "pub",
}
_DRAWN_BY = {BY_OBSERVATORY: "observed", BY_PRISON: "from prison", BY_BLACK_MARKET: "from market"}


def asked(game: State) -> tuple[str, ...]:
    """The kinds of choices that the player to move has, the one that is asked first."""
    step = int(game.step)
    if step == ACT:
        return tuple(_of_an_action(game))
    if step == PILE:
        return ("prison" if game.drawn_by == BY_PRISON else "market",)
    return (_DRAWN_BY[int(game.drawn_by)] if step == DRAWN else _KINDS[step],)


def _of_an_action(game: State) -> Iterator[str]:
    if game.extra == c.EXTRA_ACTIONS:
        yield "extra"
    phase = c.PHASES[int(game.phase)]
    yield phase
    if phase == "building" and any(can_use(game, which) for which in range(len(c.USABLE))):
        yield "use"
    held = int(game.hand_size[game.to_move])
    if any(c.is_action_card(int(kind)) for kind in game.hand[game.to_move][:held]):
        yield "action card"

"""Why a choice of Saint Petersburg is not possible now, with the rule it rests on."""

from trigrad.engine.text import Name, Text
from trigrad.games.petersburg import actions
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules import cards, turn
from trigrad.games.petersburg.state import (
    ACT,
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
from trigrad.games.petersburg.words import rubles

_ASKED = {
    ACT: Text("Now an action is chosen."),
    DISPLACE: Text("First choose the own card that makes room."),
    DRAWN: Text("First settle what becomes of the drawn card."),
    PILE: Text("First choose a card of the discard pile."),
    DISCARD: Text("First choose the hand card to discard."),
    HOST: Text("First choose the own card that the action card lies on."),
    PICKPOCKET_PLAY: Text("First say whether the Pickpocket is played."),
    GUILD_MIX: Text("First choose the mix of rubles and points."),
    HOUSE_DEAL: Text("First say how many points you buy."),
    PUB_DEAL: Text("First say how many points you buy."),
}


def why_not(game: State, action: int) -> Text:
    """Why an action is not possible now."""
    if not _is_asked(int(game.step), action):
        return _ASKED[int(game.step)]
    if action < actions.PASS:
        return _why_not_card(game, action)
    if action < actions.DRAWN_BUY:
        return _why_not_use(game, action)
    if action < actions.KIND_0:
        return _why_not_drawn(game, action)
    return _why_not_choice(game, action)


def _is_asked(step: int, action: int) -> bool:
    """Whether an action is of the sort that the step asks for."""
    if action < actions.DRAWN_BUY:
        return step == ACT
    if action < actions.KIND_0:
        return step == DRAWN
    if action < actions.GUEST_0:
        return step in (DISPLACE, PILE, HOST)
    if action < actions.NUMBER_0:
        return step == DISPLACE
    if action < actions.DISCARD_0:
        return step >= GUILD_MIX
    return step == (DISCARD if action < actions.STEAL else PICKPOCKET_PLAY)


def _why_not_card(game: State, action: int) -> Text:
    """Buying, taking, playing from hand."""
    seat = int(game.to_move)
    if action >= actions.PLAY_0:
        index = action - actions.PLAY_0
        if index >= game.hand_size[seat]:
            return Text("There is no such card in the hand.")
        return _why_not_play(game, seat, int(game.hand[seat, index]))
    place = action % actions.TAKE_0
    if place >= game.market_size:
        return Text("There is no card at this place of the board.")
    if action >= actions.TAKE_0:
        return _full_hand(game, seat)
    return _why_not_buy(game, seat, int(game.market[place]), cards.in_lower_row(game, place))


def _full_hand(game: State, seat: int) -> Text:
    return Text.plural(
        "The hand is full: the limit is {number} card.",
        "The hand is full: the limit is {number} cards.",
        cards.hand_limit(game, seat),
    )


def _name(kind: int) -> Name:
    return c.KIND_LIST[kind].name


def _why_not_buy(game: State, seat: int, kind: int, lower: int) -> Text:
    """No money, nothing to displace, or an action card."""
    money = int(game.money[seat])
    if c.is_action_card(kind):
        return Text("An action card is not bought: it is taken in hand free of charge.")
    if not c.is_trading_card(kind):
        cost = cards.price(game, seat, kind, lower, -1)
        return Text(
            "{card} costs {cost}; you have {money}.",
            {"card": _name(kind), "cost": rubles(cost), "money": rubles(money)},
        )
    own = [old for old in range(c.DISPLACEABLE) if int(c.FITS[kind]) >> old & 1 and game.owned[seat, old]]
    up = [old for old in own if game.owned[seat, old] > cards.face_down_copies(game, seat, old)]
    if not own:
        return Text("{card} needs a fitting own card that makes room, and there is none.", {"card": _name(kind)})
    if not up:
        return Text("A card that lies face down cannot make room.")
    cost = min(cards.price(game, seat, kind, lower, old) for old in up)
    return Text(
        "{card} costs at least {cost}; you have {money}.",
        {"card": _name(kind), "cost": rubles(cost), "money": rubles(money)},
    )


def _why_not_play(game: State, seat: int, kind: int) -> Text:
    """A card of the hand that cannot be laid out or played."""
    if not c.is_action_card(kind):
        return _why_not_buy(game, seat, kind, 0)
    if kind == c.PICKPOCKET:
        return Text("The Pickpocket is played only when a phase begins.")
    if kind == c.BLACK_MARKET:
        return Text("The discard pile holds no card that could be bought or taken.")
    if kind in (c.JESTER, c.BANQUET):
        return _why_no_host(game, seat)
    return Text("There is no other card in the hand to discard.")


def _why_no_host(game: State, seat: int) -> Text:
    """No card to lay the Jester or the Banquet on, or the only one has a guest (Ruling P17)."""
    for host, owner in zip(game.host, game.host_owner, strict=True):
        if owner == seat:
            return Text("{card} already has a guest.", {"card": _name(int(host))})
    return Text("There is no own card that brings both rubles and points.")


def _why_not_use(game: State, action: int) -> Text:
    """Observatory and Debtor's Prison."""
    which, deck = divmod(action - actions.OBSERVE_0, len(c.PHASES))
    kind = int(c.USABLE[which])
    if game.phase != c.BUILDING:
        return Text("{card} is used only in the phase of buildings.", {"card": _name(kind)})
    owned = int(game.owned[game.to_move, kind])
    if owned == 0:
        return Text("{card} is not in your area.", {"card": _name(kind)})
    if owned == cards.face_down_copies(game, int(game.to_move), kind):
        return Text("{card} was already used this round.", {"card": _name(kind)})
    if which == c.PRISON:
        return Text("The discard pile holds no card that could be bought or taken.")
    if game.deck_size[deck] == 1:
        return Text("The last card of a deck is never drawn.")
    return Text("The deck is empty.")


def _why_not_drawn(game: State, action: int) -> Text:
    """What cannot be done with the drawn card."""
    seat = int(game.to_move)
    if action == actions.DRAWN_BUY:
        return _why_not_buy(game, seat, int(game.drawn), 0)
    if action == actions.DRAWN_TAKE:
        return _full_hand(game, seat)
    if game.drawn_by == BY_PRISON:
        return Text("The card may be discarded only if the hand is full.")
    return Text("A card from the Black Market is bought or taken in hand.")


def _why_not_choice(game: State, action: int) -> Text:
    """A wrong card, a wrong number, a card that is not there."""
    if action >= actions.DISCARD_0:
        return Text("There is no such card in the hand.")
    if action >= actions.NUMBER_0:
        return _why_not_number(game, action - actions.NUMBER_0)
    if game.step == PILE:
        kind = action - actions.KIND_0
        if game.pile[kind]:
            return Text("With a full hand only a card that can be paid for is chosen.")
        return Text("{card} is not in the discard pile.", {"card": _name(kind)})
    if action >= actions.GUEST_0:
        return _why_not_host(game, action - actions.GUEST_0)
    kind = action - actions.KIND_0
    if game.owned[game.to_move, kind] == 0:
        return Text("{card} is not in your area.", {"card": _name(kind)})
    return _why_not_displaced(game, kind) if game.step == DISPLACE else _why_not_hosting(kind)


def _why_not_displaced(game: State, kind: int) -> Text:
    """An own card that cannot make room."""
    seat, buying = int(game.to_move), int(game.buying)
    if kind >= c.DISPLACEABLE:
        return Text("A trading card never makes room for another.")
    if not int(c.FITS[buying]) >> kind & 1:
        return Text("{card} cannot displace {old}.", {"card": _name(buying), "old": _name(kind)})
    if cards.face_down_copies(game, seat, kind) == game.owned[seat, kind]:
        return Text("A card that lies face down cannot make room.")
    if cards.free_copies(game, seat, kind) == 0:
        return Text("{card} has a guest: choose it with the guest.", {"card": _name(kind)})
    return _too_dear(game, kind)


def _too_dear(game: State, displaced: int) -> Text:
    seat, buying = int(game.to_move), int(game.buying)
    cost = cards.price(game, seat, buying, turn.lowered(game), displaced)
    return Text(
        "{card} costs {cost}; you have {money}.",
        {"card": _name(buying), "cost": rubles(cost), "money": rubles(int(game.money[seat]))},
    )


def _why_not_host(game: State, guest: int) -> Text:
    """A card under the Jester or the Banquet that cannot make room."""
    host = int(game.host[guest])
    if host < 0 or game.host_owner[guest] != game.to_move:
        return Text("There is no such guest in your area.")
    if host >= c.DISPLACEABLE:
        return Text("A trading card never makes room for another.")
    if not int(c.FITS[game.buying]) >> host & 1:
        return Text("{card} cannot displace {old}.", {"card": _name(int(game.buying)), "old": _name(host)})
    return _too_dear(game, host)


def _why_not_hosting(kind: int) -> Text:
    """A card that the Jester or the Banquet cannot lie on."""
    if c.CAN_HOST[kind]:
        return Text("{card} already has a guest.", {"card": _name(kind)})
    return Text("{card} does not bring both rubles and points.", {"card": _name(kind)})


def _why_not_number(game: State, points: int) -> Text:
    """Too many points, or a part of what the Trading House sells."""
    if game.step == GUILD_MIX:
        return Text("The Guild Hall brings four in all.")
    if game.step == HOUSE_DEAL:
        if points == c.HOUSE_POINTS:
            return Text("You have only {money}.", {"money": rubles(int(game.money[game.to_move]))})
        return Text("The Trading House sells two points or none.")
    if points > c.PUB_POINTS * int(game.owned[game.to_move, c.PUB]):
        return Text("A Pub sells at most five points.")
    return Text("You have only {money}.", {"money": rubles(int(game.money[game.to_move]))})

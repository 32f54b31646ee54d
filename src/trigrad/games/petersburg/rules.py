"""The rules of Saint Petersburg: the choices, and where each leads.

The rules themselves are in ``setup``, ``cards`` (prices, areas, hands, the discard
pile), ``actions``, ``special`` (cards with a rule of their own), ``income``,
``rounds`` and ``scoring``. Every function works on a record of ``state.State``.
"""

from typing import Any

from trigrad.engine.random import reseed, shuffle
from trigrad.engine.rule import rule
from trigrad.games.petersburg.actions import (
    buy_drawn,
    buy_from_market,
    displace,
    displace_host,
    lowered,
    may_buy_drawn,
    pass_turn,
    play_from_hand,
    take_drawn,
    take_from_market,
)
from trigrad.games.petersburg.cards import (
    can_buy,
    can_displace_host,
    displacement,
    has_room,
    in_lower_row,
    is_action_card,
    may_host,
)
from trigrad.games.petersburg.components import (
    BUILDING,
    COPIES,
    DISPLACEABLE,
    KINDS,
    MARKET_MAX,
    MIN_PRICE,
    PHASES,
    PUB,
    PUB_POINTS,
    TABLE_KINDS,
    USABLE,
    WAREHOUSE_LIMIT,
)
from trigrad.games.petersburg.events import REVEALING
from trigrad.games.petersburg.income import answer, ask_next, is_possible_number, most_points
from trigrad.games.petersburg.rounds import begin_actions, end_phase, play_theft
from trigrad.games.petersburg.setup import setup
from trigrad.games.petersburg.special import (
    can_play_action_card,
    choose_from_pile,
    drop_drawn,
    drop_from_hand,
    lay_on_host,
    may_choose,
    may_drop_drawn,
    may_observe,
    may_use_prison,
    observe,
    play_action_card,
    use_prison,
)
from trigrad.games.petersburg.state import ACT, DISCARD, DISPLACE, DRAWN, HOST, PILE, THEFT, plain

_DECKS = len(PHASES)
_OBSERVATORIES = 2  # versions, the first of USABLE

# Actions
BUY_0 = 0  # buy the card at a place of the board
TAKE_0 = BUY_0 + MARKET_MAX  # take it in hand
PLAY_0 = TAKE_0 + MARKET_MAX  # lay out, or play, a card of the hand
PASS = PLAY_0 + WAREHOUSE_LIMIT
OBSERVE_0 = PASS + 1  # use an Observatory, first the base version then New Society's, on each deck
PRISON_USE = OBSERVE_0 + _OBSERVATORIES * _DECKS
DRAWN_BUY = PRISON_USE + 1
DRAWN_TAKE = DRAWN_BUY + 1
DRAWN_DROP = DRAWN_TAKE + 1
KIND_0 = DRAWN_DROP + 1  # a kind: own card to displace or to be host, or card of the discard pile
GUEST_0 = KIND_0 + TABLE_KINDS  # displace the card under the Buffoon, under the Banquet
NUMBER_0 = GUEST_0 + 2  # how many points, at Guild, Trading House, Pubs
DROP_0 = NUMBER_0 + PUB_POINTS * int(COPIES[PUB]) + 1  # "Away with it!": which card of the hand
STEAL = DROP_0 + WAREHOUSE_LIMIT  # play the Theft now
WAIT = STEAL + 1
NUM_ACTIONS = WAIT + 1

# Meanings, see ``engine.generic``: what is done with a card, by its kind; all else means itself
BUYING_0 = NUM_ACTIONS  # from the upper row, from the lower row
TAKING_0 = BUYING_0 + 2 * KINDS  # as above
PLAYING_0 = TAKING_0 + 2 * KINDS
DROPPING_0 = PLAYING_0 + KINDS
WITH_DRAWN_0 = DROPPING_0 + KINDS  # buy, take, drop
NUM_MEANINGS = WITH_DRAWN_0 + 3 * KINDS


# --- What is possible -----------------------------------------------------------------


@rule
def legal_actions(game: Any, out: Any) -> int:
    """Write the legal actions into ``out`` (at least NUM_ACTIONS long), ascending; return how many."""
    if game.over == 1:
        return 0
    if game.step == ACT:
        return _list_actions(game, out)
    if game.step == DISPLACE:
        return _list_displacements(game, out)
    if game.step == DRAWN:
        return _list_drawn(game, out)
    if game.step in (PILE, HOST):
        return _list_kinds(game, out)
    if game.step == DISCARD:
        return _list_range(out, DROP_0, plain(game.hand_size[game.to_move]))
    if game.step == THEFT:
        return _list_range(out, STEAL, 2)
    return _list_numbers(game, out)


@rule
def meaning(game: Any, action: int) -> int:
    """What an action would do, whatever place the card lies at."""
    player = plain(game.to_move)
    if action < TAKE_0:
        return BUYING_0 + _on_board(game, action - BUY_0)
    if action < PLAY_0:
        return TAKING_0 + _on_board(game, action - TAKE_0)
    if action < PASS:
        return PLAYING_0 + plain(game.hand[player, action - PLAY_0])
    if DRAWN_BUY <= action <= DRAWN_DROP:
        return WITH_DRAWN_0 + (int(action) - DRAWN_BUY) * KINDS + plain(game.drawn)
    if DROP_0 <= action < STEAL:
        return DROPPING_0 + plain(game.hand[player, action - DROP_0])
    return int(action)


@rule
def _on_board(game: Any, place: int) -> int:
    """The kind of a card of the board, counted on for the lower row."""
    return plain(game.market[place]) + KINDS * in_lower_row(game, place)


@rule
def _list_range(out: Any, first: int, count: int) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@rule
def _list_actions(game: Any, out: Any) -> int:
    """The four actions, and the cards that are used as one ("Actions")."""
    player = plain(game.to_move)
    size = plain(game.market_size)
    count = _list_purchases(game, player, size, out)
    if has_room(game, player):
        for place in range(size):
            out[count + place] = TAKE_0 + place
        count += size
    for index in range(plain(game.hand_size[player])):
        if may_play(game, player, index):
            out[count] = PLAY_0 + index
            count += 1
    out[count] = PASS
    count += 1
    if game.phase == BUILDING:
        count = _list_uses(game, out, count)
    return count


@rule
def _list_purchases(game: Any, player: int, size: int, out: Any) -> int:
    """The cards of the board that the player can pay for."""
    if game.money[player] < MIN_PRICE:
        return 0
    lower_size = plain(game.lower_size)
    count = 0
    for place in range(size):
        if can_buy(game, player, plain(game.market[place]), 1 if place < lower_size else 0):
            out[count] = BUY_0 + place
            count += 1
    return count


@rule
def may_play(game: Any, player: int, index: int) -> bool:
    """Whether a card of the hand can be laid out, or its effect is possible."""
    kind = plain(game.hand[player, index])
    if is_action_card(kind):
        return can_play_action_card(game, kind)
    return can_buy(game, player, kind, 0)


@rule
def _list_uses(game: Any, out: Any, count: int) -> int:
    """Observatories and the Debtor's Prison, in the building phase ("Special cards", Ruling P8)."""
    for which in range(_OBSERVATORIES):
        if game.owned[game.to_move, USABLE[which]] > 0:
            for deck in range(_DECKS):
                if may_observe(game, which, deck):
                    out[count] = OBSERVE_0 + which * _DECKS + deck
                    count += 1
    if may_use_prison(game):
        out[count] = PRISON_USE
        count += 1
    return count


@rule
def may_displace(game: Any, kind: int) -> bool:
    """Whether an own card of a kind can make room for the card being bought."""
    if kind >= DISPLACEABLE:
        return False
    return (displacement(game, plain(game.to_move), plain(game.buying), lowered(game)) >> int(kind)) & 1 == 1


@rule
def _list_displacements(game: Any, out: Any) -> int:
    """Own cards that can make room for the trading card ("Cards of reform")."""
    player = plain(game.to_move)
    buying = plain(game.buying)
    kinds = displacement(game, player, buying, lowered(game))
    count = 0
    kind = 0
    while kinds != 0:
        if kinds & 1 == 1:
            out[count] = KIND_0 + kind
            count += 1
        kinds >>= 1
        kind += 1
    for guest in range(2):
        if can_displace_host(game, player, buying, lowered(game), guest):
            out[count] = GUEST_0 + guest
            count += 1
    return count


@rule
def _list_drawn(game: Any, out: Any) -> int:
    """Buy, take in hand, or discard the drawn card."""
    count = 0
    if may_buy_drawn(game):
        out[count] = DRAWN_BUY
        count += 1
    if has_room(game, plain(game.to_move)):
        out[count] = DRAWN_TAKE
        count += 1
    if may_drop_drawn(game):
        out[count] = DRAWN_DROP
        count += 1
    return count


@rule
def _list_kinds(game: Any, out: Any) -> int:
    """Cards of the discard pile, or hosts for the Buffoon or the Banquet."""
    count = 0
    for kind in range(TABLE_KINDS):
        if may_choose(game, kind) if game.step == PILE else may_host(game, plain(game.to_move), kind):
            out[count] = KIND_0 + kind
            count += 1
    return count


@rule
def _list_numbers(game: Any, out: Any) -> int:
    """Points at Guild, Trading House or Pubs."""
    count = 0
    for points in range(most_points(game) + 1):
        if is_possible_number(game, points):
            out[count] = NUMBER_0 + points
            count += 1
    return count


# --- Carrying it out ------------------------------------------------------------------


@rule
def apply_action(game: Any, action: int, journal: Any) -> None:
    """Carry out one legal choice of the player to move, with all that follows from it."""
    action = int(action)
    if action < TAKE_0:
        buy_from_market(game, action - BUY_0, journal)
    elif action < PLAY_0:
        take_from_market(game, action - TAKE_0, journal)
    elif action < PASS:
        _play(game, action - PLAY_0, journal)
    elif action == PASS:
        pass_turn(game, journal)
    elif action < KIND_0:
        _use_or_settle(game, action, journal)
    elif action < GUEST_0:
        _choose_kind(game, action - KIND_0, journal)
    else:
        _reply(game, action, journal)


@rule
def _play(game: Any, index: int, journal: Any) -> None:
    """A card of the hand: an action card has its effect, any other is paid for."""
    if is_action_card(plain(game.hand[game.to_move, index])):
        play_action_card(game, index, journal)
    else:
        play_from_hand(game, index, journal)


@rule
def _use_or_settle(game: Any, action: int, journal: Any) -> None:
    """Use an Observatory or the Prison; settle what becomes of the card drawn."""
    if action < PRISON_USE:
        observe(game, (action - OBSERVE_0) // _DECKS, (action - OBSERVE_0) % _DECKS, journal)
    elif action == PRISON_USE:
        use_prison(game, journal)
    elif action == DRAWN_BUY:
        buy_drawn(game, journal)
    elif action == DRAWN_TAKE:
        take_drawn(game, journal)
    else:
        drop_drawn(game, journal)


@rule
def _choose_kind(game: Any, kind: int, journal: Any) -> None:
    """Displace an own card, choose one of the discard pile, or choose a host."""
    if game.step == DISPLACE:
        displace(game, kind, journal)
    elif game.step == PILE:
        choose_from_pile(game, kind, journal)
    else:
        lay_on_host(game, kind, journal)


@rule
def _reply(game: Any, action: int, journal: Any) -> None:
    """The rarer choices: displacing a host, numbers of points, a card thrown away, the Theft."""
    if action < NUMBER_0:
        displace_host(game, action - GUEST_0, journal)
    elif action < DROP_0:
        answer(game, action - NUMBER_0, journal)
        if not ask_next(game):
            end_phase(game, journal)
    elif action < STEAL:
        drop_from_hand(game, action - DROP_0, journal)
    elif action == STEAL:
        play_theft(game, journal)
    else:
        begin_actions(game, plain(game.starter[game.phase]), journal)


# --- What a viewer cannot know --------------------------------------------------------


@rule
def resample(game: Any, viewer: int, seed: Any) -> None:  # noqa: ARG001 -- all know the same
    """Re-draw the order of the decks, all that nobody can know (Rulings P9, P19).

    Hands were taken openly, prices and incomes are public: whoever remembers knows
    them. The result depends only on what is left in each deck and on ``seed``.
    """
    reseed(game, seed)
    for deck in range(_DECKS):
        _sort(game.deck[deck], game.deck_size[deck])
        shuffle(game, game.deck[deck], 0, game.deck_size[deck])


@rule
def _sort(items: Any, size: int) -> None:
    """Put the first ``size`` of ``items`` into ascending order."""
    for i in range(1, size):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


__all__ = ["NUM_ACTIONS", "REVEALING", "apply_action", "legal_actions", "resample", "setup"]

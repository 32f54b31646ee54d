"""The rulebook of Saint Petersburg: which choices are legal, and what each leads to.

The chapters are ``turn`` (buying, taking, playing, passing), ``cards`` (prices, areas, hands, the board, the discard
pile), ``special`` (cards with a rule of their own), ``income`` and ``rounds``.
"""

from trigrad.engine.journal import Journal
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.petersburg.actions import (
    BUY_0,
    DECKS,
    DISCARD_0,
    DRAWN_BUY,
    DRAWN_DISCARD,
    DRAWN_TAKE,
    GUEST_0,
    KIND_0,
    NUMBER_0,
    OBSERVATORIES,
    OBSERVE_0,
    PASS,
    PLAY_0,
    PRISON_USE,
    STEAL,
    TAKE_0,
)
from trigrad.games.petersburg.components import BUILDING, MARKET_MAX, MIN_PRICE, TABLE_KINDS, USABLE, is_action_card
from trigrad.games.petersburg.rules.cards import (
    can_buy,
    can_displace_host,
    has_room,
    may_host,
    rooms,
)
from trigrad.games.petersburg.rules.income import answer, ask_next, is_possible_number, most_points
from trigrad.games.petersburg.rules.rounds import begin_actions, end_phase, play_pickpocket
from trigrad.games.petersburg.rules.special import (
    can_play_action_card,
    choose_from_pile,
    discard_drawn,
    discard_from_hand,
    lay_on_host,
    may_choose,
    may_discard_drawn,
    may_observe,
    may_use_prison,
    observe,
    play_action_card,
    use_prison,
)
from trigrad.games.petersburg.rules.turn import (
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
from trigrad.games.petersburg.state import ACT, DISCARD, DISPLACE, DRAWN, HOST, PICKPOCKET_PLAY, PILE, State

# --- What is possible -----------------------------------------------------------------


@rule
def legal_actions(game: State, out: Row) -> int:
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
        return _list_range(out, DISCARD_0, game.hand_size[game.to_move])
    if game.step == PICKPOCKET_PLAY:
        return _list_range(out, STEAL, 2)
    return _list_numbers(game, out)


@rule
def _list_range(out: Row, first: int, count: int) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@rule
def _list_actions(game: State, out: Row) -> int:
    """The four actions, and the cards that are used as one ("Actions")."""
    player = int(game.to_move)
    size = int(game.market_size)
    count = _list_purchases(game, player, size, out)
    for place in range(MARKET_MAX):
        out[count + place] = TAKE_0 + place
    count += size * has_room(game, player)
    for index in range(game.hand_size[player]):
        out[count] = PLAY_0 + index
        count += _may_play(game, player, index)
    out[count] = PASS
    count += 1
    if game.phase == BUILDING:
        count = _list_uses(game, out, count)
    return count


@rule
def _list_purchases(game: State, player: int, size: int, out: Row) -> int:
    """The cards of the board that the player can pay for."""
    if game.money[player] < MIN_PRICE:
        return 0
    lower_size = int(game.lower_size)
    count = 0
    for place in range(size):
        out[count] = BUY_0 + place
        count += can_buy(game, player, game.market[place], 1 if place < lower_size else 0)
    return count


@rule
def _may_play(game: State, player: int, index: int) -> bool:
    """Whether a card of the hand can be laid out, or its effect is possible."""
    kind = int(game.hand[player, index])
    if is_action_card(kind):
        return can_play_action_card(game, kind)
    return can_buy(game, player, kind, 0)


@rule
def _list_uses(game: State, out: Row, count: int) -> int:
    """Observatories and the Debtor's Prison, in the building phase ("Special cards", Ruling P8)."""
    for which in range(OBSERVATORIES):
        if game.owned[game.to_move, USABLE[which]] > 0:
            for deck in range(DECKS):
                if may_observe(game, which, deck):
                    out[count] = OBSERVE_0 + which * DECKS + deck
                    count += 1
    if may_use_prison(game):
        out[count] = PRISON_USE
        count += 1
    return count


@rule
def _list_displacements(game: State, out: Row) -> int:
    """Own cards that can make room for the trading card ("Cards of reform")."""
    player = int(game.to_move)
    buying = int(game.buying)
    kinds = rooms(game, player, buying, lowered(game))
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
def _list_drawn(game: State, out: Row) -> int:
    """Buy, take in hand, or discard the drawn card."""
    count = 0
    if may_buy_drawn(game):
        out[count] = DRAWN_BUY
        count += 1
    if has_room(game, game.to_move):
        out[count] = DRAWN_TAKE
        count += 1
    if may_discard_drawn(game):
        out[count] = DRAWN_DISCARD
        count += 1
    return count


@rule
def _list_kinds(game: State, out: Row) -> int:
    """Cards of the discard pile, or hosts for the Jester or the Banquet."""
    count = 0
    for kind in range(TABLE_KINDS):
        if may_choose(game, kind) if game.step == PILE else may_host(game, game.to_move, kind):
            out[count] = KIND_0 + kind
            count += 1
    return count


@rule
def _list_numbers(game: State, out: Row) -> int:
    """Points at Guild Hall, Trading House or Pubs."""
    count = 0
    for points in range(most_points(game) + 1):
        if is_possible_number(game, points):
            out[count] = NUMBER_0 + points
            count += 1
    return count


# --- Carrying it out ------------------------------------------------------------------


@rule
def apply_action(game: State, action: int, journal: Journal) -> None:
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
def _play(game: State, index: int, journal: Journal) -> None:
    """A card of the hand: an action card has its effect, any other is paid for."""
    if is_action_card(int(game.hand[game.to_move, index])):
        play_action_card(game, index, journal)
    else:
        play_from_hand(game, index, journal)


@rule
def _use_or_settle(game: State, action: int, journal: Journal) -> None:
    """Use an Observatory or the Prison; settle what becomes of the card drawn."""
    if action < PRISON_USE:
        observe(game, (action - OBSERVE_0) // DECKS, (action - OBSERVE_0) % DECKS, journal)
    elif action == PRISON_USE:
        use_prison(game, journal)
    elif action == DRAWN_BUY:
        buy_drawn(game, journal)
    elif action == DRAWN_TAKE:
        take_drawn(game, journal)
    else:
        discard_drawn(game, journal)


@rule
def _choose_kind(game: State, kind: int, journal: Journal) -> None:
    """Displace an own card, choose one of the discard pile, or choose a host."""
    if game.step == DISPLACE:
        displace(game, kind, journal)
    elif game.step == PILE:
        choose_from_pile(game, kind, journal)
    else:
        lay_on_host(game, kind, journal)


@rule
def _reply(game: State, action: int, journal: Journal) -> None:
    """The rarer choices: displacing a host, numbers of points, a card thrown away, the Pickpocket."""
    if action < NUMBER_0:
        displace_host(game, action - GUEST_0, journal)
    elif action < DISCARD_0:
        answer(game, action - NUMBER_0, journal)
        if not ask_next(game):
            end_phase(game, journal)
    elif action < STEAL:
        discard_from_hand(game, action - DISCARD_0, journal)
    elif action == STEAL:
        play_pickpocket(game, journal)
    else:
        begin_actions(game, game.starter[game.phase], journal)

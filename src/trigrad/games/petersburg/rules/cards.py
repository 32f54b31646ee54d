"""Prices, hands, areas and the discard pile ("Price of a card", "Cards of reform").

Section names in quotation marks are the rulebook's. An area is kept as counts, with
what the rules ask of it most often (incomes, discounts, what can be displaced) beside.
"""

from trigrad.engine.rule import rule
from trigrad.engine.stack import remove
from trigrad.games.petersburg.components import (
    CAN_HOST,
    COST,
    DISCOUNTS,
    DISPLACEABLE,
    FITS,
    GROUP,
    HAND_LIMIT,
    MIN_PRICE,
    NOTHING,
    PICKPOCKET,
    POINTS,
    RUBLES,
    SYCOPHANT,
    TABLE_KINDS,
    USABLE,
    VALUE,
    WAREHOUSE,
    WAREHOUSE_LIMIT,
    WOOL,
    WORTH_AT_LEAST,
    is_action_card,
)
from trigrad.games.petersburg.state import State

# --- Price ----------------------------------------------------------------------------


@rule
def full_price(game: State, player: int, kind: int, lower: int) -> int:
    """Printed cost less identical cards, discount cards and lower row (0 or 1); not yet clamped (Ruling P1)."""
    return int(COST[kind]) - int(game.owned[player, kind]) - int(game.discount[player, GROUP[kind]]) - lower


@rule
def price(game: State, player: int, kind: int, lower: int, displaced: int) -> int:
    """What a card costs a player, ``displaced`` -1 or the kind that makes room (Ruling P1)."""
    worth = int(VALUE[displaced]) if displaced >= 0 else 0
    return max(MIN_PRICE, full_price(game, player, kind, lower) - worth)


@rule
def rooms(game: State, player: int, kind: int, lower: int) -> int:
    """What can make room for a card at a price the player has, a bit for each kind (Rulings P1, P3).

    Only free cards: neither face down (Ruling P8) nor under a Jester or Banquet. Where no card has to make room,
    NOTHING does: one formula for both, since a processor cannot foresee what lies on the board.
    """
    money = int(game.money[player])
    if money < MIN_PRICE:
        return 0
    needed = max(0, full_price(game, player, kind, lower) - money)
    free = int(game.displaceable[player]) | 1 << NOTHING
    return free & int(FITS[kind]) & int(WORTH_AT_LEAST[needed])


@rule
def can_displace_host(game: State, player: int, kind: int, lower: int, guest: int) -> bool:
    """Whether a trading card can displace the player's card under the Jester (guest 0) or Banquet (1)."""
    host = int(game.host[guest])
    if host < 0 or host >= DISPLACEABLE or game.host_owner[guest] != player:
        return False
    if (int(FITS[kind]) >> host) & 1 == 0:
        return False
    return bool(price(game, player, kind, lower, host) <= game.money[player])


@rule
def can_buy(game: State, player: int, kind: int, lower: int) -> bool:
    """Whether a player can lay a card into their area now."""
    if is_action_card(kind):
        return False
    for guest in range(2):
        if game.host_owner[guest] == player and can_displace_host(game, player, kind, lower, guest):
            return True
    return rooms(game, player, kind, lower) != 0


# --- Areas ----------------------------------------------------------------------------


@rule
def face_down_copies(game: State, player: int, kind: int) -> int:
    """How many of a player's cards of a kind lie face down (Ruling P8)."""
    for i in range(3):
        if USABLE[i] == kind:
            return int(game.face_down[player, i])
    return 0


@rule
def hosting_copies(game: State, player: int, kind: int) -> int:
    """How many of a player's cards of a kind lie under a Jester or Banquet."""
    count = 0
    for guest in range(2):
        if game.host[guest] == kind and game.host_owner[guest] == player:
            count += 1
    return count


@rule
def free_copies(game: State, player: int, kind: int) -> int:
    """A player's cards of a kind that lie face up without a guest."""
    return int(game.owned[player, kind]) - face_down_copies(game, player, kind) - hosting_copies(game, player, kind)


@rule
def note_displaceable(game: State, player: int, kind: int) -> None:
    """Keep the player's set of displaceable kinds true after a change of this kind."""
    if kind >= DISPLACEABLE:
        return
    bit = 1 << int(kind)
    if free_copies(game, player, kind) > 0:
        game.displaceable[player] |= bit
    else:
        game.displaceable[player] &= ~bit


@rule
def _count(game: State, player: int, kind: int, change: int) -> None:
    """A card joins (+1) or leaves (-1) an area: its count and all that is summed over the area."""
    group = int(GROUP[kind])
    game.owned[player, kind] += change
    game.cards[player, group] += change
    game.wool[player] += change * int(WOOL[kind])
    game.income_points[player, group] += change * int(POINTS[kind])
    if kind != SYCOPHANT:  # its payment is made apart, after all incomes (Ruling P11)
        game.income_rubles[player, group] += change * int(RUBLES[kind])
    if kind >= DISPLACEABLE:
        for colour in range(3):
            game.discount[player, colour] += change * int(DISCOUNTS[kind, colour])
    else:
        note_displaceable(game, player, kind)


@rule
def enter_area(game: State, player: int, kind: int) -> None:
    """A card is laid face up into a player's area."""
    _count(game, player, kind, 1)


@rule
def leave_area(game: State, player: int, kind: int) -> None:
    """A card goes from a player's area to the discard pile."""
    _count(game, player, kind, -1)
    discard(game, kind)


@rule
def may_host(game: State, player: int, kind: int) -> bool:
    """Own card that prints rubles and points, without a guest yet (Ruling P17)."""
    return CAN_HOST[kind] == 1 and free_copies(game, player, kind) > 0


@rule
def has_host(game: State, player: int) -> bool:
    """Whether a player has a card for the Jester or the Banquet."""
    for kind in range(TABLE_KINDS):  # noqa: SIM110 -- compiled
        if may_host(game, player, kind):
            return True
    return False


@rule
def turn_face_down(game: State, player: int, which: int) -> None:
    """A used Observatory or Debtor's Prison gives no income and cannot be displaced (Ruling P8)."""
    game.face_down[player, which] += 1
    note_displaceable(game, player, int(USABLE[which]))


@rule
def turn_face_up(game: State) -> None:
    """When a round begins the used cards can be used again (Ruling P8)."""
    for player in range(game.players):
        for which in range(3):
            if game.face_down[player, which] > 0:
                game.face_down[player, which] = 0
                note_displaceable(game, player, int(USABLE[which]))


# --- Discard pile ---------------------------------------------------------------------


@rule
def discard(game: State, kind: int) -> None:
    """A card onto the discard pile, which everybody may look through (Ruling P9)."""
    game.pile[kind] += 1
    if not is_action_card(kind):
        game.pile_cards += 1


@rule
def take_from_pile(game: State, kind: int) -> None:
    """A card, no action card, out of the discard pile."""
    game.pile[kind] -= 1
    game.pile_cards -= 1


# --- Hands ----------------------------------------------------------------------------


@rule
def hand_limit(game: State, player: int) -> int:
    """Three, or four with the Warehouse (Ruling P5)."""
    return WAREHOUSE_LIMIT if game.owned[player, WAREHOUSE] > 0 else HAND_LIMIT


@rule
def has_room(game: State, player: int) -> bool:
    """Whether a player may take one more card in hand; not if it is over the limit already (Ruling P27)."""
    return bool(game.hand_size[player] < hand_limit(game, player))


@rule
def add_to_hand(game: State, player: int, kind: int) -> None:
    """A card joins a hand as its newest."""
    game.hand[player, game.hand_size[player]] = kind
    game.hand_size[player] += 1
    if kind == PICKPOCKET:
        game.pickpocket = player


@rule
def remove_from_hand(game: State, player: int, index: int) -> None:
    """Close the gap that a card leaves in a hand."""
    if game.hand[player, index] == PICKPOCKET:
        game.pickpocket = -1
    game.hand_size[player] = remove(game.hand[player], game.hand_size[player], index)


# --- The board ------------------------------------------------------------------------


@rule
def in_lower_row(game: State, place: int) -> int:
    """1 for a place of the lower row, whose cards cost a ruble less, else 0."""
    return 1 if place < game.lower_size else 0


@rule
def remove_from_market(game: State, place: int) -> None:
    """A card leaves the board; the others close up, each in its row."""
    if place < game.lower_size:
        game.lower_size -= 1
    game.market_size = remove(game.market, game.market_size, place)


@rule
def draw(game: State, deck: int) -> int:
    """The top card of a deck."""
    game.deck_size[deck] -= 1
    kind = int(game.deck[deck, game.deck_size[deck]])
    game.deck[deck, game.deck_size[deck]] = 0
    return kind

"""The first step of a phase: buying, taking, playing from hand, passing, displacing ("Actions")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import is_trading_card
from trigrad.games.petersburg.events import BOUGHT, PASSED, TAKEN, TRADING_CHOSEN
from trigrad.games.petersburg.rules.cards import (
    add_to_hand,
    can_buy,
    enter_area,
    in_lower_row,
    leave_area,
    price,
    remove_from_hand,
    remove_from_market,
)
from trigrad.games.petersburg.rules.income import dismiss_guest
from trigrad.games.petersburg.rules.rounds import end_actions
from trigrad.games.petersburg.state import ACT, DISPLACE, FROM_DRAWN, FROM_HAND, State

# --- "Buy a card", "Take a card in hand", "Play a card from hand" ---------------------


@rule
def acquire(game: State, kind: int, source: int, journal: Journal) -> None:
    """Buy a card; a trading card first asks which own card makes room (Ruling P3)."""
    game.buying = kind
    game.source = source
    if is_trading_card(kind):
        note(journal, TRADING_CHOSEN, game.to_move, kind, source)
        game.step = DISPLACE
    else:
        pay_and_lay(game, -1, journal)


@rule
def buy_from_market(game: State, place: int, journal: Journal) -> None:
    """Pay for a card of the board and lay it into the own area."""
    acquire(game, game.market[place], place, journal)


@rule
def take_from_market(game: State, place: int, journal: Journal) -> None:
    """A card of the board into the hand, free of charge."""
    player = int(game.to_move)
    kind = int(game.market[place])
    note(journal, TAKEN, player, kind, place)
    remove_from_market(game, place)
    add_to_hand(game, player, kind)
    end_action(game)


@rule
def lowered(game: State) -> int:
    """1 if the card being bought comes from the lower row, else 0: other sources lie beyond it (Ruling P1)."""
    return in_lower_row(game, game.source)


@rule
def displace(game: State, displaced: int, journal: Journal) -> None:
    """An own card makes room for the trading card that is being bought ("Cards of reform")."""
    leave_area(game, game.to_move, displaced)
    pay_and_lay(game, displaced, journal)


@rule
def displace_host(game: State, guest: int, journal: Journal) -> None:
    """A card under a Jester or Banquet makes room: both are discarded (Ruling P17)."""
    host = int(game.host[guest])
    dismiss_guest(game, guest, 1, journal)
    displace(game, host, journal)


@rule
def pay_and_lay(game: State, displaced: int, journal: Journal) -> None:
    """Pay the price, take the card from where it was, lay it into the area."""
    player = int(game.to_move)
    kind = int(game.buying)
    source = int(game.source)
    cost = price(game, player, kind, lowered(game), displaced)
    note(journal, BOUGHT, player, kind, cost, source, displaced)
    game.money[player] -= cost
    if source < FROM_HAND:
        remove_from_market(game, source)
    elif source < FROM_DRAWN:
        remove_from_hand(game, player, source - FROM_HAND)
    else:
        game.drawn = -1
    game.buying = -1
    enter_area(game, player, kind)
    end_action(game)


@rule
def play_from_hand(game: State, index: int, journal: Journal) -> None:
    """Pay for a card of the hand and lay it into the own area."""
    acquire(game, game.hand[game.to_move, index], FROM_HAND + index, journal)


# --- "Pass", and whose turn it is -----------------------------------------------------


@rule
def pass_turn(game: State, journal: Journal) -> None:
    """Do nothing now; the actions end when all players have passed in a row (Ruling P4)."""
    note(journal, PASSED, game.to_move)
    count_action(game)
    if game.extra > 0:
        return
    game.passes += 1
    if game.passes == game.players:
        end_actions(game, journal)
    else:
        next_player(game)


@rule
def end_action(game: State) -> None:
    """After any action but passing: who passed before may act again (Ruling P4)."""
    game.step = ACT
    game.passes = 0
    count_action(game)
    if game.extra == 0:
        next_player(game)


@rule
def count_action(game: State) -> None:
    """One action is done: of a Double Turn one less is left (Ruling P16)."""
    if game.extra > 0:
        game.extra -= 1


@rule
def next_player(game: State) -> None:
    """Clockwise."""
    following = int(game.to_move) + 1
    game.to_move = following if following < game.players else 0


# --- A drawn card: buy, take, discard -------------------------------------------------


@rule
def may_buy_drawn(game: State) -> bool:
    """Whether the drawn card can be bought; never an action card."""
    return can_buy(game, game.to_move, game.drawn, 0)


@rule
def buy_drawn(game: State, journal: Journal) -> None:
    """Pay for the drawn card; the lower row never cheapens it (Ruling P1)."""
    acquire(game, game.drawn, FROM_DRAWN, journal)


@rule
def take_drawn(game: State, journal: Journal) -> None:
    """The drawn card goes into the hand."""
    player = int(game.to_move)
    kind = int(game.drawn)
    note(journal, TAKEN, player, kind, FROM_DRAWN)
    add_to_hand(game, player, kind)
    game.drawn = -1
    end_action(game)

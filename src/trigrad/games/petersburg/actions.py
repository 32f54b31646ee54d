"""The first step of a phase: buying, taking, playing from hand, passing, displacing ("Actions")."""

from typing import Any

from trigrad.engine.journal import note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.cards import (
    add_to_hand,
    can_buy,
    displaces,
    enter_area,
    in_lower_row,
    leave_area,
    price,
    remove_from_hand,
    remove_from_market,
)
from trigrad.games.petersburg.events import EV_BUY, EV_CHOOSE, EV_PASS, EV_TAKE
from trigrad.games.petersburg.income import dismiss_guest
from trigrad.games.petersburg.rounds import end_actions
from trigrad.games.petersburg.state import ACT, DISPLACE, FROM_DRAWN, FROM_HAND, plain

# --- "Buy a card", "Take a card in hand", "Play a card from hand" ---------------------


@rule
def acquire(game: Any, kind: int, source: int, journal: Any) -> None:
    """Buy a card; a trading card first asks which own card makes room (Ruling P3)."""
    game.buying = kind
    game.source = source
    if displaces(kind):
        note(journal, EV_CHOOSE, game.to_move, kind, source, 0, 0)
        game.step = DISPLACE
    else:
        pay_and_lay(game, -1, journal)


@rule
def buy_from_market(game: Any, place: int, journal: Any) -> None:
    """Pay for a card of the board and lay it into the own area."""
    acquire(game, plain(game.market[place]), place, journal)


@rule
def take_from_market(game: Any, place: int, journal: Any) -> None:
    """A card of the board into the hand, free of charge."""
    player = plain(game.to_move)
    kind = plain(game.market[place])
    note(journal, EV_TAKE, player, kind, place, 0, 0)
    remove_from_market(game, place)
    add_to_hand(game, player, kind)
    end_action(game)


@rule
def lowered(game: Any) -> int:
    """1 if the card being bought comes from the lower row, else 0: other sources lie beyond it (Ruling P1)."""
    return in_lower_row(game, plain(game.source))


@rule
def displace(game: Any, displaced: int, journal: Any) -> None:
    """An own card makes room for the trading card that is being bought ("Cards of reform")."""
    leave_area(game, plain(game.to_move), displaced)
    pay_and_lay(game, displaced, journal)


@rule
def displace_host(game: Any, guest: int, journal: Any) -> None:
    """A card under a Buffoon or Banquet makes room: both are discarded (Ruling P17)."""
    host = plain(game.host[guest])
    dismiss_guest(game, guest, 1, journal)
    displace(game, host, journal)


@rule
def pay_and_lay(game: Any, displaced: int, journal: Any) -> None:
    """Pay the price, take the card from where it was, lay it into the area."""
    player = plain(game.to_move)
    kind = plain(game.buying)
    source = plain(game.source)
    cost = price(game, player, kind, lowered(game), displaced)
    note(journal, EV_BUY, player, kind, cost, source, displaced)
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
def play_from_hand(game: Any, index: int, journal: Any) -> None:
    """Pay for a card of the hand and lay it into the own area."""
    acquire(game, plain(game.hand[game.to_move, index]), FROM_HAND + index, journal)


# --- "Pass", and whose turn it is -----------------------------------------------------


@rule
def pass_turn(game: Any, journal: Any) -> None:
    """Do nothing now; the actions end when all players have passed in a row (Ruling P4)."""
    note(journal, EV_PASS, game.to_move, 0, 0, 0, 0)
    if has_another_action(game):
        return
    game.passes += 1
    if game.passes == game.players:
        end_actions(game, journal)
    else:
        next_player(game)


@rule
def end_action(game: Any) -> None:
    """After any action but passing: who passed before may act again (Ruling P4)."""
    game.step = ACT
    game.passes = 0
    if not has_another_action(game):
        next_player(game)


@rule
def has_another_action(game: Any) -> bool:
    """Whether an action of a Double Turn is left, after one more is done (Ruling P16)."""
    if game.extra > 0:
        game.extra -= 1
    return bool(game.extra > 0)


@rule
def next_player(game: Any) -> None:
    """Clockwise."""
    game.to_move = (int(game.to_move) + 1) % int(game.players)


# --- A drawn card: buy, take, discard -------------------------------------------------


@rule
def may_buy_drawn(game: Any) -> bool:
    """Whether the drawn card can be bought; never an action card."""
    return can_buy(game, plain(game.to_move), plain(game.drawn), 0)


@rule
def buy_drawn(game: Any, journal: Any) -> None:
    """Pay for the drawn card; the lower row never cheapens it (Ruling P1)."""
    acquire(game, plain(game.drawn), FROM_DRAWN, journal)


@rule
def take_drawn(game: Any, journal: Any) -> None:
    """The drawn card goes into the hand."""
    player = plain(game.to_move)
    kind = plain(game.drawn)
    note(journal, EV_TAKE, player, kind, FROM_DRAWN, 0, 0)
    add_to_hand(game, player, kind)
    game.drawn = -1
    end_action(game)

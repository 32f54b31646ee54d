"""Cards with a rule of their own that are used as an action ("Special cards").

The Observatory, the Debtor's Prison, and the action cards of The Banquet.
"""

from typing import Any

from trigrad.engine.journal import note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.actions import end_action
from trigrad.games.petersburg.cards import (
    can_buy,
    discard,
    draw,
    free_copies,
    hand_limit,
    has_host,
    has_room,
    note_displaceable,
    remove_from_hand,
    take_from_pile,
    turn_face_down,
)
from trigrad.games.petersburg.components import (
    BANQUET,
    BLACK_MARKET,
    BUFFOON,
    DONKEY,
    DONKEY_RUBLES,
    DOUBLE_TURN,
    EXTRA_ACTIONS,
    PRISON,
    TABLE_KINDS,
    THEFT_CARD,
    USABLE,
)
from trigrad.games.petersburg.events import EV_ACTION_CARD, EV_DONKEY, EV_DROP, EV_HOST, EV_OBSERVE, EV_PICK, EV_PRISON
from trigrad.games.petersburg.state import (
    ACT,
    BY_BLACK_MARKET,
    BY_OBSERVATORY,
    BY_PRISON,
    DISCARD,
    DRAWN,
    HOST,
    PILE,
    plain,
)

# --- Observatory ("Special cards", Ruling P8) -----------------------------------------


@rule
def can_use(game: Any, which: int) -> bool:
    """Whether an own card of ``components.USABLE`` lies face up; asked only in the building phase."""
    return free_copies(game, plain(game.to_move), plain(USABLE[which])) > 0


@rule
def may_observe(game: Any, which: int, deck: int) -> bool:
    """The top card of any deck, but never its last (Ruling P7)."""
    return game.deck_size[deck] > 1 and can_use(game, which)


@rule
def observe(game: Any, which: int, deck: int, journal: Any) -> None:
    """Draw a card with the Observatory, which turns face down at once."""
    turn_face_down(game, plain(game.to_move), which)
    game.drawn = draw(game, deck)
    game.drawn_by = BY_OBSERVATORY
    game.step = DRAWN
    note(journal, EV_OBSERVE, game.to_move, game.drawn, deck, 0, 0)


# --- The discard pile: Debtor's Prison, Black Market ----------------------------------


@rule
def may_use_prison(game: Any) -> bool:
    """There must be a card, no action card, in the discard pile (Ruling P8)."""
    return game.pile_cards > 0 and can_use(game, PRISON)


@rule
def use_prison(game: Any, journal: Any) -> None:
    """Look through the discard pile; the Prison turns face down at once."""
    turn_face_down(game, plain(game.to_move), PRISON)
    game.drawn_by = BY_PRISON
    note(journal, EV_PRISON, game.to_move, 0, 0, 0, 0)
    game.step = PILE


@rule
def may_choose(game: Any, kind: int) -> bool:
    """A card of the pile; with the Black Market one that can be bought or taken (Ruling P16)."""
    if game.pile[kind] == 0:
        return False
    player = plain(game.to_move)
    return game.drawn_by == BY_PRISON or has_room(game, player) or can_buy(game, player, kind, 0)


@rule
def choose_from_pile(game: Any, kind: int, journal: Any) -> None:
    """The chosen card is drawn from the discard pile."""
    take_from_pile(game, kind)
    game.drawn = kind
    game.step = DRAWN
    note(journal, EV_PICK, game.to_move, kind, game.drawn_by, 0, 0)


@rule
def may_drop_drawn(game: Any) -> bool:
    """The Observatory's card always; the Prison's with a full hand; the Black Market's never (Rulings P8, P16)."""
    if game.drawn_by == BY_PRISON:
        return not has_room(game, plain(game.to_move))
    return bool(game.drawn_by == BY_OBSERVATORY)


@rule
def drop_drawn(game: Any, journal: Any) -> None:
    """The drawn card goes to the discard pile."""
    note(journal, EV_DROP, game.to_move, game.drawn, 0, 0, 0)
    discard(game, plain(game.drawn))
    game.drawn = -1
    end_action(game)


# --- Action cards of The Banquet (Ruling P16) -----------------------------------------


@rule
def can_visit_black_market(game: Any) -> bool:
    """Whether a card of the pile could be bought or taken once the Black Market has left the hand."""
    player = plain(game.to_move)
    if game.pile_cards == 0:
        return False
    if game.hand_size[player] <= hand_limit(game, player):
        return True
    for kind in range(TABLE_KINDS):  # noqa: SIM110 -- compiled
        if game.pile[kind] > 0 and can_buy(game, player, kind, 0):
            return True
    return False


@rule
def can_play_action_card(game: Any, kind: int) -> bool:
    """An action card is played only if its effect is possible; the Theft only when a phase begins."""
    if kind == BLACK_MARKET:
        return can_visit_black_market(game)
    if kind in (BUFFOON, BANQUET):
        return has_host(game, plain(game.to_move))
    if kind in (DONKEY, DOUBLE_TURN):
        return True
    return kind != THEFT_CARD and game.hand_size[game.to_move] > 1  # "Away with it!"


@rule
def play_action_card(game: Any, index: int, journal: Any) -> None:
    """An action card leaves the hand and has its effect."""
    player = plain(game.to_move)
    kind = plain(game.hand[player, index])
    note(journal, EV_ACTION_CARD, player, kind, 0, 0, 0)
    remove_from_hand(game, player, index)
    if kind in (BUFFOON, BANQUET):
        game.buying = kind
        game.step = HOST
        return
    discard(game, kind)
    if kind == BLACK_MARKET:
        game.drawn_by = BY_BLACK_MARKET
        game.step = PILE
    elif kind == DONKEY:
        game.money[player] += DONKEY_RUBLES
        note(journal, EV_DONKEY, player, DONKEY_RUBLES, 0, 0, 0)
        end_action(game)
    elif kind == DOUBLE_TURN:
        game.passes = 0
        game.extra = EXTRA_ACTIONS
        game.step = ACT
    else:
        game.step = DISCARD


@rule
def drop_from_hand(game: Any, index: int, journal: Any) -> None:
    """Another card of the hand is discarded, an action card too ("Away with it!")."""
    player = plain(game.to_move)
    kind = plain(game.hand[player, index])
    note(journal, EV_DROP, player, kind, 0, 0, 0)
    remove_from_hand(game, player, index)
    discard(game, kind)
    end_action(game)


@rule
def lay_on_host(game: Any, kind: int, journal: Any) -> None:
    """The Buffoon or the Banquet comes to lie on an own card until its next income (Ruling P17)."""
    player = plain(game.to_move)
    guest = 0 if game.buying == BUFFOON else 1
    game.host[guest] = kind
    game.host_owner[guest] = player
    note_displaceable(game, player, kind)
    note(journal, EV_HOST, player, game.buying, kind, 0, 0)
    game.buying = -1
    end_action(game)

"""Cards with a rule of their own that are used as an action ("Special cards").

The Observatory, the Debtor's Prison, and the action cards of The Banquet.
"""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    BANQUET,
    BLACK_MARKET,
    DONKEY,
    DONKEY_RUBLES,
    DOUBLE_TURN,
    EXTRA_ACTIONS,
    JESTER,
    PICKPOCKET,
    PRISON,
    TABLE_KINDS,
    USABLE,
)
from trigrad.games.petersburg.events import (
    ACTION_CARD_PLAYED,
    DISCARDED,
    DONKEY_PAID,
    GUEST_LAID,
    OBSERVED,
    PICKED,
    PRISON_USED,
)
from trigrad.games.petersburg.rules.cards import (
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
from trigrad.games.petersburg.rules.turn import end_action
from trigrad.games.petersburg.state import (
    ACT,
    BANQUET_GUEST,
    BY_BLACK_MARKET,
    BY_OBSERVATORY,
    BY_PRISON,
    DISCARD,
    DRAWN,
    HOST,
    JESTER_GUEST,
    PILE,
    State,
)

# --- Observatory ("Special cards", Ruling P8) -----------------------------------------


@rule
def can_use(game: State, which: int) -> bool:
    """Whether an own card of ``components.USABLE`` lies face up; asked only in the building phase."""
    return free_copies(game, game.to_move, USABLE[which]) > 0


@rule
def may_observe(game: State, which: int, deck: int) -> bool:
    """The top card of any deck, but never its last (Ruling P7)."""
    return game.deck_size[deck] > 1 and can_use(game, which)


@rule
def observe(game: State, which: int, deck: int, journal: Journal) -> None:
    """Draw a card with the Observatory, which turns face down at once."""
    turn_face_down(game, game.to_move, which)
    game.drawn = draw(game, deck)
    game.drawn_by = BY_OBSERVATORY
    game.step = DRAWN
    note(journal, OBSERVED, game.to_move, game.drawn, deck)


# --- The discard pile: Debtor's Prison, Black Market ----------------------------------


@rule
def may_use_prison(game: State) -> bool:
    """There must be a card, no action card, in the discard pile (Ruling P8)."""
    return game.pile_cards > 0 and can_use(game, PRISON)


@rule
def use_prison(game: State, journal: Journal) -> None:
    """Look through the discard pile; the Prison turns face down at once."""
    turn_face_down(game, game.to_move, PRISON)
    game.drawn_by = BY_PRISON
    note(journal, PRISON_USED, game.to_move)
    game.step = PILE


@rule
def may_choose(game: State, kind: int) -> bool:
    """A card of the pile; with the Black Market one that can be bought or taken (Ruling P16)."""
    if game.pile[kind] == 0:
        return False
    player = int(game.to_move)
    return game.drawn_by == BY_PRISON or has_room(game, player) or can_buy(game, player, kind, 0)


@rule
def choose_from_pile(game: State, kind: int, journal: Journal) -> None:
    """The chosen card is drawn from the discard pile."""
    take_from_pile(game, kind)
    game.drawn = kind
    game.step = DRAWN
    note(journal, PICKED, game.to_move, kind, game.drawn_by)


@rule
def may_discard_drawn(game: State) -> bool:
    """The Observatory's card always; the Prison's with a full hand; the Black Market's never (Rulings P8, P16)."""
    if game.drawn_by == BY_PRISON:
        return not has_room(game, game.to_move)
    return bool(game.drawn_by == BY_OBSERVATORY)


@rule
def discard_drawn(game: State, journal: Journal) -> None:
    """The drawn card goes to the discard pile."""
    note(journal, DISCARDED, game.to_move, game.drawn)
    discard(game, game.drawn)
    game.drawn = -1
    end_action(game)


# --- Action cards of The Banquet (Ruling P16) -----------------------------------------


@rule
def can_visit_black_market(game: State) -> bool:
    """Whether a card of the pile could be bought or taken once the Black Market has left the hand."""
    player = int(game.to_move)
    if game.pile_cards == 0:
        return False
    if game.hand_size[player] <= hand_limit(game, player):
        return True
    for kind in range(TABLE_KINDS):  # noqa: SIM110 -- compiled
        if game.pile[kind] > 0 and can_buy(game, player, kind, 0):
            return True
    return False


@rule
def can_play_action_card(game: State, kind: int) -> bool:
    """An action card is played only if its effect is possible; the Pickpocket only when a phase begins."""
    if kind == BLACK_MARKET:
        return can_visit_black_market(game)
    if kind in (JESTER, BANQUET):
        return has_host(game, game.to_move)
    if kind in (DONKEY, DOUBLE_TURN):
        return True
    return kind != PICKPOCKET and game.hand_size[game.to_move] > 1  # "Away with it!"


@rule
def play_action_card(game: State, index: int, journal: Journal) -> None:
    """An action card leaves the hand and has its effect."""
    player = int(game.to_move)
    kind = int(game.hand[player, index])
    note(journal, ACTION_CARD_PLAYED, player, kind)
    remove_from_hand(game, player, index)
    if kind in (JESTER, BANQUET):
        game.buying = kind
        game.step = HOST
        return
    discard(game, kind)
    if kind == BLACK_MARKET:
        game.drawn_by = BY_BLACK_MARKET
        game.step = PILE
    elif kind == DONKEY:
        game.money[player] += DONKEY_RUBLES
        note(journal, DONKEY_PAID, player, DONKEY_RUBLES)
        end_action(game)
    elif kind == DOUBLE_TURN:
        game.passes = 0
        game.extra = EXTRA_ACTIONS
        game.step = ACT
    else:
        game.step = DISCARD


@rule
def discard_from_hand(game: State, index: int, journal: Journal) -> None:
    """Another card of the hand is discarded, an action card too ("Away with it!")."""
    player = int(game.to_move)
    kind = int(game.hand[player, index])
    note(journal, DISCARDED, player, kind)
    remove_from_hand(game, player, index)
    discard(game, kind)
    end_action(game)


@rule
def lay_on_host(game: State, kind: int, journal: Journal) -> None:
    """The Jester or the Banquet comes to lie on an own card until its next income (Ruling P17)."""
    player = int(game.to_move)
    guest = JESTER_GUEST if game.buying == JESTER else BANQUET_GUEST
    game.host[guest] = kind
    game.host_owner[guest] = player
    note_displaceable(game, player, kind)
    note(journal, GUEST_LAID, player, game.buying, kind)
    game.buying = -1
    end_action(game)

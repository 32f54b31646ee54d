"""The rules of Quorum: set-up, the two steps of a turn, gods, the end of the game.

Every function works on a record of ``state.State``; those marked ``@rule`` run
interpreted or native. Section names in quotation marks are the rulebook's.
"""

from typing import Any

from trigrad.engine.journal import note
from trigrad.engine.random import below, reseed, shuffle, shuffle_first
from trigrad.engine.rule import rule
from trigrad.games.quorum.components import (
    CARD_GOD,
    CARD_INFLUENCE,
    CARD_PROVINCE,
    CARDS,
    GOD_LEFT,
    GOD_RIGHT,
    GODS,
    GODS_MAX,
    HAND,
    MARKET,
    PROVINCES,
    ROME_CARDS,
    ROUNDS,
    SWAP_MIN_GODS,
    TRACK,
    VALUE_MAX,
    VALUE_MIN,
    VALUE_START,
)
from trigrad.games.quorum.scoring import final_scoring
from trigrad.games.quorum.state import ADVANCE, PLAY, TAKE

_PROVINCES = len(PROVINCES)

# Actions
TAKE_0 = 0  # 0..4: take the card at a position of Rome
REPLACE = MARKET  # 5: replace all of Rome
ADVANCE_0 = REPLACE + 1  # 6..11: let the god act in a province
PLAY_0 = ADVANCE_0 + _PROVINCES  # 12..16: play a card of the hand
NUM_ACTIONS = PLAY_0 + HAND + 1

# Meanings, see ``engine.generic``: a face-down god and REPLACE mean themselves
TAKING_0 = NUM_ACTIONS  # 72: take a Rome card
PLAYING_0 = TAKING_0 + ROME_CARDS  # 72: play it
ADVANCING_0 = PLAYING_0 + ROME_CARDS  # let a kind of god act in a province
NUM_MEANINGS = ADVANCING_0 + len(GODS) * _PROVINCES

# Events: kind, player, values
EV_TAKE = 1  # position, card (-1 = a god, still face down)
EV_REFILL = 2  # position, card (-1 = a god, face down)
EV_REPLACE = 3  # 1 if automatic (Ruling Q6)
EV_GOD = 4  # god
EV_ADVANCE = 5  # province, from, to
EV_VALUE = 6  # province, from, to (equal = the change was ignored)
EV_PLAY = 7  # card
EV_END = 8  # -

# Events after which a choice cannot be undone, since something hidden was seen
REVEALING = (EV_REFILL,)


@rule
def is_god(card: int) -> bool:
    """Whether a card number is a god's."""
    return card >= ROME_CARDS


@rule
def back(card: int) -> int:
    """What the back of a card shows: its province, or -1 for a god (Ruling Q7)."""
    return -1 if is_god(card) else CARD_PROVINCE[card]


@rule
def is_shown(game: Any, card: int) -> bool:
    """Whether the front of a Rome card has been face up in this game."""
    return (int(game.shown[card >> 3]) >> (int(card) & 7)) & 1 == 1


@rule
def mark_shown(game: Any, card: int) -> None:
    """From now on everybody has seen the front of a Rome card."""
    game.shown[card >> 3] |= 1 << (int(card) & 7)


# --- Set-up -------------------------------------------------------------------


@rule
def setup(game: Any, options: Any, seed: Any) -> None:
    """A new game in a zeroed record ("Setting up").

    ``options``: int32[1], the number of players 2..4. ``seed``: uint32[8].
    """
    reseed(game, seed)
    game.players = options[0]
    _lay_out_provinces(game)
    _deal(game)
    game.to_move = below(game, game.players)
    game.step = TAKE


@rule
def _lay_out_provinces(game: Any) -> None:
    """Six provinces in a random ring, each of value 2, all markers at the start (Ruling Q2)."""
    for i in range(_PROVINCES):
        game.ring[i] = i
        game.values[i] = VALUE_START
        for player in range(game.players):
            game.ranking[i, player] = player
    shuffle(game, game.ring, 0, _PROVINCES)


@rule
def _deal(game: Any) -> None:
    """Rome and the hands from the Rome cards alone, then the gods join the deck."""
    deck = game.deck
    for card in range(CARDS):
        deck[card] = card
    dealt = MARKET + HAND * game.players
    shuffle_first(game, deck, dealt, ROME_CARDS)
    for i in range(MARKET):
        game.rome[i] = deck[i]
        mark_shown(game, deck[i])
    for i in range(HAND * game.players):
        add_to_hand(game, i // HAND, deck[MARKET + i])
    for i in range(CARDS):
        deck[i] = deck[i + dealt] if i + dealt < CARDS else 0
    game.deck_size = CARDS - dealt
    shuffle(game, deck, 0, game.deck_size)


# --- Choices ------------------------------------------------------------------


@rule
def gods_in_rome(game: Any) -> int:
    """How many of the five cards of Rome are gods."""
    count = 0
    for i in range(MARKET):
        if is_god(game.rome[i]):
            count += 1
    return count


@rule
def may_take(game: Any, position: int) -> bool:
    """Any card, but no fourth god (Ruling Q6)."""
    return not is_god(game.rome[position]) or game.god_count[game.to_move] < GODS_MAX


@rule
def may_replace(game: Any) -> bool:
    """Once a turn, before taking, with three or more gods in Rome (Ruling Q5)."""
    return game.replaced == 0 and gods_in_rome(game) >= SWAP_MIN_GODS


@rule
def legal_actions(game: Any, out: Any) -> int:
    """Write the legal actions into ``out`` (at least NUM_ACTIONS long), ascending; return how many."""
    count = 0
    if game.over == 1:
        return 0
    if game.step == TAKE:
        for position in range(MARKET):
            if may_take(game, position):
                out[count] = TAKE_0 + position
                count += 1
        if may_replace(game):
            out[count] = REPLACE
            count += 1
    elif game.step == ADVANCE:
        for province in range(_PROVINCES):
            out[province] = ADVANCE_0 + province
        count = _PROVINCES
    else:
        count = int(game.hand_size[game.to_move])
        for i in range(count):
            out[i] = PLAY_0 + i
    return count


@rule
def apply_action(game: Any, action: int, journal: Any) -> None:
    """Carry out one legal choice of the player to move, with all that follows from it."""
    if action < REPLACE:
        take_card(game, action - TAKE_0, journal)
    elif action == REPLACE:
        game.replaced = 1
        replace_rome(game, 0, journal)
        replace_unusable_rome(game, journal)
    elif action < PLAY_0:
        let_god_act(game, action - ADVANCE_0, journal)
    else:
        play_card(game, action - PLAY_0, journal)


@rule
def meaning(game: Any, action: int) -> int:
    """What an action would do, whatever place the card lies at."""
    if action < REPLACE:
        card = int(game.rome[action - TAKE_0])
        return int(action) if is_god(card) else TAKING_0 + card
    if action == REPLACE:
        return REPLACE
    player = int(game.to_move)
    if action < PLAY_0:
        god = int(game.gods[player, int(game.god_count[player]) - 1])
        return ADVANCING_0 + int(CARD_GOD[god - ROME_CARDS]) * _PROVINCES + int(action) - ADVANCE_0
    return PLAYING_0 + int(game.hand[player, action - PLAY_0])


# --- "Take a card" --------------------------------------------------------------


@rule
def take_card(game: Any, position: int, journal: Any) -> None:
    """A card of Rome into the hand; Rome is refilled before a god is revealed (Ruling Q4)."""
    player = game.to_move
    card = game.rome[position]
    note(journal, EV_TAKE, player, position, -1 if is_god(card) else card, 0, 0)
    refill(game, position, journal)
    if is_god(card):
        game.gods[player, game.god_count[player]] = card
        game.god_count[player] += 1
        note(journal, EV_GOD, player, CARD_GOD[card - ROME_CARDS], 0, 0, 0)
        game.step = ADVANCE
    else:
        add_to_hand(game, player, card)
        game.step = PLAY


@rule
def add_to_hand(game: Any, player: int, card: int) -> None:
    """A Rome card joins a hand as its newest."""
    game.hand[player, game.hand_size[player]] = card
    game.hand_size[player] += 1


@rule
def refill(game: Any, position: int, journal: Any) -> None:
    """The top of the deck takes a place in Rome; a god stays face down."""
    game.deck_size -= 1
    card = game.deck[game.deck_size]
    game.deck[game.deck_size] = 0
    lay_in_rome(game, position, card, journal)


@rule
def lay_in_rome(game: Any, position: int, card: int, journal: Any) -> None:
    """Put a card into Rome, for all to see unless it is a god."""
    game.rome[position] = card
    if is_god(card):
        note(journal, EV_REFILL, -1, position, -1, 0, 0)
    else:
        mark_shown(game, card)
        note(journal, EV_REFILL, -1, position, card, 0, 0)


@rule
def replace_rome(game: Any, automatic: int, journal: Any) -> None:
    """Five new cards first, then the old five are shuffled into the deck (Rulings Q4, Q5)."""
    note(journal, EV_REPLACE, game.to_move, automatic, 0, 0, 0)
    for position in range(MARKET):
        top = int(game.deck_size) - 1 - position
        old = game.rome[position]
        lay_in_rome(game, position, game.deck[top], journal)
        game.deck[top] = old
    shuffle(game, game.deck, 0, game.deck_size)


@rule
def replace_unusable_rome(game: Any, journal: Any) -> None:
    """With three gods in hand and five in Rome nothing can be taken: replace by rule (Ruling Q6)."""
    while game.god_count[game.to_move] == GODS_MAX and gods_in_rome(game) == MARKET:
        replace_rome(game, 1, journal)


# --- "Cards of gods" ------------------------------------------------------------


@rule
def neighbour(game: Any, province: int, turn: int) -> int:
    """The province next on the ring: right is clockwise (+1), left counter-clockwise (-1) (Ruling Q2)."""
    for place in range(_PROVINCES):
        if game.ring[place] == province:
            return int(game.ring[(place + turn + _PROVINCES) % _PROVINCES])
    return -1


@rule
def let_god_act(game: Any, province: int, journal: Any) -> None:
    """One step in a province, then its two neighbours change their values (Rulings Q3, Q4)."""
    player = game.to_move
    god = CARD_GOD[game.gods[player, game.god_count[player] - 1] - ROME_CARDS]
    advance_marker(game, player, province, 1, journal)
    change_value(game, neighbour(game, province, -1), GOD_LEFT[god], journal)
    change_value(game, neighbour(game, province, 1), GOD_RIGHT[god], journal)
    game.step = PLAY


@rule
def change_value(game: Any, province: int, change: int, journal: Any) -> None:
    """Change a province's value; a change that would leave 1..4 is ignored (Ruling Q3)."""
    before = int(game.values[province])
    if VALUE_MIN <= before + change <= VALUE_MAX:
        game.values[province] = before + change
    note(journal, EV_VALUE, game.to_move, province, before, game.values[province], 0)


# --- "Play a card" ----------------------------------------------------------------


@rule
def play_card(game: Any, index: int, journal: Any) -> None:
    """A card of the hand into play: its influence moves the marker; the turn ends."""
    player = game.to_move
    card = game.hand[player, index]
    remove_from_hand(game, player, index)
    mark_shown(game, card)
    game.played[player, game.played_count[player]] = card
    game.played_count[player] += 1
    note(journal, EV_PLAY, player, card, 0, 0, 0)
    advance_marker(game, player, CARD_PROVINCE[card], CARD_INFLUENCE[card], journal)
    end_turn(game, journal)


@rule
def remove_from_hand(game: Any, player: int, index: int) -> None:
    """Close the gap that a card leaves in a hand."""
    game.hand_size[player] -= 1
    for i in range(index, game.hand_size[player]):
        game.hand[player, i] = game.hand[player, i + 1]
    game.hand[player, game.hand_size[player]] = 0


@rule
def advance_marker(game: Any, player: int, province: int, steps: int, journal: Any) -> None:
    """Move a marker forward, on top of those it meets: they stay ahead (Ruling Q8)."""
    before = int(game.positions[player, province])
    after = min(TRACK, before + steps)
    note(journal, EV_ADVANCE, player, province, before, after, 0)
    if after == before:
        return
    game.positions[player, province] = after
    order = game.ranking[province]
    place = 0
    while order[place] != player:
        place += 1
    while place > 0 and game.positions[order[place - 1], province] < after:
        order[place] = order[place - 1]
        place -= 1
    order[place] = player


@rule
def end_turn(game: Any, journal: Any) -> None:
    """On to the next player clockwise, or to the final scoring (Ruling Q1)."""
    game.replaced = 0
    game.step = TAKE
    following = (game.to_move + 1) % game.players
    if game.played_count[following] == ROUNDS:
        end_game(game, journal)
    else:
        game.to_move = following
        replace_unusable_rome(game, journal)


@rule
def end_game(game: Any, journal: Any) -> None:
    """Everybody has twelve cards in play: score ("End of the game")."""
    game.over = 1
    game.to_move = -1
    final_scoring(game)
    note(journal, EV_END, -1, 0, 0, 0, 0)


# --- What a viewer cannot know ------------------------------------------------------


@rule
def resample(game: Any, viewer: int, seed: Any) -> None:
    """Re-draw all that ``viewer`` (-1 = a spectator) cannot know, uniformly given what they do (Ruling Q7).

    The result depends only on what the viewer knows and on ``seed`` (uint32[8]),
    not on what is really there.
    """
    reseed(game, seed)
    top_back = back(game.deck[int(game.deck_size) - 1])
    size = _gather_hidden(game, viewer)
    size = _redraw_hands(game, viewer, size)
    size = _redraw_gods_in_rome(game, size)
    game.deck_size = size
    _redraw_top(game, top_back)


@rule
def _gather_hidden(game: Any, viewer: int) -> int:
    """Collect the deck, hidden hand cards and face-down gods in the deck's array, sorted; return how many."""
    deck = game.deck
    size = int(game.deck_size)
    for player in range(game.players):
        for i in range(game.hand_size[player]):
            if _is_hidden_in_hand(game, viewer, player, i):
                deck[size] = game.hand[player, i]
                size += 1
    for position in range(MARKET):
        if is_god(game.rome[position]):
            deck[size] = game.rome[position]
            size += 1
    for i in range(1, size):
        card = deck[i]
        j = i
        while j > 0 and deck[j - 1] > card:
            deck[j] = deck[j - 1]
            j -= 1
        deck[j] = card
    for i in range(size, CARDS):
        deck[i] = 0
    return size


@rule
def _is_hidden_in_hand(game: Any, viewer: int, player: int, index: int) -> bool:
    """Whether the viewer has never seen the front of a card in a hand."""
    return player != viewer and not is_shown(game, game.hand[player, index])


@rule
def _redraw_hands(game: Any, viewer: int, size: int) -> int:
    """Give each hidden hand card a front that fits its back and was never shown; return what is left."""
    for player in range(game.players):
        for i in range(game.hand_size[player]):
            if _is_hidden_in_hand(game, viewer, player, i):
                chosen = _choose(game, size, CARD_PROVINCE[game.hand[player, i]], True)
                game.hand[player, i] = game.deck[chosen]
                size = _remove_from_deck(game, chosen, size)
    return size


@rule
def _redraw_gods_in_rome(game: Any, size: int) -> int:
    """Re-draw which gods lie face down in Rome; return how many cards are left."""
    for position in range(MARKET):
        if is_god(game.rome[position]):
            chosen = _choose(game, size, -1, False)
            game.rome[position] = game.deck[chosen]
            size = _remove_from_deck(game, chosen, size)
    return size


@rule
def _redraw_top(game: Any, top_back: int) -> None:
    """Shuffle the deck under a top card with the back that everybody sees."""
    chosen = _choose(game, game.deck_size, top_back, False)
    card = game.deck[chosen]
    last = _remove_from_deck(game, chosen, game.deck_size)
    shuffle(game, game.deck, 0, last)
    game.deck[last] = card


@rule
def _choose(game: Any, size: int, wanted: int, never_shown: bool) -> int:
    """A random index among the first ``size`` of the deck with the back ``wanted``."""
    count = 0
    for i in range(size):
        if _fits(game, game.deck[i], wanted, never_shown):
            count += 1
    skip = below(game, count)
    for i in range(size):
        if _fits(game, game.deck[i], wanted, never_shown):
            if skip == 0:
                return i
            skip -= 1
    return -1


@rule
def _fits(game: Any, card: int, wanted: int, never_shown: bool) -> bool:
    """Whether a card has this back and, if asked, was never face up."""
    return back(card) == wanted and not (never_shown and is_shown(game, card))


@rule
def _remove_from_deck(game: Any, index: int, size: int) -> int:
    """Take a card out of the first ``size`` of the deck, keeping their order; return the new size."""
    for i in range(index, size - 1):
        game.deck[i] = game.deck[i + 1]
    game.deck[size - 1] = 0
    return size - 1

"""Phases and rounds: who begins, new cards, the end of a round and of the game ("Course of the game")."""

from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    BUILDING,
    DISC_POINTS,
    FIVE_TOKEN_PASS,
    MARKET,
    PHASES,
    PICKPOCKET,
    PLAYERS_MAX,
    TOKEN_PASS,
    TRADING,
    WORKER,
)
from trigrad.games.petersburg.events import (
    CLEARED,
    DISC_SCORED,
    LAID_OUT,
    MOVED_DOWN,
    PHASE_BEGAN,
    PICKPOCKET_PLAYED,
    RAN_OUT,
    ROUND_BEGAN,
)
from trigrad.games.petersburg.rules.cards import discard, draw, remove_from_hand, turn_face_up
from trigrad.games.petersburg.rules.income import ask_next, reward
from trigrad.games.petersburg.scoring import final_scoring
from trigrad.games.petersburg.state import ACT, PICKPOCKET_PLAY, State

_PHASES = len(PHASES)


# --- Beginning ------------------------------------------------------------------------


@rule
def start_round(game: State) -> None:
    """Used cards turn face up, the disc scores (Rulings P8, P15)."""
    game.round_number += 1
    turn_face_up(game)
    if game.disc >= 0:
        game.points[game.disc] += DISC_POINTS


@rule
def begin_round(game: State, journal: Journal) -> None:
    """The next round."""
    start_round(game)
    note(journal, ROUND_BEGAN, -1, game.round_number)
    if game.disc >= 0:
        note(journal, DISC_SCORED, game.disc, DISC_POINTS)


@rule
def begin_phase(game: State, phase: int, journal: Journal) -> None:
    """The token's owner begins, unless the holder of the Pickpocket wants to (Ruling P18)."""
    game.phase = phase
    game.passes = 0
    if game.pickpocket >= 0:
        game.first = game.starter[phase]  # unless the Pickpocket is played
        game.to_move = game.pickpocket
        game.step = PICKPOCKET_PLAY
    else:
        begin_actions(game, game.starter[phase], journal)


@rule
def give_first_action(game: State, player: int) -> None:
    """The first action of the phase is ``player``'s."""
    game.first = player
    game.to_move = player
    game.step = ACT


@rule
def begin_actions(game: State, player: int, journal: Journal) -> None:
    """The actions of the phase begin with ``player``."""
    give_first_action(game, player)
    note(journal, PHASE_BEGAN, player, game.phase)


@rule
def play_pickpocket(game: State, journal: Journal) -> None:
    """Who plays the Pickpocket acts first in this phase, at no cost of an action (Ruling P18)."""
    player = int(game.to_move)
    index = 0
    while game.hand[player, index] != PICKPOCKET:
        index += 1
    remove_from_hand(game, player, index)
    discard(game, PICKPOCKET)
    note(journal, PICKPOCKET_PLAYED, player)
    begin_actions(game, player, journal)


# --- Ending ---------------------------------------------------------------------------


@rule
def end_actions(game: State, journal: Journal) -> None:
    """All players passed in a row: income, or the end of the round after the trading phase."""
    if game.phase == TRADING:
        end_round(game, journal)
        return
    reward(game, game.phase, journal)
    game.asked = 0
    if game.phase != BUILDING or not ask_next(game):
        end_phase(game, journal)


@rule
def end_phase(game: State, journal: Journal) -> None:
    """New cards from the deck of the next phase, which begins, with it a round after trading ("New cards")."""
    following = (int(game.phase) + 1) % _PHASES
    lay_out(game, following, journal)
    if following == WORKER:
        pass_tokens(game)
        begin_round(game, journal)
    begin_phase(game, following, journal)


@rule
def lay_out(game: State, deck: int, journal: Journal) -> None:
    """Fill the upper row until eight cards lie on the board, or what there is (Rulings P6, P7)."""
    if game.market_size >= MARKET:
        return
    count = min(MARKET - int(game.market_size), int(game.deck_size[deck]))
    for _ in range(count):
        place = int(game.market_size)
        game.market[place] = draw(game, deck)
        game.market_size += 1
        note(journal, LAID_OUT, -1, game.market[place], place)
    if game.deck_size[deck] == 0:
        run_out(game, deck, journal)


@rule
def run_out(game: State, deck: int, journal: Journal) -> None:
    """The last card of a deck was laid out: this round is the last, or the next one (Ruling P7)."""
    game.last_round = 1
    last = int(game.round_number) + (1 if deck == WORKER else 0)
    note(journal, RAN_OUT, -1, deck, last)


@rule
def end_round(game: State, journal: Journal) -> None:
    """After trading: the end, or rows and tokens move on ("Trading phase and end of the round")."""
    if game.last_round == 1:
        final_scoring(game, journal)
        return
    clear_lower_row(game, journal)
    note(journal, MOVED_DOWN, -1, game.market_size)
    game.lower_size = game.market_size
    end_phase(game, journal)


@rule
def clear_lower_row(game: State, journal: Journal) -> None:
    """The lower row is discarded."""
    lower = int(game.lower_size)
    for place in range(lower):
        discard(game, game.market[place])
        note(journal, CLEARED, -1, game.market[place])
    game.market_size -= lower
    for place in range(game.market_size + lower):
        game.market[place] = game.market[place + lower] if place < game.market_size else 0


@rule
def pass_tokens(game: State) -> None:
    """Every token goes to the left neighbour; with five players one seat further (Ruling P15)."""
    players = int(game.players)
    steps = FIVE_TOKEN_PASS if players == PLAYERS_MAX else TOKEN_PASS
    for phase in range(_PHASES):
        game.starter[phase] = (int(game.starter[phase]) + steps) % players
    if game.disc >= 0:
        game.disc = (int(game.disc) + steps) % players

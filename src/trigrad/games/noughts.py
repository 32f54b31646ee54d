"""Noughts and crosses, complete in one module: how a game is added, from its record to its words.

It is not offered to players. The conformance suite and the pages that every game has without own ones run on it.
"""

from dataclasses import dataclass

import numpy as np

from trigrad.engine.display import Shown
from trigrad.engine.ending import end_game
from trigrad.engine.evaluation import POINT
from trigrad.engine.game import Functions, Game, Words
from trigrad.engine.header import Header
from trigrad.engine.journal import Event, EventTable, Journal, note
from trigrad.engine.observation import Observation, seat_category
from trigrad.engine.random import reseed
from trigrad.engine.record import Row, int8
from trigrad.engine.rule import rule
from trigrad.engine.text import Name, Text

# --- The record, and what can happen ----------------------------------------------------

SQUARES = 9


class State(Header):
    """The record of a game; squares go row by row from the top left."""

    board = int8(SQUARES)  # seat + 1 that has marked a square, 0 = free
    marks = int8()  # 0..9


EVENTS = EventTable()
MARKED = EVENTS.kind("marked", "square")

# --- The rules --------------------------------------------------------------------------

LINES = np.array([(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)], np.int8)


@rule
def setup(game: State, options: Row, seed: Row) -> None:
    """An empty board; the first seat begins."""
    reseed(game, seed)
    game.players = options[0]


@rule
def legal_actions(game: State, out: Row) -> int:
    """Any free square."""
    count = 0
    for square in range(SQUARES):
        if game.over == 0 and game.board[square] == 0:
            out[count] = square
            count += 1
    return count


@rule
def apply_action(game: State, action: int, journal: Journal) -> None:
    """Mark a square; three in a line win, a full board ends the game."""
    player = int(game.to_move)
    game.board[action] = player + 1
    game.marks += 1
    note(journal, MARKED, player, action)
    game.scores[player] = 1 if has_line(game, player + 1) else 0
    if game.scores[player] == 1 or game.marks == SQUARES:
        end_game(game, journal)
    else:
        game.to_move = 1 - player


@rule
def has_line(game: State, mark: int) -> bool:
    """Whether three equal marks lie in a line."""
    for a, b, c in LINES:  # noqa: SIM110 - compiled
        if game.board[a] == mark and game.board[b] == mark and game.board[c] == mark:
            return True
    return False


@rule
def evaluate(game: State, worths: Row) -> None:
    """A point for the winner."""
    for player in range(game.players):
        worths[player] = POINT * int(game.scores[player])


OBSERVATION = Observation()
_TO_MOVE = OBSERVATION.categories("to_move", names=("own", "other"), meaning="whose choice it is")
_BOARD = OBSERVATION.categories("board", SQUARES, names=("own", "other"), meaning="who has marked each square")


@rule
def observe(game: State, viewer: int, _memory: bool, out: Row) -> None:
    """The board as the viewer sees it, the own marks first."""
    out[_TO_MOVE] = seat_category(game, viewer, game.to_move)
    for square in range(SQUARES):
        out[_BOARD + square] = seat_category(game, viewer, int(game.board[square]) - 1)


# --- What people see --------------------------------------------------------------------


@dataclass(frozen=True)
class View(Shown):
    """The board as everybody sees it."""

    board: tuple[str, ...]  # three rows of three signs


@dataclass(frozen=True)
class PlayerSheet:
    """The points of a seat."""

    seat: int
    sign: str
    total: int
    place: int


SIGNS = "·✕◯"


class Noughts(Game[State, View]):
    """Noughts and crosses, for two."""

    name = "noughts"
    title = Name("Noughts and crosses")
    listed = False
    min_players = max_players = 2
    chance = hidden_information = False
    max_game_length = SQUARES
    record_type = State
    num_actions = SQUARES
    events = EVENTS
    observation = OBSERVATION
    functions = Functions(
        setup=setup, legal_actions=legal_actions, apply_action=apply_action, evaluate=evaluate, observe=observe
    )

    def notation(self, action: int) -> str:
        return f"{'abc'[action % 3]}{3 - action // 3}"

    def words(self, game: State, action: int) -> Words:
        return Text("Mark {square}", {"square": self.notation(action)}), {"square": action}

    def ask(self, game: State) -> Text:
        return Text("Mark a free square.")

    def why_not(self, game: State, action: int) -> Text:
        return Text("This square is marked already.")

    def line(self, event: Event, memory: bool) -> Text | None:
        return Text("Marks {square}", {"square": self.notation(event.square)})

    def view(self, game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
        signs = "".join(SIGNS[mark] for mark in game.board)
        return View((signs[:3], signs[3:6], signs[6:]))

    def score_sheet(self, game: State) -> tuple[PlayerSheet, ...]:
        return tuple(
            PlayerSheet(seat, SIGNS[seat + 1], int(game.scores[seat]), int(game.places[seat])) for seat in range(2)
        )


GAME = Noughts()

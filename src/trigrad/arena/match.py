"""Games between bots: the compiled loop of a simulation."""

from typing import NamedTuple

from trigrad.bots.policy import choose
from trigrad.bots.scratch import Scratch
from trigrad.engine.generic import apply_action, legal_actions, setup
from trigrad.engine.header import Header
from trigrad.engine.random import Generator, next_word, reseed
from trigrad.engine.record import Array, Grid, Row
from trigrad.engine.rule import rule


class Notes(NamedTuple):
    """What is noted of each game."""

    tally: Grid  # int64 (games, 2): decisions and forced choices are added
    history: Grid  # int16 (games, most choices): all choices, or as many as have room


@rule
def play_games(
    games: Array[Header],
    first: int,
    options: Row,
    policies: Row,
    stream: Generator,
    chance: Generator,
    scratch: Scratch,
    notes: Notes,
) -> None:
    """Set up and play every (zeroed) record of ``games``, the games number ``first`` and up of a simulation.

    ``policies`` (int64[players]) are the seats' bots; ``stream`` is the generator of the simulation,
    ``chance`` one for the bots. Of each game it is noted how it went.
    """
    for i in range(len(games)):
        draw_game_seed(stream, first + i, scratch.seed)
        setup(games[i], options, scratch.seed)
        draw_words(stream, scratch.seed)
        reseed(chance, scratch.seed)
        play_game(games[i], policies, chance, scratch, notes.tally[i], notes.history[i])


@rule
def draw_game_seed(stream: Generator, number: int, seed: Row) -> None:
    """The seed of a game: the first half of the block of that number of the simulation's stream.

    So each game has a secret of its own, whoever plays it and in whatever order.
    """
    stream.counter = number
    stream.used = len(stream.block)
    draw_words(stream, seed)


@rule
def draw_words(stream: Generator, words: Row) -> None:
    """Fill an array with the next words of a generator."""
    for i in range(len(words)):
        words[i] = next_word(stream)


@rule
def play_game(game: Header, policies: Row, chance: Generator, scratch: Scratch, tally: Row, history: Row) -> None:
    """Play a game to its end, each seat by its bot."""
    choices = 0
    while game.over == 0:
        count = legal_actions(game, scratch.candidates)
        if count == 1:
            tally[1] += 1
            action = int(scratch.candidates[0])
        else:
            tally[0] += 1
            action = choose(policies[game.to_move], game, game.to_move, chance, scratch)
        if choices < len(history):
            history[choices] = action
        choices += 1
        apply_action(game, action, scratch.journal)

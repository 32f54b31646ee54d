"""The end of a game: who is in which place."""

from trigrad.engine.header import Header
from trigrad.engine.journal import ENDED, Journal, note
from trigrad.engine.rule import rule


@rule
def end_game(game: Header, journal: Journal) -> None:
    """End a game whose ``scores`` and ``tie_breaks`` are set: the places follow from them, and nobody is to move."""
    for player in range(game.players):
        game.places[player] = 1 + players_ahead(game, player)
    game.over = 1
    game.to_move = -1
    note(journal, ENDED, -1)


@rule
def players_ahead(game: Header, player: int) -> int:
    """How many players have more points than this one, or as many and win the tie."""
    ahead = 0
    for other in range(game.players):
        if is_ahead(game, other, player):
            ahead += 1
    return ahead


@rule
def is_ahead(game: Header, one: int, other: int) -> bool:
    """Whether one player has more points than another, or as many and wins the tie."""
    if game.scores[one] != game.scores[other]:
        return bool(game.scores[one] > game.scores[other])
    return bool(game.tie_breaks[one] > game.tie_breaks[other])

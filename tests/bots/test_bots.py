"""Every bot in every game: legal, reproducible, fair."""

import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from trigrad import bots, games
from trigrad.engine.game import Game
from trigrad.engine.text import ENGLISH

GAMES = [
    pytest.param(name, players, marks=[] if players == game.min_players else pytest.mark.slow)
    for name in games.names()
    for game in [games.load(name)]
    for players in (game.min_players, game.max_players)
]
QUICK_BOTS = ("random", "greedy", "planner", "beginner")  # the other levels differ from beginner by their numbers alone


def seed(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


def positions(game: Game, players: int, every: int = 9, most: int = 5) -> Iterator[Any]:
    """Every so many-th position of a random game with a choice to make, up to so many."""
    record = game.new(players, seed(game.name, players))
    number = found = 0
    while not record.over and found < most:
        legal = game.legal(record)
        if len(legal) > 1 and number % every == 0:
            found += 1
            yield record
        game.apply_silently(record, legal[int.from_bytes(seed(number)) % len(legal)])
        number += 1


def test_names_and_words() -> None:
    assert bots.names() == ("random", "greedy", "planner", "beginner", "casual", "strong", "expert")
    for name in bots.names():
        bot = bots.load(name)
        assert bot.name == name
        assert bot.label.render(ENGLISH)
        assert bot.description.render(ENGLISH).endswith(".")


def test_unknown_bot() -> None:
    with pytest.raises(bots.UnknownBot):
        bots.load("perfect")


@pytest.mark.parametrize("bot", QUICK_BOTS)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_choices_are_legal_and_leave_the_game_alone(name: str, players: int, bot: str) -> None:
    game = games.load(name)
    for record in positions(game, players):
        before = record.tobytes()
        assert bots.decide(game, record, int(record.to_move), bot, seed("legal"), iterations=3) in game.legal(record)
        assert record.tobytes() == before


def count_fair_choices(game: Game, players: int, bot: str, every: int, most: int) -> int:
    """In how many positions the worlds that a seat cannot tell apart differed; its choices never may."""
    differing = 0
    for number, record in enumerate(positions(game, players, every, most)):
        seat = int(record.to_move)
        other = game.resampled(record, seat, seed("other world", number))
        differing += record.tobytes() != other.tobytes()
        worlds = (record, other, record)
        choices = {bots.decide(game, world, seat, bot, seed("fair", number), iterations=4) for world in worlds}
        assert len(choices) == 1
    return differing


@pytest.mark.parametrize("bot", QUICK_BOTS)
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_choices_depend_on_what_the_seat_knows_alone(name: str, players: int, bot: str) -> None:
    """Two real games that a seat cannot tell apart: the same choice for the same seed, so also reproducible."""
    assert count_fair_choices(games.load(name), players, bot, every=9, most=5) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("bot", bots.names())
@pytest.mark.parametrize("players", [2, 4])
def test_every_bot_is_fair_through_a_whole_game(players: int, bot: str) -> None:
    assert count_fair_choices(games.load("quorum"), players, bot, every=7, most=1000) > 3


def test_the_seed_matters() -> None:
    game = games.load("quorum")
    record = game.new(2, seed("dice"))
    chosen = {bots.decide(game, record, int(record.to_move), "random", seed("dice", i)) for i in range(60)}
    assert chosen == set(game.legal(record))  # five cards, each missed with (4/5)**60


def test_only_the_seat_to_move_is_asked() -> None:
    game = games.load("quorum")
    record = game.new(2, seed("turn"))
    with pytest.raises(ValueError, match="not the choice of seat"):
        bots.decide(game, record, 1 - int(record.to_move), "greedy", seed())


def test_random_is_uniform() -> None:
    """Chi-squared of 600 choices among five: below 18.5 in 999 of 1000 cases."""
    game = games.load("quorum")
    record = game.new(2, seed("uniform"))
    seat = int(record.to_move)
    chosen = [bots.decide(game, record, seat, "random", seed("uniform", i)) for i in range(600)]
    counts = np.bincount(chosen, minlength=5)
    assert counts.sum() == 600
    assert sum((counts - 120) ** 2 / 120) < 18.5

"""The games that conformance plays: which, by which choices, and what a check does with a promise that is broken."""

import dataclasses
import itertools
import math
import random
from collections.abc import Iterator, Mapping

import numpy as np

from trigrad.engine.game import SPECTATOR, Game
from trigrad.engine.header import Header
from trigrad.engine.random import SEED_BYTES


class NotConforming(AssertionError):
    """A game breaks a promise."""


@dataclasses.dataclass(frozen=True)
class Case:
    """One seeded random game."""

    game: Game
    players: int
    options: Mapping[str, str]
    seed: int

    def new(self) -> Header:
        """The game before its first choice."""
        return self.game.new(self.players, seed_of(self.seed), self.options)

    def chance(self) -> random.Random:
        """What decides on the choices; always the same."""
        return random.Random(self.seed)  # noqa: S311 - it deals no cards

    def demand(self, kept: bool, promise: str) -> None:
        """Raise ``NotConforming`` unless a promise is kept."""
        if not kept:
            raise NotConforming(f"{self}: {promise}")

    def __str__(self) -> str:
        usual = defaults(self.game)
        chosen = "".join(f" {key}={value}" for key, value in self.options.items() if value != usual[key])
        return f"{self.game.name} players={self.players}{chosen} seed={self.seed}"


def defaults(game: Game) -> dict[str, str]:
    """The options of a table for which nobody chose any."""
    return {option.key: option.choices[0][0] for option in game.options}


MOST_COMBINATIONS = 64


def combinations(game: Game) -> list[tuple[int, dict[str, str]]]:
    """All numbers of players with all combinations of options; where those are too many, every value once."""
    keys = [option.key for option in game.options]
    values = [[value for value, _ in option.choices] for option in game.options]
    numbers = range(game.min_players, game.max_players + 1)
    if len(numbers) * math.prod(map(len, values)) <= MOST_COMBINATIONS:
        chosen = list(itertools.product(numbers, itertools.product(*values)))
    else:
        chosen = _covering(numbers, values)
    return [(players, dict(zip(keys, combination, strict=True))) for players, combination in chosen]


def _covering(numbers: range, values: list[list[str]]) -> list[tuple[int, tuple[str, ...]]]:
    """The defaults for each number of players, then mixtures in which every value of every option comes."""
    usual = [(players, tuple(of_option[0] for of_option in values)) for players in numbers]
    mixtures = [
        (numbers[i % len(numbers)], tuple(of_option[(i + j) % len(of_option)] for j, of_option in enumerate(values)))
        for i in range(max(map(len, values)))
    ]
    return usual + mixtures


def cases(game: Game, count: int) -> list[Case]:
    """``count`` games, dealt out over all numbers of players and combinations of options."""
    rounds = itertools.cycle(combinations(game))
    return [Case(game, players, options, seed) for seed, (players, options) in zip(range(count), rounds, strict=False)]


def seed_of(number: int) -> bytes:
    """A seed of 32 bytes for a small number."""
    return number.to_bytes(SEED_BYTES, "little")


def walk(case: Case) -> Iterator[Header]:
    """A game by random choices: its record (always the same one) before each choice and at the end."""
    chance = case.chance()
    game = case.new()
    while not game.over:
        yield game
        case.game.apply_silently(game, chance.choice(case.game.legal(game)))
    yield game


def some_of(case: Case) -> Iterator[Header]:
    """The first record of a game, its last, and one in six of those between, later in a long game fewer."""
    chance = case.chance()
    for number, game in enumerate(walk(case)):
        if number == 0 or game.over or chance.randrange(6 + number // 10) == 0:
            yield game


def viewers(case: Case) -> range:
    """Whoever looks at a game: a spectator, then every seat."""
    return range(SPECTATOR, case.players)


def play_out(case: Case, game: Header) -> None:
    """Play a game to its end, always by the same random choices."""
    chance = case.chance()
    while not game.over:
        case.game.apply_silently(game, chance.choice(case.game.legal(game)))


UNSET = np.iinfo(np.int64).min  # no worth


def worths_of(case: Case, game: Header) -> list[int]:
    """What a position is worth to each seat, in hundredths of points; ``UNSET`` where the game says nothing."""
    worths = np.full(case.players, UNSET, np.int64)
    case.game.functions.evaluate(game, worths)
    return [int(worth) for worth in worths]

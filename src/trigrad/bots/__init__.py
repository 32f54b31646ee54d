"""The bots: players without a person. Found by name, whatever the game."""

from dataclasses import dataclass
from typing import Any

from trigrad.bots import policy
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import Game
from trigrad.engine.random import generator
from trigrad.engine.text import Text


class UnknownBot(LookupError):
    """There is no bot of this name."""


@dataclass(frozen=True)
class Bot:
    """A bot: its name in URLs and on the command line, its words, its number in compiled code."""

    name: str
    label: Text
    description: Text
    policy: int


_BOTS = {
    bot.name: bot
    for bot in (
        Bot(
            "random",
            Text("Random"),
            Text("Makes any possible choice, each as likely as the others."),
            policy.RANDOM,
        ),
        Bot(
            "greedy",
            Text("Greedy"),
            Text("Makes the choice that gains most at once, without a thought for later turns."),
            policy.GREEDY,
        ),
    )
}


def names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(_BOTS)


def load(name: str) -> Bot:
    """A bot by its name; ``UnknownBot`` if there is none."""
    if name not in _BOTS:
        raise UnknownBot(name)
    return _BOTS[name]


def decide(game: Game, record: Any, seat: int, bot: str, seed: bytes) -> int:
    """The choice of a bot, by its name, for the seat to move; ``seed`` has 32 bytes.

    The record is left as it is. The bot sees a resampled copy, so its choice depends only on
    what the seat knows and on the seed.
    """
    if record.to_move != seat:
        raise ValueError(f"it is not the choice of seat {seat}")
    return int(policy.choose(load(bot).policy, record, seat, generator(seed), new_scratch(game)))


__all__ = ["Bot", "UnknownBot", "decide", "load", "names"]

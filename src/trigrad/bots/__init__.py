"""The bots: players without a person. Found by name, whatever the game."""

from dataclasses import dataclass, replace

from trigrad.bots import levels, policy
from trigrad.bots.levels import Budget, Clock, Level
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.random import generator
from trigrad.engine.text import Text


class UnknownBot(LookupError):
    """There is no bot of this name."""


@dataclass(frozen=True)
class Bot:
    """A bot: its name in URLs and on the command line, its words, and how it chooses.

    It is either compiled in, and then has a number there, or searches, and then has a level.
    """

    name: str
    label: Text
    description: Text
    policy: int | None = None
    level: Level | None = None


_BOTS = {
    bot.name: bot
    for bot in (
        Bot(
            "random",
            Text("Random"),
            Text("Makes any possible choice, each as likely as the others."),
            policy=policy.RANDOM,
        ),
        Bot(
            "greedy",
            Text("Greedy"),
            Text("Makes the choice that gains most at once, without a thought for later turns."),
            policy=policy.GREEDY,
        ),
        Bot(
            "planner",
            Text("Planner"),
            Text("Looks at the own turn only, and chooses by what a position will probably bring. It answers at once."),
            policy=policy.PLANNER,
        ),
        Bot(
            "beginner",
            Text("Beginner"),
            Text("Looks ahead a little, and overlooks every third choice."),
            level=Level(Budget(iterations=60), overlooks=33),
        ),
        Bot(
            "casual",
            Text("Casual"),
            Text("Looks ahead for a blink, and overlooks a choice now and then."),
            level=Level(Budget(iterations=300), overlooks=10),
        ),
        Bot(
            "strong",
            Text("Strong"),
            Text("Thinks for a tenth of a second about each choice, and overlooks none."),
            level=Level(Budget(seconds=0.1)),
        ),
        Bot(
            "expert",
            Text("Expert"),
            Text(
                "Thinks for up to a second about each choice. "
                "How much that brings depends on the game: little in Quorum, where luck decides more."
            ),
            level=Level(Budget(seconds=1.0)),
        ),
    )
}


def names() -> tuple[str, ...]:
    """The names of all bots: two plain ones, then the levels for people from the weakest on."""
    return tuple(_BOTS)


def load(name: str) -> Bot:
    """A bot by its name; ``UnknownBot`` if there is none."""
    if name not in _BOTS:
        raise UnknownBot(name)
    return _BOTS[name]


def compiled(name: str) -> int:
    """The number by which compiled code knows a bot; ``UnknownBot``, ``ValueError`` for one that searches."""
    policy = load(name).policy
    if policy is None:
        raise ValueError(f"{name} thinks too long for this; let it play in the arena")
    return policy


def decide(
    game: Game,
    record: Header,
    seat: int,
    bot: str,
    seed: bytes,
    iterations: int | None = None,
    clock: Clock | None = None,
) -> int:
    """The choice of a bot, by its name, for the seat to move; ``seed`` has 32 bytes.

    The record is left as it is. The bot sees resampled copies, so its choice depends only on
    what the seat knows and on the seed. A bot that thinks for a time is reproducible only if
    ``iterations`` are given in place of its time. Its time is taken by ``clock``, that of the wall by default.
    """
    if record.to_move != seat:
        raise ValueError(f"it is not the choice of seat {seat}")
    chosen = load(bot)
    if chosen.policy is not None:
        return int(policy.choose(chosen.policy, record, seat, generator(seed), new_scratch(game)))
    assert chosen.level is not None
    level = chosen.level if iterations is None else replace(chosen.level, budget=Budget(iterations=iterations))
    return levels.choose(game, record, seat, level, seed, clock)


__all__ = ["Bot", "UnknownBot", "compiled", "decide", "load", "names"]

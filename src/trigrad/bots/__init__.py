"""The bots: players without a person. Found by name, whatever the game.

Beside those of this package there are those of others: ``register`` adds one to this process, and an installed package
that names a function under the entry point ``trigrad.bots`` adds it to every process, also to those of the server.
"""

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any

from trigrad.bots import levels, policy
from trigrad.bots.levels import Budget, Clock, Level, Sight
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.random import SEED_BYTES, generator
from trigrad.engine.text import Text

logger = logging.getLogger(__name__)

Chooser = Callable[[Game[Any, Any], Any, int, Random], int]
"""``choose(game, record, seat, chance)``: the action of a bot of one's own, one of ``game.legal(record)``.

Of the record it may do with what it likes: all that the seat cannot know is drawn anew in it. All chance comes from
``chance``, so that matches are reproducible.
"""

PLUGINS = "trigrad.bots"  # the entry point's group


class UnknownBot(LookupError):
    """There is no bot of this name."""


@dataclass(frozen=True)
class Bot:
    """A bot: its name in URLs and on the command line, its words, and how it chooses.

    It is either compiled in, and then has a number there, or searches, and then has a level, or is somebody's own
    function.
    """

    name: str
    label: Text
    description: Text
    policy: int | None = None
    level: Level | None = None
    own: Chooser | None = None
    here_only: bool = False  # registered in this process


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
            Text("Counts what its own turn brings at once, and overlooks most of what brings nothing yet."),
            level=Level(Budget(iterations=60), Sight(overlooks=70, playout=0, simple=True)),
        ),
        Bot(
            "casual",
            Text("Casual"),
            Text("Knows what counts, but looks hardly beyond its own turn, and overlooks what brings little at once."),
            level=Level(Budget(iterations=300), Sight(overlooks=25, playout=2)),
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


def register(name: str, choose: Chooser, label: str = "", description: str = "") -> None:
    """Add a bot of one's own to this process; ``ValueError`` for a name that is taken, or is none.

    ``label`` and ``description`` are shown to people as they are.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise ValueError(f"a bot's name is made of small letters, digits, - and _, not {name!r}")
    if name in _all():
        raise ValueError(f"there is a bot {name} already")
    _all()[name] = Bot(name, _as_it_is(label or name), _as_it_is(description), own=choose, here_only=True)


def registered() -> dict[str, Chooser]:
    """The bots that were added to this process, which no other one knows."""
    return {name: bot.own for name, bot in _all().items() if bot.own is not None and bot.here_only}


def _as_it_is(words: str) -> Text:
    return Text("{words}", {"words": words})


@cache
def _all() -> dict[str, Bot]:
    """All bots by name, with those of other packages; one that cannot be loaded is left out, and the log says so."""
    found = dict(_BOTS)
    for entry in entry_points(group=PLUGINS):
        if entry.name in found:
            logger.warning("the bot %s of %s is left out: the name is taken", entry.name, entry.value)
            continue
        try:
            found[entry.name] = Bot(entry.name, _as_it_is(entry.name), _as_it_is(entry.value), own=entry.load())
        except Exception as error:  # noqa: BLE001 - whatever somebody else's module does, the others play on
            logger.warning("the bot %s of %s cannot be loaded: %s", entry.name, entry.value, error)
    return found


def names() -> tuple[str, ...]:
    """The names of all bots: two plain ones, the levels for people from the weakest on, then those of others."""
    return tuple(_all())


def load(name: str) -> Bot:
    """A bot by its name; ``UnknownBot`` if there is none.

    ``expert:2000`` is a level that imagines 2,000 games for each choice in place of its time, so that what it chooses
    is the same on every machine. ``names`` has none of these: they are for research, not for tables.
    """
    if name in _all():
        return _all()[name]
    plain, _, iterations = name.partition(":")
    level = _all()[plain].level if plain in _all() else None
    if level is None or not re.fullmatch(r"[1-9][0-9]{0,8}", iterations):
        raise UnknownBot(name)
    return replace(_all()[plain], name=name, level=replace(level, budget=Budget(iterations=int(iterations))))


def compiled(name: str) -> int:
    """The number by which compiled code knows a bot; ``UnknownBot``, ``ValueError`` for one that has none."""
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
    if chosen.own is not None:
        return _choose_by(chosen.own, game, record, seat, seed)
    assert chosen.level is not None
    level = chosen.level if iterations is None else replace(chosen.level, budget=Budget(iterations=iterations))
    return levels.choose(game, record, seat, level, seed, clock)


def _choose_by(own: Chooser, game: Game, record: Header, seat: int, seed: bytes) -> int:
    """What somebody's function chooses; ``ValueError`` if that is not possible."""
    chance = Random(seed)  # noqa: S311 - it deals no cards
    action = int(own(game, game.resampled(record, seat, chance.randbytes(SEED_BYTES)), seat, chance))
    if action not in game.legal(record):
        raise ValueError(f"the bot {own!r} chose {action}, which is not possible")
    return action


__all__ = ["Bot", "Chooser", "UnknownBot", "compiled", "decide", "load", "names", "register", "registered"]

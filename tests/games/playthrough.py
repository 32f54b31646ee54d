"""Golden playthroughs: whole games as text, replayed and compared line by line.

A file holds a game's seed and options, every choice in notation with what it brought
about, and the score sheet at the end. The choices are the truth: a change of the rules
shows as other lines. After a change that is meant, write the lines anew and read what
changed before committing it::

    python -m tests.games.playthrough refresh tests/games/quorum/playthroughs/*.txt

A new one is made by random choices; of the words of a choice, after its seat, the first
pattern that some legal choice matches is followed. Here seat 0 collects gods::

    python -m tests.games.playthrough record quorum 4 17 '0 Take the god' 'Take (?!the god)' > FILE
"""

import dataclasses
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trigrad import games
from trigrad.engine.conformance import seed_of
from trigrad.engine.game import Game
from trigrad.engine.journal import Event
from trigrad.engine.text import ENGLISH, render

HERE = Path(__file__).parent


def files() -> list[Path]:
    """All playthroughs of all games."""
    return sorted(HERE.glob("*/playthroughs/*.txt"))


@dataclasses.dataclass
class Playthrough:
    """A game with its choices; ``happened`` is filled by ``lines``."""

    game: Game
    players: int
    options: dict[str, str]
    seed: bytes
    choices: list[str]
    happened: list[Event] = dataclasses.field(default_factory=list)

    def new(self) -> Any:
        """The game before its first choice."""
        return self.game.new(self.players, self.seed, self.options)

    def lines(self) -> Iterator[str]:
        """The text of the playthrough, line by line."""
        yield f"game: {self.game.name}"
        yield f"players: {self.players}"
        yield f"options: {' '.join(f'{key}={value}' for key, value in self.options.items())}".rstrip()
        yield f"seed: {self.seed.hex()}"
        record = self.new()
        for choice in self.choices:
            yield ""
            yield f"{record.to_move}> {choice}"
            for event in self.game.apply(record, self.game.parse(choice)):
                self.happened.append(event)
                yield from self.told(event)
        yield ""
        yield from sheet(self.game.score_sheet(record))

    def told(self, event: Event) -> Iterator[str]:
        """The line of an event, if it has one."""
        line = self.game.tell(event, True)
        if line is not None:
            yield f"   {render(line, ENGLISH)}"


def sheet(value: Any, indent: int = 0) -> Iterator[str]:
    """Nested plain data as text: one line for the simple fields of a thing, one for each thing in it."""
    if not dataclasses.is_dataclass(value):
        for part in value:
            yield from sheet(part, indent)
        return
    fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    nested = [held for held in fields.values() if isinstance(held, tuple)]
    yield " " * indent + ", ".join(f"{name} {held}" for name, held in fields.items() if not isinstance(held, tuple))
    for held in nested:
        yield from sheet(held, indent + 2)


def read(path: Path) -> Playthrough:
    """A playthrough from its file."""
    lines = path.read_text("utf-8").splitlines()
    head = dict(line.split(": ", 1) for line in lines[:4] if ": " in line)
    return Playthrough(
        game=games.load(head["game"]),
        players=int(head["players"]),
        options=dict(pair.split("=") for pair in head.get("options", "").split()),
        seed=bytes.fromhex(head["seed"]),
        choices=[line.split("> ", 1)[1] for line in lines if re.match(r"\d> ", line)],
    )


def record(name: str, players: int, seed: int, patterns: list[str], options: dict[str, str]) -> Playthrough:
    """A new playthrough by random choices among those that match the first pattern matched at all."""
    played = Playthrough(games.load(name), players, options, seed_of(seed), [])
    game, chance = played.new(), random.Random(seed)
    while not game.over:
        described = [played.game.describe(game, action) for action in played.game.legal(game)]
        wanted = next(filter(None, (matching(game, described, pattern) for pattern in patterns)), described)
        chosen = chance.choice(wanted)
        played.choices.append(chosen.notation)
        played.game.apply_silently(game, chosen.action)
    return played


def matching(game: Any, described: list[Any], pattern: str) -> list[Any]:
    """The actions whose words, after the seat that chooses, match a pattern."""
    return [d for d in described if re.search(pattern, f"{game.to_move} {render(d.text, ENGLISH)}")]


def main(arguments: list[str]) -> None:
    """``refresh FILE...`` or ``record GAME PLAYERS SEED [OPTION=VALUE...] [PATTERN...]``."""
    match arguments:
        case ["refresh", *paths]:
            for path in map(Path, paths):
                path.write_text("\n".join(read(path).lines()) + "\n", "utf-8")
        case ["record", name, players, seed, *rest]:
            options = dict(pair.split("=") for pair in rest if "=" in pair)
            patterns = [pattern for pattern in rest if "=" not in pattern]
            print(*record(name, int(players), int(seed), patterns, options).lines(), sep="\n")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Exact solutions of the ends of games, by going through all that can still be chosen."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.bots.test_bots import seed

from trigrad.bots import levels
from trigrad.bots.levels import Budget, Level
from trigrad.engine.game import Game, returns
from trigrad.engine.header import copy_game
from trigrad.games.petersburg.components import TRADING
from trigrad.games.quebec.components import CENTURIES
from trigrad.games.quorum.components import ROUNDS
from trigrad.games.quorum.rules.turn import gods_in_rome
from trigrad.games.quorum.state import PLAY

Value = tuple[float, float]  # share of the victory, then lead in points
Outcome = tuple[Value, ...]  # what an end is worth to each player

WORLDS = 12  # looked at where a hand is hidden


class TooMuch(Exception):
    """More positions follow than there is room for."""


class Unclear(Exception):
    """Somebody may choose among ends that are alike to them, but not to the others."""


def after(game: Game, record: Any, action: int) -> Any:
    world = copy_game(record)
    game.apply_silently(world, action)
    return world


def outcome(game: Game, record: Any) -> Outcome:
    return tuple((share, game.lead(record, player)) for player, share in enumerate(returns(record)))


@dataclass
class Solver:
    """Everybody maximises the own share of the victory, then the own lead."""

    game: Game
    room: int  # positions that may still be gone through
    solved: dict[bytes, Outcome] = field(default_factory=dict)

    def choices(self, record: Any) -> dict[int, Outcome]:
        """What each legal action leads to."""
        return {action: self.solve(after(self.game, record, action)) for action in self.game.legal(record)}

    def solve(self, record: Any) -> Outcome:
        """What a position leads to; ``TooMuch`` or ``Unclear`` if that cannot be told."""
        if record.over:
            return outcome(self.game, record)
        key = record.tobytes()
        if key not in self.solved:
            self.room -= 1
            if self.room < 0:
                raise TooMuch
            self.solved[key] = self._best(int(record.to_move), self.choices(record))
        return self.solved[key]

    def _best(self, mover: int, choices: dict[int, Outcome]) -> Outcome:
        most = max(end[mover] for end in choices.values())
        best = {end for end in choices.values() if end[mover] == most}
        if len(best) > 1:
            raise Unclear
        return best.pop()


# --- Positions that can be solved -------------------------------------------------------


@dataclass(frozen=True)
class Puzzle:
    """A position near the end, and which choices are right there: some, but not all.

    Right is what brings the best share of the victory; where each choice ends the game, with the
    best lead. Further from the end the search need not find a lead that changes no victory.
    """

    game: Game
    record: Any
    right: frozenset[int]
    decisive: bool  # the other choices cost a share of the victory, not the lead alone


def history(game: Game, players: int, number: int) -> list[Any]:
    """The positions of a random game, by seed, in which there was a choice; the last one first."""
    record = game.new(players, seed(game.name, players, number))
    passed: list[Any] = []
    while not record.over:
        legal = game.legal(record)
        if len(legal) > 1:
            passed.append(copy_game(record))
        game.apply_silently(record, legal[int.from_bytes(seed(number, len(passed))) % len(legal)])
    return passed[::-1]


def puzzles(game: Game, players: int, number: int, room: int) -> Iterator[Puzzle]:
    """What can be solved of a random game by going through so many positions, from the end back.

    Random games are seldom close. So each position of Saint Petersburg and Québec comes again
    with so many points for the player to move that the best choice wins, or shares the victory, barely.
    """
    for record in history(game, players, number):
        if not chance_is_over(game, record):
            return
        try:
            yield from _as_puzzle(game, record, room)
            if game.name != "quorum":
                yield from _as_puzzle(game, _made_close(game, record, room), room)
        except Unclear:
            continue
        except TooMuch:
            return


def _as_puzzle(game: Game, record: Any, room: int) -> Iterator[Puzzle]:
    """The position, if it matters there what is chosen, whatever the seat cannot know."""
    seat = int(record.to_move)
    legal = game.legal(record)
    ending = all(after(game, record, action).over for action in legal)
    right, decisive = set(legal), True
    for world in worlds(game, record):
        values = {action: end[seat] for action, end in Solver(game, room).choices(world).items()}
        most = max(values.values())
        right &= {action for action in legal if values[action] == most or (not ending and values[action][0] == most[0])}
        decisive = decisive and len({share for share, _ in values.values()}) > 1
    if 0 < len(right) < len(legal):
        yield Puzzle(game, record, frozenset(right), decisive)


def _made_close(game: Game, record: Any, room: int) -> Any:
    seat = int(record.to_move)
    leads = sorted({end[seat][1] for end in Solver(game, room).choices(record).values()})
    close = copy_game(record)
    close.points[seat] -= int(leads[-1]) - (len(leads) > 1 and leads[-1] - leads[-2] > 1)
    return close


def worlds(game: Game, record: Any) -> list[Any]:
    """The position, and with a hidden hand some that the seat to move cannot tell from it."""
    if game.name != "quorum" or _to_come(record) == 1:
        return [record]
    return [game.resampled(record, int(record.to_move), seed("world", number)) for number in range(WORLDS)]


def chance_is_over(game: Game, record: Any) -> bool:
    """Whether nothing that will be drawn can matter any more, and nothing hidden but the hand of who plays last.

    Quorum: the last player's turn, or the last card of the one before, and no god face down in
    Rome. Saint Petersburg's base game: trading in the last round. Québec: the last century.
    """
    if game.name == "quorum":
        cards = _to_come(record)
        return bool((cards == 1 or (cards == 2 and record.step == PLAY)) and gods_in_rome(record) == 0)
    if game.name == "petersburg":
        return bool(record.last_round == 1 and record.phase == TRADING)
    return bool(record.century == CENTURIES - 1)


def _to_come(record: Any) -> int:
    """How many cards will still be played in Quorum."""
    return sum(ROUNDS - int(record.played_count[player]) for player in range(record.players))


# --- The search before them -------------------------------------------------------------


def is_right(puzzle: Puzzle, iterations: int) -> bool:
    """Whether the search chooses right."""
    record = puzzle.record
    level = Level(Budget(iterations=iterations))
    return levels.choose(puzzle.game, record, int(record.to_move), level, seed("search")) in puzzle.right

"""The end of a game in words: who has won, by what, and all places."""

from collections.abc import Sequence
from dataclasses import dataclass

from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.text import Text


@dataclass(frozen=True)
class Placed:
    """A seat at the end of a game."""

    seat: int
    place: int
    points: int
    tie_break: int | None  # what decided between it and others of as many points


@dataclass(frozen=True)
class Ending:
    """A finished game."""

    winners: tuple[int, ...]  # seats
    headline: Text
    reason: Text
    placed: tuple[Placed, ...]  # best first


def of_game(game: Game, record: Header, names: Sequence[str]) -> Ending:
    """The end of a finished game between players of these names."""
    seats = range(int(record.players))
    places = [int(record.places[seat]) for seat in seats]
    winners = tuple(seat for seat in seats if places[seat] == 1)
    return Ending(
        winners=winners,
        headline=_headline([names[seat] for seat in winners]),
        reason=_reason(game, record, winners, names),
        placed=tuple(_placed(game, record, seat) for seat in sorted(seats, key=lambda seat: (places[seat], seat))),
    )


def _headline(winners: Sequence[str]) -> Text:
    if len(winners) == 1:
        return Text("Victory: {name}", {"name": winners[0]})
    return Text("A shared victory: {names}", {"names": ", ".join(winners)})


def _reason(game: Game, record: Header, winners: Sequence[int], names: Sequence[str]) -> Text:
    """Why these have won: by points, by the tie-break, or because nothing is left that could decide."""
    best = int(record.scores[winners[0]])
    level = [seat for seat in range(int(record.players)) if int(record.scores[seat]) == best]
    if len(level) == 1:
        return _ahead(record, winners[0], names)
    if game.tie_break is None:
        return Text("Points: {points} each, and nothing in the rules decides between them.", {"points": best})
    gaps: dict[str, Text | str | int] = {"points": best, "tie_break": game.tie_break}
    if len(winners) == len(level):
        own = int(record.tie_breaks[winners[0]])
        return Text("Points: {points} each. The tie-break is even too: {tie_break}, {own} each.", {**gaps, "own": own})
    compared = ", ".join(f"{names[seat]} {int(record.tie_breaks[seat])}" for seat in level)
    return Text(
        "Points: {points} each. The tie-break decides: {tie_break} ({compared}).", {**gaps, "compared": compared}
    )


def _ahead(record: Header, winner: int, names: Sequence[str]) -> Text:
    others = [seat for seat in range(int(record.players)) if seat != winner]
    second = max(others, key=lambda seat: int(record.scores[seat]))
    points = int(record.scores[winner])
    lead = points - int(record.scores[second])
    return Text("Points: {points}, {lead} more than {name}.", {"points": points, "lead": lead, "name": names[second]})


def _placed(game: Game, record: Header, seat: int) -> Placed:
    points = [int(record.scores[other]) for other in range(int(record.players))]
    tied = game.tie_break is not None and points.count(points[seat]) > 1
    return Placed(seat, int(record.places[seat]), points[seat], int(record.tie_breaks[seat]) if tied else None)

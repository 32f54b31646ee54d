"""What the golden playthroughs of Quorum show together, and one final score worked out by hand."""

from collections.abc import Iterator

import pytest
from tests.games.playthrough import HERE, Playthrough, read
from tests.games.quorum.positions import GAME, Event, events, of_kind

from trigrad.games.quorum.view import score_sheet

FOLDER = HERE / "quorum/playthroughs"


@pytest.fixture(scope="module")
def happened() -> list[Event]:
    """All events of all playthroughs."""
    return list(_happened())


def _happened() -> Iterator[Event]:
    for played in map(read, sorted(FOLDER.glob("*.txt"))):
        list(played.lines())
        yield from played.happened


def test_every_kind_of_event_is_reached(happened: list[Event]) -> None:
    assert {event.kind for event in happened} == set(events.EVENTS)


def test_rome_is_replaced_by_choice_and_by_rule(happened: list[Event]) -> None:
    assert {event.automatic for event in of_kind(happened, events.REPLACED)} == {0, 1}


def test_values_rise_and_fall_and_changes_are_ignored_at_both_ends(happened: list[Event]) -> None:
    changes = {(event.before, event.after) for event in of_kind(happened, events.CHANGED)}
    assert {(1, 1), (4, 4), (2, 3), (3, 2)} <= changes


def test_every_god_is_taken(happened: list[Event]) -> None:
    assert {event.god for event in of_kind(happened, events.TURNED_UP)} == set(range(7))


@pytest.fixture
def chase() -> Playthrough:
    return read(FOLDER / "two_players_chase_gods.txt")


def test_a_final_score_by_hand(chase: Playthrough) -> None:
    """Worked out from the lines of the playthrough alone, with pencil and paper.

    Values at the end: Gaul 2 (never changed), Spain 2 3 2 3, Africa 2 1 2, Macedonia, Asia and
    Germania 2 1. Spaces of seats 0 and 1: Gaul 5 and 4, Spain 3 and 2, Africa 4 and 7,
    Macedonia 8 and 4, Germania 2 and 0; Asia 6 and 6, where seat 1 came first and lies below.

    Seat 0 plays 3 armies (1 1 1), 2 politics, coliseum, arch, aqueduct, temple, and 3 trade
    cards (1 fish, 2 sheep, 4 wood, 2 wheat): of strength 1 eight, of 2 one, of 3 two.
    Seat 1 plays 3 armies (3 1 2), aqueduct, coliseum, temple, baths, and 5 trade cards
    (3 sheep, 4 wine, 5 tools, 1 fish, 1 wheat): of strength 1 two, of 2 five.
    """
    game = chase.new()
    for choice in chase.choices:
        GAME.apply(game, GAME.parse(choice))
    first, second = score_sheet(game)
    assert {line.province: line.points for line in first.provinces} == {
        "gallia": 2 * 3,
        "hispania": 3 * 3,
        "africa": (2 - 1) * 8,
        "macedonia": 1 * 4,
        "asia": (1 - 1) * 1,
        "germania": 1 * 2,
    }
    assert {line.type: line.points for line in first.types} == {
        "army": 0,
        "politics": 2 * 2,
        "architecture": 12,
        "trade": 2 + 6 + 2,
    }
    assert {line.province: line.points for line in second.provinces} == {
        "gallia": (2 - 1) * 3,
        "hispania": (3 - 1) * 5,
        "africa": 2 * 2,
        "macedonia": (1 - 1) * 4,
        "asia": 1 * 5,
        "germania": 0,
    }
    assert {line.type: line.points for line in second.types} == {
        "army": 10,
        "politics": 0,
        "architecture": 12,
        "trade": 4 + 6 + 6,
    }
    assert (first.total, second.total) == (55, 60)
    assert (first.influence, second.influence) == (28, 23)
    assert (first.place, second.place) == (2, 1)

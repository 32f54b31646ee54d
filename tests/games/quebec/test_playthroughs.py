"""What the golden playthroughs of Québec show together: no rule of note is missing from them."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.playthrough import files, read

from trigrad.engine.journal import Event
from trigrad.games.quebec import GAME, state
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c

KINDS = {name: kind for name, kind in vars(a).items() if name.startswith("EV_")}
Played = tuple[Any, list[Event]]  # a game before its first choice, and all that happened in it


@pytest.fixture(scope="module")
def played() -> list[Played]:
    return list(_played())


def _played() -> Iterator[Played]:
    for playthrough in map(read, files()):
        if playthrough.game is GAME:
            list(playthrough.lines())
            yield playthrough.new(), playthrough.happened


def happened(played: list[Played], kind: int) -> list[Event]:
    return [event for _, events in played for event in events if event.kind == kind]


def test_every_number_of_players_and_every_set_of_rules(played: list[Played]) -> None:
    found = {(int(game.players), int(game.family), game.drawn[0] != state.NONE) for game, _ in played}
    rules = [(0, True), (0, False), (1, False)]
    assert found == {(players, *which) for players in (2, 3, 4, 5) for which in rules}


def test_every_kind_of_line(played: list[Played]) -> None:
    reached = {event.kind for _, events in played for event in events}
    assert len(KINDS) == 23
    assert [name for name, kind in KINDS.items() if kind not in reached] == []


def test_every_event(played: list[Played]) -> None:
    revealed = {event.a for event in happened(played, a.EV_EVENT)}
    first = {int(game.drawn[0]) for game, _ in played}
    assert {c.EVENTS[event] for event in (revealed | first) - {state.NONE}} == set(c.EVENTS)


def test_every_ending_cause_of_a_century_and_of_the_game(played: list[Played]) -> None:
    causes = {state.NO_WORKERS, state.NO_SITE, state.NO_SITE_FOR_LEADER, state.NO_SITE_FOR_COMMON}
    ends = happened(played, a.EV_CENTURY_ENDS)
    assert {event.b for event in ends if event.a < 3} == causes
    assert {event.b for event in ends if event.a == 3} >= {state.NO_WORKERS, state.NO_SITE, state.NO_SITE_FOR_COMMON}


def test_every_district(played: list[Played]) -> None:
    used = {c.DISTRICTS[event.a] for event in happened(played, a.EV_DISTRICT)}
    assert used == set(c.DISTRICTS)


@pytest.mark.parametrize(
    ("players", "leaders"),
    [
        ({2}, {"political", "economic", "cultural", "citadel"}),
        ({3}, {"political", "economic", "cultural", "citadel"}),
        ({4, 5}, set(c.LEADERS)),
    ],
)
def test_every_leader_in_every_version(played: list[Played], players: set[int], leaders: set[str]) -> None:
    some = [(game, events) for game, events in played if int(game.players) in players]
    assert {c.LEADERS[event.a] for event in happened(some, a.EV_LEADER)} == leaders


def test_the_political_leader_redirects(played: list[Played]) -> None:
    assert {event.c for event in happened(played, a.EV_LEAVE)} == {0, 1}


def test_contributions_by_turn_district_and_leader(played: list[Played]) -> None:
    assert {event.c for event in happened(played, a.EV_CONTRIBUTE)} == {0, 1, 2}


def test_champlain_and_both_places_of_a_race(played: list[Played]) -> None:
    points: dict[bool, set[int]] = {True: set(), False: set()}
    for game, events in played:
        scored = {e.a for e in events if e.kind == a.EV_POINTS and e.b == state.FROM_EVENTS}
        points[bool(game.drawn[0] == c.CHAMPLAIN)] |= scored
    assert 8 in points[True]
    assert {8, 4} <= points[False]


def test_cascades_into_zones_and_into_the_hand(played: list[Played]) -> None:
    targets = {event.d for event in happened(played, a.EV_ZONE) if event.c}
    assert targets == set(range(4)) | {a.TO_ACTIVE}

"""What the golden playthroughs of Québec show together: no rule of note is missing from them."""

from collections.abc import Iterator

import pytest
from tests.games.playthrough import files, read

from trigrad.engine.journal import Event
from trigrad.games.quebec import GAME, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec.state import State

Played = tuple[State, list[Event]]  # a game before its first choice, and all that happened in it


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
    assert [kind.name for kind in ev.EVENTS if kind not in reached] == []


def test_every_event_card(played: list[Played]) -> None:
    revealed = {event.card for event in happened(played, ev.REVEALED)}
    first = {int(game.drawn[0]) for game, _ in played}
    assert {c.EVENT_CARDS[card] for card in (revealed | first) - {state.NONE}} == set(c.EVENT_CARDS)


def test_every_ending_cause_of_a_century_and_of_the_game(played: list[Played]) -> None:
    causes = {state.NO_WORKERS, state.NO_SITE, state.NO_SITE_FOR_LEADER, state.NO_SITE_FOR_COMMON}
    ends = happened(played, ev.CENTURY_ENDED)
    assert {event.cause for event in ends if event.century < 3} == causes
    assert {event.cause for event in ends if event.century == 3} >= {
        state.NO_WORKERS,
        state.NO_SITE,
        state.NO_SITE_FOR_COMMON,
    }


def test_every_district(played: list[Played]) -> None:
    used = {c.DISTRICTS[event.district] for event in happened(played, ev.ACTION_BEGUN)}
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
    assert {c.LEADERS[event.leader] for event in happened(some, ev.LEADER_TAKEN)} == leaders


def test_the_political_leader_redirects(played: list[Played]) -> None:
    assert {event.redirected for event in happened(played, ev.LEFT_SITE)} == {0, 1}


def test_contributions_by_turn_district_and_leader(played: list[Played]) -> None:
    assert {event.source for event in happened(played, ev.CONTRIBUTED)} == {ev.BY_TURN, ev.BY_DISTRICT, ev.BY_LEADER}


def test_champlain_and_both_places_of_a_race(played: list[Played]) -> None:
    points: dict[bool, set[int]] = {True: set(), False: set()}
    for game, events in played:
        scored = {e.points for e in events if e.kind == ev.SCORED and e.source == state.FROM_EVENT_CARDS}
        points[bool(game.drawn[0] == c.CHAMPLAIN)] |= scored
    assert 8 in points[True]
    assert {8, 4} <= points[False]


def test_cascades_into_zones_and_into_the_hand(played: list[Played]) -> None:
    targets = {event.target for event in happened(played, ev.ZONE_SCORED) if event.cascading}
    assert targets == set(range(4)) | {ev.TO_ACTIVE}

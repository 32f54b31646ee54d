"""What gods do: Rulings Q2 and Q3 by name."""

import pytest
from tests.games.quorum.positions import (
    ADVANCE,
    CLOCKWISE,
    FIRST,
    SPECTATOR,
    act,
    events,
    god,
    of_kind,
    position,
    space,
    value,
)

from trigrad.games.quorum.view import view


@pytest.mark.parametrize("place", range(6))
def test_ruling_q02_right_is_the_clockwise_neighbour(place: int) -> None:
    game = position(step=ADVANCE, ring=CLOCKWISE, gods_of={FIRST: [god("vulcan")]})
    assert [province.key for province in view(game, SPECTATOR).provinces] == list(CLOCKWISE)
    act(game, CLOCKWISE[place])
    expected = dict.fromkeys(CLOCKWISE, 2) | {CLOCKWISE[place - 1]: 3, CLOCKWISE[(place + 1) % 6]: 1}
    assert {key: value(game, key) for key in CLOCKWISE} == expected


@pytest.mark.parametrize(
    ("key", "left", "right"),
    [
        ("minerva", 3, 3),
        ("neptune", 1, 1),
        ("pluto", 3, 3),
        ("venus", 1, 3),
        ("vulcan", 3, 1),
        ("mars", 3, 1),
        ("jupiter", 1, 1),
    ],
)
@pytest.mark.parametrize("copy", [0, 1])
def test_ruling_q02_each_god_changes_its_two_neighbours(key: str, copy: int, left: int, right: int) -> None:
    game = position(step=ADVANCE, ring=CLOCKWISE, gods_of={FIRST: [god(key, copy)]})
    act(game, "africa")
    assert (value(game, "germania"), value(game, "hispania")) == (left, right)


def test_the_god_taken_last_acts() -> None:
    game = position(step=ADVANCE, ring=CLOCKWISE, gods_of={FIRST: [god("jupiter"), god("minerva")]})
    act(game, "africa")
    assert (value(game, "germania"), value(game, "hispania")) == (3, 3)


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("vulcan", (4, 2), (4, 1)),
        ("vulcan", (2, 1), (3, 1)),
        ("vulcan", (4, 1), (4, 1)),
        ("venus", (1, 3), (1, 4)),
        ("venus", (3, 4), (2, 4)),
        ("minerva", (3, 4), (4, 4)),
        ("jupiter", (1, 2), (1, 1)),
    ],
)
def test_ruling_q03_a_change_beyond_1_to_4_is_ignored_alone(
    key: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    game = position(
        step=ADVANCE,
        ring=CLOCKWISE,
        gods_of={FIRST: [god(key)]},
        values={"germania": before[0], "hispania": before[1]},
    )
    happened = act(game, "africa")
    assert (value(game, "germania"), value(game, "hispania")) == after
    assert space(game, FIRST, "africa") == 1
    changes = [(event.before, event.after) for event in of_kind(happened, events.CHANGED)]
    assert changes == list(zip(before, after, strict=True))

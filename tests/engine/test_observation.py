"""The table of an observation's parts: where each stands, what it is called, and how networks get it."""

import numpy as np
import pytest

from trigrad import games
from trigrad.engine.observation import Observation, seat_category, seat_names, turned
from trigrad.games.noughts import GAME


def layout() -> Observation:
    table = Observation()
    assert table.numbers("points", 2, least=-1, most=200, meaning="points of both") == 0
    assert table.categories("card", 2, names=("ace", "king", "queen"), meaning="cards") == 2
    assert table.numbers("last", most=1, meaning="whether it is the last round") == 4
    return table


def test_parts_stand_one_after_the_other() -> None:
    table = layout()
    assert table.size == 5
    assert table.dtype == np.int16  # 200 does not fit into int8
    assert table.new(3).shape == (3, 5)
    assert list(table.least) == [-1, -1, 0, 0, 0]
    assert list(table.most) == [200, 200, 3, 3, 1]
    small = Observation()
    small.numbers("steps", most=127, meaning="steps")
    assert small.dtype == np.int8


def test_parts_are_read_by_name_and_written_through() -> None:
    table = layout()
    seen = np.array([[5, -1, 0, 3, 1], [6, 7, 1, 2, 0]], np.int16)
    parts = table.read(seen)
    assert parts["card"].tolist() == [[0, 3], [1, 2]]
    assert parts["last"].shape == (2,)
    parts["last"][1] = 1
    assert seen[1, 4] == 1


def test_networks_get_categories_one_hot_and_quantities_scaled() -> None:
    table = layout()
    assert table.encoded_size == 2 + 2 * 3 + 1
    encoded = table.encode(np.array([[100, -1, 0, 3, 1]], np.int16))
    assert encoded.dtype == np.float32
    assert encoded.tolist() == [pytest.approx([0.5, -0.005, 0, 0, 0, 0, 0, 1, 1])]
    assert table.encode(np.array([0, 0, 1, 0, 0], np.int16)).tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0]


def test_a_name_is_given_once() -> None:
    table = layout()
    with pytest.raises(ValueError, match="two parts card"):
        table.numbers("card", most=1, meaning="again")


def test_the_layout_is_a_table_for_people() -> None:
    assert layout().describe().splitlines()[2:] == [
        "| `points` | 0 | 2 | -1..200 | points of both |",
        "| `card` | 2 | 2 | 0..3, a category | cards |",
        "| `last` | 4 | 1 | 0..1 | whether it is the last round |",
    ]


def test_seats_are_turned_so_that_the_own_one_is_first() -> None:
    game = games.load("quorum").new(3, bytes(32))
    assert [turned(game, 2, turn) for turn in range(3)] == [2, 0, 1]
    assert [turned(game, -1, turn) for turn in range(3)] == [0, 1, 2]
    assert [seat_category(game, 1, seat) for seat in (-1, 0, 1, 2)] == [0, 3, 1, 2]
    assert seat_names(3) == ("own seat", "1 to the left", "2 to the left")


def test_noughts_own_marks_come_first() -> None:
    game = GAME.new(2, bytes(32))
    GAME.apply(game, 4)
    own, other = GAME.observe(game, 0), GAME.observe(game, 1)
    assert own.tolist() == [2, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert other.tolist() == [1, 0, 0, 0, 0, 2, 0, 0, 0, 0]
    assert GAME.observe(game, -1).tolist() == own.tolist()


@pytest.mark.parametrize("name", games.names())
def test_every_number_of_a_game_is_used(name: str) -> None:
    """Along some games each part differs from zero somewhere, but for what an option or a rare card must bring."""
    game = games.load(name)
    rare = {"petersburg": {"society", "disc", "extra", "hosts", "host_owners", "drawn", "drawn_by"}}
    used: set[str] = set()
    for seed in range(4):
        record = game.new(game.max_players - 1, seed.to_bytes(32, "little"))
        choices = np.random.default_rng(seed)
        while not record.over:
            parts = game.observation.read(game.observe(record, int(record.to_move)))
            used |= {part for part, values in parts.items() if values.any()}
            game.apply_silently(record, int(choices.choice(game.legal(record))))
    wanted = {part.name for part in game.observation.parts} - rare.get(name, set())
    assert wanted - used <= {"family", "neutral_waits", "cause"}

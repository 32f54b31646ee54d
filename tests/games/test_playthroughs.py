"""The golden playthroughs of all games, replayed; see ``playthrough.py`` for how to renew them."""

from pathlib import Path

import pytest
from tests.games.playthrough import files, read, record

from trigrad import games


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_a_playthrough_goes_as_written(path: Path) -> None:
    assert list(read(path).lines()) == path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", games.names())
def test_every_number_of_players_has_a_playthrough(name: str) -> None:
    game = games.load(name)
    found = {read(path).players for path in files() if read(path).game is game}
    assert found == set(range(game.min_players, game.max_players + 1))


def test_a_recorded_playthrough_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    new = record("quorum", 2, 5, ["0 Take the god", "Take"], {})
    path.write_text("\n".join(new.lines()) + "\n", "utf-8")
    assert read(path).choices == new.choices
    assert list(read(path).lines()) == list(new.lines())

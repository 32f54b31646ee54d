"""Records and games show themselves: to whoever prints them, and in notebooks as pictures, without secrets."""

import dataclasses
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import trigrad.notebook
from trigrad import games
from trigrad.engine.display import Shown
from trigrad.engine.game import SPECTATOR, Game
from trigrad.engine.random import generator
from trigrad.notebook import show

NAMES = games.every_name()


def played(game: Game, players: int, choices: int) -> Any:
    record, chance = game.new(players, bytes(range(32))), random.Random(choices)
    for _ in range(choices):
        if not record.over:
            game.apply_silently(record, chance.choice(game.legal(record)))
    return record


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("choices", [0, 30, 4000])
def test_pictures_are_pages_that_need_nothing_else(name: str, choices: int) -> None:
    game = games.load(name)
    record = played(game, game.max_players, choices)
    for viewer in (SPECTATOR, 0, game.max_players - 1):
        page = show(game, record, viewer).page()
        assert "/static/" not in page
        assert "&lt;" not in page
        assert ("<svg" in page) == (name != "noughts")
    assert 'lang="en"' in show(game, record)._repr_html_().replace("&quot;", '"')
    assert show(game, record, 0, "fr").page() != show(game, record, 0).page() or name == "noughts"


@pytest.mark.parametrize("name", NAMES)
def test_what_a_viewer_cannot_know_is_in_no_picture(name: str) -> None:
    game = games.load(name)
    for choices in (0, 7, 30):
        record = played(game, game.min_players, choices)
        for viewer in (SPECTATOR, 0, 1):
            other = game.resampled(record, viewer, bytes(32 - viewer % 2 - 1) + b"\x01" * (viewer % 2 + 1))
            assert show(game, record, viewer).page() == show(game, other, viewer).page()
        assert repr(record) == repr(game.resampled(record, SPECTATOR, bytes(32)))


def test_a_picture_stays_as_it_was() -> None:
    game = games.load("quorum")
    record = game.new(2, bytes(32))
    picture = show(game, record)
    before = picture.page()
    game.apply_silently(record, game.legal(record)[0])
    assert picture.page() == before
    assert show(game, record).page() != before


def test_a_viewer_that_is_no_seat_is_refused() -> None:
    game = games.load("quorum")
    for viewer in (-2, 2):
        with pytest.raises(ValueError, match=f"no seat {viewer}; there are 2"):
            show(game, game.new(2, bytes(32)), viewer)


@pytest.mark.parametrize("name", NAMES)
def test_printing_shows_no_secret(name: str) -> None:
    game = games.load(name)
    record = played(game, 2, 5)
    assert repr(record) == str(record) == f"State(players=2, over=False, to_move={record.to_move})"
    over = played(game, 2, 4000)
    assert f"places=[{over.places[0]}, {over.places[1]}]" in repr(over)
    assert repr(generator(bytes(32))) == str(generator(bytes(range(32)))) == "Generator()"
    assert repr(game) == f"<{game.title.en}, for {game.min_players} to {game.max_players} players>"
    assert f"<td>{game.num_actions}</td>" in game._repr_html_()


@pytest.mark.parametrize("name", NAMES)
def test_a_view_shows_what_it_holds_and_no_more(name: str) -> None:
    game = games.load(name)
    record = played(game, game.min_players, 7)
    for viewer in (SPECTATOR, 0, 1):
        view: Any = game.view(record, viewer, memory=False)
        shown = view._repr_html_()
        assert all(f"<th>{field.name}</th>" in shown for field in dataclasses.fields(view))
        assert f"<th>viewer</th><td>{viewer}</td>" in shown or name == "noughts"
        other: Any = game.view(game.resampled(record, viewer, bytes(range(32))), viewer, memory=False)
        assert other._repr_html_() == shown


def test_plain_data_is_escaped_and_nested() -> None:
    @dataclasses.dataclass
    class Card(Shown):
        name: str
        worth: tuple[int, ...]
        pays: dict[str, int | None]
        next: "tuple[Card, ...]" = ()

    shown = Card("<b>", (1, 2), {"a&b": None}, (Card("x", (), {}),))._repr_html_()
    inner = "<tr><th>name</th><td>x</td></tr><tr><th>worth</th><td></td></tr>"
    assert shown == (
        "<table><tr><th>name</th><td>&lt;b&gt;</td></tr><tr><th>worth</th><td>1, 2</td></tr>"
        "<tr><th>pays</th><td><table><tr><th>a&amp;b</th><td>–</td></tr></table></td></tr><tr><th>next</th><td><ul><li>"
        f"<table>{inner}<tr><th>pays</th><td><table></table></td></tr><tr><th>next</th><td></td></tr></table>"
        "</li></ul></td></tr></table>"
    )


def test_records_are_pictures_where_pictures_are_drawn() -> None:
    record = games.load("quorum").new(2, bytes(32))
    assert record._repr_html_().startswith("<iframe srcdoc=")
    script = "from trigrad import games; print(games.load('quorum').new(2, bytes(32))._repr_html_())"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert done.stdout.startswith("<table><tr><th>players</th><td>2</td></tr>")
    assert trigrad.notebook._draw(np.zeros(1, type(record).dtype)[0]) is None  # no game was set up in it

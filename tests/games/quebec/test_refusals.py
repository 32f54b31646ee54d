"""What cannot be chosen is refused with the reason."""

import pytest
from tests.games.quebec import positions as q

from trigrad.engine.game import IllegalAction
from trigrad.games.quebec import GAME
from trigrad.games.quebec import actions as a
from trigrad.games.quebec.state import State


def tile(game: State, century: int) -> int:
    return next(number for number in range(1, 45) if int(game.tiles[century - 1]) >> (number - 1) & 1)


def test_a_site_of_another_century() -> None:
    game = q.position(century=2)
    assert q.reason(game, f"site {tile(game, 3)}") == "This site opens in the century of {year}."
    assert q.reason(game, f"site {tile(game, 1)}") == "Building here is over."
    q.play(game, "start own")
    assert q.reason(game, f"site {tile(game, 3)}") == "This site opens in the century of {year}."
    assert q.reason(game, f"site {tile(game, 1)}") == "Building here is over."


def test_a_site_where_nobody_builds_or_somebody_does() -> None:
    game = q.position(sites={9: q.At(architect=1)})
    assert q.reason(game, f"site {q.open_sites(game)[0]}") == "Nobody builds here yet."
    q.play(game, "start own")
    assert q.reason(game, "site 9") == "An architect already stands there."


def test_an_action_at_the_wrong_time() -> None:
    game = q.position(active={0: 0})
    assert q.reason(game, "zone religion") == "There is no active worker to send."
    assert q.reason(game, "do port") == ("A district’s action comes only with a contribution.")
    assert q.reason(game, "workers 1") == q.reason(game, "do port")
    q.play(game, "start own")
    assert q.reason(game, "leader citadel") == "First place the architect."


def test_within_a_complementary_action() -> None:
    game = q.position(active={0: 4}, sites={q.site_of("municipal"): q.At(architect=1)})
    q.play(game, f"site {q.site_of('municipal')}")
    assert q.reason(game, "zone culture") == "This action does not place workers in that zone."
    assert q.reason(game, "site 9") == "First finish the complementary action."
    q.play(game, "zone religion")
    assert q.reason(game, "skip") == "This must be answered."
    assert q.reason(game, "zone culture") == "First finish the complementary action."


def test_moving_workers() -> None:
    game = q.position(zones={0: {"religion": 3}}, sites={q.site_of("jewish"): q.At(architect=1)})
    q.play(game, f"site {q.site_of('jewish')}", "skip")
    assert q.reason(game, "zone culture") == "You have no worker in that zone."
    q.play(game, "zone religion", "workers 2")
    assert q.reason(game, "zone religion") == "Workers move to another zone than they leave."


def test_the_political_leader_of_two() -> None:
    game = q.position(2)
    q.play(game, "leader political")
    assert q.reason(game, "zone economy") == "The political leader fills religion and economy, or politics and culture."


def test_a_start_in_the_rich_district_with_anothers_architect() -> None:
    game = q.position(leaders={1: "economic"}, sites={q.site_of("rich"): q.At(architect=1)})
    q.play(game, f"site {q.site_of('rich')}")
    assert q.reason(game, "start neutral") == "Only the economic leader lends the neutral architect."


def test_no_such_choice_and_after_the_end() -> None:
    game = q.position(century=4, open_sites=[])
    for action in (-1, GAME.num_actions):
        with pytest.raises(IllegalAction, match="There is no such choice"):
            GAME.apply(game, action)
    q.play(game, "start own")
    with pytest.raises(IllegalAction, match="The game is over"):
        GAME.apply(game, a.START_OWN)
    assert GAME.prompt(game).pattern == "The game is over."

"""What cannot be chosen is refused with the reason; every action has words of its own."""

from typing import Any

import pytest
from tests.games.quebec.positions import At, open_sites, play, position, reason, site_of

from trigrad.engine.game import IllegalAction, UnknownOption
from trigrad.engine.text import ENGLISH, render
from trigrad.games.quebec import GAME
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c


def tile(game: Any, century: int) -> int:
    return next(number for number in range(1, 45) if int(game.tiles[century - 1]) >> (number - 1) & 1)


def test_a_site_of_another_century() -> None:
    game = position(century=2)
    assert reason(game, f"site {tile(game, 3)}") == "This site opens in the century of {year}."
    assert reason(game, f"site {tile(game, 1)}") == "Building here is over."
    play(game, "start own")
    assert reason(game, f"site {tile(game, 3)}") == "This site opens in the century of {year}."
    assert reason(game, f"site {tile(game, 1)}") == "Building here is over."


def test_a_site_where_nobody_builds_or_somebody_does() -> None:
    game = position(sites={9: At(architect=1)})
    assert reason(game, f"site {open_sites(game)[0]}") == "Nobody builds here yet."
    play(game, "start own")
    assert reason(game, "site 9") == "An architect already stands there."


def test_an_action_at_the_wrong_time() -> None:
    game = position(active={0: 0})
    assert reason(game, "zone religion") == "There is no active worker to send."
    assert reason(game, "do port") == ("A district's action comes only with a contribution.")
    assert reason(game, "workers 1") == reason(game, "do port")
    play(game, "start own")
    assert reason(game, "leader citadel") == "First place the architect."


def test_within_a_complementary_action() -> None:
    game = position(active={0: 4}, sites={site_of("municipal"): At(architect=1)})
    play(game, f"site {site_of('municipal')}")
    assert reason(game, "zone culture") == "This action does not place workers in that zone."
    assert reason(game, "site 9") == "First finish the complementary action."
    play(game, "zone religion")
    assert reason(game, "skip") == "This must be answered."
    assert reason(game, "zone culture") == "First finish the complementary action."


def test_moving_workers() -> None:
    game = position(zones={0: {"religion": 3}}, sites={site_of("jewish"): At(architect=1)})
    play(game, f"site {site_of('jewish')}", "skip")
    assert reason(game, "zone culture") == "You have no worker in that zone."
    play(game, "zone religion", "workers 2")
    assert reason(game, "zone religion") == "Workers move to another zone than they leave."


def test_the_political_leader_of_two() -> None:
    game = position(2)
    play(game, "leader political")
    assert reason(game, "zone economy") == "The political leader fills religion and economy, or politics and culture."


def test_a_start_in_the_rich_district_with_anothers_architect() -> None:
    game = position(leaders={1: "economic"}, sites={site_of("rich"): At(architect=1)})
    play(game, f"site {site_of('rich')}")
    assert reason(game, "start neutral") == "Only the economic leader lends the neutral architect."


def test_no_such_choice_and_after_the_end() -> None:
    game = position(century=4, open_sites=[])
    for action in (-1, GAME.NUM_ACTIONS):
        with pytest.raises(IllegalAction, match="There is no such choice"):
            GAME.apply(game, action)
    play(game, "start own")
    with pytest.raises(IllegalAction, match="The game is over"):
        GAME.apply(game, a.START_OWN)
    assert GAME.prompt(game).pattern == "The game is over."


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (6, {}), (3, {"rules": "easy"}), (3, {"layout": ""}), (3, {"tiles": "free"})]
)
def test_options_that_are_none(players: int, options: dict[str, str]) -> None:
    with pytest.raises(UnknownOption):
        GAME.new(players, bytes(32), options)


@pytest.mark.parametrize("action", range(GAME.NUM_ACTIONS))
def test_notation_leads_back(action: int) -> None:
    from trigrad.games.quebec.words import notation

    assert GAME.parse(notation(action)) == action


@pytest.mark.parametrize("text", ["", "site 0", "site 45", "zone", "workers 3", "Site 1", "skip "])
def test_nonsense_is_no_notation(text: str) -> None:
    with pytest.raises(ValueError, match="not an action of Québec"):
        GAME.parse(text)


def words(game: Any, choice: str) -> str:
    return render(GAME.describe(game, GAME.parse(choice)).text, ENGLISH)


def test_actions_in_words() -> None:
    game = position(
        5,
        leaders={1: "economic", 2: "political"},
        sites={9: At(architect=1), 16: At(architect=0, slots=[2])},
    )
    assert words(game, "site 9") == "Contribute to site 9 (Military administration), workers: 3, with its action"
    assert words(game, "site 16") == "Contribute to site 16 (Military administration), workers: 3"
    assert words(game, "leader citadel") == "Take the leader: Leader of the Citadel, activating workers: 2"
    assert words(game, "start own") == "Start a building; complete site 16 (Military administration)"
    play(game, "start own")
    assert words(game, "zone politics") == "Let your workers go to their zone: Politics"
    assert words(game, "zone culture") == "Redirect your workers: Culture"
    question = render(GAME.prompt(game), ENGLISH)
    assert question == "site 16 (Military administration) is completed: where do your workers go?"


@pytest.mark.parametrize("district", c.DISTRICTS)
def test_every_question_of_an_action_is_put_in_words(district: str) -> None:
    game = position(
        active={0: 5},
        zones={0: {"religion": 3}},
        sites={site_of(district): At(architect=1), 44: At(architect=2), 37: At(token=(0, 1))},
    )
    play(game, f"site {site_of(district)}")
    while game.turn == 0:
        assert render(GAME.prompt(game), ENGLISH)
        legal = GAME.legal(game)
        texts = [render(GAME.describe(game, action).text, ENGLISH) for action in legal]
        assert len(set(texts)) == len(texts)
        GAME.apply(game, legal[0])

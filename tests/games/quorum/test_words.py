"""What Quorum says: actions, questions, refusals, lines of the log."""

from typing import Any

import pytest
from tests.games.quorum.positions import advance, cards, god, gods, position

from trigrad.engine.journal import Event
from trigrad.engine.text import ENGLISH, render
from trigrad.games.quorum import GAME, rules
from trigrad.games.quorum.state import ADVANCE, PLAY

BATHS = cards(building="baths", province="germania")[0]  # influence 3, strength 3
FISH = cards(type="trade", goods=("fish", "fish", "wheat"))[0]  # Gaul, influence 2, strength 1
ARMY = cards(type="army", province="asia", strength=3)[0]  # influence 1


@pytest.mark.parametrize(
    ("action", "notation"),
    [
        (rules.TAKE_0, "take 1"),
        (rules.TAKE_0 + 4, "take 5"),
        (rules.REPLACE, "replace"),
        (advance("hispania"), "advance hispania"),
        (rules.PLAY_0, "play 1"),
        (rules.PLAY_0 + 4, "play 5"),
    ],
)
def test_notation_counts_from_one(action: int, notation: str) -> None:
    assert GAME.parse(notation) == action


@pytest.mark.parametrize("text", ["take 0", "take 6", "play 6", "Take 1", "take 1 ", "advance rome", "", "0"])
def test_other_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        GAME.parse(text)


def said(game: Any, action: int) -> str:
    return render(GAME.describe(game, action).text, ENGLISH)


def test_actions_in_words() -> None:
    game = position(rome=[BATHS, FISH, *gods(3)])
    assert said(game, rules.TAKE_0) == "Take Germania +3, Architecture 3 (baths)"
    assert said(game, rules.TAKE_0 + 1) == "Take Gaul +2, Trade 1 (fish, fish, wheat)"
    assert said(game, rules.TAKE_0 + 2) == "Take the god"
    assert said(game, rules.REPLACE) == "Replace all of Rome"
    game = position(step=ADVANCE, gods_of={0: [god("mars")]})
    assert said(game, advance("hispania")) == "Let the god act in Spain"
    game = position(step=PLAY, hands={0: [ARMY]})
    assert said(game, rules.PLAY_0) == "Play Asia +1, Army 3"


def why_not(game: Any, action: int) -> str:
    return render(GAME.explain(game, action), ENGLISH)


def test_refusals_name_what_stands_against_it() -> None:
    taking = position(rome=[BATHS, FISH, ARMY, *gods(2)])
    assert why_not(taking, rules.REPLACE) == "Rome can be replaced only when at least three gods lie in it."
    assert why_not(taking, rules.PLAY_0) == "First take a card from Rome; a card is played afterwards."
    assert why_not(taking, advance("asia")) == "A province is chosen only after a god was taken."
    assert why_not(taking, rules.NUM_ACTIONS) == "There is no such choice."
    acting = position(step=ADVANCE, gods_of={0: [god("mars")]})
    assert why_not(acting, rules.TAKE_0) == "First choose the province in which the god acts."
    assert why_not(acting, rules.PLAY_0) == "First choose the province in which the god acts."
    playing = position(step=PLAY)
    assert why_not(playing, rules.TAKE_0) == "A card was already taken this turn; now play one."
    assert why_not(playing, rules.PLAY_0 + 4) == "There is no such card in the hand."
    playing.over = 1
    assert why_not(playing, rules.PLAY_0) == "The game is over."


def line(memory: bool, kind: int, *values: int) -> str | None:
    event = Event(kind, 0, *values, *[0] * (4 - len(values)))
    told = GAME.tell(event, memory)
    return None if told is None else render(told, ENGLISH)


def test_a_card_that_went_into_a_hand_is_told_by_its_back_unless_remembered() -> None:
    assert line(False, rules.EV_TAKE, 2, BATHS) == "Takes a card of Germania"
    assert line(True, rules.EV_TAKE, 2, BATHS) == "Takes Germania +3, Architecture 3 (baths)"
    assert line(False, rules.EV_TAKE, 2, -1) == line(True, rules.EV_TAKE, 2, -1) == "Takes a god from Rome"


@pytest.mark.parametrize(
    ("kind", "values", "told"),
    [
        (rules.EV_REFILL, (2, ARMY), None),
        (rules.EV_REPLACE, (0,), "Rome is replaced"),
        (rules.EV_REPLACE, (1,), "Rome is replaced: only gods lay in it"),
        (rules.EV_GOD, (4,), "The god is Vulcan"),
        (rules.EV_PLAY, (ARMY,), "Plays Asia +1, Army 3"),
        (rules.EV_ADVANCE, (3, 4, 7), "Asia: marker 4 → 7"),
        (rules.EV_VALUE, (3, 2, 3), "Asia: value 2 → 3"),
        (rules.EV_VALUE, (3, 4, 4), "Asia: value stays 4"),
        (rules.EV_END, (), "The game is over."),
    ],
)
def test_other_lines_of_the_log(kind: int, values: tuple[int, ...], told: str | None) -> None:
    assert line(False, kind, *values) == line(True, kind, *values) == told

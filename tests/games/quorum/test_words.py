"""What Quorum says: choices, questions, lines of the log."""

import pytest
from tests.games.quorum.positions import (
    ADVANCE,
    ENDED,
    GAME,
    PLAY,
    TAKE,
    Event,
    State,
    actions,
    advance,
    cards,
    events,
    god,
    gods,
    position,
)

from trigrad.engine.journal import Kind
from trigrad.engine.text import ENGLISH, render

BATHS = cards(building="baths", province="germania")[0]  # influence 3, strength 3
FISH = cards(type="trade", goods=("fish", "fish", "wheat"))[0]  # Gaul, influence 2, strength 1
ARMY = cards(type="army", province="asia", strength=3)[0]  # influence 1


@pytest.mark.parametrize(
    ("action", "notation"),
    [
        (actions.TAKE_0, "take 1"),
        (actions.TAKE_0 + 4, "take 5"),
        (actions.REPLACE, "replace"),
        (advance("hispania"), "advance hispania"),
        (actions.PLAY_0, "play 1"),
        (actions.PLAY_0 + 4, "play 5"),
    ],
)
def test_notation_counts_from_one(action: int, notation: str) -> None:
    assert GAME.parse(notation) == action


@pytest.mark.parametrize("text", ["take 0", "take 6", "play 6", "Take 1", "take 1 ", "advance rome", "", "0"])
def test_other_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an action"):
        GAME.parse(text)


def said(game: State, action: int) -> str:
    return render(GAME.describe(game, action).text, ENGLISH)


def test_actions_in_words() -> None:
    game = position(rome=[BATHS, FISH, *gods(3)])
    assert said(game, actions.TAKE_0) == "Take Germania +3, Architecture 3 (baths)"
    assert said(game, actions.TAKE_0 + 1) == "Take Gaul +2, Trade 1 (fish, fish, wheat)"
    assert said(game, actions.TAKE_0 + 2) == "Take the god in place 3"
    assert said(game, actions.REPLACE) == "Replace all of Rome"
    game = position(rome=[BATHS, FISH, ARMY, ARMY, *gods(1)])
    assert said(game, actions.TAKE_0 + 4) == "Take the god"
    game = position(step=ADVANCE, gods_of={0: [god("mars")]})
    assert said(game, advance("hispania")) == "Let the god act in Spain"
    game = position(step=PLAY, hands={0: [ARMY]})
    assert said(game, actions.PLAY_0) == "Play Asia +1, Army 3"


@pytest.mark.parametrize(
    ("step", "asked"),
    [
        (TAKE, "Take a card from Rome."),
        (ADVANCE, "Choose the province in which the god acts."),
        (PLAY, "Play a card from the hand."),
    ],
)
def test_what_is_asked(step: int, asked: str) -> None:
    assert render(GAME.prompt(position(step=step)), ENGLISH) == asked


def line(memory: bool, kind: Kind, *values: int) -> str | None:
    told = GAME.tell(Event(kind, 0, values), memory)
    return None if told is None else render(told, ENGLISH)


def test_a_card_that_went_into_a_hand_is_told_by_its_back_unless_remembered() -> None:
    assert line(False, events.TAKEN, 2, BATHS) == "takes a card of Germania"
    assert line(True, events.TAKEN, 2, BATHS) == "takes Germania +3, Architecture 3 (baths)"
    assert line(False, events.TAKEN, 2, -1) == line(True, events.TAKEN, 2, -1) == "takes a god from Rome"


@pytest.mark.parametrize(
    ("kind", "values", "told"),
    [
        (events.REFILLED, (2, ARMY), None),
        (events.REPLACED, (0,), "replaces all of Rome"),
        (events.REPLACED, (1,), "sees Rome replaced: only gods lay in it"),
        (events.TURNED_UP, (4,), "turns up the god Vulcan"),
        (events.PLAYED, (ARMY,), "plays Asia +1, Army 3"),
        (events.ADVANCED, (3, 4, 7), "advances in Asia: 4 → 7"),
        (events.CHANGED, (3, 2, 3), "changes the value of Asia: 2 → 3"),
        (events.CHANGED, (3, 4, 4), "leaves the value of Asia at 4"),
        (ENDED, (), "The game is over."),
    ],
)
def test_other_lines_of_the_log(kind: Kind, values: tuple[int, ...], told: str | None) -> None:
    assert line(False, kind, *values) == line(True, kind, *values) == told

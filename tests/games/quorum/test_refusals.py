"""Why a choice is not possible, in words."""

from tests.games.quorum.positions import (
    ADVANCE,
    FIRST,
    GALLIA,
    GAME,
    PLAY,
    State,
    actions,
    advance,
    god,
    gods,
    position,
    replace_rome,
)

from trigrad.engine.text import ENGLISH, render


def why_not(game: State, action: int) -> str:
    return render(GAME.explain(game, action), ENGLISH)


def test_refusals_name_what_stands_against_it() -> None:
    taking = position(rome=[*GALLIA[:3], *gods(2)])
    assert why_not(taking, actions.REPLACE) == "Rome can be replaced only when at least three gods lie in it."
    assert why_not(taking, actions.PLAY_0) == "First take a card from Rome; a card is played afterwards."
    assert why_not(taking, advance("asia")) == "A province is chosen only after a god was taken."
    assert why_not(taking, actions.NUM_ACTIONS) == "There is no such choice."
    assert why_not(taking, -1) == "There is no such choice."
    replaced = position(rome=[*gods(3), *GALLIA[:2]], deck_top=[*gods(6)[3:], *GALLIA[2:4]])
    replace_rome(replaced)
    assert why_not(replaced, actions.REPLACE) == "Rome can be replaced only once a turn."
    full = position(rome=[*gods(1), *GALLIA[:4]], gods_of={FIRST: gods(4)[1:]})
    assert why_not(full, actions.TAKE_0) == "Nobody may hold more than three gods."
    acting = position(step=ADVANCE, gods_of={0: [god("mars")]})
    assert why_not(acting, actions.TAKE_0) == "First choose the province in which the god acts."
    assert why_not(acting, actions.PLAY_0) == "First choose the province in which the god acts."
    assert why_not(acting, actions.REPLACE) == "First choose the province in which the god acts."
    playing = position(step=PLAY)
    assert why_not(playing, actions.TAKE_0) == "A card was already taken this turn; now play one."
    assert why_not(playing, actions.PLAY_0 + 4) == "There is no such card in the hand."
    playing.over = 1
    assert why_not(playing, actions.PLAY_0) == "The game is over."

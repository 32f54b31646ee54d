"""Choices: their numbers, and that those that do the same mean the same, wherever the card lies."""

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
)


def meanings(game: State) -> list[int]:
    """What each legal action means."""
    return [int(actions.meaning(game, action)) for action in GAME.legal(game)]


def test_the_numbers_of_choices_stay_as_they_were_for_stored_games() -> None:
    assert (actions.TAKE_0, actions.REPLACE, actions.ADVANCE_0, actions.PLAY_0) == (0, 5, 6, 12)
    assert (actions.NUM_ACTIONS, actions.NUM_MEANINGS) == (17, 17 + 72 + 72 + 7 * 6)


def test_taking_a_card_means_the_same_at_every_position_of_rome() -> None:
    forwards, backwards = position(rome=GALLIA[:5]), position(rome=GALLIA[4::-1])
    assert meanings(forwards) == meanings(backwards)[::-1]
    assert len(set(meanings(forwards))) == 5


def test_taking_a_god_means_its_position_since_nobody_knows_which_it_is() -> None:
    game = position(rome=[*gods(3), *GALLIA[:2]])
    assert [meaning for meaning in meanings(game) if meaning < actions.NUM_ACTIONS] == [0, 1, 2, actions.REPLACE]


def test_playing_a_card_means_the_same_at_every_place_of_the_hand_and_is_not_taking_it() -> None:
    forwards, backwards = (position(step=PLAY, hands={FIRST: hand}) for hand in (GALLIA[:5], GALLIA[4::-1]))
    assert meanings(forwards) == meanings(backwards)[::-1]
    assert len({*meanings(forwards), *meanings(position(rome=GALLIA[:5]))}) == 10


def test_a_god_means_its_province_and_which_it_is_and_both_cards_of_it_the_same() -> None:
    found = set()
    for key in ("minerva", "neptune", "pluto", "venus", "vulcan", "mars", "jupiter"):
        one, other = (position(step=ADVANCE, gods_of={FIRST: [god(key, copy)]}) for copy in range(2))
        assert meanings(one) == meanings(other)
        found |= set(meanings(one))
    assert len(found) == 7 * 6
    assert min(found) >= actions.NUM_ACTIONS
    assert max(found) < actions.NUM_MEANINGS
    assert actions.meaning(one, advance("asia")) in found

"""Why one choice is better than another: what is compared, that it is fair, and that it is said in every language."""

import re
from typing import Any

import numpy as np
import pytest
from tests.bots.test_bots import positions, seed
from tests.games.test_words import LANGUAGES, miscounted

from trigrad import games
from trigrad.bots import teaching
from trigrad.bots.teaching import OTHERS, Ground, _compared, _Outlook, grounds, in_words
from trigrad.engine.game import Game
from trigrad.engine.text import ENGLISH

NUMBERS = (1, 2, 3, 5, 11, 21, 22)
NAMES = games.names()


def reasons_module(name: str) -> Any:
    return __import__(f"trigrad.games.{name}.reasons", fromlist=["UNTOLD"])


# --- Words --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_feature_is_told_by_one_reason_or_left_out_on_purpose(name: str) -> None:
    module = reasons_module(name)
    told = [feature for reason in module.REASONS for feature in (*reason.features, *reason.also)]
    assert sorted([*told, *module.UNTOLD]) == list(range(len(games.load(name).feature_names)))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_every_reason_has_words_in_every_language_that_agree_in_number(name: str, language: Any) -> None:
    game = games.load(name)
    for reason in range(OTHERS, len(game.reasons)):
        for number in NUMBERS:
            more, fewer = (
                in_words(game, Ground(reason, difference, 1.0)).render(language) for difference in (number, -number)
            )
            assert more != fewer
            for words in (more, fewer):
                assert "{" not in words
                assert miscounted(language.code, words) == []
                assert re.findall(r"\d+", words)[:1] in ([], [str(number)])
            if language.code != "en":
                assert more != in_words(game, Ground(reason, number, 1.0)).render(ENGLISH)


# --- Differences --------------------------------------------------------------------------


def outlook(others: float = 0.0, **features: float) -> _Outlook:
    """Where a choice of Québec leads, by the features that are not 0."""
    quebec = __import__("trigrad.games.quebec.features", fromlist=["NAMES"])
    values = np.zeros(len(quebec.NAMES))
    for name, value in features.items():
        values[getattr(quebec, name)] = value
    return _Outlook(0, values, others)


def compared(one: _Outlook, other: _Outlook, weight: float = 2.0) -> list[tuple[str, float]]:
    """What is said where each feature is worth so many points."""
    game = games.load("quebec")
    weights = np.full(len(game.feature_names), weight)
    return [(in_words(game, ground).render(ENGLISH), ground.points) for ground in _compared(game, weights, one, other)]


def test_a_ground_is_worth_its_difference_times_the_weight() -> None:
    """Two active workers at 2 points, with which those beyond six weigh but are not told; one of the supply."""
    found = compared(outlook(ACTIVE=9.0, SPARE=3.0, SUPPLY=1.0), outlook(ACTIVE=7.0, SPARE=1.0, SUPPLY=2.0))
    assert found == [("2 active workers more", 8.0), ("1 worker in the supply fewer", -2.0)]


def test_what_the_best_other_player_gets_speaks_against_a_choice() -> None:
    assert compared(outlook(others=12.0), outlook(others=10.0)) == [
        ("2 points to come for the best other player more", -2.0)
    ]


def test_what_contradicts_common_sense_is_not_told() -> None:
    """With weights below 0 more active workers would be worse; of buildings missing in a race that is right."""
    one, other = outlook(ACTIVE=2.0, RACE=1.0), outlook(ACTIVE=1.0, RACE=2.0)
    assert compared(one, other, -2.0) == [("1 building missing in the race fewer", 2.0)]
    assert compared(one, other) == [("1 active worker more", 2.0)]


def test_what_means_little_is_not_told() -> None:
    assert compared(outlook(ACTIVE=1.0), outlook(), 0.29) == [("1 active worker more", 0.3)]
    assert compared(outlook(ACTIVE=1.0), outlook(), 0.24) == []
    assert compared(outlook(ACTIVE=0.4), outlook()) == []  # less than half a worker, on average


# --- In positions -------------------------------------------------------------------------


def told(game: Game, record: Any, seat: int, number: int = 3) -> list[tuple[Ground, ...]]:
    return grounds(game, record, seat, game.legal(record)[-number:], seed("why"))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_is_said_in_worlds_that_the_seat_cannot_tell_apart(name: str) -> None:
    game, something, differing = games.load(name), 0, 0
    for number, record in enumerate(positions(game, 3, every=14, most=5)):
        seat = int(record.to_move)
        other = game.resampled(record, seat, seed("another world", number))
        differing += record.tobytes() != other.tobytes()
        said = told(game, record, seat)
        assert told(game, other, seat) == said
        something += any(said)
        for ground in (ground for one in said for ground in one):
            assert ground.difference != 0
            assert abs(ground.points) >= teaching._LEAST
    assert something >= 2
    assert differing >= 2


def test_what_speaks_for_one_of_two_speaks_against_the_other() -> None:
    game = games.load("quebec")
    for record in positions(game, 3, every=14, most=4):
        first, second = told(game, record, int(record.to_move), 2)
        assert [(ground.reason, -ground.difference, -ground.points) for ground in first] == [
            (ground.reason, ground.difference, ground.points) for ground in second
        ]


def test_of_a_single_choice_there_is_nothing_to_say() -> None:
    game = games.load("quorum")
    record = game.new(2, seed("alone"))
    assert told(game, record, int(record.to_move), 1) == [()]


def test_a_game_without_features_has_no_reasons() -> None:
    game = games.load("noughts")
    record = game.new(2, seed("plain"))
    assert told(game, record, int(record.to_move)) == [(), (), ()]

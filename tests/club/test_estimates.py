"""The words for what a search expects of a choice."""

from collections.abc import Iterable

import pytest

from trigrad import games
from trigrad.bots.teaching import Ground
from trigrad.club import estimates
from trigrad.engine.text import ENGLISH, Text


@pytest.mark.parametrize(
    ("players", "chance", "words"),
    [
        (2, 1.0, "nearly won"),
        (2, 0.95, "nearly won"),
        (2, 0.8, "clearly ahead"),
        (2, 0.6, "slightly ahead"),
        (2, 0.5, "level"),
        (2, 0.4, "slightly behind"),
        (2, 0.2, "clearly behind"),
        (2, 0.05, "nearly lost"),
        (2, 0.0, "nearly lost"),
        # The even share of three is a third: half the victory is more than that, and 40 in 100 a little
        (3, 1 / 3, "level"),
        (3, 0.5, "slightly ahead"),
        (3, 0.3, "level"),
        (3, 0.15, "clearly behind"),
        (4, 0.25, "level"),
        (4, 0.4, "slightly ahead"),
        (4, 0.6, "clearly ahead"),
        (4, 0.9, "nearly won"),
        (4, 0.2, "slightly behind"),
        (5, 0.1, "clearly behind"),
        (5, 0.2, "level"),
        (5, 0.02, "nearly lost"),
    ],
)
def test_the_standing_is_told_beside_an_even_share(players: int, chance: float, words: str) -> None:
    assert estimates.standing(chance, 1 / players).pattern == words


@pytest.mark.parametrize(
    ("loss", "words"),
    [
        (-0.05, "about as good"),
        (0.0, "about as good"),
        (0.53 - 0.5, "about as good"),  # a bit more than 0.03 to a computer, but not to whoever reads 53% and 50%
        (0.7 - 0.6, "somewhat weaker"),
        (0.05, "somewhat weaker"),
        (0.2, "clearly weaker"),
        (1.0, "clearly weaker"),
    ],
)
def test_a_choice_is_compared_with_the_best(loss: float, words: str) -> None:
    assert estimates.comparison(loss).pattern == words


# --- Why --------------------------------------------------------------------------------

QUORUM = games.load("quorum")
A_POINT_MORE, TWO_GODS_FEWER, AN_ARMY_MORE, A_CARD_FEWER = (
    Ground(0, 1, 4.0),
    Ground(8, -2, -3.0),
    Ground(3, 1, 2.0),
    Ground(2, -1, -1.0),
)
ALL = (A_POINT_MORE, TWO_GODS_FEWER, AN_ARMY_MORE, A_CARD_FEWER, Ground(0, 1, 0.5), Ground(0, -1, -0.5))


def told(texts: Iterable[Text]) -> list[str]:
    return [text.render(ENGLISH) for text in texts]


def test_of_the_best_choice_is_said_what_speaks_for_it() -> None:
    why = estimates.argument(QUORUM, ALL)
    assert told(why.gains) == ["1 point as things stand more", "1 army card more"]
    assert (why.losses, why.later) == ((), None)


def test_of_others_is_said_what_speaks_for_and_against_them() -> None:
    why = estimates.argument(QUORUM, ALL, 0.1)
    assert told(why.gains) == ["1 point as things stand more", "1 army card more"]
    assert told(why.losses) == ["2 gods fewer", "1 card that a province counts fewer"]
    assert why.later is None


@pytest.mark.parametrize(
    ("grounds", "loss", "words"),
    [
        ((), None, "What speaks for it shows only in later turns."),
        ((TWO_GODS_FEWER,), None, "What speaks for it shows only in later turns."),
        ((A_POINT_MORE,), 0.04, "What speaks against it shows only in later turns."),
        ((A_POINT_MORE,), 0.03, None),  # about as good
        ((A_POINT_MORE, A_CARD_FEWER), 0.5, None),
    ],
)
def test_where_nothing_explains_the_figures_that_is_said(
    grounds: tuple[Ground, ...], loss: float | None, words: str | None
) -> None:
    later = estimates.argument(QUORUM, grounds, loss).later
    assert (later and later.render(ENGLISH)) == words

"""The words for what a search expects of a choice."""

import pytest

from trigrad.club import estimates


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

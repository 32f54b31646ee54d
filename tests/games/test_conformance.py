"""The promises of ``trigrad.engine.game.Game``, kept by every game there is."""

from collections.abc import Callable

import pytest

from trigrad import games
from trigrad.engine.conformance import CHECKS, Case, cases, combinations, digests, native_digests

QUICK = 1  # cases of each game that the quick tests look at
WHOLE = 6  # cases that go through every check
SHARE = 5  # of more, each goes through every fifth one; an odd number: each check meets both values of an option
CASES = [
    pytest.param(case, check, id=f"{case}-{check.__name__}", marks=[] if number < QUICK else pytest.mark.slow)
    for name in games.every_name()
    for game in [games.load(name)]
    for number, case in enumerate(cases(game, max(6, len(combinations(game)))))
    for place, check in enumerate(CHECKS)
    if number < WHOLE or (number + place) % SHARE == 0
]


@pytest.mark.parametrize(("case", "check"), CASES)
def test_game_conforms(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("name", games.every_name())
def test_native_and_interpreted_rules_agree(name: str) -> None:
    assert digests(games.load(name), 1000) == native_digests(f"trigrad.games.{name}", 1000)

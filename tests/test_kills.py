"""A few kills: nothing that was answered is lost, and nobody, bot or person, has chosen twice in place of once."""

import pytest
from benchmarks import kills


@pytest.mark.parametrize(
    ("database", "number"),
    [pytest.param("sqlite", 2, marks=pytest.mark.slow), pytest.param("postgresql", 5, marks=pytest.mark.postgres)],
)
def test_a_few_kills_lose_nothing(database: str, number: int) -> None:
    found = kills.kills(database, number, minutes=3, people=3, seed=5, workers=1)
    assert (found["lost"], found["unasked"], found["damaged"]) == (0, 0, 0)
    assert sum(found["kills"].values()) == number
    assert min(found["kills"].values()) > 0
    assert found["answered"] > 0
    assert found["of_bots"] > 0
    assert found["stuck_s"]["all"]["most"] < 30  # 5 where nothing else goes on

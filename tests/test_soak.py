"""A short soak: nothing answered is lost, nothing counts twice, and nobody at play sees an error."""

from pathlib import Path

import pytest
from benchmarks import soak


@pytest.mark.slow
@pytest.mark.long
def test_a_short_soak_loses_nothing(tmp_path: Path) -> None:
    found = soak.soak(str(tmp_path), seconds=20, people=3)
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert found["errors"] == {}
    assert found["restarts"] > 0
    assert found["alone"]["choices"] > 0
    assert found["under_flood"]["choices"] > 0
    assert found["under_kills"]["choices"] > 0
    assert found["flood"]["flood tables"] >= soak.FLOOD_TABLES
    assert found["flood"]["flood analyses"] > 0

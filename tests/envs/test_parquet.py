"""Files of columns as Parquet, by pyarrow. Run by ``python3 -m scripts.check_envs``."""

from pathlib import Path

import numpy as np
import pytest

from trigrad import data
from trigrad.arena.simulate import simulate_and_keep
from trigrad.data import BadData, files
from trigrad.data.decisions import save_decisions

pytestmark = pytest.mark.envs


def test_games_and_decisions_go_to_parquet_and_back(tmp_path: Path) -> None:
    games = simulate_and_keep("quorum", 2, 3, ["random", "greedy"], seed=4)[1]
    data.save(games, tmp_path / "games.parquet")
    back = data.load(tmp_path / "games.parquet")
    assert back.kind == games.kind
    assert back.record(2) == games.record(2)
    found, again = data.decisions(games), data.decisions(back)
    for mine, theirs in zip(found, again, strict=True):
        np.testing.assert_array_equal(mine, theirs)
    save_decisions(games, found, tmp_path / "decisions.parquet")
    header, columns = files.read(tmp_path / "decisions.parquet")
    assert header["format"] == "trigrad-decisions"
    for name, column in found._asdict().items():
        np.testing.assert_array_equal(columns[name], column)
        assert np.asarray(columns[name]).dtype == column.dtype


def test_other_tables_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "games.parquet"
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(BadData, match="no Parquet file"):
        data.load(path)
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(BadData, match="not written by Trigrad"):
        data.load(path)
    pq.write_table(pa.table({"a": [1, None]}), path)
    with pytest.raises(BadData, match="a value is missing"):
        data.load(path)

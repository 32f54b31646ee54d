"""The examples run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FEWER = "ROUNDS, GAMES, MEASURED = 8, 1024, 1000"  # in place of the parameters, so that it takes seconds


def source_of(notebook: Path, parameters: str) -> str:
    """The cells of a notebook as a program, with other parameters."""
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert sum("parameters" in cell["metadata"].get("tags", ()) for cell in cells) == 1
    return "\n".join(
        parameters if "parameters" in cell["metadata"].get("tags", ()) else "".join(cell["source"]) for cell in cells
    )


@pytest.mark.slow
def test_the_notebook_learns_by_playing_to_win_games_against_greedy() -> None:
    """Its cells one after the other, in a process that has not imported the rules yet.

    Of 1,000 games a policy that has learnt nothing wins about 15; twice the widest error apart is far less than this.
    """
    environment = {key: value for key, value in os.environ.items() if key != "TRIGRAD_NATIVE"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source_of(ROOT / "examples/learn_quorum.ipynb", FEWER)],
        env={**environment, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    before, after = (float(rate) / 100 for rate in re.findall(r"against greedy: ([\d.]+)% of", done.stdout))
    assert before < 0.05
    assert after > before + 0.08

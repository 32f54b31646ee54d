"""The examples run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_the_notebook_trains_a_policy_that_wins_games_against_greedy() -> None:
    """Its cells one after the other, in a process that has not imported the rules yet. Random wins 2% of such games."""
    cells = json.loads((ROOT / "examples/learn_quorum.ipynb").read_text("utf-8"))["cells"]
    source = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    environment = {key: value for key, value in os.environ.items() if key != "TRIGRAD_NATIVE"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", source],
        env={**environment, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    against_random, against_greedy = (int(rate) / 100 for rate in re.findall(r"(\d+)%", done.stdout))
    assert against_random > 0.7
    assert against_greedy > 0.08

"""A small load: whoever plays is answered, and the other hears of it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_a_small_load_is_borne() -> None:
    command = [sys.executable, "-m", "benchmarks.load", "--tables", "3", "--seconds", "10", "--warm", "0"]
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(run.stdout)
    assert (found["errors"], found["unheard"]) == (0, 0)
    assert found["choices_a_second"] == found["wanted_a_second"] == 0.6
    assert found["answer_ms"]
    assert found["stream_ms"]

"""Who plays games: threads here, a cluster in ``tests/envs/test_ray.py``."""

import sys
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from trigrad import bots
from trigrad.arena import workers
from trigrad.arena.workers import NoCluster, OtherRules, _carry_out, executor_of
from trigrad.cli import main
from trigrad.engine.rule import source_digest


@pytest.fixture(autouse=True)
def no_bots_left() -> Iterator[None]:
    yield
    bots._all.cache_clear()


def test_threads_end_without_what_was_not_begun() -> None:
    with executor_of(1) as (executor, number):
        assert number == 1
        assert executor.submit(divmod, 7, 2).result() == (3, 1)
    with pytest.raises(RuntimeError, match="shutdown"):
        executor.submit(divmod, 7, 2)
    with executor_of(None) as (_, number):
        assert number == workers.cores()


@pytest.mark.parametrize("command", ["simulate quorum", "arena quorum --bots greedy,random"])
def test_without_ray_one_line_says_what_to_install(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = CliRunner().invoke(main, [*command.split(), "--ray", "auto"])
    assert done.exit_code == 2
    assert done.stderr == 'Error: Ray is not installed; pip install "trigrad[ray]" brings it\n'
    with pytest.raises(NoCluster), executor_of("auto"):
        pass


def test_a_machine_with_other_rules_plays_nothing() -> None:
    with pytest.raises(OtherRules, match="another version of Trigrad"):
        _carry_out("0123456789abcdef", {}, divmod, (7, 2), {})


def test_a_machine_is_brought_the_bots_that_it_does_not_know() -> None:
    own = {"first": lambda game, record, seat, chance: int(game.legal(record)[0])}
    for _ in range(2):
        assert _carry_out(source_digest(), own, bots.load, ("first",), {}).own == own["first"]
    assert bots.registered() == own

"""Where bots think."""

import logging
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NoReturn

import pytest

from trigrad import games
from trigrad.club.bot_processes import BotProcesses


def refuse(error: Exception) -> Callable[..., NoReturn]:
    def raise_it(*_: Any, **__: Any) -> NoReturn:
        raise error

    return raise_it


@pytest.mark.parametrize(
    "error",
    [
        OSError(30, "Read-only file system"),
        PermissionError(13, "Permission denied"),
        ImportError("This platform lacks a functioning sem_open implementation"),
        NotImplementedError("system provides too few semaphores"),
    ],
)
@pytest.mark.parametrize("step", ["__init__", "submit"])
def test_where_no_process_can_be_started_bots_think_in_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, step: str
) -> None:
    monkeypatch.setattr(ProcessPoolExecutor, step, refuse(error))
    processes = BotProcesses(1)
    with caplog.at_level(logging.WARNING):
        processes.start()
    assert len(caplog.messages) == 1
    assert caplog.messages[0].endswith(f"no processes can be started ({error})")
    assert not processes.warming
    game = games.load("quorum")
    record = game.new(2, bytes(32))
    seat = int(record.to_move)
    assert processes.decide(game, record, seat, "greedy") in game.legal(record)
    processes.close()

"""How the bots' processes get ready and are replaced: with processes that only pretend, and with real ones."""

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from trigrad import games
from trigrad.club import bot_processes, bot_worker
from trigrad.club.bot_processes import BotProcesses, Strength
from trigrad.club.bot_worker import Crowd, Warmth
from trigrad.club.workers import Worker, WorkerLost
from trigrad.engine import rule

QUORUM = games.load("quorum")
COMPILED, LOADED, UNKEPT = Warmth(40, kept=True), Warmth(0, kept=True), Warmth(40, kept=False)
DIES = WorkerLost("died")


class Pretender:
    """In place of a process: says of its warming up what the script says next."""

    script: list[Warmth | Exception]
    made: list["Pretender"]

    def __init__(self, *, native: bool, folder: Path | None = None, crowd: Crowd | None = None) -> None:
        self.native, self.folder, self.crowd, self.alive = native, folder, crowd, True
        self.made.append(self)

    def ask(
        self, function: Any, *arguments: Any, seconds: float, on_compiling: Callable[[], None] | None = None
    ) -> Any:
        if not self.alive:
            raise WorkerLost("died")
        if function is not bot_worker.warm_up:
            return self
        warmth = self.script.pop(0)
        if warmth != LOADED and on_compiling is not None:
            on_compiling()
        if isinstance(warmth, Exception):
            raise warmth
        return warmth

    def kill(self) -> None:
        self.alive = False


@pytest.fixture
def pretenders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[Pretender]:
    class Fresh(Pretender):
        script: list[Warmth | Exception] = []  # noqa: RUF012 - one for each test
        made: list[Pretender] = []  # noqa: RUF012

    monkeypatch.setattr(bot_processes, "Worker", Fresh)
    monkeypatch.setattr(rule, "cache_folder", lambda: tmp_path)
    return Fresh


def ready(*script: Warmth | Exception, pretenders: type[Pretender], workers: int = 1) -> tuple[BotProcesses, list[str]]:
    """Processes that have got ready as the script says, and what was said on the console."""
    pretenders.script.extend(script)
    processes = BotProcesses(workers)
    said: list[str] = []
    processes.listen(said.append)
    processes.start()
    processes._preparing.join()
    return processes, said


def asked(processes: BotProcesses) -> Any:
    """The pretender that a question goes to."""
    return processes.decide(QUORUM, QUORUM.new(2, bytes(32)), 0, "expert")


def test_what_is_kept_is_loaded_without_a_word(pretenders: type[Pretender]) -> None:
    processes, said = ready(LOADED, pretenders=pretenders)
    assert said == []
    assert processes.strength is Strength.FULL
    assert processes.strength.warning is None
    assert [made.native for made in pretenders.made if made.alive] == [True]  # nobody needs the other any more
    assert asked(processes).native


def test_the_process_that_compiled_ends(pretenders: type[Pretender]) -> None:
    processes, said = ready(COMPILED, LOADED, pretenders=pretenders)
    assert [line.partition(";")[0] for line in said] == [
        "compiling the rules for the bots",
        "the rules for the bots are compiled",
    ]
    interpreted, compiler, worker = pretenders.made
    assert (interpreted.alive, compiler.alive, worker.alive) == (False, False, True)
    assert asked(processes) is worker


def test_it_goes_on_itself_where_nothing_can_be_kept(pretenders: type[Pretender]) -> None:
    processes, _ = ready(UNKEPT, pretenders=pretenders)
    assert [made.native for made in pretenders.made] == [False, True]
    assert asked(processes) is pretenders.made[1]


def test_every_worker_gets_ready(pretenders: type[Pretender]) -> None:
    ready(COMPILED, LOADED, LOADED, LOADED, pretenders=pretenders, workers=3)
    assert sum(made.alive for made in pretenders.made) == 3


def test_after_a_death_another_tries_what_is_kept(pretenders: type[Pretender], tmp_path: Path) -> None:
    processes, _ = ready(DIES, LOADED, pretenders=pretenders)
    assert [made.folder for made in pretenders.made if made.native] == [tmp_path, tmp_path]
    assert processes.strength is Strength.FULL


def test_after_two_deaths_over_what_is_kept_the_rules_are_compiled_in_a_fresh_folder(
    pretenders: type[Pretender], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    processes, _ = ready(DIES, DIES, COMPILED, LOADED, pretenders=pretenders)
    folders = [made.folder for made in pretenders.made if made.native]
    assert folders[0] == folders[1] == tmp_path
    assert folders[2] == folders[3] not in (None, tmp_path)
    assert processes.strength is Strength.FULL
    assert caplog.messages == [
        "a process that was to get compiled rules died; another tries",
        "a process that was to get compiled rules died; another compiles them anew",
    ]


@pytest.mark.parametrize("script", [(DIES, DIES, DIES), (RuntimeError("there is no compiler"),)])
def test_where_compiling_fails_it_is_said_and_the_planner_plays(
    script: tuple[Exception, ...], pretenders: type[Pretender], caplog: pytest.LogCaptureFixture
) -> None:
    processes, said = ready(*script, pretenders=pretenders)
    assert processes.strength is Strength.PLANNER
    assert not processes.warming
    assert "could not be compiled" in said[-1]
    assert "bots run without compiled rules" in caplog.messages[-1]
    assert not asked(processes).native


def test_until_the_rules_are_compiled_it_is_said(pretenders: type[Pretender], monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()
    monkeypatch.setattr(pretenders, "ask", lambda *_, seconds, on_compiling: (on_compiling(), compiled.wait(30))[1])
    processes = BotProcesses(1)
    processes.start()
    while processes._news is None:
        time.sleep(0.01)
    late: list[str] = []
    processes.listen(late.append)  # the server listens only once it has said where it is
    assert late == ["compiling the rules for the bots; takes about a minute, once …"]
    assert processes.strength is Strength.GETTING_READY
    assert processes.strength.warning is not None
    compiled.set()
    processes.close()


def test_a_lost_worker_is_replaced_and_answers(pretenders: type[Pretender], caplog: pytest.LogCaptureFixture) -> None:
    processes, _ = ready(LOADED, pretenders=pretenders)
    first = asked(processes)
    first.alive = False
    pretenders.script.append(LOADED)
    second = asked(processes)
    assert second is not first
    assert second.native
    assert processes.strength is Strength.FULL
    assert caplog.messages == ["a process of the bots died; another takes its place"]


def test_while_a_lost_worker_is_replaced_the_server_chooses_itself(
    pretenders: type[Pretender], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes, _ = ready(LOADED, pretenders=pretenders)
    getting_ready, go_on = threading.Event(), threading.Event()

    def slowly(_: BotProcesses) -> Any:
        getting_ready.set()
        assert go_on.wait(20)
        return pretenders(native=True)

    monkeypatch.setattr(BotProcesses, "_ready", slowly)
    monkeypatch.setattr(bot_processes, "_PATIENCE", 0.1)
    asked(processes).alive = False
    assert asked(processes) in QUORUM.legal(QUORUM.new(2, bytes(32)))
    assert getting_ready.is_set()
    go_on.set()
    monkeypatch.setattr(bot_processes, "_PATIENCE", 20)
    assert asked(processes) is pretenders.made[-1]


def test_all_processes_hear_how_many_wait_for_each(pretenders: type[Pretender]) -> None:
    processes, _ = ready(LOADED, LOADED, pretenders=pretenders, workers=2)
    processes.others_wait(5)
    assert [made.crowd.value for made in pretenders.made if made.crowd is not None] == [2.5] * 3


def test_while_many_wait_and_shortly_after_the_levels_are_hurried(pretenders: type[Pretender]) -> None:
    processes, _ = ready(LOADED, LOADED, pretenders=pretenders, workers=2)
    now = 100.0
    processes._clock = lambda: now

    def told(waiting: int | None, seconds: float) -> Strength:
        nonlocal now
        if waiting is not None:
            processes.others_wait(waiting)
        now += seconds
        return processes.strength

    assert told(1, 50) is Strength.FULL  # half a thought waits for each process
    assert told(2, 0.9) is Strength.FULL  # as it may whenever one follows another
    assert told(0, 1) is Strength.FULL
    assert told(2, 0.9) is Strength.FULL
    assert told(3, 0.2) is Strength.HURRIED
    assert told(1, 29) is Strength.HURRIED
    assert told(None, 2) is Strength.FULL


def test_without_workers_nobody_hears_who_waits() -> None:
    processes = BotProcesses(0)
    processes.others_wait(5)
    game = QUORUM.new(2, bytes(32))
    assert processes.decide(QUORUM, game, int(game.to_move), "greedy", waited=0.3) in QUORUM.legal(game)


def test_without_workers_the_levels_are_weaker() -> None:
    assert BotProcesses(0).strength is Strength.PLANNER


# --- Real processes -------------------------------------------------------------------


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> Iterator[BotProcesses]:
    """A real process without compiled rules."""
    monkeypatch.setattr(BotProcesses, "_prepare", lambda _: None)
    processes = BotProcesses(1)
    processes.start()
    yield processes
    processes.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing stops a process on Windows")
def test_who_asked_a_stopped_process_gets_the_answer_of_a_new_one(
    interpreted: BotProcesses, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = QUORUM.new(2, bytes(32))
    began = time.monotonic()
    assert interpreted.decide(QUORUM, game, 0, "greedy") in QUORUM.legal(game)
    monkeypatch.setattr(bot_processes, "SLACK", 2 + 4 * (time.monotonic() - began))  # enough to start another
    (stopped,) = interpreted._alive
    os.kill(stopped.pid, signal.SIGSTOP)
    assert interpreted.decide(QUORUM, game, 0, "greedy") in QUORUM.legal(game)
    (new,) = interpreted._alive
    assert new.pid != stopped.pid
    assert len(caplog.messages) == 1
    assert "did not answer within" in caplog.messages[0]


def test_closing_ends_a_process_at_once_and_whoever_waits_for_it(interpreted: BotProcesses) -> None:
    game = QUORUM.new(2, bytes(32))
    interpreted.decide(QUORUM, game, 0, "greedy")
    (worker,) = interpreted._alive
    if hasattr(signal, "SIGSTOP"):
        os.kill(worker.pid, signal.SIGSTOP)
    lost: list[BaseException] = []

    def ask() -> None:
        with pytest.raises(WorkerLost) as raised:
            interpreted.decide(QUORUM, game, 0, "greedy")
        lost.append(raised.value)

    waiting = [threading.Thread(target=ask) for _ in range(3)]
    for thread in waiting:
        thread.start()
    time.sleep(0.2)
    interpreted.close()
    for thread in waiting:
        thread.join(20)
    assert len(lost) == 3


# --- Where there are none -------------------------------------------------------------


@pytest.mark.parametrize(
    "error",
    [
        OSError(30, "Read-only file system"),
        PermissionError(13, "Permission denied"),
        ImportError("This platform lacks a functioning sem_open implementation"),
        NotImplementedError("system provides too few semaphores"),
    ],
)
def test_where_no_process_can_be_started_bots_think_in_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(Worker, "__init__", refuse)
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

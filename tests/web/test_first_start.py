"""A first start: what the server says while it compiles, what it takes once that is done, and the start after it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
from benchmarks.web import begun_by, memory_mb
from tests.web.running import RunningServer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc"),
]

MOST_MB = 350  # of a server with one worker, in all its processes
EXPERT = [{"kind": "me"}, {"kind": "bot", "bot": "expert"}]


def said_by(server: RunningServer) -> list[str]:
    """What the server says on the console after its address, growing."""
    lines: list[str] = []

    def listen() -> None:
        assert server.process.stdout
        lines.extend(line.strip() for line in server.process.stdout)

    threading.Thread(target=listen, daemon=True).start()
    return lines


def wait_for(condition: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.2)


def new_table(client: httpx2.Client) -> Any:
    return client.post("/tables", json={"game": "quorum", "seats": EXPERT}).json()


def bot_plays(client: httpx2.Client, table: Any) -> None:
    """Choose until the bot has chosen too."""
    path, me = f"/tables/{table['id']}", table["viewer"]

    def waits() -> bool:
        return bool(client.get(path).json()["to_move"] == me)

    for _ in range(4):
        wait_for(waits, 120)
        state = client.get(path).json()
        choice = {"seat": me, "version": state["version"], "action": state["legal"][0]["action"]}
        assert client.post(f"{path}/actions", json=choice).status_code == 200
    wait_for(waits, 120)


def hint(client: httpx2.Client, table: Any) -> httpx2.Response:
    path = f"/tables/{table['id']}"
    state = client.get(path).json()
    return client.post(f"{path}/hint", json={"seat": state["viewer"], "version": state["version"]})


def test_a_first_start_and_the_next_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    with RunningServer(tmp_path / "data", workers=1) as server:
        said, client = said_by(server), server.player()
        table = new_table(client)
        page = f"{server.address}/new/quorum"
        assert table["levels"] == "getting ready"
        assert 'id="weaker"' in httpx2.get(page).text
        wait_for(lambda: len(said) == 1, 300)
        assert said[0].startswith("compiling the rules for the bots; takes about a minute")
        wait_for(lambda: client.get(f"/tables/{table['id']}").json()["levels"] == "full", 1500)
        assert said[1:] == ["the rules for the bots are compiled"]
        assert 'id="weaker"' not in httpx2.get(page).text
        compiled = sorted(cache.iterdir())
        bot_plays(client, table)
        assert hint(client, table).status_code == 200
        assert sorted(cache.iterdir()) == compiled  # nobody waits for more
        time.sleep(1)
        memory = {pid: memory_mb(pid) for pid in begun_by(server.process.pid)}
        print(f"after a first start {sum(memory.values()):.0f} MB: {memory}")
        assert sum(memory.values()) < MOST_MB
        worker = max((pid for pid in memory if pid != server.process.pid), key=memory.__getitem__)
        os.kill(worker, signal.SIGKILL)
        bot_plays(client, table)  # by the process that follows
        assert client.get(f"/tables/{table['id']}").json()["levels"] == "full"
    assert server.errors == "a process of the bots died; another takes its place\n"

    for number, path in enumerate(sorted(cache.iterdir())):
        if number % 40 == 0:
            path.write_bytes(path.read_bytes()[:99] if number % 80 else b"")
    with RunningServer(tmp_path / "data", workers=1) as server:
        said, client = said_by(server), server.player()
        table = new_table(client)
        wait_for(lambda: client.get(f"/tables/{table['id']}").json()["levels"] == "full", 900)
        bot_plays(client, table)
        memory = {pid: memory_mb(pid) for pid in begun_by(server.process.pid)}
        print(f"after a start with a damaged cache {sum(memory.values()):.0f} MB: {memory}")
        assert sum(memory.values()) < MOST_MB
    assert server.errors == f"compiled code in {cache} is damaged and is compiled anew\n"


# --- The command line -----------------------------------------------------------------


def simulate(**environment: str) -> tuple[str, list[str]]:
    """The first seat's mean score in some games, and what is said on standard error."""
    command = [sys.executable, "-m", "trigrad", "simulate", "noughts", "--games", "50"]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[4].split()[2], done.stderr.splitlines()


def test_the_command_line_plays_on_whatever_lies_in_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    wins, said = simulate(NUMBA_CACHE_DIR=str(cache))
    assert said == []
    for damaged in (b"", b"garbage" * 50):
        for path in cache.iterdir():
            path.write_bytes(damaged)
        assert simulate(NUMBA_CACHE_DIR=str(cache)) == (
            wins,
            [f"compiled code in {cache} is damaged and is compiled anew"],
        )
    written = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    assert simulate(NUMBA_CACHE_DIR=str(cache)) == (wins, [])
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == written  # nothing was compiled


def test_the_command_line_plays_without_a_home(tmp_path: Path) -> None:
    wins, said = simulate(HOME=str(tmp_path / "nobody"), XDG_CACHE_HOME="")
    assert float(wins) > 0
    assert len(said) == 1
    assert "there is no home folder" in said[0]
    assert not (tmp_path / "nobody").exists()


def test_two_that_compile_at_once_do_not_mix_up_their_code(tmp_path: Path) -> None:
    results: list[tuple[str, list[str]]] = []
    threads = [
        threading.Thread(target=lambda: results.append(simulate(NUMBA_CACHE_DIR=str(tmp_path / "cache"))))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.append(simulate(NUMBA_CACHE_DIR=str(tmp_path / "cache")))
    assert len(set(map(str, results))) == 1
    assert results[0][1] == []

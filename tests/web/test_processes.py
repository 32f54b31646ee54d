"""Several processes behind one port."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from tests.store.postgres import Cluster

from trigrad import cli

pytestmark = [pytest.mark.postgres, pytest.mark.skipif(os.name == "nt", reason="there they share no socket")]


def until(condition: Callable[[], bool], seconds: float = 30) -> None:
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.05)


def children(process: "subprocess.Popen[str]") -> list[int]:
    """The processes that one has started and that live."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii")
    return [int(number) for number in found.split()]


def test_processes_share_a_port_and_outlive_each_other(cluster: Cluster, tmp_path: Path) -> None:
    settings = {
        "TRIGRAD_DATABASE": cluster.database(),
        "TRIGRAD_DATA": str(tmp_path),
        "TRIGRAD_WORKERS": "0",
        "TRIGRAD_BOT_PACE": "0",
        "TRIGRAD_UNDO_TIME": "0",
        "TRIGRAD_LOG": "json",
    }
    command = [sys.executable, "-P", "-m", "trigrad", "serve", "--no-browser", "--port", "0", "--processes", "2"]
    errors = tmp_path / "errors"
    with (
        errors.open("w") as stderr,
        subprocess.Popen(
            command, env=os.environ | settings, stdout=subprocess.PIPE, stderr=stderr, text=True
        ) as server,
    ):
        assert server.stdout
        try:
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            play_while_one_is_killed(found[0].rstrip("/"), server)
        finally:
            server.terminate()
        assert server.wait(20) == 0
    assert "Traceback" not in errors.read_text("utf-8")


def play_while_one_is_killed(address: str, server: "subprocess.Popen[str]") -> None:
    api = f"{address}/api"
    until(lambda: len(children(server)) == 2)
    token = httpx2.post(f"{api}/players", json={"name": "Ada"}).json()["token"]
    ada = {"Authorization": f"Bearer {token}"}
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bo"}]
    table = httpx2.post(f"{api}/tables", json={"game": "quorum", "seats": seats}, headers=ada).json()["id"]
    made = 0
    for number in range(24):  # each on a connection of its own, which any process may take
        if number == 12:
            os.kill(children(server)[0], signal.SIGKILL)
        try:
            made += choose(api, table, ada)
        except httpx2.TransportError:  # the process that had it was killed: nothing was answered
            continue
    state = httpx2.get(f"{api}/tables/{table}", headers=ada).json()
    assert made >= 20
    assert state["version"] in (made, made + 1)  # one may have been written, and its answer lost
    until(lambda: len(children(server)) == 2)


def choose(api: str, table: str, ada: dict[str, str]) -> bool:
    state = httpx2.get(f"{api}/tables/{table}", headers=ada).json()
    seat = state["to_move"]
    state = httpx2.get(f"{api}/tables/{table}?seat={seat}", headers=ada).json()
    choice = {"seat": seat, "version": state["version"], "action": state["legal"][0]["action"]}
    answer = httpx2.post(f"{api}/tables/{table}/actions", json=choice, headers=ada)
    assert answer.status_code == 200
    return True


def test_a_file_is_no_database_for_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path))
    monkeypatch.delenv("TRIGRAD_DATABASE", raising=False)
    told = CliRunner().invoke(cli.main, ["serve", "--port", "0", "--no-browser", "--processes", "2"])
    assert told.exit_code == 2
    assert "several processes need PostgreSQL" in told.stderr
    assert list(tmp_path.iterdir()) == []

"""A server under kills, floods and play at once: ``python benchmarks/soak.py --minutes 10``.

Starts a server of its own on an empty folder and loopback. People play at several tables through
the JSON API, each two seats against a bot. A third of the time nothing else
happens; then a flood comes: 25 bots-only tables by as many identities, hints, analyses, half-sent requests,
readers that read nothing, streams; then the server is killed again and again while the flood goes on.

Prints one JSON object. ``lost`` are answered choices that the record lacks after a restart, ``doubled``
those that were accepted twice; both must be 0. Times are milliseconds of a person's choice, and seconds until a bot
at their table has chosen, alone, with the flood, and with kills too. What a kill
interrupts is measured nowhere. Every fifth choice is sent twice. ``errors`` are answers that nobody should get: a
refusal of somebody at play, a fault of the server (5xx but 503) whoever asked.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from typing import Any

GAME = "quorum"
PLAYED = [{"kind": "me"}, {"kind": "here", "name": "Bob"}, {"kind": "bot", "bot": "strong"}]
FLOOD = [{"kind": "bot", "bot": "expert"}] * 4
FLOOD_TABLES = 25
KILL_EVERY_S = 15.0
ANSWER_S = 60.0  # a request that takes longer is an error
FAULTS = (500, 502, 504)  # of the server; 503 asks to come back


def free_port() -> int:
    """A port of loopback that nobody uses, so that a restarted server is found where it was."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """``trigrad serve`` on one port and folder, through all its restarts."""

    def __init__(self, folder: str) -> None:
        self.port = free_port()
        self._environment = os.environ | {"TRIGRAD_DATA": folder, "TRIGRAD_BOT_PACE": "0", "TRIGRAD_WORKERS": "1"}
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "trigrad", "serve", "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        if "http://" not in self._process.stdout.readline():
            raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """End it in order."""
        self._process.terminate()
        self._process.communicate(timeout=30)


class Program:
    """A program with an identity of its own at the JSON API."""

    def __init__(self, port: int, name: str) -> None:
        self._address = f"http://127.0.0.1:{port}/api"
        self._token = ""
        self._token = self.ask("/players", {"name": name})["token"]

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """What the server answers; ``OSError`` or ``HTTPException`` if it does not, or refuses."""
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, headers)
        with urllib.request.urlopen(request, timeout=ANSWER_S) as answer:
            return json.load(answer)

    def table(self, seats: list[dict[str, str]]) -> str:
        """A new table's id."""
        table_id: str = self.ask("/tables", {"game": GAME, "seats": seats})["id"]
        return table_id

    def choose(self, table_id: str, state: Any) -> Any:
        """The table after the first choice that there is in a state of it, or as it is now if that is another's."""
        if not state["legal"]:
            time.sleep(0.05)
            return self.ask(f"/tables/{table_id}")
        body = {"seat": state["viewer"], "version": state["version"], "action": state["legal"][0]["action"]}
        return self.ask(f"/tables/{table_id}/actions", body)


@dataclass
class Phase:
    """What was measured while the same was going on."""

    choices_ms: list[float] = field(default_factory=list)
    waits_s: list[float] = field(default_factory=list)


@dataclass
class Soak:
    """What all share: the phase, the pauses of the server, the counts."""

    server: Server
    flooded: threading.Event = field(default_factory=threading.Event)
    killed: threading.Event = field(default_factory=threading.Event)
    over: threading.Event = field(default_factory=threading.Event)
    up: threading.Event = field(default_factory=threading.Event)
    alone: Phase = field(default_factory=Phase)
    under_flood: Phase = field(default_factory=Phase)
    under_kills: Phase = field(default_factory=Phase)
    counts: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    restarts: int = 0

    @property
    def phase(self) -> Phase:
        """Where a measure belongs now."""
        if self.killed.is_set():
            return self.under_kills
        return self.under_flood if self.flooded.is_set() else self.alone

    def count(self, what: str, number: int = 1) -> None:
        """Count something; many do so at once."""
        with self.lock:
            self.counts[what] += number

    def failed(self, error: Exception, restarts: int) -> None:
        """Count an error, unless the server was killed meanwhile."""
        if self.restarts == restarts and self.up.is_set():
            refused = f"{error.code}" if isinstance(error, urllib.error.HTTPError) else type(error).__name__
            with self.lock:
                self.errors[refused] += 1


class Player:
    """Somebody who plays two seats against a bot, game after game, and knows what was answered."""

    def __init__(self, soak: Soak, number: int) -> None:
        self._soak = soak
        self._program = Program(soak.server.port, f"Ada {number}")
        self._answered: dict[str, dict[int, str]] = {}  # the choice at each version, by table
        self.lost: set[tuple[str, int]] = set()  # the tables and versions of choices that are gone
        self._table = ""

    def play(self) -> None:
        """Choose until all is over."""
        while not self._soak.over.is_set():
            self._soak.up.wait()
            restarts = self._soak.restarts
            try:
                self._play_on()
            except (OSError, HTTPException) as error:
                self._soak.failed(error, restarts)
                time.sleep(0.2)

    def _play_on(self) -> None:
        if not self._table:
            self._table = self._program.table(PLAYED)
            self._answered[self._table] = {}
        state = self._program.ask(f"/tables/{self._table}")
        answered = self._answered[self._table]
        self.lost |= {(self._table, version) for version in answered if version >= state["version"]}
        while not self._soak.over.is_set() and not state["finished"]:
            state = self._choose(state) if state["legal"] else self._wait(state)
        if state["finished"]:
            self._table = ""

    def _choose(self, state: Any) -> Any:
        action = state["legal"][0]
        body = {"seat": state["viewer"], "version": state["version"], "action": action["action"]}
        phase, restarts, began = self._soak.phase, self._soak.restarts, time.perf_counter()
        after = self._program.ask(f"/tables/{self._table}/actions", body)
        if restarts == self._soak.restarts:
            phase.choices_ms.append(1000 * (time.perf_counter() - began))
        self._answered[self._table][state["version"]] = action["notation"]
        self._soak.count("answered")
        if state["version"] % 5 == 0:
            self._press_again(body)
        time.sleep(0.1)
        return after if after["legal"] else self._program.ask(f"/tables/{self._table}")  # perhaps my other seat's turn

    def _press_again(self, body: dict[str, Any]) -> None:
        try:
            self._program.ask(f"/tables/{self._table}/actions", body)
            self._soak.count("doubled")
        except urllib.error.HTTPError as refusal:
            if refusal.code != HTTPStatus.CONFLICT:
                raise

    def _wait(self, state: Any) -> Any:
        phase, restarts, began = self._soak.phase, self._soak.restarts, time.perf_counter()
        version = state["version"]
        while not state["finished"] and state["version"] == version:
            if self._soak.over.is_set():
                return state
            time.sleep(0.05)
            state = self._program.ask(f"/tables/{self._table}")
        if restarts == self._soak.restarts:
            phase.waits_s.append(time.perf_counter() - began)
        return state

    def check(self) -> None:
        """Play on to the end, and count the answered choices that the records lack."""
        if self._table:
            state = self._program.ask(f"/tables/{self._table}")
            while not state["finished"]:
                state = self._program.choose(self._table, state)
        for table_id, answered in self._answered.items():
            record = self._program.ask(f"/tables/{table_id}/record")["actions"]
            self.lost |= {(table_id, v) for v, action in answered.items() if record[v : v + 1] != [action]}


# --- The flood ------------------------------------------------------------------------


def bots_only_tables(soak: Soak) -> None:
    """So many tables that nobody plays at, each by somebody who is new, once."""
    for number in range(FLOOD_TABLES):
        Program(soak.server.port, f"Eve {number}").table(FLOOD)
        soak.count("flood tables")
    soak.over.wait(KILL_EVERY_S)


def hints(soak: Soak) -> None:
    """Somebody new asks what is best."""
    asker = Program(soak.server.port, "Mallory")
    table_id = asker.table(PLAYED)
    state = asker.ask(f"/tables/{table_id}")
    with suppress(urllib.error.HTTPError):  # not to move, or refused as too many
        asker.ask(f"/tables/{table_id}/hint", {"seat": state["viewer"], "version": state["version"]})
    soak.count("flood hints")
    time.sleep(0.5)


def half_sent(soak: Soak) -> None:
    """Requests that never end."""
    with ExitStack() as open_ones:
        for _ in range(20):
            one = open_ones.enter_context(socket.create_connection(("127.0.0.1", soak.server.port), ANSWER_S))
            one.sendall(b"POST /api/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n")
        soak.count("flood half-sent", 20)
        soak.over.wait(5)


def slow_readers(soak: Soak) -> None:
    """Readers that ask for much, and for a stream, and read nothing."""
    with ExitStack() as open_ones:
        table_id = Program(soak.server.port, "Trudy").table(PLAYED)
        for path in ("/api/openapi.json", f"/api/tables/{table_id}/events") * 10:
            one = open_ones.enter_context(socket.create_connection(("127.0.0.1", soak.server.port), ANSWER_S))
            one.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        soak.count("flood streams and readers", 20)
        soak.over.wait(5)


def analyses(soak: Soak) -> None:
    """Somebody new hurries through a game against oneself and has it analysed."""
    asker = Program(soak.server.port, "Oscar")
    table_id = asker.table(PLAYED[:2])
    state = asker.ask(f"/tables/{table_id}")
    while not state["finished"]:
        state = asker.choose(table_id, state)
    asker.ask(f"/tables/{table_id}/analysis", {})
    soak.count("flood analyses")
    soak.over.wait(2)


FLOODS = (bots_only_tables, hints, analyses, half_sent, slow_readers)


def flood(soak: Soak, once: Callable[[Soak], None]) -> None:
    """Do one kind of harm over and over; what the server refuses of it, or a kill ends, is as it should be."""
    soak.flooded.wait()
    while not soak.over.is_set():
        soak.up.wait()
        restarts = soak.restarts
        try:
            once(soak)
        except (OSError, HTTPException) as error:
            if isinstance(error, urllib.error.HTTPError) and error.code in FAULTS:
                soak.failed(error, restarts)
            soak.over.wait(0.5)


# --- In turn --------------------------------------------------------------------------


def restart(soak: Soak) -> None:
    """Kill the server in the midst of everything, and start it again."""
    soak.up.clear()
    soak.restarts += 1
    soak.server.kill()
    soak.server.start()
    soak.up.set()


def until_ready(port: int) -> None:
    """Wait until the bots think with compiled rules."""
    program = Program(port, "Ready")
    table_id = program.table(PLAYED)
    while program.ask(f"/tables/{table_id}")["levels"] == "getting ready":
        time.sleep(0.5)


def conduct(soak: Soak, seconds: float) -> None:
    """A third in peace, a third under flood, a third with kills."""
    soak.up.set()
    time.sleep(seconds / 3)
    soak.flooded.set()
    time.sleep(seconds / 3)
    soak.killed.set()
    until = time.monotonic() + seconds / 3
    while time.monotonic() < until:
        restart(soak)
        time.sleep(max(1.0, min(KILL_EVERY_S, until - time.monotonic())))
    soak.over.set()


def quantile(values: list[float], share: float) -> float | None:
    """A value that this share of the values does not exceed; None of none."""
    return round(sorted(values)[min(len(values) - 1, int(share * len(values)))], 2) if values else None


def summary(phase: Phase) -> dict[str, Any]:
    """The figures of a phase."""
    return {
        "choices": len(phase.choices_ms),
        "choice_p50_ms": quantile(phase.choices_ms, 0.5),
        "choice_p99_ms": quantile(phase.choices_ms, 0.99),
        "waits": len(phase.waits_s),
        "wait_for_bot_p50_s": quantile(phase.waits_s, 0.5),
        "wait_for_bot_max_s": quantile(phase.waits_s, 1),
    }


def soak(folder: str, seconds: float, people: int) -> dict[str, Any]:
    """Run everything on a folder; returns what is printed."""
    server = Server(folder)
    try:
        until_ready(server.port)
        shared = Soak(server)
        players = [Player(shared, number) for number in range(people)]
        threads = [threading.Thread(target=player.play) for player in players]
        threads += [threading.Thread(target=flood, args=(shared, once)) for once in FLOODS]
        for thread in threads:
            thread.start()
        conduct(shared, seconds)
        for thread in threads:
            thread.join()
        server.kill()
        server.start()
        for player in players:
            player.check()
        lost = sum(len(player.lost) for player in players)
    finally:
        server.stop()
    return {
        "seconds": seconds,
        "answered": shared.counts.pop("answered", 0),
        "lost": lost,
        "doubled": shared.counts.pop("doubled", 0),
        "restarts": shared.restarts,
        "alone": summary(shared.alone),
        "under_flood": summary(shared.under_flood),
        "under_kills": summary(shared.under_kills),
        "errors": dict(shared.errors),
        "flood": dict(shared.counts),
        "load_average": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Soak and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--people", type=int, default=4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(soak(folder, 60 * arguments.minutes, arguments.people)))


if __name__ == "__main__":
    main()

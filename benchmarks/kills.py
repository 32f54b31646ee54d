"""Kills at random moments: ``python -m benchmarks.kills --database postgresql --kills 500 --seed 1``.

People play at tables with bots through the JSON API, without a pause, against a server of its own on loopback: one
process on SQLite, or two behind one port on a PostgreSQL of its own. Again and again something is killed with -9, at
moments and in an order that follow from the seed: a process of the server, all of them at once, one that thinks for
the bots, the connection of PostgreSQL that a process has (which makes it start anew), PostgreSQL itself. Whatever does
not come back by itself is started again; then each table must move on, before the next kill.

Prints one JSON object. ``lost`` are choices that were answered and are not in the database, ``unasked`` those of
people there that nobody sent, ``damaged`` tables that the rules do not accept, as where a bot had chosen twice in
place of once; all must be 0. ``stuck_s`` are the seconds until each table had moved on, counted from when all was back:
the median, the 99th percentile, the longest, of all kills and of each kind. A choice without an answer is looked for,
and sent again if it is not there. With ``--minutes`` it ends then, after however many kills there
were. With ``--workers 0`` the server thinks for the bots itself, and is back sooner.
"""

import argparse
import json
import math
import os
import random
import signal
import statistics
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
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

import psycopg
from benchmarks.soak import free_port
from tests.store.postgres import Cluster, running

from trigrad import games
from trigrad.store.store import Store
from trigrad.table.table import Entry, Rules, Table

SEATS = {
    "quick": [{"kind": "me"}, {"kind": "here", "name": "Bo"}, {"kind": "bot", "bot": "greedy"}],
    "slow": [{"kind": "me"}, {"kind": "bot", "bot": "strong"}],
}
PAUSE = 0.02  # seconds between two choices of somebody
ANSWER = 20.0  # seconds for which an answer is waited for
BACK = 60.0  # seconds in which a server must be back; a table that takes as long counts as stuck for so long
LONGEST = 1.5  # seconds between all is well and the next kill


# --- What is killed -------------------------------------------------------------------


class Victim(Protocol):
    """A server with all its processes and its database."""

    server: "Server"
    database: str
    kinds: tuple[str, ...]

    def kill(self, kind: str, chance: random.Random) -> None:
        """Kill one of its processes, or several."""

    def bring_back(self) -> None:
        """Start again what does not come back by itself, and wait until all of it answers."""


class Server:
    """``trigrad serve`` on one port, and what it has begun, through all restarts."""

    def __init__(self, folder: str, *options: str, **settings: str) -> None:
        self.port = free_port()
        self._options = options
        self._environment = os.environ | {
            "TRIGRAD_DATA": folder,
            "TRIGRAD_BOT_PACE": "0",
            "TRIGRAD_UNDO_TIME": "0",
            "TRIGRAD_TABLES_AN_HOUR": "100000",
            "TRIGRAD_ADDRESS_TABLES": "100000",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = Path(folder, "errors").open("ab")  # noqa: SIM115 - for as long as the server

    def start(self) -> None:
        """Start it where it does not run, and wait until it answers."""
        command = [sys.executable, "-P", "-m", "trigrad", "serve", "--no-browser", "--port", str(self.port)]
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [*command, *self._options],
                env=self._environment,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
            )
        until(self._answers)

    def _answers(self) -> bool:
        with suppress(OSError, HTTPException), urllib.request.urlopen(self._health, timeout=ANSWER) as answer:
            return bool(answer.status == HTTPStatus.OK)
        return False

    @property
    def _health(self) -> str:
        return f"http://127.0.0.1:{self.port}/health"

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._process.pid if self._process else 0

    def begun(self) -> list[int]:
        """All that the server consists of now."""
        return [self.pid, *descendants(self.pid)]

    def thinking(self) -> list[int]:
        """The processes that think for the bots."""
        return [pid for pid in descendants(self.pid) if "spawn_main" in command_of(pid)]

    def kill_all(self) -> None:
        """As a power cut does."""
        for pid in self.begun():
            kill(pid)
        if self._process is not None:
            self._process.wait()

    def stop(self) -> None:
        """End it in order."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(60)
        self._errors.close()


class OnSqlite:
    """One process, and its database in a file."""

    def __init__(self, folder: str, workers: int) -> None:
        self.kinds = ("server", *["thinking"] * (workers > 0))
        self.database = f"sqlite:///{folder}/trigrad.sqlite3"
        self.server = Server(folder, TRIGRAD_WORKERS=str(workers))

    def kill(self, kind: str, chance: random.Random) -> None:
        """Kill the server, or what thinks for its bots."""
        if kind == "server":
            self.server.kill_all()
        else:
            kill_one(self.server.thinking(), chance)

    def bring_back(self) -> None:
        """Start the server again."""
        self.server.start()


class OnPostgres:
    """Two processes behind one port, and PostgreSQL."""

    def __init__(self, folder: str, workers: int, cluster: Cluster) -> None:
        self.kinds = ("process", "server", "connection", "database", *["thinking"] * (workers > 0))
        self._cluster = cluster
        self.database = cluster.database()
        self._left: list[int] = []  # by a database that was killed
        self.server = Server(folder, "--processes", "2", TRIGRAD_DATABASE=self.database, TRIGRAD_WORKERS=str(workers))

    def kill(self, kind: str, chance: random.Random) -> None:
        """Kill one of the five."""
        match kind:
            case "process":
                kill_one(children(self.server.pid), chance)
            case "server":
                self.server.kill_all()
            case "thinking":
                kill_one(self.server.thinking(), chance)
            case "connection":
                kill_one([pid for pid in children(self._postmaster) if "trigrad" in command_of(pid)], chance)
            case "database":
                self._left = [self._postmaster, *children(self._postmaster)]
                kill(self._postmaster)

    @property
    def _postmaster(self) -> int:
        return int(self._mark.read_text("ascii").split()[0])

    @property
    def _mark(self) -> Path:
        return self._cluster.folder / "data" / "postmaster.pid"

    def bring_back(self) -> None:
        """Start the database again, and the server where all of it is gone."""
        until(self._database_answers)
        self.server.start()

    def _database_answers(self) -> bool:
        if any(map(command_of, self._left)):  # these end by themselves, once they notice
            return False
        if self._left:
            with suppress(subprocess.CalledProcessError):  # one that had just begun is still there
                self._mark.unlink(missing_ok=True)
                self._cluster.start()
                self._left = []
        with suppress(psycopg.Error):
            self._cluster.execute("SELECT 1")
            return True
        return False


def until(condition: Callable[[], bool], seconds: float = BACK) -> None:
    """Wait for something; ``TimeoutError`` if it does not happen."""
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            raise TimeoutError("it does not come back")
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    """The processes that one has begun."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, path.read_text("ascii").split())
    return found


def descendants(pid: int) -> list[int]:
    """These, and what they have begun."""
    return [each for child in children(pid) for each in (child, *descendants(child))]


def command_of(pid: int) -> str:
    """The command line of a process; empty if there is none."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return ""


def kill(pid: int) -> None:
    """End a process at once."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kill_one(pids: list[int], chance: random.Random) -> None:
    """End one of some processes; there may be none just now."""
    if pids:
        kill(chance.choice(pids))


# --- Who plays ------------------------------------------------------------------------


@dataclass
class Player:
    """Somebody who plays game after game, and knows what was sent and what was answered."""

    port: int
    seats: list[dict[str, str]]
    over: threading.Event
    moved: float = 0.0  # when their table was last seen to have gone on
    token: str = ""
    answered: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)  # seat and action by table, version
    sent: dict[str, set[tuple[int, int, int]]] = field(default_factory=dict)  # version, seat, action by table
    met: Counter[str] = field(default_factory=Counter)
    _seen: tuple[str, int] = ("", -1)

    def play(self) -> None:
        """Play until all is over, whatever happens to the server."""
        table = ""
        while not self.over.is_set():
            try:
                table = table or self._sit_down()
                if self._look_and_choose(table):
                    table = ""
            except urllib.error.HTTPError as refusal:
                self.met[str(refusal.code)] += 1
                time.sleep(PAUSE)
            except (OSError, HTTPException) as error:
                self.met[type(error).__name__] += 1
                time.sleep(PAUSE)

    def _sit_down(self) -> str:
        if not self.token:
            self.token = self._ask("/players", {"name": "Ada"})["token"]
        found = games.names()
        game = found[len(self.answered) % len(found)]
        table: str = self._ask("/tables", {"game": game, "seats": self.seats})["id"]
        self.answered[table], self.sent[table] = {}, set()
        return table

    def _look_and_choose(self, table: str) -> bool:
        """Whether the game is over."""
        state = self._ask(f"/tables/{table}")
        self._note(table, state["version"])
        if state["legal"]:
            seat, version, action = state["viewer"], state["version"], state["legal"][0]["action"]
            self.sent[table].add((version, seat, action))
            state = self._ask(f"/tables/{table}/actions", {"seat": seat, "version": version, "action": action})
            self.answered[table][version] = seat, action
            self._note(table, state["version"])
        time.sleep(PAUSE)
        return bool(state["finished"])

    def _note(self, table: str, version: int) -> None:
        if self._seen != (table, version):
            self._seen, self.moved = (table, version), time.monotonic()

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api{path}", data, headers)
        with urllib.request.urlopen(request, timeout=ANSWER) as answer:
            return json.load(answer)


# --- In turn --------------------------------------------------------------------------


def until_all_moved(players: list[Player], since: float) -> float:
    """Wait until each table has gone on; how many seconds that took from a time on."""
    first: dict[int, float] = {}

    def moved() -> bool:
        for number, player in enumerate(players):
            if player.moved > since:
                first.setdefault(number, player.moved - since)
        return len(first) == len(players)

    try:
        until(moved)
    except TimeoutError:
        return BACK
    return max(first.values())


def kill_again_and_again(
    victim: Victim, players: list[Player], chance: random.Random, number: int, ends: float
) -> dict[str, list[float]]:
    """So many kills, or until it ``ends``, each once all goes on after the last.

    Returns the seconds until it did, by what was killed.
    """
    stuck: dict[str, list[float]] = {kind: [] for kind in victim.kinds}
    until_all_moved(players, time.monotonic())
    kinds: list[str] = []
    for made in range(number):
        if time.monotonic() > ends:
            break
        if made and made % 20 == 0:
            print(f"{made} kills", file=sys.stderr, flush=True)
        time.sleep(chance.uniform(0, LONGEST))
        kinds = kinds or chance.sample(victim.kinds, len(victim.kinds))
        kind = kinds.pop()
        victim.kill(kind, chance)
        victim.bring_back()
        stuck[kind].append(until_all_moved(players, time.monotonic()))
    return stuck


def check(database: str, players: list[Player]) -> dict[str, int]:
    """Compare what was sent and answered with what is in the database, and play all tables again."""
    counts = {"tables": 0, "choices": 0, "of_bots": 0, "answered": 0, "lost": 0, "unasked": 0, "damaged": 0}
    store = Store(database)
    for player in players:
        for table_id, answered in player.answered.items():
            entries = store.choices(table_id)
            made = {index: (entry.seat, entry.action) for index, entry in enumerate(entries)}
            counts["tables"] += 1
            counts["choices"] += len(entries)
            counts["of_bots"] += sum(entry.bot is not None for entry in entries)
            counts["answered"] += len(answered)
            counts["lost"] += sum(made.get(version) != choice for version, choice in answered.items())
            try:
                counts["unasked"] += unasked(store, table_id, entries, player.sent[table_id])
            except Exception:  # noqa: BLE001 - whatever keeps a table from being read is what is counted
                counts["damaged"] += 1
    store.close()
    return counts


def unasked(store: Store, table_id: str, entries: list[Entry], sent: set[tuple[int, int, int]]) -> int:
    """How many choices of people nobody has sent and were not the only ones; an error where a game cannot be so."""
    row, count = store.table(table_id), 0
    game = games.load(row.game)
    table = Table(Rules(game, row.players, row.options, row.undo, row.hints, row.memory), row.seed, [])
    for version, entry in enumerate(entries):
        if len(table.legal(entry.seat)) != 1:  # choices of one are made for everybody
            if entry.bot != row.seats[entry.seat].bot:
                raise ValueError("somebody else has chosen for this seat")
            count += entry.bot is None and (version, entry.seat, entry.action) not in sent
        table.apply_entry(entry)
    return count


def run(victim: Victim, number: int, minutes: float, people: int, seed: int) -> dict[str, Any]:
    """Play and kill; what is printed."""
    chance, over, began = random.Random(seed), threading.Event(), time.monotonic()
    victim.bring_back()
    kinds = list(SEATS.values())
    players = [Player(victim.server.port, kinds[index % len(kinds)], over) for index in range(people)]
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    try:
        stuck = kill_again_and_again(victim, players, chance, number, began + 60 * minutes)
    finally:
        over.set()
        for thread in threads:
            thread.join()
    return {
        "seed": seed,
        "kills": {kind: len(seconds) for kind, seconds in stuck.items()},
        **check(victim.database, players),
        "stuck_s": {"all": spread([*chain(*stuck.values())])} | {kind: spread(stuck[kind]) for kind in stuck},
        "met": dict(sum((player.met for player in players), Counter())),
        "minutes": round((time.monotonic() - began) / 60, 1),
        "load_average": round(os.getloadavg()[0], 1),
    }


def spread(seconds: list[float]) -> dict[str, float]:
    """Median, 99th percentile and the most."""
    if not seconds:
        return {}
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return {"median": round(statistics.median(ordered), 2), "p99": round(p99, 2), "most": round(ordered[-1], 2)}


def kills(kind: str, number: int, minutes: float, people: int, seed: int, workers: int) -> dict[str, Any]:
    """Everything on one kind of database."""
    with ExitStack() as held:
        folder = held.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        if kind == "sqlite":
            victim: Victim = OnSqlite(folder, workers)
        else:
            victim = OnPostgres(folder, workers, held.enter_context(running()))
        held.callback(victim.server.stop)
        return {"database": kind, "workers": workers, **run(victim, number, minutes, people, seed)}


def main() -> None:
    """Kill and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1, help="of each process")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    how = vars(arguments)
    print(json.dumps(kills(how.pop("database"), how.pop("kills"), **how)))


if __name__ == "__main__":
    main()

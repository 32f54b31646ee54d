"""Measures of the web server: ``python benchmarks/web.py --tables 20 --seconds 20 --think 1``.

Starts a server of its own on an empty folder, lets people play at many tables at once
against the greedy bot, and prints one JSON object: milliseconds from sending a choice to
having the changed page's HTML, the size of a first visit over the wire, the server's
memory, that of all its processes once the bots are ready (what they share counted
once), and the seconds from command to a served page.
"""

import argparse
import gzip
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any


@contextmanager
def running_server(folder: str, *options: str) -> Iterator[tuple[str, int, float]]:
    """A server on a free port: its address, process id, and seconds from command to the first page."""
    command = [sys.executable, "-m", "trigrad", "serve", "--no-browser", "--port", "0", *options]
    started = time.perf_counter()
    process = subprocess.Popen(command, env=os.environ | {"TRIGRAD_DATA": folder}, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        found = re.search(r"http://[^/]+", process.stdout.readline())
        assert found, "the server did not start"
        urllib.request.urlopen(found[0] + "/").read()
        yield found[0], process.pid, time.perf_counter() - started
    finally:
        process.terminate()
        process.wait()


@contextmanager
def server_by_itself(folder: str, *options: str) -> Iterator[tuple[str, int, float]]:
    """A running server that has the first processor for itself; who asks it has the others."""
    first, *others = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {first})  # which the server inherits
    with running_server(folder, *options) as running:
        os.sched_setaffinity(0, others or {first})
        yield running


@dataclass
class Person:
    """Somebody with a browser at a table of their own, against the greedy bot."""

    address: str
    think: float
    times: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.chance = random.Random(0)
        self.sit_down()

    def sit_down(self) -> None:
        """Create a table."""
        form = {"name": "Ada", "seat0": "me", "seat1": "bot:greedy", "undo": "on", "hints": "on"}
        with self.open("/new/quorum", form) as answer:
            self.table = answer.geturl().removeprefix(self.address)

    def open(self, path: str, form: dict[str, str] | None = None) -> Any:
        """Ask for a page or send a form, as htmx does."""
        data = urllib.parse.urlencode(form).encode() if form else None
        headers = {"Accept-Encoding": "gzip"} | ({"HX-Request": "true"} if path.endswith(("/act", "/live")) else {})
        return self.browser.open(urllib.request.Request(self.address + path, data, headers))

    def html(self, path: str, form: dict[str, str] | None = None) -> str:
        """The text of a page."""
        with self.open(path, form) as answer:
            body = answer.read()
            return (gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body).decode()

    def levels(self) -> str:
        """How the levels of the search play now."""
        with self.browser.open(f"{self.address}/api{self.table.replace('/t/', '/tables/')}") as answer:
            levels: str = json.loads(answer.read())["levels"]
            return levels

    def play(self, until: float) -> None:
        """Choose whenever asked, with some thought before each choice."""
        page = self.html(f"{self.table}/live")
        while time.perf_counter() < until:
            choices = re.findall(r'name="action" value="((?:take|play|advance)[^"]*)"', page)
            if choices:
                time.sleep(self.chance.uniform(0.5, 1.5) * self.think)
                form = {name: re.search(rf'name="{name}" value="(\d+)"', page)[1] for name in ("seat", "version")}  # type: ignore[index]
                began = time.perf_counter()
                page = self.html(f"{self.table}/act", form | {"action": self.chance.choice(choices)})
                self.times.append(1000 * (time.perf_counter() - began))
            elif 'id="result"' in page:
                self.sit_down()
                page = self.html(f"{self.table}/live")
            else:
                time.sleep(0.2)
                page = self.html(f"{self.table}/live")


def first_visit(person: Person) -> int:
    """Bytes over the wire of a table's page with all that it needs."""
    with person.open(person.table) as answer:
        body = answer.read()
    page = gzip.decompress(body).decode()
    size = len(body)
    for path in set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page)):
        with person.open(path.replace("&amp;", "&")) as answer:
            size += len(answer.read())
    return size


def memory_mb(pid: int) -> float:
    """What a process has in memory, pages that several share divided among them; all of it where that is not told."""
    try:
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text("ascii"), re.MULTILINE)
    except OSError:
        found = None
    found = found or re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text("ascii"), re.MULTILINE)
    assert found
    return int(found[1]) / 1000


def begun_by(pid: int) -> list[int]:
    """A process and all that it has begun."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    every_thread = [int(child) for path in children.parents[1].glob("*/children") for child in path.read_text().split()]
    return [pid, *(each for child in every_thread for each in begun_by(child))]


def ready(person: Person) -> None:
    """Wait until the bots play as well as they ever will."""
    while person.levels() == "getting ready":
        time.sleep(0.5)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=1.0, help="mean seconds of thought before a choice")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server(folder) as (address, pid, start):
        people = [Person(address, arguments.think) for _ in range(arguments.tables)]
        until = time.perf_counter() + arguments.seconds
        threads = [threading.Thread(target=person.play, args=(until,)) for person in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        times = sorted(t for person in people for t in person.times)
        known = Path(f"/proc/{pid}").exists()
        alone = memory_mb(pid) if known else None
        ready(people[0])
        print(
            json.dumps(
                {
                    "tables": arguments.tables,
                    "choices": len(times),
                    "choices_per_s": round(len(times) / arguments.seconds, 1),
                    "median_ms": round(statistics.median(times), 1),
                    "p95_ms": round(times[int(len(times) * 0.95)], 1),
                    "first_visit_bytes": first_visit(people[0]),
                    "server_mb": alone,
                    "all_processes_mb": round(sum(map(memory_mb, begun_by(pid))), 1) if known else None,
                    "start_s": round(start, 2),
                }
            )
        )


if __name__ == "__main__":
    main()

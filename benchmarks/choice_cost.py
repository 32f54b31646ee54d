"""What a choice costs the server: ``python -m benchmarks.choice_cost --tables 20 --choices 400 --rate 12``.

Pairs of people play at many tables, each with a stream open, a connection that is kept, and the parts of the page that
they show, as a browser has them. Prints one JSON object: processor milliseconds of the server for a choice, all told
(the choice itself, what it changes on the page of whoever chose, the stream to the other and what that one fetches),
milliseconds from a choice to its answer and to the other's changed page, and compressed bytes on the wire for a choice:
for both together, for whoever chose, and for the other. A single process of the server has the first processor for
itself. With ``--postgres URL`` the database is a PostgreSQL, and with ``--processes N`` so many processes of the server
answer, among which chance shares out the connections.
"""

import argparse
import gzip
import json
import os
import re
import statistics
import tempfile
import threading
import time
import urllib.parse
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

from benchmarks.web import running_server, server_by_itself

PART = re.compile(r'id="part-([a-z-]+)" data-digest="([0-9a-f]{8})"')
REVISION = re.compile(r'data-revision="([^"]+)"')
HIDDEN = re.compile(r'name="(seat|version)" value="(-?\d+)"')
ACTION = re.compile(r'name="action" value="([^"]+)"')
FORM_TYPE = "application/x-www-form-urlencoded"
FORM = re.compile(r'data-form="(\w+)"')


def processor_ms(pid: int) -> float:
    """Milliseconds of processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def serving(pid: int, number: int) -> list[int]:
    """The processes that answer, where so many do."""
    if number == 1:
        return [pid]
    found: list[int] = []
    while len(found) < number:  # they start one after the other
        found = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]
    return found


@dataclass
class Person:
    """Somebody at a table, with what their page shows."""

    address: str
    table: str = ""
    token: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    revision: str = ""
    form: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    changed: threading.Event = field(default_factory=threading.Event)
    sizes: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._connections = threading.local()  # the stream has one of its own

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> HTTPResponse:
        """Send a request; the answer, whose body is not read yet."""
        known = ",".join(f"{name}:{digest}" for name, digest in self.parts.items())
        every = {"Authorization": f"Bearer {self.token}", "X-Parts": known, "X-Form": self.form, **headers}
        try:
            answer = self._send(path, body, every)
        except (ConnectionError, HTTPException):  # nothing was asked for a while, and the server has hung up
            del self._connections.to_server
            answer = self._send(path, body, every)
        if answer.status >= HTTPStatus.BAD_REQUEST:
            raise OSError(f"{path}: {answer.status}")
        return answer

    def _send(self, path: str, body: bytes | None, headers: dict[str, str]) -> HTTPResponse:
        if not hasattr(self._connections, "to_server"):
            self._connections.to_server = HTTPConnection(urllib.parse.urlsplit(self.address).netloc, timeout=60)
        connection: HTTPConnection = self._connections.to_server
        connection.request("GET" if body is None else "POST", path, body, headers)
        return connection.getresponse()

    def take_in(self, answer: HTTPResponse) -> None:
        """Read an answer as the page does."""
        raw = answer.read()
        self.sizes.append(len(raw))
        text = (gzip.decompress(raw) if answer.headers.get("Content-Encoding") == "gzip" else raw).decode()
        self.parts |= dict(PART.findall(text))
        if found := REVISION.search(text):
            self.revision = found[1]
            self.fields = dict(HIDDEN.findall(text))
            self.actions = [action for action in ACTION.findall(text) if action != "undo"]
        if found := FORM.search(text):
            self.form = found[1]

    def look(self, path: str, **headers: str) -> None:
        """Fetch the page, or what has changed on it."""
        self.take_in(self.ask(path, None, **{"Accept-Encoding": "gzip", **headers}))

    def listen(self) -> None:
        """Note what the stream tells, until it ends."""
        try:
            for line in self.ask(f"/api/events?table={self.table}:{self.revision}"):
                if line.startswith(b"data:") and json.loads(line[5:])["revision"] != self.revision:
                    self.changed.set()
        except (OSError, HTTPException):
            return

    def choose(self) -> None:
        """Make the first choice there is."""
        form = {**self.fields, "action": self.actions[0]}
        headers = {"Accept-Encoding": "gzip", "HX-Request": "true", "Content-Type": FORM_TYPE}
        self.take_in(self.ask(f"/t/{self.table}/act", urllib.parse.urlencode(form).encode(), **headers))


def api(person: Person, path: str, **content: Any) -> Any:
    """Ask the JSON API."""
    headers = {"Content-Type": "application/json"} | ({} if person.token else {"Authorization": ""})
    return json.loads(person.ask(f"/api{path}", json.dumps(content).encode(), **headers).read())


def sit_down(address: str, game: str) -> tuple[Person, Person]:
    """Two people at a new table, with their streams."""
    pair = Person(address), Person(address)
    for number, person in enumerate(pair):
        person.token = api(person, "/players", name=f"P{number}")["token"]
    table = api(pair[0], "/tables", game=game, seats=[{"kind": "me"}, {"kind": "friend"}])["id"]
    api(pair[1], f"/tables/{table}/seats/1")
    for person in pair:
        person.table = table
        person.look(f"/t/{table}")
        threading.Thread(target=person.listen, daemon=True).start()
    return pair


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="quorum")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--choices", type=int, default=400)
    parser.add_argument("--rate", type=float, default=12, help="choices a second")
    parser.add_argument("--postgres", metavar="URL", help="an empty database to use in place of SQLite")
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    options = ["--processes", str(arguments.processes)] * (arguments.processes > 1)
    os.environ |= {"TRIGRAD_TABLES_AN_HOUR": "100000", "TRIGRAD_WORKERS": "1"}
    if arguments.postgres:
        os.environ["TRIGRAD_DATABASE"] = arguments.postgres
    answered, seen, sizes = [], [], []
    started = server_by_itself if arguments.processes == 1 else running_server
    with tempfile.TemporaryDirectory() as folder, started(folder, *options) as (address, pid, _):
        answering = serving(pid, arguments.processes)
        pairs = [sit_down(address, arguments.game) for _ in range(arguments.tables)]
        time.sleep(2)
        before, began = sum(map(processor_ms, answering)), time.perf_counter()
        for number in range(arguments.choices):
            time.sleep(max(0.0, began + number / arguments.rate - time.perf_counter()))
            pair = pairs[number % len(pairs)]
            chooser, other = pair if pair[0].actions else pair[::-1]
            if not chooser.actions:
                continue
            other.changed.clear()
            before_it = len(chooser.sizes), len(other.sizes)
            start = time.perf_counter()
            chooser.choose()
            answered.append(1000 * (time.perf_counter() - start))
            if other.changed.wait(5):
                other.look(f"/t/{other.table}/live?as={other.fields['seat']}", **{"HX-Request": "true"})
                seen.append(1000 * (time.perf_counter() - start))
            sizes.append((sum(chooser.sizes[before_it[0] :]), sum(other.sizes[before_it[1] :])))
        each = list(map(processor_ms, answering))
        spent = sum(each) - before
    figures = {
        "game": arguments.game,
        "choices": len(answered),
        "processor_ms_a_choice": round(spent / len(answered), 1),
        "processor_s_of_each": [round(milliseconds / 1000, 1) for milliseconds in each],
        "answer_ms_median": round(statistics.median(answered), 1),
        "other_sees_ms_median": round(statistics.median(seen), 1),
        "bytes_a_choice_median": statistics.median(map(sum, sizes)),
        "bytes_to_chooser_median": statistics.median(mine for mine, _ in sizes),
        "bytes_to_other_median": statistics.median(theirs for _, theirs in sizes),
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

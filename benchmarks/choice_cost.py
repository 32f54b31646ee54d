"""What a choice costs the server: ``python -m benchmarks.choice_cost --tables 20 --choices 400 --rate 12``.

Pairs of people play at many tables, each with a stream open and the parts of the page that they show, as a browser
keeps them. Prints one JSON object: processor milliseconds of the server for a choice, all told (the choice itself,
what it changes on the page of whoever chose, the stream to the other and what that one fetches), milliseconds from
a choice to its answer and to the other's changed page, and compressed bytes on the wire for each.
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
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.web import running_server

PART = re.compile(r'id="part-([a-z-]+)" data-digest="([0-9a-f]{8})"')
REVISION = re.compile(r'data-revision="([^"]+)"')
HIDDEN = re.compile(r'name="(seat|version)" value="(-?\d+)"')
ACTION = re.compile(r'name="action" value="([^"]+)"')
FORM = re.compile(r'data-form="(\w+)"')


def processor_ms(pid: int) -> float:
    """Milliseconds of processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> Any:
        """Send a request; the answer, whose body is not read yet."""
        known = ",".join(f"{name}:{digest}" for name, digest in self.parts.items())
        every = {"Authorization": f"Bearer {self.token}", "X-Parts": known, "X-Form": self.form, **headers}
        return urllib.request.urlopen(urllib.request.Request(self.address + path, body, every), timeout=60)

    def take_in(self, answer: Any) -> None:
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
        except OSError:
            return

    def choose(self) -> None:
        """Make the first choice there is."""
        form = {**self.fields, "action": self.actions[0]}
        headers = {"Accept-Encoding": "gzip", "HX-Request": "true"}
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
    arguments = parser.parse_args()
    os.environ |= {"TRIGRAD_TABLES_AN_HOUR": "100000", "TRIGRAD_WORKERS": "1"}
    answered, seen, sizes = [], [], []
    with tempfile.TemporaryDirectory() as folder, running_server(folder) as (address, pid, _):
        pairs = [sit_down(address, arguments.game) for _ in range(arguments.tables)]
        time.sleep(2)
        before, began = processor_ms(pid), time.perf_counter()
        for number in range(arguments.choices):
            time.sleep(max(0.0, began + number / arguments.rate - time.perf_counter()))
            pair = pairs[number % len(pairs)]
            chooser, other = pair if pair[0].actions else pair[::-1]
            if not chooser.actions:
                continue
            other.changed.clear()
            size = sum(chooser.sizes) + sum(other.sizes)
            start = time.perf_counter()
            chooser.choose()
            answered.append(1000 * (time.perf_counter() - start))
            if other.changed.wait(5):
                other.look(f"/t/{other.table}/live?as={other.fields['seat']}", **{"HX-Request": "true"})
                seen.append(1000 * (time.perf_counter() - start))
            sizes.append(sum(chooser.sizes) + sum(other.sizes) - size)
        spent = processor_ms(pid) - before
    figures = {
        "game": arguments.game,
        "choices": len(answered),
        "processor_ms_a_choice": round(spent / len(answered), 1),
        "answer_ms_median": round(statistics.median(answered), 1),
        "other_sees_ms_median": round(statistics.median(seen), 1),
        "bytes_a_choice_median": statistics.median(sizes),
        "load_average": os.getloadavg()[0],
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

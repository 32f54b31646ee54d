"""How a server bears many tables: ``python -m benchmarks.load --tables 300 --seconds 120``.

Two people sit at each table, each with a stream, a kept connection and the parts of the page that they show. Every five
seconds one of them chooses, and the other fetches what has changed once the stream tells of it. The server is a new one
on this machine's loopback with a database of its own; it has the first processor for itself, the people the others.
Prints one JSON object: milliseconds from a choice to its answer and to the other's stream (median and 99th percentile,
of what was asked after the first ``--warm`` seconds), how many choices a second there were of those that were wanted,
how busy the server's processor was, and its memory. Choices that come too late are made at once, so a server that
cannot keep up has fewer; one that fails is counted, and the table goes on. With ``--postgres URL`` the database is a
PostgreSQL.
"""

import argparse
import json
import os
import statistics
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from benchmarks.choice_cost import Person, processor_ms, sit_down
from benchmarks.web import memory_mb, server_by_itself

from trigrad import games

PAUSE = 5.0  # seconds between two choices at a table
MOST_TABLES, MOST_SECONDS = 1000, 600
PATIENCE = 5.0  # seconds for which a stream is waited for


@dataclass
class Heard:
    """What the people at all tables have met with."""

    since: float = 0.0  # only what was asked later counts
    answers: list[float] = field(default_factory=list)  # milliseconds
    streams: list[float] = field(default_factory=list)
    unheard: int = 0
    errors: int = 0

    def note(self, asked: float, answered: float, told: float | None) -> None:
        """A choice, by the times at which it was made, answered, and told of to the other."""
        if asked < self.since:
            return
        self.answers.append(1000 * (answered - asked))
        if told is None:
            self.unheard += 1
        else:
            self.streams.append(1000 * (told - asked))


def play_on(pair: tuple[Person, Person], game: str, first: float, until: float, heard: Heard) -> None:
    """A choice every five seconds from ``first`` on; another game once one is over."""
    for number in count():
        due = first + number * PAUSE
        if due >= until:
            return
        time.sleep(max(0.0, due - time.perf_counter()))
        try:
            if not any(person.actions for person in pair):
                pair = sit_down(pair[0].address, game)
            choose_in_turn(pair, heard)
        except OSError:
            heard.errors += 1
            look_again(pair)


def look_again(pair: tuple[Person, Person]) -> None:
    """Fetch the whole page of each, as somebody does for whom something went wrong."""
    for person in pair:
        with suppress(OSError):
            person.look(f"/t/{person.table}")


def choose_in_turn(pair: tuple[Person, Person], heard: Heard) -> None:
    """Let whoever is to move make a choice, and the other see it."""
    chooser, other = pair if pair[0].actions else pair[::-1]
    other.changed.clear()
    asked = time.perf_counter()
    chooser.choose()
    answered = time.perf_counter()
    told = time.perf_counter() if other.changed.wait(PATIENCE) else None
    heard.note(asked, answered, told)
    other.look(f"/t/{other.table}/live?as={other.fields['seat']}", **{"HX-Request": "true"})


def load(address: str, pid: int, tables: int, seconds: float, warm: float) -> dict[str, object]:
    """Play at a running server; what came of it."""
    names, heard = games.names(), Heard()
    pairs = [(sit_down(address, game), game) for game in (names[number % len(names)] for number in range(tables))]
    began = time.perf_counter() + 1
    heard.since = began + warm
    threads = [
        threading.Thread(
            target=play_on, args=(pair, game, began + PAUSE * number / tables, began + warm + seconds, heard)
        )
        for number, (pair, game) in enumerate(pairs)
    ]
    for thread in threads:
        thread.start()
    time.sleep(max(0.0, heard.since - time.perf_counter()))
    before = processor_ms(pid)
    time.sleep(seconds)
    busy = (processor_ms(pid) - before) / 1000 / seconds
    for thread in threads:
        thread.join()
    return {
        "tables": tables,
        "choices_a_second": round(len(heard.answers) / seconds, 1),
        "wanted_a_second": round(tables / PAUSE, 1),
        "answer_ms": spread(heard.answers),
        "stream_ms": spread(heard.streams),
        "unheard": heard.unheard,
        "errors": heard.errors,
        "server_busy": round(busy, 2),
        "server_mb": round(memory_mb(pid)),
        "load_average": os.getloadavg()[0],
    }


def spread(times: list[float]) -> dict[str, float]:
    """Median and 99th percentile."""
    if len(times) < 2:
        return {}
    return {"median": round(statistics.median(times), 1), "p99": round(statistics.quantiles(times, n=100)[98], 1)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300, choices=range(1, MOST_TABLES + 1), metavar="N")
    parser.add_argument("--seconds", type=int, default=120, choices=range(1, MOST_SECONDS + 1), metavar="S")
    parser.add_argument("--warm", type=float, default=10.0, help="seconds at the beginning that do not count")
    parser.add_argument("--postgres", metavar="URL", help="an empty database to use in place of SQLite")
    arguments = parser.parse_args()
    many = str(4 * MOST_TABLES)
    limits = {"TABLES_AN_HOUR": many, "STREAMS": many, "ADDRESS_STREAMS": many, "ADDRESS_TABLES": many, "WORKERS": "1"}
    os.environ |= {f"TRIGRAD_{name}": value for name, value in limits.items()}
    if arguments.postgres:
        os.environ["TRIGRAD_DATABASE"] = arguments.postgres
    with tempfile.TemporaryDirectory() as folder, server_by_itself(folder) as (address, pid, _):
        print(json.dumps(load(address, pid, arguments.tables, arguments.seconds, arguments.warm)), flush=True)


if __name__ == "__main__":
    main()

"""What tables cost the server in memory: ``python -m benchmarks.memory --tables 100 300 600``.

A new server on this machine's loopback with a database of its own. Two people sit at each table, each with a stream and
the page that they show; some choices are made there. Prints one JSON object: megabytes of the server's process before
any table, then with so many tables open, and what each table more has cost since the first of these numbers. With
``--postgres URL`` the database is a PostgreSQL.
"""

import argparse
import json
import os
import tempfile
import time

from benchmarks.choice_cost import Person, sit_down
from benchmarks.web import memory_mb, running_server

from trigrad import games

MANY = "100000"


def played(address: str, game: str, choices: int) -> tuple[Person, Person]:
    """Two people at a new table, after some choices."""
    pair = sit_down(address, game)
    for _ in range(choices):
        chooser, other = pair if pair[0].actions else pair[::-1]
        if not chooser.actions:
            break
        other.changed.clear()
        chooser.choose()
        other.changed.wait(5)
        other.look(f"/t/{other.table}/live?as={other.fields['seat']}", **{"HX-Request": "true"})
    return pair


def measure(address: str, pid: int, numbers: list[int], choices: int) -> dict[str, object]:
    """Open ever more tables; what the process takes."""
    names = games.names()
    held: list[tuple[Person, Person]] = []
    found: list[tuple[int, float]] = [(0, memory_mb(pid))]
    for number in numbers:
        while len(held) < number:
            held.append(played(address, names[len(held) % len(names)], choices))
        time.sleep(1)
        found.append((number, memory_mb(pid)))
    (first, began), (last, now) = found[1], found[-1]
    return {
        "server_mb": {number: round(megabytes, 1) for number, megabytes in found},
        "mb_a_table_more": round((now - began) / (last - first), 3) if last > first else None,
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 300, 600])
    parser.add_argument("--choices", type=int, default=6, help="at each table")
    parser.add_argument("--postgres", metavar="URL", help="an empty database to use in place of SQLite")
    arguments = parser.parse_args()
    limits = {"TABLES_AN_HOUR": MANY, "STREAMS": MANY, "ADDRESS_STREAMS": MANY, "ADDRESS_TABLES": MANY, "WORKERS": "0"}
    os.environ |= {f"TRIGRAD_{name}": value for name, value in limits.items()}
    if arguments.postgres:
        os.environ["TRIGRAD_DATABASE"] = arguments.postgres
    with tempfile.TemporaryDirectory() as folder, running_server(folder) as (address, pid, _):
        print(json.dumps(measure(address, pid, sorted(arguments.tables), arguments.choices)))


if __name__ == "__main__":
    main()

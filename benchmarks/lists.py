"""Whole pages with long lists behind them: ``python -m benchmarks.lists --tables 100000 --people 20000``.

Fills a database with tables of two people, most of them finished, a tenth in play and public, with a few choices each,
and starts a server on it. Prints one JSON object: seconds from the command to the first page, and for the home page and
the list of somebody's own tables, each asked by many people one after the other, milliseconds until the answer is there
(median, 99th percentile), and milliseconds of the server's processor, which say more where the machine has other work.
With ``--postgres URL`` the database is a PostgreSQL.
"""

import argparse
import json
import os
import random
import tempfile
import time
from contextlib import closing
from http.client import HTTPConnection

from benchmarks.choice_cost import processor_ms
from benchmarks.load import spread
from benchmarks.web import running_server
from sqlalchemy import insert, text

from trigrad import games
from trigrad.club.people import Tokens, User
from trigrad.store.schema import choices, seats, tables
from trigrad.store.store import HUMAN, Store

SECRET = "only of this benchmark"  # noqa: S105 - it protects nothing
AT_ONCE = 5000  # tables that are written at a time
CHOICES = 4  # of each table
IN_PLAY = 10  # every tenth


def fill(store: Store, number: int, people: int) -> None:
    """Write tables as they would lie there after years, the last changed one today."""
    chance, names, now = random.Random(1), games.names(), time.time()
    for first in range(0, number, AT_ONCE):
        rows, sat, made = [], [], []
        for index in range(first, min(number, first + AT_ONCE)):
            table_id, changed, playing = f"t{index}", now - (number - index) * 60, index % IN_PLAY == 0
            pair = chance.sample(range(people), 2)
            rows.append(_table(table_id, names[index % len(names)], f"p{pair[0]}", changed, playing))
            sat += [_seat(table_id, seat, f"p{person}") for seat, person in enumerate(pair)]
            made += [
                {"table_id": table_id, "index": one, "seat": one % 2, "action": 0, "at": changed}
                for one in range(CHOICES)
            ]
        with store.engine.begin() as connection:
            connection.execute(insert(tables), rows)
            connection.execute(insert(seats), sat)
            connection.execute(insert(choices), made)
    with store.engine.begin() as connection:
        connection.execute(text("ANALYZE"))


def _table(table_id: str, game: str, owner: str, changed: float, playing: bool) -> dict[str, object]:
    return {
        "id": table_id,
        "game": game,
        "rules_version": games.load(game).rules_version,
        "players": 2,
        "options": {},
        "undo": True,
        "finish": False,
        "hints": True,
        "memory": False,
        "listed": playing,
        "seed": bytes(32),
        "owner": owner,
        "created": changed,
        "changed": changed,
        "finished": not playing,
        "patience": "1d",
        "revision": CHOICES,
        "to_move": 0 if playing else None,
    }


def _seat(table_id: str, seat: int, user: str) -> dict[str, object]:
    return {"table_id": table_id, "seat": seat, "kind": HUMAN, "name": user, "user": user, "key": "k", "since": 0.0}


def asked(address: str, path: str, people: int, times: int) -> list[float]:
    """Milliseconds until a page has come, for many people."""
    chance, tokens, took = random.Random(2), Tokens(SECRET), []
    with closing(HTTPConnection(address.removeprefix("http://"), timeout=60)) as connection:
        for _ in range(times):
            token = tokens.of(User(f"p{chance.randrange(people)}", "P"))
            began = time.perf_counter()
            connection.request("GET", path, headers={"Cookie": f"trigrad={token}", "Accept-Encoding": "gzip"})
            answer = connection.getresponse()
            answer.read()
            took.append(1000 * (time.perf_counter() - began))
            if answer.status != 200:
                raise OSError(f"{path}: {answer.status}")
    return took[times // 10 :]  # the first ones warm up


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--postgres", metavar="URL", help="an empty database to use in place of SQLite")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = arguments.postgres or f"sqlite:///{folder}/trigrad.sqlite3"
        os.environ |= {"TRIGRAD_SECRET": SECRET, "TRIGRAD_WORKERS": "0", "TRIGRAD_DATABASE": url}
        with closing(Store(url)) as store:
            fill(store, arguments.tables, arguments.people)
        with running_server(folder) as (address, pid, start):
            spent = [processor_ms(pid)]
            pages = []
            for path in ("/", "/my-tables"):
                pages.append(spread(asked(address, path, arguments.people, arguments.times)))
                spent.append(processor_ms(pid))
    figures = {
        "tables": arguments.tables,
        "people": arguments.people,
        "start_s": round(start, 2),
        "start_processor_s": round(spent[0] / 1000, 2),
        "home_ms": pages[0] | {"processor": round((spent[1] - spent[0]) / arguments.times, 1)},
        "my_tables_ms": pages[1] | {"processor": round((spent[2] - spent[1]) / arguments.times, 1)},
        "load_average": round(os.getloadavg()[0], 1),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

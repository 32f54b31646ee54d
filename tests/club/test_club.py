"""A club that is open: bots play by themselves, also after a restart and where something fails for a while."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.club.tables import new_table, play_to_end

from trigrad.bots.levels import Thought
from trigrad.club import bot_players, bot_worker
from trigrad.club.club import Club
from trigrad.club.people import User
from trigrad.engine.header import game_from_bytes
from trigrad.games import load
from trigrad.store.store import SeatRow
from trigrad.table.table import Entry


def reopened(tmp_path: Path) -> Club:
    return Club(f"sqlite:///{tmp_path / 'db'}", workers=0, bot_pace=0, tables_an_hour=100)


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not happened():  # noqa: ASYNC110 - the database and other threads know of no loop
            await asyncio.sleep(0.01)


def finished(club: Club, table_id: str) -> bool:
    return club.tables.get(table_id).row.finished


def test_bots_play_while_the_club_is_open(club: Club, ada: User) -> None:
    async def evening() -> None:
        async with club.open():
            table_id = new_table(club, ada, "bot", "bot")
            await until(lambda: finished(club, table_id))

    asyncio.run(evening())


def test_bots_play_on_in_a_club_that_is_opened_anew(club: Club, ada: User, tmp_path: Path) -> None:
    table_id = new_table(club, ada, "bot", "bot")  # closed: nobody plays

    async def next_evening() -> None:
        again = reopened(tmp_path)
        async with again.open():
            await until(lambda: again.store.table(table_id).finished)

    asyncio.run(next_evening())


def test_a_bot_that_failed_tries_again(club: Club, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_players, "_RETRY", 0.01)
    failures = 0
    append = club.store.append

    def fails_twice(table_id: str, index: int, entries: list[Entry], done: bool, player: SeatRow) -> None:
        nonlocal failures
        if failures < 2:
            failures += 1
            raise OSError("out of reach")
        append(table_id, index, entries, done, player)

    monkeypatch.setattr(club.store, "append", fails_twice)

    async def evening() -> None:
        async with club.open():
            table_id = new_table(club, ada, "bot", "bot")
            await until(lambda: finished(club, table_id))

    asyncio.run(evening())
    assert failures == 2


def test_an_analysis_is_computed_meanwhile_and_kept(
    club: Club, ada: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(game_name: str, known: bytes, seat: int, budget: object, only: int | None, seed: bytes) -> list[Thought]:
        game = load(game_name)
        legal = game.legal(game_from_bytes(game.record_type, known))
        return [Thought(action, 100, 0.5, 0.5, 0.0) for action in legal if only in (None, action)]

    monkeypatch.setattr(bot_worker, "think", think)
    table_id = new_table(club, ada, "me", "here")
    play_to_end(club, ada, table_id)

    async def evening(of: Club) -> object:
        async with of.open():
            of.analyses.begin(table_id, ada)
            await until(lambda: of.analyses.state(table_id).analysis)
            return of.analyses.state(table_id).analysis

    found = asyncio.run(evening(club))
    monkeypatch.setattr(bot_worker, "think", None)  # nobody thinks any more
    assert asyncio.run(evening(reopened(tmp_path))) == found

"""Tables that nobody goes on at."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError
from tests.club.tables import new_table

from trigrad.club import ages
from trigrad.club.ages import Ages
from trigrad.club.club import Club
from trigrad.club.own_tables import State
from trigrad.club.people import User
from trigrad.club.refusals import Closed
from trigrad.store.office import Office


def test_an_open_club_closes_old_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ages, "_FIRST", 0.0)
    club = Club(f"sqlite:///{tmp_path / 'db'}", workers=0, bot_pace=0, tables_an_hour=9, ages=Ages(0.0, None))
    ada = User("ada", "Ada")
    waits, plays = new_table(club, ada, "me", "friend"), new_table(club, ada, "me", "here")

    async def until_closed() -> None:
        async with club.open():
            while club.store.table(waits).closed is None:  # noqa: ASYNC110 - a thread closes it
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(until_closed(), 20))
    again = Club(f"sqlite:///{tmp_path / 'db'}", workers=0, bot_pace=0, tables_an_hour=9)
    assert [(own.row.id, own.state, own.row.closed_by) for own in again.tables.own(ada)] == [
        (plays, State.MY_TURN, None),
        (waits, State.CLOSED, "age"),
    ]
    with pytest.raises(Closed):
        again.tables.join(waits, 1, User("bob", "Bob"))
    again.thinking.close()
    again.store.close()


def test_what_hinders_it_is_told_and_it_goes_on(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[int] = []

    class Away(Office):
        def close_old(self, unstarted: float | None, abandoned: float | None) -> int:
            tries.append(1)
            if len(tries) == 1:
                raise SQLAlchemyError("away")
            return 3

    monkeypatch.setattr(ages, "_FIRST", 0.0)
    monkeypatch.setattr(ages, "_PAUSE", 0.0)

    async def look_twice() -> None:
        looking = asyncio.create_task(ages.close_old_tables(Away(club.store), Ages()))
        while len(tries) < 2:  # noqa: ASYNC110 - a thread tries
            await asyncio.sleep(0.01)
        looking.cancel()

    with caplog.at_level("INFO", logger="trigrad"):
        asyncio.run(asyncio.wait_for(look_twice(), 20))
    assert caplog.messages[0] == "old tables are closed later: away"

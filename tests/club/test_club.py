"""A club that is open: bots play by themselves, also after a restart and where something fails for a while."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.club.tables import choose, game_at, new_table, play_to_end

from trigrad.bots.levels import Thought
from trigrad.club import bot_players, bot_worker, thinking
from trigrad.club.bot_processes import BotProcesses
from trigrad.club.club import Club
from trigrad.club.people import User
from trigrad.club.thinking import Kind
from trigrad.engine.game import Game
from trigrad.engine.header import Header, game_from_bytes
from trigrad.games import load


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


def test_bots_leave_a_person_time_to_take_back_a_choice(tmp_path: Path, ada: User) -> None:
    patient = Club(f"sqlite:///{tmp_path / 'db'}", workers=0, bot_pace=0, undo_time=0.4, tables_an_hour=100)

    async def evening() -> None:
        async with patient.open():
            table_id = new_table(patient, ada, "me", "bot", game="noughts")
            live, table = game_at(patient, table_id)
            choose(patient, ada, table_id)
            assert table.to_move == 1
            await asyncio.sleep(0.1)  # a bot without patience has chosen by now
            patient.tables.undo(table_id, ada, 0, 1)
            assert table.to_move == 0
            choose(patient, ada, table_id)
            chosen = time.monotonic()
            await until(lambda: table.version == 4)
            assert time.monotonic() - chosen >= 0.4
            assert not live.can_undo(0)

    asyncio.run(evening())


def test_bots_wait_for_nobody_where_nothing_can_be_taken_back(tmp_path: Path, ada: User) -> None:
    patient = Club(f"sqlite:///{tmp_path / 'db'}", workers=0, bot_pace=0, undo_time=3600, tables_an_hour=100)

    async def evening() -> None:
        async with patient.open():
            table_id = new_table(patient, ada, "bot", "bot", game="noughts")
            await until(lambda: finished(patient, table_id))

    asyncio.run(evening())


def test_a_bot_that_failed_tries_again(club: Club, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_players, "_RETRY", 0.01)
    failures = 0
    append = club.store.append

    def fails_twice(*what: Any) -> None:
        nonlocal failures
        if failures < 2:
            failures += 1
            raise OSError("out of reach")
        append(*what)

    monkeypatch.setattr(club.store, "append", fails_twice)

    async def evening() -> None:
        async with club.open():
            table_id = new_table(club, ada, "bot", "bot")
            await until(lambda: finished(club, table_id))

    asyncio.run(evening())
    assert failures == 2


def test_a_bot_for_which_there_was_no_turn_tries_again(
    club: Club, ada: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_players, "_RETRY", 0.01)
    monkeypatch.setattr(thinking, "_MOST", 0)

    async def evening() -> None:
        async with club.open():
            table_id = new_table(club, ada, "bot", "bot")
            await asyncio.sleep(0.2)
            assert not finished(club, table_id)
            monkeypatch.setattr(thinking, "_MOST", 1000)
            await until(lambda: finished(club, table_id))

    asyncio.run(evening())
    assert caplog.records == []


class Bots:
    """In place of the bots' processes: each choice takes a moment, and it is noted at whose table it was made."""

    def __init__(self, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tables: list[str] = []
        self._go = threading.Event()
        self._go.set()
        bot_to_move = club.tables.bot_to_move

        def noted(table_id: str) -> bot_players.Asked | None:
            if threading.current_thread().name.startswith("thinking"):
                self.tables.append(table_id)
            return bot_to_move(table_id)

        def decide(_: object, game: Game, record: Header, seat: int, bot: str, _waited: float) -> int:
            assert self._go.wait(20)
            time.sleep(0.005)
            return game.legal(record)[0]

        monkeypatch.setattr(club.tables, "bot_to_move", noted)
        monkeypatch.setattr(BotProcesses, "decide", decide)

    def wait(self) -> None:
        """Let no thought end until ``go_on``, but for what is nearly done."""
        self._go.clear()

    def go_on(self) -> None:
        self._go.set()


def table_that_waits_for_its_bot(club: Club, person: User, *kinds: str) -> str:
    """A new table of these kinds of seats, by default a person and a bot, at which a bot is to choose."""
    table_id = new_table(club, person, *(kinds or ("me", "bot")))
    while game_at(club, table_id)[0].bot_to_move() is None:
        choose(club, person, table_id)
    return table_id


@pytest.mark.parametrize("kinds", [("bot", "bot"), ("me", "bot")])
def test_a_flood_of_tables_makes_nobody_else_wait_for_more_than_one_thought(
    club: Club, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...]
) -> None:
    bots = Bots(club, monkeypatch)
    ada = User("ada", "Ada", "192.0.2.2")

    async def evening() -> None:
        async with club.open():
            bots.wait()
            for number in range(25):
                new_table(club, User(f"eve {number}", "Eve", "192.0.2.1"), *kinds)
            await until(lambda: bots.tables)
            mine = table_that_waits_for_its_bot(club, ada)
            await until(lambda: "192.0.2.2" in club.thinking._waiting)
            begun = len(bots.tables)
            assert begun == 1  # of the flood
            bots.go_on()
            await until(lambda: len(bots.tables) > begun)
            assert bots.tables[begun] == mine

    asyncio.run(evening())


@pytest.mark.parametrize(("kinds", "counted"), [(("me", "bot"), True), (("bot", "bot"), False)])
def test_bots_hear_how_many_people_wait_and_how_long_each_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...], counted: bool
) -> None:
    """Three questions come at once, and the first is not answered for a while."""
    go = threading.Event()
    crowds, waited = [0], list[float]()

    def decide(_: object, game: Game, record: Header, seat: int, bot: str, seconds: float) -> int:
        waited.append(seconds)
        assert go.wait(20)
        return game.legal(record)[0]

    monkeypatch.setattr(BotProcesses, "decide", decide)
    monkeypatch.setattr(BotProcesses, "others_wait", lambda _, thoughts: crowds.append(thoughts))
    club = reopened(tmp_path)

    async def evening() -> None:
        async with club.open():
            for number in range(3):
                table_that_waits_for_its_bot(club, User(f"ada {number}", "Ada", f"192.0.2.{number}"), *kinds)
            await until(lambda: sum(waiting for waiting, _ in club.thinking.waiting().values()) == 2)
            await asyncio.sleep(0.3)
            go.set()
            await until(lambda: len(waited) >= 3)

    asyncio.run(evening())
    assert (max(crowds) >= 2) is counted
    assert all((seconds >= 0.3) is counted for seconds in waited[1:3])


def test_a_lent_seat_is_played_for_as_long_as_its_person_watches(club: Club, ada: User) -> None:
    def kind() -> Kind:
        asked = club.tables.bot_to_move(table_id)
        assert asked
        return club.bot_players._turn(table_id, asked).kind

    table_id = new_table(club, ada, "me", "bot")
    club.tables.lend(table_id, ada, 0, "random")
    assert kind() == Kind.BOTS_ALONE
    listener = club.hub.listen(ada, {table_id: ""})
    assert kind() == Kind.PLAY
    club.hub.leave(listener)
    club.hub.listen(User("eve", "Eve"), {table_id: ""})
    assert kind() == Kind.BOTS_ALONE


def test_an_analysis_is_computed_meanwhile_and_kept(
    club: Club, ada: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(game_name: str, known: bytes, seat: int, _: object, only: int | None, *_more: object) -> list[Thought]:
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

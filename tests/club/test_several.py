"""Several clubs on one PostgreSQL, as the processes of a server are."""

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.exc import SQLAlchemyError
from tests.club.tables import choose, game_at, new_table
from tests.store.postgres import Cluster
from tests.web.people import finished_table
from tests.web.test_analyses import Search, said

from trigrad.club import analyses, bot_worker
from trigrad.club.ages import Ages
from trigrad.club.club import Club
from trigrad.club.hub import Changed, Turn
from trigrad.club.people import User
from trigrad.club.refusals import Closed, SeatTaken
from trigrad.engine.text import Refusal
from trigrad.store import database
from trigrad.store import wire as wires_of_store
from trigrad.store.database import open_engine
from trigrad.store.office import Office
from trigrad.store.under_way import UnderWay
from trigrad.store.wire import Wire, wire_of
from trigrad.table import analysis
from trigrad.table.table import StaleChoice

pytestmark = pytest.mark.postgres

ADA, BOB = User("ada", "Ada"), User("bob", "Bob")

CLAIM = """
import sys
from sqlalchemy import make_url
from trigrad.store.database import open_engine
from trigrad.store.wire import wire_of
wire = wire_of(open_engine(make_url(sys.argv[1])))
print(wire.claim(sys.argv[2]), flush=True)
sys.stdin.read()
"""

PLAYS = """
import asyncio, sys
from trigrad.club.club import Club
from trigrad.store import wire
wire._SILENCE = 2
club = Club(sys.argv[1], workers=0, bot_pace=0.03, tables_an_hour=100)
async def play():
    async with club.open():
        await asyncio.to_thread(sys.stdin.readline)
asyncio.run(play())
print(club.tables.chosen.counts().get("bot", 0), flush=True)
"""


@pytest.fixture
def url(cluster: Cluster) -> str:
    return cluster.database()


@asynccontextmanager
async def two_clubs(url: str, pace: float = 0) -> AsyncIterator[tuple[Club, Club]]:
    """Two that are open."""
    one, other = (Club(url, workers=0, bot_pace=pace, tables_an_hour=100, ages=Ages(None, None)) for _ in range(2))
    async with one.open(), other.open():
        yield one, other


def in_two_clubs(url: str, happens: Callable[[Club, Club], Awaitable[None]]) -> None:
    async def run() -> None:
        async with two_clubs(url) as clubs:
            await happens(*clubs)

    asyncio.run(asyncio.wait_for(run(), 60))


async def until(condition: Callable[[], bool], seconds: float = 20) -> float:
    """Wait for something; how many seconds it took."""
    began = time.monotonic()
    while not await asyncio.to_thread(condition):
        assert time.monotonic() - began < seconds
        await asyncio.sleep(0.002)
    return time.monotonic() - began


def end_connections(cluster: Cluster, statement: str) -> None:
    """End those whose last statement was like this, as a failing network does."""
    others = f"query LIKE '{statement}' AND pid <> pg_backend_pid()"
    cluster.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")  # noqa: S608 - own words


# --- Changes ------------------------------------------------------------------------------


def test_whoever_watches_at_another_process_is_told_of_a_choice_soon(url: str) -> None:
    async def watch(one: Club, other: Club) -> None:
        table_id = await asyncio.to_thread(new_table, one, ADA, "me", "here")
        seen = await asyncio.to_thread(other.tables.get, table_id)
        listener = other.hub.listen(BOB, {table_id: seen.revision})
        took = []
        for _ in range(9):
            await asyncio.to_thread(choose, one, ADA, table_id)
            began = time.monotonic()
            assert (await asyncio.wait_for(anext(listener), 5))[0] == table_id
            took.append(time.monotonic() - began)
        mine, theirs = (game_at(club, table_id)[1] for club in (one, other))
        assert mine.record.tobytes() == theirs.record.tobytes()
        assert one.tables.get(table_id).revision == other.tables.get(table_id).revision
        assert sorted(took)[4] < 0.1

    in_two_clubs(url, watch)


def test_a_table_that_nobody_looks_at_here_is_let_go_once_it_changes(url: str) -> None:
    async def watch(one: Club, other: Club) -> None:
        left, asked, heard = [await asyncio.to_thread(new_table, one, ADA, "me", "here") for _ in range(3)]
        lives = [await asyncio.to_thread(other.tables.get, table_id) for table_id in (left, asked, heard)]
        lives[0].asked = lives[2].asked = time.monotonic() - 60
        lives[1].asked = time.monotonic() + 60  # so that it was but now, however slow the machine
        listener = other.hub.listen(BOB, {heard: lives[2].revision})
        for table_id in (left, asked, heard):
            await asyncio.to_thread(choose, one, ADA, table_id)
        assert (await asyncio.wait_for(anext(listener), 5))[0] == heard
        await until(lambda: other.tables.kept == 2)
        assert one.tables.kept == 3  # where they are played
        for table_id in (left, asked, heard):
            assert as_stored(one, table_id) == as_stored(other, table_id)

    in_two_clubs(url, watch)


def as_stored(club: Club, table_id: str) -> tuple[object, ...]:
    row = club.tables.get(table_id).row
    stored = club.store.table(table_id)
    known, written = (
        (r.revision, r.changed, r.chosen, r.finished, r.closed, [seat.name for seat in r.seats]) for r in (row, stored)
    )
    assert known == written
    return known


def test_choices_are_taken_in_with_all_that_they_change_of_a_table(url: str) -> None:
    async def watch(one: Club, other: Club) -> None:
        table_id = await asyncio.to_thread(new_table, one, ADA, "me", "here")
        await asyncio.to_thread(other.tables.get, table_id)
        for number in range(1, 400):
            await asyncio.to_thread(choose, one, ADA, table_id)
            mine, theirs = [await asyncio.to_thread(as_stored, club, table_id) for club in (one, other)]
            assert mine == theirs
            assert mine[0] == number
            if mine[3]:
                break
        assert mine[3], "the game is not over"

    in_two_clubs(url, watch)


@pytest.mark.parametrize("choice_first", [True, False])
def test_a_choice_beside_another_change_is_taken_in_with_it(url: str, choice_first: bool) -> None:
    """Whether they are heard of one by one or together."""

    async def watch(one: Club, other: Club) -> None:
        table_id = await asyncio.to_thread(new_table, one, ADA, "me", "here")
        await asyncio.to_thread(other.tables.get, table_id)
        former = one.tables.get(table_id).row.seats[0].name
        for number in range(20):
            renamed = partial(one.tables.rename, User("ada", f"Ada {number}"), former)
            deeds = [partial(choose, one, ADA, table_id), renamed]
            for deed in deeds if choice_first else deeds[::-1]:
                await asyncio.to_thread(deed)
            former = f"Ada {number}"
            revision, *_, names = await asyncio.to_thread(as_stored, other, table_id)
            assert revision == 2 * (number + 1)
            assert names == [former, "P1"]

    in_two_clubs(url, watch)


def test_a_choice_made_while_another_change_is_read_is_taken_in(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch(one: Club, other: Club) -> None:
        table_id = await asyncio.to_thread(new_table, one, ADA, "me", "here")
        former = (await asyncio.to_thread(other.tables.get, table_id)).row.seats[0].name
        look, read = other.store.news, []

        def then_somebody_chooses(table: str, first: int) -> object:
            found = look(table, first)
            read.append(table)
            if len(read) == 1:
                choose(one, ADA, table_id)
            return found

        monkeypatch.setattr(other.store, "news", then_somebody_chooses)
        await asyncio.to_thread(one.tables.rename, User("ada", "Ada 1"), former)
        await asyncio.to_thread(as_stored, other, table_id)
        assert read
        versions = [game_at(club, table_id)[1].version for club in (one, other)]
        assert versions[0] == versions[1]

    in_two_clubs(url, watch)


def test_people_at_another_process_are_told_of_their_turns(url: str) -> None:
    async def watch(one: Club, other: Club) -> None:
        listener = other.hub.listen(BOB, {}, turns=True)
        table_id = await asyncio.to_thread(new_table, one, BOB, "me", "here")  # not in memory there
        assert await asyncio.wait_for(anext(listener), 5) == Turn(table_id, mine=True)
        theirs = await asyncio.to_thread(new_table, one, ADA, "me", "friend")
        await asyncio.to_thread(one.tables.join, theirs, 1, BOB)
        told: list[Turn | Changed] = []
        while len(told) < 20 and Turn(theirs, mine=True) not in told:
            _, table = game_at(one, theirs)
            if table.to_move != 1:
                await asyncio.to_thread(choose, one, ADA, theirs)
            told.append(await asyncio.wait_for(anext(listener), 5))
        assert told[-1] == Turn(theirs, mine=True)

    in_two_clubs(url, watch)


def test_turns_that_nobody_told_of_are_told_once_the_other_is_heard_again(url: str) -> None:
    """As those at a table made while a process is cut off, or before it began to listen."""

    async def miss(one: Club, other: Club) -> None:
        await asyncio.to_thread(other.wire.close)
        listener = other.hub.listen(BOB, {}, turns=True)
        table_id = await asyncio.to_thread(new_table, one, BOB, "me", "here")
        await asyncio.to_thread(new_table, one, ADA, "me", "here")  # nothing to BOB
        await asyncio.to_thread(other.tables.hear_again)
        assert await asyncio.wait_for(anext(listener), 5) == Turn(table_id, mine=True)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(listener), 0.2)

    in_two_clubs(url, miss)


def test_what_was_answered_by_one_process_is_seen_at_once_at_another(url: str) -> None:
    """Also before anything was told: who chose at one may ask the other for the page."""

    async def ask(one: Club, other: Club) -> None:
        other.wire.close()
        table_id = await asyncio.to_thread(new_table, one, ADA, "me", "friend")
        assert not other.tables.get(table_id).started
        one.tables.join(table_id, 1, BOB)
        assert other.tables.get(table_id).started
        mover = (ADA, BOB)[game_at(one, table_id)[1].to_move or 0]
        choose(one, mover, table_id)
        assert game_at(other, table_id)[1].version == 1
        one.tables.rename(User("ada", "Augusta"), "Ada")
        assert other.tables.get(table_id).row.seats[0].name == "Augusta"

    in_two_clubs(url, ask)


def test_refusals_are_the_same_from_both(url: str) -> None:
    async def refuse(one: Club, other: Club) -> None:
        table_id = new_table(one, ADA, "me", "friend")
        other.tables.get(table_id)
        one.tables.join(table_id, 1, BOB)
        _, table = game_at(one, table_id)
        seat = table.to_move or 0
        version, action = table.version, table.legal(seat)[0]
        one.tables.act(table_id, (ADA, BOB)[seat], seat, action, version)
        attempts: list[tuple[type[Refusal], Callable[[Club], object]]] = [
            (SeatTaken, lambda club: club.tables.join(table_id, 1, User("eve", "Eve"))),
            (StaleChoice, lambda club: club.tables.act(table_id, (ADA, BOB)[seat], seat, action, version)),
        ]
        for club in (one, other):
            for refusal, attempt in attempts:
                with pytest.raises(refusal):
                    attempt(club)
        Office(one.store).close(table_id)
        for club in (one, other):
            with pytest.raises(Closed):
                club.tables.act(table_id, (ADA, BOB)[seat], seat, action, version)

    in_two_clubs(url, refuse)


def test_after_a_lost_connection_it_is_caught_up(url: str, cluster: Cluster) -> None:
    async def lose(one: Club, other: Club) -> None:
        table_id = await asyncio.to_thread(new_table, one, ADA, "me", "here")
        seen = await asyncio.to_thread(other.tables.get, table_id)
        listener = other.hub.listen(BOB, {table_id: seen.revision})
        end_connections(cluster, "LISTEN%")
        await asyncio.to_thread(choose, one, ADA, table_id)
        assert (await asyncio.wait_for(anext(listener), 10))[0] == table_id
        await asyncio.to_thread(choose, one, ADA, table_id)  # and from then on it is told again
        assert (await asyncio.wait_for(anext(listener), 10))[0] == table_id

    in_two_clubs(url, lose)


# --- Bots ---------------------------------------------------------------------------------


def test_each_choice_of_bots_is_made_by_one_process(url: str) -> None:
    async def play(one: Club, other: Club) -> None:
        ids = [new_table(club, ADA, "bot", "bot") for club in (one, other, one, other)]
        for club in (one, other):
            club.tables.wake_bots_since(0)
        await until(lambda: all(one.store.table(table_id).finished for table_id in ids), 50)
        written = sum(len(one.store.choices(table_id)) for table_id in ids)
        assert one.tables.chosen.counts().get("bot", 0) + other.tables.chosen.counts().get("bot", 0) == written

    in_two_clubs(url, play)


@pytest.fixture
def wires(url: str) -> Iterator[tuple[Wire, Wire]]:
    engines = [open_engine(make_url(url)) for _ in range(2)]
    one, other = (wire_of(engine) for engine in engines)
    yield one, other
    for wire, engine in zip((one, other), engines, strict=True):
        wire.close()
        engine.dispose()


def test_a_claim_is_of_one_process(wires: tuple[Wire, Wire]) -> None:
    one, other = wires
    assert one.claim("a")
    assert not one.claim("a")
    assert not other.claim("a")
    assert other.claim("b")
    other.release("a")  # which it does not have
    assert not other.claim("a")
    one.release("a")
    assert other.claim("a")
    other.close()
    assert one.claim("a")


def test_a_claim_ends_with_its_process(url: str, wires: tuple[Wire, Wire]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CLAIM, url, "a"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "True\n"
        assert not wires[0].claim("a")
        process.kill()
    began = time.monotonic()
    while not wires[0].claim("a"):
        assert time.monotonic() - began < 5
        time.sleep(0.01)


def test_a_process_that_says_nothing_loses_its_claims(
    wires: tuple[Wire, Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wires_of_store, "_SILENCE", 0.5)
    one, other = wires
    one.beat()  # before there is anything to lose
    assert one.claim("a")
    for _ in range(15):
        time.sleep(0.1)
        one.beat()
    assert one.holds("a")
    assert not other.claim("a")
    for _ in range(10):
        time.sleep(0.1)
        other.beat()
    assert one.holds("a")  # it does not know better, until it says something
    assert other.claim("a")
    one.release("a")
    assert not one.holds("a")
    assert not one.claim("a")
    assert other.holds("a")


def test_a_process_that_says_nothing_loses_what_it_was_writing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_IDLE", 0.5)
    one, other = (Club(url, workers=0, bot_pace=0, tables_an_hour=100) for _ in range(2))
    table_id = new_table(one, ADA, "me", "here")
    with one.store.engine.connect() as connection:
        connection.execute(text("UPDATE tables SET revision = 9"))
        began = time.monotonic()
        choose(other, ADA, table_id)
        assert 0.1 < time.monotonic() - began < 5
        with pytest.raises(SQLAlchemyError):
            connection.execute(text("SELECT 1"))
    choose(one, ADA, table_id)
    assert game_at(other, table_id)[1].version == 2
    for club in (one, other):
        club.thinking.close()
        club.store.close()


def test_a_lost_connection_costs_a_claim_and_nothing_else(wires: tuple[Wire, Wire], cluster: Cluster) -> None:
    one, _ = wires
    assert one.claim("a")
    end_connections(cluster, "%pg_try_advisory_lock%")
    assert not one.claim("b")  # it is noticed
    assert one.claim("b")
    assert one.claim("a")


def test_a_turn_whose_process_was_killed_is_taken_over(url: str) -> None:
    club = Club(url, workers=0, bot_pace=0, tables_an_hour=100)
    table_id = new_table(club, ADA, "bot", "bot")
    club.thinking.close()
    club.store.close()

    async def take_over(process: subprocess.Popen[str]) -> None:
        async with two_clubs(url) as (one, other):
            await asyncio.sleep(1)
            assert one.store.choices(table_id) == []
            process.kill()
            await until(lambda: len(one.store.choices(table_id)) > 0, 5)
            await until(lambda: other.store.table(table_id).finished)

    with subprocess.Popen(
        [sys.executable, "-c", CLAIM, url, f"bots {table_id}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "True\n"
        try:
            asyncio.run(asyncio.wait_for(take_over(process), 60))
        finally:
            process.kill()


def test_bots_turns_of_a_halted_process_are_taken_over_and_made_once(url: str) -> None:
    """Halted, it keeps its connections, as one whose machine hangs; later it goes on where it was."""
    club = Club(url, workers=0, bot_pace=0, tables_an_hour=100)
    table_id = new_table(club, ADA, "me", "bot")
    club.tables.lend(table_id, ADA, 0, "random")  # who may come back, so that bots take their time
    club.thinking.close()

    def written() -> int:
        return len(club.store.choices(table_id))

    async def take_over(process: subprocess.Popen[str]) -> int:
        await until(lambda: written() > 2)
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.2)
        halted = written()
        async with two_clubs(url, pace=0.03) as (one, other):
            await until(lambda: written() > halted + 5)
            process.send_signal(signal.SIGCONT)
            await until(lambda: club.store.table(table_id).finished, 40)
        # They are closed: whoever made the last choice has counted it, too
        return sum(each.tables.chosen.counts().get("bot", 0) for each in (one, other))

    with subprocess.Popen(
        [sys.executable, "-c", PLAYS, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            made = asyncio.run(asyncio.wait_for(take_over(process), 60))
            assert made + int(process.communicate("\n", timeout=30)[0]) == written()
            assert made > 5
        finally:
            process.kill()
            club.store.close()


# --- Analyses -----------------------------------------------------------------------------


def test_an_analysis_is_seen_at_both_and_goes_on_where_its_process_ends(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Search()
    monkeypatch.setattr(bot_worker, "think", search)
    monkeypatch.setattr(bot_worker, "compare", said)
    monkeypatch.setattr(analyses, "_TELLING", 0)

    def progress(club: Club, table_id: str) -> int:
        state = club.analyses.state(table_id)
        return state.progress.done if state.progress else -1

    async def analyse(one: Club, other: Club) -> None:
        table_id = finished_table(one.store, "quorum", 2)
        search.stop_after(5)
        one.analyses.begin(table_id, ADA)
        await until(lambda: search.begun == 5 and progress(other, table_id) > 0)
        other.analyses.begin(table_id, BOB)  # as it is computed already, that changes nothing
        assert not other.analyses._running
        one.wire.close()  # what it has claimed ends, as with the process
        await until(lambda: table_id in other.analyses._running)
        search.go.set()
        await until(lambda: other.analyses.state(table_id).analysis is not None)
        await until(lambda: not one.analyses._running)
        assert one.analyses.state(table_id) == other.analyses.state(table_id)
        assert UnderWay(one.store).analyses(analysis.VERSION) == []
        table = game_at(one, table_id)[1]
        once = len(analysis.choices_to_look_at(table))
        assert once <= len(search.asked) - 6 < 3 * once  # a second look at some of them, and those that were lost

    in_two_clubs(url, analyse)

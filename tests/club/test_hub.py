"""Whoever watches a table is told that it has changed; nobody's streams are without bounds."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest

from trigrad.club import hub as hubs
from trigrad.club.hub import Changed, Hub, Listener, Turn
from trigrad.club.origins import HERE, Limits
from trigrad.club.people import User
from trigrad.club.refusals import TooManyFromHere, TooManyStreams

T = TypeVar("T")


def person(name: str, origin: str = "192.0.2.1") -> User:
    return User(name, name, origin)


def in_a_hub(happens: Callable[[Hub], Awaitable[T]], limits: Limits | None = None, most: int = 5000) -> T:
    async def open_hub() -> T:
        hub = Hub(limits or Limits(streams=5000), most)
        hub.start()
        return await asyncio.wait_for(happens(hub), 20)

    return asyncio.run(open_hub())


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def all_of(listener: Listener) -> list[Changed | Turn]:
    return [change async for change in listener]


def test_watchers_of_a_table_are_told_of_its_changes_alone() -> None:
    async def watch(hub: Hub) -> list[list[Changed | Turn]]:
        listeners = [hub.listen(person(table), {table: "0"}) for table in ("a", "a", "b")]
        both = hub.listen(person("both"), {"a": "0", "b": "0"})
        watching = [asyncio.create_task(all_of(listener)) for listener in (*listeners, both)]
        await settled()
        for table, revision in (("a", "1"), ("b", "7"), ("a", "2")):
            await asyncio.to_thread(hub.publish, table, revision)
            await settled()
        hub.close()
        return await asyncio.gather(*watching)

    first, second, other, both = in_a_hub(watch)
    assert first == second == [("a", "1"), ("a", "2")]
    assert other == [("b", "7")]
    assert both == [("a", "1"), ("b", "7"), ("a", "2")]


def test_whoever_reads_slowly_is_told_of_the_last_change_only() -> None:
    async def watch(hub: Hub) -> list[Changed | Turn]:
        listener = hub.listen(person("slow"), {"a": "0"})
        for revision in range(1, 1000):
            hub.publish("a", str(revision))
            if not revision % 100:
                await settled()
        await settled()
        read = asyncio.create_task(all_of(listener))
        await settled()
        hub.close()
        return await read

    assert in_a_hub(watch) == [("a", "999")]


def test_what_somebody_knows_they_are_not_told() -> None:
    async def watch(hub: Hub) -> list[Changed | Turn]:
        listener = hub.listen(person("ada"), {"a": "5"})
        listener.tell("a", "5")
        hub.publish("a", "5")
        await settled()
        listener.tell("a", "6")
        read = asyncio.create_task(all_of(listener))
        await settled()
        hub.close()
        return await read

    assert in_a_hub(watch) == [("a", "6")]


def test_many_who_watch_do_not_keep_others_from_being_answered() -> None:
    """Between telling so many, the event loop turns to whatever else there is."""

    async def watch(hub: Hub) -> tuple[int, int]:
        listeners = [hub.listen(person(str(number)), {"a": "0"}, {"a"}) for number in range(1500)]
        heard: list[int] = []

        async def hear(listener: Listener) -> None:
            await anext(listener)
            heard.append(1)

        hearing = [asyncio.create_task(hear(listener)) for listener in listeners]
        await settled()
        hub.publish("a", "1")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        early = len(heard)
        await asyncio.gather(*hearing)
        return early, len(heard)

    early, told = in_a_hub(watch)
    assert early <= 2 * hubs._IN_A_ROW
    assert told == 1500


def test_nobody_is_remembered_who_no_longer_watches() -> None:
    async def watch(hub: Hub) -> None:
        listeners = [hub.listen(person("ada"), {"a": "", "b": ""}), hub.listen(person("bob"), {"a": ""})]
        assert hub.streams == 2
        for listener in listeners * 2:
            hub.leave(listener)
        assert hub.streams == 0
        assert (hub._at, hub._from) == ({}, {})

    in_a_hub(watch)


def test_of_one_persons_many_streams_at_a_table_the_oldest_end() -> None:
    async def watch(hub: Hub) -> None:
        other = hub.listen(person("bob"), {"a": ""})
        kept = hubs._OF_ONE_READER
        streams = [hub.listen(person("ada"), {"a": ""}) for _ in range(kept + 2)]
        assert hub.streams == kept + 1
        for listener in streams[:2]:
            assert await all_of(listener) == []  # ended
        assert not any(listener._ended for listener in (other, *streams[2:]))

    in_a_hub(watch)


def test_an_address_has_so_many_streams_whatever_names_it_takes_and_this_machine_has_more() -> None:
    async def watch(hub: Hub) -> None:
        for number in range(3):
            hub.listen(person(str(number)), {f"table {number}": ""})
        with pytest.raises(TooManyFromHere):
            hub.listen(person("4"), {"another": ""})
        hub.listen(person("bob", "192.0.2.2"), {"another": ""})
        for number in range(30):
            hub.listen(person(str(number), HERE), {"a": ""})
        with pytest.raises(TooManyFromHere):
            hub.listen(person("31", HERE), {"a": ""})

    in_a_hub(watch, Limits(streams=3))


def test_who_sits_at_a_table_is_told_of_it_however_many_watch() -> None:
    async def watch(hub: Hub) -> None:
        for number in range(hubs._AT_A_TABLE):
            hub.listen(person(str(number)), {"a": ""})
        with pytest.raises(TooManyStreams):
            hub.listen(person("one more"), {"a": ""})
        hub.listen(person("one more"), {"b": ""})
        hub.listen(person("ada"), {"a": ""}, {"a"})

    in_a_hub(watch)


def test_the_streams_of_a_server_are_bounded() -> None:
    async def watch(hub: Hub) -> None:
        for number in range(4):
            hub.listen(person(str(number)), {str(number): ""})
        with pytest.raises(TooManyStreams):
            hub.listen(person("5"), {"5": ""})
        hub.listen(person("ada"), {"a": ""}, {"a"})

    in_a_hub(watch, most=4)


def test_a_table_is_watched_by_its_people_only_while_they_listen() -> None:
    async def watch(hub: Hub) -> None:
        listener = hub.listen(person("ada"), {"a": ""})
        hub.listen(person("eve"), {"a": ""})
        assert hub.is_watched("a", {"ada", "bob"})
        assert not hub.is_watched("a", {"bob"})
        hub.leave(listener)
        assert not hub.is_watched("a", {"ada", "bob"})

    in_a_hub(watch)


def test_before_it_is_started_nothing_is_told() -> None:
    Hub(Limits(), 1).publish("a", "1")


def test_people_are_told_of_their_turns_wherever_they_are() -> None:
    async def watch(hub: Hub) -> list[list[Changed | Turn]]:
        ada, bob = (hub.listen(person(name), {}, turns=True) for name in ("ada", "bob"))
        watches = hub.listen(person("ada"), {"a": "0"})
        watching = [asyncio.create_task(all_of(listener)) for listener in (ada, bob, watches)]
        await settled()
        for table, turns in (
            ("a", {"ada": True, "bob": False}),
            ("b", {"eve": True}),
            ("a", {"ada": False, "bob": True}),
        ):
            await asyncio.to_thread(hub.publish, table, "1", turns)
            await settled()
        hub.close()
        return await asyncio.gather(*watching)

    ada, bob, watches = in_a_hub(watch)
    assert ada == [Turn("a", mine=True), Turn("a", mine=False)]
    assert bob == [Turn("a", mine=False), Turn("a", mine=True)]
    assert watches == [Changed("a", "1")]


def test_streams_of_turns_are_bounded_by_person_and_in_all() -> None:
    async def fill(hub: Hub) -> None:
        streams = [hub.listen(person("ada"), {}, turns=True) for _ in range(hubs._OF_TURNS + 2)]
        assert hub.streams == hubs._OF_TURNS
        assert await all_of(streams[0]) == await all_of(streams[1]) == []
        assert hub.tells_turns
        bob = hub.listen(person("bob"), {}, turns=True)
        assert hub.streams == hubs._OF_TURNS + 1
        with pytest.raises(TooManyStreams):
            hub.listen(person("eve"), {}, turns=True)
        for listener in (*streams, bob):
            hub.leave(listener)
        assert hub.streams == 0
        assert not hub.tells_turns

    in_a_hub(fill, most=hubs._OF_TURNS + 1)

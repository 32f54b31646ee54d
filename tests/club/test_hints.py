"""Hints: what they are made of, that they are fair, and that nobody can flood the club with them."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.club.tables import game_at, new_table
from tests.club.thinker import Thinker

from trigrad import bots, games
from trigrad.bots.levels import Budget, Level, Thought
from trigrad.bots.teaching import Ground
from trigrad.club import bot_worker, hints
from trigrad.club.club import Club
from trigrad.club.estimates import comparison, standing
from trigrad.club.origins import Limits
from trigrad.club.people import User
from trigrad.club.refusals import OneHintAtATime, TooManyFromHere, TooManyHints
from trigrad.engine.header import contents, game_from_bytes
from trigrad.engine.text import ENGLISH


def wait_until(happened: Callable[[], Any]) -> None:
    waiting = threading.Event()
    for _ in range(2000):
        if happened():
            return
        waiting.wait(0.01)
    pytest.fail("it did not happen")


def seat_to_move(club: Club, table_id: str) -> int:
    seat = game_at(club, table_id)[1].to_move
    assert seat is not None
    return seat


def nothing_said(actions: Sequence[int]) -> list[tuple[Ground, ...]]:
    """In place of comparing actions."""
    return [() for _ in actions]


def test_a_hint_is_the_experts() -> None:
    assert bots.load("expert").level == Level(hints.BUDGET)


def test_where_two_choices_are_legal_two_are_told() -> None:
    game = games.load("quorum")
    record = game.new(3, bytes(32))
    question = hints._Question(game, record, int(record.to_move), 0)
    thoughts = [Thought(action, 50, 0.5, 0.5, 0.0) for action in game.legal(record)[:2]]
    hint = hints._in_words(question, thoughts, nothing_said)
    assert len(hint.choices) == 2
    assert hint.share == pytest.approx(1 / 3)


def test_cards_of_the_same_kind_are_one_choice() -> None:
    game = games.load("petersburg")
    record = game.new(2, bytes(32))
    legal = game.legal(record)
    words = [game.describe(record, action).text.render(ENGLISH) for action in legal]
    twin = next(index for index, text in enumerate(words) if text in words[:index])
    thoughts = [Thought(action, 50, 0.5, 0.5, 0.0) for action in legal]
    hint = hints._in_words(
        hints._Question(game, record, int(record.to_move), 0), [thoughts[twin], *thoughts], nothing_said
    )
    told = [choice.description.text.render(ENGLISH) for choice in hint.choices]
    assert len(set(told)) == len(told) == 3
    assert hint.choices[0].description.action == legal[twin]  # what was thought of most stays


PETERSBURG = games.load("petersburg").new(2, bytes(32))  # at its beginning, with cards of the same kind
ANY = st.tuples(*(
    st.builds(Thought, st.just(action), st.integers(0, 5000), st.floats(0, 1), st.floats(0, 1), st.floats(-30, 30))
    for action in games.load("petersburg").legal(PETERSBURG)
))  # fmt: skip


@given(ANY)
def test_a_hint_never_contradicts_itself(thoughts: tuple[Thought, ...]) -> None:
    """Whatever a search thinks: the list is in the order of its figures, and the words follow from these."""
    question = hints._Question(games.load("petersburg"), PETERSBURG, int(PETERSBURG.to_move), 0)
    choices = hints._in_words(question, sorted(thoughts, key=lambda thought: -thought.visits), nothing_said).choices
    told = [choice.description.text.render(ENGLISH) for choice in choices]
    assert 1 <= len(set(told)) == len(told) <= 3
    shown = [(choice.chance, choice.lead) for choice in choices]
    assert shown == sorted(shown, reverse=True)
    assert choices[0].comparison.pattern == "the best choice"
    for choice in choices:
        assert choice.chance == round(choice.chance, 2)
        assert choice.standing == standing(choice.chance, 0.5)
    for choice in choices[1:]:
        assert choice.comparison == comparison(round(choices[0].chance - choice.chance, 2))


def test_hints_in_memory_are_bounded(club: Club, ada: User, thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_KEPT", 2)
    for _ in range(4):
        table_id = new_table(club, ada, "me", "here")
        club.hints.ask(table_id, ada, seat_to_move(club, table_id), 0).result(10)
        wait_until(lambda: not club.hints._asking)
    assert len(club.hints._kept) == 2


def test_asking_changes_nothing_and_hands_out_a_copy(club: Club, ada: User, thinker: Thinker) -> None:
    table_id = new_table(club, ada, "me", "here")
    _, table = game_at(club, table_id)
    before = table.record.tobytes()
    club.hints.ask(table_id, ada, seat_to_move(club, table_id), 0).result(10)
    ((record, _),) = thinker.asked
    assert record is not table.record
    record.scores[:] = 99
    assert table.record.tobytes() == before


def test_many_who_ask_the_same_at_once_wait_for_one_thought(club: Club, ada: User, thinker: Thinker) -> None:
    table_id = new_table(club, ada, "me", "here")
    seat = seat_to_move(club, table_id)
    thinker.may.clear()
    with ThreadPoolExecutor(16) as threads:
        asking = [threads.submit(club.hints.ask, table_id, ada, seat, 0) for _ in range(16)]
        thoughts = {one.result(10) for one in asking}
    thinker.may.set()
    assert len(thoughts) == 1
    assert thoughts.pop().result(10).choices
    assert len(thinker.asked) == 1


def test_nobody_has_two_hints_thought_of_at_once(club: Club, ada: User, thinker: Thinker) -> None:
    one, two = (new_table(club, ada, "me", "here") for _ in range(2))
    thinker.may.clear()
    thinking = club.hints.ask(one, ada, seat_to_move(club, one), 0)
    with pytest.raises(OneHintAtATime):
        club.hints.ask(two, ada, seat_to_move(club, two), 0)
    thinker.may.set()
    thinking.result(10)
    wait_until(lambda: not club.hints._asking)
    assert club.hints.ask(two, ada, seat_to_move(club, two), 0).result(10).choices


def ask(club: Club, person: User) -> "Future[hints.Hint]":
    """A hint at a person's new table."""
    table_id = new_table(club, person, "me", "here")
    return club.hints.ask(table_id, person, seat_to_move(club, table_id), 0)


def test_hints_that_wait_are_bounded(club: Club, ada: User, thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_QUEUE", 3)
    thinker.may.clear()
    thinking = [ask(club, User(str(number), f"P{number}", f"192.0.2.{number}")) for number in range(3)]
    with pytest.raises(TooManyHints):
        ask(club, ada)
    thinker.may.set()
    assert all(one.result(10).choices for one in thinking)


def test_whoever_asks_under_eight_names_from_one_address_keeps_nobody_else_waiting(
    club: Club, ada: User, thinker: Thinker
) -> None:
    thinker.may.clear()
    names = [User(f"flood-{number}", "Eve", "192.0.2.1") for number in range(8)]
    asked = []
    for eve in names:
        with suppress(TooManyFromHere):
            asked.append(ask(club, eve))
    assert len(asked) == Limits().hints
    wait_until(lambda: thinker.asked)  # one is thought about
    answered: list[str] = []
    for hint in asked:
        hint.add_done_callback(lambda _: answered.append("flood"))
    mine = ask(club, replace(ada, origin="192.0.2.2"))
    mine.add_done_callback(lambda _: answered.append("ada"))
    thinker.may.set()
    wait_until(lambda: len(answered) == len(asked) + 1)
    assert answered.index("ada") <= 1  # after the one thought that was at work already
    assert ask(club, names[-1]).result(10).choices  # and once there is room, its address may ask again


@pytest.mark.parametrize("name", games.names())
def test_the_search_and_the_answer_know_no_more_than_the_seat(
    club: Club, ada: User, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same question in two real worlds that the seat cannot tell apart."""
    monkeypatch.setattr(hints, "BUDGET", Budget(iterations=4))
    table_id = new_table(club, ada, "me", "here", game=name)
    live, table = game_at(club, table_id)
    for number in range(9):
        mover = seat_to_move(club, table_id)
        table.act(mover, table.legal(mover)[number % len(table.legal(mover))], table.version)
    seat = seat_to_move(club, table_id)
    monkeypatch.setattr(secrets, "token_bytes", bytes)  # all zeros
    handed: list[bytes] = []
    think = bot_worker.think

    def listen(game: str, known: bytes, *more: Any) -> Any:
        handed.append(known)
        return think(game, known, *more)

    monkeypatch.setattr(bot_worker, "think", listen)
    here = table.record
    told_here = hints._think(club.bot_processes, hints._question(live, ada, seat, table.version), time.monotonic())
    there = table.rules.game.resampled(here, seat, b"other" + bytes(27))
    assert contents(there) != contents(here)
    table.record = there
    told_there = hints._think(club.bot_processes, hints._question(live, ada, seat, table.version), time.monotonic())
    assert handed[0] == handed[1]
    assert contents_of(name, handed[0]) != contents(here)
    assert told_here == told_there


def contents_of(name: str, known: bytes) -> bytes:
    return contents(game_from_bytes(games.load(name).record_type, known))

"""The tree search: right where the right choice is known, fair, and within its bounds."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.bots.solving import after
from tests.bots.test_bots import positions, seed

from trigrad import bots, games
from trigrad.bots import levels, search
from trigrad.bots.levels import Budget, Level, Sight
from trigrad.bots.scratch import SPANS, new_search_scratch
from trigrad.engine.game import Game, Tuning, returns
from trigrad.engine.header import MAX_PLAYERS, copy_game
from trigrad.engine.random import generator
from trigrad.games.quorum.state import PLAY


def last_choice(game: Game, players: int, number: int) -> Any:
    """The last position of a random game in which there is a choice."""
    record = game.new(players, seed(game.name, players, number))
    last = None
    step = 0
    while not record.over:
        legal = game.legal(record)
        before = copy_game(record)
        game.apply_silently(record, legal[int.from_bytes(seed(number, step)[:4], "big") % len(legal)])
        if len(legal) > 1:
            last = before
        step += 1
    return last


def worth(game: Game, record: Any, seat: int, action: int) -> tuple[float, float]:
    """What a last choice brings: the share of the victory, then the lead."""
    end = after(game, record, action)
    return returns(end)[seat], game.lead(end, seat)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_choice_of_a_game_is_the_best_one(players: int) -> None:
    """In Quorum, where each choice of the last one ends the game, so that the best is known."""
    game = games.load("quorum")
    for number in range(3):
        record = last_choice(game, players, number)
        seat = int(record.to_move)
        chosen = levels.choose(
            game, record, seat, Level(Budget(iterations=50 * len(game.legal(record)))), seed("last", number)
        )
        best = max(worth(game, record, seat, action) for action in game.legal(record))
        assert worth(game, record, seat, chosen) == best


def test_cards_of_one_kind_in_one_row_are_one_choice() -> None:
    """In Saint Petersburg, whose first board shows four workers of five kinds: two alike are looked at once."""
    game = games.load("petersburg")
    for number in range(50):
        record: Any = game.new(2, seed("alike", number))
        kinds = [int(record.market[place]) for place in range(record.market_size)]
        if len(set(kinds)) < len(kinds):
            break
    seat, different = int(record.to_move), len(set(kinds))
    thoughts = levels.think(game, record, seat, Budget(iterations=60), seed("alike"))
    assert len(thoughts) == 2 * different + 1  # buy or take each kind, or pass
    assert sum(thought.visits for thought in thoughts) == 60
    second = game.parse(f"take {next(i for i, kind in enumerate(kinds) if kind in kinds[:i]) + 1}")
    assert second not in {thought.action for thought in thoughts}
    (only,) = levels.think(game, record, seat, Budget(iterations=20), seed("alike"), only=second)
    assert (only.action, only.visits) == (second, 20)


def test_a_full_tree_grows_no_more_but_is_still_searched() -> None:
    game = games.load("quorum")
    record = game.new(2, seed("full"))
    scratch, tree = new_search_scratch(game), search.new_tree(20)
    scratch.tries = 1  # quicker, and no matter here
    search.plant(tree, scratch)
    search.search(record, int(record.to_move), 60, generator(bytes(32)), tree, scratch)
    assert scratch.nodes == 20
    assert tree[search.ROOT].visits == 60


def depth(game: Game, turns: int) -> int:
    """How deep in choices a tree grows from the last choice of a turn."""
    record: Any = game.new(2, seed("depth"))
    game.apply_silently(record, game.parse("take 1"))
    assert record.step == PLAY
    scratch, tree = new_search_scratch(game), search.new_tree(100)
    scratch.turns, scratch.tries = turns, 1
    search.plant(tree, scratch)
    search.search(record, int(record.to_move), 40, generator(bytes(32)), tree, scratch)
    deepest, level = 0, [int(tree[search.ROOT].child)]
    while level := [node for first in level for node in row(tree, first)]:
        deepest += 1
        level = [int(tree[node].child) for node in level]
    return deepest


def row(tree: Any, node: int) -> Iterator[int]:
    """A node and its later siblings."""
    while node != search.NONE:
        yield node
        node = int(tree[node].sibling)


def test_a_tree_grows_as_many_turns_deep_as_the_tuning_says() -> None:
    """In Quorum: the card to play ends the turn; the next one has two choices, three with a god."""
    game = games.load("quorum")
    assert depth(game, turns=1) == 1
    assert 2 <= depth(game, turns=2) <= 4


def test_of_many_random_turns_the_best_is_played() -> None:
    """In Quorum's last choice, which is a turn of its own: with 200 tries at some 10 choices none is missed."""
    game = games.load("quorum")
    record = last_choice(game, 2, 0)
    seat = int(record.to_move)
    best = max(game.lead(after(game, record, action), seat) for action in game.legal(record))
    scratch = new_search_scratch(game)
    scratch.world, scratch.tries = record, 200
    search.play_out(generator(bytes(32)), scratch)
    assert scratch.world.over
    assert game.lead(scratch.world, seat) == best
    scratch.world, scratch.tries = record, 1
    worths = set()
    for number in range(30):
        scratch.world = record
        search.play_out(generator(seed("one try", number)), scratch)
        worths.add(game.lead(scratch.world, seat))
    assert len(worths) > 1


def test_of_many_random_choices_the_one_that_did_best_is_played() -> None:
    """In Saint Petersburg: of 500 choices at random among some ten none is missed; of one it may be any."""
    game = games.load("petersburg")
    record: Any = game.new(3, seed("did best"))
    legal = game.legal(record)
    scratch = new_search_scratch(game)
    scratch.mast = 500
    search.plant(search.new_tree(1), scratch)
    for best in legal:
        scratch.trail_length = 0
        at = search.average_of(record, game.functions.meaning(record, best), scratch)
        scratch.sums[at] += 1.0  # 0.75 on average, all others 0.5
        scratch.counts[at] += 1
        np.asarray(scratch.legal)[: len(legal)] = legal
        chosen = {search.sample(record, len(legal), generator(seed("sample", n)), scratch) for n in range(5)}
        assert {game.functions.meaning(record, one) for one in chosen} == {game.functions.meaning(record, best)}
        scratch.sums[at], scratch.counts[at] = 0.5, 1
    scratch.mast = 1
    assert len({search.sample(record, len(legal), generator(seed("any", n)), scratch) for n in range(30)}) > 2


def test_what_came_of_an_imagined_game_is_averaged_for_whoever_chose_and_how_far_ahead() -> None:
    game = games.load("petersburg")
    record: Any = game.new(2, seed("averages"))
    scratch, tree = new_search_scratch(game), search.new_tree(200)
    search.plant(tree, scratch)
    search.search(record, int(record.to_move), 50, generator(seed("averages")), tree, scratch)
    shape = SPANS, MAX_PLAYERS, len(scratch.child_of)
    counts = np.asarray(scratch.counts).reshape(shape) - 1
    sums = np.asarray(scratch.sums).reshape(shape) - 0.5
    assert (counts[:, 2:] == 0).all()  # no such players
    assert counts[0].sum() == 50 * 4 * 2  # four choices each are averaged together, in each of the games
    root = counts[0, record.to_move]
    for node in row(tree, tree[search.ROOT].child):
        assert root[tree[node].meaning] >= tree[node].visits  # there, and perhaps later on
    assert ((sums >= 0) & (sums <= counts)).all()


def test_a_search_compares_turns_or_choices_not_both() -> None:
    with pytest.raises(ValueError, match="either"):
        Tuning(tries=2, mast=2)


def test_every_iteration_is_counted_at_the_root_and_its_children() -> None:
    game = games.load("quorum")
    record = game.new(3, seed("count"))
    thoughts = levels.think(game, record, int(record.to_move), Budget(iterations=20), seed("count"))
    assert sum(thought.visits for thought in thoughts) == 20
    assert {thought.action for thought in thoughts} == set(game.legal(record))
    assert all(0 <= thought.worth <= 1 for thought in thoughts)
    assert [thought.visits for thought in thoughts] == sorted((thought.visits for thought in thoughts), reverse=True)


def test_a_search_of_one_action_looks_at_nothing_else() -> None:
    game = games.load("quorum")
    record = last_choice(game, 2, 0)
    seat = int(record.to_move)
    for action in game.legal(record):
        [thought] = levels.think(game, record, seat, Budget(iterations=40), seed("only"), only=action)
        assert (thought.action, thought.visits) == (action, 40)
        assert (thought.chance, thought.lead) == pytest.approx(worth(game, record, seat, action))


def test_the_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that runs 1 ms an iteration: 100 ms are 100 iterations, give or take the last chunk."""
    clock = {"now": 0.0}
    done: list[int] = []

    def pretend(record: Any, seat: int, iterations: int, *_: Any) -> None:
        clock["now"] += iterations * 0.001
        done.append(iterations)

    monkeypatch.setattr("trigrad.bots.levels.time.perf_counter", lambda: clock["now"])
    monkeypatch.setattr("trigrad.bots.search.search", pretend)
    game = games.load("quorum")
    record = game.new(2, seed("time"))
    levels.think(game, record, int(record.to_move), Budget(seconds=0.1), seed("time"))
    assert 100 <= sum(done) <= 110
    assert max(done) <= 11


@pytest.mark.parametrize(("ahead", "expected"), [(0, 100), (20, 40), (30, 10)])
def test_a_choice_is_made_once_no_other_is_likely_to_catch_up(
    monkeypatch: pytest.MonkeyPatch, ahead: int, expected: int
) -> None:
    """At 1 ms an iteration, one choice ahead by 20 visits of 100 is as good as made once 60 are left."""
    clock = {"now": 0.0}

    def pretend(iterations: int) -> None:
        clock["now"] += iterations * 0.001

    monkeypatch.setattr("trigrad.bots.search.visits_ahead", lambda _: ahead)
    levels._search_for(0.1, lambda: clock["now"], pretend, until_sure=search.new_tree(1))
    assert expected <= clock["now"] * 1000 <= expected + 11


def test_visits_ahead_are_those_of_the_first_over_the_second() -> None:
    game = games.load("quorum")
    record = game.new(2, seed("ahead"))
    scratch, tree = new_search_scratch(game), search.new_tree(300)
    scratch.tries = 1  # quicker, and no matter here
    search.plant(tree, scratch)
    search.search(record, int(record.to_move), 100, generator(bytes(32)), tree, scratch)
    choices = {int(game.functions.meaning(record, action)): action for action in game.legal(record)}
    visits = sorted((thought.visits for thought in levels._thoughts(tree, choices)), reverse=True)
    assert search.visits_ahead(tree) == visits[0] - visits[1]


def five_cards_to_play(game: Game) -> Any:
    """A position of a random game in which one of five cards is to be played."""
    return next(one for one in positions(game, 2, every=1, most=40) if len(game.legal(one)) == 5 and one.step == PLAY)


@pytest.mark.parametrize(("overlooks", "left"), [(0, 5), (25, 4), (50, 3), (80, 2), (100, 2)])
def test_a_weak_level_overlooks_what_brings_least_at_once(overlooks: int, left: int) -> None:
    """Five cards of a hand of Quorum to play: those that bring most points are noticed, at least two."""
    game = games.load("quorum")
    record = five_cards_to_play(game)
    seat = int(record.to_move)
    leads = {action: game.lead(after(game, record, action), seat) for action in game.legal(record)}
    sight = Sight(overlooks, playout=0)
    noticed = {thought.action for thought in levels.think(game, record, seat, Budget(iterations=30), seed(1), sight)}
    assert len(noticed) == left
    assert min(leads[action] for action in noticed) >= max(
        [leads[action] for action in leads.keys() - noticed], default=-1000
    )


def test_a_simple_level_counts_what_is_on_the_table() -> None:
    """Who thinks no further than the own turn plays the card that brings most at once."""
    game = games.load("quorum")
    record = five_cards_to_play(game)
    seat = int(record.to_move)
    leads = {action: game.lead(after(game, record, action), seat) for action in game.legal(record)}
    level = Level(Budget(iterations=60), Sight(50, playout=0, simple=True))
    chosen = levels.choose(game, record, seat, level, seed("simple"))
    assert leads[chosen] == max(leads.values())


def test_the_weaker_a_level_the_less_it_sees() -> None:
    beginner, casual, strong, expert = (bots.load(name).level for name in ("beginner", "casual", "strong", "expert"))
    assert beginner is not None
    assert beginner.sight is not None
    assert casual is not None
    assert casual.sight is not None
    assert beginner.sight.overlooks > casual.sight.overlooks > 0
    assert beginner.sight.simple
    assert not casual.sight.simple
    assert beginner.sight.playout < casual.sight.playout
    assert [level.sight for level in (strong, expert) if level is not None] == [None, None]


_MANY_CHOICES = """
import hashlib, sys
from trigrad import bots, games
count = 0
for number in range(10**9):
    for name in games.names():
        game = games.load(name)
        players = game.min_players + number % (game.max_players - game.min_players + 1)
        record = game.new(players, hashlib.sha256(f"{name} {number}".encode()).digest())
        while not record.over:
            chance = hashlib.sha256(f"{number} {count}".encode()).digest()
            action = bots.decide(game, record, int(record.to_move), "casual", chance, iterations=8)
            assert action in game.legal(record)
            game.apply_silently(record, action)
            count += 1
    if count >= 100_000:
        sys.exit(print("legal", count))
"""


@pytest.mark.slow
def test_a_hundred_thousand_choices_are_legal() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MANY_CHOICES],
        env={**os.environ, "TRIGRAD_NATIVE": "1", "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("legal")

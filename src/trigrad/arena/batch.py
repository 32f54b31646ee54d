"""Many games side by side, one choice in each a step: the compiled loop of ``trigrad.vector``.

An agent chooses in all seats, or in one seat of each game while bots play the others. What is no choice of the agent is
carried out at once: forced choices, bots' choices, and the set-up of the next game when one is over.
"""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from trigrad.arena.match import draw_game_seed, draw_words
from trigrad.bots.policy import choose
from trigrad.bots.scratch import Scratch
from trigrad.engine.generic import apply_action, legal_actions, observe, setup
from trigrad.engine.header import MAX_PLAYERS, Header
from trigrad.engine.observation import clear, seat_category
from trigrad.engine.random import Generator, below, reseed
from trigrad.engine.record import Array, Floats, Grid, Record, Row, int8, int64, record
from trigrad.engine.rule import rule

AGENT = -1  # in place of a bot's number: the agent chooses
GROUP = 32  # games that are stepped together: they stay in a core's nearest cache from choice to observation


class Lane(Record):
    """What belongs to one place of a batch, whatever game is being played there."""

    chance = record(Generator)  # of the bots
    number = int64()  # of the game being played, within the batch's seed
    seat = int8()  # the agent's, where bots play the others


class Plan(Record):
    """What all games of a batch have in common, on one thread."""

    stream = record(Generator)  # that all seeds are drawn from
    stride = int64()  # games of the batch: after game n comes game n + stride
    policies = int64(MAX_PLAYERS)  # who plays each seat, from the agent's on clockwise: a bot's number, or AGENT
    memory = int8()  # 1 = observed with memory


class Batch(NamedTuple):
    """Arrays with a row for each game; of one row what they share. Python hands arrays on faster than records."""

    games: Array[Header]
    blank: Array[Header]  # (1,): zeroed, what a new game is set up in
    plan: Array[Plan]  # (1,)
    scratch: Array[Scratch]  # (1,)
    lanes: Array[Lane]
    actions: Row  # int16 (batch,): what the agent chooses
    observations: Grid  # (batch, size), for the seat to move
    masks: Grid  # uint8 (batch, num_actions): 1 = legal
    to_move: Row  # int8 (batch,)
    rewards: NDArray[Any]  # float32 (batch, players): at the end of a game each seat's share of the victory, else 0
    done: Row  # uint8 (batch,): 1 = a game ended in this step


@rule
def begin_games(batch: Batch, first: int, options: Row) -> None:
    """Begin every game anew; the first of them is game ``first`` of the batch's seed."""
    plan, scratch = batch.plan[0], batch.scratch[0]
    for i in range(len(batch.games)):
        batch.lanes[i].number = first + i
        batch.done[i] = 0
        clear(batch.rewards[i])
        begin_game(batch, i, options, plan, scratch)
        count = play_on(batch.games[i], batch.lanes[i], plan, scratch)
        if count == 0:
            count = begin_next(batch, i, options, plan, scratch)
        show_choices(scratch.candidates, count, batch.masks[i])
        batch.to_move[i] = show(batch.games[i], plan, batch.observations[i])


@rule
def step_games(batch: Batch, options: Row) -> None:
    """Carry out the agent's choice in every game, and all that follows up to its next one.

    They are played, then all of them observed: what a processor does again it foresees better, and what it wrote just
    now it reads slowly. To hand the whole batch on for each game would take longer than to play, so only ends of games
    do.
    """
    plan, scratch = batch.plan[0], batch.scratch[0]
    games = len(batch.games)
    for i in range(games):
        if batch.done[i] == 1:  # in the step before
            batch.done[i] = 0
            clear(batch.rewards[i])
        apply_action(batch.games[i], int(batch.actions[i]), scratch.journal)
        count = play_on(batch.games[i], batch.lanes[i], plan, scratch)
        if count == 0:
            count = begin_next(batch, i, options, plan, scratch)
        show_choices(scratch.candidates, count, batch.masks[i])
    for i in range(games):
        batch.to_move[i] = show(batch.games[i], plan, batch.observations[i])


@rule
def rows(batch: Batch, first: int, stop: int, plan: Array[Plan], scratch: Array[Scratch]) -> Batch:
    """Some games of a batch, with a plan and a scratch for them."""
    return Batch(
        batch.games[first:stop],
        batch.blank,
        plan,
        scratch,
        batch.lanes[first:stop],
        batch.actions[first:stop],
        batch.observations[first:stop],
        batch.masks[first:stop],
        batch.to_move[first:stop],
        batch.rewards[first:stop],
        batch.done[first:stop],
    )


@rule
def begin_next(batch: Batch, i: int, options: Row, plan: Plan, scratch: Scratch) -> int:
    """Write how a game ended and begin the next one there; return how many choices the agent has."""
    count = 0
    while count == 0:
        batch.done[i] = 1
        write_returns(batch.games[i], batch.rewards[i])
        batch.lanes[i].number += plan.stride
        begin_game(batch, i, options, plan, scratch)
        count = play_on(batch.games[i], batch.lanes[i], plan, scratch)
    return count


@rule
def begin_game(batch: Batch, i: int, options: Row, plan: Plan, scratch: Scratch) -> None:
    """Set up a lane's game, by the seeds that a simulation draws for its number."""
    lane = batch.lanes[i]
    batch.games[i] = batch.blank[0]
    draw_game_seed(plan.stream, int(lane.number), scratch.seed)
    setup(batch.games[i], options, scratch.seed)
    draw_words(plan.stream, scratch.seed)
    reseed(lane.chance, scratch.seed)


@rule
def play_on(game: Header, lane: Lane, plan: Plan, scratch: Scratch) -> int:
    """Carry out what is forced and what bots choose; return how many choices the agent has, 0 once the game is over."""
    while game.over == 0:
        count = legal_actions(game, scratch.candidates)
        if count == 1:
            apply_action(game, int(scratch.candidates[0]), scratch.journal)
            continue
        seat = int(game.to_move)
        policy = int(plan.policies[seat_category(game, int(lane.seat), seat) - 1])
        if policy == AGENT:
            return count
        apply_action(game, choose(policy, game, seat, lane.chance, scratch), scratch.journal)
    return 0


@rule
def write_returns(game: Header, rewards: Floats) -> None:
    """Each seat's share of the victory, as in ``trigrad.engine.game.returns``."""
    winners = 0
    for seat in range(game.players):
        winners += 1 if game.places[seat] == 1 else 0
    for seat in range(game.players):
        rewards[seat] = 1 / winners if game.places[seat] == 1 else 0.0


@rule
def show_choices(candidates: Row, count: int, mask: Row) -> None:
    """Mark the ``count`` legal actions."""
    clear(mask)
    for k in range(count):
        mask[candidates[k]] = 1


@rule
def show(game: Header, plan: Plan, observed: Row) -> int:
    """Write what the seat to move observes; return that seat."""
    seat = int(game.to_move)
    observe(game, seat, plan.memory == 1, observed)
    return seat


@rule
def first_illegal(actions: Row, masks: Grid) -> int:
    """The first game in which an action is not legal, or -1."""
    for i in range(len(actions)):
        action = int(actions[i])
        if action < 0 or action >= len(masks[i]) or masks[i, action] == 0:
            return i
    return -1


@rule
def choose_at_random(masks: Grid, chance: Generator, actions: Row) -> None:
    """Any legal action in every game, each as likely as the others."""
    for i in range(len(actions)):
        count = 0
        for action in range(len(masks[i])):
            count += masks[i, action]
        left = below(chance, count) + 1
        action = -1
        while left > 0:
            action += 1
            left -= masks[i, action]
        actions[i] = action

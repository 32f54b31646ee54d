"""Fitting what the features of a position are worth: games of the search with itself, then least squares.

The features of every player are noted at each choice, and the weights are those with which they come closest to the
points in the end. Some choices are any, so that positions occur too into which a good player seldom comes.

Fits to some hundred games differ much in strength. So a gate follows: for each kind of table, fits that stay more or
less near the weights before play with these, by the search if that goes by weights, else by the planner, and the best
one replaces them only if it then wins on fresh shuffles too.
"""

import hashlib
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trigrad import games as all_games
from trigrad.arena.checkpoint import Checkpoint
from trigrad.arena.match import draw_game_seed, draw_words
from trigrad.arena.workers import executor_of
from trigrad.bots import policy
from trigrad.bots.foresight import arm
from trigrad.bots.greedy import draw_seed
from trigrad.bots.scratch import Scratch, SearchScratch, new_scratch, new_search_scratch
from trigrad.bots.search import Tree, choose, new_tree, play_best_turn, play_out, play_turn
from trigrad.engine.evaluation import POINT
from trigrad.engine.game import Game, Tuning, returns
from trigrad.engine.generic import apply_action, evaluate, features, legal_actions, resample, setup
from trigrad.engine.header import Header
from trigrad.engine.random import Generator, below, generator, reseed
from trigrad.engine.record import Array, Floats, Row, new_record, new_records
from trigrad.engine.rule import rule, source_digest

Weights = NDArray[np.float64]  # (stages, features): points
Curve = NDArray[np.float64]  # (rounds, 3): games of each table so far, error of a fit to them on the next, of no fit
Moments = NDArray[np.float64]  # (stages, features + 2, features + 2): sums of products of features, points, and 1
BATCH = 25  # games that one thread plays at a time
WORLDS = 20  # in which each end of a turn is played on
TRIES = 10  # random turns of which the best is played there
LEVEL = 0.1  # weight of the points themselves beside their differences between the ends of one turn
PULLS = (20.0, 300.0, 3000.0)  # notes that speak for the weights so far, in each of the fits
_STANDING = 0  # the feature that is the points as they stand
_BLIND = Tuning()  # of a search that plays on to the end, since it knows nothing of what will come


@dataclass(frozen=True)
class Course:
    """How the games of one round of training are played."""

    key: bytes  # that all chance comes from
    weights: Weights | None = None  # None = the search plays to the end and values what it sees there
    iterations: int = 100  # of the search at each choice
    random_percent: int = 20  # of the choices that are any
    to_end: bool = False  # whether imagined games are played to their end also with weights, as not to trust these
    ends: int = 0  # of a turn that are compared in place of whole games by the search; 0 = none
    gate: int = 240  # games of each kind of table that new weights have to win against those gone on from; 0 = none


@rule
def note_game(
    game: Header,
    chance: Generator,
    iterations: int,
    random_percent: int,
    tree: Tree,
    scratch: SearchScratch,
    notes: Floats,
    stages: Row,
) -> int:
    """Play a game, each choice the search's or, at times, any; note every player's features at each choice.

    ``notes`` float64[notes * features], ``stages`` int16[notes]; returns how many notes there are.
    """
    width = len(notes) // len(stages)
    count = 0
    while game.over == 0:
        choices = legal_actions(game, scratch.legal)
        action = int(scratch.legal[below(chance, choices)])
        if choices > 1:
            for player in range(game.players):
                stages[count] = features(game, player, scratch.foresight.values)
                for i in range(width):
                    notes[count * width + i] = scratch.foresight.values[i]
                count += 1
            if below(chance, 100) >= random_percent:
                action = choose(game, game.to_move, iterations, chance, tree, scratch)
        apply_action(game, action, scratch.journal)
    return count


@rule
def begin_game(
    game: Header, options: Row, stream: Generator, number: int, chance: Generator, scratch: SearchScratch
) -> None:
    """Set up the game of this number of a stream."""
    draw_game_seed(stream, number, scratch.seed)
    setup(game, options, scratch.seed)
    draw_words(stream, scratch.seed)
    reseed(chance, scratch.seed)


def tables(game: Game, players: int | None, options: Mapping[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
    """All kinds of tables that are trained for: every number of players, every value of the game's first option.

    The others are left at their defaults; what is given in ``players`` and ``options`` stays as it is.
    ``UnknownOption``.
    """
    counts = range(game.min_players, game.max_players + 1) if players is None else [players]
    varied = [option for option in game.options[:1] if option.key not in options]
    for count, values in itertools.product(counts, itertools.product(*(_values(option.choices) for option in varied))):
        chosen = dict(options) | {option.key: value for option, value in zip(varied, values, strict=True)}
        game.encode_options(count, chosen)
        yield count, chosen


def _values(choices: Sequence[tuple[str, object]]) -> list[str]:
    return [value for value, _ in choices]


@rule
def compare_ends(
    game: Header,
    ends: Array[Header],
    chance: Generator,
    dice: Generator,
    scratch: SearchScratch,
    notes: Floats,
    stages: Row,
    points: Floats,
) -> None:
    """Note every player's features at some ends of the turn that begins, and the points that come of them on average.

    Half of the ends are any, half the best of several. Each is played on in the same worlds and by the same dice.
    ``notes`` float64[ends * players * features], ``stages`` int16[ends * players], ``points`` float64[ends * players].
    """
    mover, players = int(game.to_move), int(game.players)
    width = len(notes) // len(stages)
    for end in range(len(ends)):
        imagine_turn(game, end % 2 == 0, chance, scratch)
        ends[end] = scratch.world
        for player in range(players):
            note = end * players + player
            stages[note] = features(ends[end], player, scratch.foresight.values)
            points[note] = 0.0
            for i in range(width):
                notes[note * width + i] = scratch.foresight.values[i]
    for _ in range(WORLDS):
        draw_seed(chance, scratch.seed)
        for end in range(len(ends)):
            scratch.world = ends[end]
            resample(scratch.world, mover, scratch.seed)
            reseed(dice, scratch.seed)
            play_out(dice, scratch)
            evaluate(scratch.world, scratch.worths)
            for player in range(players):
                points[end * players + player] += int(scratch.worths[player]) / float(POINT * WORLDS)


@rule
def imagine_turn(game: Header, at_random: bool, chance: Generator, scratch: SearchScratch) -> None:
    """Leave in ``scratch.world`` what a turn makes of a game: any turn, or the best of several."""
    scratch.world = game
    if at_random:
        play_turn(scratch.world, scratch.playout, chance, scratch)
    else:
        play_best_turn(scratch.playout, chance, scratch)


@rule
def play_on(games: Array[Header], random_percent: int, chance: Generator, scratch: SearchScratch) -> None:
    """Play a turn of the one game as it is imagined, or at times any."""
    imagine_turn(games[0], below(chance, 100) < random_percent, chance, scratch)
    games[0] = scratch.world


def compare_batch(game_name: str, course: Course, encoded: Row, first: int, games: int) -> Moments:
    """The moments of the ends of all turns of the games ``first`` .. ``first + games - 1`` of one kind of table."""
    game = all_games.load(game_name)
    players, width = int(encoded[0]), len(game.feature_names)
    scratch = _thinker(game, course)
    scratch.playout, scratch.foresees = _BLIND.playout, course.weights is not None  # to the end
    scratch.tries, scratch.mast = TRIES, _BLIND.mast
    stream, chance, dice = (generator(hashlib.sha256(course.key + encoded.tobytes()).digest()) for _ in range(3))
    count = course.ends * players
    notes, stages, points = np.zeros(count * width), np.zeros(count, np.int16), np.zeros(count)
    ends = new_records(game.record_type, course.ends)
    moments = no_moments(game)
    for number in range(first, first + games):
        one = new_records(game.record_type, 1)
        record = one[0]
        begin_game(record, encoded, stream, number, chance, scratch)
        while not record.over:
            compare_ends(record, ends, chance, dice, scratch, notes, stages, points)
            for player in range(players):
                rows = notes.reshape(course.ends, players, width)[:, player]
                add_differences(moments, rows, stages[player::players], points[player::players])
            play_on(one, course.random_percent, chance, scratch)
    return moments


def no_moments(game: Game) -> Moments:
    """The moments of no notes."""
    return np.zeros((game.stages, len(game.feature_names) + 2, len(game.feature_names) + 2))


def add_differences(
    moments: Moments, rows: NDArray[np.float64], stages: NDArray[np.int16], points: NDArray[np.float64]
) -> None:
    """Add how far notes (n, features) of one player at ends of one turn, and the points, differ from their means.

    The means themselves, which luck moves, count little: they say at what level the points are.
    """
    for stage in np.unique(stages):
        at = stages == stage
        means, mean = rows[at].mean(axis=0), points[at].mean()
        add_moments(moments, rows[at] - means, stages[at], points[at] - mean)
        add_moments(moments, means[np.newaxis], np.array([stage]), np.array([mean]), LEVEL)


def play_batch(game_name: str, course: Course, encoded: Row, first: int, games: int) -> Moments:
    """The moments of the games ``first`` .. ``first + games - 1`` of one kind of table."""
    game = all_games.load(game_name)
    players, width = int(encoded[0]), len(game.feature_names)
    scratch = _thinker(game, course)
    tree = new_tree(course.iterations + 1 + game.num_actions)
    key = hashlib.sha256(course.key + encoded.tobytes()).digest()
    stream, chance = generator(key), generator(key)
    most = game.max_game_length * players
    notes, stages = np.zeros(most * width), np.zeros(most, np.int16)
    moments = no_moments(game)
    for number in range(first, first + games):
        record = new_record(game.record_type)
        begin_game(record, encoded, stream, number, chance, scratch)
        count = note_game(record, chance, course.iterations, course.random_percent, tree, scratch, notes, stages)
        points = np.asarray(record.scores, float)[:players]
        rows = notes[: count * width].reshape(count, width)
        add_moments(moments, rows, stages[:count], np.tile(points, count // players))
    return moments


def _thinker(game: Game, course: Course) -> SearchScratch:
    scratch = new_search_scratch(game)
    if course.to_end or course.weights is None:
        scratch.playout = _BLIND.playout
    if course.weights is None:
        scratch.foresees, scratch.explore = 0, _BLIND.explore
    else:
        arm(scratch.foresight, game, course.weights)
    return scratch


def add_moments(
    moments: Moments,
    rows: NDArray[np.float64],
    stages: NDArray[np.int16],
    points: NDArray[np.float64],
    weight: float = 1.0,
) -> None:
    """Add notes (n, features) of some stages (n,) and the points (n,) that came of them to the moments."""
    notes = np.column_stack([rows, points, np.ones(len(points))])
    for stage in np.unique(stages):
        at = stages == stage
        moments[stage] += weight * notes[at].T @ notes[at]


def fit(moments: Moments, before: Weights, pull: float = PULLS[0]) -> Weights:
    """Weights by least squares, drawn towards those before by so many notes; they stay where there are no notes."""
    fitted = before.copy()
    for stage, sums in enumerate(moments):
        products, wanted = sums[:-2, :-2], sums[:-2, -2]
        if products.any():
            ridge = np.diag(pull * np.maximum(1.0, products.diagonal() / products.diagonal().max()))
            fitted[stage] = np.linalg.solve(products + ridge, wanted + ridge @ before[stage])
    return fitted


def error(weights: Weights, moments: Moments) -> float:
    """By how many points weights are wrong of some notes: the root of the mean square."""
    stages = len(weights)
    wrong = np.column_stack([weights, -np.ones(stages), np.zeros(stages)])  # what they say, less the points
    squares = np.einsum("si,sij,sj->", wrong, moments, wrong)
    return math.sqrt(max(0.0, float(squares)) / moments[:, -1, -1].sum())


def unlearned(game: Game) -> Weights:
    """Weights of one who knows nothing: the points as they stand."""
    weights = np.zeros((game.stages, len(game.feature_names)))
    weights[:, _STANDING] = 1.0
    return weights


def meet(game: Game, one: Weights, other: Weights, encoded: Row, games: int, key: bytes, iterations: int = 0) -> float:
    """The share of the victory of a player with some weights among those with others, all seats on each shuffle.

    They are searches of so many iterations a choice, or planners if there are none.
    """
    players = int(encoded[0])
    stream, chance = (generator(hashlib.sha256(key + part).digest()) for part in (b"games", b"bots"))
    searches = new_search_scratch(game), new_search_scratch(game)
    planners = new_scratch(game), new_scratch(game)
    for player, weights in enumerate((one, other)):
        arm(searches[player].foresight, game, weights)
        arm(planners[player].foresight, game, weights)
    tree = new_tree(iterations + 1 + game.num_actions)
    won = 0.0
    for number in range(games):
        record = new_record(game.record_type)
        draw_game_seed(stream, number // players, planners[0].seed)
        setup(record, encoded, planners[0].seed)
        seat = number % players
        if iterations > 0:
            play_searches(record, seat, iterations, chance, tree, *searches)
        else:
            play_planners(record, seat, chance, *planners)
        won += returns(record)[seat]
    return won / games


@rule
def play_searches(
    game: Header,
    seat: int,
    iterations: int,
    chance: Generator,
    tree: Tree,
    own: SearchScratch,
    others: SearchScratch,
) -> None:
    """Let searches play a game to its end, of which the one at a seat has weights of its own."""
    while game.over == 0:
        choices = legal_actions(game, own.legal)
        action = int(own.legal[0])
        if choices > 1:
            if game.to_move == seat:
                action = choose(game, game.to_move, iterations, chance, tree, own)
            else:
                action = choose(game, game.to_move, iterations, chance, tree, others)
        apply_action(game, action, own.journal)


@rule
def play_planners(game: Header, seat: int, chance: Generator, own: Scratch, others: Scratch) -> None:
    """Let planners play a game to its end, of which the one at a seat has weights of its own."""
    while game.over == 0:
        if game.to_move == seat:
            action = policy.choose(policy.PLANNER, game, game.to_move, chance, own)
        else:
            action = policy.choose(policy.PLANNER, game, game.to_move, chance, others)
        apply_action(game, action, own.journal)


def gated(
    game: Game,
    before: Weights,
    fits: Sequence[Weights],
    encoded: Row,
    games: int,
    key: bytes,
    iterations: int,
) -> Weights:
    """The best of some fits for one kind of table, if it wins among players with the weights before, else these.

    It has to win more than its fair share by two standard errors in ``games`` games on shuffles by which it was not
    chosen. Searches play of which each has so many iterations a choice, or planners if the search goes by no weights.
    """
    fair = 1 / int(encoded[0])
    thought = iterations if game.tuning.foresees else 0
    best = max(fits, key=lambda one: meet(game, one, before, encoded, max(1, games // 2), key + b"trial", thought))
    share = meet(game, best, before, encoded, games, key + b"gate", thought)
    return best if share > fair + 2 * math.sqrt(fair * (1 - fair) / games) else before


def train(
    game: Game,
    kinds: Sequence[tuple[int, Mapping[str, str]]],
    games: int,
    course: Course,
    on_progress: Callable[[int], None] = lambda _: None,
    workers: int | str | None = None,
    checkpoint: Path | None = None,
    on_round: Callable[[Curve], None] = lambda _: None,
) -> Weights:
    """New weights from ``games`` games of each kind of table; the same course gives the same weights.

    Weights to go on from are replaced only where new ones pass the course's gate, see ``gated``. ``on_progress`` is
    told how many games were finished, ``on_round`` the curve so far. ``workers`` as in ``trigrad.arena.simulate``. With
    a file for ``checkpoint`` the games of a run that was broken off are not played again. ``ValueError`` for a game
    without features; ``NoCluster``; ``OtherRun``.
    """
    if not game.feature_names:
        raise ValueError(f"{game.name} has no features to be trained")
    tables = [game.encode_options(players, options) for players, options in kinds]
    run = run_name(game, tables, games, course)
    before = unlearned(game) if course.weights is None else course.weights
    with Checkpoint(checkpoint, run, (len(tables), *no_moments(game).shape)) as found:
        _play(game, tables, games, course, workers, found, on_progress, on_round)
    if course.weights is None or course.gate == 0:
        return fit(found.moments.sum(axis=0), before)
    fits = [fit(found.moments.sum(axis=0), before, pull) for pull in PULLS]
    best = before
    for encoded, sums in zip(tables, found.moments, strict=True):
        stages = np.abs(sums).sum(axis=(1, 2))[:, np.newaxis] > 0
        there = [np.where(stages, one, best) for one in fits]
        best = gated(game, best, there, encoded, course.gate, course.key, course.iterations)
    return best


def run_name(game: Game, tables: Sequence[Row], games: int, course: Course) -> str:
    """A digest of all that decides what comes of the games of a run."""
    weights = b"" if course.weights is None else course.weights.tobytes()
    wish = [game.name, games, replace(course, weights=None, gate=0), [table.tolist() for table in tables]]
    return hashlib.sha256(f"{source_digest()} {wish}".encode() + weights).hexdigest()


def _play(
    game: Game,
    tables: Sequence[Row],
    games: int,
    course: Course,
    workers: int | str | None,
    found: Checkpoint,
    on_progress: Callable[[int], None],
    on_round: Callable[[Curve], None],
) -> None:
    """Play the batches that a checkpoint lacks, a round of all kinds of table after the other."""
    batches = [
        (kind, first, min(BATCH, games - first)) for first in range(0, games, BATCH) for kind in range(len(tables))
    ]
    on_progress(sum(count for _, _, count in batches[: found.batches]))
    on_round(found.curve)
    play = compare_batch if course.ends > 0 else play_batch
    before = unlearned(game) if course.weights is None else course.weights
    with executor_of(workers) as (executor, _):
        left = batches[found.batches :]
        futures = [executor.submit(play, game.name, course, tables[kind], first, count) for kind, first, count in left]
        for (kind, first, count), future in zip(left, futures, strict=True):
            found.add(kind, future.result())
            if kind == len(tables) - 1:
                fresh = found.moments.sum(axis=0) - found.earlier
                found.end_round(first, error(fit(found.earlier, before), fresh), error(before, fresh))
                on_round(found.curve)
            found.keep()
            on_progress(count)

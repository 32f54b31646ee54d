"""Information-set Monte Carlo tree search, for every game and 2 to 5 players.

Each iteration draws anew all that the searching seat cannot know, walks down one tree
that all these worlds share, adds a node, plays on by random turns, or the best of a few of
them, or by choices that did well before, and counts what came of it for every player. A
choice in the tree is that of whoever is to move there, so each player seeks the own good.
Choices are told apart by what they mean, since one place of a hand holds other cards in
other worlds. One that only some worlds allow is compared with the others by how often it
could have been made (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree
Search", 2012).

The tree lies in one array of fixed size; nothing is allocated while searching.
"""

from math import exp, log, sqrt

import numpy as np

from trigrad.bots.foresight import foresee
from trigrad.bots.greedy import draw_seed
from trigrad.bots.scratch import LONGEST_PATH, LONGEST_TRAIL, SPANS, SearchScratch
from trigrad.engine.evaluation import lead
from trigrad.engine.generic import apply_action, evaluate, legal_actions, meaning, resample
from trigrad.engine.header import MAX_PLAYERS, Header
from trigrad.engine.random import Generator, below
from trigrad.engine.record import Array, Record, float64, int8, int16, int32, new_records
from trigrad.engine.rule import rule


class Node(Record):
    """A choice in the tree, by what it means."""

    meaning = int16()  # of the choice that leads here
    mover = int8()  # who chose it
    child = int32()  # first of the children, -1 = none
    sibling = int32()  # next child of the same parent, -1 = none
    visits = int32()
    chances = int32()  # how often it could have been chosen
    total = float64()  # of the mover's rewards, each 0..1
    victories = float64()  # of the mover's shares of the victory, each 0..1
    lead = float64()  # of the mover's leads in points


Tree = Array[Node]
ROOT = 0
NONE = -1
_SPAN = 4  # choices for each player that lie about as far ahead, so that what they brought is averaged together


def new_tree(nodes: int) -> Tree:
    """Room for a tree of so many nodes; for one search at a time."""
    return new_records(Node, nodes)


@rule
def plant(tree: Tree, scratch: SearchScratch) -> None:
    """A tree of nothing but its root, and averages of nothing."""
    scratch.nodes = 0
    for i in range(len(scratch.sums)):
        scratch.sums[i], scratch.counts[i] = 0.5, 1  # as likely good as bad, until more is known
    add_node(tree, scratch, NONE, NONE)


@rule
def add_node(tree: Tree, scratch: SearchScratch, meaning: int, mover: int) -> int:
    """A new node without children; NONE if the tree is full."""
    if scratch.nodes == len(tree):
        return NONE
    index = int(scratch.nodes)
    scratch.nodes += 1
    node = tree[index]
    node.meaning = meaning
    node.mover = mover
    node.child = NONE
    node.sibling = NONE
    node.visits = 0
    node.chances = 0
    node.total = 0.0
    node.victories = 0.0
    node.lead = 0.0
    return index


@rule
def search(known: Header, seat: int, iterations: int, chance: Generator, tree: Tree, scratch: SearchScratch) -> None:
    """Let the tree grow by a number of iterations from a position as the seat may know it."""
    for _ in range(iterations):
        scratch.world = known
        draw_seed(chance, scratch.seed)
        resample(scratch.world, seat, scratch.seed)
        scratch.trail_length = 0
        length = descend(tree, chance, scratch)
        play_out(chance, scratch)
        value_all(scratch.world, scratch)
        remember(tree, length, scratch)
        average(scratch)


@rule
def visits_ahead(tree: Tree) -> int:
    """By how many visits the most visited choice at the root is ahead of the next."""
    first, second = 0, 0
    child = tree[ROOT].child
    while child != NONE:
        visits = int(tree[child].visits)
        first, second = max(first, visits), max(second, min(first, visits))
        child = tree[child].sibling
    return first - second


@rule
def choose(known: Header, seat: int, iterations: int, chance: Generator, tree: Tree, scratch: SearchScratch) -> int:
    """The legal action that a search of some iterations looks at most."""
    plant(tree, scratch)
    search(known, seat, iterations, chance, tree, scratch)
    best, most = 0, -1
    for i in range(legal_actions(known, scratch.legal)):
        name = meaning(known, scratch.legal[i])
        child = tree[ROOT].child
        while child != NONE:
            if tree[child].meaning == name and tree[child].visits > most:
                best, most = int(scratch.legal[i]), int(tree[child].visits)
            child = tree[child].sibling
    return best


@rule
def descend(tree: Tree, chance: Generator, scratch: SearchScratch) -> int:
    """Walk down the tree to a node that is new, or as deep as it grows, and play the way; return the path's length."""
    game = scratch.world
    scratch.path[0] = ROOT
    length = 1
    mover, turns = game.to_move, 1
    while game.over == 0 and length < LONGEST_PATH:
        if game.to_move != mover:
            mover, turns = game.to_move, turns + 1
        if turns > scratch.turns:
            break
        parent = scratch.path[length - 1]
        list_choices(game, scratch)
        fresh = match_children(tree, parent, scratch)
        if fresh > 0:
            child = expand(tree, parent, fresh, game.to_move, chance, scratch)
        else:
            child = most_promising(tree, scratch)
        if child == NONE:
            break
        leave_trail(average_of(game, tree[child].meaning, scratch), scratch)
        apply_action(game, scratch.action_of[tree[child].meaning], scratch.journal)
        scratch.path[length] = child
        length += 1
        if fresh > 0:
            break
    return length


@rule
def list_choices(game: Header, scratch: SearchScratch) -> None:
    """The legal actions by what they mean, each meaning once."""
    legal, child_of = scratch.legal, scratch.child_of
    for i in range(scratch.choices):
        child_of[scratch.meanings[i]] = 0  # those of the position before
    choices = 0
    for i in range(legal_actions(game, legal)):
        name = meaning(game, legal[i])
        if child_of[name] != NONE:
            child_of[name] = NONE
            scratch.action_of[name] = legal[i]
            scratch.meanings[choices] = name
            choices += 1
    scratch.choices = choices


@rule
def match_children(tree: Tree, parent: int, scratch: SearchScratch) -> int:
    """Find the child of each choice, and note that it could be chosen; return how many have none."""
    child_of = scratch.child_of
    fresh = int(scratch.choices)
    child = tree[parent].child
    while child != NONE:
        node = tree[child]
        if child_of[node.meaning] == NONE:
            child_of[node.meaning] = child
            node.chances += 1
            fresh -= 1
        child = node.sibling
    return fresh


@rule
def expand(tree: Tree, parent: int, fresh: int, mover: int, chance: Generator, scratch: SearchScratch) -> int:
    """A new child for one of the choices without one, each as likely; NONE if the tree is full."""
    skip = below(chance, fresh)
    for i in range(scratch.choices):
        name = scratch.meanings[i]
        if scratch.child_of[name] == NONE:
            if skip == 0:
                child = add_node(tree, scratch, name, mover)
                if child != NONE:
                    tree[child].chances = 1
                    tree[child].sibling = tree[parent].child
                    tree[parent].child = child
                return child
            skip -= 1
    return NONE


@rule
def most_promising(tree: Tree, scratch: SearchScratch) -> int:
    """The child with the best mean plus what may still be hidden in it (upper confidence bound)."""
    best, best_bound = NONE, -1.0
    for i in range(scratch.choices):
        child = scratch.child_of[scratch.meanings[i]]
        node = tree[child]
        bound = node.total / node.visits + scratch.explore * sqrt(log(float(node.chances)) / node.visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return int(best)


@rule
def play_out(chance: Generator, scratch: SearchScratch) -> None:
    """Go on turn by turn, to the end or for as many choices as the game's tuning says."""
    left = int(scratch.playout)
    while scratch.world.over == 0 and left > 0:
        left -= play_best_turn(left, chance, scratch)


@rule
def play_best_turn(most: int, chance: Generator, scratch: SearchScratch) -> int:
    """Play the best of several random turns of whoever is to move, by how they stand after it."""
    if scratch.tries == 1:
        return play_turn(scratch.world, most, chance, scratch)
    mover = int(scratch.world.to_move)
    scratch.start = scratch.world
    choices, best = 0, -np.inf
    for _ in range(scratch.tries):
        scratch.world = scratch.start
        made = play_turn(scratch.world, most, chance, scratch)
        weigh(scratch.world, scratch)
        worth = lead(scratch.worths, mover, scratch.world.players)
        if worth > best:
            scratch.best = scratch.world
            choices, best = made, worth
    scratch.world = scratch.best
    return choices


@rule
def weigh(game: Header, scratch: SearchScratch) -> None:
    """What a position is worth to each player, as it stands or as it will probably end."""
    if scratch.foresees == 0:
        evaluate(game, scratch.worths)
    else:
        foresee(game, scratch.foresight, scratch.worths)


@rule
def play_turn(game: Header, most: int, chance: Generator, scratch: SearchScratch) -> int:
    """Choose, at random or as did well, until it is somebody else's choice, but so often at most; return how often."""
    mover = int(game.to_move)
    choices = 0
    while game.over == 0 and game.to_move == mover and choices < most:
        count = legal_actions(game, scratch.legal)
        apply_action(game, sample(game, count, chance, scratch), scratch.journal)
        choices += 1
    return choices


@rule
def sample(game: Header, count: int, chance: Generator, scratch: SearchScratch) -> int:
    """Any of so many legal actions; or of a few the one that did best on average (move-average sampling technique).

    Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", 2008; they draw by a softmax.
    """
    if scratch.mast == 1:
        return int(scratch.legal[below(chance, count)])
    best, best_at, best_mean = 0, 0, -1.0
    for _ in range(scratch.mast):
        action = int(scratch.legal[below(chance, count)])
        at = average_of(game, meaning(game, action), scratch)
        mean = scratch.sums[at] / scratch.counts[at]
        if mean > best_mean:
            best, best_at, best_mean = action, at, mean
    leave_trail(best_at, scratch)
    return best


@rule
def average_of(game: Header, name: int, scratch: SearchScratch) -> int:
    """Where the average of a choice is kept: by how far ahead it lies, who makes it, and what it means."""
    span = min(SPANS - 1, int(scratch.trail_length) // (_SPAN * int(game.players)))
    return (span * MAX_PLAYERS + int(game.to_move)) * len(scratch.child_of) + int(name)


@rule
def leave_trail(at: int, scratch: SearchScratch) -> None:
    """Note which average a choice of the imagined game counts for."""
    if scratch.mast > 1 and scratch.trail_length < LONGEST_TRAIL:
        scratch.trail[scratch.trail_length] = at
        scratch.trail_length += 1


@rule
def average(scratch: SearchScratch) -> None:
    """Count what came of an imagined game for each choice in it, for whoever made it."""
    for i in range(scratch.trail_length):
        at = int(scratch.trail[i])
        scratch.sums[at] += scratch.rewards[at // len(scratch.child_of) % MAX_PLAYERS]
        scratch.counts[at] += 1


@rule
def value_all(game: Header, scratch: SearchScratch) -> None:
    """What a position is worth to each player: the share of the victory, the lead, and the reward made of both.

    Before the end the victory is guessed from the lead.
    """
    winners = 0
    for player in range(game.players):
        winners += game.places[player] == 1
    weigh(game, scratch)
    for player in range(game.players):
        ahead = lead(scratch.worths, player, game.players)
        likely = 1.0 / (1.0 + exp(-ahead / scratch.spread))
        victory = likely
        if game.over != 0:
            victory = 1.0 / winners if game.places[player] == 1 else 0.0
        scratch.leads[player] = ahead
        scratch.victories[player] = victory
        scratch.rewards[player] = (1.0 - scratch.margin) * victory + scratch.margin * likely


@rule
def remember(tree: Tree, length: int, scratch: SearchScratch) -> None:
    """Count what came of it at every node of the path, each for whoever chose it."""
    for i in range(length):
        node = tree[scratch.path[i]]
        node.visits += 1
        if node.mover >= 0:
            node.total += scratch.rewards[node.mover]
            node.victories += scratch.victories[node.mover]
            node.lead += scratch.leads[node.mover]

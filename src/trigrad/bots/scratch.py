"""Room for bots to think in: a bot allocates nothing, so that it can be compiled like a rule."""

from functools import cache

from trigrad.bots.foresight import Foresight, foresight_of, new_foresight
from trigrad.engine.game import Game
from trigrad.engine.header import MAX_PLAYERS, Header
from trigrad.engine.journal import COLUMNS, Journal
from trigrad.engine.record import (
    Array,
    Floats,
    Grid,
    Record,
    Row,
    float64,
    int8,
    int16,
    int32,
    int64,
    new_record,
    record,
    records,
    uint32,
)

LONGEST_PATH = 256  # choices deep, more than a search tree grows
LONGEST_TRAIL = 2000  # choices of one imagined game that are noted, far more than people make in a game
SPANS = 8  # of the choices ahead, for which averages are kept apart
DEPTH = 8  # most choices in a row that a bot looks ahead


class Scratch(Record):
    """Room for any bot to play one game; what depends on the game is laid out by ``_scratch_of``."""

    known: Header  # the position as the bot's seat may know it
    line: Array[Header]  # an imagined position, then after one more choice each
    end: Header  # of the best way to go on
    candidates: Row  # the choices to compare
    worth: Floats  # of each candidate, summed over imagined positions
    actions: Grid  # the choices at each position of the line
    left = int16(DEPTH + 1)  # how many of these are still to be tried
    worths = int64(MAX_PLAYERS)  # of a position, to each player, see ``Functions.evaluate``
    foresight: Foresight
    foresees = int8()  # 1 = positions are valued by foresight, 0 = as they stand
    seed = uint32(8)
    journal: Journal = int16(0, COLUMNS)  # no rows: what is only thought of is not noted


@cache
def _scratch_of(game: Game) -> type[Scratch]:
    class ScratchOfGame(Scratch):
        known = record(game.record_type)
        line = records(game.record_type, DEPTH + 1)
        end = record(game.record_type)
        candidates = int16(game.num_actions)
        worth = float64(game.num_actions)
        actions = int16(DEPTH + 1, game.num_actions)
        foresight = record(foresight_of(game))

    return ScratchOfGame


def new_scratch(game: Game) -> Scratch:
    """Room for any bot to play this game; for one bot at a time, so one for each thread."""
    scratch = new_record(_scratch_of(game))
    scratch.foresight = new_foresight(game)
    return scratch


class SearchScratch(Record):
    """Room for a search in one game; what depends on the game is laid out by ``_search_scratch_of``."""

    world: Header  # the game as imagined in this iteration
    start: Header  # of a turn
    best: Header  # the best end of it so far
    legal: Row
    choices = int32()  # how many different ones there are from here
    meanings: Row  # of these
    action_of: Row  # an action of each meaning
    child_of: Row  # node that each meaning leads to
    path = int32(LONGEST_PATH)  # nodes from the root down
    trail = int32(LONGEST_TRAIL)  # of the imagined game: where the average of each choice is kept
    trail_length = int32()
    sums: Floats  # of rewards of each average
    counts: Row  # of these
    worths = int64(MAX_PLAYERS)  # of a position, to each player, see ``Functions.evaluate``
    rewards = float64(MAX_PLAYERS)  # what an iteration brought each player, see ``search.value_all``
    victories = float64(MAX_PLAYERS)
    leads = float64(MAX_PLAYERS)
    foresight: Foresight
    foresees = int8()  # 1 = positions are valued by foresight, 0 = as they stand
    nodes = int32()  # in the tree
    turns = int32()  # this and what follows: see ``trigrad.engine.game.Tuning``
    playout = int32()
    tries = int32()
    mast = int32()
    explore = float64()
    margin = float64()
    spread = float64()
    seed = uint32(8)
    journal: Journal = int16(0, COLUMNS)


@cache
def _search_scratch_of(game: Game) -> type[SearchScratch]:
    num_meanings = max(game.num_actions, game.num_meanings)
    averages = SPANS * MAX_PLAYERS * num_meanings if game.tuning.mast > 1 else 1

    class SearchScratchOfGame(SearchScratch):
        world = record(game.record_type)
        start = record(game.record_type)
        best = record(game.record_type)
        legal = int16(game.num_actions)
        meanings = int16(num_meanings)
        action_of = int16(num_meanings)
        child_of = int32(num_meanings)
        sums = float64(averages)
        counts = int32(averages)
        foresight = record(foresight_of(game))

    return SearchScratchOfGame


def new_search_scratch(game: Game) -> SearchScratch:
    """Room for a search in this game; for one search at a time."""
    scratch = new_record(_search_scratch_of(game))
    tuning = game.tuning
    scratch.foresight, scratch.foresees = new_foresight(game), tuning.foresees
    scratch.turns, scratch.playout, scratch.tries = tuning.turns, tuning.playout, tuning.tries
    scratch.mast = tuning.mast
    scratch.explore, scratch.margin, scratch.spread = tuning.explore, tuning.margin, tuning.spread
    return scratch

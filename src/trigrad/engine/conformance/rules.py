"""What the rules promise: legal choices, the length and the end of a game, worths and meanings."""

import dataclasses
import math
import re

from trigrad.engine.conformance.cases import UNSET, Case, some_of, walk, worths_of
from trigrad.engine.evaluation import POINT
from trigrad.engine.game import returns
from trigrad.engine.header import MAX_PLAYERS, contents, copy_game
from trigrad.engine.random import SEED_BYTES

_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
RESERVED = {"undo", "hold", "finish"}  # in place of a notation


def check_declarations(case: Case) -> None:
    """What a game says of itself can be: numbers of players, options, and notations that all differ."""
    game = case.game
    case.demand(2 <= game.min_players <= game.max_players <= MAX_PLAYERS, "the numbers of players cannot be")
    keys = [option.key for option in game.options]
    case.demand(len(set(keys)) == len(keys) and all(map(_IDENTIFIER.fullmatch, keys)), "the keys of options cannot be")
    for option in game.options:
        values = [value for value, _ in option.choices]
        case.demand(len(set(values)) == len(values) > 0, f"the values of the option {option.key} cannot be")
    notations = [game.notation(action) for action in range(game.num_actions)]
    case.demand(len(set(notations)) == len(notations), "two actions share a notation")
    plain = all(notation == notation.strip() != "" for notation in notations)
    case.demand(
        plain and not RESERVED & set(notations), "a notation is empty, begins or ends with a blank, or is reserved"
    )


def check_legal_actions(case: Case) -> None:
    """Legal actions ascend, lie in range, and are there exactly until the end; asking changes nothing."""
    for game in walk(case):
        before = game.tobytes()
        legal = case.game.legal(game)
        case.demand(game.tobytes() == before, "asking for the legal actions changes the record")
        case.demand(legal == sorted(set(legal)), "legal actions are not ascending and unique")
        case.demand(all(0 <= action < case.game.num_actions for action in legal), "a legal action is out of range")
        case.demand(bool(legal) != bool(game.over), "legal actions are empty exactly when the game is over")
        seat = int(game.to_move)
        case.demand(seat == -1 if game.over else 0 <= seat < case.players, "to_move is a seat, -1 once over")


def check_seeds(case: Case) -> None:
    """The same seed begins the same game, another seed another game where there is chance."""
    first = case.new()
    case.demand(case.new().tobytes() == first.tobytes(), "the same seed begins another game")
    other = dataclasses.replace(case, seed=case.seed + 2**64).new()
    differs = contents(other) != contents(first)
    case.demand(differs or not case.game.chance, "another seed begins the same game")
    case.demand(case.game.chance or not differs, "a game without chance begins otherwise under another seed")


def check_length(case: Case) -> None:
    """No game takes more choices than declared."""
    choices = sum(1 for _ in walk(case)) - 1
    case.demand(choices <= case.game.max_game_length, f"{choices} choices are more than declared")


def check_end(case: Case) -> None:
    """Nothing counts before the end; then places follow the points and the victory is shared out."""
    for game in walk(case):
        counted = any(any(row) for row in (game.scores, game.tie_breaks, game.places))
        case.demand(bool(game.over) or not counted, "scores or places are given before the end")
    seats = range(case.players)
    places = [int(game.places[seat]) for seat in seats]
    scores = [int(game.scores[seat]) for seat in seats]
    shares = returns(game)
    case.demand(math.isclose(sum(shares), 1), "the shares of the victory do not sum to 1")
    within = all(case.game.min_return <= share <= case.game.max_return for share in shares)
    case.demand(within, f"the returns {shares} are out of the declared range")
    for one in seats:
        behind = sum(place < places[one] for place in places)
        case.demand(places[one] == 1 + behind, f"places {places} are not 1 plus the number of those ahead")
        for other in seats:
            case.demand(places[one] >= places[other] or scores[one] >= scores[other], "fewer points, better place")
    case.demand(not any(list(game.places)[case.players :]), "an empty seat has a place")


def check_evaluation(case: Case) -> None:
    """Every seat's position has a worth at any time, at the end the score; asking changes nothing."""
    for game in some_of(case):
        before = game.tobytes()
        worths = worths_of(case, game)
        case.demand(game.tobytes() == before, "an evaluation changes the record")
        case.demand(UNSET not in worths, "a position has no worth")
        if game.over:
            scores = [POINT * int(game.scores[seat]) for seat in range(case.players)]
            case.demand(worths == scores, "a finished game is not worth its scores")


def check_meanings(case: Case) -> None:
    """Meanings lie in range, are the same in all worlds that look alike to the chooser, and say what comes of it."""
    most = case.game.num_meanings or case.game.num_actions
    seed = case.chance().randbytes(SEED_BYTES)
    for game in some_of(case):
        if game.over:
            return
        seat, legal = int(game.to_move), case.game.legal(game)
        meanings = [int(case.game.functions.meaning(game, action)) for action in legal]
        case.demand(all(0 <= meaning < most for meaning in meanings), "a meaning is out of range")
        world = case.game.resampled(game, seat, seed)
        imagined = [int(case.game.functions.meaning(world, action)) for action in legal]
        case.demand(imagined == meanings, "an own action means something else in another world")
        worths: dict[int, list[int]] = {}
        for action, meaning in zip(legal, meanings, strict=True):
            after = copy_game(game)
            case.game.apply_silently(after, action)
            worth = worths_of(case, after)
            case.demand(worths.setdefault(meaning, worth) == worth, "two actions of one meaning do not do the same")

"""What every game must keep, whatever its rules: checks along seeded random games.

Each ``check_*`` function takes a ``Case`` (a game, players, options, a seed), plays
it by random choices and raises ``NotConforming`` where the game breaks a promise of
``trigrad.engine.game.Game``. A test of a new game is one line::

    @pytest.mark.parametrize("check", CHECKS)
    def test_conformance(check): ...

What a game declares (chance, hidden information, its longest game, the range of its
returns) is held against what it does.

``digest`` puts all that the rules answer along a game into one number. Run as
``TRIGRAD_NATIVE=1 python -m trigrad.engine.conformance trigrad.games.quorum 100`` the
module prints the digests of the native rules, to compare with the interpreted ones.
"""

import dataclasses
import hashlib
import importlib
import itertools
import json
import math
import os
import pickle
import random
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trigrad.engine.evaluation import POINT
from trigrad.engine.game import SPECTATOR, Game, IllegalAction, returns
from trigrad.engine.header import MAX_PLAYERS, Header, contents, copy_game, game_from_bytes
from trigrad.engine.journal import ENDED, Event, new_journal
from trigrad.engine.observation import Observation
from trigrad.engine.random import SEED_BYTES
from trigrad.engine.text import Language, Text, render
from trigrad.engine.ways import WAYS, array_with


class NotConforming(AssertionError):
    """A game breaks a promise."""


@dataclasses.dataclass(frozen=True)
class Case:
    """One seeded random game."""

    game: Game
    players: int
    options: Mapping[str, str]
    seed: int

    def new(self) -> Header:
        """The game before its first choice."""
        return self.game.new(self.players, seed_of(self.seed), self.options)

    def chance(self) -> random.Random:
        """What decides on the choices; always the same."""
        return random.Random(self.seed)  # noqa: S311 - it deals no cards

    def demand(self, kept: bool, promise: str) -> None:
        """Raise ``NotConforming`` unless a promise is kept."""
        if not kept:
            raise NotConforming(f"{self}: {promise}")

    def __str__(self) -> str:
        usual = defaults(self.game)
        chosen = "".join(f" {key}={value}" for key, value in self.options.items() if value != usual[key])
        return f"{self.game.name} players={self.players}{chosen} seed={self.seed}"


def defaults(game: Game) -> dict[str, str]:
    """The options of a table for which nobody chose any."""
    return {option.key: option.choices[0][0] for option in game.options}


MOST_COMBINATIONS = 64
RESERVED = {"undo", "hold", "finish"}  # in place of a notation
_IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")


def combinations(game: Game) -> list[tuple[int, dict[str, str]]]:
    """All numbers of players with all combinations of options; where those are too many, every value once."""
    keys = [option.key for option in game.options]
    values = [[value for value, _ in option.choices] for option in game.options]
    numbers = range(game.min_players, game.max_players + 1)
    if len(numbers) * math.prod(map(len, values)) <= MOST_COMBINATIONS:
        chosen = list(itertools.product(numbers, itertools.product(*values)))
    else:
        chosen = _covering(numbers, values)
    return [(players, dict(zip(keys, combination, strict=True))) for players, combination in chosen]


def _covering(numbers: range, values: list[list[str]]) -> list[tuple[int, tuple[str, ...]]]:
    """The defaults for each number of players, then mixtures in which every value of every option comes."""
    usual = [(players, tuple(of_option[0] for of_option in values)) for players in numbers]
    mixtures = [
        (numbers[i % len(numbers)], tuple(of_option[(i + j) % len(of_option)] for j, of_option in enumerate(values)))
        for i in range(max(map(len, values)))
    ]
    return usual + mixtures


def cases(game: Game, count: int) -> list[Case]:
    """``count`` games, dealt out over all numbers of players and combinations of options."""
    rounds = itertools.cycle(combinations(game))
    return [Case(game, players, options, seed) for seed, (players, options) in zip(range(count), rounds, strict=False)]


def seed_of(number: int) -> bytes:
    """A seed of 32 bytes for a small number."""
    return number.to_bytes(SEED_BYTES, "little")


def walk(case: Case) -> Iterator[Header]:
    """A game by random choices: its record (always the same one) before each choice and at the end."""
    chance = case.chance()
    game = case.new()
    while not game.over:
        yield game
        case.game.apply_silently(game, chance.choice(case.game.legal(game)))
    yield game


def _some(case: Case) -> Iterator[Header]:
    """The first record of a game, its last, and one in six of those between, later in a long game fewer."""
    chance = case.chance()
    for number, game in enumerate(walk(case)):
        if number == 0 or game.over or chance.randrange(6 + number // 10) == 0:
            yield game


def _viewers(case: Case) -> range:
    return range(SPECTATOR, case.players)


# --- Rules ------------------------------------------------------------------------


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


def check_copies(case: Case) -> None:
    """A choice in a copy leaves the original as it is, and does the same there."""
    chance = case.chance()
    game = case.new()
    while not game.over:
        action = chance.choice(case.game.legal(game))
        other, before = copy_game(game), game.tobytes()
        case.game.apply_silently(other, action)
        case.demand(game.tobytes() == before, "a choice in a copy changes the original")
        case.game.apply_silently(game, action)
        case.demand(game.tobytes() == other.tobytes(), "a copy plays on differently")


def check_bytes(case: Case) -> None:
    """A game saved and restored before every choice is the same game."""
    chance = case.chance()
    other = case.new()
    for game in walk(case):
        case.demand(other.tobytes() == game.tobytes(), "a restored game plays on differently")
        if not game.over:
            other = game_from_bytes(case.game.record_type, other.tobytes())
            case.game.apply_silently(other, chance.choice(case.game.legal(other)))


def check_records(case: Case) -> None:
    """Whatever way a record is copied or saved, what comes of it is the same to the last byte, and its own game."""
    chance = case.chance()
    for number, game in enumerate(_some(case)):
        if number == 0 or chance.randrange(4) == 0:
            before, end = game.tobytes(), copy_game(game)
            _play_out(case, end)
            for way, again in WAYS.items():
                _check_copied(case, game, way, again, end.tobytes())
                case.demand(game.tobytes() == before, f"a game copied by {way} changes the original")


def _check_copied(case: Case, game: Header, way: str, again: Callable[[Any], Header], end: bytes) -> None:
    try:
        other = again(game)
        case.demand(type(other) is type(game) and other.dtype == game.dtype, f"{way} makes another kind of record")
        case.demand(other.tobytes() == game.tobytes(), f"{way} changes bytes")
        _play_out(case, other)
    except (ValueError, TypeError, AttributeError, pickle.PickleError) as error:
        raise NotConforming(f"{case}: {way} is not possible, or no record to write to: {error}") from error
    case.demand(other.tobytes() == end, f"a game copied by {way} plays on differently")


def check_sent(case: Case) -> None:
    """A pickled record, alone or in an array, is the same in a new process, and plays on to the same end there."""
    game = next(_some(case))
    end = copy_game(game)
    _play_out(case, end)
    try:
        sent = pickle.dumps((case.players, dict(case.options), case.seed, game, array_with(game)))
    except (AttributeError, pickle.PickleError) as error:
        raise NotConforming(f"{case}: a record cannot be sent: {error}") from error
    run = subprocess.run(  # noqa: S603 - this very module
        [sys.executable, "-m", "trigrad.engine.conformance", type(case.game).__module__],
        input=sent,
        capture_output=True,
        check=False,
    )
    case.demand(run.returncode == 0, f"a record cannot be read in a new process: {run.stderr.decode()[-300:]}")
    arrived, *ends = pickle.loads(run.stdout)  # noqa: S301 - from this very module
    case.demand(arrived == game.tobytes(), "a record arrives in a new process with other bytes")
    case.demand(ends == [end.tobytes()] * 2, "a game that was sent to a new process plays on differently")


def _play_what_was_sent(module: str) -> None:
    """The other end of ``check_sent``."""
    players, options, seed, game, several = pickle.load(sys.stdin.buffer)  # noqa: S301 - from this very module
    case = Case(importlib.import_module(module).GAME, players, options, seed)
    case.game.register()
    arrived = game.tobytes()
    for each in (game, several[1]):
        _play_out(case, each)
    sys.stdout.buffer.write(pickle.dumps((arrived, game.tobytes(), several[1].tobytes())))


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
    for game in _some(case):
        before = game.tobytes()
        worths = _worths(case, game)
        case.demand(game.tobytes() == before, "an evaluation changes the record")
        case.demand(_UNSET not in worths, "a position has no worth")
        if game.over:
            scores = [POINT * int(game.scores[seat]) for seat in range(case.players)]
            case.demand(worths == scores, "a finished game is not worth its scores")


_UNSET = np.iinfo(np.int64).min


def _worths(case: Case, game: Header) -> list[int]:
    worths = np.full(case.players, _UNSET, np.int64)
    case.game.functions.evaluate(game, worths)
    return [int(worth) for worth in worths]


def check_meanings(case: Case) -> None:
    """Meanings lie in range, are the same in all worlds that look alike to the chooser, and say what comes of it."""
    most = case.game.num_meanings or case.game.num_actions
    seed = case.chance().randbytes(SEED_BYTES)
    for game in _some(case):
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
            worth = _worths(case, after)
            case.demand(worths.setdefault(meaning, worth) == worth, "two actions of one meaning do not do the same")


# --- Words ------------------------------------------------------------------------


class _Untranslated:
    """A language that translates no sentence, but knows the names of its own."""

    def __init__(self, code: str) -> None:
        self.code = code

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, one: str, many: str, number: int) -> str:
        return one if number == 1 else many


LANGUAGES: tuple[Language, ...] = tuple(map(_Untranslated, ("en", "fr", "ru")))


def _says_something(text: Text) -> bool:
    try:
        return all(render(text, language).strip() for language in LANGUAGES)
    except (LookupError, ValueError) as error:
        raise NotConforming(f"{text} cannot be said: {error!r}") from error


def check_notation(case: Case) -> None:
    """Every legal action has words, data, and a notation of its own that leads back to it."""
    for game in walk(case):
        legal = case.game.legal(game)
        described = [case.game.describe(game, action) for action in legal]
        case.demand([d.action for d in described] == legal, "a description is of another action")
        case.demand(len({d.notation for d in described}) == len(legal), "two legal actions share a notation")
        for d in described:
            case.demand(case.game.parse(d.notation) == d.action, f"{d.notation!r} is read as another action")
            case.demand(_says_something(d.text), f"{d.notation!r} has no words")
            json.dumps(dict(d.data))
        case.demand(_says_something(case.game.prompt(game)), "nothing is asked")
    try:
        case.game.parse("no such action")
    except ValueError:
        return
    case.demand(False, "nonsense is read as an action")


def check_refusals(case: Case) -> None:
    """What is not legal is refused with a reason, and nothing changes."""
    chance = case.chance()
    for game in _some(case):
        legal = case.game.legal(game)
        illegal = [action for action in range(case.game.num_actions) if action not in legal]
        for action in [-1, case.game.num_actions, *chance.sample(illegal, min(12, len(illegal)))]:
            before = game.tobytes()
            try:
                case.game.apply(game, action)
            except IllegalAction as refused:
                case.demand(_says_something(refused.reason), f"action {action} is refused without a reason")
            else:
                case.demand(False, f"illegal action {action} is carried out")
            case.demand(game.tobytes() == before, f"refused action {action} changes the record")


def check_journal(case: Case) -> None:
    """Every choice fits in a journal, does the same without one, and every event can be told; the end is noted last."""
    chance = case.chance()
    game = case.new()
    while not game.over:
        action = chance.choice(case.game.legal(game))
        silent, journal = copy_game(game), new_journal()
        case.game.apply_silently(silent, action)
        case.game.functions.apply_action(game, action, journal)
        case.demand(game.tobytes() == silent.tobytes(), "a choice does otherwise when it is noted")
        case.demand(journal[-1, 0] == 0, "the journal is full")
        told = case.game.events.read(journal)
        case.demand(bool(told), "a choice leaves no trace in the journal")
        for event in told:
            _check_told(case, event)
        ended = [number for number, event in enumerate(told, 1) if event.kind == ENDED]
        case.demand(ended == ([len(told)] if game.over else []), "the end of the game is not noted as the last event")


def _check_told(case: Case, event: Event) -> None:
    case.demand(SPECTATOR <= event.player < case.players, f"{event} is of no seat")
    for memory in (False, True):
        line = case.game.tell(event, memory)
        case.demand(line is None or _says_something(line), f"{event} has an empty line")


# --- Secrets ------------------------------------------------------------------------


def check_resample(case: Case) -> None:
    """A world drawn for a viewer is made of what they know and the seed alone, and can be played.

    What is hidden and never drawn anew cannot be noticed here, since nothing but the game knows what is hidden: a
    game's own tests compare worlds made by hand.
    """
    differs = False
    for number, game in enumerate(_some(case)):
        first, second = seed_of(number), seed_of(number + 2**64)
        for viewer in _viewers(case):
            before = game.tobytes()
            one = case.game.resampled(game, viewer, first)
            case.demand(game.tobytes() == before, "resampling a copy changes the original")
            two = case.game.resampled(game, viewer, second)
            again = case.game.resampled(one, viewer, second)
            case.demand(again.tobytes() == two.tobytes(), "a resampled world depends on what the viewer cannot know")
            case.demand(one.key.tobytes() == first, "a resampled world keeps the secret seed")
            case.demand(_header(one) == _header(game), "a resampled world has another header")
            differs = differs or contents(one) != contents(two)
            if viewer == number % (case.players + 1) - 1:  # each viewer in turn
                _play_out(case, one)
    hides = case.game.hides(case.options)
    case.demand(differs or not hides, "nothing is ever drawn anew")
    case.demand(hides or not differs, "a game that hides nothing is drawn anew")


def _header(game: Header) -> tuple[Any, ...]:
    return int(game.players), int(game.to_move), int(game.over), game.scores.tobytes(), game.places.tobytes()


def _play_out(case: Case, game: Header) -> None:
    chance = case.chance()
    while not game.over:
        case.game.apply_silently(game, chance.choice(case.game.legal(game)))


def _seen(case: Case, game: Header, viewer: int) -> tuple[Any, ...]:
    """All that a viewer is shown: views, their pictures, and, of the seat to move, what it can do and not do."""
    views = [case.game.view(game, viewer, memory, hints) for memory in (False, True) for hints in (False, True)]
    shown = (*views, *map(case.game.picture, views), case.game.prompt(game), case.game.score_sheet(game))
    if viewer != game.to_move:
        return shown
    legal = case.game.legal(game)
    illegal = [action for action in range(case.game.num_actions) if action not in legal]
    return (
        *shown,
        [case.game.describe(game, action) for action in legal],
        [case.game.explain(game, action) for action in illegal],
    )


def check_views(case: Case) -> None:
    """Two worlds that differ only in what a viewer cannot know look the same to them, in all that is shown or done."""
    for number, game in enumerate(_some(case)):
        _check_only_choice(case, game, seed_of(number))
        for viewer in _viewers(case):
            before = game.tobytes()
            seen = _seen(case, game, viewer)
            case.demand(_is_plain(seen), f"viewer {viewer} is shown what is no plain data")
            sheet = case.game.score_sheet(game)
            seats = [getattr(line, "seat", seat) for seat, line in enumerate(sheet)]
            case.demand(seats == list(range(case.players)), "the score sheet has not a line for each seat, in order")
            case.demand(game.tobytes() == before, "looking at a game changes it")
            other = case.game.resampled(game, viewer, seed_of(number))
            case.demand(_seen(case, other, viewer) == seen, f"viewer {viewer} is shown what they cannot know")


def _is_plain(shown: Any) -> bool:
    """Whether something shown is made of plain values alone, so that every program can read it."""
    try:
        json.dumps(shown, default=dataclasses.asdict)
    except TypeError:
        return False
    return True


def check_observations(case: Case) -> None:
    """Observations keep to their layout, are the same in worlds that look alike, and differ where a rule could tell."""
    told: dict[tuple[int, bytes], tuple[Any, ...]] = {}
    for number, game in enumerate(_some(case)):
        for viewer in _viewers(case):
            for memory in (False, True):
                _check_observation(case, game, viewer, memory)
                _check_indistinguishable(case, game, viewer, memory, seed_of(number))
        viewer = number % (case.players + 1) - 1  # each viewer in turn
        for after in _next_positions(case, game):
            seen = case.game.observe(after, viewer).tobytes()
            rules = _what_rules_tell(case, after, viewer)
            alike = told.setdefault((viewer, seen), rules) == rules
            case.demand(alike, f"viewer {viewer} observes the same where the rules differ")


def _check_observation(case: Case, game: Header, viewer: int, memory: bool) -> None:
    """Every number is written, within its range, and nothing else changes."""
    layout = case.game.observation
    before = game.tobytes()
    seen = case.game.observe(game, viewer, memory)
    case.demand(game.tobytes() == before, "an observation changes the record")
    within = bool(((layout.least <= seen) & (seen <= layout.most)).all())
    case.demand(within, f"an observation is out of its range: {_out_of_range(layout, seen)}")
    other = np.full(layout.size, 77, layout.dtype)
    case.game.functions.observe(game, viewer, memory, other)
    case.demand(other.tobytes() == seen.tobytes(), "an observation leaves a number as it was")


def _out_of_range(layout: Observation, seen: NDArray[Any]) -> str:
    return ", ".join(
        part.name
        for part in layout.parts
        for value in seen[part.first :][: part.size]
        if not part.least <= value <= part.most
    )


def _check_indistinguishable(case: Case, game: Header, viewer: int, memory: bool, seed: bytes) -> None:
    other = case.game.resampled(game, viewer, seed)
    same = case.game.observe(other, viewer, memory).tobytes() == case.game.observe(game, viewer, memory).tobytes()
    case.demand(same, f"viewer {viewer} observes what they cannot know")
    key = case.game.information_key(game, viewer, memory)
    case.demand(case.game.information_key(other, viewer, memory) == key, f"viewer {viewer} has a key to secrets")


def _next_positions(case: Case, game: Header) -> Iterator[Header]:
    """A position and, of up to twelve choices there, what each leads to: positions that differ in little."""
    yield game
    for action in case.game.legal(game)[:12]:
        after = copy_game(game)
        case.game.apply_silently(after, action)
        yield after


def _what_rules_tell(case: Case, game: Header, viewer: int) -> tuple[Any, ...]:
    """What the rules say of a position as a viewer may know it: standings, worths, choices, and where those lead."""
    world = case.game.resampled(game, viewer, seed_of(0))
    legal = case.game.legal(world)
    meanings = [int(case.game.functions.meaning(world, action)) for action in legal] if viewer == game.to_move else []
    after = copy_game(world)
    if legal:
        case.game.apply_silently(after, legal[-1])
    return _header(world), _worths(case, world), legal, meanings, _header(after), _worths(case, after)


def check_events(case: Case) -> None:
    """Journals tell nothing that is not public, and what they call not revealing reveals nothing.

    The same choice in two worlds that a viewer cannot tell apart: while they still
    cannot, the journals must be equal; and to the one who chose, the worlds stay
    alike until an event that is marked as revealing.
    """
    chance = case.chance()
    for number, game in enumerate(_some(case)):
        if game.over:
            return
        action = chance.choice(case.game.legal(game))
        for viewer in _viewers(case):
            other = case.game.resampled(game, viewer, seed_of(number))
            if action not in case.game.legal(other):
                continue
            here, there = copy_game(game), other
            told, told_there = case.game.apply(here, action), case.game.apply(there, action)
            alike = _memory(case, here, viewer) == _memory(case, there, viewer)
            case.demand(not alike or told == told_there, f"a journal tells what viewer {viewer} cannot see: {told}")
            if viewer == game.to_move:
                case.demand(_unrevealing(case, told) == _unrevealing(case, told_there), f"undo would be unfair: {told}")
                revealed = any(event.kind in case.game.revealing for event in told)
                case.demand(alike or revealed, f"something is revealed without a revealing event: {told}")


def _check_only_choice(case: Case, game: Header, seed: bytes) -> None:
    """Where only one choice is possible, every spectator can know it: made at once, it gives nothing away."""
    legal = case.game.legal(game)
    if len(legal) == 1:
        there = case.game.legal(case.game.resampled(game, SPECTATOR, seed))
        case.demand(there == legal, "a choice is the only one, and not everybody can know it")


def _memory(case: Case, game: Header, viewer: int) -> Any:
    return case.game.view(game, viewer, True)


def _unrevealing(case: Case, told: list[Event]) -> list[Event]:
    """The events before the first that reveals something."""
    return list(itertools.takewhile(lambda event: event.kind not in case.game.revealing, told))


CHECKS: tuple[Callable[[Case], None], ...] = (
    check_declarations,
    check_legal_actions,
    check_copies,
    check_bytes,
    check_records,
    check_sent,
    check_seeds,
    check_length,
    check_end,
    check_evaluation,
    check_meanings,
    check_notation,
    check_refusals,
    check_journal,
    check_resample,
    check_views,
    check_observations,
    check_events,
)


# --- Interpreted and native -----------------------------------------------------------


def digest(case: Case) -> str:
    """A number for all that the rules answer along a game: records, choices, journals, draws, standings."""
    chance = case.chance()
    game, total = case.new(), hashlib.sha256()
    while not game.over:
        legal = case.game.legal(game)
        total.update(game.tobytes())
        total.update(repr(legal).encode())
        total.update(repr([int(case.game.functions.meaning(game, action)) for action in legal]).encode())
        if chance.randrange(6) == 0:
            seat = chance.randrange(case.players)
            total.update(case.game.resampled(game, seat, seed_of(case.seed)).tobytes())
            total.update(struct.pack("<d", case.game.lead(game, seat)))
        if chance.randrange(30) == 0:  # interpreted it takes longer than a choice
            for memory in (False, True):
                total.update(case.game.observe(game, int(game.to_move), memory).tobytes())
        journal = new_journal()
        case.game.functions.apply_action(game, chance.choice(legal), journal)
        total.update(journal.tobytes())
    total.update(game.tobytes())
    return total.hexdigest()


def digests(game: Game, count: int) -> list[str]:
    """One line a game, its case and its digest, for ``count`` games."""
    return [f"{case} {digest(case)}" for case in cases(game, count)]


def native_digests(module: str, count: int) -> list[str]:
    """The same from native rules, in a process of their own; ``module`` holds the game as ``GAME``."""
    run = subprocess.run(  # noqa: S603 - this very module
        [sys.executable, "-m", "trigrad.engine.conformance", module, str(count)],
        env={**os.environ, "TRIGRAD_NATIVE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()


def main() -> None:
    """Print the digests of a game, ``MODULE COUNT``; or play what is sent, ``MODULE``."""
    module, *rest = sys.argv[1:]
    if not rest:
        _play_what_was_sent(module)
        return
    count = rest[0]
    game: Game = importlib.import_module(module).GAME
    game.register()
    for line in digests(game, int(count)):
        print(line)


if __name__ == "__main__":
    main()

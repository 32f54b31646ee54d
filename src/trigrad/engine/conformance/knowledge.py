"""What is shown, observed, told and drawn anew gives nothing away that a viewer cannot know."""

import dataclasses
import itertools
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trigrad.engine.conformance.cases import Case, play_out, seed_of, some_of, viewers, worths_of
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import Header, contents, copy_game
from trigrad.engine.journal import Event
from trigrad.engine.observation import Observation


def check_resample(case: Case) -> None:
    """A world drawn for a viewer is made of what they know and the seed alone, and can be played.

    What is hidden and never drawn anew cannot be noticed here, since nothing but the game knows what is hidden: a
    game's own tests compare worlds made by hand.
    """
    differs = False
    for number, game in enumerate(some_of(case)):
        first, second = seed_of(number), seed_of(number + 2**64)
        for viewer in viewers(case):
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
                play_out(case, one)
    hides = case.game.hides(case.options)
    case.demand(differs or not hides, "nothing is ever drawn anew")
    case.demand(hides or not differs, "a game that hides nothing is drawn anew")


def _header(game: Header) -> tuple[Any, ...]:
    return int(game.players), int(game.to_move), int(game.over), game.scores.tobytes(), game.places.tobytes()


def _seen(case: Case, game: Header, viewer: int) -> tuple[Any, ...]:
    """All that a viewer is shown: views, pictures, what is asked; of the seat to move what it can and learns too."""
    views = [case.game.view(game, viewer, memory, hints) for memory in (False, True) for hints in (False, True)]
    pictures = map(case.game.picture, views)
    shown = (*views, *pictures, case.game.prompt(game), case.game.chapter(game), case.game.score_sheet(game))
    if viewer != game.to_move:
        return shown
    legal = case.game.legal(game)
    illegal = [action for action in range(case.game.num_actions) if action not in legal]
    return (
        *shown,
        list(case.game.asked(game)) if legal else [],
        [case.game.describe(game, action) for action in legal],
        [case.game.explain(game, action) for action in illegal],
    )


def check_views(case: Case) -> None:
    """Two worlds that differ only in what a viewer cannot know look the same to them, in all that is shown or done."""
    for number, game in enumerate(some_of(case)):
        _check_only_choice(case, game, seed_of(number))
        for viewer in viewers(case):
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


def _check_only_choice(case: Case, game: Header, seed: bytes) -> None:
    """Where only one choice is possible, every spectator can know it: made at once, it gives nothing away."""
    legal = case.game.legal(game)
    if len(legal) == 1:
        there = case.game.legal(case.game.resampled(game, SPECTATOR, seed))
        case.demand(there == legal, "a choice is the only one, and not everybody can know it")


def check_observations(case: Case) -> None:
    """Observations keep to their layout, are the same in worlds that look alike, and differ where a rule could tell."""
    told: dict[tuple[int, bytes], tuple[Any, ...]] = {}
    for number, game in enumerate(some_of(case)):
        for viewer in viewers(case):
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
    return _header(world), worths_of(case, world), legal, meanings, _header(after), worths_of(case, after)


def check_events(case: Case) -> None:
    """Journals tell nothing that is not public, and what they call not revealing reveals nothing.

    The same choice in two worlds that a viewer cannot tell apart: while they still
    cannot, the journals must be equal; and to the one who chose, the worlds stay
    alike until an event that is marked as revealing.
    """
    chance = case.chance()
    for number, game in enumerate(some_of(case)):
        if game.over:
            return
        action = chance.choice(case.game.legal(game))
        for viewer in viewers(case):
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


def _memory(case: Case, game: Header, viewer: int) -> Any:
    return case.game.view(game, viewer, True)


def _unrevealing(case: Case, told: list[Event]) -> list[Event]:
    """The events before the first that reveals something."""
    return list(itertools.takewhile(lambda event: event.kind not in case.game.revealing, told))

"""The checks of a game can fail: each finds the game that breaks its promise."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from trigrad.engine import conformance
from trigrad.engine.conformance import Case, NotConforming, cases, combinations, digests
from trigrad.engine.game import Game, Option
from trigrad.engine.journal import NO_JOURNAL, Event, note
from trigrad.engine.random import reseed, shuffle
from trigrad.engine.text import Text
from trigrad.games.quorum import GAME, rules


@pytest.fixture(autouse=True)
def _the_true_game_afterwards() -> Iterator[None]:
    """A game makes its functions known by its record; the broken ones must not stay."""
    yield
    GAME.__post_init__()


def unsorted_legal_actions(game: Any, out: Any) -> int:
    count = rules.legal_actions(game, out)
    out[:count] = out[:count][::-1].copy()
    return count


_ticks = itertools.count()


def apply_with_a_memory_of_its_own(game: Any, action: int, journal: Any) -> None:
    rules.apply_action(game, action, journal)
    game.values[0] = 1 + next(_ticks) % 4


def setup_without_chance(game: Any, options: Any, seed: Any) -> None:
    rules.setup(game, options, seed * 0)


def last_is_first(game: Any, action: int, journal: Any) -> None:
    rules.apply_action(game, action, journal)
    if game.over:
        game.places[: game.players] = game.players + 1 - game.places[: game.players]


def everybody_wins_twice(game: Any, action: int, journal: Any) -> None:
    rules.apply_action(game, action, journal)
    if game.over:
        game.places[: game.players] = 2


def talkative(game: Any, action: int, journal: Any) -> None:
    for _ in range(64):
        note(journal, rules.EV_REFILL, -1, 0, -1, 0, 0)
    rules.apply_action(game, action, journal)


def indiscreet(game: Any, action: int, journal: Any) -> None:
    """Tells which card lies on top of the deck."""
    rules.apply_action(game, action, journal)
    note(journal, rules.EV_REFILL, -1, 0, game.deck[int(game.deck_size) - 1], 0, 0)


def foretelling(game: Any, action: int, journal: Any) -> None:
    """Names the top of the deck before it is turned up: undone, the choice would have been a look at it."""
    note(journal, rules.EV_PLAY, -1, game.deck[int(game.deck_size) - 1], 0, 0, 0)
    rules.apply_action(game, action, journal)


def silent(game: Any, action: int, _: Any) -> None:
    """Shows what was hidden, and does not say so."""
    rules.apply_action(game, action, NO_JOURNAL)


def seed_alone_anew(game: Any, _: int, seed: Any) -> None:
    reseed(game, seed)


def resample_in_place(game: Any, _: int, seed: Any) -> None:
    """Shuffles the deck as it really lies, so that its order still counts."""
    reseed(game, seed)
    shuffle(game, game.deck, 0, int(game.deck_size) - 1)


def resample_without_a_new_key(game: Any, viewer: int, seed: Any) -> None:
    key = game.key.copy()
    rules.resample(game, viewer, seed)
    game.key[:] = key


def view_into_the_deck(game: Any, viewer: int, memory: bool = False) -> Any:
    return dataclasses.replace(GAME.view(game, viewer, memory), deck_top=str(game.deck[3]))


def meddling_view(game: Any, viewer: int, memory: bool = False) -> Any:
    game.replaced += 1
    return GAME.view(game, viewer, memory)


def view_of_numpy_values(game: Any, viewer: int, memory: bool = False, hints: bool = True) -> Any:
    return dataclasses.replace(GAME.view(game, viewer, memory), may_replace=game.step == 0)


def describe_all_alike(game: Any, action: int) -> Any:
    return dataclasses.replace(GAME.describe(game, action), notation="play 1")


def no_words(*_: Any) -> Text:
    return Text("")


class Lenient(Game):
    """Carries out what is not legal."""

    def apply(self, game: Any, action: int) -> list[Event]:
        legal = self.legal(game)
        return super().apply(game, action if action in legal or not legal else legal[0])


BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("check_legal_actions", {"legal_actions": unsorted_legal_actions}),
    ("check_copies", {"apply_action": apply_with_a_memory_of_its_own}),
    ("check_bytes", {"apply_action": apply_with_a_memory_of_its_own}),
    ("check_seeds", {"setup": setup_without_chance}),
    ("check_end", {"apply_action": last_is_first}),
    ("check_end", {"apply_action": everybody_wins_twice}),
    ("check_evaluation", {"evaluate": lambda *_: float("nan")}),
    ("check_meanings", {"NUM_MEANINGS": 20}),
    ("check_meanings", {"meaning": lambda *_: 0}),
    ("check_meanings", {"meaning": lambda game, action: (action + int(game.deck[0])) % 150}),
    ("check_notation", {"describe": describe_all_alike}),
    ("check_notation", {"parse": lambda _: 0}),
    ("check_notation", {"prompt": no_words}),
    ("check_refusals", {"explain": no_words}),
    ("check_journal", {"apply_action": talkative}),
    ("check_journal", {"tell": no_words}),
    ("check_resample", {"resample": seed_alone_anew}),
    ("check_resample", {"resample": resample_in_place}),
    ("check_resample", {"resample": resample_without_a_new_key}),
    ("check_views", {"view": view_into_the_deck}),
    ("check_views", {"view": meddling_view}),
    ("check_views", {"view": view_of_numpy_values}),
    ("check_views", {"prompt": lambda game: Text(str(game.deck[5]))}),
    ("check_events", {"apply_action": indiscreet}),
    ("check_events", {"revealing": frozenset()}),
]


@pytest.mark.parametrize(
    ("check", "changes"), BROKEN, ids=[f"{check}-{number}" for number, (check, _) in enumerate(BROKEN)]
)
def test_a_broken_promise_is_found(check: str, changes: dict[str, Any]) -> None:
    function: Callable[[Case], None] = getattr(conformance, check)
    with pytest.raises(NotConforming):
        function(Case(dataclasses.replace(GAME, **changes), 3, {}, 3))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"apply_action": indiscreet}, "a journal tells what viewer"),
        ({"apply_action": foretelling}, "undo would be unfair"),
        ({"apply_action": silent}, "something is revealed without a revealing event"),
    ],
)
def test_each_way_to_betray_a_secret_is_found(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NotConforming, match=message):
        conformance.check_events(Case(dataclasses.replace(GAME, **changes), 3, {}, 2))


def test_a_game_that_carries_out_the_illegal_is_found() -> None:
    fields = {field.name: getattr(GAME, field.name) for field in dataclasses.fields(GAME)}
    with pytest.raises(NotConforming, match="is carried out"):
        conformance.check_refusals(Case(Lenient(**fields), 3, {}, 3))


def test_every_check_is_seen_to_fail() -> None:
    assert {check for check, _ in BROKEN} == {check.__name__ for check in conformance.CHECKS}


def test_a_digest_tells_other_rules_apart() -> None:
    other = dataclasses.replace(GAME, evaluate=lambda *_: 0.0)
    assert digests(other, 3) != digests(GAME, 3) == digests(GAME, 3)


def test_cases_cover_all_players_and_options() -> None:
    long, short = Text("long"), Text("short")
    options = (Option("a", long, [("x", long), ("y", short)]), Option("b", long, [("1", long), ("2", short)]))
    game = dataclasses.replace(GAME, options=options)
    assert len(combinations(game)) == 3 * 2 * 2
    found = cases(game, 15)
    assert len({(case.players, *case.options.values()) for case in found}) == 12
    assert [case.seed for case in found] == list(range(15))
    assert str(found[1]) == "quorum players=2 b=2 seed=1"  # what is not the default

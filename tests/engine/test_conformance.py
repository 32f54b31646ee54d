"""The checks of a game can fail: each finds the game that breaks its promise."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from trigrad.engine.conformance import CHECKS, Case, NotConforming, cases, combinations, digests
from trigrad.engine.ending import players_ahead
from trigrad.engine.game import Description, Game, Option, Words
from trigrad.engine.header import copy_game, game_from_bytes
from trigrad.engine.journal import ENDED, NO_JOURNAL, Event, Journal, new_journal, note
from trigrad.engine.random import reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.text import Text
from trigrad.games.noughts import GAME as NOUGHTS
from trigrad.games.noughts import Noughts
from trigrad.games.quorum import GAME, Quorum, events
from trigrad.games.quorum.state import State
from trigrad.games.quorum.view import PlayerSheet, View

RULES = GAME.functions


@pytest.fixture(autouse=True)
def _the_true_games_afterwards() -> Iterator[None]:
    """A game makes its functions known by its record; the broken ones must not stay."""
    yield
    GAME.register()
    NOUGHTS.register()


def with_rules(**functions: Any) -> Quorum:
    """Quorum with some other functions."""
    game = Quorum()
    game.functions = dataclasses.replace(RULES, **functions)
    return game


def declaring(game: Game[Any, Any], **declared: Any) -> Game[Any, Any]:
    """A game that says something else of itself."""
    for name, value in declared.items():
        setattr(game, name, value)
    return game


def case_of(game: Any, seed: int = 3) -> Case:
    """A game of three, or of two where no more can play; its rules are made known."""
    game.register()
    return Case(game, min(3, game.max_players), {}, seed)


# --- Broken rules -----------------------------------------------------------------------


def unsorted_legal_actions(game: State, out: Row) -> int:
    count = RULES.legal_actions(game, out)
    for i, action in enumerate(list(out)[:count][::-1]):
        out[i] = action
    return count


_ticks = itertools.count()


def apply_with_a_memory_of_its_own(game: State, action: int, journal: Journal) -> None:
    RULES.apply_action(game, action, journal)
    game.values[0] = 1 + next(_ticks) % 4


def setup_without_chance(game: State, options: Row, seed: Row) -> None:
    RULES.setup(game, options, [0] * 8)  # type: ignore[arg-type]  # as good as an array


def last_is_first(game: State, action: int, journal: Journal) -> None:
    RULES.apply_action(game, action, journal)
    for player in range(game.players):
        game.places[player] = game.players - players_ahead(game, player) if game.over else 0


def everybody_is_second(game: State, action: int, journal: Journal) -> None:
    RULES.apply_action(game, action, journal)
    for player in range(game.players):
        game.places[player] = 2 if game.over else 0


def a_place_for_an_empty_seat(game: State, action: int, journal: Journal) -> None:
    RULES.apply_action(game, action, journal)
    game.places[4] = 4 if game.over else 0


def places_before_the_end(game: State, action: int, journal: Journal) -> None:
    RULES.apply_action(game, action, journal)
    if not game.over:
        game.places[0] = 1


def talkative(game: State, action: int, journal: Journal) -> None:
    for _ in range(64):
        note(journal, events.REFILLED, -1, 0, -1)
    RULES.apply_action(game, action, journal)


def indiscreet(game: State, action: int, journal: Journal) -> None:
    """Tells which card lies on top of the deck."""
    RULES.apply_action(game, action, journal)
    note(journal, events.REFILLED, -1, 0, game.deck[int(game.deck_size) - 1])


def foretelling(game: State, action: int, journal: Journal) -> None:
    """Names the top of the deck before it is turned up: undone, the choice would have been a look at it."""
    note(journal, events.PLAYED, -1, game.deck[int(game.deck_size) - 1])
    RULES.apply_action(game, action, journal)


def silent(game: State, action: int, _: Journal) -> None:
    """Shows what was hidden, and does not say so."""
    RULES.apply_action(game, action, NO_JOURNAL)


def ends_unsaid(game: State, action: int, journal: Journal) -> None:
    """Notes all but the end of the game."""
    own = new_journal()
    RULES.apply_action(game, action, own)
    for event in GAME.events.read(own):
        if event.kind != ENDED:
            note(journal, event.kind, event.player, *event.values)


def ends_twice(game: State, action: int, journal: Journal) -> None:
    RULES.apply_action(game, action, journal)
    if game.over:
        note(journal, ENDED, -1)


def seed_alone_anew(game: State, _: int, seed: Row) -> None:
    reseed(game, seed)


def resample_in_place(game: State, _: int, seed: Row) -> None:
    """Shuffles the deck as it really lies, so that its order still counts."""
    reseed(game, seed)
    shuffle(game, game.deck, 0, int(game.deck_size) - 1)


def resample_without_a_new_key(game: State, viewer: int, seed: Row) -> None:
    key = list(game.key)
    RULES.resample(game, viewer, seed)
    for i, word in enumerate(key):
        game.key[i] = word


def resample_the_turn(game: State, viewer: int, seed: Row) -> None:
    RULES.resample(game, viewer, seed)
    game.to_move = 0


def no_worths(_game: State, _worths: Row) -> None:
    """Leaves out everybody."""


def worths_in_points(game: State, worths: Row) -> None:
    """Forgets that worths are in hundredths of a point."""
    RULES.evaluate(game, worths)
    for player in range(game.players):
        worths[player] //= 100


def influence_is_worth_something(game: State, worths: Row) -> None:
    """Counts the markers, which at the end bring no points of their own."""
    RULES.evaluate(game, worths)
    for player in range(game.players):
        worths[player] += sum(map(int, game.spaces[player]))


def evaluation_that_shuffles(game: State, worths: Row) -> None:
    RULES.evaluate(game, worths)
    shuffle(game, game.deck, 0, int(game.deck_size))


# --- Broken words and views ---------------------------------------------------------------


class ViewIntoTheDeck(Quorum):
    def view(self, game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
        return dataclasses.replace(super().view(game, viewer, memory, hints), deck_top=str(game.deck[3]))


class MeddlingView(Quorum):
    def view(self, game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
        game.replaced += 1
        return super().view(game, viewer, memory, hints)


class ViewOfNumPyValues(Quorum):
    def view(self, game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
        return dataclasses.replace(super().view(game, viewer, memory, hints), round=game.deck_size)


class PictureOfTheDeck(Quorum):
    """Draws, of what only the record knows, what lay in the deck when it was last looked at."""

    def view(self, game: State, viewer: int, memory: bool = False, hints: bool = True) -> View:
        self.third = int(game.deck[3])
        return super().view(game, viewer, memory, hints)

    def picture(self, view: View) -> dict[str, Any]:
        return {"third": self.third}


class QuestionFromTheDeck(Quorum):
    def ask(self, game: State) -> Text:
        return Text(str(game.deck[5]))


class ChapterFromTheDeck(Quorum):
    def chapter(self, game: State) -> str:
        return str(int(game.deck[0]) % 7)


class GuideFromTheDeck(Quorum):
    def asked(self, game: State) -> Sequence[str]:
        return (*super().asked(game), str(int(game.deck[0]) % 7))


class AllAlike(Quorum):
    def notation(self, action: int) -> str:
        return "play 1"


class SaysUndo(Quorum):
    def notation(self, action: int) -> str:
        return "undo" if action == 3 else super().notation(action)


class EndsWithABlank(Quorum):
    def notation(self, action: int) -> str:
        return super().notation(action) + " "


class GapThatNobodyFills(Quorum):
    def ask(self, game: State) -> Text:
        return Text("Take {crad}", {"card": 1})


class SheetBackwards(Quorum):
    def score_sheet(self, game: State) -> tuple[PlayerSheet, ...]:
        return super().score_sheet(game)[::-1]


class DescribedAsAnother(Quorum):
    def describe(self, game: State, action: int) -> Description:
        return dataclasses.replace(super().describe(game, action), action=action + 1)


class ReadsAnything(Quorum):
    def parse(self, text: str) -> int:
        return self._by_notation.get(text, 0)


class AsksNothing(Quorum):
    def ask(self, game: State) -> Text:
        return Text("")


class Speechless(Quorum):
    def words(self, game: State, action: int) -> Words:
        return Text(" "), {}


class Unexplained(Quorum):
    def why_not(self, game: State, action: int) -> Text:
        return Text("")


class TellsNothing(Quorum):
    def line(self, event: Event, memory: bool) -> Text | None:
        return Text("")


class Lenient(Quorum):
    """Carries out what is not legal."""

    def apply(self, game: State, action: int) -> list[Event]:
        legal = self.legal(game)
        return super().apply(game, action if action in legal or not legal else legal[0])


class SecretsUnderNoOption(Quorum):
    def hides(self, options: Any) -> bool:
        return False


# --- Broken observations ------------------------------------------------------------------


def telling_the_deck(game: State, viewer: int, memory: bool, out: Row) -> None:
    RULES.observe(game, viewer, memory, out)
    out[0] = int(game.deck[3]) % 4


def meddling_observation(game: State, viewer: int, memory: bool, out: Row) -> None:
    RULES.observe(game, viewer, memory, out)
    game.replaced += 1


def leaving_the_first_number(game: State, viewer: int, memory: bool, out: Row) -> None:
    first = out[0]
    RULES.observe(game, viewer, memory, out)
    out[0] = first


def seven_players(game: State, viewer: int, memory: bool, out: Row) -> None:
    RULES.observe(game, viewer, memory, out)
    out[0] = 7


class BlindInOneEye(Noughts):
    """Observes nothing of the left column."""

    @staticmethod
    def half(game: Any, viewer: int, memory: bool, out: Row) -> None:
        NOUGHTS.functions.observe(game, viewer, memory, out)
        NOUGHTS.observation.read(np.asarray(out))["board"][::3] = 0

    functions = dataclasses.replace(NOUGHTS.functions, observe=half)


class KeyToTheDeck(Quorum):
    def information_key(self, game: State, viewer: int, memory: bool = True) -> bytes:
        return game.deck.tobytes()


# --- Broken records -----------------------------------------------------------------------


def with_records(kind: type[State]) -> Quorum:
    """Quorum on another kind of record."""
    game = Quorum()
    game.functions, game.record_type = RULES, kind
    return game


def with_a_hole() -> type[State]:
    """Records with a byte that belongs to no field."""

    class Holey(State):
        pass

    fields: Any = State.dtype.fields
    layout: Any = {
        "names": list(fields),
        "formats": [field[0] for field in fields.values()],
        "offsets": [field[1] for field in fields.values()],
        "itemsize": State.dtype.itemsize + 1,
    }
    Holey.dtype = np.dtype((Holey, np.dtype(layout)))
    return Holey


class ItsOwnCopy(State):
    def copy(self) -> "ItsOwnCopy":
        return self


class ReadOnly(State):
    def __deepcopy__(self, memo: object) -> Any:
        return np.frombuffer(self.tobytes(), self.dtype)[0]


class Forgetful(State):
    """Forgets when it is pickled how many cards are left."""

    def __reduce__(self) -> Any:
        other = copy_game(self)
        other.deck_size = 0
        return game_from_bytes, (Forgetful, other.tobytes())


def known_here_alone() -> type[State]:
    class Local(State):
        """A kind of record that no other process can import."""

    return Local


class Plain(State):
    """Becomes a plain record of NumPy when it is copied."""

    def __copy__(self) -> Any:
        return np.zeros(1, self.dtype.descr)[0]


class PlaysOnOtherwise(State):
    """Is changed by being copied."""

    def __copy__(self) -> Any:
        other = copy_game(self)
        self.replaced += 1
        return other


# --- What each check finds ----------------------------------------------------------------

SHORTEST = 2 * 12 * 3  # choices of a game of three in which nobody takes a god: there always are more

TWICE = Option("speed", Text("Speed"), (("slow", Text("Slow")), ("slow", Text("Slow too"))))

BROKEN: list[tuple[str, Game[Any, Any], str]] = [
    ("check_declarations", declaring(Quorum(), min_players=5), "numbers of players"),
    ("check_declarations", declaring(Quorum(), max_players=6), "numbers of players"),
    ("check_declarations", declaring(Quorum(), options=[TWICE]), "values of the option speed"),
    (
        "check_declarations",
        declaring(Quorum(), options=[dataclasses.replace(TWICE, key="My speed")]),
        "keys of options",
    ),
    ("check_declarations", AllAlike(), "share a notation"),
    ("check_declarations", SaysUndo(), "reserved"),
    ("check_declarations", EndsWithABlank(), "ends with a blank"),
    ("check_legal_actions", with_rules(legal_actions=unsorted_legal_actions), "not ascending"),
    ("check_legal_actions", with_rules(legal_actions=lambda *_: 0), "empty exactly when"),
    ("check_legal_actions", declaring(Quorum(), num_actions=12), "out of range|index 12"),
    ("check_copies", with_rules(apply_action=apply_with_a_memory_of_its_own), "plays on differently"),
    ("check_bytes", with_rules(apply_action=apply_with_a_memory_of_its_own), "plays on differently"),
    ("check_records", with_records(with_a_hole()), "changes bytes"),
    ("check_records", with_records(ItsOwnCopy), r"copied by copy\(\) changes the original"),
    ("check_records", with_records(ReadOnly), "copy.deepcopy is not possible, or no record to write to"),
    ("check_records", with_records(Forgetful), "pickle changes bytes"),
    ("check_records", with_records(Plain), "copy.copy makes another kind of record"),
    ("check_records", with_records(PlaysOnOtherwise), "changes bytes"),
    ("check_sent", with_records(Forgetful), "arrives in a new process with other bytes"),
    ("check_sent", with_records(known_here_alone()), "cannot be sent"),
    ("check_sent", with_rules(apply_action=apply_with_a_memory_of_its_own), "plays on differently"),
    ("check_seeds", with_rules(setup=setup_without_chance), "another seed begins the same game"),
    ("check_seeds", declaring(Quorum(), chance=False), "without chance begins otherwise"),
    ("check_seeds", declaring(Noughts(), chance=True), "another seed begins the same game"),
    ("check_length", declaring(Quorum(), max_game_length=SHORTEST), "more than declared"),
    ("check_length", declaring(Noughts(), max_game_length=4), "more than declared"),
    ("check_end", with_rules(apply_action=last_is_first), "fewer points, better place|number of those ahead"),
    ("check_end", with_rules(apply_action=everybody_is_second), "do not sum to 1"),
    ("check_end", with_rules(apply_action=a_place_for_an_empty_seat), "an empty seat has a place"),
    ("check_end", with_rules(apply_action=places_before_the_end), "before the end"),
    ("check_end", declaring(Quorum(), max_return=0.5), "out of the declared range"),
    ("check_end", declaring(Quorum(), min_return=0.25), "out of the declared range"),
    ("check_evaluation", with_rules(evaluate=no_worths), "has no worth"),
    ("check_evaluation", with_rules(evaluate=worths_in_points), "not worth its scores"),
    ("check_evaluation", with_rules(evaluate=influence_is_worth_something), "not worth its scores"),
    ("check_evaluation", with_rules(evaluate=evaluation_that_shuffles), "changes the record"),
    ("check_meanings", declaring(Quorum(), num_meanings=20), "out of range"),
    ("check_meanings", with_rules(meaning=lambda *_: 0), "do not do the same"),
    ("check_meanings", with_rules(meaning=lambda game, action: (action + int(game.deck[0])) % 150), "another world"),
    ("check_notation", AllAlike(), "share a notation"),
    ("check_notation", DescribedAsAnother(), "of another action"),
    ("check_notation", ReadsAnything(), "nonsense is read"),
    ("check_notation", AsksNothing(), "nothing is asked"),
    ("check_notation", GapThatNobodyFills(), "cannot be said"),
    ("check_notation", Speechless(), "has no words"),
    ("check_refusals", Unexplained(), "refused without a reason"),
    ("check_refusals", Lenient(), "is carried out"),
    ("check_journal", with_rules(apply_action=talkative), "the journal is full"),
    ("check_journal", with_rules(apply_action=silent), "leaves no trace"),
    ("check_journal", TellsNothing(), "has an empty line"),
    ("check_journal", with_rules(apply_action=ends_unsaid), "the end of the game is not noted"),
    ("check_journal", with_rules(apply_action=ends_twice), "the end of the game is not noted"),
    ("check_resample", with_rules(resample=seed_alone_anew), "nothing is ever drawn anew"),
    ("check_resample", with_rules(resample=resample_in_place), "depends on what the viewer cannot know"),
    ("check_resample", with_rules(resample=resample_without_a_new_key), "keeps the secret seed"),
    ("check_resample", with_rules(resample=resample_the_turn), "has another header"),
    ("check_resample", declaring(Noughts(), hidden_information=True), "nothing is ever drawn anew"),
    ("check_resample", declaring(Quorum(), hidden_information=False), "hides nothing is drawn anew"),
    ("check_resample", SecretsUnderNoOption(), "hides nothing is drawn anew"),
    ("check_views", ViewIntoTheDeck(), "is shown what they cannot know"),
    ("check_views", MeddlingView(), "looking at a game changes it"),
    ("check_views", ViewOfNumPyValues(), "no plain data"),
    ("check_views", PictureOfTheDeck(), "is shown what they cannot know"),
    ("check_views", QuestionFromTheDeck(), "is shown what they cannot know"),
    ("check_views", ChapterFromTheDeck(), "is shown what they cannot know"),
    ("check_views", GuideFromTheDeck(), "is shown what they cannot know"),
    ("check_views", SheetBackwards(), "a line for each seat"),
    ("check_observations", with_rules(observe=telling_the_deck), "observes what they cannot know"),
    ("check_observations", with_rules(observe=meddling_observation), "changes the record"),
    ("check_observations", with_rules(observe=leaving_the_first_number), "leaves a number as it was"),
    ("check_observations", with_rules(observe=seven_players), "out of its range: players"),
    ("check_observations", BlindInOneEye(), "the same where the rules differ"),
    ("check_observations", KeyToTheDeck(), "a key to secrets"),
    ("check_events", with_rules(apply_action=indiscreet), "a journal tells what viewer"),
    ("check_events", with_rules(apply_action=foretelling), "undo would be unfair"),
    ("check_events", with_rules(apply_action=silent), "something is revealed without a revealing event"),
    ("check_events", declaring(Quorum(), revealing=frozenset()), "revealed without a revealing event"),
]


@pytest.mark.parametrize(
    ("check", "game", "message"), BROKEN, ids=[f"{check}-{number}" for number, (check, *_) in enumerate(BROKEN)]
)
def test_a_broken_promise_is_found(check: str, game: Game[Any, Any], message: str) -> None:
    function = next(function for function in CHECKS if function.__name__ == check)
    with pytest.raises(NotConforming, match=message):
        function(case_of(game))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", [GAME, NOUGHTS], ids=["quorum", "noughts"])
def test_the_true_games_keep_their_promises(check: Callable[[Case], None], game: Game[Any, Any]) -> None:
    check(case_of(game))


def test_every_check_is_seen_to_fail() -> None:
    assert {check for check, *_ in BROKEN} == {check.__name__ for check in CHECKS}


def test_a_digest_tells_other_rules_apart() -> None:
    def nothing(game: State, worths: Row) -> None:
        for player in range(game.players):
            worths[player] = 0

    other: Any = with_rules(evaluate=nothing)
    true: Any = GAME
    assert digests(other, 3) != digests(true, 3) == digests(true, 3)


def test_cases_cover_all_players_and_options() -> None:
    long, short = Text("long"), Text("short")
    options = (Option("a", long, [("x", long), ("y", short)]), Option("b", long, [("1", long), ("2", short)]))
    game = declaring(Quorum(), options=options)
    assert len(combinations(game)) == 3 * 2 * 2
    found = cases(game, 15)
    assert len({(case.players, *case.options.values()) for case in found}) == 12
    assert [case.seed for case in found] == list(range(15))
    assert str(found[1]) == "quorum players=2 b=2 seed=1"  # what is not the default

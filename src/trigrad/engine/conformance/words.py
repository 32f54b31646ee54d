"""Everything can be said: choices, questions, refusals and what happened."""

import json

from trigrad.engine.conformance.cases import Case, NotConforming, some_of, walk
from trigrad.engine.game import SPECTATOR, IllegalAction
from trigrad.engine.header import copy_game
from trigrad.engine.journal import ENDED, Event, new_journal
from trigrad.engine.text import Language, Text, render


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
    for game in some_of(case):
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

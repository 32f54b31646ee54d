"""The choices of an analysed game in words, and the table before each as its seat saw it."""

from collections.abc import Mapping
from dataclasses import dataclass

from trigrad.club.estimates import Argument, argument, comparison
from trigrad.engine.game import Description
from trigrad.engine.text import Text
from trigrad.table.analysis import Analysis, Choice
from trigrad.table.table import Table
from trigrad.table.thoughts import Estimate
from trigrad.web.refusals import NotFound

_OPTIONS = 3  # that the computer would choose


@dataclass(frozen=True)
class Option:
    """An action that the search would choose, or that was chosen."""

    words: Text
    estimate: Estimate
    chosen: bool


@dataclass(frozen=True)
class Verdict:
    """A choice in words."""

    choice: Choice
    bot: str | None  # that made it
    chosen: Text
    preferred: Text
    words: Text
    why: Argument  # beside the computer's choice, where that was looked into


@dataclass(frozen=True)
class Position:
    """The table before a choice, as the seat that was to choose saw it; nothing can be chosen in it any more."""

    verdict: Verdict
    prompt: Text
    options: tuple[Option, ...]
    view: object
    picture: Mapping[str, object]
    sheet: object
    earlier: int | None  # step of the choice before
    later: int | None
    legal: Mapping[str, Description]


def verdict(table: Table, choice: Choice) -> Verdict:
    """A choice of a table in words."""
    chosen = _words(table, choice, choice.chosen.action)
    preferred = _words(table, choice, choice.preferred[0].action)
    same = chosen == preferred  # also where it is another card of the same kind
    return Verdict(
        choice=choice,
        bot=table.steps[choice.step - 1].entry.bot,
        chosen=chosen,
        preferred=preferred,
        words=Text("the computer’s choice too") if same else _judgement(choice),
        why=argument(table.rules.game, choice.grounds, choice.cost) if choice.grounds else Argument(),
    )


def _words(table: Table, choice: Choice, action: int) -> Text:
    return table.rules.game.describe(table.steps[choice.step - 1].before, action).text


def _judgement(choice: Choice) -> Text:
    return comparison(choice.cost) if choice.sure else Text("looked at too little to tell")


def position(table: Table, analysis: Analysis, step: int) -> Position:
    """The position before a choice of an analysed table; ``NotFound`` if there was nothing to choose."""
    steps = [choice.step for choice in analysis.choices]
    if step not in steps:
        raise NotFound
    index = steps.index(step)
    choice = analysis.choices[index]
    game, rules, before = table.rules.game, table.rules, table.steps[step - 1].before
    view = game.view(before, choice.seat, rules.memory, rules.hints)
    return Position(
        verdict=verdict(table, choice),
        prompt=game.prompt(before),
        options=_options(table, choice),
        view=view,
        picture=game.picture(view),
        sheet=game.score_sheet(before),
        earlier=steps[index - 1] if index else None,
        later=steps[index + 1] if index + 1 < len(steps) else None,
        legal={},
    )


def _options(table: Table, choice: Choice) -> tuple[Option, ...]:
    """The best choices that are known of, best first, with the one that was made."""

    def option(estimate: Estimate) -> Option:
        chosen = estimate.action == choice.chosen.action
        return Option(_words(table, choice, estimate.action), estimate, chosen)

    shown = choice.preferred[:_OPTIONS]
    return tuple(map(option, shown if choice.chosen in shown else (*shown, choice.chosen)))

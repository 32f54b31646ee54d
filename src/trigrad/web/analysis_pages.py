"""The analysis of a finished game, as pages and in the JSON API."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from markupsafe import Markup
from pydantic import BaseModel, Field

from trigrad import i18n
from trigrad.engine.text import Text
from trigrad.table.analysis import Analysis, Choice, Estimate
from trigrad.table.table import Table
from trigrad.web import chart, pages, screen
from trigrad.web.analyses import State
from trigrad.web.api import PROBLEM
from trigrad.web.context import Server, TheLanguage, TheServer, TheUser
from trigrad.web.estimates import comparison, told_apart
from trigrad.web.identity import User
from trigrad.web.tables import NotFound

router = APIRouter(include_in_schema=False)
api_router = APIRouter(tags=["tables"], responses={"4XX": PROBLEM})

_OPTIONS = 3  # that the computer would choose


# --- What is shown ------------------------------------------------------------------------


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


@dataclass(frozen=True)
class Position:
    """The table before a choice, as the seat that was to choose saw it; nothing can be chosen in it any more."""

    verdict: Verdict
    prompt: Text
    options: tuple[Option, ...]
    view: Any
    picture: Any
    sheet: Any
    earlier: int | None  # step of the choice before
    later: int | None
    legal: dict[str, Any]


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
        words=Text("the computer's choice too") if same else _judgement(choice),
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
    """What the search would choose, and the choice that was made, as it was seen when all of a search went into it."""
    chosen = Option(_words(table, choice, choice.chosen.action), choice.chosen, chosen=True)
    preferred = [Option(_words(table, choice, one.action), one, chosen=False) for one in choice.preferred]
    shown = [
        chosen if option.words == chosen.words else option
        for option in told_apart(preferred, lambda option: option.words)[:_OPTIONS]
    ]
    return tuple(shown if chosen in shown else [*shown, chosen])


# --- Pages --------------------------------------------------------------------------------


@router.get("/t/{table_id}/analysis")
def analysis_page(
    request: Request,
    table_id: str,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    seat: Annotated[int | None, Query()] = None,
) -> Response:
    """The analysis of a finished game, of one seat's choices or of all."""
    return _analysis(request, server, table_id, user, language, seat, "analysis.html")


@router.get("/t/{table_id}/analysis/live")
def analysis_fragment(
    request: Request, table_id: str, server: TheServer, user: TheUser, language: TheLanguage
) -> Response:
    """What changes on the page of an analysis while it is computed."""
    return _analysis(request, server, table_id, user, language, None, "analysis_live.html")


@router.post("/t/{table_id}/analysis")
def begin_analysis(table_id: str, server: TheServer) -> Response:
    """Have a finished game analysed."""
    server.analyses.begin(table_id)
    return pages.see_other(f"/t/{table_id}/analysis")


def _analysis(
    request: Request, server: Server, table_id: str, user: User, language: str, seat: int | None, template: str
) -> Response:
    table, state = server.analyses.finished(table_id), server.analyses.state(table_id)
    return pages.html(
        request,
        template,
        language,
        **_about(server, table_id, table, user, language),
        state=state,
        **(_result(table, state.analysis, seat) if state.analysis else {}),
    )


def _about(server: Server, table_id: str, table: Table, user: User, language: str) -> dict[str, Any]:
    live = server.tables.get(table_id)
    seats = screen.seats_on_page(live, live.seats_of(user), i18n.catalogue(language))
    return {"row": live.row, "game": table.rules.game, "seats": seats}


def _result(table: Table, analysis: Analysis, seat: int | None) -> dict[str, Any]:
    """What the page of a complete analysis shows; an unknown ``seat`` has no choices."""
    costliest = analysis.costliest(seat)
    choices = [choice for choice in analysis.choices if seat in (None, choice.seat)]
    return {
        "seat": seat,
        "lines": chart.lines(analysis),
        "side": chart.SIDE,
        "rings": chart.rings(analysis, costliest),
        "costliest": [verdict(table, choice) for choice in costliest],
        "verdicts": [verdict(table, choice) for choice in choices],
        "looks": sum(choice.looks for choice in analysis.choices) // max(1, len(analysis.choices)),
    }


@router.get("/t/{table_id}/analysis/{step}")
def position_page(
    request: Request, table_id: str, step: int, server: TheServer, user: TheUser, language: TheLanguage
) -> Response:
    """The position before a choice, as the seat that was to choose saw it."""
    table, state = server.analyses.finished(table_id), server.analyses.state(table_id)
    if state.analysis is None:
        return pages.see_other(f"/t/{table_id}/analysis")
    shown = position(table, state.analysis, step)
    return pages.html(
        request,
        "analysis_position.html",
        language,
        **_about(server, table_id, table, user, language),
        screen=shown,
        view=shown.view,
        picture=shown.picture,
        sheet=shown.sheet,
        act=_nothing,
    )


def _nothing(_notation: str, _label: str, _style: str = "") -> Markup:
    """What the games' pages call for a button, where nothing can be chosen."""
    return Markup("")


# --- JSON API -----------------------------------------------------------------------------


class EstimateInfo(BaseModel):
    """What the search makes of an action."""

    action: int
    notation: str
    text: str
    visits: int = Field(description="How many imagined games began with it; its estimates are no better than that")
    chance: float = Field(description="To win, 0 to 1; a victory shared by n counts 1/n")
    lead: float = Field(description="Points ahead of the best other player")


class AnalysedChoice(BaseModel):
    """A choice at which there was something to choose, by what its seat could know then."""

    step: int = Field(description="Number of the choice in the record of the game, from 1")
    seat: int
    before: float = Field(description="Chance to win with what the search would choose")
    after: float | None = Field(description="Chance to win with what was chosen; null: too few visits to tell")
    cost: float
    chosen: EstimateInfo
    preferred: list[EstimateInfo] = Field(description="What the search would choose, most visited first")


class AnalysisState(BaseModel):
    """An analysis, or how far it is."""

    state: Literal["none", "waiting", "computing", "ready"]
    done: int = Field(default=0, description="Choices looked at so far")
    total: int = Field(default=0, description="Choices to look at")
    choices: list[AnalysedChoice] | None = None
    result: list[float] | None = Field(default=None, description="Each seat's share of the victory")
    costliest: list[int] | None = Field(default=None, description="Steps of the three costliest choices")


@api_router.post("/tables/{table_id}/analysis", status_code=HTTPStatus.ACCEPTED)
def start_analysis(table_id: str, server: TheServer, language: TheLanguage) -> AnalysisState:
    """Have a finished game analysed; it takes a minute or two, and is kept."""
    server.analyses.begin(table_id)
    return get_analysis(table_id, server, language)


@api_router.get("/tables/{table_id}/analysis")
def get_analysis(table_id: str, server: TheServer, language: TheLanguage) -> AnalysisState:
    """The analysis of a finished game, or how far it is."""
    table, state = server.analyses.finished(table_id), server.analyses.state(table_id)
    if state.analysis is None:
        return _not_ready(state)
    return AnalysisState(
        state="ready",
        choices=[_choice_info(table, choice, language) for choice in state.analysis.choices],
        result=list(state.analysis.result),
        costliest=[choice.step for choice in state.analysis.costliest()],
    )


def _not_ready(state: State) -> AnalysisState:
    if state.progress is None:
        return AnalysisState(state="none")
    done, total = state.progress.done, state.progress.total
    return AnalysisState(state="computing" if done else "waiting", done=done, total=total)


def _choice_info(table: Table, choice: Choice, language: str) -> AnalysedChoice:
    info = _estimate_info(table, choice, language)
    return AnalysedChoice(
        step=choice.step,
        seat=choice.seat,
        before=choice.before,
        after=choice.after,
        cost=choice.cost,
        chosen=info(choice.chosen),
        preferred=list(map(info, choice.preferred)),
    )


def _estimate_info(table: Table, choice: Choice, language: str) -> Callable[[Estimate], EstimateInfo]:
    before = table.steps[choice.step - 1].before

    def info(estimate: Estimate) -> EstimateInfo:
        description = table.rules.game.describe(before, estimate.action)
        return EstimateInfo(
            action=estimate.action,
            notation=description.notation,
            text=description.text.render(i18n.catalogue(language)),
            visits=estimate.visits,
            chance=estimate.chance,
            lead=estimate.lead,
        )

    return info

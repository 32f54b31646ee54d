"""The analysis of a finished game, and its record."""

from collections.abc import Callable
from http import HTTPStatus

from fastapi import APIRouter

from trigrad import i18n
from trigrad.club.analyses import State
from trigrad.club.estimates import argument
from trigrad.table import record
from trigrad.table.analysis import Choice
from trigrad.table.table import Table
from trigrad.table.thoughts import Estimate
from trigrad.web.api.models import AnalysedChoice, AnalysisState, EstimateInfo
from trigrad.web.api.problems import reading, writing
from trigrad.web.context import TheClub, TheLanguage, TheUser

router = APIRouter(tags=["tables"])


@router.get("/tables/{table_id}/record", responses=reading(404, 410, 503))
def get_record(table_id: str, club: TheClub) -> dict[str, object]:
    """A finished game, as ``trigrad verify`` and ``trigrad replay`` read it."""
    return record.to_json(club.tables.record(table_id))


@router.post("/tables/{table_id}/analysis", status_code=HTTPStatus.ACCEPTED, responses=writing(404, 410))
def start_analysis(table_id: str, club: TheClub, user: TheUser, language: TheLanguage) -> AnalysisState:
    """Have a finished game analysed; it takes a minute or two, and is kept."""
    club.analyses.begin(table_id, user)
    return get_analysis(table_id, club, language)


@router.get("/tables/{table_id}/analysis", responses=reading(404, 410, 503))
def get_analysis(table_id: str, club: TheClub, language: TheLanguage) -> AnalysisState:
    """The analysis of a finished game, or how far it is."""
    table, state = club.analyses.finished(table_id), club.analyses.state(table_id)
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
    why, words = argument(table.rules.game, choice.grounds, choice.cost), i18n.catalogue(language)
    return AnalysedChoice(
        step=choice.step,
        seat=choice.seat,
        before=choice.before,
        after=choice.after,
        cost=choice.cost,
        chosen=info(choice.chosen),
        preferred=list(map(info, choice.preferred)),
        speaks_for=[ground.render(words) for ground in why.gains],
        speaks_against=[ground.render(words) for ground in why.losses],
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

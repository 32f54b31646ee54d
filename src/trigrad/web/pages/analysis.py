"""The analysis of a finished game, and the positions in it."""

from contextlib import closing
from typing import Annotated

from fastapi import APIRouter, Query, Response
from markupsafe import Markup

from trigrad import i18n
from trigrad.table.analysis import Analysis
from trigrad.table.table import Table
from trigrad.web.answers import html, see_other
from trigrad.web.context import TheClub, TheUser, TheVisit, Visit
from trigrad.web.pages import chart, screen
from trigrad.web.pages.verdicts import position, verdict
from trigrad.web.parts import Parts, Shared

router = APIRouter()


@router.get("/t/{table_id}/analysis")
def analysis_page(table_id: str, visit: TheVisit, seat: Annotated[int | None, Query()] = None) -> Response:
    """The analysis of a finished game, of one seat's choices or of all."""
    return _analysis(visit, table_id, seat, "analysis.html")


@router.get("/t/{table_id}/analysis/live")
def analysis_fragment(table_id: str, visit: TheVisit) -> Response:
    """What changes on the page of an analysis while it is computed."""
    return _analysis(visit, table_id, None, "analysis_live.html")


@router.post("/t/{table_id}/analysis")
def begin_analysis(table_id: str, club: TheClub, user: TheUser) -> Response:
    """Have a finished game analysed."""
    club.analyses.begin(table_id, user)
    return see_other(f"/t/{table_id}/analysis")


def _analysis(visit: Visit, table_id: str, seat: int | None, template: str) -> Response:
    table, state = visit.club.analyses.finished(table_id), visit.club.analyses.state(table_id)
    result = _result(table, state.analysis, seat) if state.analysis else {}
    return html(visit, template, **_about(visit, table_id, table), state=state, **result)


def _about(visit: Visit, table_id: str, table: Table) -> dict[str, object]:
    live = visit.club.tables.get(table_id)
    seats = screen.seats_on_page(live.row, live.seats_of(visit.user), i18n.catalogue(visit.language))
    return {"row": live.row, "game": table.rules.game, "seats": seats}


def _result(table: Table, analysis: Analysis, seat: int | None) -> dict[str, object]:
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
def position_page(table_id: str, step: int, visit: TheVisit) -> Response:
    """The position before a choice, as the seat that was to choose saw it."""
    table, state = visit.club.analyses.finished(table_id), visit.club.analyses.state(table_id)
    if state.analysis is None:
        return see_other(f"/t/{table_id}/analysis")
    shown = position(table, state.analysis, step)
    context = _about(visit, table_id, table) | {
        "screen": shown,
        "view": shown.view,
        "picture": shown.picture,
        "sheet": shown.sheet,
        "act": _nothing,
        "to_move": shown.verdict.choice.seat,
        "game": table.rules.game,
    }
    # What all see is filled from what this seat saw: the game is over, and the page keeps nothing for others
    with closing(Parts(table.rules.game.name, visit.language, context, lambda: context, Shared())) as part:
        return html(visit, "analysis_position.html", **context, part=part)


def _nothing(_notation: str, _label: str, _style: str = "") -> Markup:
    """What the games' pages call for a button, where nothing can be chosen."""
    return Markup("")

"""What I have set for myself."""

from http import HTTPStatus

from fastapi import APIRouter, Response
from starlette.concurrency import run_in_threadpool

from trigrad.club.person_settings import SETTINGS
from trigrad.club.refusals import BadSettings
from trigrad.engine.text import Refusal
from trigrad.web.answers import html, introduce, see_other
from trigrad.web.context import TheVisit, Visit
from trigrad.web.refusals import STATUS

router = APIRouter()

_PAGE = "/me/settings"


@router.get(_PAGE)
def settings(visit: TheVisit, saved: bool = False) -> Response:
    """What I have set for myself."""
    response = _form(visit, saved=saved)
    introduce(visit, response)
    return response


@router.post(_PAGE)
async def keep(visit: TheVisit) -> Response:
    """Keep what I have set, on all my devices."""
    async with visit.request.form(max_files=0, max_fields=60) as form:
        values = {key: str(value) for key, value in form.items()}
    return await run_in_threadpool(_keep, visit, values)


def _keep(visit: Visit, values: dict[str, str]) -> Response:
    try:
        visit.club.person_settings.keep(visit.user, values)
    except BadSettings as refusal:
        return _form(visit, refused=refusal)
    response = see_other(f"{_PAGE}?saved=1")
    introduce(visit, response)
    return response


def _form(visit: Visit, *, saved: bool = False, refused: Refusal | None = None) -> Response:
    return html(
        visit,
        "settings.html",
        HTTPStatus.OK if refused is None else STATUS[refused.kind],
        settings=SETTINGS,
        chosen=visit.club.person_settings.of(visit.user),
        saved=saved,
        notice=refused.reason if refused else None,
    )

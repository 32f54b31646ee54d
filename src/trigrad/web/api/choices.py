"""Choosing: actions, undo, hints, and why something is not possible."""

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from trigrad import i18n
from trigrad.club.hints import HintedChoice
from trigrad.web import hints
from trigrad.web.api.models import Choice, HintedAction, HintInfo, HintQuestion, TableState, Undo
from trigrad.web.api.problems import reading, writing
from trigrad.web.api.states import action_info, state
from trigrad.web.context import TheClub, TheLanguage, TheUser

router = APIRouter(tags=["tables"])


@router.post("/tables/{table_id}/actions", responses=writing(404, 409, 410))
def act(table_id: str, choice: Choice, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Make a choice."""
    club.tables.act(table_id, user, choice.seat, choice.action, choice.version)
    return state(club, table_id, user, choice.seat, language)


@router.post("/tables/{table_id}/undo", responses=writing(404, 409, 410))
def undo(table_id: str, choice: Undo, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Take back my last choice, while nothing hidden was seen and nobody else has acted."""
    club.tables.undo(table_id, user, choice.seat, choice.version)
    return state(club, table_id, user, choice.seat, language)


@router.post("/tables/{table_id}/finish", responses=writing(404, 409, 410))
def finish(table_id: str, choice: Undo, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Finish my turn, where others wait for that: from then on nothing of it can be taken back."""
    club.tables.finish(table_id, user, choice.seat, choice.version)
    return state(club, table_id, user, choice.seat, language)


@router.post("/tables/{table_id}/hint", responses=writing(404, 409, 410))
async def hint(table_id: str, question: HintQuestion, club: TheClub, user: TheUser, language: TheLanguage) -> HintInfo:
    """The best three choices of one of my seats, which is to move, where the table allows hints.

    Thinking takes about a second. It sees only what the seat can know: all that is hidden is drawn
    anew for each imagined game. The same question has the same answer.
    """
    found = await hints.hint(club, table_id, user, question.seat, question.version)
    await run_in_threadpool(club.hints.check, table_id, user, found)
    return HintInfo(
        seat=found.seat,
        version=found.version,
        games=found.games,
        choices=[_hinted(choice, language) for choice in found.choices],
    )


@router.get("/tables/{table_id}/explain", responses=reading(403, 404, 410, 503))
def explain(
    table_id: str, action: int, club: TheClub, user: TheUser, language: TheLanguage, seat: int
) -> dict[str, str | bool]:
    """Whether an action is possible for one of my seats now, and if not, why."""
    live = club.tables.get(table_id)
    with live.lock:
        reason = live.why_not(user, seat, action)
    return {"legal": reason is None, "reason": "" if reason is None else reason.render(i18n.catalogue(language))}


def _hinted(choice: HintedChoice, language: str) -> HintedAction:
    words = i18n.catalogue(language)
    return HintedAction(
        **action_info(choice.description, language).model_dump(),
        chance=choice.chance,
        lead=choice.lead,
        visits=choice.visits,
        standing=choice.standing.render(words),
        comparison=choice.comparison.render(words),
        speaks_for=[ground.render(words) for ground in choice.why.gains],
        speaks_against=[ground.render(words) for ground in choice.why.losses],
    )

"""Whether the server does its work, for what looks after it: ``/health`` and ``/metrics``."""

import secrets
from http import HTTPStatus

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError

from trigrad.club.bot_processes import Strength
from trigrad.store.trouble import Trouble, trouble
from trigrad.web.context import TheClub, TheServer
from trigrad.web.refusals import NotFound

router = APIRouter(include_in_schema=False)

_DATABASE = {
    Trouble.FULL: "the database's disk is full",
    Trouble.READ_ONLY: "the database is read-only",
    Trouble.BUSY: "the database is busy",
    Trouble.UNREACHABLE: "the database cannot be reached",
}
_BOTS = {
    Strength.GETTING_READY: "the bots are getting ready",
    Strength.PLANNER: "the rules for the bots are not compiled",
}


@router.get("/health")
def health(club: TheClub) -> Response:
    """``ready``, or ``degraded`` and why; 503 where nothing can be answered without the database."""
    why, status = [], HTTPStatus.OK
    try:
        club.store.check()
    except SQLAlchemyError as error:
        why.append(_DATABASE[trouble(error)])
        status = HTTPStatus.SERVICE_UNAVAILABLE
    if club.hub.closing:
        why.append("the server is stopping")
        status = HTTPStatus.SERVICE_UNAVAILABLE
    if words := _BOTS.get(club.bot_processes.strength):
        why.append(words)
    return JSONResponse({"status": "degraded" if why else "ready", "why": why}, status)


@router.get("/metrics")
def metrics(request: Request, server: TheServer) -> Response:
    """All figures, for whoever has the token of the settings; without a token there is no such page."""
    wanted = server.settings.metrics_token
    if wanted is None:
        raise NotFound
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secrets.compare_digest(given.encode(), wanted.encode()):
        headers = {"WWW-Authenticate": "Bearer"}
        return PlainTextResponse("The token of the settings is needed.\n", HTTPStatus.UNAUTHORIZED, headers)
    return Response(server.metrics.text(), media_type=CONTENT_TYPE_LATEST)

"""Refusals over HTTP: the status of each kind, and the reason as a page, a fragment or JSON."""

import logging
from collections.abc import Iterator
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from trigrad import i18n
from trigrad.engine.text import Refusal, RefusalKind, Text
from trigrad.store.trouble import trouble
from trigrad.web import rendering
from trigrad.web.address import path_of
from trigrad.web.context import by_htmx, language_of, server_of

logger = logging.getLogger(__name__)

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

STATUS = {
    RefusalKind.INVALID: HTTPStatus.BAD_REQUEST,
    RefusalKind.FORBIDDEN: HTTPStatus.FORBIDDEN,
    RefusalKind.NOT_FOUND: HTTPStatus.NOT_FOUND,
    RefusalKind.CONFLICT: HTTPStatus.CONFLICT,
    RefusalKind.GONE: HTTPStatus.GONE,
    RefusalKind.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalKind.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}

# Seconds after which it is worth asking anew: limits let somebody in again, a database or a bot gets ready.
RETRY_AFTER = {HTTPStatus.TOO_MANY_REQUESTS: 10, HTTPStatus.SERVICE_UNAVAILABLE: 3}


class NotFound(Refusal):
    """A page or file that does not exist."""

    kind = RefusalKind.NOT_FOUND
    reason = Text("There is no such page.")


def answer(request: Request, status: int, reason: Text) -> Response:
    """A refusal as a page, a fragment or JSON in the reader's language, and when to come back if that helps."""
    refused = _told(request, status, reason)
    if status in RETRY_AFTER:
        refused.headers["Retry-After"] = str(RETRY_AFTER[HTTPStatus(status)])
    return refused


def _told(request: Request, status: int, reason: Text) -> Response:
    language = language_of(request)
    words = reason.render(i18n.catalogue(language)).encode(errors="replace").decode()  # JSON can say half a character
    if path_of(request.scope).startswith("/api/"):  # problem+json, RFC 9457
        problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": words}
        return JSONResponse(problem, status, media_type="application/problem+json")
    template = "error_fragment.html" if by_htmx(request) else "error.html"
    return HTMLResponse(rendering.page(template, language, here="/", words=words), status)


def answer_refusals(app: FastAPI) -> None:
    """Let an application answer all that is refused, by us or by what it is built on, in words."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(SQLAlchemyError, _no_database)
    app.add_exception_handler(RequestValidationError, _garbled)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(ClientDisconnect, _hung_up)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    server_of(request).metrics.refusals.labels(type(error).__name__).inc()
    return answer(request, STATUS[error.kind], error.reason)


def _no_database(request: Request, error: Exception) -> Response:
    assert isinstance(error, SQLAlchemyError)
    logger.error("the database cannot be used: %s", error)
    return answer(request, HTTPStatus.SERVICE_UNAVAILABLE, trouble(error).value)


def _garbled(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    reason = Text("The request cannot be understood ({place}).", {"place": place})
    return answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, reason)


def _hung_up(_request: Request, _error: Exception) -> Response:
    """What nobody reads: the request broke off."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND:
        return answer(request, error.status_code, NotFound.reason)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return answer(request, error.status_code, Text("The request cannot be understood."))
    refused = answer(request, error.status_code, Text("This request is not possible here."))
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        refused.headers["Allow"] = ", ".join(_allowed(request))
    return refused


def _allowed(request: Request) -> Iterator[str]:
    """The methods that are answered at the path of a request, whichever routes share it."""
    for method in _METHODS:
        asked = {**request.scope, "method": "GET" if method == "HEAD" else method}
        if any(route.matches(asked)[0] is Match.FULL for route in request.app.router.routes):
            yield method

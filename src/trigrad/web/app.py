"""The ASGI application: routes, refusals in words, security headers."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trigrad import i18n
from trigrad.engine.text import Refusal, Text
from trigrad.store.store import Store, UnknownTable
from trigrad.table.table import OtherRules, StaleChoice, TableOver
from trigrad.web import analysis_pages, api, pages
from trigrad.web.analyses import Analyses, TooManyAnalyses
from trigrad.web.context import Server, language_of
from trigrad.web.hints import GettingReady, Hints, OneHintAtATime, TooManyHints
from trigrad.web.identity import Identities
from trigrad.web.live import Hub
from trigrad.web.players import BotPlayers, Brains
from trigrad.web.settings import Settings
from trigrad.web.tables import (
    BotPlays,
    Damaged,
    Forbidden,
    NotFound,
    NotLeft,
    SeatTaken,
    Tables,
    TooManyTables,
    WrongLink,
)

logger = logging.getLogger(__name__)

_DAY = 24 * 3600
_LARGEST_BODY = 64 * 1024
_STATUS: dict[type[Refusal], HTTPStatus] = {
    Forbidden: HTTPStatus.FORBIDDEN,
    WrongLink: HTTPStatus.NOT_FOUND,
    NotFound: HTTPStatus.NOT_FOUND,
    StaleChoice: HTTPStatus.CONFLICT,
    SeatTaken: HTTPStatus.CONFLICT,
    BotPlays: HTTPStatus.CONFLICT,
    NotLeft: HTTPStatus.CONFLICT,
    TableOver: HTTPStatus.CONFLICT,
    OtherRules: HTTPStatus.GONE,
    Damaged: HTTPStatus.GONE,
    TooManyTables: HTTPStatus.TOO_MANY_REQUESTS,
    GettingReady: HTTPStatus.SERVICE_UNAVAILABLE,
    OneHintAtATime: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyHints: HTTPStatus.TOO_MANY_REQUESTS,
    TooManyAnalyses: HTTPStatus.TOO_MANY_REQUESTS,
}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",  # what is not said to be the same for everybody is not
}


def create_app(settings: Settings) -> FastAPI:
    """A server for these settings."""
    store = Store(settings.database)
    hub = Hub()
    brains = Brains(settings.workers)
    bot_players = BotPlayers(brains, settings.bot_pace)
    tables = Tables(store, hub, bot_players, settings.tables_an_hour)
    hints = Hints(tables, brains, settings.workers)
    analyses = Analyses(store, brains, tables)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        hub.start()
        bot_players.start()
        analyses.start()
        brains.start()
        waking = asyncio.create_task(asyncio.to_thread(tables.wake_bots_since, time.time() - _DAY))
        yield
        hub.close()
        await asyncio.gather(waking, bot_players.close(), analyses.close(), return_exceptions=True)
        hints.close()
        brains.close()
        store.close()

    app = FastAPI(title="Trigrad", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.server = Server(settings, Identities(settings.secret), hub, tables, brains, hints, analyses)
    app.include_router(api.router, prefix="/api")
    app.include_router(analysis_pages.api_router, prefix="/api")
    app.include_router(pages.router)
    app.include_router(analysis_pages.router)
    api.describe(app)
    app.add_middleware(GZipMiddleware, minimum_size=500)
    app.add_middleware(Guard)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(UnknownTable, _unknown_table)
    app.add_exception_handler(SQLAlchemyError, _no_database)
    app.add_exception_handler(RequestValidationError, _garbled)
    app.add_exception_handler(HTTPException, _http_error)
    return app


# --- Every request ------------------------------------------------------------------


class Guard:
    """Refuses other sites' writes and bodies beyond reason; tells browsers what a page may do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refusal = _forbidden(Request(scope))
        await (refusal or self._app)(scope, receive, send_with_headers)


def _forbidden(request: Request) -> Response | None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    length = request.headers.get("Content-Length", "0")
    if _is_foreign(request):
        return _answer(request, HTTPStatus.FORBIDDEN, Text("This request came from another site."))
    if not length.isdecimal() or "Transfer-Encoding" in request.headers:
        return _answer(request, HTTPStatus.LENGTH_REQUIRED, Text("The request does not say how long it is."))
    if len(length) > 9 or int(length) > _LARGEST_BODY:
        return _answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, Text("The request is too large."))
    return None


def _is_foreign(request: Request) -> bool:
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin")
    try:
        return origin is not None and urlsplit(origin).netloc != request.headers.get("Host")
    except ValueError:
        return True


# --- Refusals -----------------------------------------------------------------------


def _answer(request: Request, status: int, reason: Text) -> Response:
    """A refusal as a page or a fragment in the reader's language, or as problem+json (RFC 9457)."""
    language = language_of(request)
    words = reason.render(i18n.catalogue(language)).encode(errors="replace").decode()  # JSON can say half a character
    if request.url.path.startswith("/api/"):
        problem = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": words}
        return JSONResponse(problem, status, media_type="application/problem+json")
    return HTMLResponse(pages.error_page(request, language, words), status)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    status = next((status for kind, status in _STATUS.items() if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)
    return _answer(request, status, error.reason)


def _unknown_table(request: Request, _error: Exception) -> Response:
    return _answer(request, HTTPStatus.NOT_FOUND, Text("There is no such table."))


def _no_database(request: Request, error: Exception) -> Response:
    logger.error("the database cannot be used: %s", error)
    reason = Text("The server cannot reach its data just now. Please try again in a moment.")
    return _answer(request, HTTPStatus.SERVICE_UNAVAILABLE, reason)


def _garbled(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    reason = Text("The request cannot be understood ({place}).", {"place": place})
    return _answer(request, HTTPStatus.UNPROCESSABLE_ENTITY, reason)


def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == HTTPStatus.NOT_FOUND:
        return _answer(request, error.status_code, NotFound().reason)
    if error.status_code == HTTPStatus.BAD_REQUEST:
        return _answer(request, error.status_code, Text("The request cannot be understood."))
    return _answer(request, error.status_code, Text("This request is not possible here."))

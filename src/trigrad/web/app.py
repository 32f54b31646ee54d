"""The ASGI application: the club, its pages and its JSON API."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from trigrad.club.club import Club
from trigrad.club.people import Tokens
from trigrad.web import api, health, pages
from trigrad.web.api import description
from trigrad.web.context import Server
from trigrad.web.guard import Guard
from trigrad.web.head import Head
from trigrad.web.metrics import Metrics
from trigrad.web.observing import Observed, Routed
from trigrad.web.pages import table
from trigrad.web.parts import Kept
from trigrad.web.proxies import Proxies
from trigrad.web.raster import Raster
from trigrad.web.refusals import answer_refusals
from trigrad.web.settings import Settings

_COMPRESSION = 5  # of 9: beyond it a page is hardly smaller, and takes twice the time


def create_app(settings: Settings) -> FastAPI:
    """A server for these settings."""
    club = Club(
        settings.database,
        workers=settings.workers,
        bot_pace=settings.bot_pace,
        undo_time=settings.undo_time,
        tables_an_hour=settings.tables_an_hour,
        limits=settings.limits,
        streams=settings.streams,
        ages=settings.ages,
    )

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        async with club.open():
            yield

    app = FastAPI(title="Trigrad", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    metrics = Metrics(club)
    app.state.server = Server(settings, Tokens(settings.secret), club, Kept(), metrics, Raster())
    app.router.routes.extend(_routes())
    description.add_to(app)
    app.add_middleware(Routed)
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=_COMPRESSION)
    app.add_middleware(Head)
    app.add_middleware(Guard)
    app.add_middleware(Proxies, settings=settings)
    app.add_middleware(Observed, metrics=metrics)
    answer_refusals(app)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """What every server answers; made ready once in a process, which takes longer than most answers."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(pages.router)
    app.include_router(api.router, prefix="/api")
    app.include_router(health.router)
    return *table.OFTEN, *app.router.routes  # they are tried in their order

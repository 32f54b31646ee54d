"""The JSON API: all that the pages can do, for programs."""

from fastapi import APIRouter

from trigrad.web.api import analysis, choices, events, games, players, tables

router = APIRouter()
for part in (games, players, tables, choices, events, analysis):
    router.include_router(part.router)

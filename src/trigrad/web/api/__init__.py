"""The JSON API: all that the pages can do, for programs."""

from fastapi import APIRouter

from trigrad.web.api import analysis, choices, events, games, players, tables

PROBLEM = {"description": "Refused, with the reason (RFC 9457)", "content": {"application/problem+json": {}}}

router = APIRouter(responses={"4XX": PROBLEM})
for part in (games, players, tables, choices, events, analysis):
    router.include_router(part.router)

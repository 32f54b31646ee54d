"""The pages: HTML for people, with and without JavaScript. Each module is a page, its templates beside it."""

from fastapi import APIRouter

from trigrad.web.pages import (
    analysis,
    home,
    language,
    me,
    move,
    new_table,
    picture,
    rules,
    seats,
    settings,
    static,
    table,
)

router = APIRouter(include_in_schema=False)
for page in (table, home, rules, language, me, settings, new_table, picture, seats, move, analysis, static):
    router.include_router(page.router)

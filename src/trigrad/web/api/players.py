"""Becoming somebody."""

from http import HTTPStatus

from fastapi import APIRouter

from trigrad.club.people import clean_name, new_user
from trigrad.web.api.models import Player, Token
from trigrad.web.api.problems import writing
from trigrad.web.context import TheServer

router = APIRouter(tags=["identity"])


@router.post("/players", status_code=HTTPStatus.CREATED, responses=writing())
def new_player(player: Player, server: TheServer) -> Token:
    """A new identity under a name."""
    user = new_user(clean_name(player.name))
    return Token(token=server.tokens.of(user), name=user.name)

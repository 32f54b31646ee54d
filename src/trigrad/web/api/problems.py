"""What the routes of the API may refuse, for its description."""

from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field

from trigrad.web.refusals import RETRY_AFTER

_READING = (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
_WRITING = (
    *_READING,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.LENGTH_REQUIRED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
_MEANINGS = {
    HTTPStatus.BAD_REQUEST: "It cannot be understood, or is not possible",
    HTTPStatus.FORBIDDEN: "It is not yours to do, or another site’s page asks",
    HTTPStatus.NOT_FOUND: "There is no such table",
    HTTPStatus.REQUEST_TIMEOUT: "It did not arrive in time",
    HTTPStatus.CONFLICT: "The table has moved on; look again",
    HTTPStatus.GONE: "The table can no longer be played",
    HTTPStatus.LENGTH_REQUIRED: "It does not say how long it is",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "It is too long",
    HTTPStatus.UNPROCESSABLE_ENTITY: "A part of it is missing or of another kind",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many at once; come back later",
    HTTPStatus.SERVICE_UNAVAILABLE: "The server is not ready for it just now; come back in a moment",
}
_RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}}


class Problem(BaseModel):
    """Why a request was refused (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str = Field(description="The reason, in the reader’s language")


Responses = dict[int | str, dict[str, Any]]


def reading(*statuses: int) -> Responses:
    """The refusals of a route that changes nothing: those that any has, and its own."""
    return refused(*_READING, *statuses)


def writing(*statuses: int) -> Responses:
    """The refusals of a route that changes something: those that any has, and its own."""
    return refused(*_WRITING, *statuses)


def refused(*statuses: int) -> Responses:
    """Refusals by these statuses, and of what does not arrive in time, which is told before it is known what it was."""
    schema = {"$ref": f"#/components/schemas/{Problem.__name__}"}
    content: dict[str, Any] = {"application/problem+json": {"schema": schema}}
    late: dict[str, Any] = {"text/plain": {"schema": {"type": "string"}}}
    return {
        int(status): {
            "description": _MEANINGS[HTTPStatus(status)],
            "content": late if status == HTTPStatus.REQUEST_TIMEOUT else content,
            **({"headers": _RETRY_AFTER} if status in RETRY_AFTER else {}),
        }
        for status in sorted({*statuses, HTTPStatus.REQUEST_TIMEOUT})
    }

"""What is looked at before every request and said with every answer."""

from http import HTTPStatus
from urllib.parse import urlsplit

from fastapi import Request, Response
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trigrad.engine.text import Text
from trigrad.web.address import is_own, is_understood
from trigrad.web.context import server_of
from trigrad.web.refusals import answer

_LARGEST_BODY = 64 * 1024
_YEAR = 365 * 24 * 3600
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",  # what is not said to be the same for everybody is not
}


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
                if scope["scheme"] == "https":
                    headers["Strict-Transport-Security"] = f"max-age={_YEAR}"
                if "Location" in headers:
                    headers["Location"] = _on_this_server(headers["Location"])
            await send(message)

        refusal = _refused(Request(scope))
        await (refusal or self._app)(scope, receive, send_with_headers)


def _on_this_server(location: str) -> str:
    """Where a redirect leads, without the host: whatever a request named there, no answer leads to another."""
    parts = urlsplit(location)
    return parts._replace(scheme="", netloc="", path=f"/{parts.path.lstrip('/')}").geturl()


def _refused(request: Request) -> Response | None:
    if not is_understood(request.scope):
        return answer(request, HTTPStatus.BAD_REQUEST, Text("The request cannot be understood."))
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    length = request.headers.get("Content-Length", "0")
    if _is_foreign(request):
        return answer(request, HTTPStatus.FORBIDDEN, Text("This request came from another site."))
    if not length.isdecimal() or "Transfer-Encoding" in request.headers:
        return answer(request, HTTPStatus.LENGTH_REQUIRED, Text("The request does not say how long it is."))
    if len(length) > 9 or int(length) > _LARGEST_BODY:
        return answer(request, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, Text("The request is too large."))
    return None


def _is_foreign(request: Request) -> bool:
    """Whether a page of another site sends a request, as its browser tells.

    A browser that says how sites relate has compared them itself; proxies may change the host, but not that.
    """
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        return site not in ("same-origin", "none")
    return origin is not None and not is_own(request.scope, origin, server_of(request).settings.address)

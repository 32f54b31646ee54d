"""What a proxy in front of the server says of a request: who sent it, by which scheme, below which path.

Anybody can write such headers, so they are believed only from the proxies that the settings name, and of a
chain of proxies only as far back as each next one is named there too.
"""

import ipaddress
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.request import parse_http_list

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from trigrad.web import address
from trigrad.web.settings import Settings

_KEPT = 10_000  # addresses in memory
_PREFIX = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")


class Hop(NamedTuple):
    """A request as a proxy got it: from whom, and by which scheme; empty what it does not say."""

    sender: str
    scheme: str


class Proxies:
    """Lets a request look as it did before trusted proxies passed it on."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._trusted = settings.proxies
        self._address = settings.address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        seen = self._seen(scope)
        token = address.root.set(seen["root_path"])
        try:
            await self._app(seen, receive, send)
        finally:
            address.root.reset(token)

    def _seen(self, scope: Scope) -> Scope:
        """The request as whoever sent it sees it."""
        headers, sender = Headers(scope=scope), (scope.get("client") or ("", 0))[0]
        seen, root = {**scope, "root_path": "", "headers": list(scope["headers"])}, ""
        if self._is_trusted(sender):
            first, scheme = self._first(sender, hops(headers))
            seen["scheme"] = scheme or scope["scheme"]
            if first != sender:
                seen["client"] = (first, 0)  # from which port, nobody tells
            _add_port(seen)
            root = prefix(headers)
        if self._address is None:
            return _below(seen, root, stripped=True)
        origin, root = address.split_address(self._address)
        seen["scheme"] = origin.partition(":")[0]
        return _below(seen, root, stripped=not f"{scope['path']}/".startswith(f"{root}/"))

    def _first(self, sender: str, told: Sequence[Hop]) -> tuple[str, str]:
        """The first sender that is known for sure, and the scheme by which it asked a proxy of ours."""
        scheme = ""
        for hop in reversed(told):
            if not self._is_trusted(sender):
                break
            scheme = hop.scheme or scheme
            if not hop.sender:
                break
            sender = hop.sender
        return sender, scheme

    def _is_trusted(self, sender: str) -> bool:
        ip = _ip_of_sender(sender)
        return ip is not None and any(ip in network for network in self._trusted)


def hops(headers: Headers) -> list[Hop]:
    """What the proxies of a request say, the nearest last: by X-Forwarded-For and -Proto, else by Forwarded.

    Most proxies speak the former and pass on a Forwarded header that a visitor made up, so that does not count
    beside them.
    """
    senders, schemes = (_listed(headers, f"X-Forwarded-{name}") for name in ("For", "Proto"))
    if not senders and not schemes:
        return [_forwarded(element) for element in parse_http_list(", ".join(headers.getlist("Forwarded")))]
    count = max(len(senders), len(schemes))
    pad = [""] * count
    return [
        Hop(_node(sender), _scheme(scheme))
        for sender, scheme in zip((pad + senders)[-count:], (pad + schemes)[-count:], strict=True)
    ]


def prefix(headers: Headers) -> str:
    """The path below which a proxy has the server, which it has cut off; empty if it names none that could be."""
    named = headers.get("X-Forwarded-Prefix", "").rstrip("/")
    return named if _PREFIX.fullmatch(named) else ""


def _listed(headers: Headers, name: str) -> list[str]:
    """The elements of a header that may come several times."""
    return [element for one in ",".join(headers.getlist(name)).split(",") if (element := one.strip())]


def _forwarded(element: str) -> Hop:
    """An element of a Forwarded header (RFC 7239)."""
    pairs = (pair.partition("=") for pair in element.split(";"))
    values = {name.strip().lower(): value.strip().strip('"') for name, _, value in pairs}
    return Hop(_node(values.get("for", "")), _scheme(values.get("proto", "")))


def _scheme(text: str) -> str:
    return text.lower() if text.lower() in ("http", "https") else ""


def _node(text: str) -> str:
    """An IP address that may have a port; empty if it is none, as where a proxy hides it."""
    bracketed = re.fullmatch(r"\[([^\]]*)\](?::\d+)?", text)
    ip = _ip(bracketed[1] if bracketed else text.partition(":")[0] if text.count(":") == 1 else text)
    return "" if ip is None else str(ip)


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        ip = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip  # as a socket for both versions tells of the older one


_ip_of_sender = lru_cache(_KEPT)(_ip)  # of a socket, or as ``_node`` writes it: nothing that is long


def _add_port(scope: Scope) -> None:
    """Complete a host whose port the proxy has told apart."""
    headers = MutableHeaders(scope=scope)
    host, port = headers.get("Host", ""), headers.get("X-Forwarded-Port", "")
    if port.isdecimal() and host and not re.search(r":\d*$", host):
        headers["Host"] = f"{host}:{port}"


def _below(scope: Scope, root: str, *, stripped: bool) -> Scope:
    """A request for a server below a path, which a proxy may have cut off (``stripped``) from what was asked for."""
    below = {**scope, "root_path": root}
    if stripped:
        below["path"] = root + scope["path"]
        if scope.get("raw_path") is not None:
            below["raw_path"] = root.encode() + scope["raw_path"]
    return below

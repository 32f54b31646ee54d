"""Where the server is: addresses as its visitors see them, below whatever path, behind whatever proxy."""

import ipaddress
import re
from contextvars import ContextVar
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import Scope

root: ContextVar[str] = ContextVar("root", default="")  # of the request that is being answered, as "/games"

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ORIGIN = re.compile(r"(https?)://(\[[0-9a-f:.]+\]|[a-z0-9._~%-]+)(?::(\d{0,5}))?", re.IGNORECASE | re.ASCII)


class Origin(NamedTuple):
    """A scheme, host and port, written in one way only."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        port = "" if self.port == _DEFAULT_PORTS[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}"


def url(path: str) -> str:
    """A page of ours as the browser is to ask for it: without a host, so that no header can lead elsewhere."""
    return root.get() + path


def path_of(scope: Scope) -> str:
    """The path of a request below the one where the server is."""
    path: str = scope["path"]
    return path[len(scope.get("root_path", "")) :]


def parse_origin(text: str) -> Origin | None:
    """An origin as a browser or a setting names it: case and default ports make no difference."""
    found = _ORIGIN.fullmatch(text)
    if found is None:
        return None
    scheme, host = found[1].lower(), found[2].lower()
    port = int(found[3] or _DEFAULT_PORTS[scheme])
    try:
        host = f"[{ipaddress.IPv6Address(host[1:-1])}]" if host.startswith("[") else host
    except ValueError:
        return None
    return Origin(scheme, host, port) if 0 < port < 2**16 else None


def is_own(scope: Scope, origin: str, address: str | None) -> bool:
    """Whether an origin is this server: by its ``address`` if it has one, or by the host that the request names.

    A proxy may end TLS without saying so: then the page is https, and the request is not. What is known to
    be https takes nothing from a page that is not, since anybody on the way could have written that.
    """
    theirs = parse_origin(origin)
    if theirs is None:
        return False
    if address is not None and theirs == parse_origin(split_address(address)[0]):
        return True
    if scope["scheme"] == "https" and theirs.scheme != "https":
        return False
    return theirs == parse_origin(f"{theirs.scheme}://{_host(scope)}")


def is_understood(scope: Scope) -> bool:
    """Whether a request names one host, which could be one; a program that speaks HTTP/1.0 may name none."""
    named = len(Headers(scope=scope).getlist("Host"))
    if named > 1 or (named == 0 and scope["http_version"] != "1.0"):
        return False
    return parse_origin(f"http://{_host(scope)}") is not None


def seen_from_outside(scope: Scope, address: str | None) -> str:
    """What the address of a page begins with for others who are to open it: ``https://host/games``."""
    if address is not None:
        return address
    origin = parse_origin(f"{scope['scheme']}://{_host(scope)}")
    return f"{origin}{scope.get('root_path', '')}"


def split_address(address: str) -> tuple[str, str]:
    """The origin and the path of a server's address."""
    scheme, _, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host}", slash + path


def _host(scope: Scope) -> str:
    """The host that a request names, or what it was sent to where it names none."""
    named = Headers(scope=scope).get("Host")
    if named:
        return named
    name, port = scope.get("server") or ("localhost", None)
    name = f"[{name}]" if ":" in name else name
    return name if port is None else f"{name}:{port}"

"""Where a request comes from, as far as limits go: its address, or its network where one has many addresses."""

import hmac
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from trigrad.club.origins import HERE

_NETWORK_OF_ONE = 64  # bits of an IPv6 address that a household or a machine is given; the rest is its own to choose
_WORD = 32  # characters
_KEPT = 10_000  # words, and addresses, in memory


@lru_cache(_KEPT)
def as_word(origin: str, secret: str) -> str:
    """A word for an origin from which no address can be told, the same at each process that has the secret."""
    return origin if origin == HERE else hmac.digest(secret.encode(), origin.encode(), "sha256").hex()[:_WORD]


def of_scope(scope: Scope) -> str:
    """The origin of a request: of the client that the server, or a proxy that it trusts, names."""
    client = scope.get("client")
    return of_address(client[0]) if client else HERE  # without an address it came by a socket of this machine


@lru_cache(_KEPT)
def of_address(written: str) -> str:
    """The origin of an address; what is none stands for itself."""
    try:
        address = ip_address(written.partition("%")[0])
    except ValueError:
        return written or HERE
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return HERE
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _NETWORK_OF_ONE), strict=False))
    return str(address)

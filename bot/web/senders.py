"""Whose request it is: the address of its sender, also behind the web servers that pass requests
on."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from aiohttp import web

Address: TypeAlias = IPv4Address | IPv6Address
Network: TypeAlias = IPv4Network | IPv6Network

LOOPBACK: Sequence[Network] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
MOST_HOPS = 10  # addresses in X-Forwarded-For that are looked at
IPV6_PREFIX = 64  # bits that tell senders apart: the rest is anybody's who has an address there


class Senders:
    """Tells senders apart.

    :param proxies: the networks of the web servers before the page. Only what these say in
        ``X-Forwarded-For`` is believed, since anybody can write that header.
    """

    def __init__(self, proxies: Sequence[Network] = LOOPBACK) -> None:
        self._proxies = proxies

    def sender(self, request: web.Request) -> int:
        """A number for the sender of a request.

        It means nothing in another process, nor after a restart.
        """
        address = _address(request.remote or "")
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ()))
        hops = forwarded.split(",")[-MOST_HOPS:] if forwarded else []
        # Each server adds the address from which it got the request, at the end.
        while hops and address is not None and self._is_proxy(address):
            previous = _address(hops.pop())
            if previous is None:
                break
            address = previous
        if isinstance(address, IPv6Address):
            network = ip_network((address, IPV6_PREFIX), strict=False)
            return hash(network.compressed)
        return hash(str(address))

    def _is_proxy(self, address: Address) -> bool:
        return any(address in network for network in self._proxies)


def _address(text: str) -> Address | None:
    """An address as servers write it; None for anything else."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped or address
    return address

"""Who sends a request: the address that its web server tells, and never what a stranger writes."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
from aiohttp.test_utils import make_mocked_request
from multidict import CIMultiDict

from bot.web.senders import Senders


class Transport:
    def __init__(self, address: str) -> None:
        self.address = address

    def get_extra_info(self, name: str, default: object = None) -> object:
        return (self.address, 1) if name == "peername" else default


def sender(peer: str, *forwarded: str, proxies: str = "127.0.0.0/8,::1,10.1.0.0/16") -> int:
    headers = CIMultiDict([("X-Forwarded-For", value) for value in forwarded])
    request = make_mocked_request("GET", "/", headers=headers, transport=Transport(peer))
    return Senders([ip_network(one) for one in proxies.split(",")]).sender(request)


SAME = {
    "the proxy tells it": (("198.51.100.7",), ("127.0.0.1", "198.51.100.7")),
    "over IPv6": (("198.51.100.7",), ("::1", "198.51.100.7")),
    "two web servers": (("198.51.100.7",), ("127.0.0.1", "198.51.100.7, 10.1.2.3")),
    "in two headers": (("198.51.100.7",), ("127.0.0.1", "203.0.113.9, 198.51.100.7", "10.1.2.3")),
    "what strangers write before it": (
        ("198.51.100.7",),
        ("127.0.0.1", "203.0.113.9, 127.0.0.1, 198.51.100.7"),
    ),
    "nonsense before it": (("198.51.100.7",), ("127.0.0.1", "nonsense, 198.51.100.7")),
    "nonsense of a proxy": (("10.1.2.3",), ("127.0.0.1", "nonsense, 10.1.2.3")),
    "no proxy": (("198.51.100.7",), ("198.51.100.7", "203.0.113.9")),
    "mapped": (("198.51.100.7",), ("::ffff:127.0.0.1", "::ffff:198.51.100.7")),
    "one network of IPv6": (("2001:db8:1:2::1",), ("127.0.0.1", "2001:db8:1:2:ffff::9")),
    "more hops than are looked at": (("10.1.0.1",), ("127.0.0.1", ", ".join(["10.1.0.1"] * 500))),
}


@pytest.mark.parametrize("name", SAME)
def test_requests_of_one_sender_are_known_as_such(name: str) -> None:
    one, other = SAME[name]
    assert sender(*one) == sender(*other)


def test_senders_are_told_apart() -> None:
    addresses = ("198.51.100.7", "198.51.100.8", "2001:db8:1:2::1", "2001:db8:1:3::1")
    senders = [sender("127.0.0.1", address) for address in addresses]
    assert len(set(senders)) == 4
    assert str(senders[0]) != "198.51.100.7"

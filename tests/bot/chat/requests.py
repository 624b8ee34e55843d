"""Stands between the bot and SimCord's Discord: sees every request, and decides what becomes of it.

SimCord's ``inject_error`` refuses requests; for those that fail after they are done, or are counted
or timed, it has no public way. Every request passes by ``router.dispatch``: tests that stop the bot
at each of them fail if none does.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

import pytest
from simcord.http import client

Around: TypeAlias = Callable[[Callable[[], object], str, str], object]


@contextmanager
def intercepted(wrapper: Around) -> Iterator[None]:
    """Call ``around(request, method, path)`` in place of every request; ``request()`` makes it and
    gives its answer.
    """
    dispatch = client.router.dispatch

    def dispatched(backend: object, method: str, path: str, **more: object) -> object:
        return wrapper(lambda: dispatch(backend, method, path, **more), method, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client.router, "dispatch", dispatched)
        yield

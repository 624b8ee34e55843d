"""A Discord that refuses what a test says, or shows answers to their member alone; it sees each
request's body.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import pytest
from simcord.backend.errors import BackendError
from simcord.http import client

Refuse: TypeAlias = Callable[[str, str, dict[str, Any]], BackendError | None]
"""Takes a request's method, path and body; gives the error with which it is answered."""
EPHEMERAL = 1 << 6


@contextmanager
def refusing(refuse: Refuse) -> Iterator[None]:
    """Answer requests with the errors that ``refuse`` gives; the others are carried out."""
    dispatch = client.router.dispatch

    def dispatched(backend: Any, method: str, path: str, **more: Any) -> object:
        body = more.get("json")
        error = refuse(method, path, body if isinstance(body, dict) else {})
        if error is not None:
            raise error
        return dispatch(backend, method, path, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client.router, "dispatch", dispatched)
        yield


@contextmanager
def shown_to_the_member_alone() -> Iterator[None]:
    """Make every answer to an interaction private, as where members may not use apps of their
    own.
    """

    def hide(method: str, path: str, body: dict[str, Any]) -> None:
        if method == "POST" and path.endswith("/callback") and body.get("type") == 4:
            body["data"]["flags"] = body["data"].get("flags", 0) | EPHEMERAL
        elif method == "POST" and path.startswith("/webhooks/"):
            body["flags"] = body.get("flags", 0) | EPHEMERAL

    with refusing(hide):
        yield

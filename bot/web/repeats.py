"""Acts whose answer was lost are sent again: each is done once, and answered as it was."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.web.fields import Body

LONGEST_NAME = 40  # characters by which a page names a request
MOST_KEPT = 500  # answers


@dataclass(slots=True)
class _RepeatedAct:
    """An act that is being done, or was; ``answer``: None until it is."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    answer: object | None = None


class Repeats:
    """Keeps what the latest acts of members were answered with."""

    def __init__(self) -> None:
        self._acts: OrderedDict[tuple[int, str], _RepeatedAct] = OrderedDict()  # the oldest first

    async def once(self, user: int, body: Body, do: Callable[[], Awaitable[object]]) -> object:
        """What an act is answered with, which is done unless it was.

        One that is refused has changed nothing, and is tried anew when it is sent again.

        :param body: of the request, in which a page names it
        """
        name = body.get("request")
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
            return await do()
        act = self._act(user, name)
        async with act.lock:
            if act.answer is None:
                act.answer = await do()
            return act.answer

    def drop(self, user: int, body: Body) -> None:
        """Drop an answer that is too large to be kept."""
        self._acts.pop((user, str(body.get("request"))), None)

    def _act(self, user: int, name: str) -> _RepeatedAct:
        act = self._acts.setdefault((user, name), _RepeatedAct())
        while len(self._acts) > MOST_KEPT:
            self._acts.popitem(last=False)
        return act

    def forget(self, user: int) -> None:
        """Drop the answers to a member whose data are deleted."""
        for key in [key for key in self._acts if key[0] == user]:
            del self._acts[key]

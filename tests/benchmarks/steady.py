"""Members who ask a bot for something at a steady rate, whose answers are timed."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import partial
from itertools import count

from .full_store import Running
from .small_discord import Answer, SmallDiscord

RATE = 10.0
"""Interactions a second of all of them together."""
PATIENCE = 5.0
"""Seconds after which an answer is no longer waited for."""


@dataclass(slots=True)
class SteadyMembers(ABC):
    """Members who ask for little, one after the other; what they ask for, kinds of them say.

    :ivar milliseconds: how long the answers took, from when they were to be asked for.
    :ivar refusals: how many requests were refused, or never answered.
    """

    discord: SmallDiscord
    matches: list[Running]
    milliseconds: list[float] = field(default_factory=list)
    refusals: int = 0
    _next: count[int] = field(default_factory=count)

    async def ask(self, seconds: float) -> None:
        """Ask evenly for so long, and wait for the answers."""
        begin = time.perf_counter()
        answers = []
        for number in range(int(RATE * seconds)):
            due = begin + number / RATE
            wait = due - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            answer = await self.interact(number)
            answer.add_done_callback(partial(self._note_answer, due))
            answers.append(answer)
        _, never = await asyncio.wait(answers, timeout=PATIENCE)
        for answer in never:
            answer.cancel()

    @abstractmethod
    async def interact(self, number: int) -> asyncio.Future[Answer]:
        """Ask for something; the first of a slice has number 0."""

    def next_match(self) -> Running:
        """One match after the other, again and again."""
        return self.matches[next(self._next) % len(self.matches)]

    def take_milliseconds(self) -> list[float]:
        """Those of the answers since the last time."""
        milliseconds = self.milliseconds
        self.milliseconds = []
        return milliseconds

    def _note_answer(self, due: float, answer: asyncio.Future[Answer]) -> None:
        if answer.cancelled() or b"Try again <t:" in answer.result().body:
            self.refusals += 1
        else:
            self.milliseconds.append((answer.result().arrival - due) * 1000)

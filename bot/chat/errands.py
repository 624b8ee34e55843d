"""What members have asked and is being thought about: told to them in place of “thinking …” when it is ready."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.matches.errors import LimitReached
from bot.thinking import Task
from games.core import GameError

from . import cards, texts
from .layout import Post

if TYPE_CHECKING:
    from .answers import Answer

log = logging.getLogger(__name__)

MOST = 3
"""So many answers a member may be waiting for."""
PROGRESS_STEP = 0.1
"""How much must have been done since progress was last shown; each time costs a request to Discord."""


@dataclass(eq=False, slots=True)
class Errand:
    """A task, whom it is for, what to tell when it is done, and what to show in between."""

    answer: Answer
    task: Task
    tell: Callable[[Any], Awaitable[Post]]
    progress: Callable[[float], Post] | None
    shown: float = 0.0


class Errands:
    """Looks after tasks that members wait for. ``work`` is to be called about twice a second."""

    def __init__(self) -> None:
        self._errands: list[Errand] = []

    @property
    def busy(self) -> bool:
        """Whether somebody waits."""
        return bool(self._errands)

    def room(self, user: int) -> None:
        """Raises LimitReached when a member waits for as much as one may wait for."""
        if sum(errand.answer.user == user for errand in self._errands) >= MOST:
            raise LimitReached("you are already waiting for {most} answers; please wait for one of them", most=MOST)

    def add(
        self,
        answer: Answer,
        task: Task,
        tell: Callable[[Any], Awaitable[Post]],
        progress: Callable[[float], Post] | None = None,
    ) -> None:
        """Change the answer, which was given already, to what ``tell`` makes of the task's value.

        It may raise GameError. In between the answer is what ``progress`` makes of the share done, from 0 to 1.
        """
        self._errands.append(Errand(answer, task, tell, progress))

    async def work(self) -> None:
        """Tell what is ready, and how far the rest is. Never raises for a single one."""
        for errand in list(self._errands):
            try:
                await self._look(errand)
            except discord.HTTPException as error:
                # The answer can be changed for a quarter of an hour; then the member has to ask anew.
                log.info("an answer came too late: %s", error)
                self._drop(errand)
            except Exception:
                log.exception("what was thought about could not be told")
                self._drop(errand)

    def _drop(self, errand: Errand) -> None:
        if errand in self._errands:
            self._errands.remove(errand)

    async def _look(self, errand: Errand) -> None:
        task, answer = errand.task, errand.answer
        if task.done:
            self._errands.remove(errand)
            await change(answer, await self._told(errand))
        elif errand.progress is not None and task.progress >= errand.shown + PROGRESS_STEP:
            errand.shown = task.progress
            await change(answer, errand.progress(task.progress))

    async def _told(self, errand: Errand) -> Post:
        answer, error = errand.answer, errand.task.error
        if error is not None:
            log.error("something asked could not be thought about", exc_info=error)
            return cards.wrong(answer.t, answer.t(texts.WRONG_FAILED))
        try:
            return await errand.tell(errand.task.value)
        except GameError as refused:
            return cards.wrong(answer.t, answer.t.error(refused))


async def change(answer: Answer, post: Post) -> None:
    """Put ``post`` in place of the answer that was given. Raises HTTPException."""
    await answer.interaction.edit_original_response(view=post.view, attachments=post.files())

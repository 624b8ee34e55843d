"""The computer as opponent: matches against it are begun at once, and what it owes in them is thought out and played.

What it owes is read from the store again and again, so a restart in the middle of thinking just thinks again; and every
answer is guarded by the version of the match it was thought for, so nothing is played twice.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

import discord

from bot.domain.errors import Refused
from bot.domain.matches.computer import Owed, owed
from bot.domain.matches.views import COMPUTER, Match
from bot.thinking import Position, Task, jobs
from games.players import LEVELS, level_of

from . import practice_texts as texts

if TYPE_CHECKING:
    from bot.chat.kit.reply import Answer
    from .client import Bot

log = logging.getLogger(__name__)

LEVEL_NAMES = tuple(LEVELS)
"""Levels by the number that is kept with a match."""
DEFAULT = "casual"
DRAWISH = -0.2
"""The computer agrees to a draw when it gives less than this for its own chances, from -1 to 1."""
LOOK_EVERY = 20
"""How often, in rounds of ``work``, the store is looked at when nothing was heard of."""
AGAIN_SECONDS = 30.0
"""After so long it tries again to think about what could not be thought about."""


def level_name(number: int | None) -> str:
    """The name of a level as it is kept with a match."""
    return LEVEL_NAMES[number] if number is not None and 0 <= number < len(LEVEL_NAMES) else DEFAULT


def position(match: Match) -> Position:
    """A match as thinking processes take it."""
    return Position(match.game.slug, dict(match.options), match.decisions)


def wanted(answer: Answer, opponent: discord.User | None, level: str, rated: bool) -> bool:
    """Whether a match against the computer is asked for. Raises Refused where what is asked cannot be."""
    me = answer.bot.user
    if opponent is None or (me is not None and opponent.id == me.id):
        if opponent is None and not level:
            return False
        if rated:
            raise Refused(texts.COMPUTER_UNRATED)
        return True
    if level and not opponent.bot:
        raise Refused(texts.LEVEL_FOR_COMPUTER, name=opponent.display_name)
    return False


async def begin(answer: Answer, game: str, *, level: str, variant: str, side: str) -> None:
    """Begin a match against the computer at once."""
    number = LEVEL_NAMES.index(level_of(level or DEFAULT).name)
    change = await answer.bot.matches.challenges.play_computer(
        answer.place, answer.person, game, number, variant=variant, side=side, via=answer.via
    )
    await answer.publish(change.notice)


class Computer:
    """Thinks about what the computer owes, and plays it. ``work`` is to be called about twice a second."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._thinking: dict[Owed, Task] = {}
        self._failed: dict[Owed, float] = {}
        self._rounds = 0

    def wake(self) -> None:
        """Something has happened in a match of the computer's: look at once."""
        self._rounds = 0

    @property
    def busy(self) -> bool:
        """Whether it is thinking, or has been told to look what there is to think about."""
        return bool(self._thinking) or not self._rounds

    async def work(self) -> None:
        """Play what has been thought out, then see what there is to think about."""
        for item, task in list(self._thinking.items()):
            if task.done:
                del self._thinking[item]
                await self._done(item, task)
        if not self._rounds:
            await self._look()
        self._rounds = (self._rounds + 1) % LOOK_EVERY

    async def _look(self) -> None:
        now = time.perf_counter()
        found = [item for item in await owed(self.bot.matches) if self._mine(item)]
        for item in set(self._thinking) - set(found):
            self.bot.thinkers.cancel(self._thinking.pop(item))
        self._failed = {item: at for item, at in self._failed.items() if now - at < AGAIN_SECONDS}
        for item in found:
            if item not in self._thinking and item not in self._failed:
                await self._think(item)

    def _mine(self, item: Owed) -> bool:
        """Whether this process, of several that share a store, is connected with the match's server."""
        shards = self.bot.shards
        number = (item.scope >> 22) % (self.bot.shard_count or 1) if item.guild else 0
        return not shards or number in shards

    async def _think(self, item: Owed) -> None:
        match = await self.bot.matches.get(item.match)
        if match.version != item.version:
            return
        level = LEVELS[level_name(match.level)]
        job = jobs.choose if item.moves else jobs.judge
        if not item.moves and not level.sight:
            level = LEVELS["club"]  # what a match is worth, weak players cannot tell
        self._thinking[item] = self.bot.thinkers.submit(
            item.owner, job, position(match), level.name, self.bot.pace, seconds=8 * level.seconds
        )

    async def _done(self, item: Owed, task: Task) -> None:
        if task.error is not None:
            log.error("the computer could not think about match %s", item.match, exc_info=task.error)
            self._failed[item] = time.perf_counter()
            return
        service, version = self.bot.matches, item.version
        try:
            if item.moves:
                moves, value = task.value
                if item.offer and value < DRAWISH:
                    await service.answer_draw(item.match, COMPUTER, True, version=version)
                else:
                    await service.play(item.match, COMPUTER, " ".join(moves), version=version)
            else:
                # It is the other player's turn, so the value is theirs.
                await service.answer_draw(item.match, COMPUTER, -task.value < DRAWISH, version=version)
        except Refused as why:
            # The match has gone on: a takeback, an end. What is owed now is seen next time.
            log.debug("the computer was too late in match %s: %s", item.match, why)
            self._failed[item] = time.perf_counter()
            return
        self.wake()
        await self.bot.poster.flush()

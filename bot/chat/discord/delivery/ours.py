"""Which thread or forum post was opened for a match, among others of its name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import discord

from bot.domain.values import Via

ARCHIVE_MINUTES: Final = 10_080
"""Discord hides a thread after a week without a message; a new post brings it back."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Tells the thread that was opened for a match from others of its name, such as one of an earlier database.

    It is younger than the interaction by which the match began or, where it began by none, nothing was written in it.
    """

    name: str
    me: int | None
    via: Via | None

    def first(self, threads: Iterable[discord.Thread]) -> discord.Thread | None:
        """The oldest such thread."""
        return min(filter(self._opened, threads), key=lambda thread: thread.id, default=None)

    def _opened(self, thread: discord.Thread) -> bool:
        new = not thread.total_message_sent if self.via is None else thread.id > self.via.interaction
        return new and thread.name == self.name and thread.owner_id == self.me

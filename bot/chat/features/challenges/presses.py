"""Presses on challenges that only their own cards show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.chat.discord.press import ChallengePress, Press


class DeclineChallenge(ChallengePress, action="decline"):
    """Decline a challenge."""


class OpenCounter(ChallengePress, action="counter"):
    """Write a counter-offer. ``terms``: the side and the rating that were chosen before, with a dash between."""

    terms: str = ""

    def chosen(self, values: Mapping[str, str]) -> Press:
        return replace(self, terms=f"{values.get('side', '')}-{values.get('rated', '')}")


class SendCounter(ChallengePress, action="countered"):
    """The counter-offer is written."""

    @property
    def opener(self) -> Press:
        return OpenCounter(self.challenge)

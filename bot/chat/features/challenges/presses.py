"""Presses on the cards of challenges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.chat.discord.press import ChallengePress, Press


class DeclineChallenge(ChallengePress, action="decline"):
    """Decline a challenge."""


class OpenCounter(ChallengePress, action="counter"):
    """Open the form for a counter-offer. ``terms``: the side and the rating chosen before, with a dash between."""

    terms: str = ""

    def chosen(self, values: Mapping[str, str]) -> Press:
        return replace(self, terms=f"{values.get('side', '')}-{values.get('rated', '')}")

"""Presses on challenges that only their own cards show."""

from __future__ import annotations

from dataclasses import dataclass

from bot.chat.kit.press import Press, Subject


@dataclass(frozen=True, slots=True)
class DeclineChallenge(Press, action="decline"):
    """Decline a challenge."""

    challenge: Subject


@dataclass(frozen=True, slots=True)
class OpenCounter(Press, action="counter"):
    """Write a counter-offer."""

    challenge: Subject


@dataclass(frozen=True, slots=True)
class SendCounter(Press, action="countered"):
    """The counter-offer is written."""

    challenge: Subject

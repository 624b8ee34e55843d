"""Presses on challenges that only their own cards show."""

from __future__ import annotations

from bot.chat.kit.press import Press, Subject


class DeclineChallenge(Press, action="decline"):
    """Decline a challenge."""

    challenge: Subject


class OpenCounter(Press, action="counter"):
    """Write a counter-offer."""

    challenge: Subject


class SendCounter(Press, action="countered"):
    """The counter-offer is written."""

    challenge: Subject

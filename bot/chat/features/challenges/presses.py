"""Presses on challenges that only their own cards show."""

from bot.chat.kit.press import ChallengePress, Press


class DeclineChallenge(ChallengePress, action="decline"):
    """Decline a challenge."""


class OpenCounter(ChallengePress, action="counter"):
    """Write a counter-offer."""


class SendCounter(ChallengePress, action="countered"):
    """The counter-offer is written."""

    @property
    def opener(self) -> Press:
        return OpenCounter(self.challenge)

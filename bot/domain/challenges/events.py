"""Events of challenges: one class each, stored as its kind and payload."""

from typing import ClassVar

from bot.domain.events import DomainEvent
from bot.store.personal import Plain


class ChallengeMade(DomainEvent, kind="challenge"):
    """A challenge was made; the notice pings the member challenged, if any."""


class ChallengeCountered(DomainEvent, kind="countered"):
    """The challenge of the notice answers the one that it ``was``, with other terms."""

    was: Plain[int] = 0


class ChallengeDeclined(DomainEvent, kind="declined"):
    """The member challenged does not want to play."""


class ChallengeExpired(DomainEvent, kind="expired"):
    """Nobody accepted the challenge in time."""

    waits: ClassVar[bool] = True

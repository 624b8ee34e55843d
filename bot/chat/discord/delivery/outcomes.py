"""What became of a notice: it was sent, or it is held back."""

from dataclasses import dataclass

from bot.chat.discord.delivery.places import Tries
from bot.domain.events import DomainEvent, Notice


@dataclass(frozen=True, slots=True)
class DeliveryOutcome:
    """What became of a notice, for the member of the interaction that it answers.

    :param complete: it needs no other try
    :param later: Discord does not take it now, and it follows
    :param elsewhere: its channel, where that is not the one of the interaction
    :param hidden: the answer is shown to its member alone, as Discord wants it
    :param recipient: whom a direct message told instead of a post that all can see
    :param unreachable: whom nothing could tell
    """

    complete: bool
    later: bool = False
    elsewhere: int | None = None
    hidden: bool = False
    recipient: int | None = None
    unreachable: int | None = None


@dataclass(slots=True)
class Hold:
    """A notice that Discord does not take.

    :param notice: as it was last tried
    :param start: when it was tried first, in monotonic seconds
    :param tries: what its tries have found out
    """

    notice: Notice[DomainEvent]
    start: float
    tries: Tries

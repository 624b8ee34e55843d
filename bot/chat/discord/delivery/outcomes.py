"""What became of a notice: it was sent, or it is held back."""

from dataclasses import dataclass

from bot.chat.discord.delivery.places import Tries
from bot.domain.events import Event, Notice


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a notice, for the member of the interaction that it answers.

    :param done: it needs no other try
    :param later: Discord does not take it now, and it follows
    :param elsewhere: its channel, where that is not the one of the interaction
    :param hidden: the answer is shown to its member alone, as Discord wants it
    :param told: whom a direct message told instead of a post that all can see
    :param untold: whom nothing could tell
    """

    done: bool
    later: bool = False
    elsewhere: int | None = None
    hidden: bool = False
    told: int | None = None
    untold: int | None = None


@dataclass(slots=True)
class Held:
    """A notice that Discord does not take.

    :param notice: as it was last tried
    :param since: when it was tried first, in monotonic seconds
    :param tries: what its tries have found out
    """

    notice: Notice[Event]
    since: float
    tries: Tries

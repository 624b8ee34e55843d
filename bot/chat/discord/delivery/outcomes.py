"""What became of a notice: it was sent, it is held back, or what follows it is still to be done."""

from dataclasses import dataclass

from bot.chat.discord.delivery.composers import AfterSent
from bot.chat.discord.delivery.places import Tries
from bot.domain.events import Event, Notice


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of a notice, for the member of the interaction that it answers.

    ``done``: it needs no other try; ``later``: Discord does not take it now, and it follows.
    ``elsewhere``: its channel, where that is not the one of the interaction. ``hidden``: the answer
    is shown to its member alone, as Discord wants it. ``told``: whom a direct message told instead
    of a post that all can see; ``untold``: whom nothing could tell.
    """

    done: bool
    later: bool = False
    elsewhere: int | None = None
    hidden: bool = False
    told: int | None = None
    untold: int | None = None


@dataclass(slots=True)
class Held:
    """A notice that Discord does not take: as it was last tried, and since when (monotonic
    seconds).
    """

    notice: Notice[Event]
    since: float
    tries: Tries


@dataclass(frozen=True, slots=True)
class FollowUp:
    """What follows a notice and could not be done yet, how often, and when (monotonic seconds) it
    is tried again.
    """

    notice: Notice[Event]
    hook: AfterSent
    tries: int
    due: float


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A settled post that could not be changed: since when, and when it is tried again (monotonic
    seconds).
    """

    since: float
    next: float

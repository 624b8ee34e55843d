"""What the match service refuses, each a sentence for the member who asked; all are ``GameError``, so have one."""

from __future__ import annotations

from games.core import GameError


class Refused(GameError):
    """What was asked cannot be done; nothing was changed and ``sentence`` says why."""


class Stale(Refused):
    """The button or command was meant for an earlier state of the match; show today's board instead."""


class Unplayable(Refused):
    """The text is no legal turn or part of one here."""


class NotYourTurn(Refused):
    """The match waits for the other player."""


class NotYours(Refused):
    """The match or challenge belongs to others."""


class NotFound(Refused):
    """There is no such match, challenge or setting."""


class Ambiguous(Refused):
    """Several matches could be meant; ``names`` lists them, such as ``("M3", "M27")``."""

    names: tuple[str, ...] = ()


class Over(Refused):
    """The match is over, or the challenge no longer open."""


class LimitReached(Refused):
    """A member has as many challenges, matches or the like as one may have."""

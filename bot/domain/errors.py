"""Refusals of the domain, each with a sentence for the member who asked."""

from collections.abc import Callable
from typing import ParamSpec

from games.core import GameError

Ps = ParamSpec("Ps")


class Refused(GameError):
    """The request is not possible; nothing was changed and ``sentence`` says why."""


class Stale(Refused):
    """The press or command was made for an earlier state of the match."""


class Unplayable(Refused):
    """The text is no legal turn or part of a turn here."""


class NotYourTurn(Refused):
    """The match waits for the other player."""


class NotYours(Refused):
    """The match or challenge belongs to others."""


class NotFound(Refused):
    """No such match, challenge or setting exists."""


class Ambiguous(Refused):
    """Several matches or tournaments could be meant; the sentence names them."""


class Over(Refused):
    """The match is over, or the challenge no longer open."""


class LimitReached(Refused):
    """The member has as many challenges, matches or the like as allowed."""


def allowed(command: Callable[Ps, object], *args: Ps.args, **values: Ps.kwargs) -> bool:
    """Whether a command is not refused."""
    try:
        command(*args, **values)
    except Refused:
        return False
    return True

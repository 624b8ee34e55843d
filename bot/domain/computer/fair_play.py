"""The gate before every judgement by the computer: it gives a member no help in their rated and
tournament matches.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import sqlalchemy as sa

from bot.domain.errors import Refused
from bot.domain.unit_of_work import Database
from bot.store.tables import matches as table
from bot.workers.spending import in_thread
from games.core import State
from games.players.likeness import Neighbourhood

# positions before this ply stand in every other match, so nothing is learned by having them judged
FIRST_MOVES = 2


class Standing(Protocol):
    """A match as far as it matters here."""

    @property
    def name(self) -> str:
        """The name people use."""

    @property
    def state(self) -> State:
        """The current state."""


async def require_no_help(
    database: Database,
    get: Callable[[int], Awaitable[Standing]],
    user: int,
    slug: str,
    states: Callable[[], Sequence[State]],
    but: int = 0,
) -> None:
    """Raises Refused if one of these positions of a game is near one in a member's rated or
    tournament matches.

    Near is the same position and what lies a turn before or after it, however the board is turned,
    reflected or coloured. Matches that are put away count, since they can be resumed. ``get``:
    gives a match. ``but``: the match that is judged itself.
    """
    lasting = sa.or_(table.c.finished_at.is_(None), table.c.reason == "adjourned")
    serious = sa.or_(table.c.rated, table.c.tournament.is_not(None))
    which = lasting, serious, table.c.game == slug, table.c.ply >= FIRST_MOVES, table.c.id != but
    mine = [
        await get(row.id)
        for seat in (table.c.seat0, table.c.seat1)
        for row in await database.store.fetch(sa.select(table.c.id).where(seat == user, *which))
    ]
    if not mine:
        return
    judged = [state for state in states() if state.ply >= FIRST_MOVES]
    for match in mine:
        # In a thread: many positions take long, and others are served between them.
        if await in_thread(_any_near, match.state, judged):
            raise Refused(
                "your match {name} has this same position or one a turn away, so the computer "
                "can’t help here",
                name=match.name,
            )


def _any_near(state: State, judged: Sequence[State]) -> bool:
    return any(map(Neighbourhood(state).contains, judged))

"""The gate before every judgement by the computer: it gives a member no help in their rated and
tournament matches, nor beside the hints that a handicap counts.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.domain.computer.match_repository import serious_matches
from bot.domain.errors import Refused
from bot.domain.unit_of_work import Database
from bot.workers.spending import in_thread
from games.core import State
from games.players.likeness import Neighbourhood

# positions before this ply stand in every other match, so nothing is learned by having them judged
FIRST_MOVES = 2


class JudgedMatch(Protocol):
    """A match as far as it matters here."""

    @property
    def name(self) -> str:
        """The name people use."""

    @property
    def state(self) -> State:
        """The current state."""


async def require_no_help(
    database: Database,
    get: Callable[[int], Awaitable[JudgedMatch]],
    user: int,
    slug: str,
    states: Callable[[], Sequence[State]],
    exclude: int = 0,
) -> None:
    """Raises Refused if one of these positions of a game is near one in a member's rated or
    tournament matches, or in one with a handicap of hints.

    Near is the same position and what lies a turn before or after it, however the board is turned,
    reflected or coloured. Matches that are put away count, since they can be resumed.

    :param get: gives a match
    :param exclude: the match that is judged itself
    """
    async with database.read() as connection:
        ids = await serious_matches(connection, user, slug, FIRST_MOVES)
    own = [await get(id) for id in ids if id != exclude]
    if not own:
        return
    recent_states = [state for state in states() if state.ply >= FIRST_MOVES]
    for match in own:
        # In a thread: many positions take long, and others are served between them.
        if await in_thread(_any_near, match.state, recent_states):
            raise Refused(
                "your match {name} has this same position or one a turn away, so the computer "
                "can’t help here",
                name=match.name,
            )


def _any_near(state: State, states: Sequence[State]) -> bool:
    neighbourhood = Neighbourhood(state)
    return any(neighbourhood.contains(other) for other in states)

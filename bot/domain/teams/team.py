"""A side of several members in a match, and the lines that they propose in a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from bot.domain.matches.match import Match
from bot.domain.values import TEAMS

# who has done nothing in a match for so long is not needed for a majority
SILENT = timedelta(days=7)
TeamAct: TypeAlias = Literal[
    "draw", "takeback", "claim", "resign", "withdraw-draw", "withdraw-takeback"
]
LineMark: TypeAlias = Literal["open", "vote", "veto"]


class TeamSide(NamedTuple):
    """Who may join a side: some members, and those of a role.

    ``role``: the server's own id stands for everyone. ``veto``: its captain may veto lines.
    """

    members: tuple[int, ...]
    role: int | None
    veto: bool


@dataclass(frozen=True, slots=True)
class ProposedLine:
    """What a member of a side proposed: a turn with what may follow it, or an act.

    :param turn: how many of the decisions are to be played; 0: the only one is an act
    :param readers: the members who have opened it
    :param votes: the members who are for it
    """

    id: int
    decisions: tuple[str, ...]
    turn: int
    user: int
    vetoed: bool = False
    readers: frozenset[int] = field(default=frozenset())
    votes: frozenset[int] = field(default=frozenset())


@dataclass(frozen=True, slots=True)
class Team:
    """A side of a match, with its lines in this turn; who is banned from the server is left out.

    :param people: when each last did something there; None for those who are invited or have left
    :param members: the others
    """

    id: int
    seat: int
    role: int | None
    captain: int | None
    veto: bool
    people: Mapping[int, datetime | None]
    members: Mapping[int, datetime]
    lines: Sequence[ProposedLine]

    @property
    def user(self) -> int:
        """The user id in its seat."""
        return TEAMS - self.id

    @property
    def turns(self) -> list[ProposedLine]:
        """The lines that are turns, not acts."""
        return [line for line in self.lines if line.turn]

    def needed(self, match: Match, act: TeamAct) -> int:
        """How many votes an act needs: of more than half of the members who are not silent, and two
        to give in.
        """
        silence = max(SILENT, timedelta(seconds=3 * match.clock.per_turn))
        active = sum(latest >= match.now - silence for latest in self.members.values())
        fewest = 2 if act in ("draw", "resign") else 1
        return max(fewest, active // 2 + 1)

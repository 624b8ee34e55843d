"""What finished matches say of a board: how often the first player wins, draws, length, how often
the pie is taken.
"""

import json
from dataclasses import dataclass
from math import sqrt
from typing import TypeAlias

import sqlalchemy as sa

from bot.domain.matches.endings import GIVEN_UP
from bot.store.tables import matches
from games.core import HANDICAP

FEWEST = 20  # matches of a board before its numbers are shown
_DECIDED = ("resigned", "agreed")
UNDECIDED = (*(reason for reason in GIVEN_UP if reason not in _DECIDED), "out", "settled")
"""Reasons of ends that say nothing of a board."""
Z = 1.96  # the normal quantile of a confidence of 95 %


@dataclass(frozen=True, slots=True)
class BoardNumbers:
    """Counts of the matches of a variant between people.

    :param matches: all of them
    :param first: those won by the first player
    :param turns: in all of them
    :param swaps: those in which the second player took over the first's start
    """

    game: str
    options: dict[str, str]
    matches: int
    first: int
    draws: int
    turns: int
    swaps: int

    @property
    def share(self) -> float:
        """The first player's share of the points."""
        return (self.first + self.draws / 2) / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share: the score interval of E. B. Wilson.

        See JASA 22 (1927), 209–212.
        """
        n = self.matches
        share = self.share
        centre = share + Z * Z / (2 * n)
        spread = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return (centre - spread) / scale, (centre + spread) / scale


Numbers: TypeAlias = tuple[BoardNumbers, ...]  # boards with enough matches, the most played first


_COUNTED = (
    matches.c.status == "finished",
    matches.c.given == 0,
    matches.c.imported.is_(None),
    matches.c.seat0 != 0,
    matches.c.seat1 != 0,
    sa.func.coalesce(matches.c.reason, "").not_in(UNDECIDED),
    matches.c.options[HANDICAP].as_string().is_(None),
)
"""Conditions for the matches of people that say something of a board; a handicap makes another
start of it.
"""


def query(scope: int | None) -> sa.Select[*tuple[object, ...]]:
    """Gives counts by game and variant: of a server, or of all (None)."""
    options = sa.cast(matches.c.options, sa.Text)
    count = sa.func.count()
    first_wins = _count_where(matches.c.winner == 0)
    draws = _count_where(matches.c.winner.is_(None))
    turns = sa.func.sum(matches.c.turn)
    swaps = _count_where(matches.c.decisions.like("% swap%"))
    boards = sa.select(
        matches.c.game,
        options.label("options"),
        count.label("matches"),
        first_wins.label("first"),
        draws.label("draws"),
        turns.label("turns"),
        swaps.label("swaps"),
    )
    boards = boards.where(*_COUNTED).group_by(matches.c.game, options).having(count >= FEWEST)
    boards = boards.order_by(count.desc(), matches.c.game, options)
    return boards if scope is None else boards.where(matches.c.scope == scope)


def _count_where(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0))


def read(row: sa.Row[*tuple[object, ...]]) -> BoardNumbers:
    """The numbers of a row of ``query``."""
    return BoardNumbers(
        game=row.game,
        options=json.loads(row.options),
        matches=row.matches,
        first=int(row.first),
        draws=int(row.draws),
        turns=int(row.turns),
        swaps=int(row.swaps),
    )

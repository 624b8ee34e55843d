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

FEWEST = 20  # matches of a board before its numbers are shown
UNDECIDED = (
    *(reason for reason in GIVEN_UP if reason not in ("resigned", "agreed")),
    "out",
    "settled",
)
"""Reasons of ends that say nothing of a board."""
Z = 1.96  # the normal quantile of a confidence of 95 %


@dataclass(frozen=True, slots=True)
class BoardNumbers:
    """Counts of the matches of a variant between people: all of them, those won by the first
    player, drawn ones, turns in all, and those in which the second player took over the first's
    start.
    """

    game: str
    options: dict[str, str]
    matches: int
    first: int
    drawn: int
    turns: int
    taken: int

    @property
    def share(self) -> float:
        """The first player's share of the points."""
        return (self.first + self.drawn / 2) / self.matches

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share: the score interval of E.

        B. Wilson, JASA 22 (1927), 209–212.
        """
        n = self.matches
        share = self.share
        centre = share + Z * Z / (2 * n)
        spread = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
        return (centre - spread) / (1 + Z * Z / n), (centre + spread) / (1 + Z * Z / n)


Numbers: TypeAlias = tuple[BoardNumbers, ...]  # boards with enough matches, the most played first


def query(scope: int | None) -> sa.Select[str, str, int, int, int, int, int]:
    """Counts by game and variant: of a server, or of all (None)."""
    column = matches.c
    options = sa.cast(column.options, sa.Text)

    def count(wanted: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
        return sa.func.sum(sa.case((wanted, 1), else_=0))

    played = (
        *(
            column.status == "finished",
            column.given == 0,
            column.imported.is_(None),
            column.seat0 != 0,
        ),
        *(column.seat1 != 0, sa.func.coalesce(column.reason, "").not_in(UNDECIDED)),
    )
    taken = column.decisions.like("% swap%")
    sums = (
        count(column.winner == 0),
        count(column.winner.is_(None)),
        sa.func.sum(column.turn),
        count(taken),
    )
    chosen = (
        sa.select(column.game, options, sa.func.count(), *sums)
        .where(*played)
        .group_by(column.game, options)
    )
    chosen = chosen if scope is None else chosen.where(column.scope == scope)
    return chosen.having(sa.func.count() >= FEWEST).order_by(
        sa.func.count().desc(), column.game, options
    )


def read(row: sa.Row[str, str, int, int, int, int, int]) -> BoardNumbers:
    """The numbers of a row of ``query``."""
    game, options, matches, first, drawn, turns, taken = row
    return BoardNumbers(game, json.loads(options), matches, *map(int, (first, drawn, turns, taken)))

"""Which handicap makes two members even: by their ratings, or by how their latest matches went."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from bot.domain.handicaps.repository import PastMatch
from bot.domain.handicaps.worth import WorthNow
from games.core import HANDICAP, Game, Handicap
from games.core.handicap import HINTS, HandicapKind

EVEN = 60  # rating points between members who need no handicap
CLEARLY_UNEVEN = 150  # points between members to whom one is offered unasked
ALL_WON = 5  # of the latest matches, by one of two members, after which one is offered, too
HINTS_BY_GAP = ((90, HINTS[0]), (120, HINTS[1]))
"""How many hints are suggested for a difference below so many points; beyond, the most.

By what they were worth over all games: 65, 109 and 132 points, each ± 13 (docs/handicap.md).
"""
Reason = Literal["ratings", "results"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A handicap that makes two members even.

    :param second: the id of the member who moves second, and whose side the handicap is of
    :param weaker_user: the id of the member whom it helps; not ``second`` where extra turns hold
        back
    :param points: what it is worth to that member; None for hints, measured over all games alone
    :param error: of ``points``
    :param matches: people's matches that count in ``points``
    :param reason: whether it follows from ratings, or from the latest results of the two
    """

    handicap: Handicap
    second: int
    weaker_user: int
    reason: Reason
    points: int | None = None
    error: int | None = None
    matches: int = 0

    def side_of(self, user: int) -> Literal["first", "second"]:
        """The side that a member takes."""
        return "second" if user == self.second else "first"

    def seats(self, one: int, other: int) -> tuple[int, int]:
        """The ids of two members by seat."""
        return (one, other) if other == self.second else (other, one)

    def options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Options of a match with this handicap in place of any other."""
        return {**options, HANDICAP: str(self.handicap)}


@dataclass(frozen=True, slots=True)
class MonthOfMatches:
    """What two members played in a month with one handicap.

    :param month: its first day
    :param handicap: None: without one
    :param weaker_user: the id of the member whom the handicap helped; without one, the first asked
        about
    :param wins: of that member
    """

    month: date
    handicap: Handicap | None
    weaker_user: int
    wins: int = 0
    losses: int = 0
    draws: int = 0


@dataclass(frozen=True, slots=True)
class Unequal:
    """Two members, and by how many rating points one is the weaker."""

    weaker: int
    stronger: int
    gap: float


def by_ratings(
    pair: Unequal, worths: Mapping[int, WorthNow], reason: Reason = "ratings"
) -> Suggestion | None:
    """The handicap whose worth is nearest to the difference of two members; None where they are
    even.

    Hints where the board has no extra turns, or one of them would be more than the difference asks
    for.

    :param worths: by how many extra turns
    """
    if pair.gap < EVEN:
        return None
    best_turns = 0
    best_rest = pair.gap
    for turns, worth in worths.items():
        rest = abs(pair.gap - abs(worth.points))
        if rest < best_rest:
            best_turns = turns
            best_rest = rest
    if best_turns:
        return extra_turns(pair, best_turns, worths, reason)
    return hints(pair, _hints_for(pair.gap), reason)


def _hints_for(gap: float) -> int:
    for limit, count in HINTS_BY_GAP:
        if gap < limit:
            return count
    return HINTS[-1]


def by_results(
    game: Game,
    latest_matches: Sequence[PastMatch],
    users: tuple[int, int],
    worths: Mapping[int, WorthNow],
) -> Suggestion | None:
    """The step from the handicap of the latest match towards who has lost all of the latest ones;
    None where nobody has.

    :param latest_matches: of the two, the latest first
    """
    winner = won_all(latest_matches)
    if winner is None:
        return None
    loser = users[0] if winner == users[1] else users[1]
    kind: HandicapKind = "turns" if worths else "hints"
    counts = tuple(worths) or HINTS
    latest_match = latest_matches[0]
    step = _step(latest_match.handicap, kind, counts)
    if favoured_by(game, latest_match, users) == winner:
        step = -step
    next_step = min(step + 1, len(counts))
    if next_step == 0:
        return None
    pair = Unequal(weaker=loser, stronger=winner, gap=0)
    if next_step < 0:
        pair = Unequal(weaker=winner, stronger=loser, gap=0)
    count = counts[abs(next_step) - 1]
    if kind == "turns":
        return extra_turns(pair, count, worths, "results")
    return hints(pair, count, "results")


def _step(handicap: Handicap | None, kind: HandicapKind, counts: Sequence[int]) -> int:
    """Which of ``counts`` a handicap has, from 1 on; 0 for none, and for one of another kind."""
    if handicap is None or handicap.kind != kind or handicap.count not in counts:
        return 0
    return counts.index(handicap.count) + 1


def won_all(latest_matches: Sequence[PastMatch]) -> int | None:
    """The id of who has won all of the latest ALL_WON matches; None: nobody.

    :param latest_matches: the latest first
    """
    winners = {match.winner for match in latest_matches[:ALL_WON]}
    if len(latest_matches) < ALL_WON or len(winners) > 1:
        return None
    return winners.pop()


def makes_more_even(gap: float, points: float) -> bool:
    """Whether a head start brings two players nearer to each other.

    :param gap: by how many rating points the first is stronger than the second, or below 0 weaker
    :param points: what it is worth to the second
    """
    return abs(gap - points) < abs(gap)


def extra_turns(
    pair: Unequal, turns: int, worths: Mapping[int, WorthNow], reason: Reason
) -> Suggestion:
    """So many turns that help the weaker of two: where turns hold back, the stronger has them."""
    worth = worths[turns]
    return Suggestion(
        handicap=Handicap("turns", turns),
        second=pair.weaker if worth.points >= 0 else pair.stronger,
        weaker_user=pair.weaker,
        reason=reason,
        points=abs(worth.points),
        error=worth.error,
        matches=worth.matches,
    )


def hints(pair: Unequal, count: int, reason: Reason) -> Suggestion:
    """So many hints for the weaker of two."""
    return Suggestion(Handicap("hints", count), pair.weaker, pair.weaker, reason)


def favoured_by(game: Game, match: PastMatch, users: tuple[int, int]) -> int:
    """The id of the one of two members whom the handicap of their match has helped."""
    first = users[0] if match.second == users[1] else users[1]
    worth = game.worth(match.options)
    return first if worth is not None and worth.points < 0 else match.second


def by_month(
    game: Game, matches: Sequence[PastMatch], users: tuple[int, int]
) -> tuple[MonthOfMatches, ...]:
    """What two members played with which handicap, month by month, the oldest first.

    :param matches: the latest first
    """
    months: dict[tuple[date, str, int], MonthOfMatches] = {}
    for match in reversed(matches):
        handicap = match.handicap
        member = users[0]
        if handicap is not None:
            member = favoured_by(game, match, users)
        month = match.ended_at.date().replace(day=1)
        key = (month, str(handicap), member)
        entry = months.get(key, MonthOfMatches(month, handicap, member))
        months[key] = _with_result(entry, match.winner)
    return tuple(sorted(months.values(), key=lambda entry: entry.month))


def _with_result(entry: MonthOfMatches, winner: int | None) -> MonthOfMatches:
    """The month with one more match.

    :param winner: the id of who won it; None for a draw
    """
    if winner is None:
        return replace(entry, draws=entry.draws + 1)
    if winner == entry.weaker_user:
        return replace(entry, wins=entry.wins + 1)
    return replace(entry, losses=entry.losses + 1)

"""Results of rated matches, and the ratings that follow from them in the order in which the matches ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, Self, TypeAlias

from bot.domain.matches.match import Match
from bot.domain.ratings import glicko
from bot.domain.ratings.glicko import START, Strength
from bot.domain.ratings.rating import BOUNDED, FULL, NONE, RatingChange
from bot.domain.values import COMPUTER, NOBODY

MatchSeat: TypeAlias = tuple[int, int]
"""A match and a seat in it."""


UNTELLING = ("left", "deleted")
"""Ends that say nothing of strength: for the world they do not count."""


NEAR_START = 49.0
"""How far from the start a newcomer's rating in the world can come, in points."""
UNSURE = 200.0
"""A newcomer's deviation in the world at least: still provisional, and quick to change once it counts."""


class Position(NamedTuple):
    """Where a match stands in the order: by when it ended, and of those that ended at once by its id."""

    at: datetime
    match: int


BEGINNING = Position(datetime(1970, 1, 1, tzinfo=UTC), 0)
"""Before all matches."""


class RatedResult(NamedTuple):
    """A rated match: who played, by seat, under which names, and the first seat's score.

    ``effects``: what it does to each rating; None where that is not known yet, or is all.
    """

    position: Position
    users: tuple[int, int]
    names: tuple[str, str]
    score: float
    effects: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Latest:
    """How strong a player was after the latest of their matches, and the name under which they played it."""

    name: str
    strength: Strength
    at: datetime
    match: int


@dataclass(frozen=True, slots=True)
class StoredRating:
    """A rating as it is stored: the latest match, the results, and when it becomes provisional."""

    latest: Latest
    wins: int
    losses: int
    draws: int
    settled_until: datetime

    @classmethod
    def after(cls, latest: Latest, scores: Mapping[float, int]) -> Self:
        """The rating after a match, with how often each score was made."""
        until = glicko.settled_until(latest.strength, latest.at)
        until = until.replace(microsecond=until.microsecond // 1000 * 1000)
        return cls(latest, scores.get(1.0, 0), scores.get(0.0, 0), scores.get(0.5, 0), until)


def rated_result(match: Match) -> RatedResult | None:
    """The result of a match if it is rated: between two people, and over."""
    if not match.rated or match.status != "finished" or COMPUTER in match.seats or match.finished is None:
        return None
    score = 0.5 if match.winner is None else 1.0 - match.winner
    return RatedResult(Position(match.finished, match.id), match.seats, match.names, score)


def changes_by(
    results: Iterable[RatedResult], known: dict[int, Latest], deleted: Mapping[MatchSeat, Strength]
) -> Iterator[RatingChange]:
    """What each match does to both ratings. ``results`` are in order; ``known`` is brought up to date on the way.

    ``deleted`` tells how strong players were whose data is deleted; without that a match does not count.
    """
    for result in results:
        at, match = result.position
        before = [_before(user, at, known, deleted.get((match, seat))) for seat, user in enumerate(result.users)]
        first, second = before
        if first is None or second is None or set(result.users) == {NOBODY}:
            continue
        for seat, (own, other) in enumerate(((first, second), (second, first))):
            user, name = result.users[seat], result.names[seat]
            score = 1.0 - result.score if seat else result.score
            effect = FULL if result.effects is None else result.effects[seat]
            after = own if effect == NONE else glicko.rate(own, [(other, score)], periods=0)
            if effect == BOUNDED:
                after = bounded(after)
            if user != NOBODY:
                known[user] = Latest(name, after, at, match)
            yield RatingChange(match, seat, user, name, at, score, own, after, effect)


def bounded(strength: Strength) -> Strength:
    """A newcomer's strength in the world: near the start, and unsure."""
    rating = min(max(strength.rating, START.rating - NEAR_START), START.rating + NEAR_START)
    return Strength(rating, max(strength.deviation, UNSURE), strength.volatility)


def _before(user: int, at: datetime, known: Mapping[int, Latest], deleted: Strength | None) -> Strength | None:
    """How strong a player is when a match ends; None for somebody of whom nothing is known any more."""
    if user == NOBODY:
        return deleted
    latest = known.get(user)
    return START if latest is None else glicko.idle(latest.strength, glicko.periods(latest.at, at))

"""The ratings of a pool kept as the outcome of its results in the order in which they ended, however they came in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import NamedTuple, TypeAlias

from bot.domain.ratings import circles
from bot.domain.ratings.ledger import Ledger, Window
from bot.domain.ratings.rating import RatingChange
from bot.domain.ratings.repository import PoolRepository
from bot.domain.ratings.results import Position, RatedResult, StoredRating, changes_by
from bot.domain.values import NOBODY

Effects: TypeAlias = Callable[[Collection[RatedResult]], Awaitable[list[RatedResult]]]
"""Gives results that are new to a ledger with what they do to either rating."""


class Rated(NamedTuple):
    """What rating a part of a ledger anew came to: results, ratings, and how many entries of either were different.

    ``end`` is where the next part begins; None if there is none. ``users`` are those whose last results were among it.
    """

    end: Position | None
    results: int
    ratings: int
    changed: int
    users: frozenset[int]


async def enter(ledger: Ledger, pool: PoolRepository, new: RatedResult) -> bool:
    """Count a match that has just ended; nothing happens if it is counted already.

    False if others that are counted have ended after it: everything from its place on is then to be rated anew.
    """
    stored = await pool.ratings(new.users)
    late = any((one.latest.at, one.latest.match) >= new.position for one in stored.values())
    if late and await ledger.has(new.position.match):
        return True
    known = await ledger.latest(new.users, new.position) if late else {u: one.latest for u, one in stored.items()}
    changes = list(changes_by([new], known, {}))
    await ledger.write(changes)
    ratings = {}
    for change in changes:
        old = stored.get(change.user)
        scores = {1.0: old.wins, 0.0: old.losses, 0.5: old.draws} if old else {}
        scores[change.score] = scores.get(change.score, 0) + 1
        ratings[change.user] = StoredRating.after(known[change.user], scores)
    await pool.put({user: one for user, one in ratings.items() if not late or user not in stored}, stored)
    return not late


async def rate_next(
    ledger: Ledger, pool: PoolRepository, start: Position, effects: Effects, *, without: int | None = None
) -> Rated:
    """Rate the next few results of a pool anew from a place in the order on, and write what was different.

    What came before is taken as it is stored. A rating is written once the last result of its player is reached.
    ``without``: a match that counts no longer.
    """
    window = await ledger.window(start, without=without)
    unknown = [one for one in window.results if one.effects is None]
    results = sorted({*(await effects(unknown)), *(one for one in window.results if one.effects is not None)})
    users = {change.user for change in window.old.values()} | {user for one in results for user in one.users}
    users.discard(NOBODY)
    known = await ledger.latest_in(window)
    known |= await ledger.latest(users - {change.user for change in window.old.values()}, start)
    deleted = {place: change.before for place, change in window.old.items() if change.user == NOBODY}
    rated = await asyncio.to_thread(lambda: list(changes_by(results, known, deleted)))
    changed = await _write_different(ledger, window, rated)
    ended = users if window.end is None else users - await ledger.going_on(users, window.end)
    scores, stored = await ledger.scores(ended), await pool.ratings(ended)
    right = {user: StoredRating.after(known[user], scores.get(user, {})) for user in ended if user in known}
    wrong = {user: one for user, one in right.items() if stored.get(user) != one}
    gone = stored.keys() - right.keys()
    await pool.put(wrong, stored)
    await pool.delete(gone)
    return Rated(window.end, len(results), len(right), changed + len(wrong) + len(gone), frozenset(right))


async def _write_different(ledger: Ledger, window: Window, rated: Iterable[RatingChange]) -> int:
    """Write what is different from what a part of the ledger says; how many entries it were."""
    old, new = window.old, {(change.match, change.seat): change for change in rated}
    differing = [place for place in {**old, **new} if old.get(place) != new.get(place)]
    touched = sorted({match for match, _ in differing})
    await ledger.delete(touched)
    await ledger.write([new[match, seat] for match in touched for seat in (0, 1) if (match, seat) in new])
    return len(differing)


async def look_for_circles(pool: PoolRepository, users: Iterable[int]) -> None:
    """Set those of some members apart whose rating in the world rests on few partners who play few others.

    They have a place again once they have met others, which is looked at after each of their matches.
    """
    for user, rating in sorted((await pool.ratings(set(users) - {NOBODY})).items()):
        if rating.settled_until <= rating.latest.at:
            continue  # still provisional, so it has no place anyway
        opponents = await pool.opponents(user)
        await pool.set_apart(user, circles.apart(user, opponents, await pool.met(circles.circle(opponents))))

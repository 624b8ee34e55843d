"""The ratings of a pool kept as the outcome of its matches in the order in which they ended, however they came in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping

from bot.domain.ratings import circles
from bot.domain.ratings.repository import PoolRepository
from bot.domain.ratings.results import Latest, Position, RatedResult, StoredRating, changes_by, results_of
from bot.domain.values import NOBODY


async def enter(pool: PoolRepository, new: RatedResult) -> None:
    """Count a match that has just ended. Nothing happens if it is counted already."""
    stored = await pool.ratings(new.users, lock=True)
    if any((one.latest.at, one.latest.match) >= new.position for one in stored.values()):
        if not await pool.has(new.position.match):
            await refold(pool, since=new.position, add=new)
        return
    known = {user: one.latest for user, one in stored.items()}
    changes = list(changes_by([new], known, {}))
    await pool.write_changes(changes)
    for change in changes:
        old = stored.get(change.user)
        scores = {1.0: old.wins, 0.0: old.losses, 0.5: old.draws} if old else {}
        scores[change.score] = scores.get(change.score, 0) + 1
        await pool.put(change.user, StoredRating.after(known[change.user], scores), new=old is None)


async def refold(
    pool: PoolRepository,
    *,
    since: Position | None = None,
    add: RatedResult | None = None,
    drop: int | None = None,
    results: list[RatedResult] | None = None,
) -> tuple[int, int, int]:
    """Rate the matches of a pool anew from a place in the order on; how many they are, ratings, and what has changed.

    Matches are those counted before, with ``add`` and without ``drop``, or ``results`` if given.
    """
    old = await pool.changes(since)
    if results is None:
        results = [found for found in results_of(old) if found.position.match != drop]
        results = sorted([*results, *([add] if add else [])])
    users = {change.user for change in old.values()} | {user for found in results for user in found.users}
    users.discard(NOBODY)
    known = {} if since is None else await pool.latest(users, since)
    deleted = {place: change.before for place, change in old.items() if change.user == NOBODY}
    rated = await asyncio.to_thread(lambda: list(changes_by(results, known, deleted)))
    new = {(change.match, change.seat): change for change in rated}
    differing = [place for place in {**old, **new} if old.get(place) != new.get(place)]
    touched = sorted({match for match, _ in differing})
    await pool.delete_changes(touched)
    await pool.write_changes([new[match, seat] for match in touched for seat in (0, 1) if (match, seat) in new])
    corrected = await _correct(pool, None if since is None else users, known)
    return len(results), len(known), len(differing) + corrected


async def look_for_circles(pool: PoolRepository, users: Iterable[int]) -> None:
    """Set those of some members apart whose rating in the world rests on few partners who play few others.

    They have a place again once they have met others, which is looked at after each of their matches.
    """
    for user, rating in sorted((await pool.ratings(set(users) - {NOBODY})).items()):
        if rating.settled_until <= rating.latest.at:
            continue  # still provisional, so it has no place anyway
        gains = await pool.gains(user)
        await pool.set_apart(user, circles.apart(user, gains, await pool.met(circles.circle(gains))))


async def _correct(pool: PoolRepository, users: set[int] | None, known: Mapping[int, Latest]) -> int:
    """Write the ratings that follow from the changes of some users, or of all; how many were different."""
    scores, stored = await pool.scores(users), await pool.ratings(users)
    corrected = 0
    for user in (users or set()) | set(stored) | set(known):
        rating = StoredRating.after(known[user], scores.get(user, {})) if user in known else None
        if rating == stored.get(user):
            continue
        corrected += 1
        if rating is None:
            await pool.delete(user)
        else:
            await pool.put(user, rating, new=user not in stored)
    return corrected

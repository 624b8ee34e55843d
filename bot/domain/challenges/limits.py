"""Limits on open challenges, running matches, and rated matches of the same two members.

How often one may ask another is in ``bot.domain.challenges.approaches``. A count stays true until
the transaction ends only under ``UnitOfWork.lock_quotas``.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from bot.domain import tallies
from bot.domain.challenges import counts
from bot.domain.challenges.approaches import PERIOD
from bot.domain.errors import LimitReached, Refused
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person, named

MOST_CHALLENGES = 10  # open challenges of a member in one place
MOST_MATCHES = 200  # running matches of a member in all places together
# matches with the same member that may be called off in a PERIOD before an offer of theirs is taken
MOST_CALLED_OFF = 3


@dataclass(frozen=True, slots=True)
class CalledOff:
    """How many matches of two members were called off in a PERIOD.

    :param next_start: when they may begin another one that neither has asked the other for;
        None: now
    """

    count: int
    next_start: datetime | None


async def challenge_room(work: UnitOfWork, scope: int, maker: Person) -> None:
    """Raises LimitReached where a member may open no more challenges in a place."""
    if await counts.open_challenges(work, scope, maker.id) >= MOST_CHALLENGES:
        raise LimitReached(
            "you’ve reached the limit of {most} open challenges here; withdraw one first",
            most=MOST_CHALLENGES,
        )


async def called_off(work: UnitOfWork, one: int, other: int) -> CalledOff:
    """The matches of two members that were called off.

    Each of them pings both, or one of them, whatever the other one wants.
    """
    row_times = await counts.called_off(work, one, other, start_time=work.now - PERIOD)
    tallied_times = await tallies.noted(work, "off", *tallies.pair(one, other))
    start_times = sorted([*row_times, *tallied_times])
    if len(start_times) < MOST_CALLED_OFF:
        return CalledOff(len(start_times), None)
    return CalledOff(len(start_times), start_times[-MOST_CALLED_OFF] + PERIOD)


async def may_take(work: UnitOfWork, who: Person, maker: Person) -> None:
    """Raises LimitReached where a member may not take an offer since the two have called off too
    many matches.
    """
    record = await called_off(work, who.id, maker.id)
    if record.next_start is not None:
        raise LimitReached(
            "you and {other} have called off {count} matches; try again in {hours} h",
            other=named(maker.name),
            count=record.count,
            hours=ceil((record.next_start - work.now) / timedelta(hours=1)),
        )


async def match_room(
    work: UnitOfWork, scope: int, who: Person, most: int, *, new: int = 1, other: bool = False
) -> None:
    """Raises LimitReached where a member may not begin ``new`` matches.

    :param most: their running matches in the place; MOST_MATCHES may run in all places
    :param other: the error is for the other player
    """
    if who.id == COMPUTER:
        return
    scopes = await counts.scopes_of_running(work, who.id)
    full_here = scopes.count(scope) + new > most
    if len(scopes) + new <= MOST_MATCHES and not full_here:
        return
    count = most if full_here else MOST_MATCHES
    if other:
        raise LimitReached(
            "{name} has reached the limit of {count} running matches",
            name=named(who.name),
            count=count,
        )
    raise LimitReached(
        "you’ve reached the limit of {count} running matches; finish one first", count=count
    )


def month_of(moment: datetime) -> datetime:
    """When a moment's month (UTC) began."""
    return moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


async def rated_left(work: UnitOfWork, scope: int, first: int, second: int, most: int) -> int:
    """How many of ``most`` rated matches two members may still begin in a scope this month
    (UTC).
    """
    match_count = await counts.rated(work, scope, first, second, start_time=month_of(work.now))
    tallied_times = await tallies.noted(work, "rated", scope, *tallies.pair(first, second))
    return max(most - match_count - len(tallied_times), 0)


async def rated_room(
    work: UnitOfWork, scope: int, first: Person, second: Person, most: int, new: int
) -> None:
    """Raises LimitReached where two may not begin ``new`` rated matches this month; Refused for the
    computer.
    """
    if COMPUTER in (first.id, second.id):
        raise Refused("matches against the computer are never rated")
    if await rated_left(work, scope, first.id, second.id, most) >= new:
        return
    if not most:
        raise LimitReached("rated matches are off on this server; play an unrated one")
    raise LimitReached(
        "{one} and {other} have reached this month’s limit of {most} rated matches here; play an "
        "unrated one",
        one=first.name,
        other=second.name,
        most=most,
    )


async def keep_counting(work: UnitOfWork, user: int) -> None:
    """Go on counting what somebody did who deletes their data, and what was done towards them:
    challenges in vain, rated matches, and matches that were called off.
    """
    period_start = work.now - PERIOD
    for challenge in await counts.asked(work, user, start_time=period_start):
        count_end = challenge.asked_at + PERIOD
        await tallies.note(
            work,
            "asked",
            challenge.maker,
            challenge.target,
            time=challenge.asked_at,
            expiry=count_end,
        )
    month = month_of(work.now)
    next_month = month_of(month + timedelta(days=32))
    for match in await counts.begun(work, user, start_time=min(month, period_start)):
        both = tallies.pair(*match.seats)
        if both[0] <= COMPUTER:
            continue
        was_called_off = match.status == "aborted"
        if was_called_off and match.begun_at > period_start:
            await tallies.note(
                work, "off", *both, time=match.begun_at, expiry=match.begun_at + PERIOD
            )
        if not was_called_off and match.rated and match.begun_at >= month:
            await tallies.note(
                work, "rated", match.scope, *both, time=match.begun_at, expiry=next_month
            )

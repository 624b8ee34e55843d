"""How often a member may ask another one for a match, and whom that pings: challenges and
invitations alike.

A count stays true until the transaction ends only under ``UnitOfWork.lock_quotas``.
"""

from datetime import timedelta
from math import ceil

import sqlalchemy as sa

from bot.domain import tallies
from bot.domain.blocks.service import has_blocked, require_none
from bot.domain.errors import LimitReached, Refused
from bot.domain.members import repository as members
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person
from bot.store.tables import challenges

PERIOD = timedelta(days=1)  # the time in which challenges to the same member are counted
# challenges to the same member that may be declined, withdrawn or expire in a PERIOD
MOST_REJECTED = 3
# challenges to the same member that may ping that member in a PERIOD without becoming a match
MOST_PINGS = 5
REJECTED = ("declined", "withdrawn", "expired")


async def may_ask(work: UnitOfWork, who: Person, other: Person) -> None:
    """Raises Refused where ``other`` takes no challenges, in the same words whether from anyone or
    from ``who``.
    """
    closed = Refused("{other} isn’t taking challenges right now", other=other.name)
    await require_none(work, who, other, closed)
    if (
        other.id != COMPUTER
        and not (await members.member(work.connection, other.id)).settings.challenges
    ):
        raise closed


async def may_approach(work: UnitOfWork, maker: Person, target: Person) -> bool:
    """Whether a new challenge may ping the member challenged.

    Raises LimitReached after too many rejected ones. Those count, too, of which no row is left, and
    invitations to a team that were not taken up.
    """
    query = (
        sa.select(challenges.c.status, challenges.c.created_at)
        .where(challenges.c.maker == maker.id, challenges.c.created_at > work.now - PERIOD)
        .where(challenges.c.target == target.id)
        .order_by(challenges.c.created_at)
    )
    made = (await work.connection.execute(query)).all()
    counted = await tallies.noted(work, "asked", maker.id, target.id)
    rejected = sorted([*(row.created_at for row in made if row.status in REJECTED), *counted])
    if len(rejected) >= MOST_REJECTED:
        wait = rejected[-MOST_REJECTED] + PERIOD - work.now
        raise LimitReached(
            "{name} hasn’t taken your last {count} challenges; try again in {hours} h",
            count=len(rejected),
            name=target.name,
            hours=ceil(wait / timedelta(hours=1)),
        )
    unanswered = [row for row in made if row.status == "open"]
    return len(unanswered) + len(rejected) < MOST_PINGS


async def may_invite(work: UnitOfWork, captain: Person, other: Person) -> bool:
    """Whether an invitation to a team may ping a member; it is counted as a challenge to them.

    Raises Refused where the captain has blocked them, and LimitReached as a challenge does. That
    they take no challenges, or none of the captain, shows in nothing: they are invited like
    everybody else, and only not pinged. A refusal for either would tell it, beside what a challenge
    says, which is the same for both.
    """
    if await has_blocked(work.connection, captain.id, other.id):
        raise Refused("you’ve blocked {other}; unblock them in /settings first", other=other.name)
    few = await may_approach(work, captain, other)
    open_to_all = (await members.member(work.connection, other.id)).settings.challenges
    blocked = await has_blocked(work.connection, other.id, captain.id)
    await tallies.note(work, "asked", captain.id, other.id, until=work.now + PERIOD)
    return few and open_to_all and not blocked

"""How often a member may ask another one for a match, and whom that pings: challenges and
invitations alike.

A count stays true until the transaction ends only under ``UnitOfWork.lock_quotas``.
"""

from datetime import timedelta
from math import ceil

from bot.domain import tallies
from bot.domain.blocks.repository import has_blocked
from bot.domain.blocks.service import require_none
from bot.domain.challenges import counts
from bot.domain.challenges.counts import REJECTED
from bot.domain.errors import LimitReached, Refused
from bot.domain.members import repository as members
from bot.domain.unit_of_work import UnitOfWork
from bot.domain.values import COMPUTER, Person

PERIOD = timedelta(days=1)  # the time in which challenges to the same member are counted
# challenges to the same member that may be declined, withdrawn or expire in a PERIOD
MOST_REJECTED = 3
# challenges to the same member that may ping that member in a PERIOD without becoming a match
MOST_PINGS = 5


async def may_ask(work: UnitOfWork, who: Person, other: Person) -> None:
    """Raises Refused where ``other`` takes no challenges, in the same words whether from anyone or
    from ``who``.
    """
    refusal = Refused("{other} isn’t taking challenges right now", other=other.name)
    await require_none(work, who, other, refusal)
    if other.id == COMPUTER:
        return
    if not (await members.member(work.connection, other.id)).settings.challenges:
        raise refusal


async def may_approach(work: UnitOfWork, maker: Person, target: Person) -> bool:
    """Whether a new challenge may ping the member challenged.

    Raises LimitReached after too many rejected ones. Those count, too, of which no row is left, and
    invitations to a team that were not taken up.
    """
    answers = await counts.answers(work, maker.id, target.id, start_time=work.now - PERIOD)
    open_answers = [answer for answer in answers if answer.status == "open"]
    rejection_times = [answer.asked_at for answer in answers if answer.status in REJECTED]
    tallied_times = await tallies.noted(work, "asked", maker.id, target.id)
    rejections = sorted([*rejection_times, *tallied_times])
    if len(rejections) >= MOST_REJECTED:
        wait = rejections[-MOST_REJECTED] + PERIOD - work.now
        raise LimitReached(
            "{name} hasn’t taken your last {count} challenges; try again in {hours} h",
            count=len(rejections),
            name=target.name,
            hours=ceil(wait / timedelta(hours=1)),
        )
    return len(open_answers) + len(rejections) < MOST_PINGS


async def may_invite(work: UnitOfWork, captain: Person, other: Person) -> bool:
    """Whether an invitation to a team may ping a member; it is counted as a challenge to them.

    Raises Refused where the captain has blocked them, and LimitReached as a challenge does. That
    they take no challenges, or none of the captain, shows in nothing: they are invited like
    everybody else, and only not pinged. A refusal for either would tell it, beside what a challenge
    says, which is the same for both.
    """
    if await has_blocked(work.connection, captain.id, other.id):
        raise Refused("you’ve blocked {other}; unblock them in /settings first", other=other.name)
    seldom_asked = await may_approach(work, captain, other)
    takes_challenges = (await members.member(work.connection, other.id)).settings.challenges
    is_blocked = await has_blocked(work.connection, other.id, captain.id)
    await tallies.note(work, "asked", captain.id, other.id, expiry=work.now + PERIOD)
    return seldom_asked and takes_challenges and not is_blocked

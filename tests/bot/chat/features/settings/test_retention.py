"""What is not kept for ever is gone when its time has come, and there before."""

from bot.chat.features.settings import feature
from bot.domain.outbox import EXPIRES_AFTER
from tests.bot.chat.conftest import Club


async def run(club: Club, what: str) -> None:
    (job,) = [job for job in feature.jobs if job.name == what]
    await job.run(club.services)


async def test_a_post_that_cannot_be_sent_is_struck_off_after_two_weeks(club: Club) -> None:
    await club.services.challenges.make(club.place, club.alice.person, "loop")
    assert await club.services.outbox.depth() == 1
    club.env.backend.advance_clock(EXPIRES_AFTER.total_seconds() - 60)
    await run(club, "posts that cannot be sent")
    assert await club.services.outbox.depth() == 1
    club.env.backend.advance_clock(120)
    await run(club, "posts that cannot be sent")
    assert await club.services.outbox.depth() == 0

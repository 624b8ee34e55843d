"""A month of one member: whatever others do at any hour, nothing but their own turn reaches them
while they sleep.
"""

import contextlib
import random
from collections import Counter
from datetime import datetime, timedelta
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.events import DomainEvent, Notice
from bot.domain.hours import LAST_WORD
from bot.domain.matches import agreements
from bot.domain.matches.events import TimeRunsShort
from bot.domain.matches.waiting import commands as waiting
from games.core import GameError
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started, step, swept

STEP = timedelta(hours=1)


async def acts(domain: Domain, match: int, rng: random.Random) -> None:
    """Somebody does something in a match, or tries to."""
    current = await domain.matches.get(match)
    if current.status != "running":
        return
    user = rng.choice(current.seats)
    do = partial(domain.matches.do, match)
    what = rng.choices(range(6), (6, 1, 1, 1, 1, 1))[0]
    if what == 0:
        if current.mover != ANN.id or rng.random() < 0.5:
            await step(domain, match, rng)
    elif what == 1:
        await domain.matches.act(match, user, agreements.offer_draw)
    elif what == 2:
        await domain.matches.do(match, partial(agreements.answer, "draw", user=user, yes=False))
    elif what == 3:
        await do(lambda now: waiting.nudge(now, user))
    elif what == 4:
        await do(lambda now: agreements.ask_abandon(now, BEN.id if user == ANN.id else user))
    else:
        await do(lambda now: agreements.answer("abandon", now, user, False))


async def comes_well(domain: Domain, notice: Notice[DomainEvent], now: datetime) -> bool:
    """Whether a notice may reach a member at this moment."""
    event = notice.event
    if (await domain.members.get(ANN.id)).hours.awake(now) or (
        event.calls_to_move and not notice.followed
    ):
        return True
    if isinstance(event, TimeRunsShort):
        due = (await domain.matches.get(notice.match or 0)).due
        return due is not None and now >= due - LAST_WORD - STEP  # it would be of no use later
    return notice.dm is None and await domain.members.silent(notice)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "want"),
    [
        ("sqlite", "both"),
        ("postgres", "dm"),
        pytest.param("sqlite", "dm", marks=pytest.mark.exhaustive),
    ],
    indirect=["engine"],
)
async def test_a_month_of_a_member_is_quiet_outside_their_hours(
    domain: Domain, clock: Clock, want: str
) -> None:
    rng = random.Random(want)
    await domain.members.change(
        ANN.id, notices=want, hours="8-22", time_zone="Auckland", daily="dm", daily_when="23:00"
    )
    matches = [(await started(domain, clock=terms)).id for terms in ("none", "1d", "3d+6h", "none")]
    counts = Counter[str]()
    for _ in range(30 * 24):
        clock.move(hours=1)
        with contextlib.suppress(GameError):
            if rng.random() < 0.25:
                await acts(domain, rng.choice(matches), rng)
            if rng.random() < 0.02:
                await domain.challenges.make(HERE, CAT, "loop", opponent=ANN)
        await domain.matches.wake_due()
        await domain.daily_cards.work()
        for notice in await swept(domain):
            if ANN.id in (notice.ping, notice.dm):
                counts[notice.event.kind] += 1
                assert await comes_well(domain, notice, clock.moment), (clock.moment, notice)
    assert {"turn", "daily_card", "nudge", "challenge", "asked"} <= counts.keys(), counts

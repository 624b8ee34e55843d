"""A member deletes their data while the bot carries out what they have just asked for: nothing of
them is stored.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, TypeAlias

import pytest

from bot.store import Store
from tests.bot.chat.acting import sure
from tests.bot.chat.conftest import Club, Member
from tests.bot.domain.privacy.test_on_its_way import where_found
from tests.sampling import Parameters

MOST = 41  # transactions of a command, with the jobs that follow it
SOME = (2, 5, 9)  # those that are tried in the short run
STEPS = 7
"""Each command is tried at every seventh transaction by the slow tests, at all by the exhaustive
ones; together the seven commands begin at each.
"""


class Deletion:
    """Deletes a member's data before transaction number ``at`` from now on, whoever begins it."""

    def __init__(self, club: Club, member: Member, step: int) -> None:
        self.club = club
        self.member = member
        self.left = step
        self.deleting: asyncio.Future[int] | None = None

    async def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            self.deleting = asyncio.ensure_future(self.club.services.privacy.delete(self.member.id))
            # One that is begun within another transaction is not waited for: it comes after that.
            await asyncio.wait({self.deleting}, timeout=0.05)

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Meanwhile each transaction that is begun counts."""
        begin = Store._connection

        @asynccontextmanager
        async def connection(store: Store, *args: Any, **more: Any) -> AsyncIterator[Any]:
            await self.count()
            async with begin(store, *args, **more) as work:
                yield work

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Store, "_connection", connection)
            yield


Act: TypeAlias = Callable[[], Awaitable[object]]


async def resign(club: Club) -> Act:
    question = await club.alice.slash("match resign", match="M1")
    return lambda: sure(club.alice, question)


async def move(club: Club) -> Act:
    return lambda: club.alice.slash("move", moves="e4-d6", match="M1")


async def draw(club: Club) -> Act:
    return lambda: club.alice.slash("match draw", match="M1")


async def challenge(club: Club) -> Act:
    return lambda: club.alice.slash("play", game="loop", opponent=club.carol)


async def hint(club: Club) -> Act:
    return lambda: club.alice.slash("hint", match="M1")


async def team(club: Club) -> Act:
    return lambda: club.alice.slash("team start", game="loop", side=f"<@{club.carol.id}>")


async def explore(club: Club) -> Act:
    return lambda: club.alice.slash("explore", match="M1")


ACTS = (resign, move, draw, challenge, hint, team, explore)


def cases() -> Iterator[Parameters]:
    """Each command at each of its transactions."""
    for number, ready in enumerate(ACTS):
        for step in range(1, MOST):
            marks = []
            if step not in SOME:
                is_tested = (step + number) % STEPS == 0
                marks = [pytest.mark.slow if is_tested else pytest.mark.exhaustive]
            yield pytest.param(ready, step, marks=marks, id=f"{ready.__name__}-{step}")


@pytest.mark.slow
@pytest.mark.parametrize(("ready", "step"), list(cases()))
async def test_nothing_is_left_of_who_leaves_amid_a_command(
    club: Club, ready: Callable[[Club], Awaitable[Act]], step: int
) -> None:
    await club.match()
    act = await ready(club)
    deletion = Deletion(club, club.alice, step)
    with deletion.counting():
        await act()
        await club.env.settle()
        await club.thought()
        for _ in range(3):
            await club.env.advance_time(25)
    if deletion.deleting is not None:
        await deletion.deleting
        assert await where_found(club.bot.store, str(club.alice.id)) == [], f"transaction {step}"

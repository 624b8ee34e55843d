"""Exclusions: known without a look-up, taken up by every process, and what becomes of matches and
data.
"""

import json
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, Over, Refused
from bot.domain.matches import endings
from bot.domain.matches.events import PlayerLeft
from bot.domain.values import COMPUTER, Person, Place
from bot.store.tables import bans
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock, viewer
from tests.bot.domain.matches.helpers import cleared, played, started, swept


async def test_a_ban_is_for_its_server_until_it_is_lifted(domain: Domain, clock: Clock) -> None:
    await domain.exclusions.ban(HERE, CAT.id, BEN)
    assert domain.exclusions.why(HERE.scope, BEN.id) == "banned"
    assert domain.exclusions.why(HERE.scope + 1, BEN.id) is None
    assert domain.exclusions.why(HERE.scope, ANN.id) is None
    assert domain.exclusions.barring == {BEN.id: {HERE.scope}}
    clock.move(seconds=1)
    await domain.exclusions.ban(HERE, CAT.id, ANN)
    bans = await domain.exclusions.banned(HERE.scope)
    assert [(one.user, one.name) for one in bans] == [(ANN.id, "Ann"), (BEN.id, "Ben")], (
        "the latest first"
    )
    assert await domain.exclusions.banned(HERE.scope + 1) == []
    await domain.exclusions.ban(Place(800, 801), CAT.id, BEN)
    await domain.exclusions.unban(HERE.scope, BEN.id)
    whys = [
        domain.exclusions.why(scope, who.id) for scope in (HERE.scope, 800) for who in (ANN, BEN)
    ]
    assert whys == ["banned", None, None, "banned"]
    for user in (BEN.id, 0):
        with pytest.raises(Refused, match=r"^this member isn’t banned here$"):
            await domain.exclusions.unban(HERE.scope, user)
    with pytest.raises(Refused, match=r"^you can’t ban yourself$"):
        await domain.exclusions.ban(HERE, CAT.id, CAT)
    for bot in (COMPUTER, -1):
        with pytest.raises(Refused, match=r"^only people can be banned$"):
            await domain.exclusions.ban(HERE, CAT.id, Person(bot, "Loophole"))


async def test_a_server_may_ban_a_thousand_members(domain: Domain, clock: Clock) -> None:
    await domain.servers.change(HERE, days=3)
    async with domain.database.unit_of_work() as work:
        rows = [
            {"scope": HERE.scope, "user": 5000 + n, "name": "x", "at": clock.moment}
            for n in range(999)
        ]
        await work.connection.execute(bans.insert(), rows)
    await domain.exclusions.ban(HERE, CAT.id, BEN)
    with pytest.raises(
        LimitReached, match=r"^this server has reached the limit of 1000 banned members$"
    ):
        await domain.exclusions.ban(HERE, CAT.id, ANN)
    other_server = Place(HERE.scope + 1, 5)
    await domain.exclusions.ban(other_server, CAT.id, ANN)


async def test_opponents_of_who_is_banned_may_let_their_matches_go_a_day_later(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain)
    await played(domain, match.id, 4)
    await cleared(domain)
    await domain.exclusions.ban(HERE, CAT.id, BEN)
    (notice,) = await swept(domain)
    assert isinstance(notice.event, PlayerLeft)
    assert (notice.event.banned, notice.dm, notice.channel) == (True, ANN.id, None), (
        "not announced in the channel"
    )
    close = partial(endings.claim, user=ANN.id, what="close")
    with pytest.raises(Refused, match="may still come back"):
        await domain.matches.do(match.id, close)
    clock.move(days=1)
    await domain.matches.do(match.id, close)
    assert (await domain.matches.get(match.id)).status == "aborted"


async def test_who_is_no_longer_banned_plays_on(domain: Domain, clock: Clock) -> None:
    match = await started(domain)
    await domain.exclusions.ban(HERE, CAT.id, BEN)
    await domain.exclusions.unban(HERE.scope, BEN.id)
    assert (await domain.matches.get(match.id)).absent_seat is None


async def test_open_challenges_of_who_is_banned_close(domain: Domain) -> None:
    challenge = (await domain.challenges.make(HERE, BEN, "loop")).challenge
    other_server = Place(HERE.scope + 1, 5)
    elsewhere = (await domain.challenges.make(other_server, BEN, "loop")).challenge
    await domain.exclusions.ban(HERE, CAT.id, BEN)
    assert await domain.challenges.open(viewer(ANN)) == ()
    with pytest.raises(Over, match="expired"):
        await domain.challenges.accept(challenge.id, ANN)
    await domain.challenges.accept(elsewhere.id, ANN)


async def test_what_a_host_shuts_out_is_taken_up_by_processes_that_run(
    open_domain: Callable[[], Awaitable[Domain]], clock: Clock
) -> None:
    other_domain = await open_domain()
    host = await open_domain()
    await other_domain.exclusions.refresh()
    match = await started(other_domain)
    await cleared(other_domain)
    assert await host.exclusions.shut_out(server=77)
    assert not await host.exclusions.shut_out(server=77)
    clock.move(seconds=1)
    assert await host.exclusions.shut_out(user=BEN.id)
    assert [(one.user, one.server) for one in await host.exclusions.by_host()] == [
        (BEN.id, 0),
        (0, 77),
    ]
    assert other_domain.exclusions.why(HERE.scope, BEN.id) is None
    await other_domain.exclusions.refresh()
    assert (
        other_domain.exclusions.why(HERE.scope, BEN.id)
        == other_domain.exclusions.why(1, BEN.id)
        == "user"
    )
    assert other_domain.exclusions.why(77, ANN.id) == "server"
    assert other_domain.exclusions.servers == {77}
    assert (await other_domain.matches.get(match.id)).absent_seat == match.seats.index(BEN.id)
    late = await open_domain()
    await late.exclusions.refresh()
    assert late.exclusions.why(1, BEN.id) == "user"
    assert await host.exclusions.shut_out(user=BEN.id, lift=True)
    assert not await host.exclusions.shut_out(user=BEN.id, lift=True)
    assert await host.exclusions.shut_out(server=77, lift=True)
    await other_domain.exclusions.refresh()
    assert other_domain.exclusions.why(77, ANN.id) is other_domain.exclusions.why(1, BEN.id) is None
    assert (await other_domain.matches.get(match.id)).absent_seat is None


async def test_a_ban_that_takes_the_place_of_another_one_is_noticed(
    open_domain: Callable[[], Awaitable[Domain]], clock: Clock
) -> None:
    other_domain = await open_domain()
    other = await open_domain()
    await other.exclusions.ban(HERE, CAT.id, BEN)
    await other_domain.exclusions.refresh()
    await other.exclusions.unban(HERE.scope, BEN.id)
    await other.exclusions.ban(HERE, CAT.id, ANN)  # as many as before, at the same moment
    await other_domain.exclusions.refresh()
    assert [other_domain.exclusions.why(HERE.scope, who.id) for who in (ANN, BEN)] == [
        "banned",
        None,
    ]


async def test_a_person_is_told_of_bans_and_deleting_their_data_lifts_none(domain: Domain) -> None:
    await domain.exclusions.ban(HERE, CAT.id, BEN)
    assert str(HERE.scope) in json.dumps(await domain.privacy.export(BEN.id))
    await domain.privacy.delete(BEN.id)
    await domain.exclusions.refresh()
    assert domain.exclusions.why(HERE.scope, BEN.id) == "banned"
    assert [one.name for one in await domain.exclusions.banned(HERE.scope)] == ["somebody"]


async def test_a_match_that_a_manager_ends_has_no_result_and_both_are_told(domain: Domain) -> None:
    match = await started(domain, rated=True)
    await played(domain, match.id, 6)
    await cleared(domain)
    await domain.matches.do(match.id, endings.stopped)
    match_now = await domain.matches.get(match.id)
    assert (match_now.status, match_now.winner, match_now.reason) == ("aborted", None, "aborted")
    assert await domain.ratings.of(ANN.id, HERE.scope) == ()
    assert [(one.event.kind, one.ping) for one in await swept(domain)] == [("stopped", None)], (
        "one post"
    )
    with pytest.raises(Over):
        await domain.matches.do(match.id, endings.stopped)

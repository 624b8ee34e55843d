"""Members and servers: settings, how one wants to be told, following, leaving and coming back, and one's own data."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from bot.domain.errors import LimitReached, Refused
from bot.domain.matches import due as clockwork
from bot.domain.matches.service import Matches
from bot.domain.values import NOBODY
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import kinds, played, started, swept


async def test_members_set_what_they_like(matches: Matches) -> None:
    assert (await matches.people.member(ANN.id)).notices == "channel"
    changed = await matches.people.set_member(ANN.id, notices="dm", flip=True, theme="slate")
    assert (changed.notices, changed.flip, changed.theme) == ("dm", True, "slate")
    assert await matches.people.member(ANN.id) == changed
    with pytest.raises(Refused, match="“Tell me about my turn” cannot be set to “pigeon”"):
        await matches.people.set_member(ANN.id, notices="pigeon", flip=False)
    with pytest.raises(Refused, match="no setting"):
        await matches.people.set_member(ANN.id, colour="red")
    assert await matches.people.member(ANN.id) == changed


async def test_servers_set_what_they_like_and_it_counts(matches: Matches) -> None:
    await matches.people.set_server(HERE, clock="3 days", matches=1, days=2, channels=[5, 6])
    settings = await matches.people.server(HERE.scope)
    assert (settings.clock, settings.channels) == ("3d", (5, 6))
    offered = await matches.challenges.make(HERE, ANN, "veloop-square", opponent=BEN)
    assert str(offered.challenge.clock) == "3d"
    assert offered.challenge.expires - offered.challenge.created == timedelta(days=2)
    await matches.challenges.accept(offered.challenge.id, BEN)
    with pytest.raises(LimitReached, match="as many matches running as you may have: 1"):
        await matches.challenges.make(HERE, ANN, "veloop-square")
    with pytest.raises(Refused, match="“Days a challenge stays open” may be 1 to 60"):
        await matches.people.set_server(HERE, days=0)


@pytest.mark.parametrize(
    ("want", "expected"),
    [
        ("channel", [("channel", BEN.id)]),
        ("dm", [("dm", BEN.id), ("channel", None)]),
        ("both", [("dm", BEN.id), ("channel", BEN.id)]),
        ("none", [("channel", None)]),
    ],
)
async def test_a_turn_is_told_as_the_member_wants_it(
    matches: Matches, want: str, expected: list[tuple[str, int | None]]
) -> None:
    await matches.people.set_member(BEN.id, notices=want)
    match = await started(matches)
    await matches.play(match.id, ANN.id, "e4-d6")
    told = [("dm" if notice.dm else "channel", notice.ping) for notice in await swept(matches)]
    assert told == expected


async def test_a_reminder_goes_only_to_the_member_and_only_if_wanted(matches: Matches, clock: Clock) -> None:
    await started(matches, clock="1d")
    for want, expected in (("none", []), ("dm", [("reminder", ANN.id)])):
        await matches.people.set_member(ANN.id, notices=want)
        async with matches.store.write() as connection:
            await connection.exec_driver_sql("DELETE FROM heartbeat")
        clock.move(hours=12 if want == "none" else 10)
        await clockwork.work(matches)
        assert kinds(await swept(matches)) == expected


async def test_a_closed_direct_message_falls_back_to_the_channel(matches: Matches) -> None:
    await matches.people.set_member(BEN.id, notices="dm")
    match = await started(matches)
    await matches.play(match.id, ANN.id, "e4-d6")
    direct, public = await matches.outbox.claim()
    assert (direct.dm, public.channel, public.ping) == (BEN.id, HERE.channel, None)
    await matches.outbox.done(public.id)
    await matches.outbox.to_channel(direct.id)
    (again,) = await swept(matches)
    assert (again.dm, again.channel, again.ping, again.attempts) == (None, HERE.channel, BEN.id, 1)


async def test_a_member_who_wants_to_confirm_is_asked_to(matches: Matches) -> None:
    await matches.people.set_member(ANN.id, confirm=True)
    match = await started(matches)
    kept = await matches.play(match.id, ANN.id, "e4-d6")
    assert kept.draft is not None
    assert kept.draft.complete
    assert (await matches.confirm(match.id, ANN.id)).complete


async def test_following_sends_the_turns_of_others(matches: Matches) -> None:
    match = await started(matches)
    await matches.people.follow(match.id, CAT.id)
    await matches.people.follow(match.id, CAT.id)
    with pytest.raises(Refused, match="you play in"):
        await matches.people.follow(match.id, ANN.id)
    await matches.play(match.id, ANN.id, "e4-d6")
    told = await swept(matches)
    assert sorted((notice.dm or 0, notice.kind) for notice in told) == [(0, "turn"), (CAT.id, "turn")]
    assert await matches.people.follows(match.id, CAT.id)
    await matches.people.unfollow(match.id, CAT.id)
    await matches.resign(match.id, ANN.id)
    assert len(await swept(matches)) == 1


async def test_only_so_many_matches_can_be_followed(matches: Matches) -> None:
    await matches.people.set_server(HERE, matches=100)
    for _ in range(25):
        await matches.people.follow((await started(matches)).id, CAT.id)
    with pytest.raises(LimitReached, match="25"):
        await matches.people.follow((await started(matches)).id, CAT.id)


async def test_the_clocks_of_a_server_stand_still_while_the_bot_is_not_in_it(matches: Matches, clock: Clock) -> None:
    match = await started(matches, clock="1d")
    clock.move(hours=1)
    await matches.people.server_removed(HERE.scope)
    clock.move(days=20)
    assert await clockwork.work(matches) == 0
    await matches.people.server_back(HERE.scope)
    await matches.people.server_back(HERE.scope)
    assert (await matches.get(match.id)).due == clock.moment + timedelta(hours=23)
    clock.move(days=40)
    async with matches.store.write() as connection:
        await connection.exec_driver_sql("DELETE FROM heartbeat")
    await clockwork.work(matches)
    assert (await matches.get(match.id)).overdue


async def test_the_data_of_a_server_goes_30_days_after_the_bot(matches: Matches, clock: Clock) -> None:
    match = await started(matches)
    other = await matches.challenges.make(HERE, ANN, "veloop-square")
    await matches.people.follow(match.id, CAT.id)
    await matches.people.server_removed(HERE.scope)
    clock.move(days=29)
    await clockwork.work(matches)
    assert (await matches.get(match.id)).id == match.id
    clock.move(days=2)
    await clockwork.work(matches)
    for gone in (matches.get(match.id), matches.challenges.get(other.challenge.id)):
        with pytest.raises(Refused, match="no longer kept"):
            await gone
    assert await matches.of(ANN.id) == ()
    assert (await started(matches)).name == "M1"


async def test_an_export_holds_what_is_ones_own_and_nothing_secret_of_others(matches: Matches) -> None:
    match = await started(matches, variant="single turns")
    move = match.state.legal_moves()[0]
    state = match.state.play(move)
    await matches.plans.add(match.id, BEN.id, [str(move), str(state.legal_moves()[0])])
    await matches.play(match.id, ANN.id, "e4-d6", confirm=True)
    await matches.people.set_member(ANN.id, flip=True)
    mine = await matches.privacy.export(ANN.id)
    theirs = await matches.privacy.export(BEN.id)
    json.dumps([mine, theirs])
    assert mine["member"]["settings"] == {"flip": True}
    assert mine["matches"][0]["draft"] == "e4-d6"
    assert mine["matches"][0]["prepared"] is None
    assert "draft" not in theirs["matches"][0]
    assert str(move) in theirs["matches"][0]["prepared"]
    assert (await matches.privacy.export(CAT.id))["matches"] == []


async def test_deleting_ends_running_matches_and_leaves_finished_ones_to_the_others(matches: Matches) -> None:
    finished = await started(matches, note="hello")
    await matches.resign(finished.id, BEN.id)
    running = await started(matches)
    await played(matches, running.id, 3)
    young = await started(matches)
    await matches.challenges.make(HERE, ANN, "veloop-square")
    await matches.people.set_member(ANN.id, flip=True)
    await swept(matches)
    assert await matches.privacy.delete(ANN.id) == 3
    kept = await matches.get(finished.id)
    assert (kept.seats, kept.names, kept.winner, kept.note) == ((NOBODY, BEN.id), ("somebody", "Ben"), 0, "")
    ended = await matches.get(running.id)
    assert (ended.status, ended.winner, ended.reason) == ("finished", 1, "deleted")
    assert (await matches.get(young.id)).status == "aborted"
    assert await matches.challenges.open(HERE.scope) == ()
    left = await matches.privacy.export(ANN.id)
    assert (left["member"], left["matches"], left["challenges"], left["notices"]) == (None, [], [], [])
    told = await swept(matches)
    assert kinds(told) == [("finished", BEN.id)] * 2
    assert all(notice.payload["by"] == NOBODY for notice in told)
    with pytest.raises(Refused, match="deleted their data"):
        await matches.challenges.rematch(finished.id, BEN.id)

"""Following the matches of others."""

import random
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import LimitReached, NotFound, Refused
from bot.domain.matches import endings, followers
from bot.domain.values import Place, Viewer, every_channel
from tests.bot.conftest import ANN, CAT, DAN, HERE, Clock
from tests.bot.domain.matches.helpers import started, swept


async def test_following_sends_the_turns_of_others(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.follow(match.id, CAT.id)
    await domain.matches.follow(match.id, CAT.id)
    with pytest.raises(Refused, match="you’re playing in"):
        await domain.matches.follow(match.id, ANN.id)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    notices = await swept(domain)
    assert sorted((notice.dm or 0, notice.event.kind) for notice in notices) == [
        (0, "turn"),
        (CAT.id, "turn"),
    ]
    assert [notice.followed for notice in notices if notice.dm] == [True]
    assert await domain.matches.follows(match.id, CAT.id)
    await domain.matches.unfollow(match.id, CAT.id)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    assert len(await swept(domain)) == 1


async def test_only_so_many_members_can_follow_a_match(
    domain: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(followers, "MOST_FOLLOWERS", 2)
    full = await started(domain)
    other = await started(domain)
    for user in (CAT.id, DAN.id):
        await domain.matches.follow(full.id, user)
    with pytest.raises(LimitReached, match=r"^this match has reached the limit of 2 followers$"):
        await domain.matches.follow(full.id, 3000)
    await domain.matches.follow(other.id, 3000)
    private = Viewer(CAT.id, Place(5555, 5555, guild=False), every_channel)
    assert (await domain.matches.shown(private, full.id)).id == full.id
    blind = replace(private, views=no_channel)
    for looks, match in (
        (private, other.id),
        (blind, full.id),
        (replace(private, barred_scopes={HERE.scope}), full.id),
    ):
        with pytest.raises(NotFound):
            await domain.matches.shown(looks, match)
    await domain.matches.follow(other.id, CAT.id)
    await domain.matches.follow(full.id, CAT.id, highlights=True)  # who follows may choose anew
    follows = {
        (match, user): await domain.matches.follows(match, user)
        for match, user in (
            (full.id, CAT.id),
            (full.id, DAN.id),
            (full.id, 3000),
            (other.id, CAT.id),
            (other.id, 3000),
        )
    }
    assert [*follows.values()] == ["highlights", "turns", None, "turns", "turns"]
    assert sorted(await domain.matches.followed(CAT.id)) == [full.id, other.id]
    await domain.matches.play(full.id, ANN.id, "e4-d6")
    assert [notice.dm for notice in await swept(domain) if notice.dm] == [DAN.id]
    await domain.matches.unfollow(full.id, CAT.id)
    assert await domain.matches.followed(CAT.id) == [other.id]
    assert await domain.matches.followed(DAN.id) == [full.id]


async def test_who_wants_only_highlights_is_told_of_threats_to_win_and_of_the_end(
    domain: Domain,
) -> None:
    match = await started(domain, "loop", variant="mini")
    await domain.matches.follow(match.id, CAT.id, highlights=True)
    assert await domain.matches.follows(match.id, CAT.id) == "highlights"
    rng = random.Random(3)
    threatened = 0
    current = match
    while current.mover is not None:
        move = rng.choice(current.state.legal_moves())
        current = (await domain.matches.play(match.id, current.mover, str(move))).match
        notices = [notice.event.kind for notice in await swept(domain) if notice.dm == CAT.id]
        if current.status == "running":
            assert notices == ["turn"] * current.state.threatens_win
            threatened += current.state.threatens_win
        else:
            assert notices == ["finished"]
    assert threatened


async def test_who_follows_is_told_in_their_waking_hours(domain: Domain, clock: Clock) -> None:
    await domain.members.change(CAT.id, hours="8-22", time_zone="Asia/Tokyo")
    clock.moment = datetime(2026, 5, 4, 18, tzinfo=UTC)  # three at night in Tokyo
    match = await started(domain)
    await domain.matches.follow(match.id, CAT.id)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    assert [notice.dm for notice in await swept(domain)] == [None]
    clock.move(hours=5)
    [postponed_notice] = await domain.outbox.claim()
    assert postponed_notice.dm == CAT.id
    await domain.members.change(CAT.id, hours="12-22")
    assert await domain.outbox.postpone(postponed_notice), "by now they sleep longer"
    clock.move(hours=4)
    assert [notice.dm for notice in await swept(domain)] == [CAT.id]


async def no_channel(scope: int, channels: Collection[int]) -> Collection[int]:
    return ()

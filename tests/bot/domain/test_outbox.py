"""The outbox: each notice once, in order, to one sender at a time, and again when a sender has
stopped.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.domain import Domain
from bot.domain.events import KINDS, DomainEvent, DoubledEvent, Notice
from bot.domain.matches import endings
from bot.domain.matches.events import MatchStarted, Nudged, TurnPlayed
from bot.domain.outbox.enqueue import enqueue
from bot.domain.outbox.repository import Lease
from bot.domain.outbox.service import EXPIRES_AFTER
from bot.domain.shards import Shards
from bot.domain.tournaments.events import RoundEnding
from bot.domain.values import COMPUTER, InteractionRef, Person, Place
from bot.store.tables import matches
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import started, swept

NUDGE = Nudged(version=2, by=ANN.id)
TURN = TurnPlayed(version=2, start=0, end=1)
INTERACTION = InteractionRef(id=5, token="secret", application=6)


async def enqueued(
    domain: Domain, event: DomainEvent = NUDGE, who: Person | None = None, **options: Any
) -> Notice[DomainEvent] | None:
    """Put an event into the outbox, for a member if given; the notice for the channel."""
    async with domain.database.unit_of_work() as work:
        ping = None if who is None else who.id
        return await enqueue(
            work, event, scope=HERE.scope, channel=HERE.channel, ping=ping, **options
        )


async def claimed(domain: Domain) -> list[tuple[int, int]]:
    """The id and the attempts of each notice that is claimed now."""
    return [(notice.id, notice.attempts) for notice in await domain.outbox.claim()]


async def scopes_of_claimed(domain: Domain, shards: Shards) -> set[int]:
    """The servers whose notices a process with some shards claims now."""
    return {notice.scope for notice in await domain.outbox.claim(shards=shards)}


async def test_a_notice_is_given_to_one_sender(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    other_process = await open_domain()
    for _ in range(8):
        await domain.challenges.make(HERE, ANN, "veloop-square")
    claims = [sender.outbox.claim(3) for sender in [domain, other_process] * 3]
    ids = []
    for notices in await asyncio.gather(*claims):
        ids += [notice.id for notice in notices]
    assert sorted(ids) == list(range(1, 9))


async def test_a_notice_is_for_the_process_with_its_shard_unless_nobody_sends_it(
    domain: Domain, clock: Clock
) -> None:
    elsewhere = Place(scope=1 << 22, channel=5)
    await domain.challenges.make(HERE, ANN, "veloop-square")
    await domain.challenges.make(elsewhere, ANN, "veloop-square")
    own = Shards((0,), 2)
    other = Shards((1,), 2)
    assert await scopes_of_claimed(domain, own) == {HERE.scope}
    clock.move(seconds=59)
    assert await scopes_of_claimed(domain, own) == set()
    clock.move(seconds=2)
    assert await scopes_of_claimed(domain, own) == {HERE.scope, elsewhere.scope}
    # With more shards in all, the same server is another one's.
    clock.move(seconds=61)
    assert await scopes_of_claimed(domain, Shards((1,), 4)) == {elsewhere.scope}
    assert await scopes_of_claimed(domain, other) == set()


async def test_turns_of_a_match_are_told_in_order(domain: Domain) -> None:
    match = await started(domain)
    other = await started(domain)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    await domain.matches.act(match.id, BEN.id, endings.resign)
    await domain.matches.play(other.id, ANN.id, "e4-d6")
    turn, other_turn = await domain.outbox.claim()
    assert (turn.match, turn.event.kind) == (match.id, "turn")
    assert (other_turn.match, other_turn.event.kind) == (other.id, "turn")
    assert await domain.outbox.claim() == []
    await domain.outbox.done(turn.id)
    [end] = await domain.outbox.claim()
    assert (end.match, end.event.kind) == (match.id, "finished")


async def test_a_notice_whose_sender_has_stopped_is_due_again_and_says_so(
    domain: Domain, clock: Clock
) -> None:
    await domain.challenges.make(HERE, ANN, "veloop-square")
    (notice,) = await domain.outbox.claim()
    assert notice.attempts == 1
    clock.move(seconds=59)
    assert await domain.outbox.claim() == []
    clock.move(seconds=2)
    (second_notice,) = await domain.outbox.claim()
    assert (second_notice.id, second_notice.attempts) == (notice.id, 2)
    await domain.outbox.done(second_notice.id)
    await domain.outbox.done(second_notice.id)
    assert await domain.outbox.depth() == 0


async def test_after_a_restart_what_was_held_is_due_at_once(
    domain: Domain, open_domain: Callable[[], Awaitable[Domain]]
) -> None:
    await domain.challenges.make(HERE, ANN, "veloop-square", interaction=INTERACTION)
    domain_now = await open_domain()
    assert await domain_now.outbox.claim() == []
    await domain_now.outbox.release()
    (notice,) = await domain_now.outbox.claim()
    assert (notice.interaction, notice.attempts) == (INTERACTION, 2)


async def test_a_notice_that_cannot_be_sent_waits_longer_each_time(
    domain: Domain, clock: Clock
) -> None:
    await domain.challenges.make(HERE, ANN, "veloop-square")
    for seconds in (5, 15, 60, 300, 300, 300, 300, 300):
        (notice,) = await domain.outbox.claim()
        await domain.outbox.retry(notice.id)
        clock.move(seconds=seconds - 1)
        assert await domain.outbox.claim() == []
        clock.move(seconds=1)


Delivery = tuple[int | None, int | None]
"""Whom a notice goes to by direct message, else None for the channel; whom it pings."""
PING: Delivery = (None, BEN.id)
POST: Delivery = (None, None)
ALONE: Delivery = (BEN.id, BEN.id)
END = RoundEnding(tournament=1, round=1, pings=(), until=0)
"""Of a round that ends five hours later."""


SLEEPER_CASES: list[tuple[str, DomainEvent, dict[str, Any], list[tuple[float, Delivery]]]] = [
    ("channel", NUDGE, {}, [(0, PING)]),
    ("both", NUDGE, {}, [(0, PING), (20, ALONE)]),
    ("dm", NUDGE, {}, [(0, POST), (20, ALONE)]),
    ("none", NUDGE, {}, [(0, POST)]),
    ("channel", NUDGE, {"public": False}, [(20, PING)]),
    ("both", NUDGE, {"public": False}, [(20, ALONE), (20, PING)]),
    ("dm", NUDGE, {"public": False}, [(20, ALONE)]),
    ("none", NUDGE, {"public": False}, []),
    ("both", NUDGE, {"not_before": 30}, [(30, ALONE), (30, PING)]),
    ("both", NUDGE, {"not_before": -30, "alone_at": 5}, [(0, PING), (5, ALONE)]),
    ("dm", NUDGE, {"notices": "channel"}, [(0, PING)]),
    ("both", NUDGE, {"interaction": INTERACTION}, [(1 / 60, PING), (20, ALONE)]),
    ("both", TURN, {}, [(0, ALONE), (0, PING)]),
    ("dm", TURN, {}, [(0, ALONE), (0, POST)]),
    ("dm", END, {}, [(0, POST), (4.5, ALONE)]),
    ("dm", MatchStarted(version=1), {}, [(0, ALONE), (0, POST)]),
    ("dm", MatchStarted(version=1), {"hold_dms": True}, [(0, POST), (20, ALONE)]),
    ("dm", MatchStarted(version=1, first=False), {}, [(0, POST), (20, ALONE)]),
]
"""What Ben's setting for notices is, what is enqueued how, and after how many hours it goes where.

Times are hours from now, too; ``hold_dms`` is a setting of Ben's.
"""


async def test_where_and_after_how_many_hours_a_member_who_sleeps_for_twenty_is_told(
    domain: Domain, clock: Clock
) -> None:
    for setting, event, terms, expected in SLEEPER_CASES:
        case = (setting, event, terms)
        start = clock.moment
        terms = dict(terms)
        hold_dms = terms.pop("hold_dms", False)
        await domain.members.change(BEN.id, notices=setting, hours="8-11", hold_dms=hold_dms)
        for name in ("not_before", "alone_at"):
            if name in terms:
                terms[name] = start + timedelta(hours=terms[name])
        if event is END:
            event = replace(END, until=int(start.timestamp()) + 5 * 3600)
        await enqueued(domain, event, BEN, **terms)

        deliveries: list[tuple[float, Delivery]] = []
        for hours in sorted({0, *(hours for hours, _ in expected)}):
            moment = start + timedelta(hours=hours)
            if hours > 0:
                clock.moment = moment - timedelta(milliseconds=1)
                assert await claimed(domain) == [], case
            clock.moment = moment
            for notice in await swept(domain):
                deliveries.append((hours, (notice.dm, notice.ping)))
        assert deliveries == expected, case
        assert await domain.outbox.depth() == 0, case
        clock.moment = start + timedelta(days=2)


async def test_a_notice_is_claimed_as_it_was_written(domain: Domain, clock: Clock) -> None:
    turn = await enqueued(domain, TURN, BEN, match=7, challenge=8, language="de")
    nudge = await enqueued(domain, NUDGE, Person(COMPUTER, "Loophole"))
    assert turn.language == "de"
    assert nudge.language is None

    turn_claimed, nudge_claimed = await domain.outbox.claim()
    assert turn_claimed == replace(turn, attempts=1, language=None)
    assert nudge_claimed == replace(nudge, attempts=1)
    assert (turn_claimed.ping, turn_claimed.created_at) == (BEN.id, clock.moment)
    assert (nudge_claimed.ping, nudge_claimed.created_at) == (None, clock.moment)


async def claim_one_of_each(domain: Domain, clock: Clock) -> list[Notice[DomainEvent]]:
    """Two nudges to Ann, who sleeps soon, the start of her match, a nudge to Ben, and one to
    nobody, all claimed just now.
    """
    await domain.members.change(ANN.id, hours="8-11")
    await enqueued(domain, NUDGE, ANN)
    await enqueued(domain, NUDGE, ANN)
    await enqueued(domain, MatchStarted(version=1), ANN)
    await enqueued(domain, NUDGE, BEN)
    await enqueued(domain, NUDGE, None)
    clock.move(hours=20)
    return await domain.outbox.claim()


async def test_a_sender_postpones_what_can_wait_for_its_reader_to_wake(
    domain: Domain, clock: Clock
) -> None:
    nudge, other_nudge, start, to_ben, public = await claim_one_of_each(domain, clock)
    assert not await domain.outbox.postpone(nudge), "she is awake"
    clock.move(hours=3)
    for notice in (nudge, other_nudge, start, to_ben, public):
        assert await domain.outbox.extend_lease(notice.id)
    assert await domain.outbox.postpone(other_nudge)
    for notice in (start, to_ben, public):
        assert not await domain.outbox.postpone(notice)

    clock.move(hours=21, milliseconds=-1)
    assert other_nudge.id not in dict(await claimed(domain))
    clock.move(milliseconds=1)
    assert await claimed(domain) == [(other_nudge.id, 1)]


async def test_what_somebody_else_has_claimed_is_not_postponed(
    domain: Domain, clock: Clock
) -> None:
    nudge, *_ = await claim_one_of_each(domain, clock)
    clock.move(hours=3)
    for id in range(1, 6):
        await domain.outbox.extend_lease(id)
    claimed_since = replace(nudge, attempts=2)
    assert await domain.outbox.postpone(claimed_since), "as if it were"
    clock.move(seconds=60)
    assert (nudge.id, 2) in await claimed(domain)


async def test_what_a_sender_says_concerns_its_own_notice(domain: Domain, clock: Clock) -> None:
    outbox = domain.outbox
    nudge, _, start, to_ben, public = await claim_one_of_each(domain, clock)
    clock.move(seconds=30)
    assert await outbox.extend_lease(nudge.id, attempts=1)
    assert not await outbox.extend_lease(nudge.id, attempts=2)
    assert not await outbox.extend_lease(99)
    await outbox.retry(start.id)
    await outbox.retry(public.id, wait=9**6)
    clock.move(seconds=5)
    assert await claimed(domain) == [(start.id, 2)]
    clock.move(seconds=25)
    assert (to_ben.id, 2) in await claimed(domain)
    clock.move(seconds=30)
    assert await claimed(domain) == [(nudge.id, 2)]


async def test_a_restart_releases_what_was_being_sent_and_nothing_else(
    domain: Domain, clock: Clock
) -> None:
    for terms in (
        {},
        {},
        {"interaction": INTERACTION},
        {"not_before": clock.moment + timedelta(seconds=30)},
    ):
        await enqueued(domain, **terms)  # type: ignore[arg-type]
    sending, failing = await domain.outbox.claim()
    await domain.outbox.retry(failing.id, wait=61)
    await domain.outbox.release()
    assert await claimed(domain) == [(sending.id, 2), (3, 2)]


async def test_notices_of_one_match_to_one_reader_wait_for_each_other(
    domain: Domain, clock: Clock
) -> None:
    for who, match in ((BEN, 7), (BEN, 7), (CAT, 7), (BEN, 8)):
        await domain.members.change(who.id, notices="dm")
        await enqueued(domain, NUDGE, who, match=match, public=False)
    await enqueued(domain, match=7)
    assert await claimed(domain) == [(1, 1), (3, 1), (4, 1), (5, 1)]
    await domain.outbox.retry(1, wait=600)
    assert await claimed(domain) == [], (
        "the second one waits also while the first is to be tried again"
    )
    await domain.outbox.done(1)
    assert await claimed(domain) == [(2, 1)]


async def test_none_waits_for_a_notice_whose_time_has_not_come(
    domain: Domain, clock: Clock
) -> None:
    await enqueued(domain, match=9, not_before=clock.moment + timedelta(hours=1))
    await enqueued(domain, match=9)
    assert await claimed(domain) == [(2, 1)]


async def test_a_sender_claims_as_many_as_it_wants_or_twenty(domain: Domain) -> None:
    for _ in range(22):
        await enqueued(domain)
    assert len(await domain.outbox.claim(1)) == 1
    assert len(await domain.outbox.claim()) == 20


async def test_a_refused_message_goes_to_where_its_match_is_or_nowhere(domain: Domain) -> None:
    match = await started(domain)
    await domain.matches.move_to(match.id, HERE.channel, 950)
    await domain.members.change(BEN.id, notices="dm")
    for subject in (match.id, 99, None, 77):
        await enqueued(domain, NUDGE, BEN, match=subject, public=False)
    first, second, third, _ = await domain.outbox.claim()
    for notice in (first.id, second.id, third.id, 999):
        await domain.outbox.fall_back_to_channel(notice)
    [in_channel] = await domain.outbox.claim()
    assert in_channel.channel == 950
    assert (in_channel.dm, in_channel.ping) == (None, BEN.id)
    assert in_channel.attempts == 1
    assert in_channel.event == NUDGE
    assert await domain.outbox.depth() == 2, "the one about another match is still with its sender"


async def test_a_refused_message_goes_to_the_readers_own_server(domain: Domain) -> None:
    match = await started(domain)
    await domain.database.run(matches.update().values(room0=701, room1=702))
    for who in (ANN, BEN):
        await domain.members.change(who.id, notices="dm")
        await enqueued(domain, NUDGE, who, match=match.id, public=False)
    for notice in await domain.outbox.claim():
        await domain.outbox.fall_back_to_channel(notice.id)
    channels = {notice.ping: notice.channel for notice in await swept(domain)}
    assert channels == {ANN.id: 701, BEN.id: 702}


async def test_waits_are_shortened_for_who_has_not_tried_since(
    domain: Domain, clock: Clock
) -> None:
    for _ in range(3):
        await enqueued(domain)
    for notice in await domain.outbox.claim():
        await domain.outbox.retry(notice.id, wait=60)
    await domain.outbox.retry_soon({Lease(1, 1): 10.5, Lease(2, 2): 10, Lease(3, 1): 90})
    for seconds, expected in ((10, []), (0.5, [(1, 2)]), (49, []), (0.5, [(2, 2), (3, 2)])):
        clock.move(seconds=seconds)
        assert await claimed(domain) == expected


async def test_where_the_clock_is_set_back_nothing_waits_for_the_time_it_was(
    domain: Domain, clock: Clock
) -> None:
    for terms in ({}, {}, {"not_before": clock.moment + timedelta(hours=1)}):
        await enqueued(domain, **terms)  # type: ignore[arg-type]
    (sending,) = await domain.outbox.claim(1)
    clock.move(seconds=-240)
    assert await claimed(domain) == [(2, 1)]
    clock.move(seconds=-1)
    assert await claimed(domain) == [(sending.id, 2)], (
        "no lease or wait lasts so long as it would now"
    )


async def test_notices_expire_after_two_weeks(domain: Domain, clock: Clock) -> None:
    await enqueued(domain)
    clock.move(seconds=1)
    await enqueued(domain)
    clock.moment += EXPIRES_AFTER
    assert [await domain.outbox.expire(), await domain.outbox.expire()] == [1, 0]
    assert await claimed(domain) == [(2, 1)]


def test_no_two_events_are_stored_under_one_name() -> None:
    sentence = f"TurnPlayed and .*Again are both {TurnPlayed.kind} {TurnPlayed.what}"
    with pytest.raises(DoubledEvent, match=sentence):

        class Again(DomainEvent, kind=TurnPlayed.kind, what=TurnPlayed.what):
            pass

    assert KINDS[TurnPlayed.kind, TurnPlayed.what] is TurnPlayed


async def test_what_is_still_to_be_sent_is_known(domain: Domain) -> None:
    await enqueued(domain)
    await enqueued(domain)
    await domain.outbox.done(1)
    assert await domain.outbox.still_waiting([1, 2, 3]) == {2}

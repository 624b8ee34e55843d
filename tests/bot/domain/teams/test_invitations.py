"""An invitation to a team is a challenge: the same limits, settings, blocks and refusals, counted
past leaving.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from bot.domain.domain import Domain
from bot.domain.errors import GameError, LimitReached, NotYours, Refused
from bot.domain.matches.match import Match
from bot.domain.teams.service import MOST_FOUNDED, MOST_NAMED
from bot.domain.teams.team import TeamSide
from bot.domain.values import InteractionRef, Person
from tests.bot.conftest import ANN, BEN, CAT, DAN, HERE, Clock

pytestmark = [pytest.mark.slow, pytest.mark.mutants]

INTERACTION = InteractionRef(1, "token", 2)


async def begin(
    domain: Domain, *invited: int, opponents: tuple[int, ...] = (), who: Person = ANN
) -> Match:
    sides = [TeamSide(invited, None if invited else HERE.scope, False)]
    if opponents:
        sides.append(TeamSide(opponents, None, False))
    change = await domain.teams.start(HERE, who, "loop", sides, "", "", "novice", INTERACTION)
    return change.match


async def outcome(domain: Domain, *invited: int) -> tuple[str, list[int], list[int]]:
    """What a captain reads, whom the first post names, and whom it pings."""
    try:
        match = await begin(domain, *invited)
    except GameError as error:
        return str(error), [], []
    team_names = await domain.teams.named(match, HERE.scope)
    pings = await domain.teams.pings(match, HERE.scope)
    await domain.teams.leave(match.id, ANN.id)
    return "", list(team_names), list(pings)


async def test_who_starts_and_leaves_thirty_times_pings_a_member_three_times(
    domain: Domain, clock: Clock
) -> None:
    sentences = []
    ping_count = 0
    for _ in range(30):
        refusal, _, pings = await outcome(domain, BEN.id)
        sentences.append(refusal)
        ping_count += BEN.id in pings
    assert ping_count == 3
    waits = f"{BEN.id} hasn’t taken your last 3 challenges; try again in 24 h"
    assert sentences == [""] * 3 + [waits] * 27
    with pytest.raises(LimitReached, match="hasn’t taken your last 3 challenges"):
        await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
    clock.move(days=1)
    assert (await outcome(domain, BEN.id))[0] == ""


async def test_challenges_and_invitations_are_counted_together(domain: Domain) -> None:
    for _ in range(2):
        offer = await domain.challenges.make(HERE, ANN, "loop", opponent=BEN)
        await domain.challenges.withdraw(offer.challenge.id, ANN)
    await begin(domain, BEN.id)
    assert (await outcome(domain, BEN.id))[0].startswith(
        f"{BEN.id} hasn’t taken your last 3 challenges"
    )


async def test_an_invitation_that_was_taken_up_does_not_count(domain: Domain) -> None:
    for _ in range(3):
        match = await begin(domain, BEN.id)
        await domain.teams.join(match.id, 0, BEN, ())
        await domain.teams.leave(match.id, ANN.id)
    assert (await outcome(domain, BEN.id))[0] == ""


async def test_of_eighty_names_five_are_named_and_pinged_and_the_others_may_join(
    domain: Domain,
) -> None:
    crowd = tuple(range(5000, 5080))
    assert MOST_NAMED == 5
    match = await begin(domain, *crowd[:40], opponents=crowd[40:])
    expected = [ANN.id, 5000, 5001, 5040, 5041]
    assert await domain.teams.pings(match, HERE.scope) == expected, "of both sides"
    assert await domain.teams.named(match, HERE.scope) == expected
    await domain.teams.join(match.id, 0, Person(5039, "the last one"), ())


async def without_challenges(domain: Domain) -> None:
    await domain.members.change(BEN.id, challenges=False)


async def with_a_block(domain: Domain) -> None:
    await domain.blocks.block(BEN.id, ANN)


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize("close", [without_challenges, with_a_block])
async def test_who_takes_no_challenges_is_not_pinged_and_nothing_else_shows_it(
    domain: Domain, clock: Clock, close: Callable[[Domain], Awaitable[None]]
) -> None:
    await close(domain)
    answers = {}
    for other in (BEN, CAT):
        answers[other.id] = [await outcome(domain, other.id) for _ in range(4)]
        clock.move(days=1)
    for (text, names, ping_count), (other_text, other_names, other_pinged) in zip(
        answers[BEN.id], answers[CAT.id], strict=True
    ):
        assert text.replace(str(BEN.id), "X") == other_text.replace(str(CAT.id), "X"), (
            "and it is refused as soon"
        )
        assert [user for user in names if user != BEN.id] == [
            user for user in other_names if user != CAT.id
        ]
        assert len(names) == len(other_names)
        assert BEN.id not in ping_count
        assert other_pinged == other_names


async def test_a_blocked_one_among_the_first_is_not_replaced_by_the_next(domain: Domain) -> None:
    await domain.blocks.block(5001, ANN)
    match = await begin(domain, *range(5000, 5010))
    assert await domain.teams.named(match, HERE.scope) == [ANN.id, *range(5000, 5004)]
    assert await domain.teams.pings(match, HERE.scope) == [ANN.id, 5000, 5002, 5003]


async def test_an_export_of_either_does_not_tell_that_one_was_not_pinged_to_the_other(
    domain: Domain,
) -> None:
    await domain.blocks.block(BEN.id, ANN)
    await begin(domain, BEN.id)
    rows = (await domain.privacy.export(ANN.id))["team_members"]
    assert isinstance(rows, list)
    assert [row["user"] for row in rows if isinstance(row, dict)] == [ANN.id]


async def test_an_invitation_makes_no_sound_while_one_who_is_pinged_sleeps(
    domain: Domain, clock: Clock
) -> None:
    await domain.members.change(BEN.id, hours="8-22", time_zone="Asia/Tokyo")
    clock.moment = datetime(2026, 5, 4, 18, tzinfo=UTC)  # three at night in Tokyo
    for other, silent in ((CAT, False), (BEN, True)):
        change = await domain.teams.start(
            HERE, ANN, "loop", [TeamSide((other.id,), None, False)], "", "", "novice", INTERACTION
        )
        assert change.notice is not None
        assert await domain.members.silent(change.notice) is silent


async def test_whom_one_has_blocked_oneself_is_said(domain: Domain) -> None:
    await domain.blocks.block(ANN.id, BEN)
    assert (await outcome(domain, BEN.id))[
        0
    ] == f"you’ve blocked {BEN.id}; unblock them in /settings first"


async def test_sides_begun_in_a_day_are_limited_whatever_became_of_them(
    domain: Domain, clock: Clock
) -> None:
    assert MOST_FOUNDED == 5
    for _ in range(5):
        assert (await outcome(domain))[0] == ""
    limit = "you can start 5 team matches a day; try again in 24 h"
    assert (await outcome(domain))[0] == limit
    await domain.privacy.delete(ANN.id)
    assert (await outcome(domain))[0] == limit, "also after a deletion"
    clock.move(hours=24)
    assert (await outcome(domain))[0] == ""


async def test_who_was_not_invited_still_may_not_join(domain: Domain) -> None:
    match = await begin(domain, BEN.id)
    with pytest.raises(NotYours, match="not invited"):
        await domain.teams.join(match.id, 0, DAN, ())
    with pytest.raises(Refused):
        await domain.teams.join(match.id, 1, BEN, ())

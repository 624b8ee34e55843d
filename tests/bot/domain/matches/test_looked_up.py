"""What the services are asked about matches by the parts of the bot that act on their own."""

from datetime import timedelta

from bot.domain.challenges.service import Offered
from bot.domain.domain import Domain
from bot.domain.matches import endings
from tests.bot.conftest import ANN, BEN, CAT, HERE, Clock
from tests.bot.domain.matches.helpers import played, started

DAY = timedelta(days=1)


async def test_a_member_plays_where_they_have_a_running_match(domain: Domain) -> None:
    match = await started(domain)
    assert await domain.matches.plays(ANN.id, HERE.scope)
    assert not await domain.matches.plays(CAT.id, HERE.scope)
    assert not await domain.matches.plays(ANN.id, HERE.scope + 1)
    await domain.matches.act(match.id, ANN.id, endings.abort)
    assert not await domain.matches.plays(ANN.id, HERE.scope)


async def test_rated_matches_of_who_left_long_ago_are_found_in_the_servers_of_a_shard(
    domain: Domain, clock: Clock
) -> None:
    rated = await started(domain, rated=True, clock="14d")
    await started(domain, clock="14d")
    moment = clock.moment
    await domain.matches.presence(HERE.scope, BEN.id, absent=True)
    assert await domain.matches.long_absent(moment, (0,), 1) == [rated.id]
    assert await domain.matches.long_absent(moment - DAY, (0,), 1) == []
    elsewhere = 1 - (HERE.scope >> 22) % 2
    assert await domain.matches.long_absent(moment, (elsewhere,), 2) == []
    await domain.matches.presence(HERE.scope, BEN.id, absent=False)
    assert await domain.matches.long_absent(moment, (0,), 1) == []


async def test_a_rematch_is_known_to_who_has_offered_it(domain: Domain) -> None:
    match = await started(domain)
    await played(domain, match.id, 4)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    assert await domain.challenges.rematch_offered(match.id, ANN.id) is None
    proposal = await domain.challenges.rematch(match.id, ANN.id)
    assert isinstance(proposal, Offered)
    offer = await domain.challenges.rematch_offered(match.id, ANN.id)
    assert offer is not None
    assert offer.id == proposal.challenge.id
    assert await domain.challenges.rematch_offered(match.id, BEN.id) is None


async def test_a_note_that_managers_remove_is_gone_and_their_server_is_told_who_did_it(
    domain: Domain,
) -> None:
    match = await started(domain, note="hello")
    await domain.moderation.clear_note(HERE.scope, CAT.id, match.id)
    assert (await domain.matches.get(match.id)).note == ""


async def test_lines_of_a_match_are_shared_only_once_it_is_over(domain: Domain) -> None:
    match = await started(domain)
    assert await domain.sharing.find(match) is None
    await played(domain, match.id, 4)
    await domain.matches.act(match.id, ANN.id, endings.resign)
    match_now = await domain.matches.get(match.id)
    assert await domain.sharing.find(match_now) is None, "nobody has shown any"

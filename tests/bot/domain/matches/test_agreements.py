"""Ends and agreements: draws, takebacks, pauses, calling off, and players who have left."""

from bot.domain.domain import Domain
from bot.domain.matches import endings
from tests.bot.conftest import ANN, HERE, Clock
from tests.bot.domain.matches.helpers import cleared, kinds, started, swept


async def test_the_loser_to_the_computer_is_told(domain: Domain) -> None:
    match = (await domain.challenges.play_computer(HERE, ANN, "veloop-square", 2)).match
    await cleared(domain)
    await domain.matches.act(match.id, 0, endings.resign)
    assert kinds(await swept(domain)) == [("finished", ANN.id)]


async def test_the_computer_is_not_told_that_its_opponent_has_left(domain: Domain) -> None:
    match = (await domain.challenges.play_computer(HERE, ANN, "veloop-square", 2)).match
    await cleared(domain)
    assert await domain.matches.presence(HERE.scope, ANN.id, absent=True) == 1
    assert (await domain.matches.get(match.id)).absent_seat == 0
    assert await swept(domain) == []


async def test_a_match_moves_to_a_thread_and_its_notices_with_it(
    domain: Domain, clock: Clock
) -> None:
    match = await started(domain)
    await domain.matches.move_to(match.id, match.channel, thread=4242)
    await domain.matches.play(match.id, ANN.id, "e4-d6")
    (notice,) = await swept(domain)
    assert notice.channel == 4242

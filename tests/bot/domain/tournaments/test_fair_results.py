"""Tournaments and ratings: what the organiser decides counts in the tournament only."""

import pytest

from bot.domain.domain import Domain
from bot.domain.matches import endings
from bot.domain.matches.match import Match
from bot.domain.tournaments import organising
from bot.domain.tournaments.tournament import Pairing, Tournament
from tests.bot.conftest import HERE, Clock
from tests.bot.domain.matches.helpers import played
from tests.bot.domain.tournaments.helpers import ORGANISER, announcements, begun

pytestmark = [pytest.mark.slow, pytest.mark.mutants]


async def _playing(
    domain: Domain, turns: int = 4, **terms: object
) -> tuple[Tournament, Pairing, Match]:
    """A rated tournament of two players, and its match after ``turns``."""
    item = await begun(domain, "round-robin", 2, rated=True, **terms)
    (game,) = await domain.tournaments.games(item.id)
    assert game.match is not None
    return item, game, await played(domain, game.match, turns)


async def _outcome(domain: Domain, item: Tournament, match: Match) -> tuple[str | None, bool, bool]:
    """The result in the tournament, whether the match is rated, and whether it changed a rating."""
    (game,) = await domain.tournaments.games(item.id)
    match_now = await domain.matches.get(match.id)
    rating = await domain.ratings.of(match.seats[0], HERE.scope)
    return game.result, match_now.rated, bool(rating)


async def test_a_result_by_the_organiser_is_never_rated(domain: Domain) -> None:
    item, game, match = await _playing(domain)
    assert match.rated
    await domain.tournaments.settle(item.id, ORGANISER.id, game.id, "1-0")
    assert await _outcome(domain, item, match) == ("1-0", False, False)


async def test_a_removed_player_loses_in_the_tournament_only(domain: Domain) -> None:
    item, _, match = await _playing(domain)
    await domain.tournaments.do(item.id, organising.remove, ORGANISER.id, match.seats[0])
    assert await _outcome(domain, item, match) == ("0-1", False, False)
    assert (await domain.matches.get(match.id)).reason == "out"  # nobody has left the server


async def test_a_player_who_withdraws_loses_a_rated_game(domain: Domain) -> None:
    item, _, match = await _playing(domain)
    who = (await domain.tournaments.get(item.id)).entrant(match.seats[0])
    await domain.tournaments.do(item.id, organising.leave, who.user)
    assert await _outcome(domain, item, match) == ("0-1", True, True)


async def test_a_loss_on_time_is_rated(domain: Domain, clock: Clock) -> None:
    item, _, match = await _playing(domain, clock="1d")
    clock.move(days=2, hours=1)
    await domain.tournaments.work()
    assert await _outcome(domain, item, match) == ("0-1", True, True)


@pytest.mark.some_cases(1)
@pytest.mark.mutants
@pytest.mark.parametrize(("late", "result"), [("draw", "1/2"), ("forfeit", "0-1")])
async def test_a_result_by_the_late_rule_is_not_rated_while_time_is_left(
    domain: Domain, clock: Clock, late: str, result: str
) -> None:
    item, _, match = await _playing(domain, clock="14d", days=3, late=late)
    for _ in range(5):
        clock.move(days=1, hours=1)
        await domain.tournaments.work()
    assert await _outcome(domain, item, match) == (result, False, False)


async def test_a_game_resigned_in_its_first_turns_is_not_rated(domain: Domain) -> None:
    item, _, match = await _playing(domain, 3)
    await domain.matches.act(match.id, match.seats[0], endings.resign)
    assert await _outcome(domain, item, match) == ("0-1", False, False)
    assert (await domain.matches.get(match.id)).status == "finished"


async def test_a_server_without_rated_matches_announces_no_rated_tournament(domain: Domain) -> None:
    for rated in (0, 1):
        await domain.servers.change(HERE, rated=rated)
        assert (await announcements(domain, "swiss", 0, rated=True)).rated == bool(rated)


async def test_tournament_matches_count_towards_the_limit_of_rated_matches_of_a_pair(
    domain: Domain,
) -> None:
    await domain.servers.change(HERE, rated=1)
    for rated in (True, False):
        _, _, match = await _playing(domain)
        assert match.rated is rated

"""Matches of two servers' teams, which are no longer offered and go on where they run."""

import games
from bot.domain import variants
from bot.domain.domain import Domain
from bot.domain.matches.beginning import Setup
from bot.domain.matches.match import StoredResult
from bot.domain.servers import repository as servers
from bot.domain.teams.repository import note_match
from bot.domain.teams.service import seat_teams
from bot.domain.teams.team import TeamSide
from bot.domain.values import EVERYWHERE, WORLD, InteractionRef, Person, Place


async def begun_across(
    domain: Domain, *captains: tuple[Person, Place], interaction: InteractionRef | None = None
) -> StoredResult:
    """A match of the teams of two servers, as earlier releases have begun and stored it.

    :param captains: who leads each side, and the place of its server
    """
    places = [place for _, place in captains]
    (first_place, second_place) = places
    async with domain.database.unit_of_work() as work:
        await servers.ensure(work, EVERYWHERE)
        sides = [TeamSide((), place.scope, veto=False) for place in places]
        first, second = await seat_teams(work, sides, [who.id for who, _ in captains])
        kind = games.get("loop")
        setup = Setup(
            scope=WORLD,
            channel=0,
            game=kind,
            options=variants.parse(kind, "small"),
            players=(first, second),
            clock="1d",
            sides=(first_place, second_place),
            chose_opponent=True,
        )
        change = await domain.matches.begin(work, setup, ping=first.id, interaction=interaction)
        await note_match(work, change.match)
        return change

"""Offers as earlier releases have stored them."""

from bot.domain.domain import Domain
from bot.domain.values import Person, Place
from bot.store.tables import offers


async def stored_team_offer(domain: Domain, place: Place, maker: Person) -> int:
    """An offer for a match of two servers' teams, which are no longer made; its id."""
    offer = await domain.lobby.make(place, maker, "loop", clock="1d", across_servers=True)
    row = offers.update().where(offers.c.id == offer.id)
    await domain.database.run(row.values(team=True))
    return offer.id

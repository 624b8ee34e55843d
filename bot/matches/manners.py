"""Ends and manners: resigning, draws, takebacks, pauses, aborting, claiming, and playing again."""

from __future__ import annotations

from .base import Base
from .views import Change, Via


class Manners(Base):
    """The part of the service that ends, suspends and turns back matches."""

    async def resign(self, match: int, user: int, *, version: int | None = None, via: Via | None = None) -> Change:
        """Give a match up; the other player wins. ``version`` is not needed: giving up is meant at any time."""
        async with self.change(match) as opened:
            seat = opened.seat(user)
            opened.running()
            opened.expect(version)
            notice = await self.finish(opened, winner=1 - seat, reason="resigned", by=user, via=via)
            return Change(opened.view(), notice)

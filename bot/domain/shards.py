"""Shards: the parts into which Discord divides the servers, each served by one process."""

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from bot.store.tables import scopes


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process serves, of ``count`` in all."""

    numbers: tuple[int, ...]
    count: int

    def scopes(self) -> sa.Select[int]:
        """The servers that belong to them; private channels belong to shard 0."""
        return sa.select(scopes.c.id).where(*within(self.numbers, self.count))


def within(shards: Collection[int], count: int) -> tuple[sa.ColumnElement[bool], ...]:
    """The condition for ``scopes`` that belong to ``shards``, of ``count``; private channels belong
    to shard 0.
    """
    if count == 1 and 0 in shards:
        return ()
    return (sa.case((scopes.c.guild, scopes.c.id // (1 << 22) % count), else_=0).in_(shards),)

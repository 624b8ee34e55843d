"""Sharing what was thought of a match once it is over: players show their trees, others add lines to what is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.blocks.repository import blocks_between
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.events import Event, Notice
from bot.domain.explorations import repository
from bot.domain.explorations.tree import Mark, Spot
from bot.domain.matches.events import LineAdded, MatchEvent, TreeOpened
from bot.domain.matches.exploring.commands import Thought, seen
from bot.domain.matches.exploring.service import locked, store
from bot.domain.matches.exploring.shared import Shared, shared
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches, OpenMatch
from bot.domain.outbox import enqueue
from bot.domain.unit_of_work import UnitOfWork, retried
from bot.domain.values import Via

MOST_ADDED = 10
"""How many lines a member may add to a match."""
MOST_ADDED_BY_ALL = 60


class Sharing:
    """What members show each other of their trees, all of it only once the match is over."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def find(self, match: Match) -> Shared | None:
        """What is shared of a match; None where nothing is."""
        if match.status == "running":
            return None
        async with self._matches.database.read() as connection:
            found = shared(match, await repository.shown(connection, match.id))
        return found if found.sharers else None

    async def get(self, match: Match) -> Shared:
        """The same. Raises NotFound where nothing is."""
        if (found := await self.find(match)) is None:
            raise NotFound("these lines are no longer shared")
        return found

    @retried
    async def publish(self, match: int, user: int, via: Via | None = None) -> Notice[Event] | None:
        """Show everyone a player's tree; they are told. Raises Refused."""
        async with self._matches.open(match) as opened:
            found, tree = opened.match, await locked(opened, user)
            if user != found.imported:
                found.playing(user)
            if found.status == "running":
                raise Refused("{name} is not over yet", name=found.name)
            if not tree.nodes:
                raise Refused("you haven’t tried any lines in {name} yet", name=found.name)
            if tree.opened:
                raise Refused("you’ve already shared your lines in {name}", name=found.name)
            await store(opened, user, tree, replace(tree, opened=True, added=frozenset()))
            return await _told(opened, TreeOpened(version=found.version, by=user), via)

    @retried
    async def add(self, match: int, user: int, spot: Spot, via: Via | None = None) -> Notice[Event] | None:
        """Add the line to a spot in a member's tree to what is shared; everyone is told. Raises Refused, NotFound."""
        async with self._matches.open(match) as opened:
            found, tree = opened.match, await locked(opened, user)
            there = await _shared(opened.work, found)
            spot = tree.found(spot)
            if not spot.node:
                raise Refused("try a move first, then add the line")
            line = tree.line(spot)
            if tree.opened or there.holds(line):
                raise Refused("everyone can see that line already")
            if await blocks_between(opened.work.connection, user, there.sharers):
                raise Refused("you can’t add lines to {name}", name=found.name)
            added = (tree.added & tree.nodes.keys()) - {node.id for node in line} | {spot.node}
            if len(added) > MOST_ADDED:
                raise LimitReached("the limit is {most} added lines in one match; remove one first", most=MOST_ADDED)
            others = sum(len(one.added) for by, one in there.trees.items() if by != user)
            if others + len(added) > MOST_ADDED_BY_ALL:
                raise LimitReached(
                    "{name} has {most} added lines, the most there can be", name=found.name, most=MOST_ADDED_BY_ALL
                )
            await store(opened, user, tree, replace(tree, added=added))
            return await _told(opened, LineAdded(version=found.version, by=user, node=spot.node), via)

    @retried
    async def remove(self, match: int, user: int, adder: int, node: int, *, moderator: bool = False) -> None:
        """Take an added line, from a node in the tree of who has added it, out of what is shared. Raises Refused.

        Players may, who has added it, and moderators. It stays in the tree that it is from.
        """
        async with self._matches.open(match) as opened:
            found, tree = opened.match, await locked(opened, adder)
            if not moderator and user not in (adder, found.imported, *found.seats):
                raise NotYours("only the players and the member who added this line can remove it")
            left = {
                end
                for end in tree.added & tree.nodes.keys()
                if node not in (one.id for one in tree.line(tree.after(tree.nodes[end])))
            }
            if left == tree.added:
                raise NotFound("that line no longer exists")
            await store(opened, adder, tree, replace(tree, added=frozenset(left)))

    @retried
    async def take_over(self, match: int, user: int, owner: int, spot: Spot) -> Thought:
        """A spot of what is shared, given as one in its owner's tree, in the member's own. Raises NotFound."""
        async with self._matches.open(match) as opened:
            found, tree = opened.match, await locked(opened, user)
            there = await _shared(opened.work, found)
            here = there.spot(owner, spot)
            line, new = there.tree.line(here), tree
            at = Spot(line[0].ply) if line else here
            for node in line:
                new, at = new.with_child(at, node.seat, node.decision)
            if new != tree:
                await store(opened, user, tree, new)
            return seen(opened.match, new, at)

    @retried
    async def close(self, match: int) -> int:
        """Show nobody any more what members have shared of a match; the trees of how many it were."""
        async with self._matches.open(match) as opened:
            trees = await repository.shown(opened.work.connection, match)
            for user in trees:
                tree = await locked(opened, user)
                await store(opened, user, tree, tree.hidden())
            return len(trees)

    @retried
    async def mark(self, there: Shared, marks: Mapping[int, Mark]) -> None:
        """Store the turning points that the computer has found in all that was shared, by the nodes there."""
        async with self._matches.open(there.match.id) as opened:
            for user in there.trees if opened.match.status != "running" else ():  # else it was taken up again
                tree = await locked(opened, user)
                if not tree.empty:
                    await store(opened, user, tree, there.marked(user, marks, tree))


async def _shared(work: UnitOfWork, match: Match) -> Shared:
    """What is shared of a match within a unit of work. Raises Refused, NotFound."""
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)
    found = shared(match, await repository.shown(work.connection, match.id))
    if not found.sharers:
        raise NotFound("these lines are no longer shared")
    return found


async def _told(opened: OpenMatch, event: MatchEvent, via: Via | None) -> Notice[Event] | None:
    match = opened.match
    return await enqueue(
        opened.work,
        event,
        scope=match.scope,
        channel=match.thread or match.channel,
        match=match.id,
        via=via,
        language=match.language,
    )

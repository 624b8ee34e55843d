"""Sharing lines of a match that is over: players share their trees, others add lines to what is
shared.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.blocks.repository import blocks_between
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.events import Event, Notice
from bot.domain.explorations import repository
from bot.domain.explorations.tree import Mark, Spot
from bot.domain.matches.events import LineAdded, MatchEvent, TreeOpened
from bot.domain.matches.exploring.commands import Explored, position_at
from bot.domain.matches.exploring.service import locked, store
from bot.domain.matches.exploring.shared import Shared, shared
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches, OpenMatch
from bot.domain.outbox import enqueue
from bot.domain.unit_of_work import Reader, retried
from bot.domain.values import WORLD, Via

MOST_ADDED = 10  # lines that a member may add to a match
MOST_ADDED_BY_ALL = 60


class Sharing:
    """The shared lines of matches that are over."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def find(self, match: Match) -> Shared | None:
        """The shared lines of a match; None if there are none."""
        if match.status == "running":
            return None
        return await _shared(self._matches.database, match)

    async def get(self, match: Match) -> Shared:
        """The shared lines of a match. Raises NotFound if there are none."""
        return _required(await self.find(match))

    @retried
    async def publish(self, match: int, user: int, via: Via | None = None) -> Notice[Event] | None:
        """Share a player's tree and announce it. Raises Refused."""
        async with self._matches.open(match) as opened:
            now = opened.match
            tree = await locked(opened, user)
            if user != now.imported:
                now.playing(user)
            _require_over(now)
            if now.scope == WORLD:
                raise Refused("lines can’t be shared across servers")
            if not tree.nodes:
                raise Refused("you haven’t tried any lines in {name} yet", name=now.name)
            if tree.opened:
                raise Refused("you’ve already shared your lines in {name}", name=now.name)
            await store(opened, user, tree, replace(tree, opened=True, added=frozenset()))
            return await _announce(opened, TreeOpened(version=now.version, by=user), via)

    @retried
    async def add(
        self, match: int, user: int, spot: Spot, via: Via | None = None
    ) -> Notice[Event] | None:
        """Add a line of a member's own tree to the shared ones and announce it.

        Raises Refused, NotFound.
        """
        async with self._matches.open(match) as opened:
            now = opened.match
            tree = await locked(opened, user)
            _require_over(now)
            there = _required(await _shared(opened.work, now))
            spot = tree.current(spot)
            if not spot.node:
                raise Refused("try a move first, then add the line")
            line = tree.line(spot)
            if tree.opened or there.contains(line):
                raise Refused("everyone can see that line already")
            if await blocks_between(opened.work.connection, user, there.sharers):
                raise Refused("you can’t add lines to {name}", name=now.name)
            added = (tree.added & tree.nodes.keys()) - {node.id for node in line} | {spot.node}
            if len(added) > MOST_ADDED:
                raise LimitReached(
                    "the limit is {most} added lines in one match; remove one first",
                    most=MOST_ADDED,
                )
            by_others = sum(len(tree.added) for other, tree in there.trees.items() if other != user)
            if by_others + len(added) > MOST_ADDED_BY_ALL:
                raise LimitReached(
                    "{name} has {most} added lines, the most there can be",
                    name=now.name,
                    most=MOST_ADDED_BY_ALL,
                )
            await store(opened, user, tree, replace(tree, added=added))
            event = LineAdded(version=now.version, by=user, node=spot.node)
            return await _announce(opened, event, via)

    @retried
    async def remove(
        self, match: int, user: int, adder: int, node: int, *, moderator: bool = False
    ) -> None:
        """Stop sharing an added line from a node on, which its adder keeps.

        Raises NotYours for others, NotFound.
        """
        async with self._matches.open(match) as opened:
            now = opened.match
            tree = await locked(opened, adder)
            if not moderator and user not in (adder, now.imported, *now.seats):
                raise NotYours("only the players and the member who added this line can remove it")
            left = set()
            for end in tree.added & tree.nodes.keys():
                line = tree.line(tree.after(tree.nodes[end]))
                if node not in [on_line.id for on_line in line]:
                    left.add(end)
            if left == tree.added:
                raise NotFound("that line no longer exists")
            await store(opened, adder, tree, replace(tree, added=frozenset(left)))

    @retried
    async def take_over(self, match: int, user: int, owner: int, spot: Spot) -> Explored:
        """Copy the shared line to a spot in its owner's tree into the member's own.

        Raises Refused, NotFound.
        """
        async with self._matches.open(match) as opened:
            tree = new = await locked(opened, user)
            _require_over(opened.match)
            there = _required(await _shared(opened.work, opened.match))
            at = there.spot(owner, spot)
            line = there.tree.line(at)
            if line:
                at = Spot(line[0].ply)
            for node in line:
                new, at = new.with_child(at, node.seat, node.decision)
            if new != tree:
                await store(opened, user, tree, new)
            return position_at(opened.match, new, at)

    @retried
    async def close(self, match: int) -> None:
        """Stop sharing everything that members share of a match."""
        async with self._matches.open(match) as opened:
            for user in await repository.shared_of(opened.work, match):
                tree = await locked(opened, user)
                await store(opened, user, tree, tree.hidden())

    @retried
    async def mark(self, there: Shared, marks: Mapping[int, Mark]) -> None:
        """Store turning points, by the nodes of the merged tree, unless the match has been
        resumed.
        """
        async with self._matches.open(there.match.id) as opened:
            if opened.match.status == "running":
                return
            for user in there.trees:
                tree = await locked(opened, user)
                if not tree.empty:
                    await store(opened, user, tree, there.marked(user, marks, tree))


def _require_over(match: Match) -> None:
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)


async def _shared(reader: Reader, match: Match) -> Shared | None:
    lines = shared(match, await repository.shared_of(reader, match.id))
    return lines if lines.sharers else None


def _required(lines: Shared | None) -> Shared:
    if lines is None:
        raise NotFound("these lines are no longer shared")
    return lines


async def _announce(opened: OpenMatch, event: MatchEvent, via: Via | None) -> Notice[Event] | None:
    match = opened.match
    channel = match.thread or match.channel
    return await enqueue(
        opened.work,
        event,
        scope=match.scope,
        channel=channel,
        match=match.id,
        via=via,
        language=match.language,
    )

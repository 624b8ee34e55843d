"""Sharing lines of a match that is over: players share their trees, others add lines to what is
shared.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.domain.blocks.repository import blocks_between
from bot.domain.errors import LimitReached, NotFound, NotYours, Refused
from bot.domain.events import DomainEvent, Notice
from bot.domain.explorations import repository
from bot.domain.explorations.tree import Spot, TurningMark
from bot.domain.matches.events import LineAdded, MatchEvent, TreeOpened
from bot.domain.matches.exploring.commands import Explored, position_at
from bot.domain.matches.exploring.service import locked, store
from bot.domain.matches.exploring.shared import Shared, shared
from bot.domain.matches.match import Match
from bot.domain.matches.service import Matches, OpenMatch
from bot.domain.outbox.enqueue import enqueue
from bot.domain.unit_of_work import RowSource, retried
from bot.domain.values import WORLD, InteractionRef

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
    async def publish(
        self, match: int, user: int, interaction: InteractionRef | None = None
    ) -> Notice[DomainEvent] | None:
        """Share a player's tree and announce it. Raises Refused."""
        async with self._matches.open(match) as open_match:
            current_match = open_match.match
            tree = await locked(open_match, user)
            if user != current_match.imported:
                current_match.playing(user)
            _require_over(current_match)
            if current_match.scope == WORLD:
                raise Refused("lines can’t be shared across servers")
            if not tree.nodes:
                raise Refused("you haven’t tried any lines in {name} yet", name=current_match.name)
            if tree.opened:
                raise Refused("you’ve already shared your lines in {name}", name=current_match.name)
            await store(open_match, user, tree, replace(tree, opened=True, added=frozenset()))
            return await _announce(
                open_match, TreeOpened(version=current_match.version, by=user), interaction
            )

    @retried
    async def add(
        self, match: int, user: int, spot: Spot, interaction: InteractionRef | None = None
    ) -> Notice[DomainEvent] | None:
        """Add a line of a member's own tree to the shared ones and announce it.

        Raises Refused, NotFound.
        """
        async with self._matches.open(match) as open_match:
            current_match = open_match.match
            tree = await locked(open_match, user)
            _require_over(current_match)
            shared_lines = _required(await _shared(open_match.work, current_match))
            spot = tree.current(spot)
            if not spot.node:
                raise Refused("try a move first, then add the line")
            line = tree.line(spot)
            if tree.opened or shared_lines.contains(line):
                raise Refused("everyone can see that line already")
            if await blocks_between(open_match.work.connection, user, shared_lines.sharers):
                raise Refused("you can’t add lines to {name}", name=current_match.name)
            # A line that is a part of the new one is shared with it.
            other_ends = (tree.added & tree.nodes.keys()) - {node.id for node in line}
            line_ends = other_ends | {spot.node}
            _require_room(shared_lines, user, len(line_ends))
            await store(open_match, user, tree, replace(tree, added=line_ends))
            event = LineAdded(version=current_match.version, by=user, node=spot.node)
            return await _announce(open_match, event, interaction)

    @retried
    async def remove(
        self, match: int, user: int, adder: int, node: int, *, moderator: bool = False
    ) -> None:
        """Stop sharing an added line from a node on, which its adder keeps.

        Raises NotYours for others, NotFound.
        """
        async with self._matches.open(match) as open_match:
            current_match = open_match.match
            tree = await locked(open_match, adder)
            if not moderator and user not in (adder, current_match.imported, *current_match.seats):
                raise NotYours("only the players and the member who added this line can remove it")
            remaining_ends = set()
            for end in tree.added & tree.nodes.keys():
                line = tree.line(tree.after(tree.nodes[end]))
                if node not in [on_line.id for on_line in line]:
                    remaining_ends.add(end)
            if remaining_ends == tree.added:
                raise NotFound("that line no longer exists")
            await store(open_match, adder, tree, replace(tree, added=frozenset(remaining_ends)))

    @retried
    async def take_over(self, match: int, user: int, owner: int, spot: Spot) -> Explored:
        """Copy the shared line to a spot in its owner's tree into the member's own.

        Raises Refused, NotFound.
        """
        async with self._matches.open(match) as open_match:
            tree = await locked(open_match, user)
            _require_over(open_match.match)
            shared_lines = _required(await _shared(open_match.work, open_match.match))
            target = shared_lines.spot(owner, spot)
            line = shared_lines.tree.line(target)
            if line:
                target = Spot(line[0].ply)
            new_tree = tree
            for node in line:
                new_tree, target = new_tree.with_child(target, node.seat, node.decision)
            if new_tree != tree:
                await store(open_match, user, tree, new_tree)
            return position_at(open_match.match, new_tree, target)

    @retried
    async def close(self, match: int) -> None:
        """Stop sharing everything that members share of a match."""
        async with self._matches.open(match) as open_match:
            for user in await repository.shared_of(open_match.work, match):
                tree = await locked(open_match, user)
                await store(open_match, user, tree, tree.hidden())

    @retried
    async def mark(self, shared_lines: Shared, marks: Mapping[int, TurningMark]) -> None:
        """Store turning points, by the nodes of the merged tree, unless the match has been
        resumed.
        """
        async with self._matches.open(shared_lines.match.id) as open_match:
            if open_match.match.status == "running":
                return
            for user in shared_lines.trees:
                tree = await locked(open_match, user)
                if not tree.empty:
                    await store(open_match, user, tree, shared_lines.marked(user, marks, tree))


def _require_over(match: Match) -> None:
    if match.status == "running":
        raise Refused("{name} is not over yet", name=match.name)


def _require_room(shared_lines: Shared, user: int, count: int) -> None:
    """Raises LimitReached where ``count`` added lines of a member are more than there can be."""
    if count > MOST_ADDED:
        raise LimitReached(
            "the limit is {most} added lines in one match; remove one first", most=MOST_ADDED
        )
    others_count = sum(
        len(tree.added) for other, tree in shared_lines.trees.items() if other != user
    )
    if others_count + count > MOST_ADDED_BY_ALL:
        raise LimitReached(
            "{name} has {most} added lines, the most there can be",
            name=shared_lines.match.name,
            most=MOST_ADDED_BY_ALL,
        )


async def _shared(reader: RowSource, match: Match) -> Shared | None:
    lines = shared(match, await repository.shared_of(reader, match.id))
    return lines if lines.sharers else None


def _required(lines: Shared | None) -> Shared:
    if lines is None:
        raise NotFound("these lines are no longer shared")
    return lines


async def _announce(
    open_match: OpenMatch, event: MatchEvent, interaction: InteractionRef | None
) -> Notice[DomainEvent] | None:
    match = open_match.match
    channel = match.thread or match.channel
    return await enqueue(
        open_match.work,
        event,
        scope=match.scope,
        channel=channel,
        match=match.id,
        interaction=interaction,
        language=match.language,
    )

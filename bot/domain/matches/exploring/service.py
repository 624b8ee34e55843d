"""The Think board, stored: every change of a tree is one unit of work.

A tree is private until it is shared.
"""

from collections.abc import Callable
from dataclasses import replace

from bot.domain.explorations import repository
from bot.domain.explorations.tree import Exploration, Spot
from bot.domain.matches.exploring import commands
from bot.domain.matches.exploring.commands import Explored, position_at
from bot.domain.matches.match import CommandResult, Match
from bot.domain.matches.prepared_moves import room
from bot.domain.matches.service import Matches, OpenMatch
from bot.domain.unit_of_work import retried


class Explorations:
    """Members' trees.

    Every method but ``missed`` raises Refused where the match is played without the Think board.
    """

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    async def look(self, match: Match, user: int, spot: Spot) -> Explored:
        """A position in a member's own tree."""
        commands.require_allowed(match)
        return position_at(match, await self._tree(match, user), spot)

    async def begin(self, match: Match, user: int, ply: int | None = None) -> Explored:
        """The position after ``ply`` decisions of the match, or after the member's draft; with new
        missed plans.
        """
        commands.require_allowed(match)
        missed_line = await self.missed(match, user)
        tree = await self._tree(match, user)
        spot = Spot(tree.now.ply, tree.draft) if ply is None else Spot(ply)
        return position_at(match, tree, spot, missed_line)

    async def missed(self, match: Match, user: int) -> tuple[str, ...]:
        """The lines that a member had prepared and that did not happen; each is returned once."""
        tree = await self._tree(match, user)
        if tree.settled() is tree and not tree.untold:
            return ()
        lines: tuple[str, ...] = ()

        def command(_: Match, tree: Exploration) -> tuple[Exploration, Spot]:
            nonlocal lines
            tree = tree.settled()
            lines = commands.missed(tree)
            return replace(tree, untold=frozenset()), tree.now

        await self._change(match.id, user, command, always=True)
        return lines

    async def walk(self, match: int, user: int, spot: Spot, text: str) -> Explored:
        """Try a decision at a spot. Raises Unplayable, LimitReached."""
        return await self._change(
            match, user, lambda match, tree: commands.walk(match, tree, spot, text)
        )

    async def back(self, match: Match, user: int, spot: Spot) -> Explored:
        """The position before the latest decision."""
        commands.require_allowed(match)
        tree = await self._tree(match, user)
        return position_at(match, tree, commands.back(match, tree, spot))

    async def remove(self, match: int, user: int, spot: Spot) -> Explored:
        """Delete the line from a spot on; the position before it. Raises NotFound."""

        def command(_: Match, tree: Exploration) -> tuple[Exploration, Spot]:
            return tree.without(spot.node), tree.before(tree.nodes[spot.node])

        return await self._change(match, user, command)

    async def plan(self, match: int, user: int, spot: Spot, active: bool) -> Explored:
        """Prepare the answers on the line to a spot, or cancel the last of them.

        Raises Refused, LimitReached.
        """

        def command(match: Match, tree: Exploration) -> tuple[Exploration, Spot]:
            nodes = commands.to_plan(position_at(match, tree, spot), user)
            if not active:
                return tree.without_plans(nodes[-1]), spot
            tree = tree.with_plans(nodes)
            seat = match.playing(user)
            room(match.with_exploration(seat, tree), seat)
            return tree, spot

        return await self._change(match, user, command)

    @retried
    async def draft(self, match: int, user: int, spot: Spot) -> Match:
        """Draft the first turn of a line; the match afterwards. Raises NotYourTurn, Refused."""
        async with self._matches.open(match) as open_match:
            tree = await locked(open_match, user)
            await open_match.apply(commands.draft(open_match.match, user, tree, spot))
            return open_match.match

    async def note(self, match: int, user: int, spot: Spot, text: str) -> Explored:
        """Write a note on a position; empty text deletes it. Raises Refused, LimitReached."""

        def command(_: Match, tree: Exploration) -> tuple[Exploration, Spot]:
            return tree.with_note(tree.current(spot), text), spot

        return await self._change(match, user, command)

    async def note_match(self, match: int, user: int, spot: Spot, text: str) -> Explored:
        """Write a note on the whole match; empty text deletes it. Raises Refused."""
        return await self._change(match, user, lambda _, tree: (tree.with_match_note(text), spot))

    async def clear(self, match: int, user: int) -> Explored:
        """Delete the whole tree with all notes."""

        def command(_: Match, tree: Exploration) -> tuple[Exploration, Spot]:
            return Exploration(trunk=tree.trunk, serial=tree.serial), tree.now

        return await self._change(match, user, command)

    async def _tree(self, match: Match, user: int) -> Exploration:
        seat = match.seat_of(user)
        if seat is not None:
            return match.exploration_of(seat)
        tree = await repository.load(self._matches.database, match.id, user)
        return tree.at(match.decisions, match.begin)

    @retried
    async def _change(
        self,
        match: int,
        user: int,
        command: Callable[[Match, Exploration], tuple[Exploration, Spot]],
        always: bool = False,
    ) -> Explored:
        async with self._matches.open(match) as open_match:
            if not always:
                commands.require_allowed(open_match.match)
            tree = await locked(open_match, user)
            new_tree, spot = command(open_match.match, tree)
            if new_tree != tree:
                await store(open_match, user, tree, new_tree)
            return position_at(open_match.match, new_tree, spot)


async def locked(open_match: OpenMatch, user: int) -> Exploration:
    """A member's tree within a unit of work; the lock on the match protects it."""
    seat = open_match.match.seat_of(user)
    if seat is not None:
        return open_match.match.exploration_of(seat)
    tree = await repository.load(open_match.work, open_match.match.id, user)
    return tree.at(open_match.match.decisions, open_match.match.begin)


async def store(
    open_match: OpenMatch, user: int, old_tree: Exploration, new_tree: Exploration
) -> None:
    """Store a member's tree, which was ``old_tree`` before. Raises LimitReached."""
    seat = open_match.match.seat_of(user)
    if seat is not None:
        await open_match.apply(CommandResult(open_match.match.with_exploration(seat, new_tree)))
    else:
        await repository.store(open_match.work, open_match.match.id, user, old_tree, new_tree)

"""What a member has learnt from, posted to the channel: an analysis, and a solved puzzle for others to solve."""

from __future__ import annotations

from bot.chat.discord.components import Post, row
from bot.chat.discord.reply import Reply
from bot.chat.discord.sharing import copied, require_seen_by_all, share
from bot.chat.features.learn import feature
from bot.chat.features.learn import puzzle_cards as cards
from bot.chat.features.learn.analysis import step_through
from bot.chat.features.learn.presses import PostAnalysis, PostPuzzle
from bot.chat.features.learn.puzzles import SIZE
from bot.chat.language.i18n import Language, mention
from bot.chat.pictures.jobs import Style
from bot.domain.computer.thinking import PositionData
from bot.domain.errors import Refused
from bot.domain.puzzles.service import puzzle_named


@feature.on(PostPuzzle, work="board")
async def post_puzzle(reply: Reply, press: PostPuzzle) -> None:
    """Show a puzzle that the member has solved to everyone, without its solution. Raises Refused, LimitReached."""
    puzzle, services = puzzle_named(press.game, press.name), reply.services
    if not await services.puzzles.done(reply.user, puzzle):
        raise Refused("solve the puzzle first")

    async def compose(t: Language) -> Post:
        at = PositionData(puzzle.slug, dict(puzzle.options), puzzle.moves)
        name = f"{puzzle.slug}-{len(at.decisions)}.png"
        image = await services.heavy.board(reply.user, name, at, 0, Style(size=SIZE), t.locale)
        return cards.challenge(t, puzzle, image, mention(reply.user))

    await share(reply, press, compose)


@feature.on(PostAnalysis, work="board")
async def post_analysis(reply: Reply, press: PostAnalysis) -> None:
    """Show an analysis that a member has read to everyone. Raises Refused, LimitReached."""
    match = await reply.watched(press.match)
    await require_seen_by_all(reply, match.scope, match.channel)

    async def compose(t: Language) -> Post:
        return await copied(reply, t, row(step_through(t, match)))

    await share(reply, press, compose)

"""The commands for learning: /hint, /analyse, /puzzle."""

from __future__ import annotations

from bot.chat.board import completion
from bot.chat.discord.commands import game_choices, slash
from bot.chat.discord.reply import Reply
from bot.chat.features.learn import analysis, feature, hints, puzzles, texts
from bot.chat.language import texts as shared


@feature.command
@slash(
    "hint",
    texts.ABOUT_HINT,
    options={"match": shared.ABOUT_MATCH},
    complete={"match": completion.match_to_move},
    work="heavy",
)
async def hint(reply: Reply, match: str = "") -> None:
    """A hint for the match that is meant."""
    meant = await reply.services.matches.resolve(reply.viewer, match, to_move=True, status="running")
    await hints.ask(reply, meant)


@feature.command
@slash(
    "analyse",
    texts.ABOUT_ANALYSE,
    options={"match": shared.ABOUT_MATCH},
    complete={"match": completion.match_over},
    work="heavy",
)
async def analyse(reply: Reply, match: str = "") -> None:
    """An analysis of the match that is meant."""
    await analysis.ask(reply, await reply.services.matches.resolve(reply.viewer, match, status="finished"))


@feature.command
@slash(
    "puzzle",
    texts.ABOUT_PUZZLE,
    options={"game": texts.ABOUT_PUZZLE_GAME, "today": texts.ABOUT_PUZZLE_TODAY},
    choices={"game": game_choices()},
    work="board",
)
async def puzzle(reply: Reply, game: str = "", today: bool = False) -> None:
    """A puzzle, or that of the day."""
    if today:
        await puzzles.today(reply)
    else:
        await puzzles.begin(reply, game)

"""The commands for learning: hints, analysis, puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

import games

from bot.chat import analysis
from bot.chat.kit.match import completion
from bot.chat import hints
from bot.chat import lessons
from bot.chat import practice_texts
from bot.chat import puzzles
from bot.chat.kit.language import texts
from bot.chat.kit.reply import Answer
from bot.chat.kit.transport.pending import Kind

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"

GAMES = [Choice(name=game.name, value=game.slug) for game in games.catalog()]


@app_commands.command(name="hint", description=locale_str(practice_texts.COMMANDS["hint"]))
@app_commands.describe(match=locale_str(texts.COMMANDS["match"]))
@app_commands.autocomplete(match=completion.match_to_move)
async def hint(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        await hints.ask(
            answer,
            await answer.bot.matches.resolve(answer.place, answer.user, match, to_move=True, status="running"),
        )


@app_commands.command(name="analyse", description=locale_str(practice_texts.COMMANDS["analyse"]))
@app_commands.describe(match=locale_str(texts.COMMANDS["match"]))
@app_commands.autocomplete(match=completion.match_over)
async def analyse(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        await analysis.ask(
            answer, await answer.bot.matches.resolve(answer.place, answer.user, match, status="finished")
        )


@app_commands.command(name="puzzle", description=locale_str(practice_texts.COMMANDS["puzzle"]))
@app_commands.describe(
    game=locale_str(practice_texts.COMMANDS["puzzle.game"]), today=locale_str(practice_texts.COMMANDS["puzzle.today"])
)
@app_commands.choices(game=GAMES)
async def puzzle(interaction: Interaction, game: str = "", today: bool = False) -> None:
    async with Answer(interaction) as answer:
        if today:
            await puzzles.today(answer)
        else:
            await puzzles.begin(answer, game)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (hint, analyse, puzzle)
ERRANDS: dict[str, Kind] = {"hint": hints.ERRAND, "analysis": analysis.ERRAND, **puzzles.ERRANDS}
HANDLERS = {**hints.HANDLERS, **analysis.HANDLERS, **puzzles.HANDLERS, **lessons.HANDLERS}

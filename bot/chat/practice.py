"""The commands for learning: hints, analysis, puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import locale_str

from . import completion, hints, practice_texts, texts
from .answers import Answer

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"


@app_commands.command(name="hint", description=locale_str(practice_texts.COMMANDS["hint"]))
@app_commands.describe(match=locale_str(texts.COMMANDS["match"]))
@app_commands.autocomplete(match=completion.match_to_move)
async def hint(interaction: Interaction, match: str = "") -> None:
    async with Answer(interaction) as answer:
        await hints.ask(
            answer,
            await answer.bot.matches.resolve(answer.place, answer.user, match, to_move=True, status="running"),
        )


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (hint,)
HANDLERS = {**hints.HANDLERS}

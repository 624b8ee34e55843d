"""The commands about strength and contests: profiles, leaderboards, tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

import games
from bot.chat.kit.reply import Answer

from . import contest_texts, leaderboard, profiles, tournament_commands

if TYPE_CHECKING:
    from .client import Bot

Interaction: TypeAlias = "discord.Interaction[Bot]"

GAMES = [Choice(name=game.name, value=game.slug) for game in games.catalog()]
SERVER = [Choice(name=locale_str(label), value=what) for what, label in contest_texts.SERVER.items()]
SCOPES = [Choice(name=locale_str(label), value=scope) for scope, label in contest_texts.SCOPES.items()]


def _about(command: str, *names: str) -> dict[str, locale_str]:
    """Descriptions of a command's options."""
    return {name: locale_str(contest_texts.COMMANDS[f"{command}.{name}"]) for name in names}


@app_commands.command(name="profile", description=locale_str(contest_texts.COMMANDS["profile"]))
@app_commands.describe(**_about("profile", "member"))
async def profile(interaction: Interaction, member: discord.User | None = None) -> None:
    async with Answer(interaction) as answer:
        await profiles.show(answer, answer.user if member is None else member.id)


@app_commands.context_menu(name=locale_str(contest_texts.COMMANDS["profile.menu"]))
async def profile_menu(interaction: Interaction, member: discord.User) -> None:
    async with Answer(interaction) as answer:
        await profiles.show(answer, member.id)


@app_commands.command(name="leaderboard", description=locale_str(contest_texts.COMMANDS["leaderboard"]))
@app_commands.describe(**_about("leaderboard", "game", "scope"))
@app_commands.choices(game=GAMES, scope=SCOPES)
async def leaderboard_command(interaction: Interaction, game: str, scope: str = "server") -> None:
    async with Answer(interaction) as answer:
        await leaderboard.show(answer, games.get(game), scope)


COMMANDS: tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...] = (
    profile,
    leaderboard_command,
    tournament_commands.group,
)
IN_SERVERS = (tournament_commands.group,)
"""Commands that make no sense elsewhere."""
MENUS: tuple[app_commands.ContextMenu, ...] = (profile_menu,)

"""The commands about strength: /profile, the member's menu, /leaderboard."""

from __future__ import annotations

import discord

import games
from bot.chat.discord.commands import game_choices, menu_entry, slash
from bot.chat.discord.reply import Reply
from bot.chat.features.profile import feature, leaderboard, profiles, texts
from bot.chat.language import texts as shared


@feature.command
@slash("profile", texts.ABOUT_PROFILE, options={"member": texts.ABOUT_PROFILE_MEMBER}, work="board")
async def profile(reply: Reply, member: discord.User | None = None) -> None:
    """A member's profile, or one's own."""
    await profiles.show(reply, reply.user if member is None else member.id)


@feature.command
@menu_entry(texts.MENU_PROFILE, work="board")
async def profile_menu(reply: Reply, member: discord.User) -> None:
    """The profile of the member whose menu it is."""
    await profiles.show(reply, member.id)


@feature.command
@slash(
    "leaderboard",
    texts.ABOUT_LEADERBOARD,
    options={"game": shared.ABOUT_GAME},
    choices={"game": game_choices()},
    servers_only=True,
    work="board",
)
async def leaderboard_of(reply: Reply, game: str) -> None:
    """The leaderboard of a game on this server."""
    await leaderboard.show(reply, games.get(game), 0, anew=True)

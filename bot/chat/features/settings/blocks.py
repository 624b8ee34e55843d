"""Blocking a member, by command or in their menu; they are unblocked on the card of settings."""

from __future__ import annotations

import discord

from bot.chat.discord.commands import menu_entry, slash
from bot.chat.discord.components import word
from bot.chat.discord.press import number
from bot.chat.discord.reply import Reply, no_such_button
from bot.chat.features.settings import feature, texts
from bot.chat.features.settings.member import show
from bot.chat.features.settings.presses import Unblock
from bot.chat.language.i18n import mention
from bot.domain.values import COMPUTER, Person


@feature.command
@slash("block", texts.ABOUT_BLOCK, options={"member": texts.ABOUT_BLOCK_MEMBER})
async def block(reply: Reply, member: discord.User) -> None:
    """Block a member."""
    await _block(reply, member)


@feature.command
@menu_entry(texts.MENU_BLOCK)
async def block_menu(reply: Reply, member: discord.User) -> None:
    """Block the member whose menu it is."""
    await _block(reply, member)


async def _block(reply: Reply, member: discord.User) -> None:
    other = Person(COMPUTER if member.bot else member.id, member.display_name)
    await reply.services.blocks.block(reply.user, other)
    settings = reply.t.command("settings")
    await reply.private(word(reply.t(texts.BLOCKED, who=mention(member.id), settings=settings)))


@feature.on(Unblock)
async def unblock(reply: Reply, press: Unblock) -> None:
    """Unblock a member. Raises NotFound."""
    other = number(reply.values[0]) if len(reply.values) == 1 else None
    if other is None:
        raise no_such_button()
    await reply.services.blocks.lift(reply.user, other)
    await show(reply)

"""Turning away who may not use the bot: shut out by the host, or kept out by a server. It costs no look-up."""

from __future__ import annotations

import contextlib
from typing import cast

import discord

from bot.chat.discord.components import refusal
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.reply import Reply
from bot.chat.language import texts
from bot.domain.exclusions.service import Why

OWN_DATA = ("privacy", "lh:forget:", "lh:remember:")
"""How the names of commands and presses begin by which people see and delete what is kept of them: always open."""


async def may_use(interaction: discord.Interaction, why: Why) -> bool:
    """Whether what somebody asks who is shut out is open all the same; if not, they read why in one sentence."""
    data = cast("dict[str, str]", interaction.data or {})
    if (data.get("name") or data.get("custom_id") or "").startswith(OWN_DATA):
        return True
    if interaction.type is discord.InteractionType.autocomplete:
        with contextlib.suppress(*FAILURES):
            await interaction.response.autocomplete([])
        return False
    reply = Reply(interaction)
    await reply.private(refusal(reply.t, reply.t(texts.SHUT_OUT[why])), anew=True)
    return False

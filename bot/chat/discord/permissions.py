"""What a server allows: who may manage, where and by whom games are begun, and what the bot may do in a channel."""

import discord

from bot.chat.discord.components import AMBER, word
from bot.chat.discord.reply import Reply
from bot.chat.language import texts
from bot.chat.language.i18n import Command, Markup
from bot.domain.errors import Refused


def manages(reply: Reply, scope: int | None = None) -> bool:
    """Whether the member may manage the server in which they ask, and what is asked about is of that server."""
    here = reply.place.guild and scope in (None, reply.scope)
    return here and _manage(reply.interaction.permissions)


def may_manage(member: discord.Member | discord.User) -> bool:
    """Whether somebody whom a command names may manage the server in which it is used.

    Discord says so with the command, also where the server is not known to this process. Who is no member may not.
    """
    if not isinstance(member, discord.Member):
        return False
    granted = member.resolved_permissions
    return _manage(member.guild_permissions if granted is None else granted)


def _manage(granted: discord.Permissions) -> bool:
    """Whether permissions let one manage a server; the owner has all of them."""
    return granted.manage_guild or granted.administrator


def require_manager(reply: Reply) -> None:
    """Raises Refused for members who may not manage the server."""
    if not manages(reply):
        raise Refused("only server managers can do that")


async def require_allowed(reply: Reply) -> None:
    """Raises Refused where the server does not allow a challenge: in this channel, or by this member."""
    await require_channel(reply)
    if not reply.place.guild:
        return
    settings = await reply.services.servers.settings(reply.scope)
    if settings.challengers and not set(settings.challengers).intersection(await reply.own_roles()):
        raise Refused(texts.ONLY_ROLES, roles=tuple(Markup(f"<@&{role}>") for role in settings.challengers))


async def require_channel(reply: Reply) -> None:
    """Raises Refused where the server wants no matches in this channel."""
    if not reply.place.guild:
        return
    settings = await reply.services.servers.settings(reply.scope)
    if settings.channels and not reply.channels & set(settings.channels):
        names = tuple(Markup(f"<#{channel}>") for channel in settings.channels)
        raise Refused(texts.ONLY_CHANNELS, channels=names)


async def tell_missing(reply: Reply) -> None:
    """Tell a member who starts something which permissions the bot lacks here, if any."""
    interaction, t = reply.interaction, reply.t
    if not reply.place.guild:
        return
    granted = interaction.app_permissions
    missing = [t(name) for flag, name in texts.PERMISSIONS.items() if not getattr(granted, flag)]
    if reply.services.gateway.guild(reply.scope) is None:
        line = t(texts.HINT_NOT_A_MEMBER, move=Command("move"))
    elif missing:
        line = t(texts.HINT_PERMISSIONS, missing=t.listed(missing))
    else:
        return
    await reply.private(word(line, colour=AMBER), anew=True)

"""What a server allows: who may manage, where and by whom games are begun, and what the bot may do
in a channel.
"""

import discord

from bot.chat.discord.components import AMBER, word
from bot.chat.discord.gateway.failures import FAILURES
from bot.chat.discord.reply import Reply
from bot.chat.language import texts
from bot.chat.language.i18n import Command, Markup, mention
from bot.domain.errors import Refused
from bot.domain.servers.settings import ServerSettings
from games.core import Sentence


def manages(reply: Reply, scope: int | None = None) -> bool:
    """Whether the member may manage the server in which they ask, and what is asked about is of
    that server; on the page nobody does.
    """
    if reply.on_page:
        return False  # Discord says who manages a server with each interaction, and there is none
    is_this_server = reply.place.guild and scope in (None, reply.scope)
    return is_this_server and _manage(reply.interaction.permissions)


def may_manage(member: discord.Member | discord.User) -> bool:
    """Whether somebody whom a command names may manage the server in which it is used.

    Discord says so with the command, also where the server is not known to this process. Who is no
    member may not.
    """
    if not isinstance(member, discord.Member):
        return False
    permissions = member.resolved_permissions
    return _manage(member.guild_permissions if permissions is None else permissions)


def _manage(permissions: discord.Permissions) -> bool:
    """Whether permissions let one manage a server; the owner has all of them."""
    return permissions.manage_guild or permissions.administrator


def require_manager(reply: Reply) -> None:
    """Raises Refused for members who may not manage the server."""
    if not manages(reply):
        raise Refused("only server managers can do that")


async def require_allowed(reply: Reply) -> None:
    """Raises Refused where the server does not allow a challenge: in this channel, or by this
    member.
    """
    await reply.require_present()
    await require_channel(reply)
    if not reply.place.guild:
        return
    settings = await reply.services.servers.settings(reply.scope)
    if not settings.challengers:
        return
    own_roles = await reply.own_roles()
    if set(settings.challengers).isdisjoint(own_roles):
        names = tuple(Markup(f"<@&{role}>") for role in settings.challengers)
        raise Refused(texts.ONLY_ROLES, roles=names)


async def require_channel(reply: Reply) -> None:
    """Raises Refused where the server wants no matches in this channel."""
    if not reply.place.guild:
        return
    settings = await reply.services.servers.settings(reply.scope)
    if settings.channels and not reply.channels & set(settings.channels):
        names = tuple(Markup(f"<#{channel}>") for channel in settings.channels)
        raise Refused(texts.ONLY_CHANNELS, channels=names)


async def tell_missing(reply: Reply) -> None:
    """Tell a member who starts something what keeps the bot from posting here, and a manager which
    settings name what was deleted, if any do.
    """
    if not reply.place.guild or reply.on_page:
        return
    hints = [await _why_no_posts(reply), await _why_settings_are_ignored(reply)]
    lines = "\n".join(filter(None, hints))
    if lines:
        await reply.private(word(lines, colour=AMBER), anew=True)


async def _why_no_posts(reply: Reply) -> Markup | None:
    """What keeps the bot from posting here; None for nothing."""
    t = reply.t
    gateway = reply.services.gateway
    if gateway.guild(reply.scope) is None:
        return t(texts.HINT_NOT_A_MEMBER, move=Command("move"))
    if gateway.me is not None and await _outside_private_thread(reply):
        return t(texts.HINT_NOT_IN_THREAD, me=mention(gateway.me))
    permissions = reply.interaction.app_permissions
    needs = [t(name) for flag, name in texts.PERMISSIONS.items() if not getattr(permissions, flag)]
    if not needs:
        return None
    return t(texts.HINT_PERMISSIONS, missing=t.listed(needs))


async def _outside_private_thread(reply: Reply) -> bool:
    """Whether this is a private thread that the bot does not see, though it sees its channel: then
    somebody has to add it, whatever it is allowed to do.
    """
    gateway = reply.services.gateway
    channel = reply.interaction.channel
    guild = gateway.guild(reply.scope)
    if guild is None or not isinstance(channel, discord.Thread) or not channel.is_private():
        return False
    if channel.parent is None or not channel.parent.permissions_for(guild.me).view_channel:
        return False
    try:
        return await gateway.thread(guild, channel.id) is None
    except FAILURES:
        return False  # that cannot be known now


async def _why_settings_are_ignored(reply: Reply) -> Markup | None:
    """For a manager: which settings name channels or roles that were deleted; None for none."""
    if not manages(reply):
        return None
    deleted_settings = await reply.services.servers.gone(reply.scope)
    if not deleted_settings:
        return None
    names = tuple(Sentence(ServerSettings.labels[name]) for name in deleted_settings)
    return reply.t(texts.HINT_GONE, settings=names, server=Command("server"))

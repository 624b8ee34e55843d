"""Who may manage a server, as Discord says it with a command, also of a server that this process
does not know.
"""

import discord
import pytest

from bot.chat.discord.permissions import may_manage
from tests.bot.chat.conftest import Club


def resolved(
    club: Club, permissions: discord.Permissions | None, guild: discord.Guild
) -> discord.Member:
    """A member as a command names them."""
    user = {
        "id": "77",
        "username": "somebody",
        "discriminator": "0",
        "avatar": None,
        "global_name": None,
    }
    data = {
        "user": user,
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
    }
    if permissions is not None:
        data["permissions"] = str(permissions.value)
    return discord.Member(data=data, guild=guild, state=club.bot.client._connection)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("permissions", "manages"),
    [
        (discord.Permissions(administrator=True), True),
        (discord.Permissions(manage_guild=True), True),
        (discord.Permissions.all(), True),  # the owner
        (discord.Permissions(manage_channels=True, ban_members=True, send_messages=True), False),
        (discord.Permissions.none(), False),
    ],
)
async def test_what_discord_says_counts_where_the_server_is_not_known(
    club: Club, permissions: discord.Permissions, manages: bool
) -> None:
    state = club.bot.client._connection
    unknown = discord.Guild(data={"id": "424242", "unavailable": True}, state=state)  # type: ignore[arg-type, typeddict-item]
    assert may_manage(resolved(club, permissions, unknown)) is manages


async def test_without_that_the_roles_count_and_who_owns_the_server(club: Club) -> None:
    assert may_manage(resolved(club, None, club.server)) is False
    club.server.owner_id = 77
    assert may_manage(resolved(club, None, club.server)) is True
